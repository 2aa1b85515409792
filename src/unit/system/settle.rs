//! The end of the initialization of a system.

use super::{System, named};
use crate::fmi::model::Events;
use crate::fmi::{Fault, Interface};
use crate::unit::contact::Contact;

impl System {
    /// Ends the initialization: contacts, latches and ledgers start from what is set now.
    ///
    /// Errors: it cannot be stepped like this, or a contact cannot be evaluated, and is named; nothing is changed.
    pub(super) fn settle(&mut self, events: &mut Events) -> Result<(), Fault> {
        if self.is_coupled() {
            self.check_coupling(events)?;
        }
        // all of them, or none
        self.sum()?;
        let before: Vec<(usize, Contact)> = self.contacts.held().map(|(at, contact)| (at, contact.clone())).collect();
        let settled = self.each(events, |contact, events| {
            contact.settle_member(events)?;
            Ok(false)
        });
        if let Err(fault) = settled.and_then(|_| self.settle_far(events)) {
            before.into_iter().for_each(|(at, contact)| self.contacts.hold(at, contact));
            return Err(fault);
        }
        self.contacts.make_room();
        self.is_started = true;
        self.is_summed = false;
        self.may_warn = true;
        if self.interface == Interface::CoSimulation && !self.is_coupled() {
            self.make_room();
        }
        Ok(())
    }

    /// Ends the initialization of those of which nothing is held. What is far then, and has nothing to say, follows from the scene on.
    ///
    /// Errors: one of them cannot be evaluated; nothing is changed.
    fn settle_far(&mut self, events: &mut Events) -> Result<(), Fault> {
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for (at, of) in self.scene.contacts.iter().enumerate().filter(|(at, _)| !self.contacts.is_held(*at)) {
            let mut contact = self.contacts.new_one(at);
            let [i, j] = of.bodies.map(|body| &self.bodies[body]);
            contact.catch_up(i, j, self.time, None);
            let settled = contact.settle_member(&mut |text| events(format_args!("{}: {text}", of.name)));
            settled.map_err(|fault| named(&self.scene, of, fault))?;
            if contact.is_idle() && self.are_apart(at) && !contact.may_warn() {
                far.push(at);
            } else {
                near.push((at, contact));
            }
        }
        far.into_iter().for_each(|at| self.far.sleeps_from_the_start(at));
        for (at, contact) in near {
            self.contacts.hold(at, contact);
            self.far.wakes(at);
        }
        Ok(())
    }
}
