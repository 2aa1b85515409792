//! Inertia: of shapes, and whether a body can have it.

use super::shapes::Part;
use crate::physics::rotation::Rotation;
use crate::physics::{Matrix3, Vector3};

/// xx, yy, zz, xy, xz, yz of the inertia that shapes of one density and together of this mass [kg] have about a point of the body's
/// frame [m], in its axes [kg·m²]; what lies in two of them counts twice. None if none of them has an end.
pub fn inertia(parts: &[Part], mass: f64, about: &Vector3<f64>) -> Option<[f64; 6]> {
    let (mut volume, mut second) = (0.0, Matrix3::zeros());
    for part in parts {
        let Some(whole) = part.whole() else { continue };
        let turn = Rotation::of(&part.orientation);
        let columns =
            |of: &Matrix3<f64>| Matrix3::from_columns(&[0, 1, 2].map(|k| turn.of_vector(&of.column(k).into_owned())));
        let turned = columns(&columns(&whole.second).transpose());
        let arm = part.position - about;
        let mixed = turn.of_vector(&whole.first) * arm.transpose();
        volume += whole.volume;
        second += turned + mixed + mixed.transpose() + arm * arm.transpose() * whole.volume;
    }
    let density = if volume > 0.0 { mass / volume } else { return None };
    let [xx, yy, zz] = [0, 1, 2].map(|k| (second.trace() - second[(k, k)]) * density);
    Some([xx, yy, zz, -second[(0, 1)] * density, -second[(0, 2)] * density, -second[(1, 2)] * density])
}

/// Whether a body can have this inertia: the principal moments are ≥ 0 and none is larger than the other two together.
/// Errors: it cannot.
pub fn check_inertia(inertia: &[f64; 6]) -> Result<(), String> {
    let [xx, yy, zz, xy, xz, yz] = *inertia;
    let matrix = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    let refused = |why: &str| Err(format!("inertia = {inertia:?} {why}"));
    if inertia.iter().any(|value| !value.is_finite()) {
        return refused("is not finite");
    }
    if !is_positive_definite(&matrix) {
        return refused("is not positive definite");
    }
    // with the principal moments a, b, c this has (b + c − a)/2 and so on
    let trace = matrix.trace();
    let rest = Matrix3::from_diagonal_element(trace * (0.5 + ROUNDING)) - matrix;
    if !is_positive_definite(&rest) {
        return refused("is of no body: its largest principal moment is larger than the other two together");
    }
    Ok(())
}

/// Slack for a flat body, whose largest principal moment is the sum of the others.
const ROUNDING: f64 = 1e-9;

/// By its leading minors.
fn is_positive_definite(m: &Matrix3<f64>) -> bool {
    m.m11 > 0.0 && m.m11 * m.m22 - m.m12 * m.m21 > 0.0 && m.column(0).cross(&m.column(1)).dot(&m.column(2)) > 0.0
}
