//! A torus on body i and a plane on body j, in a point.

use crate::meet::plane::Plane;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::Rotation;
use crate::physics::{Inputs, Scalar};
use crate::shape::{Placed, Torus};

/// x is the depth of the deepest place, p_a half-way through it, n the normal of the plane. With it R_eff [m] from the mean curvature of the
/// torus there. One that lies flat has no deepest place, but a ring of them: it tips from one side to the other.
pub fn surface<T: Scalar>(torus: &Torus<T>, on_i: &Placed<T>, on_j: &Placed<T>, given: &Inputs<T>) -> (Surface<T>, T) {
    let (i, j) = (&given.body_i, &given.body_j);
    let plane = Plane::of(on_j, j);
    let Plane { normal, height } = plane;
    let (turn_i, turn_shape) = (Rotation::of(&i.orientation), Rotation::of(&on_i.orientation));
    let (deepest, mean_curvature) = torus.farthest(&turn_shape.back(&turn_i.back(&-normal)));
    let deepest = i.position + turn_i.of_vector(&(on_i.center + turn_shape.of_vector(&deepest)));
    let penetration = height - (deepest - j.position).dot(&normal);
    let point = deepest + normal * (penetration * T::from(0.5));
    (plane.surface(penetration, point, given), T::one() / mean_curvature)
}
