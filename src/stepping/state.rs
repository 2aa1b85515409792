//! What a contact remembers from one step to the next.

use crate::physics::{Latch, State};
use crate::stepping::MissedSlip;

/// Everything that survives from one step to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactState {
    pub continuous: State<f64>,
    pub latch: Latch<f64>,
    /// Energy stored at the end of the last step [J]
    pub stored: f64,
    /// Work of the importer by which a parameter, in interface coupling also the measured pose, changed the stored energy
    /// between steps [J]
    pub importer_work: f64,
    /// The bodies touched at the end of the last step and were separating
    pub separating: bool,
    /// Slip that the bristles have missed, to be made up for in the next step
    pub missed: MissedSlip,
}
