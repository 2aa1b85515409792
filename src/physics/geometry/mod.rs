//! Who finds the contact. A new pair is one file with one function from inputs to [`Surface`] and one for the mean curvature of
//! body j, and one arm here for each.

mod external;
mod radial;
mod sphere_in_cylinder;
mod sphere_in_sphere;
mod sphere_on_cylinder;
mod sphere_plane;
mod sphere_sphere;

use crate::physics::material::{self, Contour};
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

/// Effective radius of the contact R_eff [m]: by the table of [M3D] for the pair `external`, otherwise from the sphere of body i
/// and the mean curvature of body j at the contact.
pub fn effective_radius<T: Scalar>(parameters: &Parameters<T>) -> T {
    let (settings, g) = (&parameters.settings, &parameters.shapes);
    let h_j = match settings.pair {
        Pair::External => {
            let i = Contour { r_contact: g.contact_radius_i, is_flat: settings.is_flat_i };
            let j = Contour { r_contact: g.contact_radius_j, is_flat: settings.is_flat_j };
            return material::effective_radius(i, j);
        }
        Pair::SpherePlane => sphere_plane::mean_curvature(),
        Pair::SphereSphere => sphere_sphere::mean_curvature(g),
        Pair::SphereInCylinder => sphere_in_cylinder::mean_curvature(g),
        Pair::SphereOnCylinder => sphere_on_cylinder::mean_curvature(g),
        Pair::SphereInSphere => sphere_in_sphere::mean_curvature(g),
    };
    material::of_curvatures(T::one() / g.radius_i, h_j)
}
