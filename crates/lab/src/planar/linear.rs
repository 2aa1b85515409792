//! Linear systems whose rows may depend on each other.

use nalgebra::{DMatrix, DVector, Vector2};

/// Fraction of the largest pivot below which a pivot is what rounding has left of 0.
const DEPENDENT: f64 = 1e-10;

/// Length of a vector.
pub fn length(v: &Vector2<f64>) -> f64 {
    v.x.hypot(v.y)
}

/// The vector of length 1 in its direction.
pub fn unit(v: &Vector2<f64>) -> Vector2<f64> {
    v / length(v)
}

/// A = P⁻¹·L·U·Q⁻¹ of a square matrix, pivots largest first.
pub struct Elimination {
    lu: DMatrix<f64>,
    /// Row r is that of `rows[r]`, column c that of `columns[c]`
    rows: Vec<usize>,
    columns: Vec<usize>,
    matrix: DMatrix<f64>,
    /// Rows that do not depend on others.
    pub rank: usize,
}

impl Elimination {
    /// Of a square matrix.
    pub fn new(matrix: &DMatrix<f64>) -> Self {
        let size = matrix.nrows();
        let mut lu = matrix.clone();
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..size).collect(), (0..size).collect());
        let mut rank = 0;
        let mut largest = 0.0;
        for k in 0..size {
            let (mut at, mut pivot) = ((k, k), 0.0);
            for j in k..size {
                for i in k..size {
                    if lu[(i, j)].abs() > pivot {
                        (at, pivot) = ((i, j), lu[(i, j)].abs());
                    }
                }
            }
            largest = f64::max(largest, pivot);
            if pivot <= DEPENDENT * largest {
                break;
            }
            lu.swap_rows(k, at.0);
            lu.swap_columns(k, at.1);
            rows.swap(k, at.0);
            columns.swap(k, at.1);
            for i in k + 1..size {
                let factor = lu[(i, k)] / lu[(k, k)];
                lu[(i, k)] = factor;
                for j in k + 1..size {
                    lu[(i, j)] -= factor * lu[(k, j)];
                }
            }
            rank += 1;
        }
        Self { lu, rows, columns, matrix: matrix.clone(), rank }
    }

    /// Whether all rows are independent.
    pub fn is_regular(&self) -> bool {
        self.rank == self.rows.len()
    }

    /// x of A·x = b, once refined; unknowns whose columns depend on others are 0. Rows that depend on others are taken to
    /// agree with them.
    pub fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        let x = self.once(right);
        let left = right - &self.matrix * &x;
        x + self.once(&left)
    }

    fn once(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut y: Vec<f64> = self.rows.iter().map(|row| right[*row]).collect();
        for k in 0..self.rank {
            for i in k + 1..self.rank {
                y[i] -= self.lu[(i, k)] * y[k];
            }
        }
        let mut x = DVector::zeros(right.len());
        self.back(&mut y);
        for k in 0..self.rank {
            x[self.columns[k]] = y[k];
        }
        x
    }

    /// U⁻¹·y for its first rows.
    fn back(&self, y: &mut [f64]) {
        for k in (0..self.rank).rev() {
            y[k] /= self.lu[(k, k)];
            for i in 0..k {
                y[i] -= self.lu[(i, k)] * y[k];
            }
        }
    }

    /// The solution of least Σ(x_i/w_i)² for weights w.
    pub fn least(&self, right: &DVector<f64>, weights: &DVector<f64>) -> DVector<f64> {
        let size = right.len();
        let x = self.solve(right).component_div(weights);
        let free = size - self.rank;
        let mut null = DMatrix::zeros(size, free);
        for c in 0..free {
            let mut y: Vec<f64> = (0..size).map(|i| -self.lu[(i, self.rank + c)]).collect();
            self.back(&mut y);
            for k in 0..self.rank {
                null[(self.columns[k], c)] = y[k] / weights[self.columns[k]];
            }
            null[(self.columns[self.rank + c], c)] = 1.0 / weights[self.columns[self.rank + c]];
        }
        let square = null.tr_mul(&null);
        let part = Self::new(&square).once(&null.tr_mul(&x));
        (x - null * part).component_mul(weights)
    }
}
