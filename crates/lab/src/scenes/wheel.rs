//! The wheel that slides, then rolls [P16 Table 1, Figs 3 to 5].

use super::scene::{Scene, Setting, Setup, Value, contact, line, panel};
use crate::plants::WheelOnGround;
use crate::plot::Panel;
use crate::simulate::Run;
use crate::wheel::{Coordinates, State, Wheel};

const WHEEL: Wheel = Wheel::P16;
/// Stiffness of the compliant contact [N/m^1.5]: the wheel's weight presses it in by 2e-5 m.
const STIFFNESS: f64 = 1e8;

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
    name: "wheel",
    about: "A thin wheel slides and comes to roll, compliant or by coupling.method=timeStepping [P16 Figs 3-5]",
    until: 5.0,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[
        setting("scene.speed", "m/s", 6.0, (-100.0, 100.0), "velocity of the centre at the start along world x"),
        setting("scene.turning", "rad/s", -2.0, (-100.0, 100.0), "angular velocity at the start about world z"),
        setting("scene.tilt", "deg", 20.0, (-80.0, 80.0), "angle of the wheel from the vertical at the start"),
        setting("scene.mu", "1", WHEEL.mu, (0.0, 10.0), "friction coefficient, mu_S = mu_C"),
        setting("scene.mass", "kg", WHEEL.mass, (1e-3, 1e3), "mass of the wheel"),
        setting("scene.radius", "m", WHEEL.radius, (1e-2, 10.0), "radius of the wheel"),
        setting(
            "scene.inertiaAxial",
            "kg.m2",
            WHEEL.axial,
            (1e-6, 1e6),
            "moment of inertia about the axis of the wheel",
        ),
        setting(
            "scene.inertiaTransversal",
            "kg.m2",
            WHEEL.transversal,
            (1e-6, 1e6),
            "moment of inertia about a diameter",
        ),
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let [speed, turning, tilt, mu, mass, radius, axial, transversal] = std::array::from_fn(|k| settings[k]);
    let wheel = Wheel { radius, mass, axial, transversal, mu, ..WHEEL };
    let tilt = tilt.to_radians();
    let start = State {
        q: Coordinates::from([0.0, 0.0, radius * tilt.cos(), 0.0, tilt, 0.0]),
        v: Coordinates::from([speed, 0.0, 0.0, turning, 0.0, 0.0]),
    };
    let mut unit = contact(STIFFNESS, 0.5, [mu, mu, 1e6, 1e3, 0.0, 1e-2, 0.01]);
    unit.push(("geometry.pair", Value::Item("external")));
    Setup { plant: Box::new(WheelOnGround { wheel, start }), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let rows = |axis: &str, first: usize, names: [&str; 3]| {
        panel(axis, (0..3).map(|k| line(run, 2, names[k], |s| s.plant[first + k])).collect())
    };
    vec![
        rows("centre [m]", 0, ["x", "y", "z"]),
        rows("rates of the Euler angles [rad/s]", 9, ["ψ", "θ", "φ"]),
        panel("slip [m/s]", vec![line(run, 2, "", |s| s.contact.slip_speed)]),
    ]
}
