//! Where the sphere of body i is.

use crate::meet::parameters::Shapes;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Scalar, Vector3};

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
