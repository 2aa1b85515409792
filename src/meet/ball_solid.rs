//! A ball on body i and a box, a cylinder, a cone, an ellipsoid, a capsule, a torus or a convex body on body j, in a point.

use crate::meet::touched::Touched;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar, Vector3};
use crate::shape::convex::Convex;
use crate::shape::{Curvature, Placed, Pose, Shape};

/// x = R − d of the centre of the ball, n the normal of the solid where it is nearest, p_a half-way through the overlap. The normal turns with
/// body j, and as the centre moves in it. With it the curvature of both; in a hollow closer than the ball's own radius that of the ball.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<T>,
    on_j: &Placed<T>,
    convex: Option<Convex>,
    given: &Inputs<T>,
) -> (Surface<T>, Curvature<T>) {
    let radius = match on_i.shape {
        Shape::Sphere { radius, .. } => radius,
        _ => T::zero(),
    };
    let centre = Pose::of(on_i, &given.body_i).origin;
    let solid = Touched::new(on_j, convex, &given.body_j);
    let none = Vector3::from_element(T::zero());
    let (surface, curvature) = solid.by_ball(given, radius, &centre, |_, _| none);
    let own = Curvature::even(T::one() / radius);
    let both = own + curvature;
    (surface, if both.mean.value() > 0.0 { both } else { own })
}
