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

/// Two shapes that make no contact, or not so.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum NoMeeting {
    #[error(transparent)]
    NoPair(#[from] NoPair),
    #[error("a {} and a {} do not meet by way = \"{}\": allowed is \"{}\" only", .names[0], .names[1], .asked.name(), .known.name())]
    NoWay { names: [&'static str; 2], asked: Way, known: Way },
}

/// What meets, in words.
pub const MEETING: &str = "a sphere meets spheres, planes, cylinders, hollow spheres, boxes, cones, ellipsoids, capsules, \
                           tori and convex bodies, a plane meets \
                           spheres, boxes, cylinders, cones, ellipsoids, capsules, tori, convex bodies and meshes, boxes, \
                           cylinders, cones and convex bodies meet each other, and capsules and ellipsoids meet each other and \
                           boxes, cylinders, cones and convex bodies";

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

/// Whether a shape is bounded by polygons, or by so many that they stand for a round side, and convex.
fn is_faced<T: Scalar>(shape: &Shape<T>) -> bool {
    matches!(shape, Shape::Box { .. } | Shape::Cone(_) | Shape::Facets { is_convex: true, .. })
}

/// Whether both shapes are convex and bounded by polygons.
pub fn are_convex<T: Scalar>(a: &Shape<T>, b: &Shape<T>) -> bool {
    is_faced(a) && is_faced(b)
}

/// How a shape of body i meets one of body j, by default as the first of these says; none where they do not meet so, or the second belongs to
/// body i.
fn ways<T: Scalar>(i: &Shape<T>, j: &Shape<T>) -> &'static [Way] {
    use Way::{Point, Volume};
    match (i, j) {
        (Shape::Sphere { hollow: false, .. }, Shape::Plane { .. }) => &[Point, Volume],
        (Shape::Sphere { hollow: false, .. }, Shape::Facets { is_convex, .. }) if !is_convex => &[],
        (Shape::Sphere { hollow: false, .. }, _) => &[Point],
        (Shape::Cone(_) | Shape::Ellipsoid { .. }, Shape::Plane { .. }) => &[Volume, Point],
        (Shape::Box { .. } | Shape::Facets { .. }, Shape::Plane { .. }) => &[Volume],
        (Shape::Capsule(_) | Shape::Torus(_), Shape::Plane { .. }) => &[Point],
        (Shape::Capsule(_), Shape::Capsule(_) | Shape::Ellipsoid { .. }) => &[Point],
        (Shape::Ellipsoid { .. }, Shape::Ellipsoid { .. }) => &[Point],
        (Shape::Capsule(_) | Shape::Ellipsoid { .. }, _) if is_faced(j) => &[Point],
        _ if are_convex(i, j) => &[Volume],
        _ => &[],
    }
}

/// How two shapes meet, and whether the second one is that of body i; the way is the default unless one is asked for.
///
/// Errors: they do not meet, or not in that way.
pub fn way<T: Scalar>(a: &Shape<T>, b: &Shape<T>, asked: Option<Way>) -> Result<(Way, bool), NoMeeting> {
    let names = [a.name(), b.name()];
    let (known, is_exchanged) = match (ways(a, b), ways(b, a)) {
        ([], of_exchanged) => (of_exchanged, true),
        (as_given, _) => (as_given, false),
    };
    let by_default = *known.first().ok_or(NoPair { names })?;
    match asked {
        Some(asked) if !known.contains(&asked) => Err(NoMeeting::NoWay { names, asked, known: by_default }),
        Some(asked) => Ok((asked, is_exchanged)),
        None => Ok((by_default, is_exchanged)),
    }
}

/// Radius of the ball that stands for a point [m]: > 0, as that of any ball, and less than what is left of a position by rounding.
pub(super) const OF_A_POINT: f64 = 1e-30;

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
    /// Where two shapes meet, by default; all else as here. Errors: they do not.
    pub fn between(&self, a: &Placed<f64>, b: &Placed<f64>) -> Result<Meeting, NoMeeting> {
        self.between_by(None, a, b)
    }

    /// Where two shapes meet, in the way that is asked for. Errors: they do not, or not so.
    pub fn between_by(&self, asked: Option<Way>, a: &Placed<f64>, b: &Placed<f64>) -> Result<Meeting, NoMeeting> {
        let (way, is_exchanged) = way(&a.shape, &b.shape, asked)?;
        if way == Way::Volume || of(&a.shape, &b.shape).is_err() {
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
