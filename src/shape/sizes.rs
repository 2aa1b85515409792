//! A shape as a word and its sizes: how a packed system holds it, and how it comes on other numbers.

use crate::physics::{Scalar, Vector3};
use crate::shape::{Capsule, Cone, Placed, Shape, Torus};
use thiserror::Error;

/// Most sizes of a shape.
pub const MOST_SIZES: usize = 4;

impl<T: Scalar> Shape<T> {
    /// What it is, its sizes in the order of [`of_sizes`](Self::of_sizes), and how many it has.
    pub fn sizes(&self) -> (&'static str, [T; MOST_SIZES], usize) {
        let none = T::zero();
        let one_of = |word: [&'static str; 2], is_second: bool| word[usize::from(is_second)];
        match *self {
            Shape::Sphere { radius, hollow: is } => {
                (one_of(["sphere", "hollowSphere"], is), [radius, none, none, none], 1)
            }
            Shape::Plane { normal: n, height } => ("plane", [n[0], n[1], n[2], height], 4),
            Shape::Cylinder { radius, axis: a, hollow: is } => {
                (one_of(["endlessCylinder", "hollowCylinder"], is), [a[0], a[1], a[2], radius], 4)
            }
            Shape::Box { half: h } => ("box", [h[0], h[1], h[2], none], 3),
            Shape::Cone(Cone { radius, top_radius, length }) => ("cone", [radius, top_radius, length, none], 3),
            Shape::Ellipsoid { half: h } => ("ellipsoid", [h[0], h[1], h[2], none], 3),
            Shape::Capsule(Capsule { radius, length }) => ("capsule", [radius, length, none, none], 2),
            Shape::Torus(Torus { radius, tube }) => ("torus", [radius, tube, none, none], 2),
            Shape::Facets { size, is_convex } => (one_of(["mesh", "convex"], is_convex), [size, none, none, none], 1),
        }
    }

    /// The shape of a word and its sizes; None if there is none, or it has another number of them.
    pub fn of_sizes(word: &str, sizes: &[T]) -> Option<Self> {
        let vector = |a: &T, b: &T, c: &T| Vector3::new(*a, *b, *c);
        Some(match (word, sizes) {
            ("sphere" | "hollowSphere", [radius]) => Shape::Sphere { radius: *radius, hollow: word == "hollowSphere" },
            ("plane", [a, b, c, height]) => Shape::Plane { normal: vector(a, b, c), height: *height },
            ("endlessCylinder" | "hollowCylinder", [a, b, c, radius]) => {
                Shape::Cylinder { radius: *radius, axis: vector(a, b, c), hollow: word == "hollowCylinder" }
            }
            ("box", [a, b, c]) => Shape::Box { half: vector(a, b, c) },
            ("cone", [a, b, c]) => Shape::Cone(Cone { radius: *a, top_radius: *b, length: *c }),
            ("ellipsoid", [a, b, c]) => Shape::Ellipsoid { half: vector(a, b, c) },
            ("capsule", [a, b]) => Shape::Capsule(Capsule { radius: *a, length: *b }),
            ("torus", [a, b]) => Shape::Torus(Torus { radius: *a, tube: *b }),
            ("mesh" | "convex", [size]) => Shape::Facets { size: *size, is_convex: word == "convex" },
            _ => return None,
        })
    }
}

/// Why sizes are those of no shape; the names are those of the file `system.toml`.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum NoShape {
    #[error("{name} = {value:?} must be a finite number {bound}")]
    Size { name: &'static str, value: f64, bound: &'static str },
    #[error("{name} = ({x:?}, {y:?}, {z:?}) has no direction", x = .value[0], y = .value[1], z = .value[2])]
    Direction { name: &'static str, value: [f64; 3] },
}

impl Shape<f64> {
    /// Errors: a size that is not finite or not > 0, a direction of no length.
    pub fn validate(&self) -> Result<(), NoShape> {
        let positive = |name, value: f64| {
            let is_size = value > 0.0 && value.is_finite();
            if is_size { Ok(()) } else { Err(NoShape::Size { name, value, bound: "> 0" }) }
        };
        let direction = |name, v: &Vector3<f64>| {
            let is_direction = v.sum().is_finite() && v.dot(v) > 0.0;
            if is_direction { Ok(()) } else { Err(NoShape::Direction { name, value: (*v).into() }) }
        };
        match self {
            Shape::Sphere { radius, .. } => positive("radius", *radius),
            Shape::Facets { size, .. } => positive("size", *size),
            Shape::Capsule(Capsule { radius, length }) => {
                positive("radius", *radius)?;
                positive("length", *length)
            }
            Shape::Torus(Torus { radius, tube }) => {
                positive("tube", *tube)?;
                let (name, value, bound) = ("radius", *radius, "> the radius of the tube");
                let is_ring = radius > tube && radius.is_finite();
                if is_ring { Ok(()) } else { Err(NoShape::Size { name, value, bound }) }
            }
            Shape::Plane { normal, height } => {
                direction("normal", normal)?;
                let (name, value) = ("height", *height);
                if value.is_finite() { Ok(()) } else { Err(NoShape::Size { name, value, bound: "" }) }
            }
            Shape::Cylinder { radius, axis, .. } => {
                positive("radius", *radius)?;
                direction("axis", axis)
            }
            Shape::Box { half } | Shape::Ellipsoid { half } => ["size[1]", "size[2]", "size[3]"]
                .into_iter()
                .zip(half)
                .try_for_each(|(name, of)| positive(name, 2.0 * of)),
            Shape::Cone(Cone { radius, top_radius, length }) => {
                positive("radius", *radius)?;
                positive("length", *length)?;
                let is_top = *top_radius >= 0.0 && top_radius.is_finite();
                let (name, value) = ("top_radius", *top_radius);
                if is_top { Ok(()) } else { Err(NoShape::Size { name, value, bound: ">= 0" }) }
            }
        }
    }
}

impl Placed<f64> {
    /// The same on numbers that may have a slope, of 0.
    #[inline]
    pub fn constant<T: Scalar>(&self) -> Placed<T> {
        let vector = |v: &Vector3<f64>| v.map(T::from);
        let number = T::from;
        let shape = match &self.shape {
            Shape::Sphere { radius, hollow } => Shape::Sphere { radius: number(*radius), hollow: *hollow },
            Shape::Plane { normal, height } => Shape::Plane { normal: vector(normal), height: number(*height) },
            Shape::Cylinder { radius, axis, hollow } => {
                Shape::Cylinder { radius: number(*radius), axis: vector(axis), hollow: *hollow }
            }
            Shape::Box { half } => Shape::Box { half: vector(half) },
            Shape::Cone(Cone { radius, top_radius, length }) => {
                let (radius, top_radius) = (number(*radius), number(*top_radius));
                Shape::Cone(Cone { radius, top_radius, length: number(*length) })
            }
            Shape::Ellipsoid { half } => Shape::Ellipsoid { half: vector(half) },
            Shape::Capsule(Capsule { radius, length }) => {
                Shape::Capsule(Capsule { radius: number(*radius), length: number(*length) })
            }
            Shape::Torus(Torus { radius, tube }) => {
                Shape::Torus(Torus { radius: number(*radius), tube: number(*tube) })
            }
            Shape::Facets { size, is_convex } => Shape::Facets { size: number(*size), is_convex: *is_convex },
        };
        Placed { shape, center: vector(&self.center), orientation: self.orientation.map(number) }
    }
}
