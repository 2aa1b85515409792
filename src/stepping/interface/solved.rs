//! What an interval comes to, by whichever method it was solved.

use crate::physics::Vector3;
use crate::stepping::Changes;
use crate::stepping::changes::MOST_CHANGES;
use crate::stepping::interface::rigid_impact::LoweredRebound;
use crate::stepping::interface::{ContactSubstate, Spatial};

/// What an interval gave.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub end: ContactSubstate,
    /// ∫f dt with the couple on body i [N·s, N·m·s], in world axes
    pub impulse: Spatial,
    /// ∫(H − τ)·f dt with the couple [N·s², N·m·s²], in world axes
    pub moment: Spatial,
    pub micro_steps: u32,
    pub capped: bool,
    /// In contact from end to end
    pub contact_throughout: bool,
    pub changes: Changes<MOST_CHANGES>,
    /// Energy by which a rigid contact has separated overlapping bodies [J]
    pub separation_work: f64,
    /// A rebound that would have gained energy
    pub lowered: Option<LoweredRebound>,
}

impl Solved {
    /// When the impulse of an impact acts, ∫τ·f_n dτ/∫f_n dτ [s] from the interval's start, if it is far from the middle of a step
    /// of `h` [s].
    pub fn centre_aside(&self, n: &Vector3<f64>, h: f64) -> Option<f64> {
        let impulse = n.dot(&self.impulse.linear);
        let centre = h - n.dot(&self.moment.linear) / impulse;
        let is_aside = impulse > 0.0 && (centre - 0.5 * h).abs() > ASIDE * h;
        is_aside.then(|| centre.clamp(ASIDE * h, h))
    }
}

/// Fraction of a step by which an impulse is beside its middle, where what turns has turned by so much less or more.
const ASIDE: f64 = 0.05;
