//! The ball that stands for a whole shape, after the table of [M3D].

use crate::physics::Scalar;
use crate::physics::material::Contour;
use crate::shape::{Capsule, Cone, Shape, Torus};

impl<T: Scalar> Shape<T> {
    /// `r_contact` and `isFlat` as [M3D] lists them by default; None of a plane, which it does not have.
    ///
    /// | shape | r_contact | isFlat |
    /// |---|---|---|
    /// | sphere | radius | no |
    /// | ellipsoid | half the smallest size | no |
    /// | box | half the smallest size | yes |
    /// | cylinder | the smaller of radius and half length | no |
    /// | cone | mean of both radii | no |
    /// | capsule | radius | no |
    ///
    /// Not in [M3D]: an endless cylinder has its radius, a torus that of its tube, a body of facets half the smallest side of the box around it
    /// ([M3D] takes half the shortest edge of its mesh, which depends on how it was meshed).
    ///
    /// The curvature where the shapes touch takes its place wherever there is one; it counts at the rims of cylinders and cones, which
    /// have none.
    pub fn contour(&self) -> Option<Contour<T>> {
        let (r_contact, is_flat) = match *self {
            Shape::Plane { .. } => return None,
            Shape::Sphere { radius, .. } | Shape::Cylinder { radius, .. } => (radius, false),
            Shape::Capsule(Capsule { radius, .. }) => (radius, false),
            Shape::Torus(Torus { tube, .. }) => (tube, false),
            Shape::Ellipsoid { half } => (half[0].at_most(half[1]).at_most(half[2]), false),
            Shape::Box { half } => (half[0].at_most(half[1]).at_most(half[2]), true),
            Shape::Cone(Cone { radius, top_radius, length }) if radius == top_radius => {
                (radius.at_most(length * T::from(0.5)), false)
            }
            Shape::Cone(Cone { radius, top_radius, .. }) => ((radius + top_radius) * T::from(0.5), false),
            Shape::Facets { size, .. } => (size, false),
        };
        Some(Contour { r_contact, is_flat })
    }
}
