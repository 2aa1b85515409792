//! The last impact as the importer's motion shows it, step by step (kinematic coupling).

use super::notices::{Notices, Topic};
use crate::physics::kinematics::Approach;
use crate::physics::stiffness::stiffness;
use crate::physics::{damping, normal};
use crate::stepping::saved::saved;
use crate::stepping::{ContactChange, Exchange};
use crate::unit::parameters::ContactParameters;

/// Steps per contact time below which an impact is not resolved. Measured on one impact with e = 0.5, four places of the onset
/// inside a step (`tests/unit/notices.rs`): at 10 steps |e_out − e| is 0.001 with drift, then kick, 0.006 with a ramp, 0.10 and
/// 0.36 with the held force of a sequential and a parallel master; at 3 steps 0.2 to 9 with any of them.
const LEAST_STEPS: f64 = 10.0;

/// Part of the approach speed by which the bodies may leave faster than with e times it [1]: at 20 steps per contact time and
/// e = 0.5 the force of a parallel master brings 0.061.
const MARGIN: f64 = 0.1;

/// What has been measured since the onset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ObservedImpact {
    /// Approach speed at the onset [m/s]; 0 before the first impact
    approach: f64,
    /// Impulse along the normal since then, as the importer applies it [N·s]
    impulse: f64,
    /// What the ledger lacked at the start of the step with the onset [J]
    residual: f64,
    /// The effective mass has been measured.
    is_measured: bool,
    /// The bodies have left.
    is_over: bool,
}

saved!(ObservedImpact { approach, impulse, residual, is_measured, is_over });

impl ObservedImpact {
    /// Whether there is an impact whose end has not been seen yet.
    #[inline]
    pub fn is_going_on(&self) -> bool {
        self.approach > 0.0 && !self.is_over
    }

    /// A step has begun, and so the motion that came out of the last one is known: `at`, and what the ledger lacks now [J].
    pub fn observe(
        &mut self,
        ContactParameters { laws, geometry, .. }: &ContactParameters<f64>,
        exchange: &Exchange,
        at: &Approach<f64>,
        residual: f64,
        notices: &mut Notices,
    ) {
        let (pushed, away) = (exchange.normal_impulse(), -at.penetration_rate);
        if !self.is_going_on() {
            return;
        }
        self.impulse += pushed;
        if self.impulse <= 0.0 {
            return;
        }
        let turned = self.approach + away;
        // Once half the approach is undone, gravity and the like count little beside the impact.
        if !self.is_measured && turned >= 0.5 * self.approach {
            self.is_measured = true;
            let stiffness = stiffness(laws, geometry.radius_for(laws));
            let lasts = normal::contact_time(&stiffness, self.impulse / turned, self.approach);
            if lasts < LEAST_STEPS * exchange.length() {
                notices.raise(Topic::LongStep, [self.approach, lasts, exchange.length()]);
            }
        }
        self.is_over = pushed <= 0.0 && at.penetration <= 0.0 && away > 0.0;
        if self.is_over && laws.settings.track_ledger && notices.is_quiet(Topic::Gain) {
            let e = damping::effective_restitution(laws, self.approach);
            let allowed = e * self.approach;
            let excess = 0.5 * self.impulse / turned * (away * away - allowed * allowed);
            let gained = self.residual - residual;
            // a body that something else pulls off gains nothing by the contact
            if away > allowed + MARGIN * self.approach && gained > 0.5 * excess {
                notices.raise(Topic::Gain, [away, self.approach, e, gained]);
            }
        }
    }

    /// A step has been made that has taken v_i from `before` to `after` [m/s]; `residual` is what the ledger lacked at its
    /// start [J].
    pub fn look(&mut self, changes: &[ContactChange], before: f64, after: f64, residual: f64) {
        let onset = changes.iter().rev().find(|change| change.contact && change.penetration_rate > 0.0);
        let relatched = (after != before).then_some(after);
        if let Some(approach) = onset.map(|change| change.penetration_rate).or(relatched) {
            *self = ObservedImpact { approach, residual, ..ObservedImpact::default() };
        }
    }
}
