//! Two shapes that are no [`Pair`](crate::meet::Pair) of the one-contact FMU.

use crate::meet::parameters::{Pair, Place, Solids, Way};
use crate::meet::{ball_solid, face_plane};
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar};
use crate::shape::{Cone, Mesh, Shape};

impl Solids {
    /// Where they meet.
    #[inline(never)]
    pub fn surface<T: Scalar>(&self, way: Way, mesh: Option<&Mesh>, inputs: &Inputs<T>) -> Surface<T> {
        let (i, j) = (self.i.constant(), self.j.constant());
        match way {
            Way::Volume => face_plane::surface(&i, mesh, &j, inputs),
            Way::Point => ball_solid::surface(&i, &j, inputs),
        }
    }

    /// A length that says how large the smaller shape is [m].
    pub fn size(&self) -> f64 {
        [&self.i, &self.j].into_iter().filter_map(|placed| size(&placed.shape)).fold(f64::INFINITY, f64::min)
    }
}

impl<T: Scalar> Place<'_, T> {
    /// How large the smaller shape is, of a ball its radius [m]; None where the importer gives the contact.
    pub fn size(&self) -> Option<f64> {
        match &self.solids {
            Some((solids, _)) => Some(solids.size()),
            None => (self.geometry.settings.pair != Pair::External).then(|| self.geometry.shapes.radius_i.value()),
        }
    }
}

/// The smallest half size of a shape [m]; None of one without an end.
fn size(shape: &Shape<f64>) -> Option<f64> {
    match shape {
        Shape::Plane { .. } => None,
        Shape::Sphere { radius, .. } | Shape::Cylinder { radius, .. } => Some(*radius),
        Shape::Box { half } | Shape::Ellipsoid { half } => Some(half.iter().copied().fold(f64::INFINITY, f64::min)),
        Shape::Cone(Cone { radius, top_radius, length }) => Some(radius.max(*top_radius).min(0.5 * length)),
        Shape::Capsule(capsule) => Some(capsule.radius),
        Shape::Facets { size } => Some(*size),
    }
}
