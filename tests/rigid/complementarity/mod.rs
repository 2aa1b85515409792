//! The solvers of complementarity problems against what is known of the problems: solutions they were built from, all
//! bases one by one, directions that prove that there is none, and residuals computed in another way.

mod degenerate;
mod exact;
mod inequalities;
mod oracle;
mod painleve;
mod programme;
mod random;
mod refusals;
mod scales;

use asperity::rigid::complementarity::{Solution, Status, bounded, lemke, quadratic};
use nalgebra::{DMatrix, DVector, Dyn};

/// low ≤ z ≤ high ⟂ w = M·z + q.
#[derive(Clone, Debug)]
pub struct Problem {
    pub m: DMatrix<f64>,
    pub q: DVector<f64>,
    pub low: DVector<f64>,
    pub high: DVector<f64>,
}

impl Problem {
    /// z ≥ 0.
    pub fn unilateral(m: DMatrix<f64>, q: DVector<f64>) -> Self {
        let n = q.len();
        Problem { m, q, low: DVector::zeros(n), high: DVector::repeat(n, f64::INFINITY) }
    }

    pub fn bounded(&self) -> Solution<Dyn> {
        bounded(&self.m, &self.q, &self.low, &self.high).unwrap()
    }

    pub fn lemke(&self) -> Solution<Dyn> {
        lemke(&self.m, &self.q).unwrap()
    }
}
