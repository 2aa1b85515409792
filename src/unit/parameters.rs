//! The parameters of a contact.

use crate::meet::Geometry;
use crate::physics::{ContactFault, Parameters, Scalar};
use crate::stepping::Coupling;

/// All parameters of a contact, those of its laws, its geometry and its coupling. By default nothing is set, every number is 0: start
/// values are in the table of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactParameters<T: Scalar> {
    pub laws: Parameters<T>,
    pub geometry: Geometry<T>,
    pub coupling: Coupling<T>,
}

impl<T: Scalar> ContactParameters<T> {
    /// Whether laws and geometry fit together, of a compliant contact or of a rigid one.
    pub fn validate(&self, is_rigid: bool) -> Result<(), ContactFault> {
        let ContactParameters { laws, geometry, .. } = self;
        geometry.validate()?;
        if geometry.is_of_faces() {
            laws.validate_faces()?;
        }
        if is_rigid { laws.validate_rigid() } else { laws.validate(geometry.effective_radius()) }
    }
}
