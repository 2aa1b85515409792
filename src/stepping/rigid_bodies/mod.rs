//! The bodies of a system in a step of time stepping: all contacts as rigid, all their points as one problem (docs/numerics.md step 37).

mod booking;
mod contacts;
mod jacobian;
mod meeting;
mod outcome;
mod problem;
mod step;
mod struck;

pub use contacts::{PointForce, Remembered, RigidContacts};
pub use outcome::{RigidOutcome, RigidStepFault};
pub use step::RigidBodiesStep;
