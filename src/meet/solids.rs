//! Two shapes that are no [`Pair`](crate::meet::Pair) of the one-contact FMU.

use crate::meet::{ball_solid, face_plane};
use crate::physics::kinematics::Surface;
use crate::physics::{Dual, Inputs, Scalar, Vector3};
use crate::shape::{Cone, Mesh, Placed, Shape};

/// How two shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the volume that body i has below the plane of body j
    Volume,
    /// In the point of body j that is nearest to the centre of the ball of body i
    Point,
}

/// Two shapes on their bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solids<T: Scalar> {
    pub way: Way,
    pub i: Placed<T>,
    pub j: Placed<T>,
}

impl<T: Scalar> Solids<T> {
    /// Where they meet.
    #[inline(never)]
    pub fn surface(&self, mesh: Option<&Mesh>, inputs: &Inputs<T>) -> Surface<T> {
        match self.way {
            Way::Volume => face_plane::surface(&self.i, mesh, &self.j, inputs),
            Way::Point => ball_solid::surface(&self.i, &self.j, inputs),
        }
    }

    /// A length that says how large the smaller shape is [m].
    pub fn size(&self) -> f64 {
        [&self.i, &self.j].into_iter().filter_map(|placed| size(&placed.shape)).fold(f64::INFINITY, f64::min)
    }
}

/// The smallest half size of a shape [m]; None of one without an end.
fn size<T: Scalar>(shape: &Shape<T>) -> Option<f64> {
    let least = |v: &Vector3<T>| v.iter().map(|of| of.value()).fold(f64::INFINITY, f64::min);
    match shape {
        Shape::Plane { .. } => None,
        Shape::Facets { size } => Some(size.value()),
        Shape::Capsule(capsule) => Some(capsule.radius.value()),
        Shape::Sphere { radius, .. } | Shape::Cylinder { radius, .. } => Some(radius.value()),
        Shape::Box { half } | Shape::Ellipsoid { half } => Some(least(half)),
        Shape::Cone(Cone { radius, top_radius, length }) => {
            Some(radius.value().max(top_radius.value()).min(0.5 * length.value()))
        }
    }
}

impl Solids<f64> {
    /// The same on numbers with a slope, of 0.
    pub fn constant(&self) -> Option<Solids<Dual>> {
        Some(Solids { way: self.way, i: self.i.map(Dual::from)?, j: self.j.map(Dual::from)? })
    }
}
