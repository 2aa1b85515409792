//! Equations of contacts solved for the velocities of the bodies that they touch, by sparse elimination.
//!
//! With dp = K·du + c of each contact, du = Σ J·Δv and Δv = Σ Y·Jᵀ·dp,  (1 − Σ Y·Jᵀ·K·J)·Δv = Σ Y·Jᵀ·c , Y the inverse
//! mass: a block of 6 × 6 for each body, and two for each pair of bodies that touch. Bodies are eliminated in the order
//! of least degree; of equal degree the first.

use crate::rigid::cones::bodies::{Bodies, COORDINATES, Side, dot};
use crate::rigid::cones::equation::Equation;
use nalgebra::DVector;

/// Blocks for which there is room on each side of the diagonal, a body: beyond them nothing is eliminated.
const FILL: usize = 96;
const SIZE: usize = COORDINATES * COORDINATES;
/// Bits of a word of the graph.
const BITS: usize = u64::BITS as usize;

/// Column by column
type Block = [f64; SIZE];

/// Room for the equations of so many bodies and contacts.
#[derive(Clone, Debug)]
pub struct ByBodies {
    bodies: usize,
    /// Which bodies are coupled: a row of bits for each
    graph: DVector<u64>,
    degree: DVector<usize>,
    /// Place of a body in the order of elimination, and the body in each place
    place: DVector<usize>,
    order: DVector<usize>,
    /// Where the couplings of a place begin, and the places coupled to it that are eliminated later, in their order
    starts: DVector<usize>,
    coupled: DVector<usize>,
    diagonal: DVector<Block>,
    /// Of the coupled places: block (coupled, own) and block (own, coupled)
    lower: DVector<Block>,
    upper: DVector<Block>,
    right: DVector<f64>,
    /// K and c of a contact
    relations: DVector<Relation>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Relation {
    k: [[f64; 3]; 3],
    c: [f64; 3],
}

fn zeros<T: Clone + PartialEq + core::fmt::Debug + 'static>(count: usize, zero: T) -> DVector<T> {
    DVector::from_element(count, zero)
}

impl ByBodies {
    /// `couplings`: pairs of bodies that contacts can couple, one by the other, at most; a bound that holds changes nothing but the room.
    pub fn new(contacts: usize, bodies: usize, couplings: usize) -> Self {
        let blocks = (bodies * bodies.min(FILL)).min(couplings);
        let numbers = || DVector::zeros(bodies + 1);
        ByBodies {
            bodies: 0,
            graph: DVector::zeros(bodies * bodies.div_ceil(BITS)),
            degree: numbers(),
            place: numbers(),
            order: numbers(),
            starts: numbers(),
            coupled: DVector::zeros(blocks),
            diagonal: zeros(bodies, [0.0; SIZE]),
            lower: zeros(blocks, [0.0; SIZE]),
            upper: zeros(blocks, [0.0; SIZE]),
            right: DVector::zeros(COORDINATES * bodies),
            relations: zeros(contacts, Relation::default()),
        }
    }

    /// Finds the order of elimination; false where there is no room for what fills in.
    pub fn analyse(&mut self, w: &Bodies) -> bool {
        let n = w.bodies;
        self.bodies = n;
        let words = n.div_ceil(BITS);
        let graph = &mut self.graph.as_mut_slice()[..n * words];
        graph.fill(0);
        for pair in w.contacts {
            if let [Some(a), Some(b)] = pair
                && a.body != b.body
            {
                graph[a.body * words + b.body / BITS] |= 1 << (b.body % BITS);
                graph[b.body * words + a.body / BITS] |= 1 << (a.body % BITS);
            }
        }
        let count = |row: &[u64]| row.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        for body in 0..n {
            self.degree[body] = count(&graph[body * words..][..words]);
            self.place[body] = usize::MAX;
        }
        let mut filled = 0;
        for place in 0..n {
            let mut body = usize::MAX;
            for other in (0..n).filter(|other| self.place[*other] == usize::MAX) {
                if body == usize::MAX || self.degree[other] < self.degree[body] {
                    body = other;
                }
            }
            self.place[body] = place;
            self.order[place] = body;
            self.starts[place] = filled;
            if filled + self.degree[body] > self.coupled.len() {
                return false;
            }
            for word in 0..words {
                let mut bits = graph[body * words + word];
                while bits != 0 {
                    self.coupled[filled] = word * BITS + bits.trailing_zeros() as usize;
                    filled += 1;
                    bits &= bits - 1;
                }
            }
            for i in self.starts[place]..filled {
                let other = self.coupled[i];
                for word in 0..words {
                    graph[other * words + word] |= graph[body * words + word];
                }
                graph[other * words + other / BITS] &= !(1 << (other % BITS));
                graph[other * words + body / BITS] &= !(1 << (body % BITS));
                self.degree[other] = count(&graph[other * words..][..words]);
            }
        }
        self.starts[n] = filled;
        for place in 0..n {
            let coupled = &mut self.coupled.as_mut_slice()[self.starts[place]..self.starts[place + 1]];
            coupled.iter_mut().for_each(|other| *other = self.place[*other]);
            coupled.sort_unstable();
        }
        true
    }

