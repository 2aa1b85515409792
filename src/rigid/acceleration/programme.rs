//! Linear programmes, as problems with bounds.

use crate::rigid::Fault;
use crate::rigid::complementarity::{Status, bounded};
use nalgebra::{DMatrix, DVector};

/// min cost·y subject to G·y ≥ h and E·y = e, y free.
pub struct Programme {
    pub cost: DVector<f64>,
    pub g: DMatrix<f64>,
    pub h: DVector<f64>,
    pub e: DMatrix<f64>,
    pub right: DVector<f64>,
}

/// What came of it.
pub enum Minimum {
    At(DVector<f64>),
    /// Nothing fulfils the conditions, or the cost falls without end.
    None,
    /// Rounding leaves it open.
    Open,
}

/// A minimum.
///
/// Kuhn and Tucker: cost − Gᵀ·u − Eᵀ·v = 0, 0 ≤ u ⟂ G·y − h ≥ 0, E·y = e: a matrix without symmetric part, so that Lemke's
/// path ends in a solution or a proof.
pub fn minimum(programme: &Programme) -> Result<Minimum, Fault> {
    let (n, p, r) = (programme.cost.len(), programme.h.len(), programme.right.len());
    let size = n + p + r;
    let mut m = DMatrix::zeros(size, size);
    let mut q = DVector::zeros(size);
    m.view_mut((n, 0), (p, n)).copy_from(&programme.g);
    m.view_mut((0, n), (n, p)).copy_from(&-programme.g.transpose());
    m.view_mut((n + p, 0), (r, n)).copy_from(&programme.e);
    m.view_mut((0, n + p), (n, r)).copy_from(&-programme.e.transpose());
    q.rows_mut(0, n).copy_from(&programme.cost);
    q.rows_mut(n, p).copy_from(&-&programme.h);
    q.rows_mut(n + p, r).copy_from(&-&programme.right);
    let infinite = DVector::repeat(size, f64::INFINITY);
    let mut low = -&infinite;
    low.rows_mut(n, p).fill(0.0);
    let solution = bounded(&m, &q, &low, &infinite)?;
    Ok(match solution.status {
        Status::Solved => Minimum::At(solution.z.rows(0, n).into_owned()),
        Status::NoSolution => Minimum::None,
        Status::Cycling => Minimum::Open,
    })
}
