//! The double pendulum on the ground [G04 §4.2, Figs 16 to 21].

use super::scene::{Scene, Setup, TABLE_III, Value, contact, line, panel};
use crate::plants::{DoublePendulum, Link};
use crate::plot::Panel;
use crate::simulate::Run;

pub static SCENE: Scene = Scene {
    name: "pendulum",
    about: "A double pendulum strikes the ground, bounces, slides and sticks [G04 Figs 17-21]",
    until: 10.0,
    step: 5e-5,
    held_step: 5e-6,
    settings: &[],
    build,
    panels,
};

fn build(_settings: &[f64]) -> Setup {
    let plant = DoublePendulum {
        links: [Link::point(0.5, 5.0), Link::point(0.25, 2.0)],
        gravity: 9.81,
        ground: -0.61,
        start: [45.0, 0.0, -120.0, 130.0].map(f64::to_radians),
    };
    let mut unit = contact(1e9, 0.9, TABLE_III);
    unit.push(("geometry.pair", Value::Item("external")));
    Setup { plant: Box::new(plant), unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let rows = |axis: &str, first: usize, names: [&str; 2]| {
        panel(axis, (0..2).map(|k| line(run, 2, names[k], |s| s.plant[first + k].to_degrees())).collect())
    };
    vec![
        rows("joint angle [deg]", 0, ["φ1", "φ2"]),
        rows("joint velocity [deg/s]", 2, ["φ1", "φ2"]),
        panel("dwell state [1]", vec![line(run, 2, "s_dw", |s| s.contact.dwell)]),
    ]
}