    /// dp of the contacts `active` into `found`; false where there is none.
    pub fn solve(
        &mut self,
        w: &Bodies,
        active: &[usize],
        equation: &dyn Fn(usize) -> Equation,
        found: &mut [f64],
    ) -> bool {
        let (n, filled) = (self.bodies, self.starts[self.bodies]);
        self.lower.as_mut_slice()[..filled].fill([0.0; SIZE]);
        self.upper.as_mut_slice()[..filled].fill([0.0; SIZE]);
        self.right.as_mut_slice()[..COORDINATES * n].fill(0.0);
        for block in &mut self.diagonal.as_mut_slice()[..n] {
            *block = core::array::from_fn(|i| if i % (COORDINATES + 1) == 0 { 1.0 } else { 0.0 });
        }
        for (at, &contact) in active.iter().enumerate() {
            let Equation { ahead, mut own, right } = equation(contact);
            if let Some(compliance) = w.compliance.get(contact) {
                own.iter_mut().zip(ahead).for_each(|(own, ahead)| {
                    own[1] += compliance * ahead[1];
                    own[2] += compliance * ahead[2];
                });
            }
            let Some(inverse) = inverse(&own) else { return false };
            let k = inverse.map(|row| [0, 1, 2].map(|c| -(0..3).map(|i| row[i] * ahead[i][c]).sum::<f64>()));
            let c = inverse.map(|row| row[0] * right[0] + row[1] * right[1] + row[2] * right[2]);
            let relation = Relation { k, c };
            self.add(&w.contacts[contact], &relation);
            self.relations[at] = relation;
        }
        if !(0..n).all(|place| self.eliminate(place)) {
            return false;
        }
        for place in (0..n).rev() {
            let mut x: [f64; COORDINATES] = core::array::from_fn(|i| self.right[COORDINATES * place + i]);
            for at in self.starts[place]..self.starts[place + 1] {
                let (block, other) = (&self.upper[at], self.coupled[at]);
                for j in 0..COORDINATES {
                    let value = self.right[COORDINATES * other + j];
                    (0..COORDINATES).for_each(|i| x[i] -= block[COORDINATES * j + i] * value);
                }
            }
            self.right.as_mut_slice()[COORDINATES * place..][..COORDINATES].copy_from_slice(&x);
        }
        for (at, &contact) in active.iter().enumerate() {
            let mut du = [0.0; 3];
            for side in w.contacts[contact].iter().flatten() {
                let v = core::array::from_fn(|i| self.right[COORDINATES * self.place[side.body] + i]);
                (0..3).for_each(|r| du[r] += dot(&side.rows[r], &v));
            }
            let Relation { k, c } = &self.relations[at];
            for r in 0..3 {
                found[3 * at + r] = c[r] + k[r][0] * du[0] + k[r][1] * du[1] + k[r][2] * du[2];
            }
        }
        found[..3 * active.len()].iter().all(|value| value.is_finite())
    }

    /// −Y·Jᵀ·K·J and Y·Jᵀ·c of a contact.
    fn add(&mut self, sides: &[Option<Side>; 2], Relation { k, c }: &Relation) {
        for side in sides.iter().flatten() {
            let own = self.place[side.body];
            for i in 0..COORDINATES {
                self.right[COORDINATES * own + i] += (0..3).map(|r| side.moves[r][i] * c[r]).sum::<f64>();
            }
            for other in sides.iter().flatten() {
                let to = self.place[other.body];
                let block = if own == to {
                    &mut self.diagonal[own]
                } else {
                    let first = own.min(to);
                    let range = self.starts[first]..self.starts[first + 1];
                    let later = self.coupled.as_slice()[range.clone()].binary_search(&own.max(to));
                    let Ok(at) = later else { continue };
                    if own < to { &mut self.upper[range.start + at] } else { &mut self.lower[range.start + at] }
                };
                let ([one, two, three], [x, y, z]) = (&side.moves, &other.rows);
                for (j, column) in block.chunks_exact_mut(COORDINATES).enumerate() {
                    let by = |row: &[f64; 3]| row[0] * x[j] + row[1] * y[j] + row[2] * z[j];
                    let (a, b, c) = (by(&k[0]), by(&k[1]), by(&k[2]));
                    for (i, element) in column.iter_mut().enumerate() {
                        *element -= one[i] * a + two[i] * b + three[i] * c;
                    }
                }
            }
        }
    }

