//! Friction inside a micro-step without moments: bristles and slip as one linear system, solved by its exponential
//! (docs/numerics.md step 11).

use crate::physics::parameters::{BristleLimit, FrictionLaw};
use crate::physics::{Parameters, Planar, Vector3, elementary, friction, limit_surface};
use crate::stepping::interface::exponential::{gone, partway, phi, phi_of_matrix, relaxed_by_halves};
use crate::stepping::interface::linear::DEFLECTIONS;
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics, SLIDING};

/// What friction moves, in local axes.
#[derive(Clone, Copy, Debug)]
pub struct SlipState {
    /// v_t [m/s] and ω [rad/s]
    pub v: Coordinates,
    /// z on the tangents and along the normal [m]
    pub z: Vector3<f64>,
    /// z_r [m]
    pub z_r: f64,
    pub s_dw: f64,
}

/// Slip and deflection at the middle of a micro-step, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub struct Middle {
    /// v_t [m/s] and ω [rad/s]
    pub v: Coordinates,
    /// z and z_r [m]
    pub z: [f64; DEFLECTIONS],
}

impl Middle {
    /// Half-way from one end to the other.
    pub fn between(start: &SlipState, end: &SlipState) -> Self {
        let between = |from: f64, to: f64| 0.5 * (from + to);
        Middle {
            v: core::array::from_fn(|k| between(start.v[k], end.v[k])),
            z: [between(start.z[0], end.z[0]), between(start.z[1], end.z[1]), between(start.z_r, end.z_r)],
        }
    }
}

/// What friction does in a micro-step.
#[derive(Clone, Copy, Debug)]
pub struct FrictionStep {
    pub end: SlipState,
    /// Mean of −f_t, bristles and viscous part [N], and of the moments against ω [N·m]
    pub mean: Coordinates,
}

/// One micro-step of length `h` under the mean normal force `f_n`.
///
/// s, the slope c = |dir|/|v| and the bound belong to the slip at its `middle`. With B = s·σ1 + (1−s)·μ_C·f_n·c the
/// bristle force is s·σ0·z + B·v, linear, and along each principal axis of W_tt
/// v̇ = l − w(s·σ0·z + (B + σ2)v),  ż = (B/σ1)v − ((1−s)/τ_br)z,  l = b_t + W_nt·f_n,
/// is solved by y₁ = y₀ + φ₁(h·A)·h·ẏ₀: exact, rest included. Its mean force is cut to the bound; then v follows the
/// cut force, and z goes towards it (`limited`) or by its own equation (`paper`).
pub fn step(
    parameters: &Parameters<f64>,
    mechanics: &Mechanics,
    start: &SlipState,
    middle: &Middle,
    f_n: f64,
    h: f64,
) -> FrictionStep {
    let f = &parameters.friction;
    let tau_br = f.tau_br();
    let (s, active, slope) = law(parameters, [middle.v[0], middle.v[1]], f_n);
    let [dwelt, s_dw] = relaxed_by_halves(start.s_dw, s, h / friction::dwell_time(f, s, start.s_dw));
    let l: [f64; SLIDING] = core::array::from_fn(|k| mechanics.free[k] + mechanics.across[k] * f_n);
    // of what has not been turned there is none
    let along_normal = if start.z[2] == 0.0 { start.z[2] } else { start.z[2] * elementary::exp(-h / tau_br) };
    if !active {
        let decay = elementary::exp(-h / tau_br);
        let z = Vector3::new(start.z[0] * decay, start.z[1] * decay, along_normal);
        let mut end = SlipState { z, s_dw, ..*start };
        (0..SLIDING).for_each(|k| end.v[k] += h * l[k]);
        return FrictionStep { end, mean: [0.0; COORDINATES] };
    }
    let bound = friction::friction_bound(f, f_n, dwelt);
    let b = s * f.sigma_1 + (1.0 - s) * slope;
    let free = BristleSystem { b, s, l, h, tau_br, sigma: [f.sigma_0, f.sigma_1, f.sigma_2] };
    let mut end = SlipState { z: Vector3::new(0.0, 0.0, along_normal), s_dw, ..*start };
    let mut bristles = Vector3::zeros();
    let w: [f64; SLIDING] = core::array::from_fn(|k| mechanics.inverse_mass[k][k]);
    let mut transition = None;
    for k in 0..SLIDING {
        (end.v[k], end.z[k]) = (start.v[k], start.z[k]);
        if (start.v[k], start.z[k], l[k]) != (0.0, 0.0, 0.0) {
            // of a ball at its centre, and of bodies that do not turn, that of both axes
            let found = transition.filter(|_| w[k] == w[0]).unwrap_or_else(|| free.transition(w[k]));
            transition = Some(found);
            let axis = free.solved(k, w[k], &found, start);
            (end.v[k], end.z[k], bristles[k]) = (axis.v, axis.z, axis.force);
        }
    }
    let saturated = limit_surface::is_longer(&in_plane(&bristles), bound);
    // a force far beyond the bound would turn the slip as the bound does not: its direction is that of the motion
    // there is
    let there = Vector3::from_fn(|k, _| if k < 2 { s * f.sigma_0 * middle.z[k] + b * middle.v[k] } else { 0.0 });
    let clamped = if limit_surface::is_longer(&in_plane(&there), bound * PAST_SLIDING) { there } else { bristles };
    let applied = if saturated { limit_surface::shortened(&in_plane(&clamped), bound).t } else { bristles };
    let mut mean = [applied[0], applied[1], 0.0, 0.0, 0.0];
    // the share of their way that the bristles bend, on both axes
    let bent = match parameters.settings.bristle_limit {
        BristleLimit::Limited if saturated => gone(h / tau_br),
        _ => 0.0,
    };
    for k in 0..SLIDING {
        let w = mechanics.inverse_mass[k][k];
        let mut v_mean = 0.5 * (start.v[k] + end.v[k]);
        if saturated {
            let push = l[k] - w * (applied[k] + f.sigma_2 * start.v[k]);
            let [first, second] = phi(w * f.sigma_2 * h);
            end.v[k] = start.v[k] + h * push * first;
            v_mean = start.v[k] + h * push * second;
            end.z[k] = match parameters.settings.bristle_limit {
                BristleLimit::Limited => partway(start.z[k], applied[k] / f.sigma_0, bent),
                BristleLimit::Paper => {
                    let y = (1.0 - s) * h / tau_br;
                    start.z[k] * elementary::exp(-y) + h * b / f.sigma_1 * v_mean * phi(y)[0]
                }
            };
        }
        mean[k] += f.sigma_2 * v_mean;
    }
    FrictionStep { end, mean }
}

