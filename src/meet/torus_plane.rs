//! A torus on body i and a plane on body j, in a point.

use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Inputs, Scalar, Vector3, inputs};
use crate::shape::{Placed, Shape, Torus};

/// x is the depth of the deepest place, p_a half-way through it, n the normal of the plane. With it R_eff [m] from the mean curvature of the
/// torus there. One that lies flat has no deepest place, but a ring of them: it tips from one side to the other.
pub fn surface<T: Scalar>(torus: &Torus<T>, on_i: &Placed<T>, on_j: &Placed<T>, given: &Inputs<T>) -> (Surface<T>, T) {
    let (i, j) = (&given.body_i, &given.body_j);
    let none = T::zero();
    let (given_normal, height) = match on_j.shape {
        Shape::Plane { normal, height } => (normal, height),
        _ => (Vector3::new(none, none, T::one()), none),
    };
    let normal_j = rotation::unit_vector(&given_normal);
    let normal = Rotation::of(&j.orientation).of_vector(&normal_j);
    let (turn_i, turn_shape) = (Rotation::of(&i.orientation), Rotation::of(&on_i.orientation));
    let (deepest, mean_curvature) = torus.farthest(&turn_shape.back(&turn_i.back(&-normal)));
    let deepest = i.position + turn_i.of_vector(&(on_i.center + turn_shape.of_vector(&deepest)));
    let penetration = height + on_j.center.dot(&normal_j) - (deepest - j.position).dot(&normal);
    let point = deepest + normal * (penetration * T::from(0.5));
    let surface = Surface {
        penetration,
        normal,
        normal_rate: j.angular_velocity.cross(&normal),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    };
    (surface, T::one() / mean_curvature)
}
