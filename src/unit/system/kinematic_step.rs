//! A communication step of the kinematic coupling: all contacts, or none if one of them cannot. Two passes over the contacts, which are
//! far apart in memory: the first tries each, in tasks that know nothing of each other; the second keeps what has come out and sums it.

use super::attempts::{Attempt, Task, Told};
use super::contacts::new_neighbours;
use super::tasks::{MOST_TASKS, Workers, share};
use super::{System, named};
use crate::fmi::Fault;
use crate::fmi::model::Events;

impl System {
    /// Makes room for kinematic steps of the contacts that are held and of new neighbours.
    pub(super) fn make_room(&mut self) {
        let held = self.contacts.held().count();
        let room = held + new_neighbours(self.contacts.len() - held, self.bodies.len());
        self.attempts.resize(room, Attempt::default());
    }

    /// One step of `h` [s] from `time` [s]; with `workers` they try the contacts.
    ///
    /// Errors: a contact cannot make it, forces overflow, or workers have not done what they were asked for; nothing is kept of it.
    pub(super) fn step(
        &mut self,
        (time, h): (f64, f64),
        workers: Option<&mut Workers>,
        events: &mut Events,
    ) -> Result<(), Fault> {
        self.is_summed = false;
        self.choose_stepped(h);
        if self.attempts.len() < self.far.stepped.len() {
            self.attempts.resize(self.far.stepped.len(), Attempt::default());
        }
        if let Err(fault) = self.try_contacts(h, workers) {
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

    /// Lists the contacts that do not sleep through the step.
    fn choose_stepped(&mut self, h: f64) {
        self.far.tell(&self.is_moved);
        if !self.far.look(&self.bodies, h) {
            self.far.stepped.extend(0..self.contacts.len());
            return;
        }
        for at in 0..self.contacts.len() {
            if !self.far.sleeps(at, &self.bodies) {
                self.wake(at);
                self.far.stepped.push(at);
            } else if !self.far.is_asleep[at] {
                self.tell_contact(at);
                self.far.left.push(at);
            }
        }
    }

    /// Tells contacts how their bodies move, and tries their steps.
    fn try_contacts(&mut self, h: f64, workers: Option<&mut Workers>) -> Result<(), Fault> {
        let System { scene, bodies, is_moved, contacts, attempts, far, .. } = self;
        let told = Told { bodies, is_moved, pairs: &far.pairs, h };
        let (mut stepped, mut first) = (far.stepped.as_slice(), 0);
        let (mut contacts, mut attempts) = (contacts.places(), attempts.as_mut_slice());
        let fault = match workers {
            None => {
                let mut fault = None;
                Task { stepped, first, contacts, attempts, fault: &mut fault }.run(&told);
                fault
            }
            Some(workers) => {
                let mut faults = [const { None }; MOST_TASKS];
                let count = workers.tasks.clamp(1, faults.len()).min(stepped.len());
                let tasks = faults.iter_mut().take(count).enumerate().map(|(k, fault)| {
                    let own;
                    (own, stepped) = stepped.split_at(stepped.len() / (count - k));
                    let end = stepped.first().map_or(first + contacts.len(), |next| *next) - first;
                    let (own_contacts, own_attempts);
                    (own_contacts, contacts) = core::mem::take(&mut contacts).split_at_mut(end);
                    (own_attempts, attempts) = core::mem::take(&mut attempts).split_at_mut(own.len());
                    let task = Task { stepped: own, first, contacts: own_contacts, attempts: own_attempts, fault };
                    first += end;
                    task
                });
                share(workers, tasks, |task| task.run(&told))?;
                // that of the first contact, whoever has found it first
                faults.into_iter().flatten().next()
            }
        };
        if let Some((at, why)) = fault {
            return Err(named(scene, &scene.contacts[at], why));
        }
        // so that no sum of wrenches overflows after the step is kept
        let sizes = self.attempts.iter().take(self.far.stepped.len()).map(|attempt| attempt.size);
        let sum = sizes.fold(0.0, |sum, size| sum + size);
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
            contact.keep_step(time, h, &self.attempts[k].tried, &mut |text| events(format_args!("{name}: {text}")));
            self.far.after_step(at, contact.is_idle());
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
