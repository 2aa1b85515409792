//! Lemke's path with bounds on both sides and the lexicographic rule.
//!
//! w = M·z + q + d·t with d_i = 1 at lower bounds and −1 at upper ones: for t large enough all signs are right. t is
//! lowered; whatever is blocked leaves the basis and its complement moves next, until t is 0. z with high < ∞ may block
//! at both ends, and go from one bound to the other without an exchange. Unknowns without bounds enter beforehand, as
//! far as there are pivots for them; the w of the others starts at 0 by a d of its own and leaves the basis as soon as
//! it would not stay there.
//!
//! Ties are broken as if w_i had an ε_i of its own, ε_1 ≫ ε_2 ≫ …: no basis returns. The columns of ε are
//! those of w, with the other sign (Cottle, Pang, Stone 1992).

use crate::rigid::complementarity::problem::{End, Place, Problem, zeros};
use crate::rigid::complementarity::tableau::Tableau;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OVector};

/// Share of a column's largest element up to which a pivot is what rounding has left of 0.
const PIVOT: f64 = 1e-11;
/// Share of the largest value within which two obstacles are equally far.
const TIE: f64 = 1e-12;
/// Share of its first value that rounding may leave of t.
const REST: f64 = 1e-11;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Variable {
    Z(usize),
    W(usize),
    /// t
    Cover,
}

const IN_BASIS: usize = usize::MAX;

/// An obstacle: the variable of row `row` at the end of its range; where `rises`, the upper one.
#[derive(Clone, Copy)]
struct Obstacle {
    row: usize,
    rises: bool,
    step: f64,
}

struct Path<'a, D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    problem: &'a Problem<D>,
    tableau: Tableau<D>,
    places: OVector<Place, D>,
    basic: OVector<Variable, D>,
    /// Values of the basic variables
    value: OVector<f64, D>,
    nonbasic: OVector<Variable, D>,
    /// Of the column behind the others
    outside: Variable,
    /// Column of w_i; [`IN_BASIS`] without one
    column_of_w: OVector<usize, D>,
    /// Sign of ε_i: that of w_i at its first bound
    slope: OVector<f64, D>,
}

/// Follows the path from the corner of the bounds; `pivots` counts the exchanges, up to `limit`.
pub fn follow<D: Dim>(problem: &Problem<D>, limit: u32, pivots: &mut u32) -> End<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let dimension = problem.dimension();
    let places = problem.corner();
    let z = OVector::from_fn_generic(dimension, Const::<1>, |i, _| problem.value(i, places[i]));
    let slope = places.map(|place| match place {
        Place::Low => 1.0,
        Place::High => -1.0,
        Place::Between => 0.0,
    });
    let mut tableau = Tableau::new(problem.m.clone());
    tableau.extra.copy_from(&slope);
    let mut path = Path {
        problem,
        tableau,
        places,
        basic: OVector::from_fn_generic(dimension, Const::<1>, |i, _| Variable::W(i)),
        value: problem.rows(&z).w,
        nonbasic: OVector::from_fn_generic(dimension, Const::<1>, |i, _| Variable::Z(i)),
        outside: Variable::Cover,
        column_of_w: OVector::from_element_generic(dimension, Const::<1>, IN_BASIS),
        slope,
    };
    path.free_unknowns(pivots);
    if let Some((mut column, mut sign)) = path.first(pivots) {
        let start = path.cover();
        loop {
            if *pivots >= limit {
                return End::Stuck;
            }
            match path.advance(column, sign, pivots) {
                Ok(Some(next)) => (column, sign) = next,
                Ok(None) => break,
                Err(_) if path.cover() <= REST * start => break,
                Err(ray) => return End::Ray(ray),
            }
        }
    }
    End::Places(path.places)
}

