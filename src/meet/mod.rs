//! Where two shapes meet: (shape of body i, shape of body j, their motion) → the point of contact as the laws see it. A new pair
//! is one file with one function from inputs to [`Surface`], a variant of [`Pair`], an arm of every match over it in this folder, which the
//! compiler names, and what stands around the pairs: docs/architecture.md has it in steps.

mod ball_solid;
mod bounds;
mod candidates;
mod capsule_solid;
mod check;
mod closest;
mod convex_pair;
mod deepest_on_plane;
mod ellipsoid_solid;
mod external;
mod face_plane;
mod orientation;
pub mod parameters;
mod plane;
mod radial;
mod solids;
mod sphere;
mod sphere_in_cylinder;
mod sphere_in_sphere;
mod sphere_on_cylinder;
mod sphere_plane;
mod sphere_sphere;
pub mod table;
mod touched;

pub use bounds::{Bounds, are_hollow, ball_radius, reach, turning_reach};
pub use candidates::{Candidate, MOST_CANDIDATES, Turning, candidates, nearest_places, round_candidates, round_frame};
pub use check::{NORMAL_AT_END, check, check_inputs, check_normal};
pub use orientation::{depends_on_orientation_i, depends_on_orientation_j, gap_turns_with_j};
pub use parameters::{
    Geometry, GeometrySettings, HoldsSolids, Pair, Place, PointOfAction, Shapes, Solids, Surfaces, Way,
};
pub use solids::half_size;

use crate::physics::kinematics::{Approach, Surface};
use crate::physics::material::{self, Contour};
use crate::physics::{Body, ContactFault, ContactFrame, Inputs, Parameters, Region, Scalar, Vector3};

/// Times [s] at which ẋ can turn, rising, where bodies move with constant acceleration and do not turn; NaN: none. So x of a plane
/// turns once, of a given normal that moves on twice, and of round bodies three times. Of solids none is
/// told: x of them can turn any number of times, and steps follow it by how fast it can change
/// ([`fastest_gap`](crate::stepping::Motion::fastest_gap)).
/// `rates`: of the inputs
#[inline(always)]
pub fn rate_turns(geometry: &Geometry<f64>, inputs: &Inputs<f64>, rates: &Inputs<f64>, normal_given: bool) -> [f64; 2] {
    let none = [f64::NAN; 2];
    let shapes = &geometry.shapes;
    match geometry.settings.pair {
        Pair::External if normal_given => [external::rate_turns(inputs, rates), f64::NAN],
        Pair::External | Pair::SpherePlane => none,
        _ if rates.body_i.velocity == rates.body_j.velocity => none,
        Pair::SphereSphere | Pair::SphereInSphere => radial::rate_turns_from_centre(shapes, inputs, rates),
        Pair::SphereInCylinder | Pair::SphereOnCylinder => radial::rate_turns_from_axis(shapes, inputs, rates),
    }
}

impl<T: Scalar> Place<'_, T> {
    /// Two shapes that are no pair, and how they meet.
    #[inline(always)]
    fn solids(&self) -> Option<(&dyn HoldsSolids, Way)> {
        self.solids.zip(self.geometry.settings.way)
    }

    /// n of the plane of a body j that is in order ([`check`]), for as long as it keeps this orientation; None of other shapes.
    #[inline(always)]
    pub fn plane_normal(&self, j: &Body<T>) -> Option<Vector3<T>> {
        self.has_plane().then(|| sphere_plane::normal(&self.geometry.shapes, j))
    }

    /// Whether body j is a plane.
    #[inline(always)]
    pub fn has_plane(&self) -> bool {
        self.geometry.settings.pair == Pair::SpherePlane
    }

    /// Where the bodies meet that are a pair, for inputs that [`check`] finds in order.
    #[inline(always)]
    fn surface(
        &self,
        inputs: &Inputs<T>,
        normal_rate: Option<Vector3<T>>,
        plane_normal: Option<Vector3<T>>,
    ) -> Surface<T> {
        let shapes = &self.geometry.shapes;
        match self.geometry.settings.pair {
            Pair::External => external::surface(inputs, normal_rate),
            Pair::SpherePlane => {
                // a closure would be called
                let normal = match plane_normal {
                    Some(known) => known,
                    None => sphere_plane::normal(shapes, &inputs.body_j),
                };
                sphere_plane::surface(shapes, inputs, normal)
            }
            _ => self.geometry.surface_of_round(*inputs),
        }
    }
}

impl<T: Scalar> Geometry<T> {
    /// Two round bodies. The inputs come by value: with their address given away a caller could not keep them in registers.
    #[inline(never)]
    fn surface_of_round(&self, inputs: Inputs<T>) -> Surface<T> {
        match self.settings.pair {
            Pair::SphereInCylinder => sphere_in_cylinder::surface(self, &inputs),
            Pair::SphereOnCylinder => sphere_on_cylinder::surface(self, &inputs),
            Pair::SphereInSphere => sphere_in_sphere::surface(self, &inputs),
            Pair::SphereSphere | Pair::External | Pair::SpherePlane => sphere_sphere::surface(self, &inputs),
        }
    }

