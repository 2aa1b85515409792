//! The bodies of a system in a communication step of interface coupling: how each moves under forces at the origin of its frame.

pub mod inverse_inertia;
pub mod step_body;

pub use inverse_inertia::{InverseInertia, MassFault};
pub use step_body::{StepBody, Told};
