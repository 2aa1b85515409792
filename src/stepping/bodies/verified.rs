//! Whether a body answers to what it is handed as it would with the mass that is told (docs/numerics.md step 33).

use crate::physics::rotation::Rotation;
use crate::physics::{Body, Symmetric, Vector3};
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::Told;
use crate::stepping::interface::Spatial;
use crate::stepping::saved::saved;

/// What is remembered of a body to see its mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verified {
    /// What was told, and by how much mass and inertia are seen to be larger
    mass: f64,
    inertia: Symmetric<f64>,
    factors: [f64; 2],
    /// Velocity of the mass centre and of turning that it should have after the last step, and would have had without contacts
    expected: Spatial,
    free: Spatial,
    /// Impulse at the mass centre that it was handed
    handed: Spatial,
    /// Change of velocity from which on it is seen [m/s]; 0: nothing was handed
    least: f64,
    /// In parallel order, where the unit has led it, one step ahead; in two steps, with all that it is yet to be handed: velocity of the mass
    /// centre and of turning
    led: Spatial,
}

saved!(Verified { mass, inertia, factors, expected, free, handed, least, led });

impl Default for Verified {
    fn default() -> Self {
        let none = Spatial::zero();
        Verified {
            mass: 0.0,
            inertia: Symmetric::zeros(),
            factors: [1.0; 2],
            expected: none,
            free: none,
            handed: none,
            least: 0.0,
            led: none,
        }
    }
}

/// Another mass than told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenMass {
    /// [kg]
    pub mass: f64,
    /// Inertia by that which is told
    pub inertia: f64,
    /// Energy of motion that the body has beyond that of the contacts' work [J]
    pub gained: f64,
    /// By how much the velocity of its mass centre and of turning is not as expected
    pub missed: Spatial,
}

/// Velocity of the mass centre, and of turning.
fn at_center(told: &Told, body: &Body<f64>) -> Spatial {
    let arm = Rotation::of(&body.orientation).of_vector(&told.center_of_mass);
    Spatial { linear: body.velocity + body.angular_velocity.cross(&arm), angular: body.angular_velocity }
}

/// An impulse about the origin of the frame, about the mass centre.
fn handed(told: &Told, body: &Body<f64>, impulse: &Spatial) -> Spatial {
    let arm = Rotation::of(&body.orientation).of_vector(&told.center_of_mass);
    Spatial { linear: impulse.linear, angular: impulse.angular - arm.cross(&impulse.linear) }
}

impl Verified {
    /// What is told, with the mass and inertia that are seen.
    pub fn corrected(&self, told: &Told) -> Told {
        let [mass, inertia] = if self.is_of(told) { self.factors } else { [1.0; 2] };
        Told { mass: told.mass * mass, inertia: told.inertia * inertia, ..*told }
    }

    fn is_of(&self, told: &Told) -> bool {
        told.mass == self.mass && told.inertia == self.inertia
    }

    /// Remembers what a `measured` body was handed over `h` [s], and where the contacts have `led` it.
    pub fn hand(&mut self, told: &Told, measured: &Body<f64>, led: &MovingBody, returned: &Returned, h: f64) {
        if !self.is_of(told) {
            *self = Verified { mass: told.mass, inertia: told.inertia, ..Verified::default() };
        }
        self.least = 0.0;
        let Some(top) = led.top() else { return };
        let impulse = handed(told, measured, &returned.impulse(h));
        let least = IMPACT * (GRAVITY + size(&told.free.linear)) * h + SHARE * size(&measured.velocity);
        if self.is_slight(told, measured, led, &impulse, least, h) {
            return;
        }
        self.expected = at_center(told, &led.motion);
        self.free = at_center(told, &top.flown(measured, h));
        (self.handed, self.least) = (impulse, least);
    }

    /// Whether an impulse at the mass centre changes the motion for certain by less than what shows a mass, as a load at rest does.
    fn is_slight(
        &self,
        told: &Told,
        measured: &Body<f64>,
        led: &MovingBody,
        impulse: &Spatial,
        least: f64,
        h: f64,
    ) -> bool {
        let turned = size(&(led.inverse_inertia.angular * impulse.angular));
        let speed = size(&measured.angular_velocity) + h * size(&told.free.angular) + turned;
        // by its own turning a body may gain as much again, while that is little in a step
        let uneven = led.inverse_inertia.angular.trace() * self.factors[1] * trace(told);
        h * speed * uneven < LITTLE
            && size(&impulse.linear) < LITTLE * least * self.factors[0] * told.mass
            && turned < LITTLE * least_turn(told, least)
    }

