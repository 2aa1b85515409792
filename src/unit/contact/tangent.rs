//! Derivatives of everything in one direction, by dual numbers: along what is set, and along time.

use super::forces::Forces;
use super::{Contact, Continued, placed};
use crate::meet;
use crate::physics::{ContactFault, ContactFrame, Dual, Latch, Spot, Vector3, inputs};
use crate::stepping::Motion;
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::{Knowns, Unknowns, input_slot, state_slot};
use crate::unit::table::{Id, ROWS};

/// Everything with its slope.
pub type Tangent = (Knowns<Dual>, Unknowns<Dual>);

/// The frame of the inputs with its derivatives, and the values where the unit itself has moved the contact.
fn at(end: &ContactFrame<f64>, measured: &ContactFrame<Dual>) -> ContactFrame<Dual> {
    let scalar = |value: f64, of: Dual| Dual { value, slope: of.slope };
    let vector = |value: &Vector3<f64>, of: &Vector3<Dual>| value.zip_map(of, scalar);
    ContactFrame {
        penetration: scalar(end.penetration, measured.penetration),
        penetration_rate: scalar(end.penetration_rate, measured.penetration_rate),
        normal: vector(&end.normal, &measured.normal),
        point: vector(&end.point, &measured.point),
        v_t: vector(&end.v_t, &measured.v_t),
        omega_c: vector(&end.omega_c, &measured.omega_c),
        omega: vector(&end.omega, &measured.omega),
        axis: vector(&end.axis, &measured.axis),
        effective_radius: measured.effective_radius,
        rolling_radius: measured.rolling_radius,
    }
}

/// Whether the output is a mean after a step of the interface coupling, and has a rate in both couplings.
pub(super) fn is_force(id: Id) -> bool {
    matches!(id, Id::ForceI | Id::TorqueI | Id::ForceJ | Id::TorqueJ | Id::FrictionForce | Id::FrictionMoment)
}

impl Contact {
    /// What the importer can set, without a direction yet.
    pub(super) fn duals(&self) -> Knowns<Dual> {
        let mut present = Knowns { inputs: self.present_inputs(), ..self.knowns };
        let mut knowns = Knowns::<Dual>::default();
        knowns.parameters.laws.settings = present.parameters.laws.settings;
        knowns.parameters.geometry.settings = present.parameters.geometry.settings;
        knowns.parameters.coupling.settings = present.parameters.coupling.settings;
        for row in &ROWS {
            if let (Some(values), Some(duals)) = (present.slot(row.id), knowns.slot(row.id)) {
                duals.iter_mut().zip(values).for_each(|(dual, value)| *dual = Dual::from(*value));
            }
        }
        knowns
    }

    /// Everything with its slope along the direction in `knowns`. What a step says of its end has the slopes of the laws there.
    #[inline(never)]
    pub(super) fn tangent_along(&self, knowns: Knowns<Dual>) -> Result<Tangent, ContactFault> {
        let Latch { contact, v_i, .. } = match &self.continued {
            Some(Continued::Contact(shown)) => shown.latch,
            _ => self.latch,
        };
        let latch = Latch { contact, v_i: Dual::from(v_i), a: Dual::from(0.0) };
        let latch = self.damped(&latch, &knowns.parameters.laws);
        let normal_rate = self.normal_rate().map(|rate| rate.map(Dual::from));
        let Knowns { parameters: ContactParameters { laws, geometry, .. }, inputs, state, .. } = &knowns;
        meet::check(laws, geometry, inputs)?;
        let (place, mut region) = (placed(geometry, &self.solids), None);
        let mut frame = meet::met(laws, place, inputs, normal_rate, &mut region);
        if let Some(Continued::Contact(shown)) = &self.continued {
            frame = at(&shown.end.frame, &frame);
        }
        let (unknowns, _) = self.evaluate(
            &self.source(Forces::constant),
            laws,
            inputs,
            state,
            Spot { frame: &frame, region: region.as_ref() },
            latch,
        );
        Ok((knowns, unknowns))
    }

    /// Rates of the forces at the end of the last step: in kinematic coupling those of the continued motion, in interface
    /// coupling the slopes of the step, 0 before the first, and nothing else.
    pub(in crate::unit) fn rates_of_forces(&mut self) -> Result<Tangent, ContactFault> {
        if self.is_interface() {
            let mut unknowns = Unknowns::default();
            unknowns.response.outputs.set_forces(&self.coupled.forces.unwrap_or_default().with_rates());
            return Ok((Knowns::default(), unknowns));
        }
        let mut rates_of_states = self.evaluation()?.unknowns.response.rates;
        let mut knowns = self.duals();
        let given = &self.input_rates;
        let ahead = match self.continued {
            Some(Continued::Motion(h)) => h,
            _ => 0.0,
        };
        let Knowns { parameters, inputs: set, .. } = &self.knowns;
        let moving_on = Motion::new(&parameters.laws, self.place(), set, given).rates_at(ahead);
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
