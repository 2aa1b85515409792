//! What the inputs show of how the importer has wired them.

use super::notices::{Notices, Topic};
use crate::meet::{Geometry, Pair, Place};
use crate::physics::{Inputs, Vector3};
use crate::stepping::saved::saved;

/// What has been seen until now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wiring {
    /// Somebody has set `penetration`.
    pub is_penetration_set: bool,
    /// Inputs have been looked at, and these were they.
    has_looked: bool,
    position_i: Vector3<f64>,
    position_j: Vector3<f64>,
    penetration: f64,
    /// How often the position had moved with a velocity of 0
    still_i: Count,
    still_j: Count,
    still: Count,
    /// How often positions had moved with a penetration of 0
    untouched: Count,
}

saved!(Wiring {
    is_penetration_set,
    has_looked,
    position_i,
    position_j,
    penetration,
    still_i,
    still_j,
    still,
    untouched
});

/// How often something missing was noticed; [`Count::WIRED`] as soon as it has been there.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Count {
    times: u8,
}

saved!(Count { times });

impl Count {
    const WIRED: Count = Count { times: u8::MAX };

    /// Whether it is missing this time and has been missing so often that it is not wired.
    fn misses(&mut self, is_there: bool, is_needed: impl FnOnce() -> bool, enough: u8) -> bool {
        if is_there {
            *self = Count::WIRED;
        } else if self.times < enough && is_needed() {
            self.times += 1;
            return self.times == enough;
        }
        false
    }
}

/// Steps in which something must be missing until it is said: a pose that is set anew now and then is no motion.
pub(super) const STEPS_TO_TELL: u8 = 5;

/// Part of 1 m and of its own length by which a position must change to have moved [1]: thousands of roundings.
const MOVED: f64 = 1e-12;

fn has_moved(now: &Vector3<f64>, before: &Vector3<f64>) -> bool {
    // the ground stays where it is
    if now == before {
        return false;
    }
    let by = now - before;
    by.dot(&by) > MOVED * MOVED * (1.0 + now.dot(now))
}

/// Part of the radius of the sphere by which bodies may overlap at the start [1].
const DEEP: f64 = 0.1;

impl Wiring {
    /// Looks at the inputs of a step, or of an event. `enough`: how often something must be missing.
    pub fn look(&mut self, geometry: &Geometry<f64>, inputs: &Inputs<f64>, enough: u8, notices: &mut Notices) {
        let Inputs { penetration: x, relative_velocity: v_r, body_i: i, body_j: j, .. } = inputs;
        let zero = Vector3::zeros();
        let moves_i = || self.has_looked && has_moved(&i.position, &self.position_i);
        let moves_j = || self.has_looked && has_moved(&j.position, &self.position_j);
        if geometry.is_given() {
            let approaches = || self.has_looked && (x - self.penetration).abs() > MOVED * (1.0 + x.abs());
            if self.still.misses(*v_r != zero, approaches, enough) {
                notices.raise(Topic::NoRelativeVelocity, []);
            }
            // a penetration cut off at 0 is wired, and so is the velocity beside it
            let is_wired = *x != 0.0 || self.is_penetration_set && *v_r != zero;
            if self.untouched.misses(is_wired, || moves_i() || moves_j(), enough) {
                notices.raise(Topic::NoPenetration, []);
            }
        } else {
            if *x != 0.0 {
                notices.raise(Topic::UnusedPenetration, []);
            }
            if self.still_i.misses(i.velocity != zero, moves_i, enough) {
                notices.raise(Topic::NoVelocityI, []);
            }
            if self.still_j.misses(j.velocity != zero, moves_j, enough) {
                notices.raise(Topic::NoVelocityJ, []);
            }
        }
        (self.position_i, self.position_j, self.penetration) = (i.position, j.position, *x);
        self.has_looked = true;
    }

    /// Looks at the penetration x of the start [m], of a system's contact if `is_member`: its shapes are no parameters of a pair.
    pub fn look_at_start(place: &Place<f64>, x: f64, is_member: bool, notices: &mut Notices) {
        let (pair, size) = (place.geometry.settings.pair, place.size());
        if size.is_some_and(|size| x > DEEP * size) {
            let size = size.unwrap_or_default();
            let look = match pair {
                _ if is_member => 2.0,
                Pair::SpherePlane => 1.0,
                Pair::External
                | Pair::SphereSphere
                | Pair::SphereInCylinder
                | Pair::SphereOnCylinder
                | Pair::SphereInSphere => 0.0,
            };
            notices.raise(Topic::DeepStart, [x, size, look]);
        }
    }

    /// Positions of both bodies that were last looked at [m].
    pub fn positions(&self) -> [Vector3<f64>; 2] {
        [self.position_i, self.position_j]
    }
}
