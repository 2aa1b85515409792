//! Pair `sphereInSphere`: sphere on body i inside the hollow sphere of body j.

use crate::physics::geometry::meeting::Surface;
use crate::physics::geometry::radial;
use crate::physics::parameters::Shapes;
use crate::physics::{Inputs, Parameters, Scalar};

/// n = −u towards the centre of body j,  x = ρ + R − R_j: depth of the sphere below the wall.
pub fn surface<T: Scalar>(parameters: &Parameters<T>, given: &Inputs<T>) -> Surface<T> {
    radial::from_centre(&parameters.shapes, given).inside(parameters, given)
}

/// Mean curvature of the hollow sphere  −1/R_j  [1/m].
pub fn mean_curvature<T: Scalar>(shapes: &Shapes<T>) -> T {
    -(T::one() / shapes.radius_j)
}
