//! Pair `sphereOnCylinder`: sphere on body i, outside of the cylinder of body j, which has no ends.

use crate::physics::geometry::meeting::Surface;
use crate::physics::geometry::radial;
use crate::physics::parameters::Shapes;
use crate::physics::{Inputs, Parameters, Scalar};

/// n = u away from the axis,  x = R + R_j − ρ: depth of the sphere below the cylinder.
pub fn surface<T: Scalar>(parameters: &Parameters<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_axis(&parameters.shapes, given).outside(parameters, given)
}

/// Mean curvature of the cylinder  1/(2R_j)  [1/m]: of 1/R_j and 0.
pub fn mean_curvature<T: Scalar>(shapes: &Shapes<T>) -> T {
    T::one() / (shapes.radius_j + shapes.radius_j)
}
