//! Rigid contacts stepped through time: each step is one complementarity problem in the velocities at its end.
//!
//! Source: \[P16\] Peiret, Kövecses, Gholami, Font-Llagunes, *A regularized contact model for multibody system
//! simulation*, IDETC 2016, eqs. 5–31; \[AP97\] and \[L06\], its references 3 and 10, for polygonal and box friction.
//! SI units.
//!
//! The generalised velocities are eliminated: with the rows J of N, D and A stacked, eq. (21) is v⁺ = v + h·M⁻¹·(f_app
//! − c) + M⁻¹·Jᵀ·p, so that the velocities of the constraints are  u⁺ = W·p + u_free,  W = J·M⁻¹·Jᵀ, in the impulses p
//! = h·λ⁺. What is left of eq. (30) is a problem in p alone, the same for all three laws of friction ([`System`],
//! [`Contact`]):
//!
//! - normal  0 ≤ p_n ⟂ u_n⁺ − least ≥ 0  (eqs. 23–24; `least` is 0 there, [`aim()`] finds it for impacts and gaps; eq. 24 has Φ⁺, a
//!   misprint of Φ̇⁺);
//! - bilateral  u⁺ = 0, p free  (eq. 22);
//! - tangential: [`Friction`].
//!
//! # Signs
//! As in [`crate::rigid`]: u_n > 0 while the bodies separate, impulses act on body 1, friction opposes slip.

mod ball;
mod bilateral;
mod by_bounds;
mod check;
mod cone;
mod on_cones;
mod polygonal;
mod problem;
mod search;
mod spinning;
mod tangent_basis;
pub mod target_velocity;

pub(crate) use ball::{friction_at, solve as on_ball};
pub use problem::{Contact, Friction, Method, ROWS, SPINNING_ROWS, SpinningContact, Step, System};
pub use spinning::advance_spinning;
pub use target_velocity::{Approach, SLOW, TargetVelocity, aim, time_to_touch};

use crate::rigid::Fault;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim};

/// One step.
///
/// `P` is the size of the polygonal problem: `Dyn`, or `Const<N>` with N ≥ contacts·(2 + sides); with `D` also a
/// `Const` nothing is allocated, but for several contacts with cones ([`Method::isotropic`]). The other laws do not use
/// it.
/// Errors, each by name: a matrix of another size than the velocities, not symmetric or not positive semidefinite, a
/// number that is not finite, μ < 0, h, k_T, v_th, λ_N, sides or passes outside their range, more contacts than rows, a
/// polygon too large for `P`.
pub fn advance<D: Dim, P: Dim>(system: &System<D>, contacts: &[Contact], method: &Method) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D> + Allocator<P> + Allocator<P, P> + Allocator<D, P>,
{
    let is_rounded = check::check(system, contacts, method)?;
    let step = match method.friction {
        Friction::Regularised { stiffness, threshold } => {
            let bristles = tangent_basis::RegularisedFriction { stiffness, threshold };
            let is_alone = contacts.len() == 1 && system.free.len() == ROWS;
            if method.isotropic && !contacts.is_empty() && !is_alone {
                on_cones::advance(system, contacts, bristles)?
            } else {
                by_bounds::advance(system, contacts, Some(bristles), method)?
            }
        }
        Friction::Box => by_bounds::advance(system, contacts, None, method)?,
        Friction::Polygonal { sides } => polygonal::advance::<D, P>(system, contacts, sides)?,
    };
    Ok(Step { is_rounded, ..step })
}
