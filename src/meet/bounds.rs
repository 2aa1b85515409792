//! When two bodies cannot touch, from their positions alone.

use crate::meet::parameters::{HoldsSolids, Pair, Place, Solids, Surfaces};
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Vector3, rotation};
use crate::shape::{Cone, Shape};

/// What of two shapes says cheaply that they are apart, however the bodies turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Balls about the origins of both bodies that hold the shapes: the sum of their radii [m]
    Balls { reach: f64 },
    /// A ball about the origin of body i [m], and a plane of body j: normal, unit, and height [m]
    BallOnPlane { radius: f64, normal: Vector3<f64>, height: f64 },
}

impl Bounds {
    /// Of a pair; None of shapes that surround each other or have no end, and where the importer gives the contact.
    pub fn of(place: &Place<f64>) -> Option<Self> {
        let shapes = &place.geometry.shapes;
        let length = |v: &Vector3<f64>| v.dot(v).sqrt();
        let radius_i = shapes.radius_i + length(&shapes.center_i);
        if let Some(held) = place.solids {
            return of_solids(held);
        }
        match place.geometry.settings.pair {
            Pair::SpherePlane => {
                let normal = rotation::unit_vector(&shapes.normal_j);
                Some(Bounds::BallOnPlane { radius: radius_i, normal, height: shapes.height_j })
            }
            Pair::SphereSphere => Some(Bounds::Balls { reach: radius_i + shapes.radius_j + length(&shapes.center_j) }),
            Pair::External | Pair::SphereInCylinder | Pair::SphereOnCylinder | Pair::SphereInSphere => None,
        }
    }

    /// Whether the bodies are farther apart than `margin` [m] for certain.
    #[inline]
    pub fn are_apart(&self, i: &Body<f64>, j: &Body<f64>, margin: f64) -> bool {
        let way = i.position - j.position;
        let (distance, least) = match self {
            Bounds::Balls { reach } => (way.dot(&way), (reach + margin) * (reach + margin)),
            Bounds::BallOnPlane { radius, normal, height } => {
                (Rotation::of(&j.orientation).of_vector(normal).dot(&way), height + radius + margin)
            }
        };
        distance > least && distance < f64::INFINITY
    }

    /// Whether the bound moves as body j turns.
    pub fn turns_with_j(&self) -> bool {
        matches!(self, Bounds::BallOnPlane { .. })
    }
}

/// Radius of the ball about the origin of body i or j that holds its solid [m]; None of one without an end.
pub fn reach(held: &dyn HoldsSolids, side: usize) -> Option<f64> {
    let (Solids { i, j }, _) = held.solids();
    let center = if side == 0 { i.center } else { j.center };
    ball_radius(held, side).map(|radius| radius + center.dot(&center).sqrt())
}

/// The same about the origin of the shape.
pub fn ball_radius(held: &dyn HoldsSolids, side: usize) -> Option<f64> {
    let (Solids { i, j }, surfaces) = held.solids();
    match (&surfaces, side) {
        (Surfaces::Convex(both), _) => both.get(side).map(|of| of.radius),
        (Surfaces::Mesh(mesh), 0) => {
            let squares = mesh.corners.iter().map(|at| Vector3::from(*at)).map(|at| at.dot(&at));
            Some(squares.fold(0.0, f64::max).sqrt())
        }
        (Surfaces::Touched(convex), 1) => Some(convex.radius),
        _ => of_shape(if side == 0 { &i.shape } else { &j.shape }),
    }
}

/// The same of what of body i is elsewhere as it turns: a ball is not that turns about its middle.
pub fn turning_reach(held: &dyn HoldsSolids) -> Option<f64> {
    let (Solids { i, .. }, _) = held.solids();
    match i.shape {
        Shape::Sphere { .. } => Some(i.center.dot(&i.center).sqrt()),
        _ => reach(held, 0),
    }
}

/// Whether body j can be overlapped in two places and not between them, other than by turning.
pub fn are_hollow(held: &dyn HoldsSolids) -> bool {
    match held.solids().0.j.shape {
        Shape::Torus(_) => true,
        Shape::Sphere { .. }
        | Shape::Plane { .. }
        | Shape::Cylinder { .. }
        | Shape::Box { .. }
        | Shape::Cone(_)
        | Shape::Ellipsoid { .. }
        | Shape::Capsule(_)
        | Shape::Facets { .. } => false,
    }
}

fn of_solids(held: &dyn HoldsSolids) -> Option<Bounds> {
    let (solids, _) = held.solids();
    let radius_i = reach(held, 0)?;
    if let Shape::Plane { normal, height } = solids.j.shape {
        let normal = rotation::unit_vector(&normal);
        let height = height + normal.dot(&solids.j.center);
        return Some(Bounds::BallOnPlane { radius: radius_i, normal, height });
    }
    Some(Bounds::Balls { reach: radius_i + reach(held, 1)? })
}

/// Radius of the ball about the origin of a shape that holds it [m]; None of one without an end.
fn of_shape(shape: &Shape<f64>) -> Option<f64> {
    match shape {
        Shape::Sphere { radius, hollow: false } => Some(*radius),
        Shape::Box { half } => Some(half.dot(half).sqrt()),
        Shape::Ellipsoid { half } => Some(half.iter().copied().fold(0.0, f64::max)),
        Shape::Cone(Cone { radius, top_radius, length }) => {
            let across = radius.max(*top_radius);
            Some((across * across + 0.25 * length * length).sqrt())
        }
        Shape::Capsule(capsule) => Some(capsule.radius + 0.5 * capsule.length),
        Shape::Torus(torus) => Some(torus.radius + torus.tube),
        Shape::Sphere { .. } | Shape::Plane { .. } | Shape::Cylinder { .. } | Shape::Facets { .. } => None,
    }
}
