//! Shapes: a surface in a frame of its own knows its sizes, how it is curved, and what of it is below a plane.

pub mod apart;
mod ball;
pub mod below;
mod capsule;
pub mod cone;
mod contour;
pub mod convex;
pub mod cuboid;
mod curvature;
mod ellipsoid;
pub mod facets;
mod mesh;
mod nearest;
pub mod overlap;
pub mod polygon;
mod pose;
pub mod segment;
pub mod simplex;
mod sizes;
mod symmetric;
mod torus;
pub mod walls;

pub use below::{Cut, Moments};
pub use capsule::Capsule;
pub use cone::Cone;
pub use curvature::Curvature;
pub use mesh::Mesh;
pub use nearest::Nearest;
pub use pose::Pose;
pub use sizes::MOST_SIZES;
pub use torus::Torus;

use crate::physics::rotation::{self, Rotation};
use crate::physics::{Quaternion, Round, Scalar, Vector3};

/// A surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<T: Scalar> {
    /// Radius [m] about the origin; hollow: a ball room, touched from inside
    Sphere { radius: T, hollow: bool },
    /// Half-space below n·x = height [m]; n of any length from 1e-100 to 1e100
    Plane { normal: Vector3<T>, height: T },
    /// Endless cylinder of this radius [m] about an axis of any length from 1e-100 to 1e100 through the origin; hollow: a tube, touched from
    /// inside
    Cylinder { radius: T, axis: Vector3<T>, hollow: bool },
    /// Half edges along x, y and z [m], about the origin
    Box { half: Vector3<T> },
    /// Truncated cone or cylinder with ends, about the z axis
    Cone(Cone<T>),
    /// Half axes along x, y and z [m], about the origin
    Ellipsoid { half: Vector3<T> },
    /// All that is near a line along the z axis
    Capsule(Capsule<T>),
    /// A ring about the z axis
    Torus(Torus<T>),
    /// A body of facets, whose surface is a [`Mesh`] beside it; half the smallest side of the box around it [m], and whether it is known to be
    /// convex
    Facets { size: T, is_convex: bool },
}

/// A shape on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<T: Scalar> {
    pub shape: Shape<T>,
    /// Origin of the shape in the body's frame [m]
    pub center: Vector3<T>,
    /// Its frame → the body's frame, any length from 1e-100 to 1e100
    pub orientation: Quaternion<T>,
}

