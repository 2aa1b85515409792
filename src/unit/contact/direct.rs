//! The contact without FMI: given all its inputs at once, started, stepped, looked at. A call that fails changes
//! nothing and allocates nothing.

use super::{Contact, Continued, Evaluation, Phase, finite, residual};
use crate::fmi2::Interface;
use crate::fmi2::model::Events;
use crate::physics::parameters::{FreeAccelerationSource, MassSource, Pair};
use crate::physics::{Energies, Fault, Inputs, Latch, Mobility, Parameters, Response, State, Vector3};
use crate::stepping::{self, Change, ContactState, InputRates, phases};
use crate::unit::slots::{Knowns, Unknowns};

impl Contact {
    pub fn parameters(&self) -> &Parameters<f64> {
        &self.knowns.parameters
    }

    /// Replaces all parameters.
    pub fn set_parameters(&mut self, parameters: &Parameters<f64>) {
        self.knowns.parameters = *parameters;
        self.stale = true;
        self.touched();
    }

    /// Sets every input that the geometry pair looks at. Without `rates` velocities, normal and point are held, and a
    /// given normal turns with body j; with them, the rates of velocities, normal and point count. Without `mobility`
    /// it is 0.
    pub fn set_inputs(&mut self, inputs: &Inputs<f64>, rates: Option<&Inputs<f64>>, mobility: Option<&Mobility<f64>>) {
        let is_given = self.knowns.parameters.settings.pair == Pair::External;
        let known = &mut self.knowns.inputs;
        (known.body_i, known.body_j) = (inputs.body_i, inputs.body_j);
        if is_given {
            known.penetration = inputs.penetration;
            known.relative_velocity = inputs.relative_velocity;
            known.contact_normal = inputs.contact_normal;
            known.contact_point = inputs.contact_point;
        }
        let mut held = InputRates::default();
        if let Some(rates) = rates {
            let to = &mut held.inputs;
            for (to, rates) in [(&mut to.body_i, &rates.body_i), (&mut to.body_j, &rates.body_j)] {
                (to.velocity, to.angular_velocity) = (rates.velocity, rates.angular_velocity);
            }
            if is_given {
                to.relative_velocity = rates.relative_velocity;
                to.contact_normal = rates.contact_normal;
                to.contact_point = rates.contact_point;
                held.normal_given = true;
            }
        }
        self.input_rates = held;
        self.knowns.mobility = mobility.copied().unwrap_or_default();
        self.touched();
    }

    /// Whether a step needs to be told how the contact point moves under a force.
    pub fn needs_mobility(&self) -> bool {
        let settings = &self.knowns.parameters.settings;
        let is_estimated = settings.free_acceleration_source == FreeAccelerationSource::Estimated;
        self.is_interface() && !(is_estimated && settings.mass_source == MassSource::Bodies)
    }

    /// Outputs and rates of now.
    pub fn response(&mut self) -> Result<&Response<f64>, Fault> {
        self.evaluation().map(|evaluation| &evaluation.unknowns.response)
    }

    /// Force and torque on body i and on body j by time: in kinematic coupling at the end of the last step, in
    /// interface coupling over it, 0 before the first.
    pub fn wrench_rates(&mut self) -> Result<[Vector3<f64>; 4], Fault> {
        let (_, Unknowns { response, .. }) = self.rates_of_forces()?;
        let o = &response.outputs;
        Ok([o.force_i, o.torque_i, o.force_j, o.torque_j].map(|of| of.map(|dual| dual.slope)))
    }

    pub fn state(&self) -> &State<f64> {
        &self.knowns.state
    }

    pub fn latch(&self) -> &Latch<f64> {
        &self.latch
    }

    /// Ends the initialization: contact, latch and ledger start from what is set now.
    pub fn settle(&mut self, events: &mut Events) -> Result<(), Fault> {
        let Evaluation { unknowns, latch } = *self.evaluation()?;
        let elastic = unknowns.response.outputs.energy_elastic;
        if latch.contact {
            self.report(self.time, true, unknowns.response.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.clipped = unknowns.response.clip_margin < 0.0;
        let Energies { work, dissipated_normal, dissipated_friction } = self.knowns.state.energy;
        self.energy_base = elastic - work + dissipated_normal + dissipated_friction;
        self.stored = elastic;
        self.phase = match self.interface {
            Interface::ModelExchange => Phase::Events,
            Interface::CoSimulation => Phase::Steps,
        };
        self.cache = None;
        Ok(())
    }

    /// Co-Simulation: one step of length `h` [s] > 0 from `time` [s].
    pub fn step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        if self.is_interface() {
            return self.interface_step(time, h, events);
        }
        self.refresh()?;
        let mut next = self.contact_state();
        let changes = match self.tried(h, &mut next) {
            Ok(changes) => changes,
            Err(fault) => {
                self.cache = None;
                return Err(fault);
            }
        };
        self.report_changes(time, &changes, &next.latch, events);
        self.keep(&next);
        self.time = time + h;
        self.continued = Some(Continued::Motion(h));
        Ok(())
    }

    /// Takes a step with `next`, a copy of the state, and leaves its evaluation in the cache.
    #[inline(always)]
    fn tried(&mut self, h: f64, next: &mut ContactState) -> Result<[Option<Change>; phases::MOST], Fault> {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        let Evaluation { unknowns, latch } = self.cache.get_or_insert_default();
        let changes = stepping::advance_on(parameters, inputs, &self.input_rates, next, h, &mut unknowns.response)?;
        let residual = residual(parameters, &next.continuous.energy, self.energy_base, next.stored);
        unknowns.energy_residual = finite("the energy ledger", residual)?;
        *latch = next.latch;
        Ok(changes)
    }
}
