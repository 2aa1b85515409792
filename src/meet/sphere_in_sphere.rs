//! Pair `sphereInSphere`: sphere on body i inside the hollow sphere of body j.

use crate::meet::parameters::Geometry;
use crate::meet::radial;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar};

/// n = −u towards the centre of body j,  x = ρ + R − R_j: depth of the sphere below the wall.
pub fn surface<T: Scalar>(geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_centre(&geometry.shapes, given).inside(geometry, given)
}
