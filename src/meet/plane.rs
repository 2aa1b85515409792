//! The plane of a body, seen by shapes of the other one.

use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, Inputs, Scalar, Vector3, inputs};
use crate::shape::{Placed, Shape};

/// A plane in world axes.
#[derive(Clone, Copy)]
pub struct Plane<T: Scalar> {
    /// Unit normal
    pub normal: Vector3<T>,
    /// Height over the origin of the body's frame along it [m]
    pub height: T,
}

impl<T: Scalar> Plane<T> {
    /// Of a shape that is a plane, on its body.
    pub fn of(on: &Placed<T>, body: &Body<T>) -> Self {
        let none = T::zero();
        let (given_normal, height) = match on.shape {
            Shape::Plane { normal, height } => (normal, height),
            _ => (Vector3::new(none, none, T::one()), none),
        };
        let own = rotation::unit_vector(&given_normal);
        let normal = Rotation::of(&body.orientation).of_vector(&own);
        Plane { normal, height: height + on.center.dot(&own) }
    }

    /// Where a shape of body i meets it, the normal being that of the plane.
    pub fn surface(&self, penetration: T, point: Vector3<T>, given: &Inputs<T>) -> Surface<T> {
        let (i, j) = (&given.body_i, &given.body_j);
        Surface {
            penetration,
            normal: self.normal,
            normal_rate: j.angular_velocity.cross(&self.normal),
            point,
            v_r: inputs::relative_velocity(i, j, &point),
        }
    }
}
