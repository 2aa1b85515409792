//! A ball of one material that falls on a flat of another.

use super::scene::{Scene, Setting, Setup, Value, line, panel};
use crate::plants::{SOLID, Sphere, Vector};
use crate::plot::Panel;
use crate::simulate::Run;

const fn setting(
    name: &'static str,
    unit: &'static str,
    start: f64,
    range: (f64, f64),
    about: &'static str,
) -> Setting {
    Setting { name, unit, start, range, about }
}

pub static SCENE: Scene = Scene {
    name: "fall",
    about: "A ball falls on a flat and bounces; the stiffness follows from the materials, steel on steel unless set",
    until: 2.0,
    // The impact of the start values lasts 2.6e-4 s.
    step: 5e-6,
    held_step: 1e-6,
    settings: &[
        setting("scene.radius", "m", 0.05, (1e-6, 1e3), "radius of the ball"),
        setting("scene.height", "m", 1.0, (0.0, 1e4), "gap at the start"),
        setting("scene.speed", "m/s", 0.0, (0.0, 1e3), "velocity downwards at the start"),
        setting("scene.gravity", "m/s2", 9.81, (0.0, 1e3), "gravity"),
        setting("scene.density", "kg/m3", 7850.0, (1e-3, 1e5), "density of the ball"),
        setting("scene.e", "1", 0.5, (1e-3, 1.0), "coefficient of restitution"),
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let [radius, height, speed, gravity, density, e] = [0, 1, 2, 3, 4, 5].map(|at| settings[at]);
    let ball = Sphere {
        mass: 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * density,
        radius,
        gyration: SOLID,
        gravity: Vector::new(0.0, 0.0, -gravity),
        position: Vector::new(0.0, 0.0, radius + height),
        velocity: Vector::new(0.0, 0.0, -speed),
        angular_velocity: Vector::zeros(),
    };
    let unit = vec![
        ("compliance.source", Value::Item("materials")),
        ("compliance.e", Value::Number(e)),
        ("material.E_I", Value::Number(2.1e11)),
        ("material.nu_I", Value::Number(0.3)),
        ("material.E_J", Value::Number(2.1e11)),
        ("material.nu_J", Value::Number(0.3)),
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(radius)),
        ("friction.law", Value::Item("none")),
    ];
    Setup { plant: Box::new(ball), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    vec![panel("velocity [m/s]", vec![line(run, 2, "upwards", |s| s.plant[5])])]
}
