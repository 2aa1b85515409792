//! Contact after contact with what the others do, forwards and backwards, and what the last differences tell
//! (docs/numerics.md step 27).

use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::residual::{Contacts, three};

/// Differences that are remembered.
pub const DEPTH: usize = 8;
/// Share of its own square that must be left of a difference beside those before it.
const DISTINCT: f64 = 1e-10;
/// Times the smallest change so far up to which a change may grow before all differences are forgotten.
const GROWTH: f64 = 2.0;

/// Impulses and state, and the differences between double sweeps.
#[derive(Debug)]
pub struct Memory<'a> {
    /// Impulses before a double sweep, and what it has changed, times λ [m/s]
    pub before: &'a mut [f64],
    pub change: &'a mut [f64],
    /// Impulses and state after the double sweep before
    pub last: &'a mut [f64],
    pub last_state: &'a mut [f64],
    pub changes: [&'a mut [f64]; DEPTH],
    pub impulses: [&'a mut [f64]; DEPTH],
    pub states: [&'a mut [f64]; DEPTH],
}

/// Impulses and what they do to the bodies.
#[derive(Debug)]
pub struct Iterate<'a> {
    pub p: &'a mut [f64],
    pub state: &'a mut [f64],
}

/// One sweep over contacts in the order given; `relaxed` of what a contact would change is changed.
fn sweep<W: Delassus>(
    contacts: &Contacts<W>,
    Iterate { p, state }: &mut Iterate,
    relaxed: f64,
    order: impl Iterator<Item = usize>,
) {
    for k in order {
        let (u, old) = (contacts.velocity(state, k), three(p, k));
        let block = &contacts.local[k].block;
        let others = [0, 1, 2].map(|i| u[i] - block[i][0] * old[0] - block[i][1] * old[1] - block[i][2] * old[2]);
        let new = contacts.local[k].impulse(others);
        let step = [0, 1, 2].map(|i| relaxed * (new[i] - old[i]));
        if step != [0.0; 3] {
            contacts.w.add(k, step, state);
            for i in 0..3 {
                p[3 * k + i] = old[i] + step[i];
            }
        }
    }
}

/// Anderson's acceleration of double sweeps.
#[derive(Clone, Copy, Debug)]
pub struct Acceleration {
    /// Differences known, and the place of the next
    known: usize,
    next: usize,
    has_last: bool,
    /// Smallest change so far
    least: f64,
    /// Products of the differences, by their places
    gram: [[f64; DEPTH]; DEPTH],
}

/// Lanes of a sum, the same on every machine.
const LANES: usize = 4;

fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        (0..LANES).for_each(|i| lanes[i] += a[i] * b[i]);
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

impl Acceleration {
    pub fn new() -> Self {
        Acceleration { known: 0, next: 0, has_last: false, least: f64::INFINITY, gram: [[0.0; DEPTH]; DEPTH] }
    }

    /// One double sweep and what follows from it; by how much the sweep has changed the impulses, √(Σλ²|Δp|²) [m/s].
    pub fn advance<W: Delassus>(
        &mut self,
        contacts: &Contacts<W>,
        iterate: &mut Iterate,
        memory: &mut Memory,
        relaxed: f64,
    ) -> f64 {
        let count = contacts.local.len();
        memory.before.copy_from_slice(iterate.p);
        sweep(contacts, iterate, relaxed, 0..count);
        sweep(contacts, iterate, relaxed, (0..count).rev());
        let Iterate { p, state } = iterate;
        let place = self.next;
        for (k, local) in contacts.local.iter().enumerate() {
            for i in 3 * k..3 * k + 3 {
                let change = local.largest * (p[i] - memory.before[i]);
                memory.changes[place][i] = change - memory.change[i];
                memory.impulses[place][i] = p[i] - memory.last[i];
                memory.change[i] = change;
                memory.last[i] = p[i];
            }
        }
        for i in 0..state.len() {
            memory.states[place][i] = state[i] - memory.last_state[i];
            memory.last_state[i] = state[i];
        }
        let moved = product(memory.change, memory.change).sqrt();
        if moved > GROWTH * self.least {
            *self = Acceleration { has_last: true, least: moved, ..Acceleration::new() };
            return moved;
        }
        self.least = self.least.min(moved);
        if !self.has_last {
            self.has_last = true;
            return moved;
        }
        self.known = (self.known + 1).min(DEPTH);
        self.next = (place + 1) % DEPTH;
        for other in 0..self.known {
            let value = product(memory.changes[place], memory.changes[other]);
            (self.gram[place][other], self.gram[other][place]) = (value, value);
        }
        // least squares, the newest difference first
        let mut gram = [[0.0; DEPTH + 1]; DEPTH];
        let slot = |age: usize| (place + DEPTH - age) % DEPTH;
        for (i, row) in gram.iter_mut().enumerate().take(self.known) {
            for (j, element) in row.iter_mut().enumerate().take(self.known) {
                *element = self.gram[slot(i)][slot(j)];
            }
            row[DEPTH] = product(memory.changes[slot(i)], memory.change);
        }
        let factors = least_squares(&mut gram, self.known);
        for (age, factor) in factors.iter().enumerate().take(self.known) {
            if *factor != 0.0 {
                let slot = slot(age);
                p.iter_mut().zip(memory.impulses[slot].iter()).for_each(|(p, step)| *p -= factor * step);
                state.iter_mut().zip(memory.states[slot].iter()).for_each(|(state, step)| *state -= factor * step);
            }
        }
        moved
    }
}

/// Of symmetric rows with their right sides at [`DEPTH`]: rows that depend on those before them have 0.
fn least_squares(rows: &mut [[f64; DEPTH + 1]; DEPTH], count: usize) -> [f64; DEPTH] {
    let mut used = [false; DEPTH];
    let own: [f64; DEPTH] = core::array::from_fn(|i| rows[i][i]);
    for c in 0..count {
        if rows[c][c] <= DISTINCT * own[c] {
            continue;
        }
        used[c] = true;
        let pivot = rows[c];
        for (i, row) in rows.iter_mut().enumerate().take(count).filter(|(i, _)| *i != c) {
            let factor = row[c] / pivot[c];
            if i > c || used[i] {
                row.iter_mut().zip(pivot).for_each(|(element, pivot)| *element -= factor * pivot);
            }
        }
    }
    core::array::from_fn(|i| if used[i] { rows[i][DEPTH] / rows[i][i] } else { 0.0 })
}
