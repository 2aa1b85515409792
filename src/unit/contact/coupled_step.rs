//! The contact as one of several that a step of bodies integrates together: what it starts with, and what is kept.

use super::Contact;
use super::forces::Forces;
use crate::fmi::model::Events;
use crate::meet;
use crate::physics::{ContactFault, Latch, State};
use crate::stepping::bodies::{Interval, Slot};
use crate::stepping::interface::Mean;
use crate::stepping::{Exchange, Expected};
use crate::unit::contact::member::Moved;

impl Contact {
    /// State and latch at the start of a step.
    ///
    /// Errors: parameters do not fit together, or a direction is none.
    pub(in crate::unit) fn coupled_start(&mut self) -> Result<(State<f64>, Latch<f64>), ContactFault> {
        self.refresh()?;
        let parameters = &self.knowns.parameters;
        meet::check(&parameters.laws, &parameters.geometry, &self.knowns.inputs)?;
        Ok((self.knowns.state, self.latch))
    }

    /// Keeps what a step from `time` [s] has made of it, and the bodies where that has led.
    pub(in crate::unit) fn keep_coupled_step(
        &mut self,
        slot: &Slot,
        [i, j]: [&Moved; 2],
        (time, of): (f64, &Interval),
        events: &mut Events,
    ) {
        (self.knowns.state, self.latch, self.stored) = (slot.state, slot.latch, slot.stored);
        self.importer_work += slot.importer_work;
        self.coupled.memory.rigid_forces = slot.rigid_forces;
        (self.exchange, self.expected, self.parameters_before) = (Exchange::default(), Expected::default(), None);
        self.set_bodies(i, j);
        let h = of.h;
        self.time = time + h;
        let [[force, couple], [force_i, torque_i], [force_j, torque_j]] = slot.forces(h);
        let friction = if force == Mean::default() {
            force
        } else {
            let (laws, inputs) = (&self.knowns.parameters.laws, &self.knowns.inputs);
            let frame = self.rigid_frame(inputs).unwrap_or_else(|| meet::frame_of(laws, self.place(), inputs, None));
            Mean { mean: frame.tangential(&force.mean), slope: frame.tangential(&force.slope) }
        };
        let all = [force_i, torque_i, force_j, torque_j, friction, couple];
        self.coupled.forces = Some(Forces { mean: all.map(|of| of.mean), slope: all.map(|of| of.slope) });
        self.report_changes(time + of.lead, slot.changes.all(), &slot.latch, events);
    }

    /// Energy stored at the end of the last step [J].
    pub(in crate::unit) fn stored_energy(&self) -> f64 {
        self.stored
    }
}
