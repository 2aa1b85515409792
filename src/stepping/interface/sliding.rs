//! Steady sliding: an interval in which friction is μ_C·f_n against the slip, solved as a whole (docs/numerics.md step 43).

use crate::physics::{Parameters, elementary, friction};
use crate::stepping::interface::exponential::{phi, relaxed};
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics, SLIDING};
use crate::stepping::interface::rest::{NONLINEAR, Pressed, Rest};
use crate::stepping::interface::tangential::SlipState;

/// Slip by v_S from which on nothing of s is left: s = exp(−SLIPS²) = 4e-19.
pub const SLIPS: f64 = 6.5;

/// What friction does over an interval.
pub struct Rubbed {
    pub end: SlipState,
    /// Mean of −f_t [N]
    pub mean: Coordinates,
    /// ∫(h − τ)·f_t dτ [N·s²]
    pub moment: Coordinates,
    /// −∫f_t·v_t dτ [J]
    pub work: f64,
}

/// Friction from the slip `start` under the normal force of `pressed`, which is the motion of `rest` from ẋ = `v` under b over `h` [s]. None where the
/// slip is not fast, or more than [`NONLINEAR`] would be left out, as the slip turns.
///
/// Of v̇ = l − w·(μ_C·f_n·u + σ2·v) with the direction u of the slip Δv and the way follow from ∫f_n dτ and ∫(h − τ)f_n dτ; z relaxes with τ_br
/// towards μ_C·f_n·u/σ0, s_dw towards 0. The viscous part goes straight in time.
pub fn slid(
    parameters: &Parameters<f64>,
    mechanics: &Mechanics,
    start: &SlipState,
    (rest, pressed): (&Rest, &Pressed),
    [v, b, h]: [f64; 3],
) -> Option<Rubbed> {
    let f = &parameters.friction;
    let [v_1, v_2, ..] = start.v;
    let (speed, least) = ((v_1 * v_1 + v_2 * v_2).sqrt(), SLIPS * f.v_S);
    let f_n = pressed.kick.impulse / h;
    if speed < least || f_n <= 0.0 {
        return None;
    }
    let w: [f64; SLIDING] = core::array::from_fn(|k| mechanics.inverse_mass[k][k]);
    let sliding = f.mu_C * f_n;
    let u = [v_1 / speed, v_2 / speed];
    let push: [f64; SLIDING] = core::array::from_fn(|k| {
        mechanics.free[k] + mechanics.across[k] * f_n - w[k] * (sliding * u[k] + f.sigma_2 * start.v[k])
    });
    // what f_n brings later than in the mean: −∫(τ − h/2)·f_n dτ
    let late = pressed.moment - 0.5 * h * pressed.kick.impulse;
    let followed = f.mu_C / f.sigma_0 * rest.followed([v, b, h], pressed, f.tau_br().recip())?;
    let decay = elementary::exp(-h / f.tau_br());
    let mut rubbed = Rubbed { end: *start, mean: [0.0; COORDINATES], moment: [0.0; COORDINATES], work: 0.0 };
    let (mut damped, mut curved) = (0.0_f64, 0.0_f64);
    for k in 0..SLIDING {
        let y = w[k] * f.sigma_2 * h;
        let [first, second] = if y > 0.0 { phi(y) } else { [1.0, 0.5] };
        let v = start.v[k];
        let gained = h * push[k] * first;
        let along = f.mu_C * u[k];
        let way = h * (v + h * push[k] * second) - w[k] * along * late;
        rubbed.end.v[k] = v + gained;
        rubbed.mean[k] = sliding * u[k] + f.sigma_2 * way / h;
        rubbed.moment[k] = -(along * pressed.moment + f.sigma_2 * h * (v * h / 6.0 + way / 3.0));
        // products of the means, and of what both vary by
        let by_bristles = along * (f_n * way - late * gained / h);
        let by_slip = f.sigma_2 * (way * way / h + gained * gained * h / 12.0);
        rubbed.work += by_bristles + by_slip;
        rubbed.end.z[k] = start.z[k] * decay + u[k] * followed;
        damped = damped.max(y);
        curved = curved.max(y * f.sigma_2 * gained.abs() / 24.0);
    }
    rubbed.end.z[2] = start.z[2] * decay;
    rubbed.end.s_dw = relaxed(start.s_dw, 0.0, h / friction::dwell_time(f, 0.0, start.s_dw));
    let along_end = rubbed.end.v[0] * u[0] + rubbed.end.v[1] * u[1];
    let slowest = speed.min(along_end) - w[0].max(w[1]) * sliding * rest.varies * h;
    let turned = h * (push[0] * u[1] - push[1] * u[0]).abs() / slowest;
    let is_straight = turned + damped * rest.varies <= NONLINEAR && curved <= NONLINEAR * sliding;
    (slowest >= least && is_straight).then_some(rubbed)
}
