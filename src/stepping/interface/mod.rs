//! The interface coupling: the unit knows how its contact point moves under a force, integrates the contact itself at
//! micro-steps, and returns the impulse as mean force and slope. Derived in docs/numerics.md steps 1 to 26; the page also
//! says where every constant of these files comes from.

mod advance;
mod answers;
mod cause;
mod contact_substate;
mod coupling_memory;
pub mod exponential;
pub(in crate::stepping) mod friction_step;
mod handback;
mod impact;
mod impact_friction;
pub mod impulse;
mod interval;
mod interval_run;
pub mod linear;
pub mod local;
mod middle_search;
mod moments;
pub mod normal;
mod observe;
mod options;
mod order;
mod outcome;
mod pace;
mod past;
pub mod pending_impulse;
mod port;
mod probe;
mod rest;
mod rigid;
mod rigid_forces;
mod rigid_impact;
mod rigid_problem;
mod safe;
mod sliding;
mod solved;
mod spatial;
mod spinning_impact;
pub(in crate::stepping) mod spring;
mod strike;
mod surplus;
pub(in crate::stepping) mod tangential;
mod whole;

use crate::physics::ContactFault;
pub use crate::stepping::changes::MOST_CHANGES;
pub use advance::{StepInput, advance};
pub use cause::{Cause, Likely};
pub use contact_substate::{ContactSubstate, StepEnd};
pub use coupling_memory::CouplingMemory;
pub use impulse::Mean;
pub use local::bears_moments;
pub use options::{Options, Order};
pub use order::DetectedOrder;
pub use outcome::Outcome;
pub(in crate::stepping) use pace::{SHRINKS, is_same};
pub use port::{Matrix3, Port, PredictedMotion, Turning, transported};
pub use rigid_forces::RigidForces;

pub use rigid_impact::LoweredRebound;
pub use spatial::Spatial;

/// Errors: a step of `h` [s] is so short that any impulse in it is 0, and the force that belongs to one infinite.
pub fn check_step_size(h: f64) -> Result<(), ContactFault> {
    let what = "the inverse of the step size h, which is far too small,";
    if (1.0 / (h * h)).is_finite() { Ok(()) } else { Err(ContactFault::Overflow { what }) }
}
