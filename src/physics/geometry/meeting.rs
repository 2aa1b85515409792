//! Where and how two bodies meet, and where the sphere of body i is.

use crate::physics::parameters::Shapes;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Scalar, Vector3};

/// Where and how the two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<T> {
    /// x [m], > 0 while the bodies overlap
    pub penetration: T,
    /// n, unit, outward from body j
    pub normal: Vector3<T>,
    /// ṅ [1/s]
    pub normal_rate: Vector3<T>,
    /// p_a [m]
    pub point: Vector3<T>,
    /// v_r of body i against body j at p_a [m/s]
    pub v_r: Vector3<T>,
}

/// Centre of the sphere of body i  r_i + R_i·p_sph  [m], in world axes.
#[inline(always)]
pub fn centre<T: Scalar>(shapes: &Shapes<T>, i: &Body<T>) -> Vector3<T> {
    if turns_with_i(shapes) {
        i.position + Rotation::of(&i.orientation).of_vector(&shapes.center_i)
    } else {
        i.position
    }
}

/// Whether the sphere sits beside the origin of body i, so that the orientation of the body matters.
#[inline(always)]
pub fn turns_with_i<T: Scalar>(shapes: &Shapes<T>) -> bool {
    !shapes.center_i.iter().all(T::is_zero)
}
