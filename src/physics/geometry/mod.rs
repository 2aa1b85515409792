//! Who finds the contact. A new pair is one file with one function from inputs to [`Surface`] and one for the mean curvature of
//! body j, and one arm here for each.

mod external;
mod meeting;
mod radial;
mod sphere_in_cylinder;
mod sphere_in_sphere;
mod sphere_on_cylinder;
mod sphere_plane;
mod sphere_sphere;

pub use meeting::Surface;

use crate::physics::material::{self, Contour};
use crate::physics::parameters::{FrictionMap, Pair, Shapes};
use crate::physics::{ContactFault, Inputs, Parameters, Scalar, Vector3, rotation};
use meeting::turns_with_i;

/// Whether the pair looks at the orientation of body i.
#[inline(always)]
pub fn depends_on_orientation_i<T: Scalar>(parameters: &Parameters<T>) -> bool {
    parameters.settings.pair != Pair::External && turns_with_i(&parameters.shapes)
}

/// Whether the pair, or a polyhedral limit surface, looks at the orientation of body j.
#[inline(always)]
pub fn depends_on_orientation_j<T: Scalar>(parameters: &Parameters<T>) -> bool {
    parameters.settings.pair != Pair::External || parameters.settings.friction_map == FrictionMap::Polyhedron
}

/// How a given normal is called that has moved on with its derivative.
pub const NORMAL_AT_END: &str = "contactNormal at the end of the step";

/// Whether the normal of the pair `external` has a direction: `name` is what to blame. Errors: [`ContactFault::NoDirection`].
#[inline(always)]
pub fn check_normal<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    name: &'static str,
) -> Result<(), ContactFault> {
    match parameters.settings.pair {
        Pair::External => rotation::check_direction(&inputs.contact_normal, name),
        _ => Ok(()),
    }
}

/// Whether body j is round about its own origin, so that its orientation does not matter to where it is.
#[inline(always)]
fn is_round_j<T: Scalar>(parameters: &Parameters<T>) -> bool {
    matches!(parameters.settings.pair, Pair::SphereSphere | Pair::SphereInSphere)
        && parameters.shapes.center_j.iter().all(T::is_zero)
}

/// Whether an orientation of body j of 0 would matter.
#[inline(always)]
fn needs_orientation_j<T: Scalar>(parameters: &Parameters<T>) -> bool {
    depends_on_orientation_j(parameters)
        && !(is_round_j(parameters) && parameters.settings.friction_map != FrictionMap::Polyhedron)
}

/// Whether x depends on how body i and body j turn. `normal_given`: with the rate of a given normal
#[inline(always)]
pub fn gap_turns_with<T: Scalar>(parameters: &Parameters<T>, normal_given: bool) -> [bool; 2] {
    match parameters.settings.pair {
        Pair::External => [false, !normal_given],
        _ => [turns_with_i(&parameters.shapes), !is_round_j(parameters)],
    }
}

/// Times [s] at which ẋ can turn, rising, where bodies move with constant acceleration and do not turn; NaN: none. So x of a plane
/// turns once, of a given normal that moves on twice, and of round bodies three times. `rates`: of the inputs
#[inline(always)]
pub fn rate_turns(
    parameters: &Parameters<f64>,
    inputs: &Inputs<f64>,
    rates: &Inputs<f64>,
    normal_given: bool,
) -> [f64; 2] {
    let none = [f64::NAN; 2];
    let shapes = &parameters.shapes;
    match parameters.settings.pair {
        Pair::External if normal_given => [external::rate_turns(inputs, rates), f64::NAN],
        Pair::External | Pair::SpherePlane => none,
        _ if rates.body_i.velocity == rates.body_j.velocity => none,
        Pair::SphereSphere | Pair::SphereInSphere => radial::rate_turns_from_centre(shapes, inputs, rates),
        Pair::SphereInCylinder | Pair::SphereOnCylinder => radial::rate_turns_from_axis(shapes, inputs, rates),
    }
}

/// Whether everything that the pair needs has a direction. Errors: [`ContactFault::NoDirection`], [`ContactFault::NoOrientation`].
#[inline(always)]
pub fn check<T: Scalar>(parameters: &Parameters<T>, inputs: &Inputs<T>) -> Result<(), ContactFault> {
    let (settings, shapes) = (&parameters.settings, &parameters.shapes);
    if settings.pair == Pair::External {
        rotation::check_direction(&inputs.contact_normal, "contactNormal")?;
    } else if turns_with_i(shapes) || !rotation::is_none(&inputs.body_i.orientation) {
        rotation::check_orientation(&inputs.body_i.orientation, "orientationI")?;
    }
    let is_read = depends_on_orientation_j(parameters) && !rotation::is_none(&inputs.body_j.orientation);
    if is_read || needs_orientation_j(parameters) {
        rotation::check_orientation(&inputs.body_j.orientation, "orientationJ")?;
    }
    check_directions(settings.pair, shapes)
}

/// Whether plane, axis and so on of body j have a direction. Errors: [`ContactFault::NoDirection`].
#[inline(always)]
pub fn check_directions<T: Scalar>(pair: Pair, shapes: &Shapes<T>) -> Result<(), ContactFault> {
    match pair {
        Pair::SpherePlane => rotation::check_direction(&shapes.normal_j, "geometry.normalJ"),
        Pair::SphereInCylinder | Pair::SphereOnCylinder => rotation::check_direction(&shapes.axis_j, "geometry.axisJ"),
        Pair::External | Pair::SphereSphere | Pair::SphereInSphere => Ok(()),
    }
}

/// Whether the shapes fit together at all. Errors: [`ContactFault::SphereDoesNotFit`].
pub fn check_sizes<T: Scalar>(pair: Pair, shapes: &Shapes<T>) -> Result<(), ContactFault> {
    match pair {
        Pair::SphereInCylinder | Pair::SphereInSphere => {
            let [radius_i, radius_j] = [shapes.radius_i, shapes.radius_j].map(|radius| radius.value());
            if radius_i >= radius_j { Err(ContactFault::SphereDoesNotFit { radius_i, radius_j }) } else { Ok(()) }
        }
        Pair::External | Pair::SpherePlane | Pair::SphereSphere | Pair::SphereOnCylinder => Ok(()),
    }
}

/// The surface of the pair that the settings name, for inputs that [`check`] finds in order.
#[inline(always)]
pub fn surface<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
) -> Surface<T> {
    match parameters.settings.pair {
        Pair::External => external::surface(inputs, normal_rate),
        Pair::SpherePlane => sphere_plane::surface(&parameters.shapes, inputs),
        Pair::SphereSphere => sphere_sphere::surface(parameters, inputs),
        Pair::SphereInCylinder => sphere_in_cylinder::surface(parameters, inputs),
        Pair::SphereOnCylinder => sphere_on_cylinder::surface(parameters, inputs),
        Pair::SphereInSphere => sphere_in_sphere::surface(parameters, inputs),
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
