//! How the inputs move on inside a step.

use crate::physics::kinematics::{Approach, approach_of};
use crate::physics::parameters::Pair;
use crate::physics::{Body, ContactFrame, Inputs, Parameters, Quaternion, Vector3, frame_of, geometry, rotation};

/// First derivatives of inputs as the host gave them. Those of velocities are accelerations; those of `relative_velocity`,
/// `contact_normal` and `contact_point` are used as they are; those of poses and penetration move with the velocities
/// instead and are not looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputRates {
    pub inputs: Inputs<f64>,
    /// Whether a rate of `contact_normal` was given; without one it turns with body j
    pub normal_given: bool,
}

impl Default for InputRates {
    fn default() -> Self {
        let inputs = Inputs { contact_normal: Vector3::zeros(), ..Inputs::default() };
        InputRates { inputs, normal_given: false }
    }
}

/// The motion of one step, as a function of the time since its start.
#[derive(Clone, Copy)]
pub struct Motion<'a> {
    pub parameters: &'a Parameters<f64>,
    pub inputs: &'a Inputs<f64>,
    pub rates: &'a InputRates,
}

impl Motion<'_> {
    /// Rate of the given normal, if the host gave one.
    pub fn normal_rate(&self) -> Option<Vector3<f64>> {
        self.rates.normal_given.then_some(self.rates.inputs.contact_normal)
    }

    /// Contact frame after `tau` [s]. The inputs of the start are in order ([`crate::physics::geometry::check`]); a given
    /// normal that passes through 0 on its way leaves a frame that is not finite.
    #[inline(never)]
    pub fn frame(&self, tau: f64) -> ContactFrame<f64> {
        frame_of(self.parameters, &self.seen_at(tau), self.normal_rate())
    }

    /// x [m] and ẋ [m/s] at the start.
    #[inline(never)]
    pub fn start(&self) -> Approach<f64> {
        approach_of(self.parameters, self.inputs, self.normal_rate())
    }

    /// x [m] and ẋ [m/s] after `tau` [s].
    pub fn approach(&self, tau: f64) -> Approach<f64> {
        approach_of(self.parameters, &self.seen_at(tau), self.normal_rate())
    }

    /// Inputs after `tau` [s]: velocities linear in time, positions their exact integral, orientations turned by the integral
    /// of the angular velocity (exact while its direction stays, else with an error of third order).
    pub fn inputs_at(&self, tau: f64) -> Inputs<f64> {
        let (now, seen) = (self.inputs, self.seen_at(tau));
        let oriented = |body: Body<f64>, now: &Body<f64>, rates: &Body<f64>| Body {
            orientation: turned(now, &angle(now, rates, tau)),
            ..body
        };
        let body_i = oriented(seen.body_i, &now.body_i, &self.rates.inputs.body_i);
        let body_j = oriented(seen.body_j, &now.body_j, &self.rates.inputs.body_j);
        match self.parameters.settings.pair {
            Pair::External => Inputs { body_i, body_j, ..seen },
            _ => Inputs { body_i, body_j, ..*now },
        }
    }

    /// What the geometry pair looks at after `tau` [s]; everything else stands at its start value. No input is copied as a
    /// block: a host has just stored its elements one by one, and a wide load would wait for them.
    #[inline(always)]
    pub fn seen_at(&self, tau: f64) -> Inputs<f64> {
        let (now, rates) = (self.inputs, &self.rates.inputs);
        let pair = self.parameters.settings.pair;
        let looks_at_i = geometry::looks_at_orientation_i(self.parameters);
        let body_i = moved(&now.body_i, &rates.body_i, tau, looks_at_i);
        let body_j = moved(&now.body_j, &rates.body_j, tau, geometry::looks_at_orientation_j(self.parameters));
        if pair != Pair::External {
            return Inputs { body_i, body_j, ..Inputs::default() };
        }
        Inputs {
            penetration: now.penetration + self.penetration_gained(tau),
            relative_velocity: self.relative_velocity_at(tau),
            contact_normal: self.normal_at(tau),
            contact_point: now.contact_point + rates.contact_point * tau,
            body_i,
            body_j,
        }
    }

    fn relative_velocity_at(&self, tau: f64) -> Vector3<f64> {
        self.inputs.relative_velocity + self.rates.inputs.relative_velocity * tau
    }

    fn normal_at(&self, tau: f64) -> Vector3<f64> {
        let (now, rates) = (self.inputs, &self.rates.inputs);
        if self.rates.normal_given {
            now.contact_normal + rates.contact_normal * tau
        } else {
            rotation::turned(&now.contact_normal, &angle(&now.body_j, &rates.body_j, tau))
        }
    }

    /// ∫ −v_r·n over [0, tau] by Simpson's rule: exact while v_r is linear and n quadratic in time.
    fn penetration_gained(&self, tau: f64) -> f64 {
        let rate = |t: f64| {
            let n = self.normal_at(t);
            -self.relative_velocity_at(t).dot(&n) / n.dot(&n).sqrt()
        };
        tau / 6.0 * (rate(0.0) + 4.0 * rate(0.5 * tau) + rate(tau))
    }
}

/// Rotation vector ∫ω over [0, tau] [rad].
fn angle(now: &Body<f64>, rates: &Body<f64>, tau: f64) -> Vector3<f64> {
    (now.angular_velocity + rates.angular_velocity * (0.5 * tau)) * tau
}

/// Orientation of a body turned by |φ| about φ [rad].
#[inline(always)]
fn turned(body: &Body<f64>, phi: &Vector3<f64>) -> Quaternion<f64> {
    if *phi == Vector3::zeros() {
        body.orientation
    } else {
        rotation::product(&rotation::quaternion_of(phi), &body.orientation)
    }
}

/// A body moved on by `tau` [s], and turned if somebody looks at its orientation.
#[inline(always)]
fn moved(now: &Body<f64>, rates: &Body<f64>, tau: f64, is_looked_at: bool) -> Body<f64> {
    let orientation = if is_looked_at { turned(now, &angle(now, rates, tau)) } else { Body::default().orientation };
    Body {
        position: now.position + (now.velocity + rates.velocity * (0.5 * tau)) * tau,
        orientation,
        velocity: now.velocity + rates.velocity * tau,
        angular_velocity: now.angular_velocity + rates.angular_velocity * tau,
    }
}
