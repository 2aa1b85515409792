//! Shapes on bodies.

use crate::physics::rotation::Rotation;
use crate::physics::{Matrix3, Quaternion, Vector3};
use crate::shape::{Moments, Placed};
use crate::unit::facets::Facets;
use std::sync::Arc;

/// A surface in a frame of its own.
pub type Shape = crate::shape::Shape<f64>;
/// Truncated cone or cylinder.
pub type Cone = crate::shape::Cone<f64>;

/// Elasticity of a material: E [Pa], ν [1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    pub young: f64,
    pub poisson: f64,
}

/// A shape on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is called behind the body's name; empty for the only one
    pub name: String,
    pub shape: Shape,
    /// Origin of its frame in the body's frame [m]
    pub position: Vector3<f64>,
    /// Its frame → the body's frame, any length but 0
    pub orientation: Quaternion<f64>,
    pub material: Option<Elasticity>,
    /// Its surface where the shape is one of facets
    pub facets: Option<Arc<Facets>>,
}

impl Part {
    /// Moments of the whole shape, in its frame; None of one without an end.
    pub fn whole(&self) -> Option<Moments<f64>> {
        match &self.facets {
            Some(facets) => Some(facets.mesh().below(&facets.above())),
            None => self.shape.whole(),
        }
    }

    /// Its shape in the body's frame.
    pub fn placed(&self) -> Placed<f64> {
        self.shape.placed(self.position, &self.orientation)
    }
}

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
