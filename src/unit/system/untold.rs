//! Accelerations of bodies that neither what is told of them nor the contacts explain: gravity that is missing in freeAcceleration, or another mass. The
//! forces of a step are made for the motion that is told, so that bodies sink into each other meanwhile.

use super::scene::SceneBody;
use crate::fmi::model::Events;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Vector3};
use crate::stepping::bodies::{Returned, Told};
use crate::stepping::saved::saved;

/// What is remembered of a body to see it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Untold {
    /// Of the mass centre at the start of the last step [m/s]
    velocity: Vector3<f64>,
    /// Acceleration that it should have had over that step [m/s²]
    expected: Vector3<f64>,
    /// Part of it that is not told [m/s²], of late
    missing: Vector3<f64>,
    /// In how many steps, one after the other
    count: u8,
    is_said: bool,
}

saved!(Untold { velocity, expected, missing, count, is_said });

/// Acceleration that may be missing [m/s²], a tenth of gravity, and the share of that by forces: masses that differ by less show in impacts.
const LEAST: f64 = 1.0;
const SHARE: f64 = 0.2;

/// Steps in a row in which it must be missing: velocities that are set anew are gone after one.
const STEPS: u8 = 5;

impl Untold {
    /// Looks at how a body has moved since the start of the last step, of `last` [s], 0 if there was none, and remembers what it should do in this one
    /// under the `acting` force and torque. The answer: whether there is something to say.
    pub fn look(&mut self, body: &Body<f64>, told: &Told, last: f64, acting: impl FnOnce() -> Returned) -> bool {
        let (omega, center) = (&body.angular_velocity, &told.center_of_mass);
        let arm = match *center == Vector3::zeros() {
            true => *center,
            false => Rotation::of(&body.orientation).of_vector(center),
        };
        let velocity = body.velocity + omega.cross(&arm);
        let missing = (velocity - self.velocity) / last - self.expected;
        // what a body that turns is told changes within the step
        let size = |v: &Vector3<f64>| v.dot(v).sqrt();
        let least = || LEAST + SHARE * size(&self.expected) + last * size(omega) * size(&told.free.linear);
        let is_missing = last > 0.0 && missing.dot(&missing) > LEAST * LEAST && size(&missing) > least();
        self.count = if is_missing { (self.count + 1).min(STEPS) } else { 0 };
        let free = told.free.linear + told.free.angular.cross(&arm) + omega.cross(&omega.cross(&arm));
        let by_force = if told.mass > 0.0 { acting().force.mean / told.mass } else { Vector3::zeros() };
        (self.missing, self.velocity, self.expected) = (missing, velocity, free + by_force);
        self.is_due()
    }

    fn is_due(&self) -> bool {
        self.count == STEPS && !self.is_said
    }

    /// Says it of a body, once.
    pub fn say(&mut self, SceneBody { name, mass, .. }: &SceneBody, say: &mut Events) {
        if !self.is_due() {
            return;
        }
        self.is_said = true;
        let missing = self.missing.dot(&self.missing).sqrt();
        let or = if mass.is_some() { ", or give it the mass that it has" } else { "" };
        say(format_args!(
            "{name}: it accelerates by {missing:.3} m/s2 more, or in another direction, than {name}.freeAcceleration and the contact forces explain: \
             not connected? wire gravity and the like to it{or}; bodies sink into each other meanwhile (said once)"
        ));
    }
}
