//! Two shapes that are no pair of the one-contact FMU, as the contacts of a system hold them.

use crate::meet::{Geometry, HoldsSolids, Place, Solids};
use crate::physics::Scalar;
use crate::shape::Mesh;
use crate::unit::facets::Facets;
use std::sync::Arc;

/// Two shapes on their bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidPair {
    pub solids: Solids,
    /// The surface of the body of facets, if one of them is
    pub facets: Option<Arc<Facets>>,
}

impl HoldsSolids for SolidPair {
    fn solids(&self) -> (&Solids, Option<Mesh<'_>>) {
        (&self.solids, self.facets.as_ref().map(|facets| facets.mesh()))
    }
}

/// A geometry with the shapes that it does not hold itself.
pub fn placed<'a, T: Scalar>(geometry: &'a Geometry<T>, pair: &'a Option<Arc<SolidPair>>) -> Place<'a, T> {
    Place { geometry, solids: pair.as_deref().map(|pair| pair as &dyn HoldsSolids) }
}
