//! Ways to let a contact and a plant go forward together by fixed steps.

use super::HostError;
use super::plants::{self, Plant, Port};

/// The order in which the two step, and which force moves the plant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Master {
    /// The contact first, from the plant's motion and accelerations; then the plant, under a force that goes linearly
    /// from the one at the step's begin to the contact's new one. Second order in the step.
    GaussSeidel,
    /// Both at once; the plant moves under the force known at the step's begin. First order in the step.
    Jacobi,
    /// Gauss–Seidel in kinematic coupling with steps that are taken back and halved where the motion that comes out stores
    /// another energy in the contact than the one it assumed, by more than this part of what it dissipated in the step.
    Rollback {
        /// The part.
        part: f64,
    },
}

/// Halvings of one step at most.
const MOST_HALVINGS: u32 = 10;

/// How the contact goes through a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// The contact follows the motion it is told, accelerations included, and says the force at the step's end.
    Kinematic,
    /// The same as most importers have it: without accelerations, so that velocities are held over the step; the force is what is
    /// read after a step, and held over the next one (Jacobi) or over the same one (Gauss–Seidel).
    Held,
    /// The contact integrates itself under its own force and says mean and slope of the force over the step.
    Interface {
        /// Whether the plant uses the slope, or the mean force alone.
        slope: bool,
    },
}

/// A contact as a master sees it.
pub trait Contact {
    /// Passes on how the plant moves now.
    fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError>;
    /// Passes on how these inputs change during the next step [per second].
    fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError>;
    /// What acts on the plant, for the inputs last passed on, or, after a step, at the step's end; in interface coupling
    /// the mean over the step.
    fn action(&mut self, action: &mut [f64]) -> Result<(), HostError>;
    /// Steps from `time` [s] over `step` [s].
    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError>;
    /// Passes on how the contact yields now.
    fn set_port(&mut self, _port: &Port) -> Result<(), HostError> {
        Ok(())
    }
    /// How fast what acts on the plant changes over the step in interface coupling [per second].
    fn slope(&mut self, slope: &mut [f64]) -> Result<(), HostError> {
        slope.fill(0.0);
        Ok(())
    }
    /// Keeps the present state, for [`Contact::go_back`].
    fn keep(&mut self) -> Result<(), HostError> {
        Err(HostError::Request("this contact cannot go back".into()))
    }
    /// Goes back to the state that was kept last.
    fn go_back(&mut self) -> Result<(), HostError> {
        Err(HostError::Request("this contact cannot go back".into()))
    }
    /// Energy stored now, and dissipated since the start [J].
    fn energies(&mut self) -> Result<[f64; 2], HostError> {
        Ok([0.0; 2])
    }
}

/// A contact and a plant that go forward together.
pub struct CoSimulation<'a, C: Contact> {
    /// The contact.
    pub contact: &'a mut C,
    /// The plant.
    pub plant: &'a dyn Plant,
    /// State of the plant now.
    pub state: Vec<f64>,
    /// Work of the plant's drives since the start [J].
    pub driven: f64,
    coupling: Coupling,
    /// What acts on it now; in interface coupling with Jacobi, over the next step: at its begin and end.
    action: Vec<f64>,
    end: Vec<f64>,
    inputs: Vec<f64>,
    rates: Vec<f64>,
    input_rates: Vec<f64>,
    /// How the contact yielded at the last step's start.
    port: Port,
    /// With rollback, energy stored at the last step's end in the motion that the contact assumed [J].
    assumed: f64,
}

impl<'a, C: Contact> CoSimulation<'a, C> {
    /// At the plant's start; the contact knows it already.
    pub fn new(contact: &'a mut C, plant: &'a dyn Plant, coupling: Coupling) -> Result<Self, HostError> {
        let state = plant.start();
        let (inputs, actions) = (plants::width(plant.inputs()), plants::width(plant.actions()));
        let mut action = vec![0.0; actions];
        match coupling {
            Coupling::Kinematic | Coupling::Held => contact.action(&mut action)?,
            Coupling::Interface { .. } => contact.set_port(&plant.port(&state))?,
        }
        Ok(Self {
            contact,
            plant,
            rates: vec![0.0; state.len()],
            state,
            driven: 0.0,
            coupling,
            end: action.clone(),
            action,
            inputs: vec![0.0; inputs],
            input_rates: vec![0.0; inputs],
            port: plant.port(&plant.start()),
            assumed: 0.0,
        })
    }

