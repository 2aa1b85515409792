//! A ball that strikes a plane head-on [G04 §2.1, Figs 2 and 3].

use super::scene::{Scene, Setting, Setup, TABLE_II, Value, contact, line, panel};
use crate::plants::{SOLID, Sphere, Vector};
use crate::plot::Panel;
use crate::simulate::Run;

/// Radius of the ball [m]: it plays no part.
const RADIUS: f64 = 0.1;

pub static SCENE: Scene = Scene {
    name: "drop",
    about: "A steel ball strikes a plane head-on, without gravity [G04 Figs 2, 3]",
    until: 2e-3,
    step: 2e-6,
    held_step: 5e-7,
    settings: &[
        Setting { name: "scene.speed", unit: "m/s", start: 1.0, range: (1e-6, 1e3), about: "speed of approach" },
        Setting { name: "scene.mass", unit: "kg", start: 0.454, range: (1e-9, 1e9), about: "mass of the ball" },
        Setting { name: "scene.gap", unit: "m", start: 0.0, range: (0.0, 100.0), about: "gap at the start" },
        Setting { name: "scene.e", unit: "1", start: 0.5, range: (1e-3, 1.0), about: "coefficient of restitution" },
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let ball = Sphere {
        mass: settings[1],
        radius: RADIUS,
        gyration: SOLID,
        gravity: Vector::zeros(),
        position: Vector::new(0.0, 0.0, RADIUS + settings[2]),
        velocity: Vector::new(0.0, 0.0, -settings[0]),
        angular_velocity: Vector::zeros(),
    };
    let mut unit = contact(3.4e10, settings[3], TABLE_II);
    unit.extend([
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("friction.law", Value::Item("none")),
    ]);
    Setup { plant: Box::new(ball), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    vec![panel("velocity [m/s]", vec![line(run, 2, "upwards", |s| s.plant[5])])]
}
