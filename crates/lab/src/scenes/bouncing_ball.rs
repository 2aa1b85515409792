//! A ball that bounces on the ground until it rests [M3D].

use super::scene::{Scene, Setting, Setup, TABLE_II, Value, contact, line, panel};
use crate::plants::{SOLID, Sphere, Vector};
use crate::plot::Panel;
use crate::simulate::Run;

/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;
/// Nominal coefficient of restitution.
pub const RESTITUTION: f64 = 0.5;
/// Slower impacts have no rebound [m/s]: compliance.vsmall.
pub const SLOWEST: f64 = 0.01;
/// Height from which it falls [m].
pub const HEIGHT: f64 = 0.5;
/// Radius of the ball [m]: it plays no part.
const RADIUS: f64 = 0.05;

pub static SCENE: Scene = Scene {
    name: "bouncing-ball",
    about: "A ball bounces on the ground under Flores damping until it rests [M3D]",
    until: 1.0,
    step: 1e-6,
    held_step: 2.5e-7,
    settings: &[Setting {
        name: "scene.height",
        unit: "m",
        start: HEIGHT,
        range: (0.0, 100.0),
        about: "gap at the start",
    }],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let ball = Sphere {
        mass: 1.0,
        radius: RADIUS,
        gyration: SOLID,
        gravity: Vector::new(0.0, 0.0, -GRAVITY),
        position: Vector::new(0.0, 0.0, RADIUS + settings[0]),
        velocity: Vector::zeros(),
        angular_velocity: Vector::zeros(),
    };
    let mut unit = contact(1e12, RESTITUTION, TABLE_II);
    unit.extend([
        ("compliance.law", Value::Item("flores")),
        ("compliance.vsmall", Value::Number(SLOWEST)),
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("friction.law", Value::Item("none")),
    ]);
    Setup { plant: Box::new(ball), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    vec![panel("velocity [m/s]", vec![line(run, 2, "upwards", |s| s.plant[5])])]
}
