//! Contacts that try a kinematic step: a task, which knows nothing of other contacts.

use super::sums::size_of_wrenches;
use crate::physics::ContactFault;
use crate::unit::contact::Contact;
use crate::unit::contact::member::Moved;
use crate::unit::contact::tried::Tried;

/// What a step has tried with a contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempt {
    pub tried: Tried,
    /// Above each number of its wrenches
    pub size: f64,
}

/// What the contacts of a step are told.
pub(super) struct Told<'a> {
    pub bodies: &'a [Moved],
    pub is_moved: &'a [bool],
    pub pairs: &'a [[usize; 2]],
    pub h: f64,
}

/// Contacts that a task tries.
pub(super) struct Task<'a> {
    /// Numbers of the contacts, which are held, and that of the first of the places
    pub stepped: &'a [usize],
    pub first: usize,
    pub contacts: &'a mut [Option<Box<Contact>>],
    /// One for each of them
    pub attempts: &'a mut [Attempt],
    /// The first that cannot, and why
    pub fault: &'a mut Option<(usize, ContactFault)>,
}

impl Task<'_> {
    pub fn run(self, told: &Told) {
        let Told { bodies, is_moved, pairs, h } = *told;
        for (&at, Attempt { tried, size }) in self.stepped.iter().zip(self.attempts) {
            let (Some(contact), [i, j]) = (&mut self.contacts[at - self.first], pairs[at]) else { continue };
            if is_moved[i] || is_moved[j] {
                contact.set_bodies(&bodies[i], &bodies[j]);
            }
            match contact.try_step(h, tried) {
                Ok(outputs) => *size = size_of_wrenches(outputs),
                Err(why) => {
                    *self.fault = Some((at, why));
                    return;
                }
            }
        }
    }
}