impl<T: Scalar> Shape<T> {
    /// As errors call it.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Sphere { hollow: false, .. } => "sphere",
            Shape::Sphere { hollow: true, .. } => "hollow sphere",
            Shape::Plane { .. } => "plane",
            Shape::Cylinder { hollow: false, .. } => "endless cylinder",
            Shape::Cylinder { hollow: true, .. } => "hollow cylinder",
            Shape::Box { .. } => "box",
            Shape::Cone(Cone { radius, top_radius, .. }) if radius == top_radius => "cylinder",
            Shape::Cone(_) => "cone",
            Shape::Ellipsoid { .. } => "ellipsoid",
            Shape::Capsule(_) => "capsule",
            Shape::Torus(_) => "torus",
            Shape::Facets { is_convex: false, .. } => "mesh",
            Shape::Facets { is_convex: true, .. } => "convex body",
        }
    }

    /// Mean of the two principal curvatures [1/m], negative where it is hollow; None of shapes where it differs from point to point.
    pub fn mean_curvature(&self) -> Option<T> {
        let signed = |curvature: T, hollow: bool| Some(if hollow { -curvature } else { curvature });
        match *self {
            Shape::Sphere { radius, hollow } => signed(T::one() / radius, hollow),
            Shape::Cylinder { radius, hollow, .. } => signed(T::one() / (radius + radius), hollow),
            Shape::Plane { .. } => Some(T::zero()),
            Shape::Box { .. }
            | Shape::Cone(_)
            | Shape::Ellipsoid { .. }
            | Shape::Capsule(_)
            | Shape::Torus(_)
            | Shape::Facets { .. } => None,
        }
    }

    /// Moments of the part below a plane; None of a shape without an end, and of facets, which their mesh knows.
    pub fn below(&self, cut: &Cut<T>) -> Option<Moments<T>> {
        Some(match self {
            Shape::Sphere { radius, hollow: false } => ball::below(*radius, cut),
            Shape::Box { half } => cuboid::below(half, cut),
            Shape::Cone(cone) => cone.below(cut),
            Shape::Ellipsoid { half } => ellipsoid::below(half, cut),
            Shape::Sphere { .. }
            | Shape::Plane { .. }
            | Shape::Cylinder { .. }
            | Shape::Capsule(_)
            | Shape::Torus(_)
            | Shape::Facets { .. } => return None,
        })
    }

    /// The point that lies farthest along a direction of any length from 1e-100 to 1e100 [m]; None as [`below`](Self::below).
    pub fn support(&self, direction: &Vector3<T>) -> Option<Vector3<T>> {
        Some(match self {
            Shape::Sphere { radius, hollow: false } => direction * (*radius / direction.dot(direction).sqrt()),
            Shape::Box { half } => cuboid::support(half, direction),
            Shape::Cone(cone) => cone.support(direction),
            Shape::Ellipsoid { half } => ellipsoid::support(half, direction),
            Shape::Capsule(capsule) => capsule.support(direction),
            Shape::Torus(torus) => torus.farthest(&(direction / direction.dot(direction).sqrt())).0,
            Shape::Sphere { .. } | Shape::Plane { .. } | Shape::Cylinder { .. } | Shape::Facets { .. } => return None,
        })
    }

    /// The one point of an ellipsoid, a torus, a cylinder or a cone that lies farthest along a unit vector [m], and the curvatures there; None
    /// of the others. At a rim, which has no curvature across, that of [`contour`](Self::contour) counts.
    pub fn farthest(&self, direction: &Vector3<T>) -> Option<(Vector3<T>, Curvature<T>)> {
        match self {
            Shape::Ellipsoid { half } => Some(ellipsoid::farthest(half, direction)),
            Shape::Torus(torus) => Some(torus.farthest(direction)),
            Shape::Cone(cone) => {
                let contour = self.contour()?;
                Some((cone.support(direction), Curvature::even(T::one() / contour.r_contact)))
            }
            _ => None,
        }
    }

    /// How it can turn without a change of what others see of it, with this plane through the place where they touch.
    pub fn round(&self, cut: &Cut<T>) -> Round<T> {
        let about = |axis: Vector3<T>, flat: T| Round::About { axis, flat };
        let up = Vector3::new(T::zero(), T::zero(), T::one());
        match self {
            Shape::Sphere { .. } | Shape::Ellipsoid { .. } => Round::AnyWay,
            Shape::Plane { .. } | Shape::Box { .. } | Shape::Facets { .. } => Round::No,
            Shape::Cylinder { axis, .. } => about(rotation::unit_vector(axis), T::zero()),
            Shape::Cone(cone) => about(up, cone.flatness(cut)),
            Shape::Capsule(_) | Shape::Torus(_) => about(up, T::zero()),
        }
    }

    /// Where a box, a cone, an ellipsoid, a capsule or a torus is nearest to a point; None of the others.
    #[inline]
    pub fn nearest(&self, point: &Vector3<T>) -> Option<Nearest<T>> {
        Some(match self {
            Shape::Box { half } => cuboid::nearest(half, point),
            Shape::Cone(cone) => cone.nearest(point),
            Shape::Ellipsoid { half } => ellipsoid::nearest(half, point),
            Shape::Capsule(capsule) => capsule.nearest(point),
            Shape::Torus(torus) => torus.nearest(point),
            Shape::Sphere { .. } | Shape::Plane { .. } | Shape::Cylinder { .. } | Shape::Facets { .. } => return None,
        })
    }

    /// Moments of the whole body; None of a shape without an end.
    pub fn whole(&self) -> Option<Moments<T>> {
        match self {
            Shape::Capsule(capsule) => return Some(capsule.whole()),
            Shape::Torus(torus) => return Some(torus.whole()),
            _ => {}
        }
        let up = Vector3::new(T::zero(), T::zero(), T::one());
        let top = self.support(&up)?;
        self.below(&Cut { normal: up, height: top[2] })
    }

    /// Where its frame sits at `center` [m] of a body, turned by `orientation`, any length from 1e-100 to 1e100.
    pub fn placed(&self, center: Vector3<T>, orientation: &Quaternion<T>) -> Placed<T> {
        let none = Quaternion::new(T::one(), T::zero(), T::zero(), T::zero());
        // the same bits as without an orientation
        let turned = |v: Vector3<T>| if *orientation == none { v } else { Rotation::of(orientation).of_vector(&v) };
        let (shape, orientation) = match *self {
            Shape::Sphere { .. } => (*self, none),
            Shape::Plane { normal, height } => (Shape::Plane { normal: turned(normal), height }, none),
            Shape::Cylinder { radius, axis, hollow } => (Shape::Cylinder { radius, axis: turned(axis), hollow }, none),
            Shape::Box { .. }
            | Shape::Cone(_)
            | Shape::Ellipsoid { .. }
            | Shape::Capsule(_)
            | Shape::Torus(_)
            | Shape::Facets { .. } => (*self, *orientation),
        };
        Placed { shape, center, orientation }
    }
}
