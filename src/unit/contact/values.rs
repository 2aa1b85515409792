//! The variables of the contact by their ids: reading, setting, and derivatives along them.

use super::forces::Coupled;
use super::impact::ObservedImpact;
use super::instructions::Portable;
use super::notices::Notices;
use super::overlooked::Overlooked;
use super::tangent::{Tangent, is_force};
use super::wiring::Wiring;
use super::{Contact, Continued, Evaluation, Stage, Steps};
use crate::fmi::layout::Run;
use crate::fmi::resources::START_VALUES;
use crate::fmi::{Fault, Interface};
use crate::physics::Latch;
use crate::stepping::{Changes, Exchange, Expected, InputRates};
use crate::unit::named;
use crate::unit::settings;
use crate::unit::slots::{Knowns, copy_in, copy_out, input_slot, parameter_slot};
use crate::unit::table::Id;

impl Contact {
    /// A contact with the start values of the table.
    pub fn new(interface: Interface) -> Self {
        Contact {
            interface,
            stage: Stage::Initial,
            time: 0.0,
            knowns: Knowns::start(),
            solids: None,
            input_rates: InputRates::default(),
            latch: Latch::default(),
            clipped: false,
            energy_base: 0.0,
            stored_before: None,
            stored: 0.0,
            importer_work: 0.0,
            separating: false,
            parameters_before: None,
            exchange: Exchange::default(),
            expected: Expected::default(),
            impact: ObservedImpact::default(),
            changes: Changes::default(),
            wiring: Wiring::default(),
            overlooked: Overlooked::default(),
            notices: Notices::default(),
            continued: None,
            coupled: Coupled::default(),
            stale: true,
            are_laws_moderate: false,
            is_bare: false,
            steps: Steps::by::<Portable>(),
            prepared: None,
            cache: Evaluation::default(),
            is_evaluated: false,
            flies: false,
        }
    }

    /// The same with other start values, names and values as texts. Errors: one that it cannot take.
    pub fn with_values(interface: Interface, values: &[(&str, &str)]) -> Result<Self, String> {
        let mut contact = Contact::new(interface);
        for (name, text) in values {
            let assigned = named::assign(&mut contact.knowns.parameters, name, text);
            assigned.map_err(|refusal| format!("{START_VALUES}: {refusal}"))?;
        }
        Ok(contact)
    }

    /// Element `k`, counted from 0, of a Real variable.
    ///
    /// Errors: it cannot be evaluated now.
    pub fn real(&mut self, id: Id, k: usize) -> Result<f64, Fault> {
        let mut value = [0.0];
        self.reals(&[Run::element(id, k)], &mut value)?;
        Ok(value[0])
    }

