//! A step of a system of rigid bodies with any number of contacts, without geometry: points, normals and gaps are given.
//!
//! Over a step of length h all contacts keep points, normals and arms. First come the impacts, in the order of their
//! times, then lasting contact as one problem with cones in the velocities at the end ([`Stepper::advance`],
//! docs/numerics.md step 34). SI units.
//!
//! # Signs
//! As in [`crate::rigid`]: normals point from body 2 to body 1, u_n > 0 while they separate, impulses act on body 1.

mod adjacency;
mod check;
mod closing;
mod impacts;
mod islands;
mod lasting;
mod motion;
mod problem;
mod stepper;
mod work;

pub use problem::{Body, Contact, Held, Law, Outcome, Stepped};
pub use stepper::Stepper;
