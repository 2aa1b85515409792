//! Pair `spherePlane`: sphere on body i, plane on body j [G04 §3].

use crate::physics::geometry::Surface;
use crate::physics::parameters::Shapes;
use crate::physics::{Fault, Inputs, Scalar, inputs, rotation};

/// p_a = r_i + p_sph − R·n  [G04 eq. 27],  x = h_j − (p_a − r_j)·n  [G04 eq. 28 with the sign turned: x > 0 in contact].
pub fn surface<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>) -> Result<Surface<T>, Fault> {
    let (i, j) = (&given.body_i, &given.body_j);
    let q_i = rotation::unit_quaternion(i.orientation, "orientationI")?;
    let q_j = rotation::unit_quaternion(j.orientation, "orientationJ")?;
    let normal = rotation::rotate(&q_j, &rotation::unit_vector(shapes.normal_j, "geometry.normalJ")?);
    let point = i.position + rotation::rotate(&q_i, &shapes.center_i) - normal * shapes.radius_i;
    Ok(Surface {
        penetration: shapes.height_j - (point - j.position).dot(&normal),
        normal,
        normal_rate: j.angular_velocity.cross(&normal),
        point,
        v_r: inputs::relative_velocity(i, j, &point),
    })
}

/// Mean curvature of the plane [1/m].
pub fn mean_curvature<T: Scalar>() -> T {
    T::zero()
}
