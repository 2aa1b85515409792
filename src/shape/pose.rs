//! Where a shape is, and how it is turned.

use crate::physics::rotation::Rotation;
use crate::physics::{Body, Matrix3, Quaternion, Scalar, Vector3};
use crate::shape::Placed;

/// The frame of a shape in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<T: Scalar> {
    /// Its axes as columns: a rotation
    pub axes: Matrix3<T>,
    /// Its origin [m]
    pub origin: Vector3<T>,
}

impl<T: Scalar> Pose<T> {
    /// Of a shape on a body.
    #[inline(always)]
    pub fn of(on: &Placed<T>, body: &Body<T>) -> Self {
        Pose::at(on, &body.position, &body.orientation)
    }

    /// Of a shape on a body whose frame has its origin at `position` [m], turned by `orientation`, any length from 1e-100 to 1e100.
    #[inline(always)]
    pub fn at(on: &Placed<T>, position: &Vector3<T>, orientation: &Quaternion<T>) -> Self {
        let none = Quaternion::new(T::one(), T::zero(), T::zero(), T::zero());
        let matrix = |q: &Quaternion<T>| Rotation::of(q).matrix();
        let body = matrix(orientation);
        // most shapes sit in the middle of their bodies as they are
        let axes = if on.orientation == none { body } else { body * matrix(&on.orientation) };
        let is_central = on.center.iter().all(T::is_zero);
        Pose { axes, origin: if is_central { *position } else { position + body * on.center } }
    }

    /// A vector of its axes in those of the world.
    #[inline(always)]
    pub fn to_world(&self, v: &Vector3<T>) -> Vector3<T> {
        self.axes.column(0) * v[0] + self.axes.column(1) * v[1] + self.axes.column(2) * v[2]
    }

    /// A vector of the world's axes in its own.
    #[inline(always)]
    pub fn to_shape(&self, v: &Vector3<T>) -> Vector3<T> {
        Vector3::new(self.axes.column(0).dot(v), self.axes.column(1).dot(v), self.axes.column(2).dot(v))
    }

    /// A place of its frame in the world [m].
    #[inline(always)]
    pub fn place_in_world(&self, place: &Vector3<T>) -> Vector3<T> {
        self.origin + self.to_world(place)
    }

    /// A place of the world in its frame [m].
    #[inline(always)]
    pub fn place_in_shape(&self, place: &Vector3<T>) -> Vector3<T> {
        self.to_shape(&(place - self.origin))
    }
}
