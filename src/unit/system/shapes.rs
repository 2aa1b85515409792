//! Shapes on bodies, and which pair of the geometry two of them make.

use crate::physics::rotation::Rotation;
use crate::physics::{Quaternion, Vector3};

/// A surface in a frame of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Radius [m]; hollow: a ball room, touched from inside
    Sphere { radius: f64, hollow: bool },
    /// Half-space below n·x = height [m]; n of any length but 0
    Plane { normal: Vector3<f64>, height: f64 },
    /// Endless cylinder of this radius [m] about an axis of any length but 0; hollow: a tube, touched from inside
    Cylinder { radius: f64, axis: Vector3<f64>, hollow: bool },
}

/// Elasticity of a material: E [Pa], ν [1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    pub young: f64,
    pub poisson: f64,
}

/// A shape on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is called behind the body's name; empty for the only one
    pub name: String,
    pub shape: Shape,
    /// Origin of its frame in the body's frame [m]
    pub position: Vector3<f64>,
    /// Its frame → the body's frame, any length but 0
    pub orientation: Quaternion<f64>,
    pub material: Option<Elasticity>,
}

impl Shape {
    /// As errors call it.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Sphere { hollow: false, .. } => "sphere",
            Shape::Sphere { hollow: true, .. } => "hollow sphere",
            Shape::Plane { .. } => "plane",
            Shape::Cylinder { hollow: false, .. } => "cylinder",
            Shape::Cylinder { hollow: true, .. } => "hollow cylinder",
        }
    }

    fn is_ball(&self) -> bool {
        matches!(self, Shape::Sphere { hollow: false, .. })
    }
}

/// Item of geometry.pair for two shapes, the ball first; None for two that do not meet.
pub fn pair(ball: &Shape, other: &Shape) -> Option<&'static str> {
    let pair = match other {
        Shape::Plane { .. } => "spherePlane",
        Shape::Sphere { hollow: false, .. } => "sphereSphere",
        Shape::Sphere { hollow: true, .. } => "sphereInSphere",
        Shape::Cylinder { hollow: false, .. } => "sphereOnCylinder",
        Shape::Cylinder { hollow: true, .. } => "sphereInCylinder",
    };
    ball.is_ball().then_some(pair)
}

/// Values of the geometry's parameters, by name, for a ball on body i and another part on body j.
pub fn parameters(ball: &Part, other: &Part) -> Vec<(String, f64)> {
    let mut values = Vec::new();
    let mut vector = |name: &str, v: &Vector3<f64>| {
        values.extend((0..3).map(|k| (format!("geometry.{name}[{}]", k + 1), v[k])));
    };
    vector("centerI", &ball.position);
    match other.shape {
        Shape::Sphere { .. } => vector("centerJ", &other.position),
        Shape::Plane { normal, .. } => vector("normalJ", &other.turned(&normal)),
        Shape::Cylinder { axis, .. } => {
            vector("axisJ", &other.turned(&axis));
            vector("centerJ", &other.position);
        }
    }
    let mut number = |name: &str, value: f64| values.push((format!("geometry.{name}"), value));
    if let Shape::Sphere { radius, .. } = ball.shape {
        number("radiusI", radius);
    }
    match other.shape {
        Shape::Sphere { radius, .. } | Shape::Cylinder { radius, .. } => number("radiusJ", radius),
        Shape::Plane { normal, height } => {
            let n = other.turned(&normal);
            number("heightJ", height + n.dot(&other.position) / n.dot(&n).sqrt());
        }
    }
    values
}

impl Part {
    /// A direction of its frame in the body's frame.
    fn turned(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        // the same bits as without an orientation
        let is_none = self.orientation == Quaternion::new(1.0, 0.0, 0.0, 0.0);
        if is_none { *direction } else { Rotation::of(&self.orientation).of_vector(direction) }
    }
}