    /// Takes a place out of those after it. Its row is divided by its diagonal; false where that is singular.
    fn eliminate(&mut self, place: usize) -> bool {
        let Some(inverse) = inverse_of_six(&self.diagonal[place]) else { return false };
        let (begin, end) = (self.starts[place], self.starts[place + 1]);
        let own: [f64; COORDINATES] = core::array::from_fn(|i| self.right[COORDINATES * place + i]);
        let mut divided = [0.0; COORDINATES];
        for j in 0..COORDINATES {
            (0..COORDINATES).for_each(|i| divided[i] += inverse[COORDINATES * j + i] * own[j]);
        }
        self.right.as_mut_slice()[COORDINATES * place..][..COORDINATES].copy_from_slice(&divided);
        // what is changed of the places after this one lies behind what is read of it
        let coupled = self.coupled.as_slice();
        let (read_lower, lower) = self.lower.as_mut_slice().split_at_mut(end);
        let (read_upper, upper) = self.upper.as_mut_slice().split_at_mut(end);
        for block in &mut read_upper[begin..] {
            let mut row = [0.0; SIZE];
            subtract(&mut row, &inverse, block);
            block.iter_mut().zip(&row).for_each(|(element, row)| *element = -row);
        }
        for at in begin..end {
            let (first, own_lower) = (coupled[at], &read_lower[at]);
            for (j, divided) in divided.iter().enumerate() {
                for i in 0..COORDINATES {
                    self.right[COORDINATES * first + i] -= own_lower[COORDINATES * j + i] * divided;
                }
            }
            subtract(&mut self.diagonal[first], own_lower, &read_upper[at]);
            let mut target = self.starts[first];
            for later in at + 1..end {
                let second = coupled[later];
                while coupled[target] != second {
                    target += 1;
                }
                subtract(&mut upper[target - end], own_lower, &read_upper[later]);
                subtract(&mut lower[target - end], &read_lower[later], &read_upper[at]);
            }
        }
        true
    }
}

/// c −= a·b
#[inline]
fn subtract(c: &mut Block, a: &Block, b: &Block) {
    for j in 0..COORDINATES {
        let mut column: [f64; COORDINATES] = core::array::from_fn(|i| c[COORDINATES * j + i]);
        for l in 0..COORDINATES {
            let factor = b[COORDINATES * j + l];
            for i in 0..COORDINATES {
                column[i] -= a[COORDINATES * l + i] * factor;
            }
        }
        c[COORDINATES * j..][..COORDINATES].copy_from_slice(&column);
    }
}

/// By elimination with the largest pivot of a column; None where there is none.
fn inverse_of_six(block: &Block) -> Option<Block> {
    let mut m = *block;
    let mut inverse: Block = core::array::from_fn(|i| if i % (COORDINATES + 1) == 0 { 1.0 } else { 0.0 });
    for c in 0..COORDINATES {
        let mut pivot = c;
        for r in c + 1..COORDINATES {
            if m[COORDINATES * c + r].abs() > m[COORDINATES * c + pivot].abs() {
                pivot = r;
            }
        }
        let divisor = m[COORDINATES * c + pivot];
        if divisor == 0.0 || !divisor.is_finite() {
            return None;
        }
        for j in 0..COORDINATES {
            m.swap(COORDINATES * j + c, COORDINATES * j + pivot);
            inverse.swap(COORDINATES * j + c, COORDINATES * j + pivot);
        }
        for j in 0..COORDINATES {
            m[COORDINATES * j + c] /= divisor;
            inverse[COORDINATES * j + c] /= divisor;
        }
        for r in (0..COORDINATES).filter(|r| *r != c) {
            let factor = m[COORDINATES * c + r];
            for j in 0..COORDINATES {
                m[COORDINATES * j + r] -= factor * m[COORDINATES * j + c];
                inverse[COORDINATES * j + r] -= factor * inverse[COORDINATES * j + c];
            }
        }
    }
    Some(inverse)
}

/// By the cofactors; None where it has none.
fn inverse(m: &[[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let cofactor = |i: usize, j: usize| {
        let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant = m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
    let inverse = [0, 1, 2].map(|i| [0, 1, 2].map(|j| cofactor(j, i) / determinant));
    inverse.iter().flatten().all(|element| element.is_finite()).then_some(inverse)
}
