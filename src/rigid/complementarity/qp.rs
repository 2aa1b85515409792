//! The convex quadratic programme over z ≥ 0.

use crate::rigid::Fault;
use crate::rigid::complementarity::problem::{finite_matrix, zeros};
use crate::rigid::complementarity::{Solution, bounded};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Share of the geometric mean of the diagonal by which two mirrored elements may differ, and of the diagonal that
/// elimination may leave with the wrong sign.
const ROUNDING: f64 = 1e-13;
/// The same of elements beside the diagonal once elimination has left nothing on it.
const LEFT: f64 = 1e-11;

/// min ½·zᵀ·A·z + cᵀ·z over z ≥ 0, A symmetric and positive semidefinite: the problem 0 ≤ z ⟂ A·z + c ≥ 0, whose
/// solution is a minimum (Kuhn and Tucker). Where A is definite it exists and is unique; else w = A·z + c and cᵀ·z are
/// unique where there is one, z need not be ([`programme()`](crate::rigid::complementarity::programme()) says whether it
/// is), and [`Status::NoSolution`](crate::rigid::complementarity::Status::NoSolution) says that there is no minimum:
/// the value falls without end.
///
/// [WK91 eq. 2.6]: z = λ [N] are the contact forces, A = Gᵀ·M⁻¹·G [1/kg] and c = Gᵀ·M⁻¹·b + Ġᵀ·q̇ [m/s²]; w is the
/// acceleration of the contacts. [WK91 eq. 2.7]: z = Λ [N·s] are the impulses and w is the velocity of the contacts after
/// the impact. The print has c = Gᵀ·M⁻¹·Λ*, which is no velocity and fits no dimension: Λ* has as many elements as there
/// are other contacts, M⁻¹ as many rows as there are coordinates. The text below (2.13) takes A = D⁻ᵀ·G_n and M = Dᵀ·D.
///
/// Restitution e of contacts that are struck together, without friction, is Poisson's hypothesis in two programmes: in
/// compression c = Gᵀ·q̇⁻ [m/s], which gives Λ^c and is all of a plastic impact; in restitution each contact gives back e
/// times its Λ^c and what more keeps the bodies apart, Λ^r = e·Λ^c + x with c = Gᵀ·q̇⁻ + (1 + e)·A·Λ^c for x. Then Λ =
/// (1 + e)·Λ^c + x, no contact approaches, Gᵀ·q̇⁺ = w ≥ 0, and with one e for all the energy changes by
/// −½(1 − e²)·Λ^cᵀ·A·Λ^c − ½·xᵀ·A·x ≤ 0. One programme with c = (1 + e)·Gᵀ·q̇⁻, in which each contact leaves with e times
/// its own approach, would let bodies pass through each other.
///
/// Errors: sizes that differ, numbers that are not finite, A not symmetric or not positive semidefinite.
pub fn quadratic<D: Dim>(a: &OMatrix<f64, D, D>, c: &OVector<f64, D>) -> Result<Solution<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    semidefinite("A", a)?;
    let low = zeros(c.shape_generic().0);
    let high = low.map(|_| f64::INFINITY);
    bounded(a, c, &low, &high)
}

/// Symmetric, and elimination (Cholesky), the largest part of the diagonal first, leaves nothing below 0 on it and nothing
/// beside what it leaves of 0.
pub fn semidefinite<D: Dim>(name: &'static str, a: &OMatrix<f64, D, D>) -> Result<(), Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let n = a.nrows();
    if a.ncols() != n {
        // both callers have one name for their columns
        let columns = if name == "A" { "columns of A" } else { "columns of Q" };
        return Err(Fault::WrongSize { name: columns, found: a.ncols(), needed: n });
    }
    finite_matrix(name, a)?;
    for row in 0..n {
        if a[(row, row)] < 0.0 {
            return Err(Fault::NotSemidefinite { name, row, left: a[(row, row)] });
        }
        for column in 0..row {
            let (value, mirrored) = (a[(row, column)], a[(column, row)]);
            let scale = a[(row, row)].sqrt() * a[(column, column)].sqrt();
            if (value - mirrored).abs() > ROUNDING * scale {
                return Err(Fault::NotSymmetric { name, row, column, value, mirrored });
            }
        }
    }
    let mut left = a.clone();
    let mut is_done = zeros(a.shape_generic().0);
    loop {
        // the row of which elimination has left the largest part
        let mut next: Option<usize> = None;
        for row in (0..n).filter(|row| is_done[*row] == 0.0) {
            let part = |row: usize| match (a[(row, row)], left[(row, row)]) {
                (0.0, left) if left < 0.0 => -1.0,
                (0.0, _) => 0.0,
                (all, left) => left / all,
            };
            if part(row) < -LEFT {
                return Err(Fault::NotSemidefinite { name, row, left: left[(row, row)] });
            }
            if part(row) > ROUNDING && next.is_none_or(|known| part(row) > part(known)) {
                next = Some(row);
            }
        }
        let Some(k) = next else { break };
        is_done[k] = 1.0;
        let pivot = left[(k, k)];
        for j in (0..n).filter(|j| is_done[*j] == 0.0) {
            let factor = left[(j, k)] / pivot;
            for i in (0..n).filter(|i| is_done[*i] == 0.0) {
                left[(i, j)] -= factor * left[(i, k)];
            }
        }
    }
    for row in (0..n).filter(|row| is_done[*row] == 0.0) {
        for column in (0..row).filter(|column| is_done[*column] == 0.0) {
            let scale = a[(row, row)].sqrt() * a[(column, column)].sqrt();
            if left[(row, column)].abs() > LEFT * scale {
                return Err(Fault::NotSemidefinite { name, row, left: -left[(row, column)].abs() });
            }
        }
    }
    Ok(())
}
