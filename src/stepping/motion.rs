//! How the inputs move on inside a step.

use crate::physics::parameters::Pair;
use crate::physics::{Body, ContactFrame, Fault, Inputs, Parameters, Vector3, contact_frame, rotation};

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

    /// Contact frame after `tau` [s].
    pub fn frame(&self, tau: f64) -> Result<ContactFrame<f64>, Fault> {
        contact_frame(self.parameters, &self.inputs_at(tau), self.normal_rate())
    }

    /// Inputs after `tau` [s]: velocities linear in time, positions their exact integral, orientations turned by the integral
    /// of the angular velocity (exact while its direction stays, else with an error of third order).
    pub fn inputs_at(&self, tau: f64) -> Inputs<f64> {
        let mut at = self.inputs_without_penetration(tau);
        if self.parameters.settings.pair == Pair::External && tau > 0.0 {
            at.penetration = self.inputs.penetration + self.penetration_gained(tau, &at);
        }
        at
    }

    /// ∫ −v_r·n over [0, tau] by Simpson's rule: exact while v_r is linear and n quadratic in time.
    fn penetration_gained(&self, tau: f64, end: &Inputs<f64>) -> f64 {
        let middle = self.inputs_without_penetration(0.5 * tau);
        let rate = |at: &Inputs<f64>| {
            let n = at.contact_normal;
            -at.relative_velocity.dot(&n) / n.dot(&n).sqrt()
        };
        tau / 6.0 * (rate(self.inputs) + 4.0 * rate(&middle) + rate(end))
    }

    fn inputs_without_penetration(&self, tau: f64) -> Inputs<f64> {
        if tau == 0.0 {
            return *self.inputs;
        }
        let (now, rates) = (self.inputs, &self.rates.inputs);
        let contact_normal = if self.rates.normal_given {
            now.contact_normal + rates.contact_normal * tau
        } else {
            rotation::turned(&now.contact_normal, &turn(&now.body_j, &rates.body_j, tau))
        };
        Inputs {
            penetration: now.penetration,
            relative_velocity: now.relative_velocity + rates.relative_velocity * tau,
            contact_normal,
            contact_point: now.contact_point + rates.contact_point * tau,
            body_i: moved(&now.body_i, &rates.body_i, tau),
            body_j: moved(&now.body_j, &rates.body_j, tau),
        }
    }
}

/// Rotation vector ∫ω over [0, tau] [rad].
fn turn(now: &Body<f64>, rates: &Body<f64>, tau: f64) -> Vector3<f64> {
    (now.angular_velocity + rates.angular_velocity * (0.5 * tau)) * tau
}

fn moved(now: &Body<f64>, rates: &Body<f64>, tau: f64) -> Body<f64> {
    let phi = turn(now, rates, tau);
    Body {
        position: now.position + (now.velocity + rates.velocity * (0.5 * tau)) * tau,
        orientation: if phi == Vector3::zeros() {
            now.orientation
        } else {
            rotation::product(&rotation::quaternion_of(&phi), &now.orientation)
        },
        velocity: now.velocity + rates.velocity * tau,
        angular_velocity: now.angular_velocity + rates.angular_velocity * tau,
    }
}
