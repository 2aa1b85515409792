//! What the geometry cannot do without: directions, orientations, sizes that fit.

use crate::meet::orientation::{depends_on_orientation_i, depends_on_orientation_j};
use crate::meet::parameters::{Geometry, Pair};
use crate::physics::{ContactFault, Inputs, Parameters, Scalar, rotation};

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

/// Whether an orientation of body j of 0 would matter.
#[inline(always)]
fn needs_orientation_j<T: Scalar>(laws: &Parameters<T>, geometry: &Geometry<T>) -> bool {
    depends_on_orientation_j(laws, geometry) && (laws.asks_for_directions() || !geometry.is_round_j())
}

/// Whether everything that the pair needs has a direction. Errors: [`ContactFault::NoDirection`], [`ContactFault::NoOrientation`].
#[inline(always)]
pub fn check<T: Scalar>(laws: &Parameters<T>, geometry: &Geometry<T>, inputs: &Inputs<T>) -> Result<(), ContactFault> {
    if geometry.is_given() {
        rotation::check_direction(&inputs.contact_normal, "contactNormal")?;
    } else if depends_on_orientation_i(geometry) || !rotation::is_none(&inputs.body_i.orientation) {
        rotation::check_orientation(&inputs.body_i.orientation, "orientationI")?;
    }
    let is_read = depends_on_orientation_j(laws, geometry) && !rotation::is_none(&inputs.body_j.orientation);
    if is_read || needs_orientation_j(laws, geometry) {
        rotation::check_orientation(&inputs.body_j.orientation, "orientationJ")?;
    }
    geometry.check_directions()
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
