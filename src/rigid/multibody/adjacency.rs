//! Which contacts a body has, so that a round of impacts looks at those of the bodies that it moves alone.

use crate::rigid::cones::Side;
use nalgebra::DVector;

/// Contacts by body.
#[derive(Clone, Debug)]
pub struct Adjacency {
    /// Where the contacts of a body begin, and last where those of the last one end
    starts: DVector<usize>,
    contacts: DVector<usize>,
    /// The bodies of each contact again, which stand far apart in its sides
    pairs: DVector<[usize; 2]>,
}

impl Adjacency {
    /// Room for so many contacts of so many bodies.
    pub fn new(contacts: usize, bodies: usize) -> Self {
        Adjacency {
            starts: DVector::zeros(bodies + 2),
            contacts: DVector::zeros(2 * contacts),
            pairs: DVector::from_element(contacts, [0; 2]),
        }
    }

    pub fn set(&mut self, pairs: &[[Option<Side>; 2]]) {
        self.starts.fill(0);
        for (own, pair) in self.pairs.iter_mut().zip(pairs) {
            let [one, two] = pair.each_ref().map(|side| side.as_ref().map(Side::body));
            let Some(first) = one.or(two) else { continue };
            *own = [first, two.unwrap_or(first)];
            own.iter().for_each(|body| self.starts[body + 2] += 1);
        }
        for body in 2..self.starts.len() {
            self.starts[body] += self.starts[body - 1];
        }
        // each start runs through its body and ends as that of the next
        for (k, pair) in pairs.iter().enumerate() {
            if pair.iter().any(Option::is_some) {
                for body in self.pairs[k] {
                    let start = &mut self.starts[body + 1];
                    self.contacts[*start] = k;
                    *start += 1;
                }
            }
        }
    }

    /// Bodies that move of contact `k`, of which there is one: twice the same if it has no other.
    pub fn pair(&self, k: usize) -> [usize; 2] {
        self.pairs[k]
    }

    /// Contacts of a body, in their order.
    pub fn of(&self, body: usize) -> &[usize] {
        &self.contacts.as_slice()[self.starts[body]..self.starts[body + 1]]
    }
}

/// Some of the contacts. A walk in their order by [`Marked::next`] comes to those that are marked before it is there.
#[derive(Clone, Debug)]
pub struct Marked {
    words: DVector<u64>,
}

impl Marked {
    /// None of so many.
    pub fn new(contacts: usize) -> Self {
        Marked { words: DVector::zeros(contacts.div_ceil(64)) }
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Marks the first `count`, and no other.
    pub fn first(&mut self, count: usize) {
        self.clear();
        (0..count).for_each(|contact| self.mark(contact));
    }

    pub fn mark(&mut self, contact: usize) {
        self.words[contact / 64] |= 1 << (contact % 64);
    }

    pub fn unmark(&mut self, contact: usize) {
        self.words[contact / 64] &= !(1 << (contact % 64));
    }

    /// The first one that is marked from `from` on.
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut at = from / 64;
        let mut word = self.words.get(at)? & (u64::MAX << (from % 64));
        while word == 0 {
            at += 1;
            word = *self.words.get(at)?;
        }
        Some(64 * at + word.trailing_zeros() as usize)
    }
}
