//! Units in which friction has no dimension: c̃ = c/e, ã = e·a, Ã = D·A·D with D = diag(1, e_t, e_o, e_r); ellipsoids are
//! balls.

use crate::rigid::acceleration::contact::FrictionMap;
use crate::rigid::acceleration::polytope;
use crate::rigid::acceleration::problem::ContactProblem;
use nalgebra::{DMatrix, DVector, MatrixXx3, Vector3};

/// D; the e of a polyhedron are its extents, those of a line 1.
pub fn units(problem: &ContactProblem) -> DVector<f64> {
    let mut units = DVector::repeat(problem.b.len(), 1.0);
    for (contact, first) in problem.contacts.iter().zip(problem.first_rows().iter()) {
        let e = sizes(&contact.map);
        for k in 1..contact.map.rows() {
            units[first + k] = e[k - 1];
        }
    }
    units
}

/// D with every e so large that the set lies within the ball, |y| ≤ 1 for all y of F(1).
pub fn enclosing_units(problem: &ContactProblem) -> DVector<f64> {
    let mut units = units(problem);
    for (contact, first) in problem.contacts.iter().zip(problem.first_rows().iter()) {
        let e = sizes(&contact.map);
        let reach = match &contact.map {
            FrictionMap::Line | FrictionMap::Ellipsoid { .. } => 1.0,
            FrictionMap::Mixed { .. } => core::f64::consts::SQRT_2,
            FrictionMap::Polyhedron { planes } => polytope::corners(planes).iter().fold(0.0, |reach, corner| {
                f64::max(reach, corner.component_div(&e).dot(&corner.component_div(&e)).sqrt())
            }),
        };
        for k in 1..contact.map.rows() {
            units[first + k] *= reach;
        }
    }
    units
}

fn sizes(map: &FrictionMap) -> Vector3<f64> {
    match map {
        FrictionMap::Line => Vector3::repeat(1.0),
        FrictionMap::Ellipsoid { e_t, e_o, e_r } => Vector3::new(*e_t, *e_o, e_r.unwrap_or(1.0)),
        FrictionMap::Mixed { e_t, e_o, e_r } => Vector3::new(*e_t, *e_o, *e_r),
        FrictionMap::Polyhedron { planes } => polytope::corners(planes)
            .iter()
            .fold(Vector3::zeros(), |extent: Vector3<f64>, corner| extent.sup(&corner.abs())),
    }
}

/// D·A·D
pub fn by(a: &DMatrix<f64>, units: &DVector<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)] * units[i] * units[j])
}

/// Planes for forces in units of their own.
pub fn planes(planes: &MatrixXx3<f64>, e: &[f64]) -> MatrixXx3<f64> {
    MatrixXx3::from_fn(planes.nrows(), |i, k| planes[(i, k)] * e[k])
}
