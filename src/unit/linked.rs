//! The contact of the unit for a caller that links it: the same bits as through FMI, without value references.

use crate::fmi::instance::{Clock, Core};
use crate::fmi::lifecycle;
use crate::fmi::snapshot::Snapshot;
use crate::fmi::{Interface, Model};
use crate::physics::{ContactFault, Inputs, Latch, Mobility, Response, State, Vector3};
use crate::unit::contact::before::Before;
use crate::unit::contact::{Contact, Steps};
use crate::unit::parameters::ContactParameters;
use core::fmt;

/// One contact between communication steps. It allocates nothing.
pub struct Linked {
    core: Core<Contact>,
    /// Set before the step that is being made, to be put back if it is refused
    before: Before,
}

/// Inputs of a step, all at once; what each means is said at [`Contact::set_inputs`].
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub inputs: &'a Inputs<f64>,
    pub rates: Option<&'a Inputs<f64>>,
    pub mobility: Option<&'a Mobility<f64>>,
}

impl Linked {
    /// `steps`: in what instructions kinematic steps are made
    pub fn new(parameters: &ContactParameters<f64>, steps: &'static Steps) -> Self {
        let mut model = Contact::new(Interface::CoSimulation);
        model.set_steps(steps);
        model.set_parameters(parameters);
        let (interface, clock) = (Interface::CoSimulation, Clock::default());
        let core = Core { interface, state: lifecycle::State::Instantiated, clock, model };
        Linked { core, before: Before::default() }
    }

    /// Between [`start`](Self::start) and a failure inside the library.
    pub fn is_started(&self) -> bool {
        self.core.state == lifecycle::State::StepComplete
    }

    /// What a panic leaves behind; [`start`](Self::start) or [`restore`](Self::restore) recover.
    pub fn spoil(&mut self) {
        self.core.state = lifecycle::State::Error;
    }

    pub fn parameters(&self) -> &ContactParameters<f64> {
        self.core.model.parameters()
    }

    /// As [`Contact::needs_mobility`].
    pub fn needs_mobility(&self) -> bool {
        self.core.model.needs_mobility()
    }

    /// Time of the last step's end, or of the start [s].
    pub fn time(&self) -> f64 {
        self.core.clock.time
    }

    /// Starts afresh with the parameters it has: states 0, contact from the inputs.
    ///
    /// Errors: parameters that do not fit together, or inputs without a direction; nothing is changed.
    pub fn start(&mut self, given: &Given, time: f64) -> Result<(), ContactFault> {
        let mut fresh = Linked::new(self.core.model.parameters(), self.core.model.steps());
        let model = &mut fresh.core.model;
        model.set_inputs(given.inputs, given.rates, given.mobility);
        model.set_time(time);
        model.settle(&mut |_| {})?;
        fresh.core.clock = Clock { time, start: time, ..Clock::default() };
        fresh.core.state = lifecycle::State::StepComplete;
        *self = fresh;
        Ok(())
    }

    /// One communication step of `h` [s] > 0, and outputs and rates of its end; `say` gets what has to be said once.
    ///
    /// Errors: inputs without a direction, or a result that is not finite; nothing is changed.
    pub fn step(
        &mut self,
        given: &Given,
        h: f64,
        say: &mut dyn FnMut(fmt::Arguments),
    ) -> Result<&Response<f64>, ContactFault> {
        let Core { clock, model, .. } = &mut self.core;
        self.before.take(model);
        model.set_inputs(given.inputs, given.rates, given.mobility);
        if let Err(fault) = model.step_to(clock.time, h, &mut |_| {}) {
            model.put_back(&self.before);
            return Err(fault);
        }
        clock.time += h;
        model.warnings(say);
        model.response()
    }

    /// Outputs and rates of now.
    pub fn response(&mut self) -> Result<&Response<f64>, ContactFault> {
        self.core.model.response()
    }

    /// Force and torque on body i and on body j by time, as [`Contact::wrench_rates`].
    pub fn wrench_rates(&mut self) -> Result<[Vector3<f64>; 4], ContactFault> {
        self.core.model.wrench_rates()
    }

    pub fn state(&self) -> &State<f64> {
        self.core.model.state()
    }

    pub fn latch(&self) -> &Latch<f64> {
        self.core.model.latch()
    }

    /// Bytes of a snapshot, the same for every contact.
    pub fn size(&self) -> usize {
        Snapshot::of(&self.core).size()
    }

    /// Writes a snapshot; false if `bytes` is too short.
    pub fn save(&self, bytes: &mut [u8]) -> bool {
        Snapshot::of(&self.core).write(bytes)
    }

    /// Goes on from a snapshot, parameters included.
    ///
    /// Errors: the bytes are no snapshot of this version; nothing is changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        let snapshot = Snapshot::read(bytes, &self.core)?;
        self.core = snapshot.core_for(Interface::CoSimulation)?.clone();
        Ok(())
    }
}
