//! A kinematic step before anybody keeps it.

use crate::physics::kinematics::Approach;
use crate::stepping::{ContactState, Exchange};

/// A step that was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tried {
    pub next: ContactState,
    pub exchange: Exchange,
    pub passed: Passed,
}

/// What a step that was tried brings beside the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passed {
    /// The approach at its start
    pub at: Approach<f64>,
    /// What the ledger lacks there [J]
    pub residual: f64,
    /// Impact speed of the contact there [m/s]
    pub v_i: f64,
    /// The bodies stand where the last step has taken them.
    pub stands: bool,
}