    /// Effective radius R_eff [m]: by the table of [M3D] for the pair `external`, otherwise from the mean curvatures of both
    /// shapes, which are the same wherever they meet; NaN of a shape that has no such curvature, so that nothing is finite that asks for R_eff.
    #[inline(never)]
    pub fn effective_radius(&self) -> T {
        let Geometry { settings, shapes: g, .. } = self;
        match table::shapes(self).map(|both| both.map(|shape| shape.mean_curvature().unwrap_or(T::from(f64::NAN)))) {
            Some([h_i, h_j]) => material::of_curvatures(h_i, h_j),
            None => {
                let i = Contour { r_contact: g.contact_radius_i, is_flat: settings.is_flat_i };
                let j = Contour { r_contact: g.contact_radius_j, is_flat: settings.is_flat_j };
                material::effective_radius(i, j)
            }
        }
    }

    /// The same for a contact frame, 0 where no law asks for it.
    #[inline(always)]
    pub fn radius_for(&self, laws: &Parameters<T>) -> T {
        if laws.asks_for_radius() { self.effective_radius() } else { T::zero() }
    }
}

/// Inputs → contact frame.
///
/// `normal_rate`: rate of `contact_normal` as the importer gave it [1/s]; without one a given normal turns with body j.
/// Errors: a direction or orientation that the pair needs is zero.
pub fn contact_frame<'a, T: Scalar>(
    laws: &Parameters<T>,
    place: impl Into<Place<'a, T>>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
) -> Result<ContactFrame<T>, ContactFault> {
    let place = place.into();
    check(laws, place.geometry, inputs)?;
    Ok(frame_of(laws, place, inputs, normal_rate))
}

/// [`contact_frame`] of inputs that [`check`] finds in order; faces leave their region in `region`. Becomes part of its caller, so that
/// nothing is copied.
#[inline(always)]
pub fn met<'a, T: Scalar>(
    laws: &Parameters<T>,
    place: impl Into<Place<'a, T>>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
    region: &mut Option<Region<T>>,
) -> ContactFrame<T> {
    met_knowing(laws, place.into(), inputs, (normal_rate, None), region)
}

/// Where the importer says that bodies meet; for laws that ask for no directions. Errors: [`ContactFault::NoDirection`].
#[inline(always)]
pub fn surface_given<T: Scalar>(inputs: &Inputs<T>) -> Result<Surface<T>, ContactFault> {
    check::check_given(inputs)?;
    Ok(external::surface(inputs, None))
}

/// Where a sphere meets a plane, of a geometry that is in order ([`Geometry::validate`]); likewise. Errors: [`ContactFault::NoOrientation`].
#[inline(always)]
pub fn surface_on_plane<T: Scalar>(geometry: &Geometry<T>, inputs: &Inputs<T>) -> Result<Surface<T>, ContactFault> {
    check::check_on_plane(geometry, inputs)?;
    Ok(sphere_plane::surface(&geometry.shapes, inputs, sphere_plane::normal(&geometry.shapes, &inputs.body_j)))
}

/// Where bodies meet of which j stands and i has no velocity of −0, given or as a sphere about the origin of body i on a plane, whose normal is known
/// ([`Place::plane_normal`]); likewise, of inputs that [`check`] finds in order.
#[inline(always)]
pub fn surface_at_rest<T: Scalar>(
    geometry: &Geometry<T>,
    inputs: &Inputs<T>,
    plane_normal: Option<Vector3<T>>,
) -> Surface<T> {
    match plane_normal {
        Some(normal) => sphere_plane::surface_at_rest(&geometry.shapes, inputs, normal),
        None => external::surface(inputs, None),
    }
}

/// [`met`] with the normal of a plane, if it is known already ([`Place::plane_normal`]).
#[inline(always)]
pub fn met_knowing<T: Scalar>(
    laws: &Parameters<T>,
    place: Place<T>,
    inputs: &Inputs<T>,
    (normal_rate, plane_normal): (Option<Vector3<T>>, Option<Vector3<T>>),
    region: &mut Option<Region<T>>,
) -> ContactFrame<T> {
    if let Some((held, way)) = place.solids() {
        return solids::met(held, way, laws, *inputs, region);
    }
    place.surface(inputs, normal_rate, plane_normal).frame(laws, inputs, place.geometry.radius_for(laws))
}

/// The frame of [`met`] alone.
#[inline(always)]
pub fn frame_of<'a, T: Scalar>(
    laws: &Parameters<T>,
    place: impl Into<Place<'a, T>>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
) -> ContactFrame<T> {
    met(laws, place, inputs, normal_rate, &mut None)
}

/// x and ẋ of [`met`] alone.
#[inline(always)]
pub fn approach_of<'a, T: Scalar>(
    place: impl Into<Place<'a, T>>,
    inputs: &Inputs<T>,
    normal_rate: Option<Vector3<T>>,
) -> Approach<T> {
    approach_knowing(place.into(), inputs, (normal_rate, None))
}

/// x and ẋ of [`met_knowing`] alone.
#[inline(always)]
pub fn approach_knowing<T: Scalar>(
    place: Place<T>,
    inputs: &Inputs<T>,
    (normal_rate, plane_normal): (Option<Vector3<T>>, Option<Vector3<T>>),
) -> Approach<T> {
    if let Some((held, way)) = place.solids() {
        return solids::approach(held, way, inputs);
    }
    place.surface(inputs, normal_rate, plane_normal).approach()
}
