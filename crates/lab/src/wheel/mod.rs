//! The wheel of [P16]: a thin disc that slides on its rim, then rolls. Its laws of motion in the paper's own
//! coordinates, the event-driven solution with ideal Coulomb friction ([`reference`]), and the paper's time stepping
//! ([`stepping`]).
//!
//! Source: [P16] Peiret, Kövecses, Gholami, Font-Llagunes, *A regularized contact model for multibody system
//! simulation*, IDETC 2016, eq. (1) and Table 1. SI units.
//!
//! # Frames and signs
//! World: z upwards, ground z = 0. Coordinates q = (x, y, z, ψ, θ, φ): centre of the wheel, and the rotation
//! R_z(ψ)·R_x(θ)·R_y(φ), body to world. The axis of the wheel is e = (−sin ψ·cos θ, cos ψ·cos θ, sin θ), the horizontal
//! in its plane u = (cos ψ, sin ψ, 0), and w = u × e points from the lowest point of the rim to the centre, so that the
//! contact is at c − R·w. Rows of the contact: normal (world z), then the tangents world x and y; velocities and forces
//! are those of the wheel against the ground.

pub mod deviation;
pub mod reference;
pub mod stepping;
pub mod unit;

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// One number for each coordinate.
pub type Coordinates = SVector<f64, 6>;

/// The wheel and its ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// R [m]
    pub radius: f64,
    /// m [kg]
    pub mass: f64,
    /// I_a, about the axis [kg·m²]
    pub axial: f64,
    /// I_t, about any diameter [kg·m²]
    pub transversal: f64,
    /// μ [1]
    pub mu: f64,
    /// g [m/s²]
    pub gravity: f64,
}

/// Where the wheel is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// q [m, rad]
    pub q: Coordinates,
    /// v = q̇ [m/s, rad/s]
    pub v: Coordinates,
}

/// The wheel as its contact feels it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Port {
    /// W = J·M⁻¹·Jᵀ [1/kg], symmetric to the last digit
    pub w: Matrix3<f64>,
    /// J·M⁻¹·(f_app − c) [m/s²]
    pub free: Vector3<f64>,
    /// J̇·v [m/s²]: what W·λ and `free` lack of the acceleration of the contact point
    pub drift: Vector3<f64>,
    /// J·v [m/s]
    pub velocity: Vector3<f64>,
    /// Φ [m]
    pub gap: f64,
    /// M⁻¹·(f_app − c): v̇ without the contact
    pub fall: Coordinates,
    /// M⁻¹·Jᵀ: v̇ per newton
    pub lever: SMatrix<f64, 6, 3>,
}

impl Wheel {
    /// Table 1 of [P16]. The paper leaves g open.
    pub const P16: Self = Self { radius: 0.5, mass: 1.0, axial: 0.6, transversal: 0.3, mu: 0.3, gravity: 9.81 };

    /// The start of Table 1: touching, tilted by 20°, at 6 m/s along x and ψ̇ = −2 rad/s, all other rates 0.
    pub fn start(&self) -> State {
        let tilt = 20.0_f64.to_radians();
        State {
            q: Coordinates::from([0.0, 0.0, self.radius * tilt.cos(), 0.0, tilt, 0.0]),
            v: Coordinates::from([6.0, 0.0, 0.0, -2.0, 0.0, 0.0]),
        }
    }

    /// Height of the lowest point of the rim  Φ = z − R·cos θ  [m]
    pub fn gap(&self, q: &Coordinates) -> f64 {
        q[2] - self.radius * q[4].cos()
    }

    /// The axis e and the direction w from the contact to the centre.
    pub fn axis_and_upright(q: &Coordinates) -> (Vector3<f64>, Vector3<f64>) {
        let ((sin_psi, cos_psi), (sin, cos)) = (q[3].sin_cos(), q[4].sin_cos());
        (Vector3::new(-sin_psi * cos, cos_psi * cos, sin), Vector3::new(sin_psi * sin, -cos_psi * sin, cos))
    }

    /// Kinetic and potential energy  ½·m·|ċ|² + ½·I_t·(θ̇² + ψ̇²·cos²θ) + ½·I_a·Ω² + m·g·z  [J], Ω = φ̇ + ψ̇·sin θ
    pub fn energy(&self, State { q, v }: &State) -> f64 {
        let (sin, cos) = q[4].sin_cos();
        let spin = v[5] + v[3] * sin;
        let moved = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        let turned = v[4] * v[4] + v[3] * v[3] * cos * cos;
        0.5 * (self.mass * moved + self.transversal * turned + self.axial * spin * spin)
            + self.mass * self.gravity * q[2]
    }

    /// M⁻¹·f. M is diagonal but for the block of ψ and φ, [I_t·cos²θ + I_a·sin²θ, I_a·sin θ; I_a·sin θ, I_a].
    fn accelerate(&self, q: &Coordinates, force: &Coordinates) -> Coordinates {
        let (sin, cos) = q[4].sin_cos();
        let psi = (force[3] - sin * force[5]) / (self.transversal * cos * cos);
        Coordinates::from([
            force[0] / self.mass,
            force[1] / self.mass,
            force[2] / self.mass,
            psi,
            force[4] / self.transversal,
            force[5] / self.axial - sin * psi,
        ])
    }

