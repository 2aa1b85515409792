//! What is remembered of a body from step to step: where the unit has led it, and what it was not handed yet (docs/numerics.md step 32).

use crate::physics::{Body, Quaternion, Vector3, rotation};
use crate::stepping::bodies::handed::{between, fit_torque};
use crate::stepping::bodies::inverse_inertia::InverseInertia;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::Told;
use crate::stepping::bodies::verified::Verified;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::Spatial;
use crate::stepping::interface::pending_impulse::PendingImpulse;
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
    /// Force and torque of the last step
    pub returned: Returned,
    pub verified: Verified,
}

saved!(BodyMemory { is_own, position, orientation, touched_throughout, pending, measured, h, returned, verified });

/// Poses far from the origin round to so much [m], [rad].
const ROUNDING: f64 = 1e-9;

/// Largest velocity by which own and measured pose come together, as a fraction of what the free acceleration makes in a step; the time
/// they take at small steps [s], and at large ones in steps.
const FRACTION: f64 = 0.1;
const TIME: f64 = 0.1;
const STEPS: f64 = 10.0;

fn size(of: &Vector3<f64>) -> f64 {
    of.dot(of).sqrt()
}

fn turned(orientation: &Quaternion<f64>, by: &Vector3<f64>) -> Quaternion<f64> {
    rotation::product(&rotation::quaternion_of(by), orientation)
}

impl BodyMemory {
    /// Where a measured body is for the unit: in its own pose, or where it would be with what it was not handed.
    pub fn place(&self, measured: &Body<f64>, y: &InverseInertia) -> Body<f64> {
        let by = y.response(&self.pending.impulse);
        let lacking = y.response(&self.pending.moment);
        let (position, orientation) = if self.is_own {
            (self.position, self.orientation)
        } else if lacking == Spatial::zero() {
            (measured.position, measured.orientation)
        } else {
            (measured.position + lacking.linear, turned(&measured.orientation, &lacking.angular))
        };
        Body {
            position,
            orientation,
            velocity: measured.velocity + by.linear,
            angular_velocity: measured.angular_velocity + by.angular,
        }
    }

    /// A pose that has jumped, beyond what the measured velocities explain, takes the own one along.
    pub fn jump(&mut self, measured: &Body<f64>) {
        if !self.is_own || self.h == 0.0 {
            return;
        }
        let Body { position, orientation, velocity, angular_velocity } = &self.measured;
        let by = measured.position - position - (velocity + measured.velocity) * (0.5 * self.h);
        if size(&by) > self.h * (size(velocity) + size(&measured.velocity)) + ROUNDING {
            self.position += by;
        }
        let expected = turned(orientation, &((angular_velocity + measured.angular_velocity) * (0.5 * self.h)));
        let by = between(&expected, &measured.orientation);
        if size(&by) > self.h * (size(angular_velocity) + size(&measured.angular_velocity)) + ROUNDING {
            self.orientation = turned(&self.orientation, &by);
        }
    }

    /// Velocity by which the own pose comes to the measured one in a step of `h` [s]:  u = clip(−δ/τ, ±FRACTION·|b|·H), τ = max(TIME,
    /// STEPS·H); of the turning the same at the radius of gyration.
    pub fn drift(&self, measured: &Body<f64>, y: &InverseInertia, free: &Spatial, h: f64) -> Spatial {
        let most = FRACTION * size(&free.linear) * h;
        let tau = TIME.max(STEPS * h);
        let clipped = |of: Vector3<f64>, most: f64| {
            let long = size(&of);
            if long > most { of * (most / long) } else { of }
        };
        // of a body that turns: by torque against by force
        let by_radius = (y.angular.trace() / y.linear.trace().max(f64::MIN_POSITIVE)).sqrt();
        Spatial {
            linear: clipped((measured.position - self.position) / tau, most),
            angular: clipped(between(&self.orientation, &measured.orientation) / tau, most * by_radius),
        }
    }

    /// After a step of `h` [s] from a measured body, which the contacts have led here.
    pub fn after(&mut self, told: &Told, measured: &Body<f64>, led: &MovingBody, how: HandBack, h: f64) {
        let ([impulse, moment], end) = (led.given(), &led.motion);
        let due = self.pending.after(&impulse, &moment, h);
        // the second half of what two steps settle belongs to a step of the same length
        let varies = self.h > 0.0 && (self.h - h).abs() > SAME * h;
        let how = if how == HandBack::TwoStep && varies { HandBack::Mean } else { how };
        let returned = due.returned(how, h);
        self.pending = returned.pending;
        self.is_own |= how == HandBack::Mean && due.impulse != Spatial::zero();
        (self.position, self.orientation) = (end.position, end.orientation);
        (self.measured, self.h) = (*measured, h);
        let [force, torque] = returned.forces(h);
        let mut returned = Returned { force, torque };
        if impulse != Spatial::zero() {
            fit_torque(&mut returned, measured, led, how, h);
        }
        if impulse != Spatial::zero() && how != HandBack::TwoStep {
            self.verified.hand(told, measured, led, &returned, h);
        }
        let Returned { force, torque } = &mut returned;
        (force.mean, torque.mean) = (force.returned(how, h), torque.returned(how, h));
        self.returned = returned;
    }
}

/// Lengths of steps within this part of them are the same.
const SAME: f64 = 1e-9;
