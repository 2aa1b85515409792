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
    /// Numbers of the contacts, and that of the first of the others
    pub stepped: &'a [usize],
    pub first: usize,
    pub contacts: &'a mut [Contact],
    pub attempts: &'a mut [Attempt],
    /// The first that cannot, and why
    pub fault: &'a mut Option<(usize, ContactFault)>,
}

impl Task<'_> {
    pub fn run(self, told: &Told) {
        let Told { bodies, is_moved, pairs, h } = *told;
        for &at in self.stepped {
            let (contact, [i, j]) = (&mut self.contacts[at - self.first], pairs[at]);
            if is_moved[i] || is_moved[j] {
                contact.set_bodies(&bodies[i], &bodies[j]);
            }
            let Attempt { tried, size } = &mut self.attempts[at - self.first];
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
