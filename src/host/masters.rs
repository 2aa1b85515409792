//! Two ways to let a contact and a plant go forward together by fixed steps.

use super::HostError;
use super::plants::{self, Plant};

/// The order in which the two step, and which force moves the plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Master {
    /// The contact first, from the plant's motion and accelerations; then the plant, under a force that goes linearly
    /// from the one at the step's begin to the contact's new one. Second order in the step.
    GaussSeidel,
    /// Both at once; the plant moves under the force known at the step's begin. First order in the step.
    Jacobi,
}

/// A contact as a master sees it.
pub trait Contact {
    /// Passes on how the plant moves now.
    fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError>;
    /// Passes on how these inputs change during the next step [per second].
    fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError>;
    /// What acts on the plant, for the inputs last passed on, or, after a step, at the step's end.
    fn action(&mut self, action: &mut [f64]) -> Result<(), HostError>;
    /// Steps from `time` [s] over `step` [s].
    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError>;
}

/// A contact and a plant that go forward together.
pub struct CoSimulation<'a, C: Contact> {
    /// The contact.
    pub contact: &'a mut C,
    /// The plant.
    pub plant: &'a dyn Plant,
    /// State of the plant now.
    pub state: Vec<f64>,
    /// What acts on it now.
    action: Vec<f64>,
    end: Vec<f64>,
    inputs: Vec<f64>,
    rates: Vec<f64>,
    input_rates: Vec<f64>,
}

impl<'a, C: Contact> CoSimulation<'a, C> {
    /// At the plant's start; the contact knows it already.
    pub fn new(contact: &'a mut C, plant: &'a dyn Plant) -> Result<Self, HostError> {
        let state = plant.start();
        let (inputs, actions) = (plants::width(plant.inputs()), plants::width(plant.actions()));
        let mut action = vec![0.0; actions];
        contact.action(&mut action)?;
        Ok(Self {
            contact,
            plant,
            rates: vec![0.0; state.len()],
            state,
            end: action.clone(),
            action,
            inputs: vec![0.0; inputs],
            input_rates: vec![0.0; inputs],
        })
    }

    /// Takes both from `time` [s] over `step` [s].
    pub fn step(&mut self, master: Master, time: f64, step: f64) -> Result<(), HostError> {
        self.plant.rates(&self.state, &self.action, &mut self.rates);
        self.plant.drive_rates(&self.state, &self.rates, &mut self.input_rates);
        self.contact.set_input_rates(&self.input_rates)?;
        self.contact.advance(time, step)?;
        match master {
            Master::GaussSeidel => self.contact.action(&mut self.end)?,
            Master::Jacobi => self.end.copy_from_slice(&self.action),
        }
        plants::advance(self.plant, &mut self.state, &self.action, &self.end, step);
        if !self.state.iter().all(|value| value.is_finite()) {
            return Err(super::not_finite(time + step));
        }
        self.plant.drive(&self.state, &mut self.inputs);
        self.contact.set_inputs(&self.inputs)?;
        // Evaluated again for the motion that came out: with the predicted one, stiff damping would only stand half
        // the step.
        self.contact.action(&mut self.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::plants::SolidSphere;
    use crate::host::plants::Vector;

    /// A spring towards z = 0, continued over the step with the acceleration it was told.
    #[derive(Default)]
    struct Spring {
        height: f64,
        velocity: f64,
        acceleration: f64,
    }

    const HEIGHT: usize = 2;
    const VELOCITY: usize = 9;

    impl Contact for Spring {
        fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError> {
            (self.height, self.velocity) = (inputs[HEIGHT], inputs[VELOCITY]);
            Ok(())
        }
        fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError> {
            self.acceleration = rates[VELOCITY];
            Ok(())
        }
        fn action(&mut self, action: &mut [f64]) -> Result<(), HostError> {
            action.copy_from_slice(&[0.0, 0.0, -self.height, 0.0, 0.0, 0.0]);
            Ok(())
        }
        fn advance(&mut self, _time: f64, step: f64) -> Result<(), HostError> {
            self.height += self.velocity * step + self.acceleration * (step * step / 2.0);
            Ok(())
        }
    }

    /// Distance from the exact end of half a swing of a unit mass on a unit spring.
    fn error(master: Master, steps: u32) -> f64 {
        let plant = SolidSphere {
            mass: 1.0,
            radius: 0.1,
            gravity: Vector::zeros(),
            position: Vector::new(0.0, 0.0, 1.0),
            velocity: Vector::zeros(),
        };
        let mut spring = Spring { height: 1.0, ..Spring::default() };
        let mut both = CoSimulation::new(&mut spring, &plant).expect("it never fails");
        let step = std::f64::consts::PI / f64::from(steps);
        for k in 0..steps {
            both.step(master, f64::from(k) * step, step).expect("it never fails");
        }
        ((both.state[HEIGHT] + 1.0).powi(2) + both.state[VELOCITY].powi(2)).sqrt()
    }

    #[test]
    fn gauss_seidel_is_of_second_order_and_jacobi_of_first() {
        let order = |master| (error(master, 200) / error(master, 400)).log2();
        let (gauss_seidel, jacobi) = (order(Master::GaussSeidel), order(Master::Jacobi));
        assert!((1.9..2.1).contains(&gauss_seidel), "{gauss_seidel}");
        assert!((0.9..1.1).contains(&jacobi), "{jacobi}");
    }
}
