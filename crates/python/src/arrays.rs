//! The caller's arrays: looked at and written in place.

use numpy::{
    Element, PyArray, PyArrayMethods, PyReadonlyArray, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray,
    PyReadwriteArray2, PyUntypedArray, PyUntypedArrayMethods, ndarray::Dimension,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::failure::error;

/// An array of doubles to read. Errors: it is something else.
pub fn read<'py, D: Dimension>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray<'py, f64, D>> {
    let shared = |_| error(format_args!("{name} is being written by another call"));
    array(name, given)?.try_readonly().map_err(shared)
}

/// An array of doubles to write into. Errors: it is something else, read-only, or an argument that is read.
pub fn write<'py, D: Dimension>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArray<'py, f64, D>> {
    let shared = |_| error(format_args!("{name} is read-only or shares its memory with another array"));
    array(name, given)?.try_readwrite().map_err(shared)
}

fn array<'a, 'py, D: Dimension>(name: &str, given: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyArray<f64, D>>>
where
    f64: Element,
{
    given.cast().map_err(|_| {
        let dimensions = D::NDIM.unwrap_or_default();
        let what = match given.cast::<PyUntypedArray>() {
            Ok(array) => format!("one of {} with {}", array.dtype(), array.ndim()),
            Err(_) => given.get_type().to_string(),
        };
        PyTypeError::new_err(format!(
            "{name}: an array of float64 with {dimensions} dimensions is expected, not {what}"
        ))
    })
}

/// Errors: another shape.
pub fn expect(name: &str, shape: &[usize], expected: &[usize]) -> PyResult<()> {
    if shape == expected {
        Ok(())
    } else {
        Err(error(format_args!("{name} has the shape {shape:?}, not {expected:?}")))
    }
}

pub fn not_contiguous(name: &str) -> PyErr {
    error(format_args!("{name} is not contiguous: numpy.ascontiguousarray makes a copy that is"))
}

fn expect_rows(name: &str, are_contiguous: bool) -> PyResult<()> {
    if are_contiguous { Ok(()) } else { Err(not_contiguous(name)) }
}

/// The numbers of an array of shape (n,).
pub fn one<'a>(name: &str, n: usize, array: &'a PyReadonlyArray1<f64>) -> PyResult<&'a [f64]> {
    expect(name, array.shape(), &[n])?;
    array.as_slice().map_err(|_| not_contiguous(name))
}

/// The rows of an array of shape (3, n).
pub fn three<'a>(name: &str, n: usize, array: &'a PyReadonlyArray2<f64>) -> PyResult<[&'a [f64]; 3]> {
    expect(name, array.shape(), &[3, n])?;
    // as_slice takes Fortran's order as well
    expect_rows(name, array.is_c_contiguous())?;
    let (x, rest) = array.as_slice().map_err(|_| not_contiguous(name))?.split_at(n);
    let (y, z) = rest.split_at(n);
    Ok([x, y, z])
}

/// The rows of an array of shape (3, n), to write into.
pub fn three_mut<'a>(name: &str, n: usize, array: &'a mut PyReadwriteArray2<f64>) -> PyResult<[&'a mut [f64]; 3]> {
    expect(name, array.shape(), &[3, n])?;
    expect_rows(name, array.is_c_contiguous())?;
    let (x, rest) = array.as_slice_mut().map_err(|_| not_contiguous(name))?.split_at_mut(n);
    let (y, z) = rest.split_at_mut(n);
    Ok([x, y, z])
}
