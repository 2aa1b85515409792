//! The contacts of a system. Of most pairs of many bodies nothing ever happens: as long as that is so, all that such a contact is follows
//! from the scene, and it is not held.

use super::scene::Scene;
use super::scene_contact::SceneContact;
use crate::fmi::bytes::Writer;
use crate::fmi::{Interface, Model};
use crate::stepping::saved::Saved;
use crate::unit::contact::instructions::Portable;
use crate::unit::contact::{Contact, Steps};
use crate::unit::parameters::ContactParameters;
use core::ops::{Index, IndexMut};
use std::sync::Arc;

/// As many balls as touch one of their size.
const NEIGHBOURS: usize = 12;

/// Of so many contacts between bodies those for which there is room from the start, although nothing has happened to them; beyond it a step allocates.
pub(super) fn new_neighbours(contacts: usize, bodies: usize) -> usize {
    contacts.min(NEIGHBOURS * bodies)
}

/// Contacts by their numbers; whoever indexes one knows that it is held.
#[derive(Debug)]
pub(super) struct Contacts {
    scene: Arc<Scene>,
    interface: Interface,
    /// In what instructions kinematic steps are made
    steps: &'static Steps,
    held: Vec<Option<Box<Contact>>>,
    /// Room for those that will be held
    spare: Vec<Box<Contact>>,
}

impl Contacts {
    /// Those of a scene as it begins. In Model Exchange each is held, as its states are variables.
    pub fn new(interface: Interface, scene: &Arc<Scene>) -> Self {
        let count = scene.contacts.len();
        let mut contacts = Contacts {
            scene: scene.clone(),
            interface,
            steps: Steps::by::<Portable>(),
            held: core::iter::repeat_with(|| None).take(count).collect(),
            spare: Vec::with_capacity(count),
        };
        if interface == Interface::ModelExchange {
            (0..count).for_each(|at| contacts.hold(at, contacts.new_one(at)));
        }
        contacts
    }

    pub fn len(&self) -> usize {
        self.held.len()
    }

    pub fn is_held(&self, at: usize) -> bool {
        self.held[at].is_some()
    }

    /// Those that are held, with their numbers.
    pub fn held(&self) -> impl Iterator<Item = (usize, &Contact)> {
        self.held.iter().enumerate().filter_map(|(at, contact)| Some((at, contact.as_deref()?)))
    }

    /// The same, to be changed.
    pub fn held_mut(&mut self) -> impl Iterator<Item = (usize, &mut Contact)> {
        self.held.iter_mut().enumerate().filter_map(|(at, contact)| Some((at, contact.as_deref_mut()?)))
    }

    /// All of them in their order, None where one is not held.
    pub fn places(&mut self) -> &mut [Option<Box<Contact>>] {
        &mut self.held
    }

    /// Parameters of a contact, held or not.
    pub fn parameters(&self, at: usize) -> &ContactParameters<f64> {
        match &self.held[at] {
            Some(contact) => contact.parameters(),
            None => &self.scene.contacts[at].parameters,
        }
    }

    /// Those of the first, in what is one for all contacts.
    pub fn first_parameters(&self) -> Option<&ContactParameters<f64>> {
        (!self.held.is_empty()).then(|| self.parameters(0))
    }

    /// Energy stored at the end of the last step [J].
    pub fn stored_energy(&self, at: usize) -> f64 {
        self.held[at].as_ref().map_or(0.0, |contact| contact.stored_energy())
    }

    pub fn are_tracked(&self) -> bool {
        (0..self.len()).all(|at| self.parameters(at).laws.settings.track_ledger)
    }

    /// Has kinematic steps made in these instructions.
    pub fn set_steps(&mut self, steps: &'static Steps) {
        self.steps = steps;
        self.held_mut().for_each(|(_, contact)| contact.set_steps(steps));
    }

    pub fn steps(&self) -> &'static Steps {
        self.steps
    }

    /// A contact as the scene has it, before its initialization.
    pub fn new_one(&self, at: usize) -> Contact {
        let SceneContact { parameters, solids, .. } = &self.scene.contacts[at];
        let mut contact = Contact::with(self.interface, parameters, solids.as_ref());
        contact.set_steps(self.steps);
        contact
    }

    /// A contact of which nothing is held after its initialization, and steps of interface coupling if there have been some.
    pub fn one_apart(&self, at: usize, is_coupled: bool) -> Contact {
        let mut contact = self.new_one(at);
        contact.start_apart(is_coupled);
        contact
    }

    /// Holds a contact.
    pub fn hold(&mut self, at: usize, contact: Contact) {
        self.held[at] = Some(match self.held[at].take().or_else(|| self.spare.pop()) {
            Some(mut room) => {
                *room = contact;
                room
            }
            None => Box::new(contact),
        });
    }

    /// Makes room for those that bodies will meet, so that steps need not.
    pub fn make_room(&mut self) {
        let left = self.held.iter().filter(|contact| contact.is_none()).count();
        let room = new_neighbours(left, self.scene.bodies.len());
        while self.spare.len() < room {
            self.spare.push(Box::new(Contact::new(self.interface)));
        }
    }

    pub fn write(&self, to: &mut Writer) {
        let none = Contact::new(self.interface);
        for contact in &self.held {
            contact.is_some().write(&mut |bytes| to.raw(bytes));
            // as many bytes
            contact.as_deref().unwrap_or(&none).save(to);
        }
    }

    /// What [`write`](Self::write) wrote, of contacts of the same scene.
    pub fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let mut none = Contact::new(self.interface);
        for at in 0..self.len() {
            let mut is_held = false;
            is_held.read(from)?;
            if is_held {
                let mut contact = self.new_one(at);
                contact.read(from)?;
                self.hold(at, contact);
            } else {
                none.read(from)?;
            }
        }
        Some(())
    }

    /// Takes over those of a system of the same scene.
    pub fn take(&mut self, other: &Self) {
        (self.interface, self.steps) = (other.interface, other.steps);
        for at in 0..self.held.len() {
            match (&other.held[at], &mut self.held[at]) {
                (Some(from), Some(to)) => to.clone_from(from),
                (Some(from), None) => self.hold(at, (**from).clone()),
                (None, held) => self.spare.extend(held.take()),
            }
        }
    }
}

impl Index<usize> for Contacts {
    type Output = Contact;

    #[inline]
    fn index(&self, at: usize) -> &Contact {
        self.held[at].as_deref().expect("a contact that is held")
    }
}

impl IndexMut<usize> for Contacts {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut Contact {
        self.held[at].as_deref_mut().expect("a contact that is held")
    }
}
