//! Two shapes that are no pair of the one-contact FMU, as the contacts of a system hold them.

use crate::meet::{Geometry, HoldsSolids, Place, Solids, Surfaces, Way, table};
use crate::physics::Scalar;
use crate::shape::Shape;
use crate::unit::convex::{Faces, NoFaces};
use crate::unit::facets::Facets;
use std::sync::Arc;

/// Two shapes on their bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidPair {
    pub solids: Solids,
    /// The surfaces of the bodies of facets
    pub facets: [Option<Arc<Facets>>; 2],
    /// Of two convex bodies, and of the one that something round touches
    faces: [Option<Faces>; 2],
}

impl SolidPair {
    /// Two shapes that meet this way.
    ///
    /// Errors: a convex body has too many faces, or its surface is missing or not convex.
    pub fn new(way: Way, solids: Solids, facets: [Option<Arc<Facets>>; 2]) -> Result<Self, NoFaces> {
        let Solids { i, j } = &solids;
        let are_convex = way == Way::Volume && table::are_convex(&i.shape, &j.shape);
        let is_touched = way == Way::Point && matches!(j.shape, Shape::Facets { .. });
        let [on_i, on_j] = &facets;
        let faces = [(are_convex, i, on_i), (are_convex || is_touched, j, on_j)]
            .map(|(has_faces, of, facets)| has_faces.then(|| Faces::of(&of.shape, facets.as_deref())).transpose());
        let [faces_i, faces_j] = faces;
        let faces = [faces_i?, faces_j?];
        Ok(SolidPair { solids, facets, faces })
    }
}

impl HoldsSolids for SolidPair {
    fn solids(&self) -> (&Solids, Surfaces<'_>) {
        let surfaces = match (&self.faces, &self.facets[0]) {
            ([Some(i), Some(j)], _) => Surfaces::Convex([i.convex(), j.convex()]),
            ([_, Some(j)], _) => Surfaces::Touched(j.convex()),
            (_, Some(facets)) => Surfaces::Mesh(facets.mesh()),
            (_, None) => Surfaces::None,
        };
        (&self.solids, surfaces)
    }
}

/// A geometry with the shapes that it does not hold itself.
pub fn placed<'a, T: Scalar>(geometry: &'a Geometry<T>, pair: &'a Option<Arc<SolidPair>>) -> Place<'a, T> {
    Place { geometry, solids: pair.as_deref().map(|pair| pair as &dyn HoldsSolids) }
}
