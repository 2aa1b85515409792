//! Mechanical systems that meet the contact: ordinary differential equations with a force from outside.

mod block;
mod pendulum;
mod puck;
mod sphere;
mod wheel;

use nalgebra::Vector3;

pub use block::BlockOnSpring;
pub use pendulum::{DoublePendulum, Link};
pub use puck::{Puck, Torque};
pub use sphere::{SHELL, SOLID, Sphere};
pub use wheel::WheelOnGround;

/// A vector in world axes.
pub type Vector = Vector3<f64>;

/// Length of a vector.
pub fn norm(vector: &Vector) -> f64 {
    vector.dot(vector).sqrt()
}

/// Three neighbouring numbers as a vector.
pub fn vector(values: &[f64], first: usize) -> Vector {
    Vector::new(values[first], values[first + 1], values[first + 2])
}

/// A variable of the unit and its number of elements; 1 stands for a plain variable.
pub type Wire = (&'static str, usize);

/// A column of what is written down: name and unit.
pub type Column = (&'static str, &'static str);

/// How the two bodies yield in their contact. The inverses, elements xx, yy, zz, xy, xz, yz, are all 0 where the unit
/// is told the masses ([`Plant::masses`]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Port {
    /// Acceleration of the contact point by the force there [1/kg].
    pub inverse_mass: [f64; 6],
    /// Its acceleration without that force [m/s²].
    pub free_acceleration: [f64; 3],
    /// Angular acceleration by a couple there [1/(kg·m²)].
    pub inverse_inertia: [f64; 6],
    /// Angular acceleration without that couple [rad/s²].
    pub free_angular_acceleration: [f64; 3],
}

impl Port {
    /// The free accelerations at the middle of the next step, on the line through this port and the last step's.
    pub fn ahead(&self, last: &Self) -> Self {
        let line = |now: [f64; 3], before: [f64; 3]| std::array::from_fn(|k| 1.5 * now[k] - 0.5 * before[k]);
        Self {
            free_acceleration: line(self.free_acceleration, last.free_acceleration),
            free_angular_acceleration: line(self.free_angular_acceleration, last.free_angular_acceleration),
            ..*self
        }
    }
}

/// A mechanical system  ẏ = f(y, action)  whose state y drives inputs of the contact unit, and on which outputs of
/// the unit act. Inputs, actions and columns go through slices in the order of the lists here.
pub trait Plant {
    /// Inputs of the unit that it drives.
    fn inputs(&self) -> &'static [Wire];
    /// Outputs of the unit that act on it.
    fn actions(&self) -> &'static [Wire];
    /// State at the start.
    fn start(&self) -> Vec<f64>;
    /// ẏ
    fn rates(&self, state: &[f64], action: &[f64], rates: &mut [f64]);
    /// Inputs of the unit in this state.
    fn drive(&self, state: &[f64], inputs: &mut [f64]);
    /// How fast these inputs change [per second]. Only velocities matter: poses move on with them.
    fn drive_rates(&self, state: &[f64], rates: &[f64], input_rates: &mut [f64]);
    /// How the contact yields.
    fn port(&self, state: &[f64]) -> Port;
    /// Mass [kg] and moment of inertia about any axis [kg·m²] of a body that is told so to the unit.
    fn masses(&self) -> Option<(f64, f64)> {
        None
    }
    /// Rate of the gap [m/s], with the normal of the contact as the unit tells it.
    fn gap_rate(&self, state: &[f64], normal: &Vector) -> f64;
    /// Kinetic and potential energy [J].
    fn energy(&self, state: &[f64]) -> (f64, f64);
    /// Power of drives that belong to neither energy, under this action [W].
    fn drive_power(&self, _state: &[f64], _action: &[f64]) -> f64 {
        0.0
    }
    /// What is written down of it.
    fn columns(&self) -> &'static [Column];
    /// The values of these columns.
    fn observe(&self, state: &[f64], values: &mut [f64]);
}

/// Number of elements of a list of wires.
pub fn width(wires: &[Wire]) -> usize {
    wires.iter().map(|wire| wire.1).sum()
}

/// Moves the plant on by `step` [s] under an action that goes linearly from `begin` to `end`.
pub fn advance(plant: &dyn Plant, state: &mut [f64], begin: &[f64], end: &[f64], step: f64) {
    runge_kutta(&|state, action, rates| plant.rates(state, action, rates), state, begin, end, step);
}

/// Writes the rates of a state under an action: (state, action, rates).
pub type Rates<'a> = dyn Fn(&[f64], &[f64], &mut [f64]) + 'a;

/// One step of the classical Runge–Kutta method, exact for the free flight of a body and for forces linear in time on it.
pub fn runge_kutta(of: &Rates, state: &mut [f64], begin: &[f64], end: &[f64], step: f64) {
    let middle: Vec<f64> = begin.iter().zip(end).map(|(a, b)| 0.5 * (a + b)).collect();
    let start = state.to_vec();
    let mut sum = vec![0.0; state.len()];
    let mut rates = vec![0.0; state.len()];
    let stages = [(begin, 1.0 / 6.0, 0.5), (&middle, 1.0 / 3.0, 0.5), (&middle, 1.0 / 3.0, 1.0), (end, 1.0 / 6.0, 0.0)];
    for (action, weight, reach) in stages {
        of(state, action, &mut rates);
        for (k, rate) in rates.iter().enumerate() {
            sum[k] += weight * rate;
            state[k] = start[k] + reach * step * rate;
        }
    }
    for (k, sum) in sum.iter().enumerate() {
        state[k] = start[k] + step * sum;
    }
}
