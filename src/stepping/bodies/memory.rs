//! What is remembered of a body from step to step: where the unit has led it, and what it was not handed yet (docs/numerics.md step 32).

use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, Quaternion, Vector3};
use crate::stepping::bodies::ahead::{Interval, Start};
use crate::stepping::bodies::handed::{between, fit_torque};
use crate::stepping::bodies::inverse_inertia::InverseInertia;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::{StepBodyFault, Told};
use crate::stepping::bodies::verified::Verified;
use crate::stepping::coupling::{HandBack, MassSource};
use crate::stepping::interface::pending_impulse::PendingImpulse;
use crate::stepping::interface::{Spatial, is_same};
use crate::stepping::saved::saved;

/// A body between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyMemory {
    /// Whether the unit's own pose counts, and that pose
    pub is_own: bool,
    position: Vector3<f64>,
    orientation: Quaternion<f64>,
    /// Whether all its contacts that touch have touched throughout the last step
    pub touched_throughout: bool,
    /// What the contacts have given and the importer was not handed
    pending: PendingImpulse,
    /// As measured at the last step's start, and the length of that step [s]; 0 before the first
    measured: Body<f64>,
    h: f64,
    /// What it was told of its acceleration then [m/s², rad/s²]
    free: Spatial,
    /// Force and torque of the last step
    pub returned: Returned,
    pub verified: Verified,
    /// Whether the importer has ever asked for slopes of its force and torque
    pub are_slopes_read: bool,
    /// What it has not got of it in the step that is made, as that is shorter [N·s, N·m·s]
    late: Spatial,
}

saved!(BodyMemory { is_own, position, orientation, touched_throughout, pending, measured, h, free, returned, verified, are_slopes_read } beside { late });

/// Poses far from the origin round to so much [m], [rad].
const ROUNDING: f64 = 1e-9;

/// Largest velocity by which own and measured pose come together, as a fraction of what the free acceleration makes in a step; the time
/// they take at small steps [s], and at large ones in steps.
const FRACTION: f64 = 0.1;
const TIME: f64 = 0.1;
const STEPS: f64 = 10.0;

/// Share of what a change of the acceleration makes of the velocity in a step by which that may be another than if it had changed evenly.
const EVENLY: f64 = 0.25;

fn size(of: &Vector3<f64>) -> f64 {
    of.dot(of).sqrt()
}

fn turned(orientation: &Quaternion<f64>, by: &Vector3<f64>) -> Quaternion<f64> {
    rotation::product(&rotation::quaternion_of(by), orientation)
}

impl BodyMemory {
    /// Where a measured body is for the unit: in its own pose, or where it would be with what it was not handed. The measured velocity is that of its mass centre in
    /// any pose; the origin of its frame has v + ω×(c − c'), with c and c' to the mass centre as it is measured and as it is turned for the unit.
    pub fn place(&self, measured: &Body<f64>, y: &InverseInertia, told: &Told) -> Body<f64> {
        let by = y.response(&self.pending.impulse);
        let lacking = y.response(&self.pending.moment);
        let (position, orientation) = if self.is_own {
            (self.position, self.orientation)
        } else if lacking == Spatial::zero() {
            (measured.position, measured.orientation)
        } else {
            (measured.position + lacking.linear, turned(&measured.orientation, &lacking.angular))
        };
        let mut velocity = measured.velocity + by.linear;
        if told.mass > 0.0 && orientation != measured.orientation {
            let [now, then] =
                [&measured.orientation, &orientation].map(|turn| Rotation::of(turn).of_vector(&told.center_of_mass));
            velocity += measured.angular_velocity.cross(&(now - then));
        }
        Body { position, orientation, velocity, angular_velocity: measured.angular_velocity + by.angular }
    }

    /// By which the acceleration of a body changes that no contact force moves: (a_k − a_(k−1))/H, where its velocities show that it has changed evenly in the
    /// last step, 0 where it has jumped (docs/numerics.md step 32) [m/s³, rad/s³].
    pub fn rate(&self, told: &Told, measured: &Body<f64>) -> Spatial {
        let evenly = |[then, now]: [Vector3<f64>; 2], seen: Vector3<f64>| {
            let (change, missed) = (now - then, seen - (then + now) * (0.5 * self.h));
            let is_even = size(&missed) < EVENLY * 0.5 * self.h * size(&change);
            if is_even { change / self.h } else { Vector3::zeros() }
        };
        let was = &self.measured;
        Spatial {
            linear: evenly([self.free.linear, told.free.linear], measured.velocity - was.velocity),
            angular: evenly([self.free.angular, told.free.angular], measured.angular_velocity - was.angular_velocity),
        }
    }

