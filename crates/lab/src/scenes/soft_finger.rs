//! A body that one point contact holds against its weight and a torque about the normal [PT96].

use super::scene::{Scene, Setting, Setup, Value, contact, line, panel};
use crate::plants::{Puck, Torque};
use crate::plot::Panel;
use crate::record::Sample;
use crate::simulate::Run;

/// Force with which the finger presses [N].
pub const LOAD: f64 = 10.0;
/// Weight of the body, across the normal [N].
pub const WEIGHT: f64 = 2.0;
/// Stiction and Coulomb friction.
pub const MU: (f64, f64) = (0.6, 0.5);
/// Stiffness of the bristles [N/m].
pub const SIGMA_0: f64 = 2e4;
/// Radius at which spinning friction acts [m].
pub const LEVER: f64 = 0.003;
/// How the torque grows: 4 N·mm a second, for 2 s, then again from 5 s on.
pub const TORQUE: Torque = Torque { rate: 0.004, pause: [2.0, 5.0] };
const MASS: f64 = 0.2;
const INERTIA: f64 = 1e-5;
const STIFFNESS: f64 = 1e6;

pub static SCENE: Scene = Scene {
    name: "soft-finger",
    about: "A fingertip holds a body against its weight and a growing torque until it slips [PT96]",
    until: 7.7,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[Setting {
        name: "scene.rate",
        unit: "N.m/s",
        start: TORQUE.rate,
        range: (0.0, 10.0),
        about: "how fast the torque grows",
    }],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let body = Puck {
        mass: MASS,
        inertia: INERTIA,
        load: LOAD,
        force: [WEIGHT, 0.0],
        torque: Torque { rate: settings[0], ..TORQUE },
        velocity: [0.0; 2],
        spin: 0.0,
    };
    let mut unit = contact(STIFFNESS, 0.5, [MU.0, MU.1, SIGMA_0, 60.0, 0.0, 0.1, 0.01]);
    unit.extend([
        ("geometry.pair", Value::Item("external")),
        ("penetration", Value::Number((LOAD / STIFFNESS).powf(2.0 / 3.0))),
        ("friction.e_r", Value::Number(LEVER)),
        // It hangs at rest: the bristles hold the weight, and have done so for long.
        ("z[1]", Value::Number(WEIGHT / SIGMA_0)),
        ("s_dw", Value::Number(1.0)),
    ]);
    Setup { plant: Box::new(body), unit }
}

/// Force and moment by their common measure  √(|f_t|² + (c_r/e_r)²)  [N], which the bound f_max limits.
pub fn grip(sample: &Sample) -> f64 {
    let (force, moment) = (&sample.contact.friction_force, sample.contact.friction_moment.z);
    (force.dot(force) + (moment / LEVER).powi(2)).sqrt()
}

/// An angle as long as the scale of a body that is held shows it.
fn shown(angle: f64) -> f64 {
    if angle.abs() < 0.15 { angle } else { f64::NAN }
}

fn panels(run: &Run) -> Vec<Panel> {
    let moments =
        vec![line(run, 5, "torque", |s| s.plant[6]), line(run, 2, "friction", |s| -s.contact.friction_moment.z)];
    vec![
        panel("moment [N·m]", moments),
        panel("grip [N]", vec![line(run, 2, "force and moment", grip)]),
        panel("turned by [rad]", vec![line(run, 2, "angle, at first", |s| shown(s.plant[4]))]),
    ]
}
