//! How a step of the interface coupling is taken, and when the importer applies its force.

use crate::stepping::coupling::HandBack;
use crate::stepping::saved::saved;

/// When the importer applies the force that is returned to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The unit steps first, the importer applies the force on the same interval.
    #[default]
    Sequential,
    /// All units step at once: the importer applies the force on the next interval.
    Parallel,
}

saved!(Order: Sequential | Parallel);

/// How a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// None: what the bodies' answers show; sequential where b is not known
    pub order: Option<Order>,
    pub hand_back: HandBack,
    /// Maximum number of micro-steps in one step, ≥ 1; beyond, they become larger. A step that a probe repeats has as many again
    pub max_micro_steps: u32,
    /// Whether [`Port::b`](super::Port::b) and [`Turning::b`](super::Turning::b) are given; otherwise they are estimated from the
    /// measured velocities
    pub b_known: bool,
    /// Whether [`Port::w`](super::Port::w) is trusted; otherwise a pulse before the first impact measures it, or that impact, if b is
    /// given
    pub mass_known: bool,
}
