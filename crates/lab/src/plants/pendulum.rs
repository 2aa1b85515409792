//! The double pendulum over the ground [G04 Fig. 16].

use super::{Column, Plant, Port, Vector, Wire};

/// A link of the pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Length from joint to joint, or to the tip [m].
    pub length: f64,
    /// Mass [kg].
    pub mass: f64,
    /// Distance of the mass centre from the joint it hangs on [m].
    pub centre: f64,
    /// Moment of inertia about the mass centre [kg·m²].
    pub inertia: f64,
}

impl Link {
    /// All mass in a point at the far end.
    pub const fn point(length: f64, mass: f64) -> Self {
        Self { length, mass, centre: length, inertia: 0.0 }
    }

    /// A link whose mass centre lies in its middle.
    pub const fn rod(length: f64, mass: f64, inertia: f64) -> Self {
        Self { length, mass, centre: 0.5 * length, inertia }
    }
}

/// Two links in the vertical plane of world x (the paper's x) and z (the paper's y); the first hangs at the origin. State:
/// φ1 from the vertical, φ2 relative to the first link, and their rates.
///
/// The tip is body i, the ground body j, through the pair external: the tip is a point, which may slide but not roll. A
/// sphere would have to be kept from turning with the link, or its contact point would move along it by r·ω.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoublePendulum {
    /// The links, the hanging one first.
    pub links: [Link; 2],
    /// Gravity along −z [m/s²].
    pub gravity: f64,
    /// Height of the ground [m].
    pub ground: f64,
    /// φ1, φ2 [rad] and their rates [rad/s] at the start.
    pub start: [f64; 4],
}

/// Where the tip is and how it moves.
struct Tip {
    position: [f64; 2],
    velocity: [f64; 2],
    /// Derivatives of the position by the angles of both links against the vertical: what a force on the tip does.
    levers: [[f64; 2]; 2],
}

impl DoublePendulum {
    fn tip(&self, state: &[f64]) -> Tip {
        let angles = [state[0], state[0] + state[1]];
        let rates = [state[2], state[2] + state[3]];
        let mut tip = Tip { position: [0.0; 2], velocity: [0.0; 2], levers: [[0.0; 2]; 2] };
        for (k, link) in self.links.iter().enumerate() {
            let (sin, cos) = angles[k].sin_cos();
            let lever = [link.length * cos, link.length * sin];
            tip.position[0] += link.length * sin;
            tip.position[1] -= link.length * cos;
            tip.velocity[0] += rates[k] * lever[0];
            tip.velocity[1] += rates[k] * lever[1];
            tip.levers[k] = lever;
        }
        tip
    }

    /// Elements 11, 12, 22 of the mass matrix that belongs to the angles of both links against the vertical [kg·m²].
    fn mass_matrix(&self, phi_2: f64) -> [f64; 3] {
        let [a, b] = self.links;
        [
            a.mass * a.centre * a.centre + a.inertia + b.mass * a.length * a.length,
            b.mass * a.length * b.centre * phi_2.cos(),
            b.mass * b.centre * b.centre + b.inertia,
        ]
    }

    /// Inverse effective mass of the tip  W = J·M⁻¹·Jᵀ  along x and z: elements xx, xz, zz [1/kg].
    pub fn inverse_tip_mass(&self, state: &[f64]) -> [f64; 3] {
        let [m11, m12, m22] = self.mass_matrix(state[1]);
        let determinant = m11 * m22 - m12 * m12;
        let [a, b] = self.tip(state).levers;
        let element = |r: usize, s: usize| {
            (m22 * a[r] * a[s] - m12 * (a[r] * b[s] + b[r] * a[s]) + m11 * b[r] * b[s]) / determinant
        };
        [element(0, 0), element(0, 1), element(1, 1)]
    }

    /// Velocity of the tip along x and z [m/s].
    pub fn tip_velocity(&self, state: &[f64]) -> [f64; 2] {
        self.tip(state).velocity
    }

    /// Height of the tip above the first joint [m].
    pub fn tip_height(&self, state: &[f64]) -> f64 {
        self.tip(state).position[1]
    }

