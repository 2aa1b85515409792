//! Shapes: a surface in a frame of its own knows its sizes and how it is curved.

use crate::physics::rotation::Rotation;
use crate::physics::{Quaternion, Scalar, Vector3};

/// A surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<T: Scalar> {
    /// Radius [m] about the origin; hollow: a ball room, touched from inside
    Sphere { radius: T, hollow: bool },
    /// Half-space below n·x = height [m]; n of any length but 0
    Plane { normal: Vector3<T>, height: T },
    /// Endless cylinder of this radius [m] about an axis of any length but 0 through the origin; hollow: a tube, touched from
    /// inside
    Cylinder { radius: T, axis: Vector3<T>, hollow: bool },
}

/// A shape on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<T: Scalar> {
    /// In the directions of the body's frame
    pub shape: Shape<T>,
    /// Origin of the shape in the body's frame [m]
    pub center: Vector3<T>,
}

impl<T: Scalar> Shape<T> {
    /// As errors call it.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Sphere { hollow: false, .. } => "sphere",
            Shape::Sphere { hollow: true, .. } => "hollow sphere",
            Shape::Plane { .. } => "plane",
            Shape::Cylinder { hollow: false, .. } => "cylinder",
            Shape::Cylinder { hollow: true, .. } => "hollow cylinder",
        }
    }

    /// Mean of the two principal curvatures [1/m], negative where it is hollow; the same at every point.
    pub fn mean_curvature(&self) -> T {
        let signed = |curvature: T, hollow: bool| if hollow { -curvature } else { curvature };
        match *self {
            Shape::Sphere { radius, hollow } => signed(T::one() / radius, hollow),
            Shape::Plane { .. } => T::zero(),
            Shape::Cylinder { radius, hollow, .. } => signed(T::one() / (radius + radius), hollow),
        }
    }

    /// Where its frame sits at `center` [m] of a body, turned by `orientation`, any length but 0.
    pub fn placed(&self, center: Vector3<T>, orientation: &Quaternion<T>) -> Placed<T> {
        let none = Quaternion::new(T::one(), T::zero(), T::zero(), T::zero());
        // the same bits as without an orientation
        let turned = |v: Vector3<T>| if *orientation == none { v } else { Rotation::of(orientation).of_vector(&v) };
        let shape = match *self {
            Shape::Sphere { .. } => *self,
            Shape::Plane { normal, height } => Shape::Plane { normal: turned(normal), height },
            Shape::Cylinder { radius, axis, hollow } => Shape::Cylinder { radius, axis: turned(axis), hollow },
        };
        Placed { shape, center }
    }
}