    /// Whether a body whose motion is given has gone with its velocities in the last step, but for what its acceleration may have changed by: then the pose that the
    /// unit has led it to may go on. A belt may have a velocity and stay where it is.
    pub fn goes_with_its_velocity(&self, told: &Told, measured: &Body<f64>) -> bool {
        let h = self.h;
        let may = |then: &Vector3<f64>, now: &Vector3<f64>| EVENLY * h * h * (size(then) + size(now)) + ROUNDING;
        let aside = self.aside(measured);
        size(&aside.linear) <= may(&self.free.linear, &told.free.linear)
            && size(&aside.angular) <= may(&self.free.angular, &told.free.angular)
    }

    /// By how much a body has gone and turned beside what its measured velocities explain since the last step [m, rad].
    fn aside(&self, measured: &Body<f64>) -> Spatial {
        let (was, half) = (&self.measured, 0.5 * self.h);
        let turn = (was.angular_velocity + measured.angular_velocity) * half;
        Spatial {
            linear: measured.position - was.position - (was.velocity + measured.velocity) * half,
            angular: between(&turned(&was.orientation, &turn), &measured.orientation),
        }
    }

    /// A pose that has jumped, beyond what the measured velocities explain, takes the own one along.
    pub fn jump(&mut self, measured: &Body<f64>) {
        if !self.is_own || self.h == 0.0 {
            return;
        }
        let Body { velocity, angular_velocity, .. } = &self.measured;
        let by = self.aside(measured);
        if size(&by.linear) > self.h * (size(velocity) + size(&measured.velocity)) + ROUNDING {
            self.position += by.linear;
        }
        if size(&by.angular) > self.h * (size(angular_velocity) + size(&measured.angular_velocity)) + ROUNDING {
            self.orientation = turned(&self.orientation, &by.angular);
        }
    }

    /// Velocity by which the own pose comes to the measured one in a step of `h` [s]:  u = clip(−δ/τ, ±FRACTION·|b|·H), τ = max(TIME,
    /// STEPS·H); of the turning the same at the radius of gyration. Of a body whose motion is given −δ/τ: its acceleration may be over.
    pub fn drift(&self, measured: &Body<f64>, y: &InverseInertia, free: &Spatial, h: f64) -> Spatial {
        let is_given = *y == InverseInertia::none();
        let most = if is_given { f64::INFINITY } else { FRACTION * size(&free.linear) * h };
        let tau = TIME.max(STEPS * h);
        let clipped = |of: Vector3<f64>, most: f64| {
            let long = size(&of);
            if long > most { of * (most / long) } else { of }
        };
        // of a body that turns: by torque against by force
        let by_radius =
            if is_given { 1.0 } else { (y.angular.trace() / y.linear.trace().max(f64::MIN_POSITIVE)).sqrt() };
        Spatial {
            linear: clipped((measured.position - self.position) / tau, most),
            angular: clipped(between(&self.orientation, &measured.orientation) / tau, most * by_radius),
        }
    }

    /// In parallel order: where a measured body is, and what it is told, when the interval of a step starts. It is moved by what it was
    /// handed last, the `whole` impulse by then; what that lacks at the step's end is pending.
    ///
    /// Errors: it has no orientation or inertia.
    pub fn lead(
        &mut self,
        told: &Told,
        source: MassSource,
        measured: &Body<f64>,
        how: HandBack,
        of: &Interval,
    ) -> Result<Start, StepBodyFault> {
        let Interval { lead, h, .. } = *of;
        let acting = self.returned.over(how, h);
        let is_even = self.h == 0.0 || is_same(self.h, h) && lead == h;
        let whole = if is_even { acting.impulse(h) } else { self.given(how) };
        let under = if is_even { acting } else { Returned::even(&whole, lead) };
        let seen = self.verified.corrected(told);
        let mut start = Start::led(measured, &seen, source, &under, lead)?;
        start.told = Told { free: start.told.free, ..*told };
        if acting.impulse(h) != Spatial::zero() {
            let mut then = MovingBody::new(measured, &seen, source)?;
            then.motion = if is_even { start.body } else { then.led_by(&acting, h) };
            self.verified.hand(told, measured, &then, &acting, h);
        }
        self.late = whole - acting.impulse(h);
        // nor will it be where the unit has led it
        self.is_own |= self.late != Spatial::zero();
        Ok(start)
    }

    /// Impulse of what it was handed last over a step like the last one.
    pub fn given(&self, how: HandBack) -> Spatial {
        self.returned.over(how, self.h).impulse(self.h)
    }

