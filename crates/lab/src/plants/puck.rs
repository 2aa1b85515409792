//! A rigid body that slides and turns on a plane, under a force and a torque about the normal.

use super::{Column, Plant, Port, Vector, Wire};

/// A torque about the normal that grows evenly from 0, but for a pause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Torque {
    /// How fast it grows [N·m/s].
    pub rate: f64,
    /// From when to when it stays as it is [s].
    pub pause: [f64; 2],
}

impl Torque {
    /// The torque at a time [N·m].
    pub fn at(&self, time: f64) -> f64 {
        let [from, until] = self.pause;
        self.rate * (time - (time - from).clamp(0.0, until - from))
    }
}

/// A body as body i on a fixed body j, pressed on along world z by a constant penetration (pair external). Its mass
/// centre is over the contact. State: position and velocity along x and y, angle and angular velocity about z, time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puck {
    /// Mass [kg].
    pub mass: f64,
    /// Moment of inertia about z [kg·m²].
    pub inertia: f64,
    /// Force that presses it on [N].
    pub load: f64,
    /// Force along x and y [N].
    pub force: [f64; 2],
    /// Torque about z.
    pub torque: Torque,
    /// Velocity along x and y at the start [m/s].
    pub velocity: [f64; 2],
    /// Angular velocity at the start [rad/s].
    pub spin: f64,
}

const VELOCITY: usize = 2;
const ANGLE: usize = 4;
const SPIN: usize = 5;
const TIME: usize = 6;

impl Plant for Puck {
    fn inputs(&self) -> &'static [Wire] {
        &[("relativeVelocity", 3), ("angularVelocityI", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("frictionForce", 3), ("frictionMoment", 3)]
    }

    fn start(&self) -> Vec<f64> {
        vec![0.0, 0.0, self.velocity[0], self.velocity[1], 0.0, self.spin, 0.0]
    }

    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        for axis in 0..2 {
            rates[axis] = state[VELOCITY + axis];
            rates[VELOCITY + axis] = (action[axis] + self.force[axis]) / self.mass;
        }
        rates[ANGLE] = state[SPIN];
        rates[SPIN] = (action[5] + self.torque.at(state[TIME])) / self.inertia;
        rates[TIME] = 1.0;
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        inputs.copy_from_slice(&[state[VELOCITY], state[VELOCITY + 1], 0.0, 0.0, 0.0, state[SPIN]]);
    }

    fn drive_rates(&self, _state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        input_rates.copy_from_slice(&[rates[VELOCITY], rates[VELOCITY + 1], 0.0, 0.0, 0.0, rates[SPIN]]);
    }

    /// Along the normal the load holds it, which the given penetration stands for.
    fn port(&self, state: &[f64]) -> Port {
        let yields = 1.0 / self.mass;
        Port {
            inverse_mass: [yields, yields, yields, 0.0, 0.0, 0.0],
            free_acceleration: [self.force[0] * yields, self.force[1] * yields, -self.load * yields],
            inverse_inertia: [0.0, 0.0, 1.0 / self.inertia, 0.0, 0.0, 0.0],
            free_angular_acceleration: [0.0, 0.0, self.torque.at(state[TIME]) / self.inertia],
        }
    }

    fn gap_rate(&self, _state: &[f64], _normal: &Vector) -> f64 {
        0.0
    }

    /// The potential energy is that of the force; the torque is a drive.
    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let [x, y, vx, vy] = [state[0], state[1], state[VELOCITY], state[VELOCITY + 1]];
        let kinetic = 0.5 * self.mass * (vx * vx + vy * vy) + 0.5 * self.inertia * state[SPIN] * state[SPIN];
        (kinetic, -self.force[0] * x - self.force[1] * y)
    }

    fn drive_power(&self, state: &[f64], _action: &[f64]) -> f64 {
        self.torque.at(state[TIME]) * state[SPIN]
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("position_x", "m"),
            ("position_y", "m"),
            ("velocity_x", "m/s"),
            ("velocity_y", "m/s"),
            ("angle", "rad"),
            ("angularVelocity", "rad/s"),
            ("torque", "N.m"),
        ]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        values[..TIME].copy_from_slice(&state[..TIME]);
        values[TIME] = self.torque.at(state[TIME]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::advance;
    use super::*;

    #[test]
    fn a_torque_grows_evenly_but_for_its_pause() {
        let torque = Torque { rate: 2.0, pause: [1.0, 4.0] };
        let found = [0.0, 0.5, 1.0, 3.0, 4.0, 5.5].map(|time| torque.at(time));
        assert_eq!(found, [0.0, 1.0, 2.0, 2.0, 2.0, 5.0]);
        assert_eq!(Torque { rate: 2.0, ..Torque::default() }.at(7.0), 14.0);
    }

    #[test]
    fn without_friction_force_and_torque_move_it_as_polynomials() {
        let puck = Puck {
            mass: 2.0,
            inertia: 0.5,
            load: 1.0,
            force: [4.0, 0.0],
            torque: Torque { rate: 3.0, ..Torque::default() },
            velocity: [0.0, 1.0],
            spin: -1.0,
        };
        let mut state = puck.start();
        advance(&puck, &mut state, &[0.0; 6], &[0.0; 6], 2.0);
        // x = ½·2·t², y = t, φ = −t + 6·t³/6, ω = −1 + 6·t²/2: one step of order 4 is exact.
        for (value, expected) in state.iter().zip([4.0, 2.0, 4.0, 1.0, 6.0, 11.0, 2.0]) {
            assert!((value - expected).abs() < 1e-14, "{state:?}");
        }
        assert_eq!(puck.energy(&state), (0.5 * 2.0 * 17.0 + 0.5 * 0.5 * 121.0, -16.0));
    }
}
