//! How the sums over the contacts are made, in the order of the contacts: when they are asked for, and at the end of a kinematic step.

use super::sums::Wrench;
use super::{System, named};
use crate::fmi::{Fault, Interface};
use crate::physics::Energies;

impl System {
    /// Evaluates all contacts and sums what they answer.
    pub(super) fn sum(&mut self) -> Result<(), Fault> {
        if self.is_summed {
            return Ok(());
        }
        self.tell();
        if !self.is_started {
            self.wake_near();
        }
        let System { scene, contacts, sums, contacts_of, far, .. } = self;
        sums.begin(contacts_of);
        for &at in &far.counted {
            if !far.is_asleep[at] {
                sums.add(far.pairs[at], &mut contacts[at]).map_err(|fault| named(scene, &scene.contacts[at], fault))?;
            } else if let Some(books) = far.books(at) {
                sums.add_books(books);
            }
        }
        if far.is_asleep.contains(&true) {
            sums.add_sleepers();
        }
        self.finish_sums()
    }

    /// All contacts are added.
    ///
    /// Errors: a sum overflows.
    pub(super) fn finish_sums(&mut self) -> Result<(), Fault> {
        let sums = &mut self.sums;
        if self.coupled.is_stepped {
            // what a step hands back is more than the sum of what its contacts have done, or less
            for (wrench, memory) in sums.wrenches.iter_mut().zip(&self.coupled.memories) {
                *wrench = Wrench::handed_back(&memory.returned);
            }
        }
        sums.ledger = self.ledger;
        if self.interface == Interface::CoSimulation {
            sums.ledger += &sums.books.sums;
        }
        let Energies { work, dissipated_normal, dissipated_friction } = sums.ledger;
        let began = &self.ledger;
        let base = match self.interface {
            Interface::ModelExchange => sums.books.base,
            Interface::CoSimulation => {
                sums.books.base - began.work + began.dissipated_normal + began.dissipated_friction
            }
        };
        let residual = work + base - sums.books.stored - dissipated_normal - dissipated_friction;
        self.sums.residual = if self.is_booked() { residual } else { 0.0 };
        (0..self.bodies.len()).try_for_each(|body| self.check_wrench(body))?;
        self.is_summed = true;
        Ok(())
    }

    /// Forces and torques on the bodies, in their order.
    ///
    /// Errors: a contact cannot be evaluated, and is named; a sum overflows.
    pub fn wrenches(&mut self) -> Result<&[Wrench], Fault> {
        for body in 0..self.bodies.len() {
            self.wrench(body)?;
        }
        Ok(&self.sums.wrenches)
    }

    /// Force and torque on a body: after a step of interface coupling what it hands back, for which no contact is evaluated, else the sum over its contacts.
    ///
    /// Errors: a contact cannot be evaluated, and is named; a sum overflows.
    pub(super) fn wrench(&mut self, body: usize) -> Result<&Wrench, Fault> {
        if self.coupled.is_stepped {
            self.sums.wrenches[body] = Wrench::handed_back(&self.coupled.memories[body].returned);
            self.check_wrench(body)?;
        } else {
            self.sum()?;
        }
        Ok(&self.sums.wrenches[body])
    }

    fn check_wrench(&self, body: usize) -> Result<(), Fault> {
        let Wrench { force, torque } = &self.sums.wrenches[body];
        if (force.sum() + torque.sum()).is_finite() {
            return Ok(());
        }
        Err(Fault(format!("the sum of the contact forces on {} overflows", self.scene.bodies[body].name)))
    }
}
