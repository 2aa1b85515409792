//! A rigid sphere under gravity, moved by a force and a torque that are linear in time over a step.

use nalgebra::Vector3;

/// A vector in world axes.
pub type Vector = Vector3<f64>;

/// Length of a vector.
pub fn norm(vector: &Vector) -> f64 {
    vector.dot(vector).sqrt()
}

/// Motion of a body frame, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Origin of the body frame [m].
    pub position: Vector,
    /// Unit quaternion w, x, y, z, body to world.
    pub orientation: [f64; 4],
    /// Velocity of the origin [m/s].
    pub velocity: Vector,
    /// Angular velocity [rad/s].
    pub angular_velocity: Vector,
}

/// Rates of the velocities of a body frame, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acceleration {
    /// Of the origin [m/s²].
    pub linear: Vector,
    /// Of the rotation [rad/s²].
    pub angular: Vector,
}

/// Force and torque about the origin of the body frame, in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// Force [N].
    pub force: Vector,
    /// Torque [N·m].
    pub torque: Vector,
}

/// A body that a master can move.
pub trait Plant {
    /// Its motion now.
    fn motion(&self) -> Motion;
    /// Its accelerations now, under a wrench.
    fn acceleration(&self, wrench: &Wrench) -> Acceleration;
    /// Moves on by `step` [s] under a wrench that goes linearly from `begin` to `end`.
    fn advance(&mut self, begin: &Wrench, end: &Wrench, step: f64);
}

/// A homogeneous sphere; its body frame sits in its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidSphere {
    /// Mass [kg].
    pub mass: f64,
    /// Radius [m].
    pub radius: f64,
    /// Gravity [m/s²].
    pub gravity: Vector,
    /// Its motion now.
    pub motion: Motion,
}

impl RigidSphere {
    /// Moment of inertia  I = ⅖·m·r²  about any axis through the centre [kg·m²].
    pub fn inertia(&self) -> f64 {
        0.4 * self.mass * self.radius * self.radius
    }

    /// Kinetic energy  ½·m·v² + ½·I·ω²  [J].
    pub fn kinetic_energy(&self) -> f64 {
        let Motion { velocity, angular_velocity, .. } = self.motion;
        0.5 * self.mass * velocity.dot(&velocity) + 0.5 * self.inertia() * angular_velocity.dot(&angular_velocity)
    }

    /// Potential energy  −m·g·r, zero at the world's origin [J].
    pub fn potential_energy(&self) -> f64 {
        -self.mass * self.gravity.dot(&self.motion.position)
    }
}

impl Plant for RigidSphere {
    fn motion(&self) -> Motion {
        self.motion
    }

    fn acceleration(&self, wrench: &Wrench) -> Acceleration {
        Acceleration { linear: wrench.force / self.mass + self.gravity, angular: wrench.torque / self.inertia() }
    }

    fn advance(&mut self, begin: &Wrench, end: &Wrench, step: f64) {
        let (first, last) = (self.acceleration(begin), self.acceleration(end));
        let motion = &mut self.motion;
        // With a(τ) linear, v and r are polynomials:  ∫a = h(a₀ + a₁)/2,  ∬a = h²(a₀/3 + a₁/6).
        let turn = way(motion.angular_velocity, first.angular, last.angular, step);
        motion.position += way(motion.velocity, first.linear, last.linear, step);
        motion.velocity += (first.linear + last.linear) * (step / 2.0);
        motion.angular_velocity += (first.angular + last.angular) * (step / 2.0);
        motion.orientation = rotated(motion.orientation, turn);
    }
}

/// Way made in a step by a velocity whose rate goes linearly from `first` to `last`.
fn way(velocity: Vector, first: Vector, last: Vector, step: f64) -> Vector {
    velocity * step + (first / 3.0 + last / 6.0) * (step * step)
}