impl<D: Dim> Path<'_, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn size(&self) -> usize {
        self.value.len()
    }

    /// Brings unknowns without bounds into the basis, the largest pivot first; w of such an unknown is 0 from then on.
    fn free_unknowns(&mut self, pivots: &mut u32) {
        let n = self.size();
        loop {
            let (mut best, mut row, mut column) = (PIVOT, n, n);
            for c in (0..n).filter(|c| matches!(self.nonbasic[*c], Variable::Z(i) if self.problem.is_free(i))) {
                for r in (0..n).filter(|r| matches!(self.basic[*r], Variable::W(i) if self.problem.is_free(i))) {
                    let element = self.tableau.t[(r, c)].abs();
                    if element > best {
                        (best, row, column) = (element, r, c);
                    }
                }
            }
            if row == n {
                return;
            }
            let step = -self.value[row] / self.tableau.t[(row, column)];
            self.go(column, step);
            self.exchange(row, column, step, pivots);
        }
    }

    /// Raises t until all signs are right and puts it into the basis: the column and the direction that come next, or
    /// nothing to be done.
    fn first(&mut self, pivots: &mut u32) -> Option<(usize, f64)> {
        let n = self.size();
        let small = TIE * self.value.amax();
        let (mut farthest, mut row, mut unheld, mut of_unheld) = (0.0, n, small, n);
        for r in 0..n {
            let Variable::W(i) = self.basic[r] else { continue };
            let height = -self.slope[i] * self.value[r];
            if self.problem.is_free(i) {
                if self.value[r].abs() > unheld {
                    (unheld, of_unheld) = (self.value[r].abs(), r);
                }
            } else if self.problem.low[i] < self.problem.high[i] && height > 0.0 && height >= farthest {
                // of equal ones the last: its ε is the smallest
                (farthest, row) = (height, r);
            }
        }
        if row == n && of_unheld == n {
            return None;
        }
        let cover = if row == n { unheld } else { farthest };
        for r in 0..n {
            if matches!(self.basic[r], Variable::W(i) if self.problem.is_free(i)) {
                self.tableau.extra[r] = -self.value[r] / cover;
            }
        }
        let row = if row == n { of_unheld } else { row };
        let (left, rises) = (self.basic[row], self.value[row] > 0.0);
        self.go(n, cover);
        self.exchange(row, n, cover, pivots);
        self.after(left, rises)
    }

    /// t
    fn cover(&self) -> f64 {
        let row = self.basic.iter().position(|variable| *variable == Variable::Cover);
        row.map_or(0.0, |row| self.value[row])
    }

    /// Values after the variable of column `c` has changed by `step`.
    fn go(&mut self, c: usize, step: f64) {
        for (value, rate) in self.value.iter_mut().zip(self.tableau.column(c)) {
            *value += rate * step;
        }
    }

    /// Exchanges, with the value of the variable that enters.
    fn exchange(&mut self, row: usize, column: usize, value: f64, pivots: &mut u32) {
        self.tableau.exchange(row, column);
        let left = self.basic[row];
        self.basic[row] = self.at(column);
        self.value[row] = value;
        if column == self.size() {
            self.outside = left;
        } else {
            self.nonbasic[column] = left;
        }
        match self.basic[row] {
            Variable::Z(i) => self.places[i] = Place::Between,
            Variable::W(i) => self.column_of_w[i] = IN_BASIS,
            Variable::Cover => {}
        }
        if let Variable::W(i) = left {
            self.column_of_w[i] = column;
        }
        *pivots += 1;
    }

    fn at(&self, column: usize) -> Variable {
        if column == self.size() { self.outside } else { self.nonbasic[column] }
    }

    fn column_of(&self, variable: Variable) -> usize {
        self.nonbasic.iter().position(|other| *other == variable).unwrap_or(self.size())
    }

    /// What moves after this one has left the basis at the upper (`rose`) or lower end of its range; None after t.
    fn after(&mut self, left: Variable, rose: bool) -> Option<(usize, f64)> {
        let (complement, index) = match left {
            Variable::Z(i) => {
                self.places[i] = if rose { Place::High } else { Place::Low };
                (Variable::W(i), i)
            }
            Variable::W(i) if self.problem.is_free(i) => {
                return Some((self.column_of(Variable::Z(i)), if rose { -1.0 } else { 1.0 }));
            }
            Variable::W(i) => (Variable::Z(i), i),
            Variable::Cover => return None,
        };
        let sign = if self.places[index] == Place::High { -1.0 } else { 1.0 };
        Some((self.column_of(complement), sign))
    }

    /// Moves the variable of column `c` up to what blocks it. Answers what moves next, None at the end of the path, or
    /// the direction of z that nothing blocks.
    fn advance(&mut self, c: usize, sign: f64, pivots: &mut u32) -> Result<Option<(usize, f64)>, OVector<f64, D>> {
        let (entering, (low, high)) = (self.at(c), self.range(self.at(c)));
        let across = high - low;
        let blocked = self.obstacle(c, sign);
        if across.is_finite() && blocked.is_none_or(|obstacle| across < obstacle.step) {
            self.go(c, sign * across);
            *pivots += 1;
            return Ok(self.after(entering, sign > 0.0));
        }
        let Some(obstacle) = blocked else {
            return Err(self.ray(c, sign));
        };
        let from = if let Variable::Z(i) = entering { self.problem.value(i, self.places[i]) } else { 0.0 };
        self.go(c, sign * obstacle.step);
        let left = self.basic[obstacle.row];
        self.exchange(obstacle.row, c, from + sign * obstacle.step, pivots);
        Ok(self.after(left, obstacle.rises))
    }

    fn range(&self, variable: Variable) -> (f64, f64) {
        match variable {
            Variable::Z(i) => (self.problem.low[i], self.problem.high[i]),
            Variable::Cover => (0.0, f64::INFINITY),
            Variable::W(i) if self.problem.low[i] == self.problem.high[i] => (f64::NEG_INFINITY, f64::INFINITY),
            Variable::W(i) => match self.places[i] {
                Place::Low => (0.0, f64::INFINITY),
                Place::High => (f64::NEG_INFINITY, 0.0),
                Place::Between => (0.0, 0.0),
            },
        }
    }

    /// The nearest obstacle, the lexicographically first of those that rounding cannot tell apart; t before all others.
    fn obstacle(&self, c: usize, sign: f64) -> Option<Obstacle> {
        let column = self.tableau.column(c);
        let least_rate = PIVOT * column.iter().fold(0.0, |largest, rate| f64::max(largest, rate.abs()));
        let small = TIE * self.value.amax();
        let mut best: Option<Obstacle> = None;
        for (row, rate) in column.iter().enumerate() {
            let rate = sign * rate;
            if rate.abs() <= least_rate {
                continue;
            }
            let (low, high) = self.range(self.basic[row]);
            let room = if rate > 0.0 { high - self.value[row] } else { self.value[row] - low };
            if room.is_infinite() {
                continue;
            }
            let step = if room <= small { 0.0 } else { room / rate.abs() };
            let offer = Obstacle { row, rises: rate > 0.0, step };
            let Some(known) = best else {
                best = Some(offer);
                continue;
            };
            // what is left of the room where the other one stands
            let left = room - known.step * rate.abs();
            let equal = left.abs() <= small || (step - known.step).abs() <= TIE * f64::max(step, known.step);
            let first = if equal { self.is_before(&offer, &known, column) } else { step < known.step };
            if first {
                best = Some(offer);
            }
        }
        best
    }

    /// Whether `a` is met before `b` once w_i has its ε_i, both being equally far.
    fn is_before(&self, a: &Obstacle, b: &Obstacle, column: &[f64]) -> bool {
        for (one, answer) in [(a, true), (b, false)] {
            if self.basic[one.row] == Variable::Cover {
                return answer;
            }
        }
        let (of_a, of_b) = (column[a.row].abs(), column[b.row].abs());
        for i in 0..self.size() {
            let (left, right) = (self.epsilon(i, a) / of_a, self.epsilon(i, b) / of_b);
            let gap = left - right;
            if gap.abs() > TIE * f64::max(left.abs(), right.abs()) {
                return gap < 0.0;
            }
        }
        false
    }

    /// What ε_i adds to the room before an obstacle.
    fn epsilon(&self, i: usize, obstacle: &Obstacle) -> f64 {
        let share = match self.basic[obstacle.row] {
            Variable::W(k) if k == i => 1.0,
            _ if self.column_of_w[i] == IN_BASIS => 0.0,
            _ => -self.tableau.column(self.column_of_w[i])[obstacle.row],
        };
        let share = share * self.slope[i];
        if obstacle.rises { -share } else { share }
    }

    fn ray(&self, c: usize, sign: f64) -> OVector<f64, D> {
        let mut v = zeros(self.problem.dimension());
        for (rate, variable) in self.tableau.column(c).iter().zip(&self.basic) {
            if let Variable::Z(i) = variable {
                v[*i] = sign * rate;
            }
        }
        if let Variable::Z(i) = self.at(c) {
            v[i] = sign;
        }
        v
    }
}
