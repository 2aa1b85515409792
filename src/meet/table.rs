//! Which shapes meet, as which pair.

use crate::meet::parameters::{Geometry, GeometrySettings, Pair, Shapes, Solids, Way};
use crate::physics::{Scalar, Vector3};
use crate::shape::{Placed, Shape};
use thiserror::Error;

/// Two shapes that no contact can be made of.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("a {} and a {} do not meet; {MEETING}", .names[0], .names[1])]
pub struct NoPair {
    pub names: [&'static str; 2],
}

/// What meets, in words.
pub const MEETING: &str = "a sphere meets spheres, planes, cylinders, hollow spheres, boxes, cones, ellipsoids, capsules, \
                           tori and convex bodies, a plane meets \
                           spheres, boxes, cylinders, cones, ellipsoids, capsules, tori, convex bodies and meshes, and boxes, \
                           cylinders, cones and convex bodies meet each other";

/// The pair of a ball on body i and a shape on body j.
fn of_ball<T: Scalar>(i: &Shape<T>, j: &Shape<T>) -> Option<Pair> {
    let Shape::Sphere { hollow: false, .. } = i else { return None };
    Some(match j {
        Shape::Sphere { hollow: false, .. } => Pair::SphereSphere,
        Shape::Sphere { hollow: true, .. } => Pair::SphereInSphere,
        Shape::Plane { .. } => Pair::SpherePlane,
        Shape::Cylinder { hollow: false, .. } => Pair::SphereOnCylinder,
        Shape::Cylinder { hollow: true, .. } => Pair::SphereInCylinder,
        Shape::Box { .. }
        | Shape::Cone(_)
        | Shape::Ellipsoid { .. }
        | Shape::Capsule(_)
        | Shape::Torus(_)
        | Shape::Facets { .. } => return None,
    })
}

/// Whether a shape has a volume below a plane.
fn has_end<T: Scalar>(shape: &Shape<T>) -> bool {
    matches!(shape, Shape::Box { .. } | Shape::Cone(_) | Shape::Ellipsoid { .. } | Shape::Facets { .. })
}

/// Whether two shapes meet by volume: one is a plane and the other has an end that is no ball, or both are convex and have faces.
pub fn is_of_faces<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    let of = |i: &Shape<T>, j: &Shape<T>| has_end(i) && matches!(j, Shape::Plane { .. });
    of(a, b) || of(b, a) || are_convex(a, b)
}

/// Whether both shapes are convex and bounded by polygons, or by so many that they stand for a round side.
pub fn are_convex<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    [a, b].iter().all(|of| matches!(of, Shape::Box { .. } | Shape::Cone(_) | Shape::Facets { is_convex: true, .. }))
}

/// Whether two shapes meet in a point, one a ball and the other a solid that is none.
fn is_of_ball_and_solid<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    let is_solid = |of: &Shape<T>| match of {
        Shape::Box { .. } | Shape::Cone(_) | Shape::Ellipsoid { .. } | Shape::Capsule(_) | Shape::Torus(_) => true,
        Shape::Facets { is_convex, .. } => *is_convex,
        Shape::Sphere { .. } | Shape::Plane { .. } | Shape::Cylinder { .. } => false,
    };
    is_ball(a) && is_solid(b) || is_ball(b) && is_solid(a)
}

fn is_ball<T: Scalar>(shape: &Shape<T>) -> bool {
    matches!(shape, Shape::Sphere { hollow: false, .. })
}

/// Whether two shapes meet in a point, one a torus and the other a plane.
fn is_of_torus_and_plane<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    matches!((a, b), (Shape::Torus(_), Shape::Plane { .. }) | (Shape::Plane { .. }, Shape::Torus(_)))
}

/// Whether two shapes can be in contact.
pub fn meet<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    is_of_faces(a, b)
        || is_of_ball_and_solid(a, b)
        || is_of_torus_and_plane(a, b)
        || of(a, b).is_ok()
        || pieces(a, b).is_some()
}

/// Radius of the ball that stands for a point [m]: > 0, as that of any ball, and less than what is left of a position by rounding.
const OF_A_POINT: f64 = 1e-30;

/// A shape that meets others as a ball does, in one point of its body.
pub fn point() -> Shape<f64> {
    Shape::Sphere { radius: OF_A_POINT, hollow: false }
}

/// Whether a shape is a [`point`].
pub fn is_point(shape: &Shape<f64>) -> bool {
    *shape == point()
}

/// A shape and where its frame is in that of the shape it is a part of [m].
pub type Piece<T> = (Shape<T>, Vector3<T>);

