//! Steps of the contact under a motion that is given.

#[path = "../common/mod.rs"]
mod common;
mod coupling;
mod crossings;
mod dips;
mod inverse_mass;
mod long_steps;
mod order;
mod relatch;
mod slow_reversals;
mod steady;
mod step_motion;
mod turning;
