//! What survives a step beside the state of the contact (docs/numerics.md step 18).

use crate::stepping::interface::answers::{EnergyBalance, PulseProgress, ResponseCheck};
use crate::stepping::interface::cause::Evidence;
use crate::stepping::interface::pending_impulse::PendingImpulse;
use crate::stepping::interface::rigid_forces::RigidForces;
use crate::stepping::interface::{ContactSubstate, Order, Spatial};
use crate::stepping::saved::saved;

/// Everything beside [`crate::stepping::ContactState`] that survives a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CouplingMemory {
    /// The unit goes on from its own penetration
    pub(crate) own: bool,
    /// That penetration [m]
    pub(crate) penetration: f64,
    /// The last step was in contact from end to end
    pub(crate) contact_throughout: bool,
    /// Impulse on body i returned last, with its couple [N·s, N·m·s]
    pub(crate) returned_impulse: Spatial,
    /// The one returned before it, which parallel order has applied by the next step's start
    pub(crate) returned_impulse_before: Spatial,
    /// What the contact has given and is yet to be returned
    pub(crate) pending: PendingImpulse,
    /// By which the contact was ahead of the bodies at the last step's end, in parallel order [s]
    pub(crate) lead: f64,
    /// Longest step of late [s]
    pub(crate) longest: f64,
    /// Order that the answers have shown; None before the first
    pub(crate) found: Option<Order>,
    /// The last one that they have shown beyond doubt
    pub(crate) shown: Option<Order>,
    /// The pulse that asks for it and for the mass
    pub(crate) pulse: PulseProgress,
    /// v_r and ω measured at the last step's start [m/s, rad/s]
    pub(crate) v_r: Spatial,
    /// x measured there [m]
    pub(crate) x: f64,
    /// Distance by which mean and slope move x otherwise than the mean alone, for both returned impulses [m]
    pub(crate) bend: f64,
    pub(crate) bend_before: f64,
    /// By how much normal and arms were to turn in the last step [rad]
    pub(crate) turning_angle: f64,
    /// Length of the last step [s]; 0 before the first
    pub(crate) h: f64,
    /// b and b_w as given in the last step, else their estimate [m/s², rad/s²]
    pub(crate) b: Spatial,
    /// By how much b missed the acceleration along n in the last step without a force [m/s²]
    pub(crate) unexplained_acceleration: f64,
    /// Measured fraction of W; 0 until it is measured
    pub(crate) factor: f64,
    /// Steps until the answer to a probe can be read; 0: there is none
    pub(crate) waiting: u8,
    /// Where the interval of the probe started
    pub(crate) snapshot: ContactSubstate,
    /// Length of what is to be repeated from there [s]
    pub(crate) span: f64,
    /// Of a rigid contact
    pub(crate) rigid_forces: RigidForces,
    /// How the body has responded
    pub(crate) check: ResponseCheck,
    /// Energy that has come out of the contact
    pub(crate) balance: EnergyBalance,
    /// What the answers of late say of the causes
    pub(crate) evidence: Evidence,
}

saved!(CouplingMemory {
    own,
    penetration,
    contact_throughout,
    returned_impulse,
    returned_impulse_before,
    pending,
    lead,
    longest,
    found,
    shown,
    pulse,
    v_r,
    x,
    bend,
    bend_before,
    turning_angle,
    h,
    b,
    unexplained_acceleration,
    factor,
    waiting,
    snapshot,
    span,
    rigid_forces,
    check,
    balance,
    evidence,
});

impl CouplingMemory {
    /// Of a rigid contact in the last step, nothing before the first.
    pub fn rigid_forces(&self) -> RigidForces {
        self.rigid_forces
    }

    /// Other masses are told than those by which answers were judged until now.
    pub fn forget_mass(&mut self) {
        self.factor = 0.0;
        (self.check, self.evidence) = (ResponseCheck::default(), Evidence::default());
        self.balance.lighter = self.balance.lighter.min(1.0);
    }

    /// By how much normal and arms were to turn in the last step [rad].
    pub fn turning_angle(&self) -> f64 {
        self.turning_angle
    }
}