    /// f_app − c: weight less the terms of Coriolis and centrifugal force.
    fn load(&self, State { q, v }: &State) -> Coordinates {
        let (sin, cos) = q[4].sin_cos();
        let (psi, theta) = (v[3], v[4]);
        let spin = v[5] + psi * sin;
        let (axial, transversal) = (self.axial, self.transversal);
        Coordinates::from([
            0.0,
            0.0,
            -self.mass * self.gravity,
            theta * cos * (2.0 * transversal * sin * psi - axial * (spin + sin * psi)),
            psi * cos * (axial * spin - transversal * sin * psi),
            -axial * cos * psi * theta,
        ])
    }

    /// Rows N and D of the contact: v_r = ċ + ω × (−R·w) = ċ + R·θ̇·e − R·Ω·u.
    pub fn jacobian(&self, q: &Coordinates) -> SMatrix<f64, 3, 6> {
        let ((sin_psi, cos_psi), (sin, cos), r) = (q[3].sin_cos(), q[4].sin_cos(), self.radius);
        SMatrix::<f64, 3, 6>::from_row_slice(
            &[
                [0.0, 0.0, 1.0, 0.0, r * sin, 0.0],
                [1.0, 0.0, 0.0, -r * cos_psi * sin, -r * sin_psi * cos, -r * cos_psi],
                [0.0, 1.0, 0.0, -r * sin_psi * sin, r * cos_psi * cos, -r * sin_psi],
            ]
            .concat(),
        )
    }

    /// J̇·v, from ė = ψ̇·ẑ × e + θ̇·w and u̇ = ψ̇·ẑ × u.
    fn jacobian_drift(&self, State { q, v }: &State) -> Vector3<f64> {
        let ((sin_psi, cos_psi), (sin, cos), r) = (q[3].sin_cos(), q[4].sin_cos(), self.radius);
        let (psi, theta) = (v[3], v[4]);
        let spin = v[5] + psi * sin;
        // Along u and ẑ × u, for both lie in the plane.
        let along = -r * theta * psi * cos - r * psi * theta * cos;
        let across = -r * theta * theta * sin - r * psi * spin;
        let horizontal = |a: f64, b: f64| (cos_psi * a - sin_psi * b, sin_psi * a + cos_psi * b);
        let (x, y) = horizontal(along, across);
        Vector3::new(r * theta * theta * cos, x, y)
    }

    /// Velocity of the centre, and angular velocity along u, e and w:  ω = θ̇·u + (φ̇ + ψ̇·sin θ)·e + ψ̇·cos θ·w
    pub fn along_wheel(State { q, v }: &State) -> Coordinates {
        let (sin, cos) = q[4].sin_cos();
        Coordinates::from([v[0], v[1], v[2], v[4], v[5] + v[3] * sin, v[3] * cos])
    }

    /// q̇ = Γ(q)·v of such velocities v [P16, before eq. 1]
    pub fn rates(q: &Coordinates, v: &Coordinates) -> Coordinates {
        let psi = v[5] / q[4].cos();
        Coordinates::from([v[0], v[1], v[2], psi, v[3], v[4] - psi * q[4].sin()])
    }

    /// q̈ while such velocities are constant  Γ̇·v
    fn turning_rates(&self, State { q, v }: &State) -> Coordinates {
        let (sin, cos) = q[4].sin_cos();
        // d/dt of ψ̇·cos θ = const and of φ̇ + ψ̇·sin θ = const
        let psi = v[3] * v[4] * sin / cos;
        Coordinates::from([0.0, 0.0, 0.0, psi, 0.0, -psi * sin - v[3] * v[4] * cos])
    }

    /// What the contact feels where a step of Euler's keeps [`Wheel::along_wheel`] without forces, not q̇: accelerations less
    /// those q̈ that come with constant velocities of that kind.
    pub fn port_along_wheel(&self, state: &State) -> Port {
        let (port, turning) = (self.port(state), self.turning_rates(state));
        let moved = self.jacobian(&state.q) * turning;
        Port { fall: port.fall - turning, free: port.free - moved, drift: port.drift + moved, ..port }
    }

