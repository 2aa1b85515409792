//! z for given places: those between from w = 0, by elimination and refinement.

use crate::rigid::complementarity::problem::{Place, Problem, zeros};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// Share of the largest element below which a pivot is what rounding has left of 0.
const DEPENDENT: f64 = 1e-13;
/// Corrections after the first solution. One gives the residual of the input's rounding (Skeel); the second is for
/// pivots near [`DEPENDENT`].
const REFINEMENTS: usize = 2;

/// P·M_FF = L·U in echelon form: a column without a pivot depends on those before it.
struct Echelon<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    /// L below the pivots, U from them on; the first `count` rows and columns are in use
    lu: OMatrix<f64, D, D>,
    /// F, the unknowns between
    members: OVector<usize, D>,
    count: usize,
    /// Row r is that of member `order[r]`
    order: OVector<usize, D>,
    /// Column of the r-th pivot
    column: OVector<usize, D>,
    rank: usize,
}

impl<D: Dim> Echelon<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn new(problem: &Problem<D>, places: &OVector<Place, D>) -> Self {
        let dimension = problem.dimension();
        let n = problem.size();
        let mut members = OVector::<usize, D>::zeros_generic(dimension, Const::<1>);
        let mut count = 0;
        for i in (0..n).filter(|i| places[*i] == Place::Between) {
            members[count] = i;
            count += 1;
        }
        let mut lu = OMatrix::<f64, D, D>::zeros_generic(dimension, dimension);
        let mut largest = 0.0;
        for j in 0..count {
            for i in 0..count {
                let element = problem.m[(members[i], members[j])];
                lu[(i, j)] = element;
                largest = f64::max(largest, element.abs());
            }
        }
        let order = OVector::from_fn_generic(dimension, Const::<1>, |i, _| i);
        let column = OVector::<usize, D>::zeros_generic(dimension, Const::<1>);
        let mut echelon = Echelon { lu, members, count, order, column, rank: 0 };
        echelon.eliminate(n, DEPENDENT * largest);
        echelon
    }

    fn eliminate(&mut self, n: usize, least: f64) {
        for c in 0..self.count {
            let r = self.rank;
            let mut pivot = r;
            for i in r + 1..self.count {
                if self.lu[(i, c)].abs() > self.lu[(pivot, c)].abs() {
                    pivot = i;
                }
            }
            if self.lu[(pivot, c)].abs() <= least {
                continue;
            }
            if pivot != r {
                self.order.swap_rows(pivot, r);
                for j in 0..self.count {
                    self.lu.swap((pivot, j), (r, j));
                }
            }
            let inverse = 1.0 / self.lu[(r, c)];
            let (left, right) = self.lu.as_mut_slice().split_at_mut((c + 1) * n);
            let factors = &mut left[c * n + r + 1..c * n + self.count];
            for factor in factors.iter_mut() {
                *factor *= inverse;
            }
            for column in right.chunks_exact_mut(n).take(self.count - c - 1) {
                let top = column[r];
                if top != 0.0 {
                    for (element, factor) in column[r + 1..self.count].iter_mut().zip(factors.iter()) {
                        *element -= factor * top;
                    }
                }
            }
            self.column[r] = c;
            self.rank += 1;
        }
    }

    /// Adds to z_F what makes w_F zero, judged by the w of z as it is; dependent unknowns stay.
    fn correct(&self, w: &OVector<f64, D>, z: &mut OVector<f64, D>) {
        let mut right = zeros(w.shape_generic().0);
        for r in 0..self.count {
            right[r] = -w[self.members[self.order[r]]];
        }
        for r in 0..self.rank {
            let (known, c) = (right[r], self.column[r]);
            for i in r + 1..self.count {
                right[i] -= self.lu[(i, c)] * known;
            }
        }
        for r in (0..self.rank).rev() {
            let c = self.column[r];
            let step = right[r] / self.lu[(r, c)];
            z[self.members[c]] += step;
            for i in 0..r {
                right[i] -= self.lu[(i, c)] * step;
            }
        }
    }
}

/// z with w = 0 between the bounds. Unknowns whose column depends on others keep the value nearest to 0 within their
/// bounds; bounds of the others are not looked at.
pub fn solve<D: Dim>(problem: &Problem<D>, places: &OVector<Place, D>) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let mut z = OVector::from_fn_generic(problem.dimension(), Const::<1>, |i, _| problem.value(i, places[i]));
    let echelon = Echelon::new(problem, places);
    if echelon.rank > 0 {
        for _ in 0..=REFINEMENTS {
            let w = problem.velocity(&z);
            echelon.correct(&w, &mut z);
        }
    }
    z
}
