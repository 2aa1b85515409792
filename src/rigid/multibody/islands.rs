//! Contacts that share no body that moves are problems of their own.

use crate::rigid::cones::{Bodies, Side};
use core::ops::Range;
use nalgebra::DVector;

const NONE: usize = usize::MAX;

/// The islands of some contacts, with their bodies numbered anew in each; finding them allocates nothing.
#[derive(Clone, Debug)]
pub struct Islands {
    /// First body of the island of a body; while they are looked for one before it
    first: DVector<usize>,
    /// Number of a body in its island
    number: DVector<usize>,
    /// Island of a first body
    named: DVector<usize>,
    /// Island of a contact
    island: DVector<usize>,
    /// Contacts in the order of their islands, and where those of an island begin
    order: DVector<usize>,
    starts: DVector<usize>,
    /// Bodies of an island
    bodies: DVector<usize>,
    /// In the order of the islands
    sides: DVector<[Option<Side>; 2]>,
    count: usize,
}

/// The first body of the chain that `body` belongs to.
fn first(chain: &[usize], mut body: usize) -> usize {
    while chain[body] != body {
        body = chain[body];
    }
    body
}

/// Puts the first body of the island of each body there.
pub fn join(pairs: &[[Option<Side>; 2]], firsts: &mut [usize]) {
    firsts.iter_mut().enumerate().for_each(|(body, first)| *first = body);
    for pair in pairs {
        if let [Some(a), Some(b)] = pair {
            let (a, b) = (first(firsts, a.body()), first(firsts, b.body()));
            firsts[a.max(b)] = a.min(b);
        }
    }
    // links go to bodies before
    for body in 0..firsts.len() {
        firsts[body] = firsts[firsts[body]];
    }
}

impl Islands {
    /// For at most so many contacts of so many bodies.
    pub fn new(contacts: usize, bodies: usize) -> Self {
        let (of_contacts, of_bodies) = (|| DVector::zeros(contacts + 1), || DVector::zeros(bodies));
        Islands {
            first: of_bodies(),
            number: of_bodies(),
            named: of_bodies(),
            island: of_contacts(),
            order: of_contacts(),
            starts: DVector::zeros(contacts + 2),
            bodies: of_contacts(),
            sides: DVector::from_element(contacts, [None; 2]),
            count: 0,
        }
    }

    /// Finds them; their number. They are in the order of their first contacts, and their contacts in that of `w`; a
    /// contact that no body moves is an island.
    pub fn find(&mut self, w: &Bodies) -> usize {
        let pairs = w.pairs();
        join(pairs, &mut self.first.as_mut_slice()[..w.count()]);
        self.named.fill(NONE);
        self.number.fill(NONE);
        self.starts.fill(0);
        self.count = 0;
        for (k, pair) in pairs.iter().enumerate() {
            let known = pair.iter().flatten().next().map(|side| self.first[side.body()]);
            let island = match known {
                Some(first) if self.named[first] != NONE => self.named[first],
                _ => {
                    self.bodies[self.count] = 0;
                    self.count += 1;
                    self.count - 1
                }
            };
            if let Some(first) = known {
                self.named[first] = island;
            }
            self.island[k] = island;
            self.starts[island + 2] += 1;
            for side in pair.iter().flatten() {
                let number = &mut self.number[side.body()];
                if *number == NONE {
                    *number = self.bodies[island];
                    self.bodies[island] += 1;
                }
            }
        }
        for island in 0..self.count {
            self.starts[island + 2] += self.starts[island + 1];
        }
        // each start runs through its island and ends as that of the next
        for (k, pair) in pairs.iter().enumerate() {
            let place = self.starts[self.island[k] + 1];
            self.starts[self.island[k] + 1] += 1;
            self.order[place] = k;
            self.sides[place] = pair.map(|side| side.map(|side| side.of(self.number[side.body()])));
        }
        self.count
    }

    /// Contacts of all islands in their order.
    pub fn order(&self) -> &[usize] {
        &self.order.as_slice()[..self.starts[self.count]]
    }

    /// Where those of one are in it.
    pub fn range(&self, island: usize) -> Range<usize> {
        self.starts[island]..self.starts[island + 1]
    }

    /// One of them, contacts in its order.
    pub fn part(&self, island: usize) -> Bodies<'_> {
        Bodies::new(&self.sides.as_slice()[self.range(island)], self.bodies[island])
    }
}