    /// Impulse that the contacts have given and the importer was not handed.
    pub fn pending_impulse(&self) -> Spatial {
        self.pending.impulse
    }

    /// A body that answers as another mass than told is where the unit has led it: what is measured may be deep in another.
    pub fn distrust(&mut self) {
        self.is_own = true;
    }

    /// Takes this place for its own.
    pub fn settle(&mut self, place: &Body<f64>) {
        self.is_own = true;
        (self.position, self.orientation) = (place.position, place.orientation);
    }

    /// How a force is handed back that is `set` to be: the mean alone, if there has been a step and nobody has asked for the slope since then.
    pub fn hand_back(&self, set: HandBack, is_stepped: bool) -> HandBack {
        let has_slope = matches!(set, HandBack::Line | HandBack::MeanAndSlope);
        if has_slope && is_stepped && !self.are_slopes_read { HandBack::Mean } else { set }
    }

    /// What it was handed last is held as a constant, without the slope: it lacks what that would have given, and is not where the unit has led it.
    pub fn without_slope(&mut self, how: HandBack) {
        let Returned { force, torque } = &mut self.returned;
        let none = Vector3::zeros();
        if [force.slope, torque.slope] == [none; 2] {
            return;
        }
        let lacking = match how {
            HandBack::Line => [force.slope, torque.slope].map(|slope| slope * (0.5 * self.h * self.h)),
            HandBack::Mean | HandBack::MeanAndSlope | HandBack::TwoStep => [none; 2],
        };
        (force.slope, torque.slope) = (none, none);
        let [linear, angular] = lacking;
        self.pending.impulse += Spatial { linear, angular };
        self.is_own = true;
        self.verified.forget();
    }

    /// Whether what it is handed back and what is kept of it are finite.
    pub fn is_finite(&self) -> bool {
        let Returned { force, torque } = &self.returned;
        let returned = force.mean.sum() + force.slope.sum() + torque.mean.sum() + torque.slope.sum();
        (returned + self.pending.impulse.sum() + self.pending.moment.sum()).is_finite()
    }

    /// After a step from a measured body, which the contacts have led from its start to here.
    pub fn after(
        &mut self,
        start: &Start,
        (told, measured): (&Told, &Body<f64>),
        led: &MovingBody,
        how: HandBack,
        of: &Interval,
    ) {
        let (h, end) = (of.h, &led.motion);
        let [impulse, moment] = led.given();
        self.pending.impulse += self.late;
        let due = self.pending.after(&impulse, &(moment * of.stretch()), h);
        let returned = if of.varies() {
            // what lasts belongs to every step by its length
            let load = if self.touched_throughout { impulse * of.stretch() } else { Spatial::zero() };
            let load = if load.dot(&load) > due.impulse.dot(&due.impulse) { due.impulse } else { load };
            self.is_own |= due.impulse != Spatial::zero();
            due.spread(&load, h, of.longest)
        } else {
            // the second half of what two steps settle belongs to a step of the same length
            let varies = self.h > 0.0 && !is_same(self.h, h);
            let how = if how == HandBack::TwoStep && varies { HandBack::Mean } else { how };
            self.is_own |= how == HandBack::Mean && due.impulse != Spatial::zero();
            due.returned(how, h)
        };
        self.pending = returned.pending;
        (self.position, self.orientation) = (end.position, end.orientation);
        (self.measured, self.h) = (*measured, h);
        self.free = told.free;
        let [force, torque] = returned.forces(h);
        let mut returned = Returned { force, torque };
        if impulse != Spatial::zero() && !of.varies() {
            let how = if self.is_own && how != HandBack::TwoStep { HandBack::Mean } else { how };
            fit_torque(&mut returned, &start.body, led, how, h);
        }
        if of.is_parallel {
            self.verified.lead(&start.told, led);
        } else if how == HandBack::TwoStep && returned.impulse(h) != Spatial::zero() {
            // the importer leads it to another place than the contacts
            let mut then = *led;
            then.motion = *measured;
            then.motion = then.led_by(&returned, h);
            self.verified.hand(&start.told, measured, &then, &returned, h);
            self.verified.lead(&start.told, led);
        } else if how != HandBack::TwoStep && impulse != Spatial::zero() {
            self.verified.hand(&start.told, measured, led, &returned, h);
        }
        let Returned { force, torque } = &mut returned;
        (force.mean, torque.mean) = (force.returned(how, h), torque.returned(how, h));
        self.returned = returned;
    }
}
