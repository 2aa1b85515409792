//! What is told of impacts and releases.

use super::Contact;
use super::short::Fixed;
use crate::fmi::model::Events;
use crate::physics::{Latch, damping};
use crate::stepping::ContactChange;

impl Contact {
    pub(super) fn report(
        &self,
        at: f64,
        contact: bool,
        penetration_rate: f64,
        latch: &Latch<f64>,
        events: &mut Events,
    ) {
        // a pose that jumps across the surface makes contact while departing, or breaks it while approaching
        let speed = if contact { penetration_rate } else { -penetration_rate }.max(0.0);
        if contact && speed == 0.0 {
            events(format_args!("contact at t = {} s without an impact", Fixed(at)));
        } else if contact {
            let restitution = if self.is_rigid() { damping::rigid_restitution } else { damping::effective_restitution };
            let e = restitution(&self.knowns.parameters.laws, latch.v_i);
            events(format_args!("impact at t = {} s, approach speed {} m/s, restitution {e}", Fixed(at), Fixed(speed)));
        } else {
            events(format_args!("release at t = {} s, rebound speed {} m/s", Fixed(at), Fixed(speed)));
        }
    }

    pub(super) fn report_changes(&self, time: f64, changes: &[ContactChange], latch: &Latch<f64>, events: &mut Events) {
        for (k, ContactChange { after, penetration_rate, contact }) in changes.iter().copied().enumerate() {
            let latch = Latch { v_i: penetration_rate, ..*latch };
            if contact && penetration_rate > 0.0 && self.is_rigid() && k + 1 == changes.len() {
                events(format_args!(
                    "contact at t = {} s, approach speed {} m/s, without a rebound",
                    Fixed(time + after),
                    Fixed(penetration_rate)
                ));
                continue;
            }
            self.report(time + after, contact, penetration_rate, &latch, events);
        }
    }
}
