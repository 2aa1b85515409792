//! A flat disc that slides and spins to rest [PT96].

use super::scene::{Scene, Setting, Setup, Value, contact, line, panel};
use crate::plants::{Puck, Torque};
use crate::plot::Panel;
use crate::simulate::Run;

/// Radius of the disc [m].
pub const RADIUS: f64 = 0.05;
/// Coefficient of friction, mu_S = mu_C.
pub const MU: f64 = 0.2;
/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;
/// Velocity [m/s] and angular velocity [rad/s] at the start.
pub const START: (f64, f64) = (0.5, 20.0);
/// Stribeck velocity [m/s]: slip well above it is sliding. A step in kinematic coupling must see it: 1 ms slows by
/// 2e-3 m/s.
pub const V_S: f64 = 3e-3;
/// Mass of the disc [kg]: it plays no part.
const MASS: f64 = 0.17;
/// Stiffness of the contact [N/m^1.5]: only the normal force that it gives matters.
const STIFFNESS: f64 = 1e6;

/// Radius at which friction acts on a flat disc that turns on the spot under even pressure  2R/3  [m].
pub fn lever() -> f64 {
    2.0 / 3.0 * RADIUS
}

pub static SCENE: Scene = Scene {
    name: "spinning-disc",
    about: "A flat disc slides and spins on a table until it rests; force and moment share one bound [PT96]",
    until: 0.6,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[
        Setting {
            name: "scene.speed",
            unit: "m/s",
            start: START.0,
            range: (-100.0, 100.0),
            about: "velocity at the start",
        },
        Setting {
            name: "scene.spin",
            unit: "rad/s",
            start: START.1,
            range: (-1e4, 1e4),
            about: "angular velocity at the start",
        },
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let load = MASS * GRAVITY;
    let disc = Puck {
        mass: MASS,
        inertia: 0.5 * MASS * RADIUS * RADIUS,
        load,
        force: [0.0; 2],
        torque: Torque::default(),
        velocity: [settings[0], 0.0],
        spin: settings[1],
    };
    let mut unit = contact(STIFFNESS, 0.5, [MU, MU, 1e4, 20.0, 0.0, V_S, 0.01]);
    unit.extend([
        ("geometry.pair", Value::Item("external")),
        ("penetration", Value::Number((load / STIFFNESS).powf(2.0 / 3.0))),
        ("friction.e_r", Value::Number(lever())),
    ]);
    Setup { plant: Box::new(disc), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let series = vec![
        line(run, 2, "of the centre", |s| s.plant[2].hypot(s.plant[3])),
        line(run, 2, "of the rim by spinning", |s| RADIUS * s.plant[5]),
    ];
    vec![
        panel("velocity [m/s]", series),
        panel("moment about the normal [N·m]", vec![line(run, 2, "friction", |s| s.contact.friction_moment.z)]),
    ]
}
