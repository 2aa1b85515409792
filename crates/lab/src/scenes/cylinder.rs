//! A ball dropped inside a cylinder [G04 §4.1, Figs 11 to 15].

use super::scene::{INERTIA, Scene, Setting, Setup, TABLE_II, Value, contact, line, panel};
use crate::plants::{Sphere, Vector};
use crate::plot::Panel;
use crate::simulate::Run;

/// Radius of the ball [m].
pub const RADIUS: f64 = 0.1;
/// Radius of the cylinder, whose axis is world y [m].
pub const CYLINDER: f64 = 1.0;

const fn settings(speed: f64) -> [Setting; 3] {
    [
        Setting {
            name: "scene.offset",
            unit: "m",
            start: 0.3,
            range: (-0.89, 0.89),
            about: "distance of the ball from the axis at the start",
        },
        Setting {
            name: "scene.speed",
            unit: "m/s",
            start: speed,
            range: (-100.0, 100.0),
            about: "velocity at the start along the axis",
        },
        INERTIA,
    ]
}

pub static PLANE: Scene = Scene {
    name: "cylinder",
    about: "A ball dropped off centre inside a cylinder comes to roll to and fro [G04 Figs 11, 12]",
    until: 10.0,
    step: 1e-4,
    held_step: 2e-5,
    settings: &settings(0.0),
    build,
    panels,
};

pub static SPATIAL: Scene = Scene {
    name: "cylinder-spatial",
    about: "The same with 0.3 m/s along the axis: it rolls along the cylinder as well [G04 Figs 13-15]",
    until: 10.0,
    step: 1e-4,
    held_step: 2e-5,
    settings: &settings(0.3),
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let ball = Sphere {
        mass: 2.0,
        radius: RADIUS,
        gyration: settings[2],
        gravity: Vector::new(0.0, 0.0, -9.81),
        position: Vector::new(settings[0], 0.0, 0.0),
        velocity: Vector::new(0.0, settings[1], 0.0),
        angular_velocity: Vector::zeros(),
    };
    let mut unit = contact(1e6, 0.5, TABLE_II);
    unit.extend([
        ("geometry.pair", Value::Item("sphereInCylinder")),
        ("geometry.point", Value::Item("paper")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("geometry.radiusJ", Value::Number(CYLINDER)),
    ]);
    Setup { plant: Box::new(ball), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let rows = |axis: &str, first: usize, names: [&str; 3]| {
        panel(axis, (0..3).map(|k| line(run, 2, names[k], |s| s.plant[first + k])).collect())
    };
    vec![rows("velocity [m/s]", 3, ["v_x", "v_y", "v_z"]), rows("angular velocity [rad/s]", 6, ["ω_x", "ω_y", "ω_z"])]
}
