//! Contacts of bodies that are far from each other sleep: what bounds their shapes tells that nothing happens in a step, and the contact
//! catches up when somebody asks for it. All that a step does for one that goes on sleeping is to compare a distance: everything else goes
//! over lists of those that are awake.

use super::contacts::Contacts;
use crate::meet::Bounds;
use crate::physics::{Body, Vector3, rotation};
use crate::stepping::motion::BEYOND_ROUNDING;
use crate::stepping::saved::Saved;
use crate::unit::contact::Contact;
use crate::unit::contact::member::{Books, Moved};
use std::sync::Arc;

/// What is known of the far contacts of a system.
#[derive(Clone, Debug)]
pub(super) struct Far {
    /// Bodies of each contact, side by side: the contacts themselves are far apart in memory
    pub pairs: Arc<[[usize; 2]]>,
    /// What tells that the bodies of each contact are apart, in little room
    gates: Vec<Gate>,
    /// Of each contact the same with its plane
    bounds: Vec<Option<Bounds>>,
    /// Whether nothing of it lasts from its last step: neither bristles nor energies that wait
    is_idle: Vec<bool>,
    /// Whether it was left out of the last step
    pub is_asleep: Vec<bool>,
    /// Bodies that were set since the last step
    is_set: Vec<bool>,
    /// Contacts that count in sums, in their order: those that are awake, and those that sleep with something in their ledger
    pub counted: Vec<usize>,
    /// Contacts that the step that is being made leaves out for the first time, and those that take part in it
    pub left: Vec<usize>,
    pub stepped: Vec<usize>,
    /// The ledger of those that sleep, and whether there is anything in it
    books: Vec<Books>,
    is_booked: Vec<bool>,
    /// Length of the last step [s]
    pub h: f64,
    /// Of each body
    outlooks: Vec<Outlook>,
}

/// Bodies of a contact, and the distance [m] from which on their balls are apart; of a contact that is not idle, or has a plane, infinite.
#[derive(Clone, Copy, Debug)]
struct Gate {
    i: u32,
    j: u32,
    reach: f64,
}

/// What a body does in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    /// Where it starts [m]
    position: Vector3<f64>,
    /// How far it may get, with room for rounding [m]; not a number where its orientation is none
    reach: f64,
    /// It does not turn
    is_still: bool,
}

impl Far {
    /// Whether the bodies of a contact are farther apart than `margin` [m] for certain.
    pub fn are_apart(&self, contact: usize, [i, j]: [&Body<f64>; 2], margin: f64) -> bool {
        self.bounds[contact].is_some_and(|bounds| bounds.are_apart(i, j, margin))
    }

    /// Whether nothing lasts of its last step.
    pub fn is_idle(&self, contact: usize) -> bool {
        self.is_idle[contact]
    }

    /// Whether what tells that they are apart moves as body j turns.
    pub fn turns_with_j(&self, contact: usize) -> bool {
        self.bounds[contact].is_some_and(|bounds| bounds.turns_with_j())
    }

    /// Distance from the origins of their frames within which the shapes of a contact are [m]; 0 where that is not known.
    pub fn radius(&self, contact: usize) -> f64 {
        match self.bounds[contact] {
            Some(Bounds::Balls { reach }) => reach,
            Some(Bounds::BallOnPlane { radius, .. }) => radius,
            None => 0.0,
        }
    }

    /// `are_asleep`: all of them, from the start
    pub fn new(pairs: Arc<[[usize; 2]]>, bounds: Vec<Option<Bounds>>, bodies: usize, are_asleep: bool) -> Self {
        let count = bounds.len();
        // there are fewer bodies than value references of 32 bits
        let gates = pairs.iter().map(|&[i, j]| Gate { i: i as u32, j: j as u32, reach: f64::INFINITY });
        Far {
            gates: gates.collect(),
            pairs,
            bounds,
            is_idle: vec![false; count],
            is_asleep: vec![are_asleep; count],
            is_set: vec![false; bodies],
            counted: if are_asleep { Vec::with_capacity(count) } else { (0..count).collect() },
            left: Vec::with_capacity(count),
            stepped: Vec::with_capacity(count),
            books: vec![Books::default(); count],
            is_booked: vec![false; count],
            h: 0.0,
            outlooks: vec![Outlook::default(); bodies],
        }
    }

    /// Takes over what follows from the steps of a system of the same scene, and allocates nothing.
    pub fn take(&mut self, other: &Self) {
        let Far { gates, is_idle, is_asleep, is_set, counted, books, is_booked, h, .. } = other;
        self.gates.clone_from(gates);
        self.is_idle.clone_from(is_idle);
        self.is_asleep.clone_from(is_asleep);
        self.is_set.clone_from(is_set);
        self.counted.clone_from(counted);
        self.books.clone_from(books);
        self.is_booked.clone_from(is_booked);
        self.h = *h;
    }

    pub fn write(&self, to: &mut impl FnMut(&[u8])) {
        [&self.is_idle, &self.is_asleep, &self.is_set].into_iter().flatten().for_each(|flag| flag.write(to));
        self.h.write(to);
    }

