//! A ball that rolls on a plane until rolling resistance stops it [M3D].

use super::scene::{Scene, Setting, Setup, Value, contact, line, panel};
use crate::plants::{SOLID, Sphere, Vector};
use crate::plot::Panel;
use crate::simulate::Run;

/// Radius of the ball [m].
pub const RADIUS: f64 = 0.1;
/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;
/// Coefficient of rolling resistance.
pub const MU_R: f64 = 0.02;
/// Velocity at the start [m/s].
pub const SPEED: f64 = 0.5;
const MASS: f64 = 2.0;
const STIFFNESS: f64 = 1e6;

pub static SCENE: Scene = Scene {
    name: "rolling-ball",
    about: "A ball rolls on a plane until rolling resistance stops it [M3D]",
    until: 4.5,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[
        Setting {
            name: "scene.speed",
            unit: "m/s",
            start: SPEED,
            range: (-100.0, 100.0),
            about: "velocity at the start",
        },
        Setting {
            name: "scene.mu_r",
            unit: "1",
            start: MU_R,
            range: (0.0, 1.0),
            about: "coefficient of rolling resistance",
        },
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let depth = (MASS * GRAVITY / STIFFNESS).powf(2.0 / 3.0);
    let ball = Sphere {
        mass: MASS,
        radius: RADIUS,
        gyration: SOLID,
        gravity: Vector::new(0.0, 0.0, -GRAVITY),
        position: Vector::new(0.0, 0.0, RADIUS - depth),
        velocity: Vector::new(settings[0], 0.0, 0.0),
        angular_velocity: Vector::new(0.0, settings[0] / RADIUS, 0.0),
    };
    let mut unit = contact(STIFFNESS, 0.5, [0.45, 0.4, 1e5, 316.227_766_016_837_94, 0.0, 0.1, 0.01]);
    unit.extend([
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("friction.mu_r", Value::Number(settings[1])),
        // It rests on the plane from the start; a slower least impact speed would make the damping needlessly stiff.
        ("compliance.vMin", Value::Number(0.1)),
    ]);
    Setup { plant: Box::new(ball), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let series = vec![line(run, 5, "v", |s| s.plant[3]), line(run, 2, "R·ω", |s| RADIUS * s.plant[7])];
    vec![
        panel("velocity [m/s]", series),
        panel("rolling couple [N·m]", vec![line(run, 2, "friction", |s| s.contact.friction_moment.y)]),
    ]
}