/// `orientation` turned by the rotation vector `turn` [rad], in world axes. Taking ∫ω dt for the rotation vector is of
/// second order in the step; exact while the axis stays.
fn rotated(orientation: [f64; 4], turn: Vector) -> [f64; 4] {
    let half = norm(&turn) / 2.0;
    // sin(φ/2)/φ, finite for φ → 0.
    let ratio = if half < 1e-8 { 0.5 } else { half.sin() / (2.0 * half) };
    let (a, u) = (half.cos(), turn * ratio);
    let [b, x, y, z] = orientation;
    let w = Vector::new(x, y, z);
    let (scalar, vector) = (a * b - u.dot(&w), w * a + u * b + u.cross(&w));
    let norm = (scalar * scalar + vector.dot(&vector)).sqrt();
    [scalar / norm, vector.x / norm, vector.y / norm, vector.z / norm]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_1_SQRT_2;

    fn ball() -> RigidSphere {
        RigidSphere {
            mass: 2.0,
            radius: 0.1,
            gravity: Vector::new(0.0, 0.0, -9.81),
            motion: Motion {
                position: Vector::new(0.0, 0.0, 1.0),
                orientation: [1.0, 0.0, 0.0, 0.0],
                velocity: Vector::new(1.0, 0.0, 2.0),
                angular_velocity: Vector::zeros(),
            },
        }
    }

    #[test]
    fn free_flight_is_the_parabola_and_keeps_its_energy() {
        let mut ball = ball();
        let energy = ball.kinetic_energy() + ball.potential_energy();
        for _ in 0..10 {
            ball.advance(&Wrench::default(), &Wrench::default(), 0.03);
        }
        let expected = Vector::new(0.3, 0.0, 1.0 + 2.0 * 0.3 - 0.5 * 9.81 * 0.09);
        assert!(norm(&(ball.motion.position - expected)) < 1e-14);
        assert!((ball.kinetic_energy() + ball.potential_energy() - energy).abs() < 1e-12);
    }

    #[test]
    fn a_force_linear_in_time_gives_the_cubic() {
        let mut ball = ball();
        ball.gravity = Vector::zeros();
        let end = Wrench { force: Vector::new(6.0, 0.0, 0.0), torque: Vector::zeros() };
        ball.advance(&Wrench::default(), &end, 0.5);
        // a(t) = 6 t: v = 1 + 3 t², x = t + t³.
        assert!((ball.motion.velocity.x - 1.75).abs() < 1e-15);
        assert!((ball.motion.position.x - 0.625).abs() < 1e-15);
    }

    #[test]
    fn a_torque_about_one_axis_turns_by_the_integral_of_the_rate() {
        let mut ball = ball();
        let inertia = ball.inertia();
        assert!((inertia - 0.008).abs() < 1e-17);
        let turn = std::f64::consts::FRAC_PI_2;
        let torque = Wrench { force: Vector::zeros(), torque: Vector::new(0.0, 2.0 * turn * inertia, 0.0) };
        ball.advance(&torque, &torque, 1.0);
        let [w, x, y, z] = ball.motion.orientation;
        assert!((w - FRAC_1_SQRT_2).abs() < 1e-15 && (y - FRAC_1_SQRT_2).abs() < 1e-15 && x == 0.0 && z == 0.0);
        assert!((ball.motion.angular_velocity.y - 2.0 * turn).abs() < 1e-14);
    }

    #[test]
    fn rotations_about_world_axes_compose_from_the_left() {
        let quarter = |axis: Vector| axis * std::f64::consts::FRAC_PI_2;
        let first = rotated([1.0, 0.0, 0.0, 0.0], quarter(Vector::new(0.0, 0.0, 1.0)));
        let [w, x, y, z] = rotated(first, quarter(Vector::new(1.0, 0.0, 0.0)));
        // Body x goes to world y by the first turn and on to world z by the second.
        let image = Vector::new(w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y));
        assert!(norm(&(image - Vector::new(0.0, 0.0, 1.0))) < 1e-14);
    }
}
