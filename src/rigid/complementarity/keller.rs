//! Principal pivoting with one driving unknown (Cottle and Dantzig; Keller): the fallback for M symmetric and
//! semidefinite, singular or not, and for P matrices.
//!
//! One unknown after the other whose w has the wrong sign is moved until w is 0. What blocks the way changes its place:
//! an unknown that reaches a bound stays there, one at a bound whose w reaches 0 sets off. Signs once right stay right.
//! For M symmetric and semidefinite M_FF stays regular: an unknown can only block if the rest of M, F eliminated, has a
//! diagonal element above 0 there. Ties go to the least index (Chang 1979).

use crate::rigid::complementarity::problem::{End, Place, Problem, zeros};
use crate::rigid::complementarity::tableau::Tableau;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OVector};

/// Share of the terms of a rate that rounding may leave of 0; M is scaled to a diagonal of 1.
const ROUNDING: f64 = 1e-13;
/// Share of the terms of w that counts as 0 when an unknown is chosen.
const SLACK: f64 = 5e-13;

/// What ends a move.
enum Block {
    Solved,
    OtherBound,
    Reaches(usize, Place),
    SetsOff(usize),
}

struct Keller<'a, D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    problem: &'a Problem<D>,
    tableau: Tableau<D>,
    places: OVector<Place, D>,
    /// Whether z_i is among the basic variables
    basic: OVector<bool, D>,
    z: OVector<f64, D>,
    w: OVector<f64, D>,
}

/// Drives from the corner of the bounds; `pivots` counts the exchanges, up to `limit`.
pub fn drive<D: Dim>(problem: &Problem<D>, limit: u32, pivots: &mut u32) -> End<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let places = problem.corner();
    let mut z = zeros(problem.dimension());
    for i in 0..problem.size() {
        z[i] = problem.value(i, places[i]);
    }
    let rows = problem.rows(&z);
    let basic = places.map(|_| false);
    let mut state = Keller { problem, tableau: Tableau::new(problem.m.clone()), places, basic, z, w: rows.w };
    // those without bounds first: later on they follow
    for bounded in [false, true] {
        for r in (0..problem.size()).filter(|i| problem.is_free(*i) != bounded) {
            if let Some(end) = state.drive_one(r, limit, pivots) {
                return end;
            }
        }
    }
    End::Places(state.places)
}

impl<D: Dim> Keller<'_, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn drive_one(&mut self, r: usize, limit: u32, pivots: &mut u32) -> Option<End<D>> {
        if self.basic[r] {
            return None;
        }
        let wrong = self.refined(r);
        if wrong == 0.0 {
            return None;
        }
        let sign = if wrong < 0.0 { 1.0 } else { -1.0 };
        loop {
            if *pivots >= limit {
                return Some(End::Stuck);
            }
            let Some((step, block)) = self.nearest(r, sign) else {
                // rows that follow from others have no way to go, nor need for it
                return (self.refined(r) != 0.0).then(|| self.ray(r, sign));
            };
            self.follow(r, sign * step);
            let k = match block {
                Block::OtherBound => {
                    self.places[r] = if sign > 0.0 { Place::High } else { Place::Low };
                    self.z[r] = self.problem.value(r, self.places[r]);
                    return None;
                }
                Block::Solved => {
                    self.w[r] = 0.0;
                    r
                }
                Block::Reaches(k, place) => {
                    (self.places[k], self.z[k]) = (place, self.problem.value(k, place));
                    k
                }
                Block::SetsOff(k) => {
                    self.w[k] = 0.0;
                    k
                }
            };
            if self.tableau.t[(k, k)] <= if self.basic[k] { 0.0 } else { self.rounding(k) } {
                return Some(End::Stuck);
            }
            self.tableau.exchange(k, k);
            *pivots += 1;
            self.basic[k] = !self.basic[k];
            if self.basic[k] {
                self.places[k] = Place::Between;
            }
            if k == r {
                return None;
            }
        }
    }

    /// Takes the rounding of the exchanges out of z and w, and answers the part of w_r that has the wrong sign; 0
    /// within the slack.
    fn refined(&mut self, r: usize) -> f64 {
        let n = self.problem.size();
        let rows = self.problem.rows(&self.z);
        for j in (0..n).filter(|j| self.basic[*j]) {
            for (k, inverse) in self.tableau.column(j).iter().enumerate() {
                if self.basic[k] {
                    self.z[k] -= inverse * rows.w[j];
                }
            }
        }
        let rows = self.problem.rows(&self.z);
        for k in (0..n).filter(|k| !self.basic[*k]) {
            self.w[k] = rows.w[k];
        }
        let wrong = self.problem.wrong(r, self.z[r], self.w[r]);
        if wrong.abs() <= SLACK * rows.size[r] { 0.0 } else { wrong }
    }

    /// The first obstacle for z_r in this direction and how far it is.
    fn nearest(&self, r: usize, sign: f64) -> Option<(f64, Block)> {
        let (problem, column, rounding) = (self.problem, self.tableau.column(r), self.rounding(r));
        let mut best: Option<(f64, Block)> = None;
        let mut offer = |step: f64, block: Block| {
            if step.is_finite() && best.as_ref().is_none_or(|(least, _)| step < *least) {
                best = Some((step.max(0.0), block));
            }
        };
        if column[r] > rounding {
            offer(self.w[r].abs() / column[r], Block::Solved);
        }
        offer(if sign > 0.0 { problem.high[r] - self.z[r] } else { self.z[r] - problem.low[r] }, Block::OtherBound);
        for k in (0..problem.size()).filter(|k| *k != r) {
            let rate = sign * column[k];
            if rate.abs() <= rounding {
                continue;
            }
            if self.basic[k] {
                if rate > 0.0 {
                    offer((problem.high[k] - self.z[k]) / rate, Block::Reaches(k, Place::High));
                } else {
                    offer((problem.low[k] - self.z[k]) / rate, Block::Reaches(k, Place::Low));
                }
            } else if problem.low[k] < problem.high[k] {
                let w = self.w[k];
                match self.places[k] {
                    Place::Low if rate < 0.0 && w >= 0.0 => offer(w / -rate, Block::SetsOff(k)),
                    Place::High if rate > 0.0 && w <= 0.0 => offer(-w / rate, Block::SetsOff(k)),
                    _ => {}
                }
            }
        }
        best
    }

    /// Below this a rate of w in column `c` is 0: its terms are about the rates of the basic unknowns.
    fn rounding(&self, c: usize) -> f64 {
        let column = self.tableau.column(c).iter().zip(&self.basic);
        ROUNDING * column.fold(1.0, |sum, (rate, basic)| if *basic { sum + rate.abs() } else { sum })
    }

    fn follow(&mut self, r: usize, step: f64) {
        for (k, rate) in self.tableau.column(r).iter().enumerate() {
            if self.basic[k] {
                self.z[k] += rate * step;
            } else {
                self.w[k] += rate * step;
            }
        }
        self.z[r] += step;
    }

    fn ray(&self, r: usize, sign: f64) -> End<D> {
        let mut v = zeros(self.problem.dimension());
        for (k, rate) in self.tableau.column(r).iter().enumerate() {
            if self.basic[k] {
                v[k] = sign * rate;
            }
        }
        v[r] = sign;
        End::Ray(v)
    }
}