    /// What it was handed last shows no mass.
    pub fn forget(&mut self) {
        self.least = 0.0;
    }

    /// Compares with how the body moves now. The answer: another mass than it was taken for. Other loads that were not told are no mass: only
    /// what changes the velocity more than they, and along the impulse, counts.
    pub fn compare(&mut self, told: &Told, measured: &Body<f64>) -> Option<SeenMass> {
        if !(self.least > 0.0 && self.is_of(told)) {
            return None;
        }
        let now = at_center(told, measured);
        let answers = [
            answer(&(self.expected.linear - self.free.linear), &(now.linear - self.free.linear), self.least),
            answer(
                &(self.expected.angular - self.free.angular),
                &(now.angular - self.free.angular),
                least_turn(told, self.least),
            ),
        ];
        let missed = now - self.expected;
        let gained = 0.5 * self.handed.dot(&missed);
        self.least = 0.0;
        if answers == [None; 2] {
            return None;
        }
        for (factor, answer) in self.factors.iter_mut().zip(answers) {
            *factor /= answer.unwrap_or(1.0);
        }
        let [mass, inertia] = self.factors;
        Some(SeenMass { mass: told.mass * mass, inertia, gained, missed })
    }

    /// Where the unit has led the body: ahead, in parallel order, or with what it was not handed yet.
    pub fn lead(&mut self, told: &Told, led: &MovingBody) {
        self.led = at_center(told, &led.motion);
    }

    /// What a body gains beside that by an `impulse` that was on its way when its mass was seen, in parallel order or in the second of two steps,
    /// and leads it from `measured` to `then` [J]: ½·P·(`missed` + v_then − v_led).
    pub fn gained_ahead(
        &self,
        told: &Told,
        [measured, then]: [&Body<f64>; 2],
        impulse: &Spatial,
        missed: &Spatial,
    ) -> f64 {
        let missed = *missed + (at_center(told, then) - self.led);
        0.5 * handed(told, measured, impulse).dot(&missed)
    }
}

fn size(of: &Vector3<f64>) -> f64 {
    of.dot(of).sqrt()
}

/// Trace of the inertia that is told [kg·m²].
fn trace(told: &Told) -> f64 {
    told.inertia[0] + told.inertia[1] + told.inertia[2]
}

/// Change of the angular velocity that belongs to one of the velocity [m/s], at the radius of gyration [rad/s].
fn least_turn(told: &Told, least: f64) -> f64 {
    let gyration = trace(told) / (3.0 * told.mass);
    least / gyration.sqrt().max(f64::MIN_POSITIVE)
}

/// By how much a velocity has changed more than expected; None: as expected, or this shows no mass.
fn answer(expected: &Vector3<f64>, seen: &Vector3<f64>, least: f64) -> Option<f64> {
    let square = expected.dot(expected);
    if square <= least * least {
        return None;
    }
    let ratio = expected.dot(seen) / square;
    let aside = seen - expected * ratio;
    let is_mass = aside.dot(&aside) <= ASIDE * ASIDE * square && ratio > 1.0 / MOST && ratio < MOST;
    (is_mass && (ratio - 1.0).abs() > DIFFERENT).then_some(ratio)
}

/// Loads that are not told are about as large as gravity [m/s²]; an impact is so many times as large, and changes the velocity by this share.
const GRAVITY: f64 = 9.81;
const IMPACT: f64 = 3.0;
const SHARE: f64 = 1e-3;

/// Share of that change which no impulse reaches that is slight, and of an angle in a step.
const LITTLE: f64 = 0.25;

/// Share of the change of velocity that may be aside of what is expected; by which it must differ to show another mass, and the largest
/// ratio of masses.
const ASIDE: f64 = 0.05;
const DIFFERENT: f64 = 0.01;
const MOST: f64 = 8.0;
