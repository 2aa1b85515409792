//! The wheel of [P16] on the ground.

use super::{Column, Plant, Port, Vector, Wire};
use crate::wheel::{Coordinates, State, Wheel};
use nalgebra::Vector3;

/// A thin wheel as body i on flat ground z = 0 as body j, through the pair external: it touches with the lowest point of
/// its rim. State: the coordinates of [`Wheel`] and their rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelOnGround {
    /// The wheel. Its μ is not looked at: friction is the unit's.
    pub wheel: Wheel,
    /// Where it starts.
    pub start: State,
}

fn unpacked(values: &[f64]) -> State {
    let (q, v) = values.split_at(6);
    State { q: Coordinates::from_column_slice(q), v: Coordinates::from_column_slice(v) }
}

/// Rows normal, x, y as x, y, z.
fn along_world(rows: &Vector3<f64>) -> [f64; 3] {
    [rows.y, rows.z, rows.x]
}

impl Plant for WheelOnGround {
    fn inputs(&self) -> &'static [Wire] {
        &[("penetration", 1), ("relativeVelocity", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("forceI", 3)]
    }

    fn start(&self) -> Vec<f64> {
        self.start.q.iter().chain(self.start.v.iter()).copied().collect()
    }

    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        let state = unpacked(state);
        let port = self.wheel.port(&state);
        let acceleration = port.fall + port.lever * Vector3::new(action[2], action[0], action[1]);
        rates[..6].copy_from_slice(state.v.as_slice());
        rates[6..].copy_from_slice(acceleration.as_slice());
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        let port = self.wheel.port(&unpacked(state));
        inputs[0] = -port.gap;
        inputs[1..].copy_from_slice(&along_world(&port.velocity));
    }

    fn drive_rates(&self, state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        let state = unpacked(state);
        let port = self.wheel.port(&state);
        let change = self.wheel.jacobian(&state.q) * Coordinates::from_column_slice(&rates[6..]) + port.drift;
        input_rates[0] = -port.velocity.x;
        input_rates[1..].copy_from_slice(&along_world(&change));
    }

    fn port(&self, state: &[f64]) -> Port {
        let port = self.wheel.port(&unpacked(state));
        let w = port.w;
        Port {
            inverse_mass: [w[(1, 1)], w[(2, 2)], w[(0, 0)], w[(1, 2)], w[(0, 1)], w[(0, 2)]],
            free_acceleration: along_world(&(port.free + port.drift)),
            ..Port::default()
        }
    }

    fn gap_rate(&self, state: &[f64], _normal: &Vector) -> f64 {
        self.wheel.port(&unpacked(state)).velocity.x
    }

    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let state = unpacked(state);
        let potential = self.wheel.mass * self.wheel.gravity * state.q[2];
        (self.wheel.energy(&state) - potential, potential)
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("position_x", "m"),
            ("position_y", "m"),
            ("position_z", "m"),
            ("psi", "rad"),
            ("theta", "rad"),
            ("phi", "rad"),
            ("velocity_x", "m/s"),
            ("velocity_y", "m/s"),
            ("velocity_z", "m/s"),
            ("psiRate", "rad/s"),
            ("thetaRate", "rad/s"),
            ("phiRate", "rad/s"),
        ]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        values.copy_from_slice(state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::advance;
    use super::*;

    fn plant() -> WheelOnGround {
        let state = State {
            q: Coordinates::from([0.3, -0.2, 0.45, 0.7, 0.4, 1.1]),
            v: Coordinates::from([1.5, -0.7, 0.3, -2.1, 0.9, 3.2]),
        };
        WheelOnGround { wheel: Wheel::P16, start: state }
    }

    #[test]
    fn what_it_tells_the_unit_changes_at_the_rates_it_tells() {
        let (plant, force, step) = (plant(), [3.0, 1.0, -2.0], 1e-5);
        let mut rates = vec![0.0; 12];
        let mut told = [0.0; 4];
        plant.rates(&plant.start(), &force, &mut rates);
        plant.drive_rates(&plant.start(), &rates, &mut told);
        let moved = |step: f64| {
            let (mut state, mut inputs) = (plant.start(), [0.0; 4]);
            advance(&plant, &mut state, &force, &force, step);
            plant.drive(&state, &mut inputs);
            inputs
        };
        let (after, before) = (moved(step), moved(-step));
        for k in 0..4 {
            // Central difference: some step² times the third derivative, and rounding 1e-16/step.
            let measured = (after[k] - before[k]) / (2.0 * step);
            assert!((measured - told[k]).abs() < 1e-6, "{k}: {measured} {}", told[k]);
        }
    }

    #[test]
    fn a_force_accelerates_the_contact_by_its_port() {
        let plant = plant();
        let change = |force: [f64; 3]| {
            let (mut rates, mut told) = (vec![0.0; 12], [0.0; 4]);
            plant.rates(&plant.start(), &force, &mut rates);
            plant.drive_rates(&plant.start(), &rates, &mut told);
            told
        };
        let port = plant.port(&plant.start());
        let [xx, yy, zz, xy, xz, yz] = port.inverse_mass;
        let free = change([0.0; 3]);
        for (k, column) in [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]].into_iter().enumerate() {
            let mut force = [0.0; 3];
            force[k] = 1.0;
            let pushed = change(force);
            for row in 0..3 {
                assert!((free[1 + row] - port.free_acceleration[row]).abs() < 1e-13);
                assert!((pushed[1 + row] - free[1 + row] - column[row]).abs() < 1e-13, "{k} {row}");
            }
        }
    }
}