    /// Takes both from `time` [s] over `step` [s].
    pub fn step(&mut self, master: Master, time: f64, step: f64) -> Result<(), HostError> {
        match (self.coupling, master) {
            (Coupling::Interface { slope }, Master::GaussSeidel) => {
                self.contact.advance(time, step)?;
                self.read_interval(slope, step)?;
                self.move_plant(time, step)?;
                self.tell()
            }
            (Coupling::Interface { slope }, Master::Jacobi) => {
                // The force that is applied now was sent before; the one that the contact finds now acts in the next step.
                let (action, end) = (self.action.clone(), self.end.clone());
                self.contact.advance(time, step)?;
                self.read_interval(slope, step)?;
                let next = (std::mem::replace(&mut self.action, action), std::mem::replace(&mut self.end, end));
                self.move_plant(time, step)?;
                (self.action, self.end) = next;
                self.tell()
            }
            (Coupling::Interface { .. }, Master::Rollback { .. }) => {
                Err(HostError::Request("the master with rollback is for the kinematic coupling".into()))
            }
            (_, Master::Rollback { part }) => self.halving(part, time, step, MOST_HALVINGS),
            _ => self.kinematic(master, time, step),
        }
    }

    fn kinematic(&mut self, master: Master, time: f64, step: f64) -> Result<(), HostError> {
        if self.coupling == Coupling::Kinematic {
            self.plant.rates(&self.state, &self.action, &mut self.rates);
            self.plant.drive_rates(&self.state, &self.rates, &mut self.input_rates);
            self.contact.set_input_rates(&self.input_rates)?;
        }
        self.contact.advance(time, step)?;
        match master {
            Master::Jacobi => self.end.copy_from_slice(&self.action),
            _ => self.contact.action(&mut self.end)?,
        }
        if let Master::Rollback { .. } = master {
            [self.assumed, _] = self.contact.energies()?;
        }
        if self.coupling == Coupling::Held {
            self.action.copy_from_slice(&self.end);
            self.move_plant(time, step)?;
            self.contact.action(&mut self.action)?;
            return self.tell();
        }
        self.move_plant(time, step)?;
        self.tell()?;
        // Evaluated again for the motion that came out: with the predicted one, stiff damping would only stand half
        // the step.
        self.contact.action(&mut self.action)
    }

    /// One Gauss–Seidel step, or two of half the length where the stored energy jumps too much.
    fn halving(&mut self, part: f64, time: f64, step: f64, halvings: u32) -> Result<(), HostError> {
        self.contact.keep()?;
        let kept = (self.state.clone(), self.action.clone(), self.driven);
        let [_, lost] = self.contact.energies()?;
        let tried = self.kinematic(Master::Rollback { part }, time, step);
        let good = match &tried {
            Ok(()) => {
                let [stored, loses] = self.contact.energies()?;
                (stored - self.assumed).abs() <= part * (loses - lost).abs()
            }
            Err(_) => false,
        };
        if good || halvings == 0 {
            return tried;
        }
        self.contact.go_back()?;
        (self.state, self.action, self.driven) = kept;
        self.tell()?;
        let half = 0.5 * step;
        self.halving(part, time, half, halvings - 1)?;
        self.halving(part, time + half, half, halvings - 1)
    }

    /// Mean and slope of the force over the step, as its values at begin and end.
    fn read_interval(&mut self, slope: bool, step: f64) -> Result<(), HostError> {
        self.contact.action(&mut self.action)?;
        self.end.fill(0.0);
        if slope {
            self.contact.slope(&mut self.end)?;
        }
        for (begin, end) in self.action.iter_mut().zip(&mut self.end) {
            let (mean, half) = (*begin, 0.5 * step * *end);
            (*begin, *end) = (mean - half, mean + half);
        }
        Ok(())
    }

    fn move_plant(&mut self, time: f64, step: f64) -> Result<(), HostError> {
        let before = self.plant.drive_power(&self.state, &self.action);
        plants::advance(self.plant, &mut self.state, &self.action, &self.end, step);
        self.driven += 0.5 * step * (before + self.plant.drive_power(&self.state, &self.end));
        if self.state.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(HostError::NotFinite(time + step)) }
    }

    /// Tells the contact how the plant moves now.
    fn tell(&mut self) -> Result<(), HostError> {
        self.plant.drive(&self.state, &mut self.inputs);
        self.contact.set_inputs(&self.inputs)?;
        match self.coupling {
            Coupling::Kinematic | Coupling::Held => Ok(()),
            Coupling::Interface { .. } => {
                let port = self.plant.port(&self.state);
                let ahead = port.ahead(&self.port);
                self.port = port;
                self.contact.set_port(&ahead)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plants::Vector;
    use crate::plants::{SOLID, Sphere};

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
        let plant = Sphere {
            mass: 1.0,
            radius: 0.1,
            gyration: SOLID,
            gravity: Vector::zeros(),
            position: Vector::new(0.0, 0.0, 1.0),
            velocity: Vector::zeros(),
            angular_velocity: Vector::zeros(),
        };
        let mut spring = Spring { height: 1.0, ..Spring::default() };
        let mut both = CoSimulation::new(&mut spring, &plant, Coupling::Kinematic).expect("it never fails");
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