    /// What the contact feels in a state.
    pub fn port(&self, state: &State) -> Port {
        let jacobian = self.jacobian(&state.q);
        let fall = self.accelerate(&state.q, &self.load(state));
        let mut lever = SMatrix::<f64, 6, 3>::zeros();
        for row in 0..3 {
            let force = jacobian.row(row).transpose();
            lever.set_column(row, &self.accelerate(&state.q, &force));
        }
        let w = jacobian * lever;
        Port {
            w: (w + w.transpose()) * 0.5,
            free: jacobian * fall,
            drift: self.jacobian_drift(state),
            velocity: jacobian * state.v,
            gap: self.gap(&state.q),
            fall,
            lever,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state with nothing special about it.
    fn state() -> State {
        State {
            q: Coordinates::from([0.3, -0.2, 0.45, 0.7, 0.4, 1.1]),
            v: Coordinates::from([1.5, -0.7, 0.3, -2.1, 0.9, 3.2]),
        }
    }

    /// The contact point's velocity from the rotation itself: the material point of the rim that is lowest, moved on.
    #[test]
    fn the_jacobian_is_the_velocity_of_the_lowest_point_of_the_rim() {
        let (wheel, State { q, v }) = (Wheel::P16, state());
        let turn = |q: &Coordinates| {
            let ((a, b), (c, d), (e, f)) = (q[3].sin_cos(), q[4].sin_cos(), q[5].sin_cos());
            Matrix3::new(b, -a, 0.0, a, b, 0.0, 0.0, 0.0, 1.0)
                * Matrix3::new(1.0, 0.0, 0.0, 0.0, d, -c, 0.0, c, d)
                * Matrix3::new(f, 0.0, e, 0.0, 1.0, 0.0, -e, 0.0, f)
        };
        let (_, upright) = Wheel::axis_and_upright(&q);
        let in_body = turn(&q).transpose() * (-wheel.radius * upright);
        let place = |q: &Coordinates| Vector3::new(q[0], q[1], q[2]) + turn(q) * in_body;
        let h = 1e-6;
        let slope = (place(&(q + v * h)) - place(&(q - v * h))) / (2.0 * h);
        let [z, x, y] = (wheel.jacobian(&q) * v).into();
        // Central differences: h²·(rate)³ ≈ 1e-11, rounding 1e-16/h.
        assert!((slope - Vector3::new(x, y, z)).amax() < 1e-9, "{slope} {x} {y} {z}");
    }

    /// Γ·Γ⁻¹ = 1, the axis and the vertical as the rotation has them, and Γ̇·v by differences.
    #[test]
    fn velocities_along_the_wheel_are_the_angular_velocity_in_its_axes() {
        let state = state();
        let along = Wheel::along_wheel(&state);
        assert!((Wheel::rates(&state.q, &along) - state.v).amax() < 1e-15);
        let (axis, upright) = Wheel::axis_and_upright(&state.q);
        let flat = upright.cross(&axis) * -1.0;
        // ω = ψ̇·ẑ + θ̇·u + φ̇·e
        let omega = Vector3::z() * state.v[3] - flat * state.v[4] + axis * state.v[5];
        let found = [-omega.dot(&flat), omega.dot(&axis), omega.dot(&upright)];
        for (k, found) in found.into_iter().enumerate() {
            assert!((found - along[3 + k]).abs() < 1e-14, "{k}: {found} {}", along[3 + k]);
        }
        let h = 1e-6;
        let moved = |h: f64| Wheel::rates(&(state.q + state.v * h), &along);
        let slope = (moved(h) - moved(-h)) / (2.0 * h);
        assert!((slope - Wheel::P16.turning_rates(&state)).amax() < 1e-8, "{slope}");
    }

    #[test]
    fn the_drift_is_the_rate_of_the_jacobian_along_the_motion() {
        let (wheel, state) = (Wheel::P16, state());
        let h = 1e-6;
        let moved = |h: f64| wheel.jacobian(&(state.q + state.v * h)) * state.v;
        let slope = (moved(h) - moved(-h)) / (2.0 * h);
        assert!((slope - wheel.port(&state).drift).amax() < 1e-8, "{slope}");
    }

    /// Lagrange's equations from the energy alone, by differences: d/dt ∂T/∂v − ∂T/∂q = f − ∂V/∂q.
    #[test]
    fn the_accelerations_obey_the_equations_of_lagrange() {
        let (wheel, state) = (Wheel::P16, state());
        let port = wheel.port(&state);
        let force = Vector3::new(11.0, -2.0, 1.3);
        let acceleration = port.fall + port.lever * force;
        let lagrangian = |state: &State| {
            let potential = wheel.mass * wheel.gravity * state.q[2];
            wheel.energy(state) - 2.0 * potential
        };
        let h = 1e-4;
        let shifted = |k: usize, by: f64, state: &State, velocity: bool| {
            let mut moved = *state;
            if velocity {
                moved.v[k] += by
            } else {
                moved.q[k] += by
            }
            lagrangian(&moved)
        };
        let slope = |k: usize, state: &State, velocity: bool| {
            (shifted(k, h, state, velocity) - shifted(k, -h, state, velocity)) / (2.0 * h)
        };
        let applied = wheel.jacobian(&state.q).transpose() * force;
        for k in 0..6 {
            let momentum =
                |by: f64| slope(k, &State { q: state.q + state.v * by, v: state.v + acceleration * by }, true);
            let residual = (momentum(h) - momentum(-h)) / (2.0 * h) - slope(k, &state, false) - applied[k];
            // Differences of second order: h²·(third derivatives, up to 100).
            assert!(residual.abs() < 3e-6, "coordinate {k}: {residual}");
        }
    }
}