    /// Elements of Real variables, run by run.
    ///
    /// Errors: one of them cannot be evaluated now.
    #[inline(always)]
    pub fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        if self.is_evaluated && self.cache.unknowns.copy_to(runs, values) {
            return Ok(());
        }
        if self.flies && runs.iter().all(|run| is_force(run.id)) {
            values.fill(0.0);
            return Ok(());
        }
        if let (Some(Continued::Contact(_)), Some(forces)) = (&self.continued, &self.coupled.forces)
            && forces.copy_to(runs, values)
        {
            return Ok(());
        }
        self.any_reals(runs, values)
    }

    /// An Integer, an enumeration, or a Boolean as 0 or 1.
    ///
    /// Errors: it cannot be evaluated now.
    pub fn integer(&mut self, id: Id) -> Result<i32, Fault> {
        match settings::get(&self.knowns.parameters, id) {
            Some(value) => Ok(value),
            None if id == Id::MicroSteps => Ok(i32::try_from(self.coupled.micro_steps).unwrap_or(i32::MAX)),
            None => Ok(i32::from(self.evaluation()?.latch.contact)),
        }
    }

    /// Sets element `k`, counted from 0, of a Real variable, without a check of its range.
    pub fn set_real(&mut self, id: Id, k: usize, value: f64) {
        self.set_reals(&[Run::element(id, k)], &[value]);
    }

    /// Sets elements of Real variables, run by run, without a check of their ranges.
    #[inline(always)]
    pub fn set_reals(&mut self, runs: &[Run<Id>], mut values: &[f64]) {
        for Run { id, k, length, .. } in runs {
            let (now, later) = values.split_at(*length);
            match self.knowns.signal_slot(*id) {
                Some(slot) => {
                    copy_in(now, slot, *k);
                    self.is_bare = false;
                    self.wiring.is_penetration_set |= *id == Id::Penetration;
                    self.touched();
                }
                None => self.set_elements_of_parameter(*id, *k, now),
            }
            values = later;
        }
    }

    /// Sets an Integer, an enumeration, or a Boolean as 0 or 1, without a check of its range.
    pub fn set_integer(&mut self, id: Id, value: i32) {
        self.keep_parameters();
        settings::set(&mut self.knowns.parameters, id, value);
        self.stale = true;
        self.touched();
    }

    /// Sets the first derivative by time of element `k` of an input.
    pub fn set_input_derivative(&mut self, id: Id, k: usize, value: f64) {
        self.is_bare = false;
        if let Some(slot) = input_slot(&mut self.input_rates.inputs, id) {
            slot[k] = value;
            self.input_rates.normal_given |= id == Id::ContactNormal;
        }
        self.touched();
    }

    /// Derivatives of everything along the direction that gives each seeded element its value.
    ///
    /// Errors: the contact cannot be evaluated now.
    pub fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Id, usize, f64)>) -> Result<Tangent, Fault> {
        self.evaluation()?;
        let mut knowns = self.duals();
        for (id, k, seed) in seeds {
            if let Some(duals) = knowns.slot(id) {
                duals[k].slope += seed;
            }
        }
        Ok(self.tangent_along(knowns)?)
    }

    /// The derivative of one element, by [`tangent`](Self::tangent).
    pub fn tangent_of((knowns, unknowns): &mut Tangent, id: Id, k: usize) -> f64 {
        let dual = unknowns.slot(id).map(|slot| slot[k]).or(knowns.slot(id).map(|slot| slot[k]));
        dual.map_or(f64::NAN, |dual| dual.slope)
    }

    /// Values of any kind; evaluates if one of them asks for it.
    #[inline(never)]
    fn any_reals(&mut self, runs: &[Run<Id>], mut values: &mut [f64]) -> Result<(), Fault> {
        let is_calculated = |run: &Run<Id>| self.cache.unknowns.slot(run.id).is_some();
        if runs.first().is_some_and(is_calculated) && self.evaluation()?.unknowns.copy_to(runs, values) {
            return Ok(());
        }
        for Run { id, k, length, .. } in runs {
            let (now, later) = values.split_at_mut(*length);
            let slot = match self.knowns.slot(*id) {
                Some(slot) => slot,
                None if *id == Id::Time => core::slice::from_ref(&self.time),
                None => {
                    self.evaluation()?.unknowns.slot(*id).ok_or_else(|| Fault("the variable has no value".into()))?
                }
            };
            copy_out(slot, *k, now);
            values = later;
        }
        Ok(())
    }

    fn set_parameter(&mut self, id: Id, k: usize, value: f64) {
        let at_event = self.stage == Stage::Events;
        self.keep_parameters();
        if at_event && self.stored_before.is_none() {
            self.stored_before = self.evaluation().ok().map(|e| e.unknowns.response.outputs.energy_elastic);
        }
        let masses = self.knowns.parameters.coupling.masses;
        if let Some(slot) = parameter_slot(&mut self.knowns.parameters, id) {
            slot[k] = value;
        }
        self.judge_masses_told(&masses);
        self.stale = true;
        self.touched();
        if at_event {
            // book now, with the inputs of now; a vector that is half set is booked with its last element
            let _ = self.evaluation();
        }
    }

    #[cold]
    #[inline(never)]
    fn set_elements_of_parameter(&mut self, id: Id, k: usize, values: &[f64]) {
        (k..).zip(values).for_each(|(k, value)| self.set_parameter(id, k, *value));
    }
}
