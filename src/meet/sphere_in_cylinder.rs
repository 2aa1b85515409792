//! Pair `sphereInCylinder`: sphere on body i inside the hollow cylinder of body j, which has no ends [G04 §4.1].

use crate::meet::parameters::Geometry;
use crate::meet::radial;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar};

/// n = −u towards the axis,  x = ρ + R − R_j: depth of the sphere below the wall.
pub fn surface<T: Scalar>(geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_axis(&geometry.shapes, given).inside(geometry, given)
}