    /// What [`write`](Self::write) wrote, of as many contacts and bodies.
    pub fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let Far { is_idle, is_asleep, is_set, h, .. } = self;
        for flag in [is_idle, is_asleep, is_set].into_iter().flatten() {
            flag.read(from)?;
        }
        h.read(from)
    }

    /// What follows from the contacts that were read.
    pub fn remember(&mut self, contacts: &Contacts) {
        contacts.held().for_each(|(at, contact)| self.book(at, contact));
        (0..self.is_idle.len()).for_each(|at| self.open(at));
        self.count();
    }

    /// The initialization has ended, and nothing of a contact is held.
    pub fn sleeps_from_the_start(&mut self, contact: usize) {
        self.is_idle[contact] = true;
        self.open(contact);
    }

    /// Bodies were set.
    pub fn tell(&mut self, is_moved: &[bool]) {
        self.is_set.iter_mut().zip(is_moved).for_each(|(is_set, is_moved)| *is_set |= is_moved);
    }

    /// Whether a body of a contact was set since the last step.
    pub fn is_set(&self, contact: usize) -> bool {
        self.pairs[contact].iter().any(|body| self.is_set[*body])
    }

    /// Looks at the bodies before a step of `h` [s]. The answer: whether a contact may be left out, or has been.
    pub fn look(&mut self, bodies: &[Moved], h: f64) -> bool {
        self.left.clear();
        self.stepped.clear();
        if !self.is_idle.contains(&true) {
            // none of them could be left out, wherever the bodies are
            return self.is_asleep.contains(&true);
        }
        for (outlook, of) in self.outlooks.iter_mut().zip(bodies) {
            let is_still = [of.body.angular_velocity, of.rates.angular_velocity] == [Vector3::zeros(); 2];
            let is_oriented = rotation::check_orientation(&of.body.orientation, "").is_ok();
            let reach = if is_oriented { way(of, h) + BEYOND_ROUNDING * size(&of.body) } else { f64::NAN };
            *outlook = Outlook { position: of.body.position, reach, is_still };
        }
        true
    }

    /// Whether the step can leave a contact out.
    #[inline(always)]
    pub fn sleeps(&self, contact: usize, bodies: &[Moved]) -> bool {
        let Gate { i, j, reach } = self.gates[contact];
        let [of_i, of_j] = [&self.outlooks[i as usize], &self.outlooks[j as usize]];
        let way = of_i.position - of_j.position;
        let (distance, least) = (way.dot(&way), reach + (of_i.reach + of_j.reach));
        distance > least * least && distance < f64::INFINITY
            || reach == f64::INFINITY && self.is_beyond(contact, bodies)
    }

    /// The same of a body beyond a plane.
    #[inline(never)]
    fn is_beyond(&self, contact: usize, bodies: &[Moved]) -> bool {
        let [i, j] = self.pairs[contact];
        let (Some(bounds @ Bounds::BallOnPlane { .. }), true) = (&self.bounds[contact], self.is_idle[contact]) else {
            return false;
        };
        let [of_i, of_j] = [&self.outlooks[i], &self.outlooks[j]];
        of_j.is_still && bounds.are_apart(&bodies[i].body, &bodies[j].body, of_i.reach + of_j.reach)
    }

    fn book(&mut self, contact: usize, of: &Contact) {
        self.books[contact] = of.books_at_rest();
        self.is_booked[contact] = self.books[contact] != Books::default();
    }

    /// The ledger of a contact that sleeps; None if there is nothing in it.
    pub fn books(&self, contact: usize) -> Option<&Books> {
        self.is_booked[contact].then(|| &self.books[contact])
    }

    /// What lasts of a contact that took part in a step.
    pub fn after_step(&mut self, contact: usize, is_idle: bool) {
        if self.is_idle[contact] != is_idle {
            self.is_idle[contact] = is_idle;
            self.open(contact);
        }
    }

    /// How far its bodies must be apart for it to sleep.
    fn open(&mut self, contact: usize) {
        self.gates[contact].reach = match (&self.bounds[contact], self.is_idle[contact]) {
            (Some(Bounds::Balls { reach }), true) => *reach,
            _ => f64::INFINITY,
        };
    }

    /// A step has left a contact out for the first time.
    pub fn falls_asleep(&mut self, contact: usize, of: &Contact) {
        self.book(contact, of);
        self.is_asleep[contact] = true;
    }

    /// A step of `h` [s] is kept.
    pub fn kept(&mut self, h: f64) {
        self.h = h;
        self.is_set.fill(false);
        if !self.left.is_empty() {
            self.count();
        }
    }

    /// A contact no longer sleeps.
    pub fn wakes(&mut self, contact: usize) {
        self.is_asleep[contact] = false;
        if let Err(at) = self.counted.binary_search(&contact) {
            self.counted.insert(at, contact);
        }
    }

    /// Which contacts count in sums.
    fn count(&mut self) {
        self.counted.clear();
        let counts = |at: &usize| !self.is_asleep[*at] || self.is_booked[*at];
        self.counted.extend((0..self.is_asleep.len()).filter(counts));
    }

    /// Something of a contact was set: it takes part in the next step.
    pub fn rouse(&mut self, contact: usize) {
        self.is_idle[contact] = false;
        self.open(contact);
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
