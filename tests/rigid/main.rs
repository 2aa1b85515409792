//! Rigid bodies in contact: impacts, complementarity problems, time stepping.

mod accelerations;
#[path = "../common/mod.rs"]
mod common;
mod complementarity;
mod cones;
mod impact;
mod multibody;
mod time_stepping;
