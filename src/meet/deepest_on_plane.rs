//! A torus, an ellipsoid, or the rim of a cylinder or a cone on body i and a plane on body j, in a point.

use crate::meet::plane::Plane;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar, Vector3};
use crate::shape::{Curvature, Placed, Pose};

/// x is the depth of the deepest point, p_a half-way through it, n the normal of the plane. With it the curvature there. A torus or a cylinder that
/// lies flat has no deepest point, but a ring or a line of them: the point jumps along it.
pub fn surface<T: Scalar>(on_i: &Placed<T>, on_j: &Placed<T>, given: &Inputs<T>) -> (Surface<T>, Curvature<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let plane = Plane::of(on_j, j);
    let Plane { normal, height } = plane;
    let pose = Pose::of(on_i, i);
    let farthest = on_i.shape.farthest(&pose.to_shape(&-normal));
    let nowhere = || (Vector3::from_element(T::zero()), Curvature::even(T::zero()));
    let (deepest, curvature) = farthest.unwrap_or_else(nowhere);
    let deepest = pose.place_in_world(&deepest);
    let penetration = height - (deepest - j.position).dot(&normal);
    let point = deepest + normal * (penetration * T::from(0.5));
    (plane.surface(penetration, point, given), curvature)
}
