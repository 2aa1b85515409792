//! Exact derivatives: the crate's dual numbers against num-dual's and against central differences, for every output and
//! rate by every input, state and parameter, in each regime of the laws; and the same through the unit's `tangent`.

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod laws;
mod oracle;
mod spinning;
mod unit;

use asperity::meet::Pair;
use asperity::unit::slots::Knowns;
use asperity::unit::table::{Id, TABLE};
use cases::Case;

pub fn known_elements() -> impl Iterator<Item = (Id, &'static str, usize)> {
    let is_known = |id| Knowns::<f64>::default().slot(id).is_some();
    TABLE.iter().filter(move |row| is_known(row.id)).flat_map(|row| (0..row.len()).map(|k| (row.id, row.name, k)))
}

pub fn unknown_rows() -> impl Iterator<Item = (Id, &'static str)> {
    let unknowns = Case::new("", Pair::External).unknowns(&Knowns::<f64>::default());
    TABLE.iter().filter(move |row| unknowns.slot(row.id).is_some()).map(|row| (row.id, row.name))
}

/// Step of a difference: small against the scale on which the laws bend. For velocities that is v_eps or v_S.
pub fn difference_step(id: Id, value: f64) -> f64 {
    match id {
        Id::Z | Id::ZR => 1e-8,
        Id::RelativeVelocity | Id::VelocityI | Id::VelocityJ => 1e-7,
        Id::AngularVelocityI | Id::AngularVelocityJ => 1e-6,
        Id::PositionI | Id::PositionJ | Id::Penetration | Id::GeometryHeightJ => 1e-7,
        Id::GeometryRadiusJ | Id::GeometryCenterJ => 1e-7,
        Id::OrientationI | Id::OrientationJ | Id::GeometryNormalJ | Id::GeometryCenterI | Id::GeometryRadiusI => 1e-6,
        Id::GeometryAxisJ => 1e-6,
        _ => 1e-5 * value.abs().max(1e-3),
    }
}

/// Central difference of fourth order from values at h, −h, 2h, −2h.
pub fn central_difference([plus, minus, plus_2, minus_2]: [f64; 4], h: f64) -> f64 {
    (8.0 * (plus - minus) - (plus_2 - minus_2)) / (12.0 * h)
}

/// Where [`central_difference`] is evaluated, in steps.
pub const STENCIL: [f64; 4] = [1.0, -1.0, 2.0, -2.0];

/// Tolerance of a difference of step `h`, relative to the largest slope `scale` of the vector: 1e-6 for the fifth
/// derivative times h⁴ where the laws bend most, plus what rounding of the values (penetrations of 0.8 mm and slips of
/// 0.1 mm/s out of positions of 0.1 m and velocities of 0.1 m/s: 1e3 roundings) leaves after division by h.
pub fn difference_tolerance(scale: f64, value: f64, h: f64) -> f64 {
    1e-6 * scale + 1e3 * f64::EPSILON * value.abs().max(1e-3) / h
}
