//! Shapes on bodies.

use crate::physics::{Quaternion, Vector3};
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
    /// Its frame → the body's frame, any length from 1e-100 to 1e100
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
