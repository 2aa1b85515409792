//! Pair `spherePlane`: sphere on body i, plane on body j [G04 §3].

use crate::meet::parameters::Shapes;
use crate::meet::sphere;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Inputs, Scalar, inputs};

/// p_a = r_i + p_sph − R·n  [G04 eq. 27],  x = h_j − (p_a − r_j)·n  [G04 eq. 28 with the sign turned: x > 0 in contact].
#[inline(always)]
pub fn surface<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>) -> Surface<T> {
    let (i, j) = (&given.body_i, &given.body_j);
    let turn_j = Rotation::of(&j.orientation);
    let normal = turn_j.of_vector(&rotation::unit_vector(&shapes.normal_j));
    let point = sphere::centre(shapes, i) - normal * shapes.radius_i;
    Surface {
        penetration: shapes.height_j - (point - j.position).dot(&normal),
        normal,
        normal_rate: j.angular_velocity.cross(&normal),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    }
}
