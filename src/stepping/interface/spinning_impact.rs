//! The impact of a rigid contact whose friction opposes spin too: compression and restitution as one problem each, as of
//! several contacts struck at once (docs/numerics.md step 36).
//!
//! Routh's process, which impacts without spin follow, has slip in the plane. The two agree where slip keeps its direction or
//! stops at once.

use crate::physics::ContactFault;
use crate::rigid::Hypothesis;
use crate::rigid::root::{self, Trial};
use crate::rigid::time_stepping::{friction_at, on_ball};
use crate::stepping::interface::rigid_problem::Rows;
use nalgebra::Matrix4;

/// Times the normal impulse of restitution may be widened by two to have enough.
const WIDENINGS: u32 = 40;

/// What it does, in the axes n, t₁, t₂ and about n.
pub struct SpinningImpact {
    /// On body i [N·s]
    pub impulse: Rows,
    /// Velocity right after it [m/s]
    pub velocity: Rows,
    /// ∫u_n dP_n and ∫(u_t, e_r·ω_n)·dP_t [J]
    pub work: [f64; 2],
    /// Whether restitution was found; otherwise there is none
    pub followed: bool,
}

/// Compression with u_n = 0 at its end, restitution from there with the normal impulse that `hypothesis` ends it by.
///
/// Errors: numbers that overflow.
pub fn follow(
    w: &Matrix4<f64>,
    before: &Rows,
    mu: f64,
    hypothesis: Hypothesis,
    e: f64,
) -> Result<SpinningImpact, ContactFault> {
    const OVERFLOW: ContactFault = ContactFault::Overflow { what: "the impulse of the rigid contact" };
    let compression = on_ball(w, before, mu).ok_or(OVERFLOW)?;
    let between = before + w * compression;
    let restored = |normal: f64| {
        let [f1, f2, f_r] = friction_at(w, &between, mu, normal)?.into();
        let impulse = Rows::new(normal, f1, f2, f_r);
        Some(Restitution { impulse, velocity: between + w * impulse })
    };
    // what an impulse gives more than it should
    let surplus = |of: &Restitution| match hypothesis {
        Hypothesis::Newton => of.velocity[0] + e * before[0],
        Hypothesis::Poisson => of.impulse[0] - e * compression[0],
        // W_r = e²·|W_c|, both along straight lines
        Hypothesis::Stronge => of.velocity[0] * of.impulse[0] + e * e * before[0] * compression[0],
    };
    let sought = if e > 0.0 { ended(restored, surplus, e * compression[0]) } else { restored(0.0) };
    // bodies that friction still presses together need more than Poisson's impulse
    let found = match sought {
        Some(found) if found.velocity[0] >= 0.0 || e == 0.0 => Some(found),
        _ => ended(restored, |of| of.velocity[0], compression[0]),
    };
    let followed = found.is_some();
    let Restitution { impulse, velocity } = match found {
        Some(found) => found,
        None => restored(0.0).ok_or(OVERFLOW)?,
    };
    let work = |p: &Rows, from: &Rows, to: &Rows| {
        let mean = (from + to) * 0.5;
        (p[0] * mean[0], p[1] * mean[1] + p[2] * mean[2] + p[3] * mean[3])
    };
    let [(n_c, f_c), (n_r, f_r)] = [work(&compression, before, &between), work(&impulse, &between, &velocity)];
    Ok(SpinningImpact { impulse: compression + impulse, velocity, work: [n_c + n_r, f_c + f_r], followed })
}

/// Impulse of restitution and the velocity after it.
struct Restitution {
    impulse: Rows,
    velocity: Rows,
}

/// The restitution at which the surplus is 0, from `guess` > 0 for its normal impulse on.
fn ended(
    restored: impl Fn(f64) -> Option<Restitution>,
    surplus: impl Fn(&Restitution) -> f64,
    guess: f64,
) -> Option<Restitution> {
    let at = |normal: f64| restored(normal).map(|of| Trial { missed: surplus(&of), of });
    let first = at(0.0)?;
    if first.missed >= 0.0 {
        return Some(first.of);
    }
    let (mut low, mut high) = ((0.0, first.missed), guess);
    for _ in 0..WIDENINGS {
        let found = at(high)?;
        if found.missed >= 0.0 {
            return root::between(low, (high, found), at);
        }
        (low, high) = ((high, found.missed), 2.0 * high);
    }
    None
}
