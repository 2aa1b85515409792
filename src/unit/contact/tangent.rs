//! Derivatives of everything in one direction, by dual numbers: along what is set, and along time.

use super::coupling;
use super::{Contact, Continued};
use crate::physics::{Dual, Fault, Latch, contact_frame, inputs};
use crate::stepping::Motion;
use crate::unit::slots::{Knowns, Unknowns, input_slot, state_slot};
use crate::unit::table::ROWS;

/// Everything with its slope.
pub type Tangent = (Knowns<Dual>, Unknowns<Dual>);

impl Contact {
    /// What the host can set, without a direction yet.
    pub(super) fn duals(&self) -> Knowns<Dual> {
        let mut present = Knowns { inputs: self.present_inputs(), ..self.knowns };
        let mut knowns = Knowns::<Dual>::default();
        knowns.parameters.settings = present.parameters.settings;
        for row in &ROWS {
            if let (Some(values), Some(duals)) = (present.slot(row.id), knowns.slot(row.id)) {
                duals.iter_mut().zip(values).for_each(|(dual, value)| *dual = Dual::from(*value));
            }
        }
        knowns
    }

    /// Everything with its slope along the direction in `knowns`.
    pub(super) fn tangent_along(&self, knowns: Knowns<Dual>) -> Result<Tangent, Fault> {
        let Latch { contact, v_i, .. } = match &self.continued {
            Some(Continued::Contact(shown)) => shown.latch,
            _ => self.latch,
        };
        let latch = Latch { contact, v_i: Dual::from(v_i), a: Dual::from(0.0) }.refreshed(&knowns.parameters);
        let normal_rate = self.normal_rate().map(|rate| rate.map(Dual::from));
        let Knowns { parameters, inputs, state, .. } = &knowns;
        let mut frame = contact_frame(parameters, inputs, normal_rate)?;
        if let Some(Continued::Contact(shown)) = &self.continued {
            frame = coupling::at(&shown.end.frame, &frame);
        }
        let (unknowns, _) = self.evaluate(parameters, inputs, state, &frame, latch);
        Ok((knowns, unknowns))
    }

    /// Rates of the forces at the end of the last step: in kinematic coupling those of the continued motion, in interface
    /// coupling the slopes of the step, 0 before the first.
    pub(super) fn rates_of_forces(&mut self) -> Result<Tangent, Fault> {
        let mut rates_of_states = self.evaluation()?.unknowns.response.rates;
        let mut knowns = self.duals();
        if self.is_interface() {
            let (knowns, mut unknowns) = self.tangent_along(knowns)?;
            if let Some(forces) = self.forces() {
                forces.replace_with_rates(&mut unknowns.response.outputs);
            }
            return Ok((knowns, unknowns));
        }
        let given = &self.input_rates;
        let ahead = match self.continued {
            Some(Continued::Motion(h)) => h,
            _ => 0.0,
        };
        let Knowns { parameters, inputs: set, .. } = &self.knowns;
        let moving_on = Motion::new(parameters, set, given).rates_at(ahead);
        let mut rates_of_inputs = inputs::rates(&self.present_inputs(), &moving_on, given.normal_given);
        for row in &ROWS {
            let rates = input_slot(&mut rates_of_inputs, row.id).or_else(|| state_slot(&mut rates_of_states, row.id));
            if let (Some(rates), Some(duals)) = (rates, knowns.slot(row.id)) {
                duals.iter_mut().zip(rates).for_each(|(dual, rate)| dual.slope = *rate);
            }
        }
        self.tangent_along(knowns)
    }
}
