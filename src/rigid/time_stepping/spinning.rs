//! One contact with friction against spin as well as slip (docs/numerics.md step 36).

use crate::rigid::Fault;
use crate::rigid::complementarity::Status;
use crate::rigid::time_stepping::ball;
use crate::rigid::time_stepping::check::check_spinning;
use crate::rigid::time_stepping::polygonal;
use crate::rigid::time_stepping::{Friction, Method, SpinningContact, Step, System};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, U4};

/// One step of one contact whose rows are normal, tangents and e_r times the turn about the normal, so that the fourth
/// impulse is ∫c_r dt/e_r.
///
/// Isotropic [`Friction::Regularised`]: (p_t, p_r) in the ball of radius μ·p_n against the slip (v_t, e_r·ω_n), [PT96
/// eq. 1] with e_t = e_o = 1; while that slip is at most v_th bristles of the stiffness k_T bear all three components, a
/// choice of this project: [P16] has no spin. [`Friction::Polygonal`]: in the bipyramid on the polygon. `P` as of
/// [`advance`](super::advance), with room for two more directions.
///
/// Errors: as of [`advance`](super::advance), and friction that knows no spin.
pub fn advance_spinning<P: Dim>(system: &System<U4>, of: &SpinningContact, method: &Method) -> Result<Step<U4>, Fault>
where
    DefaultAllocator: Allocator<P> + Allocator<P, P> + Allocator<U4, P>,
{
    let is_rounded = check_spinning(system, of, method)?;
    let mut step = match method.friction {
        Friction::Polygonal { sides } => polygonal::advance_spinning::<P>(system, &of.contact, sides)?,
        Friction::Regularised { stiffness, threshold } => in_ball(system, of, stiffness, threshold)?,
        Friction::Box => return Err(Fault::NoSpin),
    };
    step.is_rounded = is_rounded;
    Ok(step)
}

fn in_ball(system: &System<U4>, of: &SpinningContact, stiffness: f64, threshold: f64) -> Result<Step<U4>, Fault> {
    let SpinningContact { contact, spin_friction, spin_slip } = *of;
    let (mut w, mut q) = (system.w, system.free);
    q[0] -= contact.least;
    let [[v1, v2], [f1, f2]] = [contact.slip, contact.friction];
    let slip = (v1 * v1 + v2 * v2 + spin_slip * spin_slip).sqrt();
    if slip <= threshold && stiffness.is_finite() {
        // [P16 eqs. 25, 26]: 1/(k_T·h²) and λ_T/(k_T·h)
        let compliance = 1.0 / stiffness / (system.h * system.h);
        for (row, force) in [(1, f1), (2, f2), (3, spin_friction)] {
            w[(row, row)] += compliance;
            q[row] -= compliance * system.h * force;
        }
    }
    let p = ball::solve(&w, &q, contact.mu).ok_or(Fault::Overflow { what: "the impulse of the contact" })?;
    Ok(Step::of(system, p, Status::Solved, 0.0, 1))
}
