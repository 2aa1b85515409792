//! A ball on body i and a box, a cylinder, a cone, an ellipsoid or a convex body on body j, in a point.

use crate::physics::kinematics::Surface;
use crate::physics::rotation::Rotation;
use crate::physics::{Inputs, Scalar, Vector3, inputs};
use crate::shape::convex::Convex;
use crate::shape::{Nearest, Placed, Shape};

/// x = R − d of the centre of the ball, n the normal of the solid where it is nearest, p_a half-way through the overlap. The normal turns with
/// body j, and as the centre moves in it. With it R_eff [m] from the mean curvature of the solid there; in a hollow closer than the ball's own radius
/// that of the ball.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<T>,
    on_j: &Placed<T>,
    convex: Option<Convex>,
    given: &Inputs<T>,
) -> (Surface<T>, T) {
    let (i, j) = (&given.body_i, &given.body_j);
    let none = T::zero();
    let radius = match on_i.shape {
        Shape::Sphere { radius, .. } => radius,
        _ => none,
    };
    let (turn_j, turn_shape) = (Rotation::of(&j.orientation), Rotation::of(&on_j.orientation));
    let to_world = |v: &Vector3<T>| turn_j.of_vector(&turn_shape.of_vector(v));
    let to_shape = |v: &Vector3<T>| turn_shape.back(&turn_j.back(v));
    let centre = i.position + Rotation::of(&i.orientation).of_vector(&on_i.center);
    let origin = j.position + turn_j.of_vector(&on_j.center);
    let place = to_shape(&(centre - origin));
    let nearest = match convex {
        Some(convex) => Some(convex.nearest(&place)),
        None => on_j.shape.nearest(&place),
    };
    let Nearest { distance, normal, bend, mean_curvature } =
        nearest.unwrap_or_else(|| Nearest::face(none, Vector3::new(none, none, T::one())));
    let passing = to_shape(&inputs::relative_velocity(i, j, &centre));
    let normal_there = to_world(&normal);
    let penetration = radius - distance;
    let point = centre - normal_there * (radius - penetration * T::from(0.5));
    let curvature = T::one() / radius + mean_curvature;
    let effective = if curvature.value() > 0.0 { T::one() / curvature } else { radius };
    let surface = Surface {
        penetration,
        normal: normal_there,
        normal_rate: j.angular_velocity.cross(&normal_there) + to_world(&(bend * passing)),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    };
    (surface, effective)
}
