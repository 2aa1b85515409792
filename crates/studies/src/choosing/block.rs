//! A block that slides without turning.

use asperity_lab::plants::{Column, Plant, Port, Vector, Wire, vector};

/// A body as body i that touches a plane in the origin of its frame and cannot turn. State: position and velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Mass [kg].
    pub mass: f64,
    /// Gravity [m/s²].
    pub gravity: Vector,
    /// Position at the start [m].
    pub position: Vector,
    /// Velocity at the start [m/s].
    pub velocity: Vector,
}

const VELOCITY: usize = 3;

impl Plant for Block {
    fn inputs(&self) -> &'static [Wire] {
        &[("positionI", 3), ("velocityI", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("forceI", 3)]
    }

    fn start(&self) -> Vec<f64> {
        self.position.iter().chain(&self.velocity).copied().collect()
    }

    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        rates[..VELOCITY].copy_from_slice(&state[VELOCITY..]);
        let acceleration = vector(action, 0) / self.mass + self.gravity;
        rates[VELOCITY..].copy_from_slice(acceleration.as_slice());
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        inputs.copy_from_slice(state);
    }

    fn drive_rates(&self, _state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        input_rates.copy_from_slice(rates);
    }

    fn port(&self, _state: &[f64]) -> Port {
        let yields = 1.0 / self.mass;
        Port {
            inverse_mass: [yields, yields, yields, 0.0, 0.0, 0.0],
            free_acceleration: self.gravity.into(),
            ..Port::default()
        }
    }

    fn gap_rate(&self, state: &[f64], normal: &Vector) -> f64 {
        vector(state, VELOCITY).dot(normal)
    }

    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let velocity = vector(state, VELOCITY);
        (0.5 * self.mass * velocity.dot(&velocity), -self.mass * self.gravity.dot(&vector(state, 0)))
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("position_x", "m"),
            ("position_y", "m"),
            ("position_z", "m"),
            ("velocity_x", "m/s"),
            ("velocity_y", "m/s"),
            ("velocity_z", "m/s"),
        ]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        values.copy_from_slice(state);
    }
}
