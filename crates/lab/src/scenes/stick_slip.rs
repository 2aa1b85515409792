//! The block of Bowden and Leben [G04 §2.2, Figs 5 to 7].

use super::scene::{Scene, Setting, Setup, TABLE_I, Value, contact, line, panel};
use crate::plants::BlockOnSpring;
use crate::plot::Panel;
use crate::simulate::Run;

/// Stiffness of the contact [N/m^1.5]; only the normal force that it gives matters.
const STIFFNESS: f64 = 1e6;
/// m·g with 1 kg and the 10 m/s² of the paper [N].
const NORMAL_FORCE: f64 = 10.0;

pub static SCENE: Scene = Scene {
    name: "stick-slip",
    about: "A block on a spring sticks to a moving plate and breaks loose, again and again [G04 Figs 5-7]",
    until: 60.0,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[Setting {
        name: "scene.speed",
        unit: "m/s",
        start: 0.05,
        range: (0.0, 100.0),
        about: "speed of the plate, at 45 degrees",
    }],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let along = settings[0] * std::f64::consts::FRAC_1_SQRT_2;
    let mut unit = contact(STIFFNESS, 0.5, TABLE_I);
    unit.extend([
        ("geometry.pair", Value::Item("external")),
        ("penetration", Value::Number((NORMAL_FORCE / STIFFNESS).powf(2.0 / 3.0))),
        ("s_dw", Value::Number(1.0)),
    ]);
    Setup {
        plant: Box::new(BlockOnSpring { mass: 1.0, spring: 2.0, gravity: NORMAL_FORCE, plate: [along, along] }),
        unit,
    }
}

fn panels(run: &Run) -> Vec<Panel> {
    let series = vec![line(run, 2, "of the block", |s| s.plant[0].hypot(s.plant[1]))];
    vec![panel("distance [m]", series), panel("dwell state [1]", vec![line(run, 2, "s_dw", |s| s.contact.dwell)])]
}
