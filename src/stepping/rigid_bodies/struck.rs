//! Convex bodies that pass each other in a sub-step, and may be struck until then.

use crate::physics::{Vector3, damping};
use crate::stepping::bodies::MovingBody;
use crate::stepping::rigid_bodies::contacts::RigidContacts;
use crate::stepping::rigid_bodies::problem::Room;

impl Room {
    /// Notes two convex bodies that pass each other.
    pub(super) fn passes(&mut self, contact: usize) {
        if self.passed_count == self.passed.len() {
            self.passed.resize_vertically_mut((2 * self.passed_count).max(16), 0);
        }
        self.passed[self.passed_count] = contact;
        self.passed_count += 1;
    }

    /// Finds the bodies that may be struck in the sub-step, and those that such bodies pass; whether one that passes another one is among them.
    pub(super) fn find_struck(&mut self, contacts: &impl RigidContacts, bodies: &[MovingBody], h: f64) -> bool {
        for at in 0..self.point_count {
            let (point, pair) = (&self.points[at], contacts.bodies(self.belongs[at].contact));
            let [i, j] = [0, 1].map(|k| {
                let [velocity, _] = bodies[pair[k]].of_center();
                velocity.linear + velocity.angular.cross(&Vector3::from(point.arms[k]))
            });
            let closing = (j - i).dot(&Vector3::from(point.normal));
            if closing > damping::SLOWEST_IMPACT && point.gap < closing * h {
                pair.iter().for_each(|body| self.is_struck[*body] = self.moving[*body].is_some());
            }
        }
        let (mut any, mut grows) = (false, true);
        while grows {
            grows = false;
            for contact in self.passed.iter().take(self.passed_count) {
                let pair = contacts.bodies(*contact);
                if pair.iter().any(|body| self.is_struck[*body]) {
                    any = true;
                    for body in pair {
                        grows |= self.moving[body].is_some() && !self.is_struck[body];
                        self.is_struck[body] = self.moving[body].is_some();
                    }
                }
            }
        }
        any
    }
}
