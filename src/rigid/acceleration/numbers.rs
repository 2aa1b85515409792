//! Sizes and numbers that a matrix or vector must have.

use crate::rigid::Fault;
use nalgebra::{DMatrix, Dim, Matrix, RawStorage};

/// Fraction of √(a_ii·a_jj) by which two mirrored elements may differ.
const SYMMETRY: f64 = 1e-12;

pub fn sized(name: &'static str, found: usize, needed: usize) -> Result<(), Fault> {
    if found == needed { Ok(()) } else { Err(Fault::WrongSize { name, found, needed }) }
}

/// Elements of vectors are named by their row alone.
pub fn finite<R: Dim, C: Dim, S: RawStorage<f64, R, C>>(
    name: &'static str,
    m: &Matrix<f64, R, C, S>,
) -> Result<(), Fault> {
    for column in 0..m.ncols() {
        for row in 0..m.nrows() {
            let value = m[(row, column)];
            if !value.is_finite() && C::is::<nalgebra::U1>() {
                return Err(Fault::NotFiniteElement { name, index: row, value });
            }
            if !value.is_finite() {
                return Err(Fault::NotFiniteEntry { name, row, column, value });
            }
        }
    }
    Ok(())
}

pub fn symmetric(name: &'static str, a: &DMatrix<f64>) -> Result<(), Fault> {
    for row in 0..a.nrows() {
        for column in 0..row {
            let (value, mirrored) = (a[(row, column)], a[(column, row)]);
            let scale = a[(row, row)].abs().sqrt() * a[(column, column)].abs().sqrt();
            if (value - mirrored).abs() > SYMMETRY * f64::max(scale, f64::min(value.abs(), mirrored.abs())) {
                return Err(Fault::NotSymmetric { name, row, column, value, mirrored });
            }
        }
    }
    Ok(())
}
