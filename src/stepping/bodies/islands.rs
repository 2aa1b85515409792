//! Bodies that cannot meet within a step, each with micro-steps of its own (docs/numerics.md step 45).

use crate::meet::Place;
use crate::physics::Parameters;
use crate::stepping::bodies::advance::{IslandStep, StepFault};
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::near::is_beyond;
use crate::stepping::bodies::slot::{Contacts, Slot, inputs_of};

/// A step of all bodies, in the room that their owner has made.
pub struct BodiesStep<'a> {
    /// Contacts that take part; the bodies of all others are farther apart than `sleep` [m]
    pub active: &'a [usize],
    pub sleep: f64,
    pub islands: Islands<'a>,
    pub island: IslandStep<'a>,
}

/// Room to find islands: bodies that forces move, with the contacts that join them, directly or by others that forces move.
pub struct Islands<'a> {
    /// Of each body one that is nearer to the one which stands for its island, or itself
    pub parents: &'a mut [usize],
    /// Of each body that stands for an island the number of that
    pub numbers: &'a mut [Option<usize>],
    /// Of each contact the number of its island; None if it joins nothing
    pub of: &'a mut [Option<usize>],
    /// Contacts in the order of islands, and where each island's end
    pub contacts: &'a mut [usize],
    pub ends: &'a mut [usize],
    /// Of each body its position in the island at hand, and the bodies of that
    pub places: &'a mut [usize],
    pub members: &'a mut [usize],
    pub bodies: &'a mut [MovingBody],
}

/// Contacts of an island with the positions of bodies in it.
struct Within<'a, C> {
    contacts: &'a C,
    places: &'a [usize],
}

impl<C: Contacts> Contacts for Within<'_, C> {
    fn laws(&self, contact: usize) -> &Parameters<f64> {
        self.contacts.laws(contact)
    }

    fn place(&self, contact: usize) -> Place<'_, f64> {
        self.contacts.place(contact)
    }

    fn bodies(&self, contact: usize) -> [usize; 2] {
        self.contacts.bodies(contact).map(|body| self.places[body])
    }

    fn are_far(&self, contact: usize, pair: [&MovingBody; 2], margin: f64) -> bool {
        self.contacts.are_far(contact, pair, margin)
    }
}

impl Islands<'_> {
    /// Parts the `active` contacts: those join their bodies that touch or whose bodies may come to touch, no farther apart than `sleep` [m]. The
    /// answer: how many islands there are.
    fn find(
        &mut self,
        contacts: &impl Contacts,
        active: &[usize],
        slots: &[Slot],
        bodies: &[MovingBody],
        sleep: f64,
    ) -> usize {
        self.parents.iter_mut().enumerate().for_each(|(body, parent)| *parent = body);
        self.numbers.fill(None);
        let mut count = 0;
        for contact in active.iter().copied() {
            let pair @ [i, j] = contacts.bodies(contact);
            let joins = slots[contact].latch.contact || !contacts.are_far(contact, pair.map(|at| &bodies[at]), sleep);
            self.of[contact] = joins.then_some(0);
            if joins && !bodies[i].is_held() && !bodies[j].is_held() {
                let (i, j) = (self.root(i), self.root(j));
                self.parents[i.max(j)] = i.min(j);
            }
        }
        self.ends.fill(0);
        for contact in active.iter().copied() {
            if self.of[contact].is_none() {
                continue;
            }
            let [i, j] = contacts.bodies(contact);
            let root = self.root(if bodies[i].is_held() { j } else { i });
            let number = *self.numbers[root].get_or_insert(count);
            count = count.max(number + 1);
            self.of[contact] = Some(number);
            self.ends[number] += 1;
        }
        // from how many there are to where they begin, and with those that are listed to where they end
        let mut before = 0;
        for end in &mut self.ends[..count] {
            (*end, before) = (before, before + *end);
        }
        for contact in active {
            if let Some(number) = self.of[*contact] {
                self.contacts[self.ends[number]] = *contact;
                self.ends[number] += 1;
            }
        }
        count
    }

    /// The body that stands for the island of a body.
    fn root(&mut self, mut body: usize) -> usize {
        while self.parents[body] != body {
            self.parents[body] = self.parents[self.parents[body]];
            body = self.parents[body];
        }
        body
    }

    /// Whether a contact of an island moves a body.
    fn moves(&mut self, body: usize, of: &MovingBody) -> bool {
        let root = self.root(body);
        !of.is_held() && self.numbers[root].is_some()
    }

    /// Lists the bodies of some contacts; the answer: how many there are.
    fn gather(&mut self, contacts: &impl Contacts, [from, to]: [usize; 2], bodies: &[MovingBody]) -> usize {
        let mut count = 0;
        for contact in &self.contacts[from..to] {
            for body in contacts.bodies(*contact) {
                let place = self.places[body];
                if place >= count || self.members[place] != body {
                    self.places[body] = count;
                    self.members[count] = body;
                    self.bodies[count] = bodies[body];
                    count += 1;
                }
            }
        }
        count
    }
}

impl BodiesStep<'_> {
    /// Whether the contacts that take part touch at the step's start, and what they store there.
    pub fn meet(&self, contacts: &impl Contacts, slots: &mut [Slot], bodies: &[MovingBody]) {
        for contact in self.active {
            let slot = &mut slots[*contact];
            let pair @ [i, j] = contacts.bodies(*contact).map(|body| &bodies[body]);
            let is_far = !slot.latch.contact && contacts.are_far(*contact, pair, 0.0);
            let inputs = (!is_far).then(|| inputs_of(&i.motion, &j.motion));
            slot.meet(contacts.laws(*contact), contacts.place(*contact), inputs.as_ref());
        }
    }

    /// Moves bodies and contacts by `h` [s] > 0, each island in at most so many micro-steps; the answer: how many the island took that took most.
    ///
    /// Errors: there would be more, or a contact has to take part that does not; bodies and slots are of no use then.
    pub fn run(
        &mut self,
        contacts: &impl Contacts,
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        h: f64,
        most: u32,
    ) -> Result<u32, StepFault> {
        let BodiesStep { active, sleep, islands, island } = self;
        let count = islands.find(contacts, active, slots, bodies, *sleep);
        let (mut from, mut micro_steps) = (0, 0);
        for number in 0..count {
            let to = islands.ends[number];
            let size = islands.gather(contacts, [from, to], bodies);
            let within = Within { contacts, places: islands.places };
            let (of_island, members) = (&mut islands.bodies[..size], &islands.members[..size]);
            let made = island.run((&within, &islands.contacts[from..to]), slots, of_island, [h, *sleep], most)?;
            micro_steps = made.max(micro_steps);
            for (body, moved) in members.iter().zip(&*of_island) {
                if moved.is_held() {
                    bodies[*body].take_given(moved);
                } else {
                    bodies[*body] = *moved;
                }
            }
            from = to;
        }
        for contact in active.iter().copied().filter(|contact| islands.of[*contact].is_none()) {
            slots[contact].is_even = false;
            slots[contact].relax(contacts.laws(contact), h);
        }
        for (at, body) in bodies.iter_mut().enumerate() {
            if h > 0.0 && !islands.moves(at, body) {
                let start = body.motion.position;
                body.fly(h);
                if is_beyond(*sleep, &start, body) {
                    return Err(StepFault::TooFar);
                }
            }
        }
        Ok(micro_steps)
    }
}
