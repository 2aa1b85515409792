//! Gaussian elimination with complete pivoting, which finds the rank.

use nalgebra::{DMatrix, DVector};

/// Fraction of the largest element below which a pivot is what rounding has left of 0.
const DEPENDENT: f64 = 1e-12;
/// Fraction of its terms that a row without a pivot may miss.
const CONSISTENT: f64 = 1e-9;

/// Rows and columns exchanged, L below the pivots, U from them on.
pub struct Elimination {
    m: DMatrix<f64>,
    lu: DMatrix<f64>,
    rows: DVector<usize>,
    columns: DVector<usize>,
    rank: usize,
}

impl Elimination {
    pub fn new(m: &DMatrix<f64>) -> Self {
        let mut lu = m.clone();
        let mut rows = DVector::from_fn(m.nrows(), |i, _| i);
        let mut columns = DVector::from_fn(m.ncols(), |j, _| j);
        let least = DEPENDENT * m.amax();
        let mut rank = 0;
        while rank < m.nrows().min(m.ncols()) {
            let (mut at, mut largest) = ((rank, rank), 0.0);
            for j in rank..lu.ncols() {
                for i in rank..lu.nrows() {
                    if lu[(i, j)].abs() > largest {
                        (at, largest) = ((i, j), lu[(i, j)].abs());
                    }
                }
            }
            if largest <= least {
                break;
            }
            lu.swap_rows(at.0, rank);
            rows.swap_rows(at.0, rank);
            lu.swap_columns(at.1, rank);
            columns.swap_rows(at.1, rank);
            for i in rank + 1..lu.nrows() {
                let factor = lu[(i, rank)] / lu[(rank, rank)];
                lu[(i, rank)] = factor;
                if factor != 0.0 {
                    for j in rank + 1..lu.ncols() {
                        lu[(i, j)] -= factor * lu[(rank, j)];
                    }
                }
            }
            rank += 1;
        }
        Elimination { m: m.clone(), lu, rows, columns, rank }
    }

    /// How many directions of x change nothing.
    pub fn nullity(&self) -> usize {
        self.m.ncols() - self.rank
    }

    /// x with m·x = right, 0 in the columns without a pivot, refined twice; rows that follow from others are not looked at.
    pub fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut x = DVector::zeros(self.m.ncols());
        for _ in 0..3 {
            let left = right - &self.m * &x;
            x += self.correction(&left);
        }
        x
    }

    fn correction(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut y = DVector::from_fn(self.rank, |r, _| right[self.rows[r]]);
        for r in 0..self.rank {
            for k in 0..r {
                y[r] -= self.lu[(r, k)] * y[k];
            }
        }
        self.back(y)
    }

    /// U·x = y over the columns with a pivot.
    fn back(&self, mut y: DVector<f64>) -> DVector<f64> {
        let mut x = DVector::zeros(self.m.ncols());
        for r in (0..self.rank).rev() {
            for k in r + 1..self.rank {
                y[r] -= self.lu[(r, k)] * y[k];
            }
            y[r] /= self.lu[(r, r)];
            x[self.columns[r]] = y[r];
        }
        x
    }

    /// Whether x solves the rows without a pivot as well.
    pub fn holds(&self, x: &DVector<f64>, right: &DVector<f64>) -> bool {
        let dependent = (self.rank..self.m.nrows()).map(|r| self.rows[r]);
        let size = x.amax();
        dependent.into_iter().all(|i| {
            let row = self.m.row(i);
            let missing = (row * x)[0] - right[i];
            missing.abs() <= CONSISTENT * (row.amax() * size + right[i].abs())
        })
    }

    /// Columns that span the x with m·x = 0.
    pub fn kernel(&self) -> DMatrix<f64> {
        let mut kernel = DMatrix::zeros(self.m.ncols(), self.nullity());
        for k in 0..self.nullity() {
            let free = self.rank + k;
            let mut x = self.back(DVector::from_fn(self.rank, |r, _| -self.lu[(r, free)]));
            x[self.columns[free]] = 1.0;
            let least = DEPENDENT * x.amax();
            x.iter_mut().filter(|x| x.abs() <= least).for_each(|x| *x = 0.0);
            kernel.set_column(k, &x);
        }
        kernel
    }
}
