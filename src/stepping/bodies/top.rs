//! A rigid body under force and torque of a step.

use crate::physics::rotation::{Rotation, product, quaternion_of, turned_matrix};
use crate::physics::{Body, Matrix3, Quaternion, Vector3};
use crate::stepping::bodies::inverse_inertia::inverse;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::Told;
use crate::stepping::interface::Spatial;

/// How a rigid body turns.
pub struct Top {
    mass: f64,
    inertia: Matrix3<f64>,
    inverse: Matrix3<f64>,
    /// Mass centre in the body's frame [m]
    center: Vector3<f64>,
    /// Acceleration by loads other than contacts, without what its own turning adds [m/s², rad/s²]
    by_loads: Spatial,
}

impl Top {
    /// None of a body that does not turn.
    pub fn new(told: &Told, by_loads: Spatial) -> Option<Self> {
        if told.mass == 0.0 {
            return None;
        }
        let [xx, yy, zz, xy, xz, yz]: [f64; 6] = told.inertia.into();
        let inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        Some(Top { mass: told.mass, inertia, inverse: inverse(&told.inertia)?, center: told.center_of_mass, by_loads })
    }

    /// Where a body is after `h` [s] without contact: its mass centre on a parabola.
    pub fn flown(&self, from: &Body<f64>, h: f64) -> Body<f64> {
        self.led(from, &Returned::default(), h)
    }

    /// Where it is after `h` [s] under what it was handed.
    pub fn led(&self, from: &Body<f64>, under: &Returned, h: f64) -> Body<f64> {
        let omega = &from.angular_velocity;
        let faster = self.inverse * (under.torque.mean * h);
        let angle = h * (omega.dot(omega).sqrt() + faster.dot(&faster).sqrt());
        let (orientation, angular_velocity) = self.carried(from, under, angle, h);
        let arm = |orientation: &Quaternion<f64>| Rotation::of(orientation).of_vector(&self.center);
        let (before, after) = (arm(&from.orientation), arm(&orientation));
        let acceleration = self.by_loads.linear - before.cross(&self.by_loads.angular);
        let velocity = from.velocity + from.angular_velocity.cross(&before);
        let [by, aside] = [under.impulse(h), under.moment(h)].map(|of| of.linear / self.mass);
        let position = from.position + before + velocity * h + acceleration * (0.5 * h * h) + aside;
        Body {
            position: position - after,
            orientation,
            velocity: velocity + acceleration * h + by - angular_velocity.cross(&after),
            angular_velocity,
        }
    }

    pub fn inertia_at(&self, turn: &Rotation<f64>) -> Matrix3<f64> {
        turned_matrix(&self.inertia, |v| turn.of_vector(v))
    }

    /// ω̇ under a torque about the mass centre.
    fn acceleration(&self, turn: &Rotation<f64>, omega: &Vector3<f64>, torque: &Vector3<f64>) -> Vector3<f64> {
        let omega = turn.back(omega);
        let torque = turn.back(torque) - omega.cross(&(self.inertia * omega));
        turn.of_vector(&(self.inverse * torque)) + self.by_loads.angular
    }

    /// Angle by which the slope of what is returned bends the turning in `h` [s], about [rad].
    pub fn bent(&self, from: &Body<f64>, returned: &Returned, h: f64) -> f64 {
        let turn = Rotation::of(&from.orientation);
        let slope = returned.torque.slope - turn.of_vector(&self.center).cross(&returned.force.slope);
        let bent = self.inverse * turn.back(&slope);
        bent.dot(&bent).sqrt() * (h * h * h)
    }

    /// Orientation and ω after `h` [s] under what is returned, by the rule of Runge and Kutta of fourth order. `angle`: by which it will turn,
    /// about [rad], beside what a slope bends, |I⁻¹·τ̇|·h³; beyond MOST_PARTS times PART parts are longer.
    pub fn carried(
        &self,
        from: &Body<f64>,
        returned: &Returned,
        angle: f64,
        h: f64,
    ) -> (Quaternion<f64>, Vector3<f64>) {
        let angle = angle + self.bent(from, returned, h);
        // one also of what is no number, which is found out by what it makes
        let parts = if angle > PART { (angle / PART).ceil().min(MOST_PARTS) } else { 1.0 };
        let (mut orientation, mut omega) = (from.orientation, from.angular_velocity);
        let dt = h / parts;
        for start in 0..parts as u32 {
            let start = f64::from(start);
            let acceleration = |turned: &Vector3<f64>, omega: &Vector3<f64>, part: f64| {
                let turn = Rotation::of(&product(&quaternion_of(turned), &orientation));
                let t = (start + part) * dt - 0.5 * h;
                let force = returned.force.mean + returned.force.slope * t;
                let torque = returned.torque.mean + returned.torque.slope * t;
                self.acceleration(&turn, omega, &(torque - turn.of_vector(&self.center).cross(&force)))
            };
            // φ̇ = ω − ½·φ×ω + φ×(φ×ω)/12 of the rotation vector since the start
            let rate = |turned: &Vector3<f64>, omega: &Vector3<f64>| {
                let across = turned.cross(omega);
                omega - across * 0.5 + turned.cross(&across) / 12.0
            };
            let none = Vector3::zeros();
            let (r_1, a_1) = (rate(&none, &omega), acceleration(&none, &omega, 0.0));
            let (at, of) = (r_1 * (0.5 * dt), omega + a_1 * (0.5 * dt));
            let (r_2, a_2) = (rate(&at, &of), acceleration(&at, &of, 0.5));
            let (at, of) = (r_2 * (0.5 * dt), omega + a_2 * (0.5 * dt));
            let (r_3, a_3) = (rate(&at, &of), acceleration(&at, &of, 0.5));
            let (at, of) = (r_3 * dt, omega + a_3 * dt);
            let (r_4, a_4) = (rate(&at, &of), acceleration(&at, &of, 1.0));
            let turned = (r_1 + (r_2 + r_3) * 2.0 + r_4) * (dt / 6.0);
            orientation = product(&quaternion_of(&turned), &orientation);
            omega += (a_1 + (a_2 + a_3) * 2.0 + a_4) * (dt / 6.0);
        }
        (orientation, omega)
    }
}

/// Angle that one step of the integration passes [rad].
const PART: f64 = 0.005;
/// Most of them in a step: 1000 rad at full accuracy, in some 30 ms.
const MOST_PARTS: f64 = 2e5;
