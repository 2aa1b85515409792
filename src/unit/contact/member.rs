//! The contact as one of several of a system, which holds the bodies and the sums.

use super::forces::Forces;
use super::{Contact, Continued, Evaluation};
use crate::fmi::Interface;
use crate::fmi::model::Events;
use crate::physics::{Body, ContactFault, Energies, Outputs};
use crate::stepping::apart;
use crate::stepping::motion::bits_in;
use crate::stepping::saved::{Saved, saved};
use crate::unit::parameters::ContactParameters;
use crate::unit::solid_pair::SolidPair;
use std::sync::Arc;

/// Motion of a body as the importer has set it, and the derivatives of its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::unit) struct Moved {
    pub body: Body<f64>,
    pub rates: Body<f64>,
}

impl Saved for Body<f64> {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        let Body { position, orientation, velocity, angular_velocity } = self;
        position.write(to);
        orientation.write(to);
        velocity.write(to);
        angular_velocity.write(to);
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let Body { position, orientation, velocity, angular_velocity } = self;
        position.read(from)?;
        orientation.read(from)?;
        velocity.read(from)?;
        angular_velocity.read(from)?;
        let vectors = [&*position, velocity, angular_velocity].into_iter().flatten();
        vectors.chain(orientation.iter()).all(|number| number.is_finite()).then_some(())
    }
}
saved!(Moved { body, rates });

/// The ledger's numbers of one contact [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::unit) struct Books {
    /// Sums of this contact alone; of Model Exchange its system has them
    pub sums: Energies<f64>,
    /// Stored at the start, and what was brought in at events
    pub base: f64,
    /// Stored now
    pub stored: f64,
    /// Work of the importer by which it changed the stored energy
    pub importer_work: f64,
}

impl Contact {
    /// A contact with these parameters, and shapes that are no pair.
    pub(in crate::unit) fn with(
        interface: Interface,
        parameters: &ContactParameters<f64>,
        solids: Option<&Arc<SolidPair>>,
    ) -> Self {
        let mut contact = Contact::new(interface);
        contact.knowns.parameters = *parameters;
        contact.solids = solids.cloned();
        contact
    }

    /// The motion of both bodies as it is set now.
    pub(in crate::unit) fn set_bodies(&mut self, i: &Moved, j: &Moved) {
        let (inputs, rates) = (&mut self.knowns.inputs, &mut self.input_rates.inputs);
        (inputs.body_i, inputs.body_j) = (i.body, j.body);
        // those of poses are not looked at
        let [by_i, by_j] = [&i.rates, &j.rates];
        let vectors = [&by_i.velocity, &by_i.angular_velocity, &by_j.velocity, &by_j.angular_velocity];
        if !self.is_bare || bits_in(vectors) != 0 {
            for (rates, of) in [(&mut rates.body_i, by_i), (&mut rates.body_j, by_j)] {
                (rates.velocity, rates.angular_velocity) = (of.velocity, of.angular_velocity);
            }
            self.is_bare = false;
        }
        self.touched();
    }

    /// Whether nothing lasts of its last step, so that one apart changes nothing.
    #[inline]
    pub(in crate::unit) fn is_idle(&self) -> bool {
        let is_apart = !self.latch.contact && !self.separating && self.stored == 0.0;
        // what bodies that touch need not ask
        is_apart
            && apart::are_relaxed(&self.knowns.state)
            && self.parameters_before.is_none()
            && !self.stale
            && self.exchange.is_nothing()
            && self.stage == super::Stage::Steps
    }

    /// [`settle`](Self::settle) of a contact of a system, which has no mobility of its own.
    pub(in crate::unit) fn settle_member(&mut self, events: &mut Events) -> Result<(), ContactFault> {
        self.settle_as(true, events)?;
        let rates = &self.input_rates;
        self.is_bare = !rates.accelerate() && !rates.normal_given && bits_in([&rates.inputs.contact_point]) == 0;
        Ok(())
    }

    /// Ends the initialization of a contact whose bodies are apart, wherever they are; of Co-Simulation, after steps of interface coupling if
    /// there have been some. What [`settle`](Self::settle) makes of it, but that its parameters are checked later.
    pub(in crate::unit) fn start_apart(&mut self, is_coupled: bool) {
        (self.stage, self.is_bare) = (super::Stage::Steps, true);
        if is_coupled {
            self.coupled.forces = Some(Forces::default());
        }
    }

    /// Goes over what it has slept through: its bodies, the time [s], and the length of the last step if they were not set since.
    pub(in crate::unit) fn catch_up(&mut self, i: &Moved, j: &Moved, time: f64, since: Option<f64>) {
        self.set_bodies(i, j);
        self.time = time;
        self.continued = since.map(Continued::Motion);
    }

    /// What the ledger says while nothing happens.
    pub(in crate::unit) fn books_at_rest(&self) -> Books {
        let Contact { energy_base: base, stored, importer_work, .. } = *self;
        Books { sums: self.knowns.state.energy, base, stored, importer_work }
    }

    /// Whether there may be something to say.
    pub(in crate::unit) fn may_warn(&self) -> bool {
        self.notices.may_be_due()
    }

    /// Outputs, and powers of the ledger [W], of now.
    pub(in crate::unit) fn answer(&mut self) -> Result<(&Outputs<f64>, &Energies<f64>), ContactFault> {
        let Evaluation { unknowns, .. } = self.evaluation()?;
        Ok((&unknowns.response.outputs, &unknowns.response.rates.energy))
    }

    /// What the ledger says of now.
    pub(in crate::unit) fn books(&mut self) -> Result<Books, ContactFault> {
        let stored = match self.stage {
            super::Stage::Steps => self.stored,
            super::Stage::Initial | super::Stage::Events => self.evaluation()?.unknowns.response.outputs.energy_elastic,
        };
        Ok(Books { sums: self.knowns.state.energy, base: self.energy_base, stored, importer_work: self.importer_work })
    }
}
