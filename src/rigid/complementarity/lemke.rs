//! The linear complementarity problem.

use crate::rigid::Fault;
use crate::rigid::complementarity::problem::{Problem, zeros};
use crate::rigid::complementarity::{Solution, bounded};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// 0 ≤ z ⟂ w = M·z + q ≥ 0  by Lemke's path, with the lexicographic rule against cycling.
///
/// The path ends in a solution if there is one and M is copositive-plus (zᵀ·M·z ≥ 0 for z ≥ 0, and = 0 only where (M +
/// Mᵀ)·z = 0), as all positive semidefinite M are, symmetric or not; otherwise in a direction that proves that there is
/// none [`Status::NoSolution`](crate::rigid::complementarity::Status::NoSolution). It also ends in a solution if M is
/// strictly copositive or a P matrix. For other M a direction at the end may prove nothing; then the methods of
/// [`bounded()`](crate::rigid::complementarity::bounded()) are tried, and what they do not solve is `Cycling`. n²
/// operations for each exchange, usually 1 to 3 exchanges for each unknown. The last basis is solved once more directly
/// and refined.
///
/// Errors: sizes that differ, numbers that are not finite, a solution beyond the range of numbers.
pub fn lemke<D: Dim>(m: &OMatrix<f64, D, D>, q: &OVector<f64, D>) -> Result<Solution<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let low = zeros(q.shape_generic().0);
    let high = low.map(|_| f64::INFINITY);
    let problem = Problem::new(m, q, &low, &high)?;
    bounded::by_turns(&problem, &[bounded::Method::Path, bounded::Method::Blocks, bounded::Method::Driving])
}
