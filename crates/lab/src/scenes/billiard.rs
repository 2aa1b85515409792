//! A billiard ball with side spin [PT96].

use super::scene::{Scene, Setting, Setup, Value, contact, line, panel};
use crate::plants::{SOLID, Sphere, Vector, norm, vector};
use crate::plot::Panel;
use crate::record::Sample;
use crate::simulate::Run;

/// Radius of the ball [m].
pub const RADIUS: f64 = 0.028575;
/// Coefficient of friction, mu_S = mu_C.
pub const MU: f64 = 0.2;
/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;
/// Radius at which spinning friction acts [m]; great, as on a thick cloth, so that much is to be seen.
pub const LEVER: f64 = 0.005;
/// Velocity along x at the start [m/s].
pub const SPEED: f64 = 1.0;
/// Stribeck velocity [m/s]: slip well above it is sliding. A step in kinematic coupling must see it: 1 ms slows slip by
/// 7e-3 m/s.
pub const V_S: f64 = 0.01;
const MASS: f64 = 0.17;
const STIFFNESS: f64 = 1e6;

const fn spin(name: &'static str, start: f64, about: &'static str) -> Setting {
    Setting { name, unit: "rad/s", start, range: (-1e4, 1e4), about }
}

pub static SCENE: Scene = Scene {
    name: "billiard",
    about: "A billiard ball with side spin slides on the cloth, comes to roll and spins on [PT96]",
    until: 1.5,
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
        spin("scene.sideSpin", 100.0, "angular velocity about the vertical at the start"),
        spin("scene.backSpin", 20.0, "the same about the axis across the way: against rolling"),
        spin("scene.tiltSpin", 20.0, "the same about the way itself: the cue was tilted"),
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
        angular_velocity: Vector::new(settings[3], -settings[2], settings[1]),
    };
    let mut unit = contact(STIFFNESS, 0.5, [MU, MU, 1e4, 20.0, 0.0, V_S, 0.01]);
    unit.extend([
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("friction.e_r", Value::Number(LEVER)),
        // It rests on the cloth from the start; a slower least impact speed would make the damping needlessly stiff.
        ("compliance.vMin", Value::Number(0.1)),
    ]);
    Setup { plant: Box::new(ball), unit }
}

/// Velocity of the ball's lowest point  v − R·ω×n  [m/s].
pub fn slip(sample: &Sample) -> Vector {
    vector(&sample.plant, 3) - vector(&sample.plant, 6).cross(&Vector::new(0.0, 0.0, RADIUS))
}

fn panels(run: &Run) -> Vec<Panel> {
    let series = vec![
        line(run, 2, "of the centre", |s| norm(&vector(&s.plant, 3))),
        line(run, 2, "slip", |s| norm(&slip(s))),
        line(run, 2, "spin, e_r·ω_z", |s| LEVER * s.plant[8]),
    ];
    vec![panel("velocity [m/s]", series)]
}
