//! A body with an end on body i and a plane on body j, by the volume that the one has below the other.

use crate::meet::plane::Plane;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Inputs, Region, Scalar, Vector3};
use crate::shape::{Cut, Mesh, Moments, Placed};

/// x is the depth of the deepest point; p_a is the centroid of the overlap, which lies half-way through it, and apart the deepest point.
/// The normal is that of the plane.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<T>,
    mesh: Option<&Mesh>,
    on_j: &Placed<T>,
    given: &Inputs<T>,
) -> (Surface<T>, Region<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let plane = Plane::of(on_j, j);
    let Plane { normal, height } = plane;
    let (turn_i, turn_shape) = (Rotation::of(&i.orientation), Rotation::of(&on_i.orientation));
    let to_world = |v: &Vector3<T>| turn_i.of_vector(&turn_shape.of_vector(v));
    let origin = i.position + turn_i.of_vector(&on_i.center);
    let cut =
        Cut { normal: turn_shape.back(&turn_i.back(&normal)), height: height - (origin - j.position).dot(&normal) };
    let deepest = match mesh {
        Some(mesh) => mesh.support(&-cut.normal),
        None => on_i.shape.support(&-cut.normal).unwrap_or_else(|| Vector3::from_element(T::zero())),
    };
    let penetration = cut.depth(&deepest);
    let overlap = match mesh {
        _ if penetration.value() <= 0.0 => None,
        Some(mesh) => Some(mesh.below(&cut)),
        None => on_i.shape.below(&cut),
    };
    let (region, at) =
        match overlap.as_ref().and_then(|overlap: &Moments<T>| overlap.region(&cut, on_i.shape.round(&cut))) {
            Some((region, centroid)) => {
                (Region { tilting: rotation::turned_matrix(&region.tilting, to_world), ..region }, centroid)
            }
            None => (Region::none(), deepest),
        };
    let point = origin + to_world(&at);
    (plane.surface(penetration, point, given), region)
}