    /// Accelerations of the tip that belong to given accelerations of the angles.
    fn tip_acceleration(&self, state: &[f64], rates: &[f64]) -> [f64; 2] {
        let tip = self.tip(state);
        let omega = [state[2], state[2] + state[3]];
        let alpha = [rates[2], rates[2] + rates[3]];
        let mut acceleration = [0.0; 2];
        for k in 0..2 {
            let [along, up] = tip.levers[k];
            // The lever turns with its link: (l cos, l sin)˙ = ω·(−l sin, l cos).
            acceleration[0] += alpha[k] * along - omega[k] * omega[k] * up;
            acceleration[1] += alpha[k] * up + omega[k] * omega[k] * along;
        }
        acceleration
    }
}

impl Plant for DoublePendulum {
    fn inputs(&self) -> &'static [Wire] {
        &[("penetration", 1), ("relativeVelocity", 3), ("contactPoint", 3), ("positionI", 3), ("velocityI", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("forceI", 3)]
    }

    fn start(&self) -> Vec<f64> {
        self.start.to_vec()
    }

    /// Lagrange's equations in the angles θ1 = φ1, θ2 = φ1 + φ2 against the vertical, with h = m2·l1·c2:
    /// M11·θ̈1 + M12·θ̈2 = h·sin φ2·θ̇2² − (m1·c1 + m2·l1)·g·sin θ1 + F·∂tip/∂θ1 and
    /// M12·θ̈1 + M22·θ̈2 = −h·sin φ2·θ̇1² − m2·c2·g·sin θ2 + F·∂tip/∂θ2.
    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        let [a, b] = self.links;
        let (theta, omega) = ([state[0], state[0] + state[1]], [state[2], state[2] + state[3]]);
        let [m11, m12, m22] = self.mass_matrix(state[1]);
        let levers = self.tip(state).levers;
        let push = |lever: [f64; 2]| action[0] * lever[0] + action[2] * lever[1];
        let coupling = b.mass * a.length * b.centre * state[1].sin();
        let moment = [
            coupling * omega[1] * omega[1] - (a.mass * a.centre + b.mass * a.length) * self.gravity * theta[0].sin()
                + push(levers[0]),
            -coupling * omega[0] * omega[0] - b.mass * b.centre * self.gravity * theta[1].sin() + push(levers[1]),
        ];
        let determinant = m11 * m22 - m12 * m12;
        let first = (m22 * moment[0] - m12 * moment[1]) / determinant;
        let second = (m11 * moment[1] - m12 * moment[0]) / determinant;
        rates.copy_from_slice(&[state[2], state[3], first, second - first]);
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        let Tip { position: [x, z], velocity: [vx, vz], .. } = self.tip(state);
        inputs.copy_from_slice(&[self.ground - z, vx, 0.0, vz, x, 0.0, z, x, 0.0, z, vx, 0.0, vz]);
    }

    fn drive_rates(&self, state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        let [vx, vz] = self.tip(state).velocity;
        let [ax, az] = self.tip_acceleration(state, rates);
        input_rates.copy_from_slice(&[-vz, ax, 0.0, az, vx, 0.0, vz, vx, 0.0, vz, ax, 0.0, az]);
    }

    fn port(&self, state: &[f64]) -> Port {
        let [xx, xz, zz] = self.inverse_tip_mass(state);
        let mut rates = [0.0; 4];
        self.rates(state, &[0.0; 3], &mut rates);
        let [ax, az] = self.tip_acceleration(state, &rates);
        Port { inverse_mass: [xx, 0.0, zz, 0.0, xz, 0.0], free_acceleration: [ax, 0.0, az], ..Port::default() }
    }

    fn gap_rate(&self, state: &[f64], normal: &Vector) -> f64 {
        let [vx, vz] = self.tip(state).velocity;
        Vector::new(vx, 0.0, vz).dot(normal)
    }

    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let [a, b] = self.links;
        let (theta, omega) = ([state[0], state[0] + state[1]], [state[2], state[2] + state[3]]);
        let [m11, m12, m22] = self.mass_matrix(state[1]);
        let kinetic = 0.5 * (m11 * omega[0] * omega[0] + m22 * omega[1] * omega[1]) + m12 * omega[0] * omega[1];
        let height = [-a.centre * theta[0].cos(), -a.length * theta[0].cos() - b.centre * theta[1].cos()];
        (kinetic, self.gravity * (a.mass * height[0] + b.mass * height[1]))
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("phi_1", "rad"),
            ("phi_2", "rad"),
            ("phiRate_1", "rad/s"),
            ("phiRate_2", "rad/s"),
            ("tip_x", "m"),
            ("tip_z", "m"),
            ("tipVelocity_x", "m/s"),
            ("tipVelocity_z", "m/s"),
        ]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        let tip = self.tip(state);
        values[..4].copy_from_slice(state);
        values[4..6].copy_from_slice(&tip.position);
        values[6..].copy_from_slice(&tip.velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::super::advance;
    use super::*;

    fn pendulum() -> DoublePendulum {
        DoublePendulum {
            links: [Link::point(0.5, 5.0), Link::rod(0.25, 2.0, 0.03)],
            gravity: 9.81,
            ground: -0.61,
            start: [0.7, 0.4, -2.0, 2.3],
        }
    }

    #[test]
    fn free_swinging_keeps_its_energy() {
        let pendulum = pendulum();
        let mut state = pendulum.start();
        let (kinetic, potential) = pendulum.energy(&state);
        for _ in 0..2000 {
            advance(&pendulum, &mut state, &[0.0; 3], &[0.0; 3], 1e-3);
        }
        let end = pendulum.energy(&state);
        // The classical Runge–Kutta method leaves 1e-9 J of some 20 J at this step.
        assert!((end.0 + end.1 - kinetic - potential).abs() < 1e-8, "{}", end.0 + end.1 - kinetic - potential);
    }

    #[test]
    fn both_hang_still_and_small_swings_have_the_closed_frequency() {
        // Point masses, both links 1 m, both masses 1 kg: ω² = g(2 ± √2); the slow mode has θ2 = √2·θ1.
        let link = Link::point(1.0, 1.0);
        let slow = DoublePendulum {
            links: [link, link],
            gravity: 9.81,
            ground: -9.0,
            start: [1e-6, 1e-6 * (2.0_f64.sqrt() - 1.0), 0.0, 0.0],
        };
        let mut rates = [0.0; 4];
        slow.rates(&[0.0; 4], &[0.0; 3], &mut rates);
        assert_eq!(rates, [0.0; 4]);
        slow.rates(&slow.start(), &[0.0; 3], &mut rates);
        let expected = -9.81 * (2.0 - 2.0_f64.sqrt());
        // Cubic terms of the sine are 1e-12 of it.
        assert!((rates[2] / 1e-6 - expected).abs() < 1e-9, "{}", rates[2] / 1e-6);
    }

    #[test]
    fn a_force_on_the_tip_accelerates_it_by_its_inverse_mass() {
        let pendulum = pendulum();
        let state = pendulum.start();
        let acceleration = |force: [f64; 3]| {
            let mut rates = [0.0; 4];
            pendulum.rates(&state, &force, &mut rates);
            pendulum.tip_acceleration(&state, &rates)
        };
        let free = acceleration([0.0; 3]);
        let [xx, xz, zz] = pendulum.inverse_tip_mass(&state);
        for (force, expected) in [([1.0, 0.0, 0.0], [xx, xz]), ([0.0, 0.0, 1.0], [xz, zz])] {
            let pushed = acceleration(force);
            for k in 0..2 {
                assert!((pushed[k] - free[k] - expected[k]).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn what_it_tells_the_unit_changes_at_the_rates_it_tells() {
        let pendulum = pendulum();
        let force = [3.0, 0.0, -2.0];
        let mut state = pendulum.start();
        let (mut rates, mut told, mut before, mut after) = ([0.0; 4], [0.0; 13], [0.0; 13], [0.0; 13]);
        pendulum.rates(&state, &force, &mut rates);
        pendulum.drive_rates(&state, &rates, &mut told);
        let step = 1e-5;
        advance(&pendulum, &mut state, &force, &force, step);
        pendulum.drive(&state, &mut after);
        let mut state = pendulum.start();
        advance(&pendulum, &mut state, &force, &force, -step);
        pendulum.drive(&state, &mut before);
        for (k, told) in told.iter().enumerate() {
            // Central difference: some step² times the third derivative, and rounding 1e-16/step.
            let measured = (after[k] - before[k]) / (2.0 * step);
            assert!((measured - told).abs() < 1e-6, "{k}: {measured} {told}");
        }
    }
}
