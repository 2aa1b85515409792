//! The strictly convex quadratic programme.

use crate::rigid::Fault;
use crate::rigid::complementarity::problem::{finite_matrix, zeros};
use crate::rigid::complementarity::{Solution, bounded};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Share of the geometric mean of the diagonal by which two mirrored elements may differ, and of the diagonal that
/// elimination must leave.
const ROUNDING: f64 = 1e-13;

/// min ½·zᵀ·A·z + cᵀ·z over z ≥ 0, A symmetric and positive definite: the problem 0 ≤ z ⟂ A·z + c ≥ 0, whose solution
/// is the minimum (Kuhn and Tucker); it exists and is unique.
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
/// Errors: sizes that differ, numbers that are not finite, A not symmetric or not positive definite.
pub fn quadratic<D: Dim>(a: &OMatrix<f64, D, D>, c: &OVector<f64, D>) -> Result<Solution<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    definite(a)?;
    let low = zeros(c.shape_generic().0);
    let high = low.map(|_| f64::INFINITY);
    bounded(a, c, &low, &high)
}

/// Symmetric, and elimination in order (Cholesky) leaves a diagonal above 0.
fn definite<D: Dim>(a: &OMatrix<f64, D, D>) -> Result<(), Fault>
where
    DefaultAllocator: Allocator<D, D>,
{
    const NAME: &str = "A";
    let n = a.nrows();
    if a.ncols() != n {
        return Err(Fault::WrongSize { name: "columns of A", found: a.ncols(), needed: n });
    }
    finite_matrix(NAME, a)?;
    for row in 0..n {
        if a[(row, row)] <= 0.0 {
            return Err(Fault::NotDefinite { name: NAME, row, left: a[(row, row)] });
        }
        for column in 0..row {
            let (value, mirrored) = (a[(row, column)], a[(column, row)]);
            let scale = a[(row, row)].sqrt() * a[(column, column)].sqrt();
            if (value - mirrored).abs() > ROUNDING * scale {
                return Err(Fault::NotSymmetric { name: NAME, row, column, value, mirrored });
            }
        }
    }
    let mut left = a.clone();
    for k in 0..n {
        let pivot = left[(k, k)];
        if pivot <= ROUNDING * a[(k, k)] {
            return Err(Fault::NotDefinite { name: NAME, row: k, left: pivot });
        }
        for j in k + 1..n {
            let factor = left[(j, k)] / pivot;
            for i in j..n {
                left[(i, j)] -= factor * left[(i, k)];
            }
        }
    }
    Ok(())
}
