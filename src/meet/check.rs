//! What the geometry cannot do without: directions, orientations, sizes that fit.

use crate::meet::orientation::{depends_on_orientation_i, depends_on_orientation_j};
use crate::meet::parameters::{Geometry, Pair};
use crate::physics::{ContactFault, Inputs, Parameters, Quaternion, Scalar, rotation};

/// How a given normal is called that has moved on with its derivative.
pub const NORMAL_AT_END: &str = "contactNormal at the end of the step";

/// Whether the normal of the pair `external` has a direction: `name` is what to blame. Errors: [`ContactFault::NoDirection`].
#[inline(always)]
pub fn check_normal<T: Scalar>(
    geometry: &Geometry<T>,
    inputs: &Inputs<T>,
    name: &'static str,
) -> Result<(), ContactFault> {
    if geometry.is_given() { rotation::check_direction(&inputs.contact_normal, name) } else { Ok(()) }
}

/// Whether an orientation can be used, or is 0 and `is_needed` by nobody. Errors: [`ContactFault::NoOrientation`].
#[inline(always)]
fn check_turn<T: Scalar>(
    q: &Quaternion<T>,
    name: &'static str,
    is_needed: impl FnOnce() -> bool,
) -> Result<(), ContactFault> {
    match rotation::check_orientation(q, name) {
        Err(_) if rotation::is_none(q) && !is_needed() => Ok(()),
        checked => checked,
    }
}

/// Whether everything that the pair needs has a direction. Errors: [`ContactFault::NoDirection`], [`ContactFault::NoOrientation`].
#[inline(always)]
pub fn check<T: Scalar>(laws: &Parameters<T>, geometry: &Geometry<T>, inputs: &Inputs<T>) -> Result<(), ContactFault> {
    check_inputs(laws, geometry, inputs)?;
    geometry.check_directions()
}

/// [`check`] of the inputs, where the parameters are in order ([`Geometry::validate`]).
#[inline(always)]
pub fn check_inputs<T: Scalar>(
    laws: &Parameters<T>,
    geometry: &Geometry<T>,
    inputs: &Inputs<T>,
) -> Result<(), ContactFault> {
    if geometry.is_given() {
        check_given(inputs)?;
    } else {
        check_turn(&inputs.body_i.orientation, "orientationI", || depends_on_orientation_i(geometry))?;
    }
    if depends_on_orientation_j(laws, geometry) {
        let is_needed = || laws.asks_for_directions() || !geometry.is_round_j();
        check_turn(&inputs.body_j.orientation, "orientationJ", is_needed)?;
    }
    Ok(())
}

/// [`check_inputs`] of a contact that is given, where nothing asks for directions.
#[inline(always)]
pub(super) fn check_given<T: Scalar>(inputs: &Inputs<T>) -> Result<(), ContactFault> {
    rotation::check_direction(&inputs.contact_normal, "contactNormal")
}

/// The same of a sphere on a plane.
#[inline(always)]
pub(super) fn check_on_plane<T: Scalar>(geometry: &Geometry<T>, inputs: &Inputs<T>) -> Result<(), ContactFault> {
    check_turn(&inputs.body_i.orientation, "orientationI", || depends_on_orientation_i(geometry))?;
    rotation::check_orientation(&inputs.body_j.orientation, "orientationJ")
}

impl<T: Scalar> Geometry<T> {
    /// Whether plane, axis and so on have a direction, and the shapes fit together at all. Errors: [`ContactFault::NoDirection`],
    /// [`ContactFault::SphereDoesNotFit`].
    pub fn validate(&self) -> Result<(), ContactFault> {
        self.check_directions()?;
        match self.settings.pair {
            Pair::SphereInCylinder | Pair::SphereInSphere => {
                let [radius_i, radius_j] = [self.shapes.radius_i, self.shapes.radius_j].map(|radius| radius.value());
                if radius_i >= radius_j { Err(ContactFault::SphereDoesNotFit { radius_i, radius_j }) } else { Ok(()) }
            }
            Pair::External | Pair::SpherePlane | Pair::SphereSphere | Pair::SphereOnCylinder => Ok(()),
        }
    }

    #[inline(always)]
    fn check_directions(&self) -> Result<(), ContactFault> {
        let shapes = &self.shapes;
        match self.settings.pair {
            Pair::SpherePlane => rotation::check_direction(&shapes.normal_j, "geometry.normalJ"),
            Pair::SphereInCylinder | Pair::SphereOnCylinder => {
                rotation::check_direction(&shapes.axis_j, "geometry.axisJ")
            }
            Pair::External | Pair::SphereSphere | Pair::SphereInSphere => Ok(()),
        }
    }
}
