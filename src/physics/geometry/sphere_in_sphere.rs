//! Pair `sphereInSphere`: sphere on body i inside the hollow sphere of body j.

use crate::physics::geometry::Surface;
use crate::physics::geometry::radial::{self, Radial};
use crate::physics::parameters::Shapes;
use crate::physics::{Inputs, Scalar, inputs};

/// n = −u towards the centre of body j, p_a = c_i − R·n  [G04 eq. 27],  x = ρ + R − R_j: depth of p_a below the wall.
pub fn surface<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>) -> Surface<T> {
    let Radial { centre, distance, direction, direction_rate } = radial::from_centre(shapes, given);
    let normal = -direction;
    let point = centre - normal * shapes.radius_i;
    Surface {
        penetration: distance + shapes.radius_i - shapes.radius_j,
        normal,
        normal_rate: -direction_rate,
        point,
        v_r: inputs::relative_velocity(&given.body_i, &given.body_j, &point),
    }
}

/// Mean curvature of the hollow sphere  −1/R_j  [1/m].
pub fn mean_curvature<T: Scalar>(shapes: &Shapes<T>) -> T {
    -(T::one() / shapes.radius_j)
}
