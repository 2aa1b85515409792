//! One impact of a double pendulum of rods [G04 §4.2, Figs 22 and 23].

use super::scene::{Scene, Setting, Setup, TABLE_III, Value, contact, line, panel};
use crate::plants::{DoublePendulum, Link, Plant};
use crate::plot::Panel;
use crate::simulate::Run;

/// The rods: 1 m, 2 kg, 1/6 kg·m² about their middles.
const ROD: Link = Link::rod(1.0, 2.0, 1.0 / 6.0);

const SETTINGS: &[Setting] = &[
    Setting {
        name: "scene.mu",
        unit: "1",
        start: 0.3,
        range: (0.0, 100.0),
        about: "friction coefficient, mu_S = mu_C",
    },
    Setting { name: "scene.e", unit: "1", start: 0.5, range: (1e-3, 1.0), about: "coefficient of restitution" },
];

pub static CASE_A: Scene = Scene {
    name: "impact-a",
    about: "One impact of a double pendulum at 18 and 12 degrees [G04 Fig. 22]",
    until: 0.01,
    step: 2e-5,
    held_step: 5e-6,
    settings: SETTINGS,
    build: |settings| build(&pendulum(18.0, 12.0), settings),
    panels,
};

pub static CASE_B: Scene = Scene {
    name: "impact-b",
    about: "One impact of a double pendulum at 0 and 20.7 degrees [G04 Fig. 23]",
    until: 0.01,
    step: 2e-5,
    held_step: 5e-6,
    settings: SETTINGS,
    build: |settings| build(&pendulum(0.0, 20.7), settings),
    panels,
};

/// Both joints turn at −1 rad/s; the tip just touches the ground, and no gravity acts during the impact.
pub fn pendulum(phi_1: f64, phi_2: f64) -> DoublePendulum {
    let start = [phi_1.to_radians(), phi_2.to_radians(), -1.0, -1.0];
    let hanging = DoublePendulum { links: [ROD, ROD], gravity: 0.0, ground: 0.0, start };
    DoublePendulum { ground: hanging.tip_height(&start), ..hanging }
}

fn build(pendulum: &DoublePendulum, settings: &[f64]) -> Setup {
    let mut friction = TABLE_III;
    friction[0] = settings[0];
    friction[1] = settings[0];
    let mut unit = contact(1e9, settings[1], friction);
    unit.push(("geometry.pair", Value::Item("external")));
    Setup { plant: Box::new(*pendulum) as Box<dyn Plant>, unit }
}

fn panels(run: &Run) -> Vec<Panel> {
    let series = vec![line(run, 2, "along the ground", |s| s.plant[6]), line(run, 2, "upwards", |s| s.plant[7])];
    vec![panel("velocity of the tip [m/s]", series)]
}
