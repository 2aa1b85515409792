//! The contact of the interface coupling stepped as rigid (coupling.method = timeStepping): impacts, rest, ledger, and
//! the unit as a host sees it.

mod hypotheses;
mod impacts;
mod jams;
mod law;
mod ledger;
mod masses;
mod rest;
mod spin;
mod unit;
mod unit_refusals;
mod unused;

use crate::host::{Body, Form, M3, V3, World};
use asperity::stepping::Coupling;
use asperity::stepping::coupling::{CouplingMethod, CouplingMode, StepFriction, TimeStepping};
use asperity::stepping::interface::Order;

const LAWS: [StepFriction; StepFriction::ALL.len()] = *StepFriction::ALL.first_chunk().unwrap();

/// Rigid bristles.
fn coupling(friction: StepFriction) -> Coupling<f64> {
    let mut coupling = crate::host::coupling();
    let settings = &mut coupling.settings;
    (settings.mode, settings.method) = (CouplingMode::Interface, CouplingMethod::TimeStepping);
    (settings.step_friction, settings.step_sides) = (friction, 8);
    coupling.time_stepping = TimeStepping { k_T: 0.0, v_th: 1e-4 };
    coupling
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

/// μ = 0.4, e = 0.5.
fn world(friction: StepFriction, body: Body, order: Order, form: Form) -> World {
    World { coupling: coupling(friction), ..World::new(crate::host::parameters(), body, order, form) }
}