/// A capsule on a plane meets it with its two caps: the balls in the place of the capsule, and whether that is the first shape. None of other
/// pairs, which make one contact.
pub fn pieces<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> Option<([Piece<T>; 2], bool)> {
    let (capsule, is_first) = match (a, b) {
        (Shape::Capsule(capsule), Shape::Plane { .. }) => (capsule, true),
        (Shape::Plane { .. }, Shape::Capsule(capsule)) => (capsule, false),
        _ => return None,
    };
    let ball = Shape::Sphere { radius: capsule.radius, hollow: false };
    Some((capsule.ends().map(|center| (ball, center)), is_first))
}

/// The pair of two shapes, and whether the second one is that of body i. Errors: there is none.
pub fn of<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> Result<(Pair, bool), NoPair> {
    let as_given = of_ball(a, b).map(|pair| (pair, false));
    as_given.or_else(|| of_ball(b, a).map(|pair| (pair, true))).ok_or_else(|| NoPair { names: [a.name(), b.name()] })
}

/// The shapes of a pair on body i and body j, in frames of their own; None of an external one.
pub fn shapes<T: Scalar>(geometry: &Geometry<T>) -> Option<[Shape<T>; 2]> {
    let Shapes { radius_i, normal_j, height_j, radius_j, axis_j, .. } = geometry.shapes;
    let sphere = |radius: T, hollow: bool| Shape::Sphere { radius, hollow };
    let j = match geometry.settings.pair {
        Pair::External => return None,
        Pair::SpherePlane => Shape::Plane { normal: normal_j, height: height_j },
        Pair::SphereSphere => sphere(radius_j, false),
        Pair::SphereInCylinder => Shape::Cylinder { radius: radius_j, axis: axis_j, hollow: true },
        Pair::SphereOnCylinder => Shape::Cylinder { radius: radius_j, axis: axis_j, hollow: false },
        Pair::SphereInSphere => sphere(radius_j, true),
    };
    Some([sphere(radius_i, false), j])
}

/// Two shapes that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    pub geometry: Geometry<f64>,
    /// The shapes where they are no pair
    pub solids: Option<Solids>,
    /// Whether the second shape is that of body i
    pub is_exchanged: bool,
}

impl Geometry<f64> {
    /// Where two shapes meet; all else as here. Errors: they do not.
    pub fn between(&self, a: &Placed<f64>, b: &Placed<f64>) -> Result<Meeting, NoPair> {
        let way = match (is_of_faces(&a.shape, &b.shape), is_of_ball_and_solid(&a.shape, &b.shape)) {
            (true, _) => Some((Way::Volume, matches!(a.shape, Shape::Plane { .. }))),
            (false, true) => Some((Way::Point, !is_ball(&a.shape))),
            (false, false) if is_of_torus_and_plane(&a.shape, &b.shape) => {
                Some((Way::Point, matches!(a.shape, Shape::Plane { .. })))
            }
            (false, false) => None,
        };
        if let Some((way, is_exchanged)) = way {
            let (i, j) = if is_exchanged { (b, a) } else { (a, b) };
            let settings = GeometrySettings { pair: Pair::External, way: Some(way), ..self.settings };
            let geometry = Geometry { settings, shapes: self.shapes };
            return Ok(Meeting { geometry, solids: Some(Solids { i: *i, j: *j }), is_exchanged });
        }
        let (pair, is_exchanged) = of(&a.shape, &b.shape)?;
        let (i, j) = if is_exchanged { (b, a) } else { (a, b) };
        let mut geometry = *self;
        (geometry.settings.pair, geometry.settings.way) = (pair, None);
        let to = &mut geometry.shapes;
        to.center_i = i.center;
        if let Shape::Sphere { radius, .. } = i.shape {
            to.radius_i = radius;
        }
        to.center_j = j.center;
        match j.shape {
            Shape::Sphere { radius, .. } => to.radius_j = radius,
            Shape::Plane { normal, height } => {
                to.normal_j = normal;
                to.height_j = height + normal.dot(&j.center) / normal.dot(&normal).sqrt();
                to.center_j = Vector3::zeros();
            }
            Shape::Cylinder { radius, axis, .. } => (to.radius_j, to.axis_j) = (radius, axis),
            Shape::Box { .. }
            | Shape::Cone(_)
            | Shape::Ellipsoid { .. }
            | Shape::Capsule(_)
            | Shape::Torus(_)
            | Shape::Facets { .. } => {}
        }
        Ok(Meeting { geometry, solids: None, is_exchanged })
    }
}
