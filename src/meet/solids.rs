//! Two shapes that are no [`Pair`](crate::meet::Pair) of the one-contact FMU.

use crate::meet::parameters::{HoldsSolids, Pair, Place, Solids, Way};
use crate::meet::{ball_solid, face_plane};
use crate::physics::kinematics::Approach;
use crate::physics::{ContactFrame, Inputs, Parameters, Region, Scalar};
use crate::shape::{Cone, Shape};

/// [`met`](crate::meet::met) of two solids.
#[cold]
#[inline(never)]
pub fn met<T: Scalar>(
    held: &dyn HoldsSolids,
    way: Way,
    laws: &Parameters<T>,
    inputs: &Inputs<T>,
    region: &mut Option<Region<T>>,
) -> ContactFrame<T> {
    let (Solids { i, j }, mesh) = held.solids();
    let (i, j) = (i.constant(), j.constant());
    match way {
        Way::Volume => {
            let (surface, overlap) = face_plane::surface(&i, mesh.as_ref(), &j, inputs);
            *region = Some(overlap);
            surface.frame(laws, inputs, T::zero())
        }
        Way::Point => {
            let (surface, effective_radius) = ball_solid::surface(&i, &j, inputs);
            surface.frame(laws, inputs, effective_radius)
        }
    }
}

/// [`approach_of`](crate::meet::approach_of) two solids.
#[cold]
#[inline(never)]
pub fn approach<T: Scalar>(held: &dyn HoldsSolids, way: Way, inputs: &Inputs<T>) -> Approach<T> {
    let (Solids { i, j }, mesh) = held.solids();
    let (i, j) = (i.constant(), j.constant());
    match way {
        Way::Volume => face_plane::surface(&i, mesh.as_ref(), &j, inputs).0.approach(),
        Way::Point => ball_solid::surface(&i, &j, inputs).0.approach(),
    }
}

impl Solids {
    /// A length that says how large the smaller shape is [m].
    pub fn size(&self) -> f64 {
        [&self.i, &self.j].into_iter().filter_map(|placed| size(&placed.shape)).fold(f64::INFINITY, f64::min)
    }
}

impl<T: Scalar> Place<'_, T> {
    /// How large the smaller shape is, of a ball its radius [m]; None where the importer gives the contact.
    pub fn size(&self) -> Option<f64> {
        match &self.solids {
            Some(held) => Some(held.solids().0.size()),
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