/// s, whether there is friction at all, and |f_C|/|v_t| [N·s/m] at the slip `v`.
fn law(parameters: &Parameters<f64>, v: [f64; 2], f_n: f64) -> (f64, bool, f64) {
    if parameters.settings.friction_law == FrictionLaw::None {
        return (0.0, false, 0.0);
    }
    let f = &parameters.friction;
    let constants = f.constants();
    let square_of = |v: [f64; 2]| v[0] * v[0] + v[1] * v[1];
    let square = square_of(v);
    // below this the direction is linear to every digit, and a slip of 0 would give 0/0
    let least = LINEAR * constants.v_eps;
    let (seen, by) = if square < least * least { ([least, 0.0], least * least) } else { (v, square) };
    let direction = friction::direction_by_slip(by, constants.v_eps, constants.per_v_eps2);
    let bound = f.mu_C * f_n;
    let along = |v: f64| v * direction * bound * v;
    (friction::sticking_level(square, constants.per_v_S2), true, (along(seen[0]) + along(seen[1])) / by)
}

fn in_plane(t: &Vector3<f64>) -> Planar<f64> {
    Planar { t: *t, r: 0.0 }
}

/// Fraction of v_ε below which dir(v) is linear: its cubic part is a fraction of 3e-13 there.
const LINEAR: f64 = 1e-6;

/// By what a force exceeds the bound that is more than sliding: friction that slides is the bound itself, but for rounding.
pub const PAST_SLIDING: f64 = 1.0 + 1e-9;

/// Coefficients of the linear system, the same on both axes but for w.
struct BristleSystem {
    b: f64,
    s: f64,
    l: [f64; SLIDING],
    h: f64,
    tau_br: f64,
    /// σ0, σ1, σ2
    sigma: [f64; 3],
}

struct AxisStep {
    v: f64,
    z: f64,
    /// Mean force of the bristles [N]
    force: f64,
}

impl BristleSystem {
    /// A of (v, z) along an axis of inverse mass `w`, and φ₁(h·A).
    fn transition(&self, w: f64) -> [[[f64; 2]; 2]; 2] {
        let BristleSystem { b, s, h, tau_br, sigma: [sigma_0, sigma_1, sigma_2], .. } = *self;
        let a = [[-w * (b + sigma_2), -w * s * sigma_0], [b / sigma_1, -(1.0 - s) / tau_br]];
        [a, phi_of_matrix(a.map(|row| row.map(|value| value * h)))]
    }

    fn solved(&self, k: usize, w: f64, [a, m]: &[[[f64; 2]; 2]; 2], start: &SlipState) -> AxisStep {
        let BristleSystem { b, s, h, sigma: [sigma_0, _, sigma_2], .. } = *self;
        let (v, z, l) = (start.v[k], start.z[k], self.l[k]);
        let rate = [l + a[0][0] * v + a[0][1] * z, a[1][0] * v + a[1][1] * z];
        let moved = |r: usize| h * (m[r][0] * rate[0] + m[r][1] * rate[1]);
        let (v_1, z_1) = (v + moved(0), z + moved(1));
        let v_mean = 0.5 * (v + v_1);
        // the momentum tells the mean force to every digit unless the force hardly moves anything
        let force = if w * h * (b + sigma_2 + s * sigma_0 * h) > WEAK {
            (l - moved(0) / h) / w - sigma_2 * v_mean
        } else {
            s * sigma_0 * 0.5 * (z + z_1) + b * v_mean
        };
        AxisStep { v: v_1, z: z_1, force }
    }
}

/// Fraction of the slip that friction takes in a micro-step below which the trapezoidal rule gives its mean force.
const WEAK: f64 = 1e-4;
