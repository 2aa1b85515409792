//! Judges that share nothing with the solvers.

use super::*;
use crate::common::random::Random;

impl Random {
    pub fn vector(&mut self, n: usize) -> DVector<f64> {
        DVector::from_fn(n, |_, _| self.signed())
    }

    pub fn matrix(&mut self, rows: usize, columns: usize) -> DMatrix<f64> {
        DMatrix::from_fn(rows, columns, |_, _| self.signed())
    }
}

/// Row i of M·z + q with twice the digits (products and sums with their errors), and the sum of its terms' magnitudes.
pub fn row(problem: &Problem, z: &DVector<f64>, i: usize) -> (f64, f64) {
    let (mut sum, mut error, mut size) = (problem.q[i], 0.0, problem.q[i].abs());
    for j in 0..z.len() {
        let product = problem.m[(i, j)] * z[j];
        let total = sum + product;
        let kept = total - sum;
        error += problem.m[(i, j)].mul_add(z[j], -product) + ((sum - (total - kept)) + (product - kept));
        (sum, size) = (total, size + product.abs());
    }
    (sum + error, size)
}

/// Largest share of its terms that w has of the wrong sign; infinite where z has left its bounds.
pub fn residual(problem: &Problem, z: &DVector<f64>) -> f64 {
    let mut largest = 0.0_f64;
    for i in 0..z.len() {
        if !(problem.low[i] <= z[i] && z[i] <= problem.high[i]) {
            return f64::INFINITY;
        }
        let (w, size) = row(problem, z, i);
        let may_grow = z[i] < problem.high[i];
        let may_fall = z[i] > problem.low[i];
        if (may_grow && w < 0.0) || (may_fall && w > 0.0) {
            largest = largest.max(w.abs() / size);
        }
    }
    largest
}

/// Whether the solution says solved and is one.
#[track_caller]
pub fn assert_solved(what: &str, problem: &Problem, solution: &Solution<Dyn>) {
    let found = residual(problem, &solution.z);
    assert!(
        solution.status == Status::Solved && found <= 1e-12,
        "{what}: {:?}, residual {found:e}, told {:e}\n{problem:?}",
        solution.status,
        solution.residual
    );
}
