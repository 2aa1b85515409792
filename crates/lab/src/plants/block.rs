//! The apparatus of Bowden and Leben: a block on a spring, on a plate that is drawn away under it [G04 Fig. 4].

use super::{Column, Plant, Port, Vector, Wire};

/// A block as body i on a plate as body j, pressed on by a constant penetration (pair external). State: position and
/// velocity of the block in the plane, x and y each. The spring pulls it to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockOnSpring {
    /// Mass of the block [kg].
    pub mass: f64,
    /// Stiffness of the spring [N/m].
    pub spring: f64,
    /// Gravity that presses it on [m/s²].
    pub gravity: f64,
    /// Velocity of the plate along x and y [m/s].
    pub plate: [f64; 2],
}

impl Plant for BlockOnSpring {
    fn inputs(&self) -> &'static [Wire] {
        &[("relativeVelocity", 3)]
    }

    fn actions(&self) -> &'static [Wire] {
        &[("frictionForce", 3)]
    }

    /// Carried along by the plate, the spring not yet stretched.
    fn start(&self) -> Vec<f64> {
        vec![0.0, 0.0, self.plate[0], self.plate[1]]
    }

    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]) {
        for axis in 0..2 {
            rates[axis] = state[2 + axis];
            rates[2 + axis] = (action[axis] - self.spring * state[axis]) / self.mass;
        }
    }

    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        inputs.copy_from_slice(&[state[2] - self.plate[0], state[3] - self.plate[1], 0.0]);
    }

    fn drive_rates(&self, _state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        input_rates.copy_from_slice(&[rates[2], rates[3], 0.0]);
    }

    /// Along the normal it rests under its weight, which the given penetration stands for.
    fn port(&self, state: &[f64]) -> Port {
        let (yields, pull) = (1.0 / self.mass, |axis: usize| -self.spring * state[axis] / self.mass);
        Port {
            inverse_mass: [yields, yields, yields, 0.0, 0.0, 0.0],
            free_acceleration: [pull(0), pull(1), -self.gravity],
            ..Port::default()
        }
    }

    fn gap_rate(&self, _state: &[f64], _normal: &Vector) -> f64 {
        0.0
    }

    /// The potential energy is that of the spring.
    fn energy(&self, state: &[f64]) -> (f64, f64) {
        let square = |first: usize| state[first].powi(2) + state[first + 1].powi(2);
        (0.5 * self.mass * square(2), 0.5 * self.spring * square(0))
    }

    /// What draws the plate away works against the friction on it.
    fn drive_power(&self, _state: &[f64], action: &[f64]) -> f64 {
        action[0] * self.plate[0] + action[1] * self.plate[1]
    }

    fn columns(&self) -> &'static [Column] {
        &[("position_x", "m"), ("position_y", "m"), ("velocity_x", "m/s"), ("velocity_y", "m/s")]
    }

    fn observe(&self, state: &[f64], values: &mut [f64]) {
        values.copy_from_slice(state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::advance;
    use super::*;

    #[test]
    fn without_friction_it_swings_as_a_harmonic_oscillator() {
        let block = BlockOnSpring { mass: 1.0, spring: 4.0, gravity: 10.0, plate: [0.3, 0.4] };
        let mut state = block.start();
        let (kinetic, potential) = block.energy(&state);
        assert_eq!((kinetic, potential), (0.125, 0.0));
        let steps = 1000;
        for _ in 0..steps {
            advance(&block, &mut state, &[0.0; 3], &[0.0; 3], 1.0 / f64::from(steps));
        }
        // v₀/ω·sin ωt with ω = 2 s⁻¹; the method leaves some (2/1000)⁴.
        for (axis, speed) in [0.3, 0.4].into_iter().enumerate() {
            assert!((state[axis] - speed / 2.0 * 2.0_f64.sin()).abs() < 1e-12);
        }
    }
}
