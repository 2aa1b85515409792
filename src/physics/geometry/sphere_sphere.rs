//! Pair `sphereSphere`: sphere on body i, sphere on body j.

use crate::physics::geometry::meeting::Surface;
use crate::physics::geometry::radial;
use crate::physics::parameters::Shapes;
use crate::physics::{Inputs, Parameters, Scalar};

/// n = u from centre to centre,  x = R + R_j − ρ: depth of the one sphere in the other.
pub fn surface<T: Scalar>(parameters: &Parameters<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_centre(&parameters.shapes, given).outside(parameters, given)
}

/// Mean curvature of body j  1/R_j  [1/m].
pub fn mean_curvature<T: Scalar>(shapes: &Shapes<T>) -> T {
    T::one() / shapes.radius_j
}
