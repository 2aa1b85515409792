//! Contacts of bodies that are far from each other sleep: what bounds their shapes tells that nothing happens in a step, and the contact
//! catches up when somebody asks for it.

use crate::meet::Bounds;
use crate::physics::{Body, Vector3, rotation};
use crate::stepping::saved::Saved;
use crate::unit::contact::Contact;
use crate::unit::contact::member::{Books, Moved};
use std::sync::Arc;

/// Part of the sizes by which bodies must be farther apart than they reach: beyond all rounding.
const BEYOND: f64 = 1e-9;

/// What is known of the far contacts of a system.
#[derive(Clone, Debug)]
pub(super) struct Far {
    /// Bodies of each contact, side by side: the contacts themselves are far apart in memory
    pub pairs: Arc<[[usize; 2]]>,
    /// Of each contact what tells that its bodies are apart
    bounds: Vec<Option<Bounds>>,
    /// Whether nothing of it lasts from its last step: neither bristles nor energies that wait
    is_idle: Vec<bool>,
    /// Whether it was left out of the last step
    pub is_asleep: Vec<bool>,
    /// Whether a body of one that sleeps was set since the last step
    pub is_set: Vec<bool>,
    /// Whether the step that is being made leaves it out
    pub is_left: Vec<bool>,
    /// The ledger of those that sleep, and whether there is anything in it
    books: Vec<Books>,
    is_booked: Vec<bool>,
    /// Length of the last step [s]
    pub h: f64,
    /// Of each body
    outlooks: Vec<Outlook>,
}

/// What a body does in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    /// How far it may get, with room for rounding [m]; not a number where its orientation is none
    reach: f64,
    /// It does not turn
    is_still: bool,
}

impl Far {
    pub fn new(pairs: Arc<[[usize; 2]]>, bounds: Vec<Option<Bounds>>, bodies: usize) -> Self {
        let count = bounds.len();
        Far {
            pairs,
            bounds,
            is_idle: vec![false; count],
            is_asleep: vec![false; count],
            is_set: vec![false; count],
            is_left: vec![false; count],
            books: vec![Books::default(); count],
            is_booked: vec![false; count],
            h: 0.0,
            outlooks: vec![Outlook::default(); bodies],
        }
    }

    /// Takes over what follows from the steps of a system of the same scene, and allocates nothing.
    pub fn take(&mut self, other: &Self) {
        let Far { is_idle, is_asleep, is_set, books, is_booked, h, .. } = other;
        self.is_idle.clone_from(is_idle);
        self.is_asleep.clone_from(is_asleep);
        self.is_set.clone_from(is_set);
        self.books.clone_from(books);
        self.is_booked.clone_from(is_booked);
        self.h = *h;
    }

    pub fn write(&self, to: &mut impl FnMut(&[u8])) {
        [&self.is_idle, &self.is_asleep, &self.is_set].into_iter().flatten().for_each(|flag| flag.write(to));
        self.h.write(to);
    }

    /// What [`write`](Self::write) wrote, of as many contacts.
    pub fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let Far { is_idle, is_asleep, is_set, h, .. } = self;
        for flag in [is_idle, is_asleep, is_set].into_iter().flatten() {
            flag.read(from)?;
        }
        h.read(from)
    }

    /// The ledgers of contacts that were read.
    pub fn remember(&mut self, contacts: &[Contact]) {
        (0..).zip(contacts).for_each(|(at, contact)| self.book(at, contact));
    }

    /// A contact that sleeps learns that its bodies were set; false of one that does not sleep.
    pub fn tell(&mut self, contact: usize) -> bool {
        let is_asleep = self.is_asleep[contact];
        self.is_set[contact] |= is_asleep;
        is_asleep
    }

    /// Looks at the bodies before a step of `h` [s].
    pub fn look(&mut self, bodies: &[Moved], h: f64) {
        for (outlook, of) in self.outlooks.iter_mut().zip(bodies) {
            let is_still = of.body.angular_velocity.sum() == 0.0 && of.rates.angular_velocity.sum() == 0.0;
            let is_oriented = rotation::check_orientation(&of.body.orientation, "").is_ok();
            let reach = if is_oriented { way(of, h) + BEYOND * size(&of.body) } else { f64::NAN };
            *outlook = Outlook { reach, is_still };
        }
    }

    /// Whether the step can leave a contact out.
    #[inline]
    pub fn sleeps(&self, contact: usize, bodies: &[Moved]) -> bool {
        let [i, j] = self.pairs[contact];
        let Some(bounds) = &self.bounds[contact] else { return false };
        let [of_i, of_j] = [&self.outlooks[i], &self.outlooks[j]];
        let holds = self.is_idle[contact] && (of_j.is_still || !bounds.turns_with_j());
        holds && bounds.are_apart(&bodies[i].body, &bodies[j].body, of_i.reach + of_j.reach)
    }

    fn book(&mut self, contact: usize, of: &Contact) {
        self.books[contact] = of.books_at_rest();
        self.is_booked[contact] = self.books[contact] != Books::default();
    }

    /// The ledger of a contact that sleeps; None if there is nothing in it.
    pub fn books(&self, contact: usize) -> Option<&Books> {
        self.is_booked[contact].then(|| &self.books[contact])
    }

    /// What lasts of a contact that took part in it.
    pub fn stepped(&mut self, contact: usize, of: &Contact) {
        self.is_idle[contact] = of.is_idle();
        self.is_asleep[contact] = false;
    }

    /// A step has left a contact out.
    pub fn slept(&mut self, contact: usize, of: &Contact) {
        if !self.is_asleep[contact] {
            self.book(contact, of);
            self.is_asleep[contact] = true;
        }
        self.is_set[contact] = false;
    }

    /// A step of `h` [s] is kept.
    pub fn kept(&mut self, h: f64) {
        self.h = h;
    }

    /// Something of a contact was set: it takes part in the next step.
    pub fn rouse(&mut self, contact: usize) {
        self.is_idle[contact] = false;
    }
}

/// No body goes farther in a step of `h` [s], however its velocity turns.
fn way(of: &Moved, h: f64) -> f64 {
    let length = |v: &Vector3<f64>| v.dot(v).sqrt();
    (length(&of.body.velocity) + 0.5 * h * length(&of.rates.velocity)) * h
}

fn size(body: &Body<f64>) -> f64 {
    body.position.iter().map(|x| x.abs()).sum()
}
