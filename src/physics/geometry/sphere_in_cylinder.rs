//! Pair `sphereInCylinder`: sphere on body i inside the hollow cylinder of body j, which has no ends [G04 §4.1].

use crate::physics::geometry::meeting::Surface;
use crate::physics::geometry::radial;
use crate::physics::parameters::Shapes;
use crate::physics::{Inputs, Parameters, Scalar};

/// n = −u towards the axis,  x = ρ + R − R_j: depth of the sphere below the wall.
pub fn surface<T: Scalar>(parameters: &Parameters<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_axis(&parameters.shapes, given).inside(parameters, given)
}

/// Mean curvature of the hollow cylinder  −1/(2R_j)  [1/m]: of −1/R_j and 0.
pub fn mean_curvature<T: Scalar>(shapes: &Shapes<T>) -> T {
    -(T::one() / (shapes.radius_j + shapes.radius_j))
}
