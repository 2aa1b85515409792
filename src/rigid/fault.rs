//! Inputs that do not describe an impact.

use thiserror::Error;

/// Why an impact cannot be computed. The text names the quantity, its value and the bound.
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
    #[error("mu = {mu:?} is below 0")]
    NegativeFriction { mu: f64 },
    #[error("e = {e:?} is outside 0 to 1")]
    RestitutionOutOfRange { e: f64 },
    #[error("the normal velocity before the impact, {normal:?} m/s, is not below 0: the bodies do not approach")]
    NotApproaching { normal: f64 },
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
