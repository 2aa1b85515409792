//! Pair `sphereSphere`: sphere on body i, sphere on body j.

use crate::meet::parameters::Geometry;
use crate::meet::radial;
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar};

/// n = u from centre to centre,  x = R + R_j − ρ: depth of the one sphere in the other.
pub fn surface<T: Scalar>(geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_centre(&geometry.shapes, given).outside(geometry, given)
}
