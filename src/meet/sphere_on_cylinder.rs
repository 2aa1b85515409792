//! Pair `sphereOnCylinder`: sphere on body i, outside of the cylinder of body j, which has no ends.

use crate::meet::parameters::Geometry;
use crate::meet::radial;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar};

/// n = u away from the axis,  x = R + R_j − ρ: depth of the sphere below the cylinder.
pub fn surface<T: Scalar>(geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_axis(&geometry.shapes, given).outside(geometry, given)
}
