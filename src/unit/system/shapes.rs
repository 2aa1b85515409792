//! Shapes on bodies.

use crate::physics::{Quaternion, Vector3};
use crate::shape::Placed;

/// A surface in a frame of its own.
pub type Shape = crate::shape::Shape<f64>;

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
}

impl Part {
    /// Its shape in the body's frame.
    pub fn placed(&self) -> Placed<f64> {
        self.shape.placed(self.position, &self.orientation)
    }
}
