//! The contact of the interface coupling stepped as rigid (coupling.method = timeStepping): impacts, rest, ledger, and
//! the unit as a host sees it.

mod hypotheses;
mod impacts;
mod jams;
mod law;
mod ledger;
mod masses;
mod rest;
mod unit;
mod unit_refusals;
mod unused;

use crate::host::{Body, Form, M3, V3, World};
use asperity::physics::Parameters;
use asperity::physics::parameters::{CouplingMethod, CouplingMode, StepFriction, TimeStepping};
use asperity::stepping::interface::Order;

const LAWS: [StepFriction; StepFriction::ALL.len()] = *StepFriction::ALL.first_chunk().unwrap();

/// μ = 0.4, e = 0.5, rigid bristles.
fn parameters(friction: StepFriction) -> Parameters<f64> {
    let mut parameters = crate::host::parameters();
    let settings = &mut parameters.settings;
    (settings.coupling, settings.coupling_method) = (CouplingMode::Interface, CouplingMethod::TimeStepping);
    (settings.step_friction, settings.step_sides) = (friction, 8);
    parameters.time_stepping = TimeStepping { k_T: 0.0, v_th: 1e-4 };
    parameters
}

const G: f64 = 9.81;

fn down() -> V3 {
    V3::new(0.0, 0.0, -G)
}

/// Standing on a slope of this angle [rad], towards x + 2y: in axes of the slope gravity turns.
fn gravity_on_a_slope(angle: f64) -> V3 {
    let (s, c) = angle.sin_cos();
    V3::new(s / 5f64.sqrt(), 2.0 * s / 5f64.sqrt(), -c) * G
}

fn world(friction: StepFriction, body: Body, order: Order, form: Form) -> World {
    World::new(parameters(friction), body, order, form)
}
