//! Pair `spherePlane`: sphere on body i, plane on body j [G04 §3].

use crate::meet::parameters::Shapes;
use crate::meet::sphere;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, Inputs, Scalar, Vector3, inputs};

/// n of the plane of body j.
#[inline(always)]
pub fn normal<T: Scalar>(shapes: &Shapes<T>, j: &Body<T>) -> Vector3<T> {
    let (normal, q) = (rotation::unit_vector(&shapes.normal_j), &j.orientation);
    // most grounds are not turned, and everything else of the contact waits for n
    if rotation::is_unturned(q) { normal } else { Rotation::of(q).of_vector(&normal) }
}

/// p_a = r_i + p_sph − R·n  [G04 eq. 27],  x = h_j − (p_a − r_j)·n  [G04 eq. 28 with the sign turned: x > 0 in contact]
///
/// `normal`: n of the plane
#[inline(always)]
pub fn surface<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>, normal: Vector3<T>) -> Surface<T> {
    let point = sphere::centre(shapes, &given.body_i) - normal * shapes.radius_i;
    let v_r = inputs::relative_velocity(&given.body_i, &given.body_j, &point);
    surface_at(shapes, given, normal, point, v_r)
}

/// [`surface`] of a sphere about the origin of a body i that has no velocity of −0, and of a body j that stands: what it would take off the velocity of
/// body i is ±0.
#[inline(always)]
pub fn surface_at_rest<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>, normal: Vector3<T>) -> Surface<T> {
    let i = &given.body_i;
    let point = i.position - normal * shapes.radius_i;
    surface_at(shapes, given, normal, point, inputs::velocity_at(i, &point))
}

/// [`surface`] with p_a and v_r.
#[inline(always)]
fn surface_at<T: Scalar>(
    shapes: &Shapes<T>,
    given: &Inputs<T>,
    normal: Vector3<T>,
    point: Vector3<T>,
    v_r: Vector3<T>,
) -> Surface<T> {
    let j = &given.body_j;
    Surface {
        penetration: shapes.height_j - (point - j.position).dot(&normal),
        normal,
        normal_rate: j.angular_velocity.cross(&normal),
        point,
        v_r,
    }
}
