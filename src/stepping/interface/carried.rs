//! What survives a step beside the state of the contact (docs/numerics.md step 18).

use crate::stepping::interface::answers::{Asked, Given, Wary};
use crate::stepping::interface::cause::Evidence;
use crate::stepping::interface::held::Held;
use crate::stepping::interface::owed::Owed;
use crate::stepping::interface::{Inside, Order, Spatial};
use crate::stepping::saved::saved;

/// Everything beside [`crate::stepping::ContactState`] that survives a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carried {
    /// The unit goes on from its own penetration
    pub(crate) own: bool,
    /// That penetration [m]
    pub(crate) penetration: f64,
    /// The last step was in contact from end to end
    pub(crate) wholly: bool,
    /// Impulse on body i last sent, with its couple [N·s, N·m·s]
    pub(crate) sent: Spatial,
    /// The one sent before it, which parallel order has applied by the next step's start
    pub(crate) sent_before: Spatial,
    /// What the contact has given and the host is not yet handed
    pub(crate) owed: Owed,
    /// By which the contact was ahead of the bodies at the last step's end, in parallel order [s]
    pub(crate) lead: f64,
    /// Longest step of late [s]
    pub(crate) longest: f64,
    /// Order that the answers have shown; None before the first
    pub(crate) found: Option<Order>,
    /// The last one that they have shown beyond doubt
    pub(crate) shown: Option<Order>,
    /// The pulse that asks for it and for the mass
    pub(crate) asked: Asked,
    /// v_r and ω measured at the last step's start [m/s, rad/s]
    pub(crate) v_r: Spatial,
    /// x measured there [m]
    pub(crate) x: f64,
    /// Way by which mean and slope move x otherwise than the mean alone, for `sent` and `sent_before` [m]
    pub(crate) bend: f64,
    pub(crate) bend_before: f64,
    /// By how much normal and arms were to turn in the last step [rad]
    pub(crate) turning_angle: f64,
    /// Length of the last step [s]; 0 before the first
    pub(crate) h: f64,
    /// b and b_w as told in the last step, else their estimate [m/s², rad/s²]
    pub(crate) b: Spatial,
    /// By how much b missed the acceleration along n in the last step without a force [m/s²]
    pub(crate) stray: f64,
    /// Measured share of W; 0 until it is measured
    pub(crate) factor: f64,
    /// Steps until the answer to a probe can be read; 0: there is none
    pub(crate) waiting: u8,
    /// Where the interval of the probe started
    pub(crate) snapshot: Inside,
    /// Length of what is to be repeated from there [s]
    pub(crate) span: f64,
    /// What the last step of a rigid contact has left to the next one
    pub(crate) held: Held,
    /// How the body has answered
    pub(crate) wary: Wary,
    /// Energy that has come out of the contact
    pub(crate) given: Given,
    /// What the answers of late say of the causes
    pub(crate) evidence: Evidence,
}

saved!(Carried {
    own,
    penetration,
    wholly,
    sent,
    sent_before,
    owed,
    lead,
    longest,
    found,
    shown,
    asked,
    v_r,
    x,
    bend,
    bend_before,
    turning_angle,
    h,
    b,
    stray,
    factor,
    waiting,
    snapshot,
    span,
    held,
    wary,
    given,
    evidence,
});

impl Carried {
    /// What a rigid contact has left at the end of the last step: f_n and f_t on body i [N], nothing before the first.
    pub fn held(&self) -> Held {
        self.held
    }

    /// By how much normal and arms were to turn in the last step [rad].
    pub fn turning_angle(&self) -> f64 {
        self.turning_angle
    }
}
