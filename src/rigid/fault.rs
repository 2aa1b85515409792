//! Inputs that do not describe an impact, a step or a complementarity problem.

use thiserror::Error;

/// Why nothing can be computed. The text names the quantity, its value and the bound.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Fault {
    #[error("{name} = {value:?} is not a finite number")]
    NotFinite { name: &'static str, value: f64 },
    #[error("{name} = {value:?} is not above 0; a body that nothing moves has infinite mass and inertia")]
    NoInertia { name: &'static str, value: f64 },
    #[error(
        "the inverse effective mass w_tt = {tt:?}, w_tn = {tn:?}, w_nn = {nn:?} 1/kg is not positive definite: \
         w_tt > 0, w_nn > 0 and w_tn^2 < w_tt*w_nn must hold"
    )]
    NotPositiveDefinite { tt: f64, tn: f64, nn: f64 },
    #[error(
        "the inverse effective mass is not valid: w_nn = {nn:?} 1/kg, of which {left:?} is left while friction holds, \
         and {most:?} and {least:?} 1/kg along the tangents, where none may be below 0, and the first two must be \
         above"
    )]
    NotCompliant { nn: f64, left: f64, most: f64, least: f64 },
    #[error("{name} = {value:?} is below 0")]
    NegativeFriction { name: &'static str, value: f64 },
    #[error("mu_s = {mu_s:?} is below mu_k = {mu_k:?}: static friction must not be below sliding friction")]
    StaticBelowKinetic { mu_s: f64, mu_k: f64 },
    #[error("e = {e:?} is outside 0 to 1")]
    RestitutionOutOfRange { e: f64 },
    #[error("the normal velocity before the impact, {normal:?} m/s, is not below 0: the bodies do not approach")]
    NotApproaching { normal: f64 },
    #[error("{name} = {value:?} is outside its range: {range}")]
    OutOfRange { name: &'static str, value: f64, range: &'static str },
    #[error(
        "W is not positive semidefinite: after elimination of the rows before it row {row}, counted from 0, keeps \
         {pivot:?} 1/kg on its diagonal"
    )]
    NotPositiveSemidefinite { row: usize, pivot: f64 },
    #[error("the contacts need {needed} rows, three each, but the system has {rows}")]
    TooFewRows { rows: usize, needed: usize },
    #[error(
        "there is no polygon of {sides} sides for friction: give an even number from 4 on, as strong forwards as \
         backwards"
    )]
    NoPolygon { sides: u32 },
    #[error("the polygonal problem has {needed} unknowns, but there is room for {size}: choose fewer sides")]
    TooManySides { needed: usize, size: usize },
    #[error(
        "friction against spin is known to isotropic regularised and to polygonal friction: box friction and the bounds of \
         [P16] hold two components"
    )]
    NoSpin,
    #[error("element ({row}, {column}) of {name}, counted from 0, is {value:?}, which is not a finite number")]
    NotFiniteEntry { name: &'static str, row: usize, column: usize, value: f64 },
    #[error("element {index} of {name}, counted from 0, is {value:?}, which is not a number that it may have")]
    NotFiniteElement { name: &'static str, index: usize, value: f64 },
    #[error(
        "the bounds of unknown {index}, counted from 0, exclude each other: low = {low:?} is above high = {high:?}"
    )]
    BoundsCrossed { index: usize, low: f64, high: f64 },
    #[error("{name}: {found} where {needed} are needed")]
    WrongSize { name: &'static str, found: usize, needed: usize },
    #[error(
        "{name} is not symmetric: its element ({row}, {column}), counted from 0, is {value:?}, but ({column}, {row}) \
         is {mirrored:?}"
    )]
    NotSymmetric { name: &'static str, row: usize, column: usize, value: f64, mirrored: f64 },
    #[error(
        "{name} is not positive definite: elimination of the rows before leaves {left:?} on the diagonal of row {row}, \
         counted from 0"
    )]
    NotDefinite { name: &'static str, row: usize, left: f64 },
    #[error(
        "{name} is not positive semidefinite: elimination leaves {left:?} in row {row}, counted from 0, where nothing below \
         0 may be left"
    )]
    NotSemidefinite { name: &'static str, row: usize, left: f64 },
    #[error("the impact is not followed to its end within {steps} steps")]
    NotFollowed { steps: u32 },
    #[error("{what} overflows; look for a velocity, mass or friction coefficient far too large or too small")]
    Overflow { what: &'static str },
}

/// The first of the named values that is not finite, as a fault.
pub(super) fn finite(values: &[(&'static str, f64)]) -> Result<(), Fault> {
    match values.iter().find(|(_, value)| !value.is_finite()) {
        Some(&(name, value)) => Err(Fault::NotFinite { name, value }),
        None => Ok(()),
    }
}
