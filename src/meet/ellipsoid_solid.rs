//! An ellipsoid on body i and an ellipsoid, a box, a cylinder, a cone or a convex body on body j, in a point.

use crate::meet::closest::{Closest, Residual, search};
use crate::meet::touched::{self, Touched};
use crate::physics::kinematics::Surface;
use crate::physics::rotation;
use crate::physics::{Inputs, Matrix3, Scalar, Vector3, inputs};
use crate::shape::convex::Convex;
use crate::shape::{Curvature, Nearest, Placed, Pose, Shape};

/// An ellipsoid in the frame of the other shape.
struct Seen<T: Scalar> {
    shape: Shape<T>,
    /// Its axes as columns, and its origin [m]
    axes: Matrix3<T>,
    origin: Vector3<T>,
}

impl<T: Scalar> Seen<T> {
    fn nearest(&self, place: &Vector3<T>) -> Nearest<T> {
        let found = touched::nearest(&self.shape, None, &(self.axes.transpose() * (place - self.origin)));
        let turn = |v: &Vector3<T>| self.axes * v;
        let (normal, bend) = (turn(&found.normal), rotation::turned_matrix(&found.bend, turn));
        Nearest { normal, bend, curvature: found.curvature.turned(turn), ..found }
    }
}

/// x is the greatest depth that a point of the solid has below the surface of the ellipsoid, apart less than 0 by the distance; p_a half-way
/// between both surfaces there, where they have one normal n. So far as the bodies overlap less than either is curved it does not matter which of them
/// is looked at. Where the middle of the ellipsoid is inside the solid there is no such point, and x is how far the ellipsoid reaches in from the
/// face that is nearest to its middle.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<f64>,
    on_j: &Placed<f64>,
    convex: Option<Convex>,
    given: &Inputs<T>,
) -> (Surface<T>, Curvature<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let placed = on_i.constant::<T>();
    let pose = Pose::of(&placed, i);
    let solid = Touched::new(&on_j.constant(), convex, j);
    let axes = solid.pose.axes.transpose() * pose.axes;
    let origin = solid.pose.place_in_shape(&pose.origin);
    let seen = Seen { shape: placed.shape, axes, origin };
    let half = match on_i.shape {
        Shape::Ellipsoid { half } => half,
        _ => Vector3::from_element(0.0),
    };
    let reach = half.iter().copied().fold(f64::INFINITY, f64::min);
    match place(on_i, on_j, convex, &seen, reach) {
        Some(closest) => touching(&seen, &solid, &closest, reach, given),
        None => inside(&seen, &solid, given),
    }
}

/// Where the solid is nearest to the ellipsoid, or deepest in it.
fn place<T: Scalar>(
    on_i: &Placed<f64>,
    on_j: &Placed<f64>,
    convex: Option<Convex>,
    seen: &Seen<T>,
    reach: f64,
) -> Option<Closest> {
    let (axes, origin) = (seen.axes.map(|x| x.value()), seen.origin.map(|x| x.value()));
    let ellipsoid = Seen { shape: on_i.shape, axes, origin };
    let other = |place: &Vector3<f64>| touched::nearest(&on_j.shape, convex, place);
    let from_middle = other(&origin);
    if from_middle.distance <= 0.0 {
        return None;
    }
    let start = origin - from_middle.normal * from_middle.distance;
    let size = reach + origin.dot(&origin).sqrt();
    search(|place| ellipsoid.nearest(place), other, &start, reach, size)
}

fn touching<T: Scalar>(
    seen: &Seen<T>,
    solid: &Touched<T>,
    closest: &Closest,
    reach: f64,
    given: &Inputs<T>,
) -> (Surface<T>, Curvature<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let none = Vector3::from_element(T::zero());
    let at = |place: &Vector3<T>| Residual::new(place, |q| seen.nearest(q), |y| solid.nearest(y), reach);
    let found = closest.place.map(T::from);
    let near = at(&found);
    // the place moves with the poses: F = 0 there
    let moved = near.step(&near.value).filter(|_| closest.is_exact).unwrap_or(none);
    let found = found + moved;
    let here = at(&found);
    let Nearest { distance, normal, bend, curvature } = here.on_a;
    let there = solid.pose.place_in_world(&found);
    // ∂n/∂t of a place that is fixed to body j, then that of the place which moves on with F = 0
    let turning = solid.pose.to_shape(&(i.angular_velocity - j.angular_velocity));
    let passing = solid.pose.to_shape(&inputs::relative_velocity(i, j, &there));
    let rate = turning.cross(&normal) - bend * passing;
    let moves = here.step(&(here.foot_slope * rate * T::from(reach))).unwrap_or(none);
    let outward = solid.pose.to_world(&normal);
    let half = distance * T::from(0.5);
    let point = there - outward * half;
    let surface = Surface {
        penetration: -distance,
        normal: -outward,
        normal_rate: -(j.angular_velocity.cross(&outward) + solid.pose.to_world(&(rate + bend * moves))),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    };
    (surface, curvature + here.on_b.curvature)
}

/// The middle of the ellipsoid is inside.
fn inside<T: Scalar>(seen: &Seen<T>, solid: &Touched<T>, given: &Inputs<T>) -> (Surface<T>, Curvature<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let Nearest { distance, normal, bend, curvature } = solid.nearest(&seen.origin);
    let towards = seen.axes.transpose() * -normal;
    let farthest = seen.shape.farthest(&towards);
    let (lowest, own) = farthest.unwrap_or((Vector3::from_element(T::zero()), Curvature::even(T::zero())));
    let deepest = seen.origin + seen.axes * lowest;
    let penetration = (seen.origin - deepest).dot(&normal) - distance;
    let outward = solid.pose.to_world(&normal);
    let middle = solid.pose.place_in_world(&seen.origin);
    let passing = solid.pose.to_shape(&inputs::relative_velocity(i, j, &middle));
    let point = solid.pose.place_in_world(&deepest) + outward * (penetration * T::from(0.5));
    let surface = Surface {
        penetration,
        normal: outward,
        normal_rate: j.angular_velocity.cross(&outward) + solid.pose.to_world(&(bend * passing)),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    };
    (surface, own.turned(|v| seen.axes * v) + curvature)
}
