//! What only a whole can be judged by: inputs and parameters that do not describe a contact.

use thiserror::Error;

/// Why a contact cannot be evaluated. The text names the variable and says what to do.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Fault {
    #[error(
        "{name} = ({w:?}, {x:?}, {y:?}, {z:?}) has no direction; not connected? wire it or leave it at 1,0,0,0",
        w = .value[0], x = .value[1], y = .value[2], z = .value[3]
    )]
    NoOrientation { name: &'static str, value: [f64; 4] },
    #[error(
        "{name} = ({x:?}, {y:?}, {z:?}) has no direction; give a vector of length 1",
        x = .value[0], y = .value[1], z = .value[2]
    )]
    NoDirection { name: &'static str, value: [f64; 3] },
    #[error(
        "friction.mu_S = {mu_s:?} is below friction.mu_C = {mu_c:?}; stiction must not be weaker than sliding friction"
    )]
    StictionBelowSliding { mu_s: f64, mu_c: f64 },
    #[error(
        "friction.v_eps = {v_eps:?} m/s is above friction.v_S = {v_s:?} m/s; choose at most v_S/10, or 0 for v_S/100"
    )]
    ToleranceAboveStribeck { v_eps: f64, v_s: f64 },
    #[error(
        "geometry.radiusI = {radius_i:?} m is not below geometry.radiusJ = {radius_j:?} m; the sphere must fit into \
         the hollow body j"
    )]
    SphereDoesNotFit { radius_i: f64, radius_j: f64 },
    #[error(
        "{what} overflows; look for a pose, velocity or stiffness far too large, or a v_S, v_eps, vMin, sigma_1 or tau_dw \
         far too small"
    )]
    Overflow { what: &'static str },
}
