//! A sphere under gravity.

use super::{Column, Plant, Port, Vector, Wire, vector};

/// I/(m·r²) of a homogeneous ball.
pub const SOLID: f64 = 0.4;
/// I/(m·r²) of a thin shell.
pub const SHELL: f64 = 2.0 / 3.0;

/// A sphere whose mass centre is in its middle as body i; its frame sits there. State: position, orientation (w, x, y, z), velocity,
/// angular velocity, in world axes, in this order also the inputs of the unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Mass [kg].
    pub mass: f64,
    /// Radius [m].
    pub radius: f64,
    /// Moment of inertia about any axis through the centre, over m·r² [1]: [`SOLID`], [`SHELL`] or anything in between.
    pub gyration: f64,
    /// Gravity [m/s²].
    pub gravity: Vector,
    /// Centre at the start [m].
    pub position: Vector,
    /// Velocity at the start [m/s].
    pub velocity: Vector,
    /// Angular velocity at the start [rad/s].
    pub angular_velocity: Vector,
}

const POSITION: usize = 0;
const ORIENTATION: usize = 3;
const VELOCITY: usize = 7;
const ANGULAR_VELOCITY: usize = 10;

impl Sphere {
    /// Moment of inertia about any axis through the centre [kg·m²].
    pub fn inertia(&self) -> f64 {
        self.gyration * self.mass * self.radius * self.radius
    }
}

impl Plant for Sphere {
    fn inputs(&self) -> &'static [Wire] {
        &[("positionI", 3), ("orientationI", 4), ("velocityI", 3), ("angularVelocityI", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("forceI", 3), ("torqueI", 3)]
    }

    fn start(&self) -> Vec<f64> {
        let (r, v, omega) = (self.position, self.velocity, self.angular_velocity);
        vec![r.x, r.y, r.z, 1.0, 0.0, 0.0, 0.0, v.x, v.y, v.z, omega.x, omega.y, omega.z]
    }

    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        let (velocity, omega) = (vector(state, VELOCITY), vector(state, ANGULAR_VELOCITY));
        let linear = vector(action, 0) / self.mass + self.gravity;
        let angular = vector(action, 3) / self.inertia();
        // q̇ = ½·(0, ω)·q with ω in world axes
        let (w, u) = (state[ORIENTATION], vector(state, ORIENTATION + 1));
        let (w_rate, u_rate) = (-0.5 * omega.dot(&u), (omega * w + omega.cross(&u)) * 0.5);
        rates[POSITION..ORIENTATION].copy_from_slice(velocity.as_slice());
        rates[ORIENTATION] = w_rate;
        rates[ORIENTATION + 1..VELOCITY].copy_from_slice(u_rate.as_slice());
        rates[VELOCITY..ANGULAR_VELOCITY].copy_from_slice(linear.as_slice());
        rates[ANGULAR_VELOCITY..].copy_from_slice(angular.as_slice());
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        inputs.copy_from_slice(state);
    }

    fn drive_rates(&self, _state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        input_rates.copy_from_slice(rates);
    }

    fn port(&self, _state: &[f64]) -> Port {
        Port { free_acceleration: self.gravity.into(), ..Port::default() }
    }

    fn masses(&self) -> Option<(f64, f64)> {
        Some((self.mass, self.inertia()))
    }

    fn gap_rate(&self, state: &[f64], normal: &Vector) -> f64 {
        vector(state, VELOCITY).dot(normal)
    }

    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let (velocity, omega) = (vector(state, VELOCITY), vector(state, ANGULAR_VELOCITY));
        let kinetic = 0.5 * self.mass * velocity.dot(&velocity) + 0.5 * self.inertia() * omega.dot(&omega);
        (kinetic, -self.mass * self.gravity.dot(&vector(state, POSITION)))
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("position_x", "m"),
            ("position_y", "m"),
            ("position_z", "m"),
            ("velocity_x", "m/s"),
            ("velocity_y", "m/s"),
            ("velocity_z", "m/s"),
            ("angularVelocity_x", "rad/s"),
            ("angularVelocity_y", "rad/s"),
            ("angularVelocity_z", "rad/s"),
        ]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        values[..3].copy_from_slice(&state[POSITION..ORIENTATION]);
        values[3..].copy_from_slice(&state[VELOCITY..]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{advance, norm};
    use super::*;

    fn ball() -> Sphere {
        Sphere {
            mass: 2.0,
            radius: 0.1,
            gyration: SOLID,
            gravity: Vector::new(0.0, 0.0, -9.81),
            position: Vector::new(0.0, 0.0, 1.0),
            velocity: Vector::new(1.0, 0.0, 2.0),
            angular_velocity: Vector::zeros(),
        }
    }

    #[test]
    fn free_flight_is_the_parabola_and_keeps_its_energy() {
        let ball = ball();
        let mut state = ball.start();
        let (kinetic, potential) = ball.energy(&state);
        for _ in 0..10 {
            advance(&ball, &mut state, &[0.0; 6], &[0.0; 6], 0.03);
        }
        let expected = Vector::new(0.3, 0.0, 1.0 + 2.0 * 0.3 - 0.5 * 9.81 * 0.09);
        assert!(norm(&(vector(&state, POSITION) - expected)) < 1e-14);
        let end = ball.energy(&state);
        assert!((end.0 + end.1 - kinetic - potential).abs() < 1e-12);
    }

    #[test]
    fn a_force_linear_in_time_gives_the_cubic() {
        let ball = Sphere { gravity: Vector::zeros(), ..ball() };
        let mut state = ball.start();
        advance(&ball, &mut state, &[0.0; 6], &[6.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.5);
        // a(t) = 6 t: v = 1 + 3 t², x = t + t³.
        assert!((state[VELOCITY] - 1.75).abs() < 1e-15);
        assert!((state[POSITION] - 0.625).abs() < 1e-15);
    }

    #[test]
    fn a_torque_about_one_axis_turns_by_the_integral_of_the_rate() {
        let ball = ball();
        assert!((ball.inertia() - 0.008).abs() < 1e-17);
        let mut state = ball.start();
        let turn = std::f64::consts::FRAC_PI_2;
        let torque = [0.0, 0.0, 0.0, 0.0, 2.0 * turn * ball.inertia(), 0.0];
        let steps = 200;
        for _ in 0..steps {
            advance(&ball, &mut state, &torque, &torque, 1.0 / f64::from(steps));
        }
        // A quarter turn about y; the classical Runge–Kutta method leaves some (1/200)⁴.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert!((state[ORIENTATION] - half).abs() < 1e-9 && (state[ORIENTATION + 2] - half).abs() < 1e-9);
        assert!((state[ANGULAR_VELOCITY + 1] - 2.0 * turn).abs() < 1e-12);
    }

    #[test]
    fn the_orientation_turns_about_world_axes() {
        let ball = Sphere { gravity: Vector::zeros(), ..ball() };
        let mut state = ball.start();
        // Body x already lies along world y; turning about world x takes it towards world z.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        state[ORIENTATION..VELOCITY].copy_from_slice(&[half, 0.0, 0.0, half]);
        state[ANGULAR_VELOCITY] = 1.0;
        advance(&ball, &mut state, &[0.0; 6], &[0.0; 6], 1e-3);
        let [w, x, y, z] = [state[3], state[4], state[5], state[6]];
        let image = Vector::new(w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y));
        let (sin, cos) = 1e-3_f64.sin_cos();
        assert!(norm(&(image - Vector::new(0.0, cos, sin))) < 1e-12);
    }
}
