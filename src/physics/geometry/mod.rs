//! Who finds the contact. A new pair is one file with one function from inputs to [`Surface`], and one arm here.

mod external;
mod radial;
mod sphere_in_cylinder;
mod sphere_in_sphere;
mod sphere_on_cylinder;
mod sphere_plane;
mod sphere_sphere;

use crate::physics::parameters::Pair;
use crate::physics::{Fault, Inputs, Parameters, Scalar, Vector3};

/// Where and how the two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<T> {
    /// x [m], > 0 while the bodies overlap
    pub penetration: T,
    /// n, unit, outward from body j
    pub normal: Vector3<T>,
    /// ṅ [1/s]
    pub normal_rate: Vector3<T>,
    /// p_a [m]
    pub point: Vector3<T>,
    /// v_r of body i against body j at p_a [m/s]
    pub v_r: Vector3<T>,
}

/// The surface of the pair that the settings name.
pub fn surface<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
) -> Result<Surface<T>, Fault> {
    match parameters.settings.pair {
        Pair::External => external::surface(inputs, normal_rate),
        Pair::SpherePlane => sphere_plane::surface(&parameters.shapes, inputs),
        Pair::SphereSphere => sphere_sphere::surface(&parameters.shapes, inputs),
        Pair::SphereInCylinder => sphere_in_cylinder::surface(&parameters.shapes, inputs),
        Pair::SphereOnCylinder => sphere_on_cylinder::surface(&parameters.shapes, inputs),
        Pair::SphereInSphere => sphere_in_sphere::surface(&parameters.shapes, inputs),
    }
}
