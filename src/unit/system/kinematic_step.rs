//! A communication step of the kinematic coupling: all contacts, or none if one of them cannot. Two passes over the contacts, which are
//! far apart in memory: the first tries each, the second keeps what has come out and sums it.

use super::sums::size_of_wrenches;
use super::{System, named};
use crate::fmi::Fault;
use crate::fmi::model::Events;

impl System {
    /// Makes room for kinematic steps, once.
    pub(super) fn make_room(&mut self) {
        if self.tried.len() != self.contacts.len() {
            self.tried = vec![None; self.contacts.len()];
        }
    }

    /// One step of `h` [s] from `time` [s].
    ///
    /// Errors: a contact cannot make it, or forces overflow; nothing is kept of it.
    pub(super) fn step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        self.make_room();
        self.is_summed = false;
        if let Err(fault) = self.try_contacts(h) {
            self.tell();
            for &at in self.far.counted.iter().filter(|at| !self.far.is_asleep[**at]) {
                self.contacts[at].forget_step();
            }
            return Err(fault);
        }
        self.keep_contacts((time, h), events);
        self.time = time + h;
        Ok(())
    }

    /// Tells contacts how their bodies move, and tries the step of those that do not sleep through it.
    fn try_contacts(&mut self, h: f64) -> Result<(), Fault> {
        self.far.tell(&self.is_moved);
        self.far.look(&self.bodies, h);
        let mut sum = 0.0;
        for at in 0..self.contacts.len() {
            let is_asleep = self.far.is_asleep[at];
            if !is_asleep {
                self.tell_contact(at);
            }
            if self.far.sleeps(at, &self.bodies) {
                if !is_asleep {
                    self.far.left.push(at);
                }
                continue;
            }
            self.wake(at);
            self.far.stepped.push(at);
            let (contact, tried) = (&mut self.contacts[at], &mut self.tried[at]);
            let outputs = contact.try_step(h).and_then(|step| {
                *tried = Some(step);
                contact.answer()
            });
            match outputs {
                Ok((outputs, _)) => sum += size_of_wrenches(outputs),
                Err(why) => return Err(named(&self.scene, &self.scene.contacts[at], why)),
            }
        }
        // so that no sum of wrenches overflows after the step is kept
        if sum.is_finite() { Ok(()) } else { Err(Fault("the sum of the contact forces overflows".into())) }
    }

    /// Keeps the steps that were tried. If all contacts are awake, their sums are made on the way.
    fn keep_contacts(&mut self, (time, h): (f64, f64), events: &mut Events) {
        let are_all = self.far.stepped.len() == self.contacts.len();
        if are_all {
            self.sums.begin(&self.contacts_of);
        }
        let mut is_summed = are_all;
        for k in 0..self.far.stepped.len() {
            let at = self.far.stepped[k];
            let (contact, name) = (&mut self.contacts[at], &self.scene.contacts[at].name);
            if let Some(tried) = &self.tried[at] {
                contact.keep_step(time, h, tried, &mut |text| events(format_args!("{name}: {text}")));
                self.far.after_step(at, contact);
            }
            self.may_warn |= contact.may_warn();
            if are_all {
                is_summed &= self.sums.add(self.far.pairs[at], contact).is_ok();
            }
        }
        for k in 0..self.far.left.len() {
            let at = self.far.left[k];
            self.far.falls_asleep(at, &self.contacts[at]);
        }
        self.far.kept(h);
        self.is_moved.fill(false);
        // a sum that overflows is refused where it is read
        if is_summed {
            let _ = self.finish_sums();
        }
    }
}
