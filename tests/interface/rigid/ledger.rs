//! The energy ledger of rigid steps against the energy of the host's body.

use super::{LAWS, V3, down, world};
use crate::host::{Body, EVERY, Form, World};
use asperity::stepping::coupling::StepFriction;
use asperity::stepping::interface::Order;

const H: f64 = 1e-3;

fn thrown(law: StepFriction, order: Order, form: Form, k_t: f64) -> World {
    let velocity = V3::new(1.5, -0.7, 0.0);
    let mut body = Body::sphere(2.0, 0.1, velocity, V3::new(3.0, 20.0, 5.0));
    body.position[2] += 0.05;
    let mut world = world(law, body, order, form);
    world.body.gravity = down();
    (world.coupling.time_stepping.k_T, world.coupling.time_stepping.v_th) = (k_t, 0.01);
    world
}

/// Work + stored at the start = stored + dissipated to rounding, and no dissipation is negative.
#[test]
fn ledger_balances_to_rounding() {
    for law in LAWS {
        for (order, form) in EVERY {
            for k_t in [0.0, 1e7] {
                let mut world = thrown(law, order, form, k_t);
                let mut before = [0.0; 2];
                for step in 0..2_000 {
                    world.step(H);
                    let energy = world.contact.continuous.energy;
                    let (normal, friction) = (energy.dissipated_normal, energy.dissipated_friction);
                    let residual = energy.work - world.contact.stored - normal - friction;
                    let size = normal.abs() + friction.abs() + energy.work.abs();
                    let what = format!("{law:?} {order:?} {form:?} k_T {k_t:e} step {step}");
                    assert!(residual.abs() <= 1e-13 * (1.0 + size), "{what}: {residual:e}");
                    // bristles that are bent anew when sliding ends hold up to (μ·m·g)²/2k_T = 3e-6 J
                    let slack = 1e-13 + if k_t > 0.0 { 4e-6 } else { 0.0 };
                    assert!(normal >= before[0] - 1e-13, "{what}: normal {:e}", normal - before[0]);
                    assert!(friction >= before[1] - slack, "{what}: friction {:e}", friction - before[1]);
                    before = [normal, friction];
                }
                assert!(before[0] > 0.5 && before[1] > 0.1, "{law:?} {order:?} {form:?}: {before:?}");
            }
        }
    }
}

/// A host that applies mean and slope loses what the ledger says, impact by impact.
#[test]
fn work_in_the_ledger_is_what_the_body_has_lost() {
    for law in LAWS {
        let mut world = thrown(law, Order::Sequential, Form::Slope, 0.0);
        let start = world.body.energy();
        for step in 0..2_000 {
            world.step(H);
            let lost = start - world.body.energy();
            let told = world.contact.continuous.energy.work - world.contact.importer_work;
            assert!((lost - told).abs() < 1e-11, "{law:?} step {step}: lost {lost}, told {told}");
        }
    }
}

/// Nothing is gained over any step, in whatever form the host applies the force.
#[test]
fn body_never_has_more_energy_than_before() {
    for law in LAWS {
        for (order, form) in EVERY {
            let mut world = thrown(law, order, form, 0.0);
            let start = world.body.energy();
            world.run(2_000, H);
            // heights of overlaps given back: far below what a step of free fall makes, m·g²·h² = 2e-4 J
            assert!(world.peak <= start * (1.0 + 1e-12) + 1e-4, "{law:?} {order:?} {form:?}: {}", world.peak - start);
            assert!(world.gained <= 1e-12, "{law:?} {order:?} {form:?}: {:e}", world.gained);
        }
    }
}

/// Changing k_T while bristles are bent changes what they store: it is the host's work.
#[test]
fn stiffness_set_in_contact_is_booked_as_work_of_the_host() {
    let mut world = thrown(StepFriction::Regularised, Order::Sequential, Form::Mean, 1e6);
    world.body = Body::point(2.0, 0.0, 0.0);
    world.body.gravity = super::gravity_on_a_slope(0.3);
    world.coupling.time_stepping.v_th = 0.5;
    world.run(3_000, H);
    let (stored, importer_work) = (world.contact.stored, world.contact.importer_work);
    assert!(stored > 1e-6, "{stored:e}");
    world.coupling.time_stepping.k_T = 2e6;
    world.step(H);
    // λ_T is the state: at twice the stiffness it is held by half the energy
    let given = world.contact.importer_work - importer_work;
    assert!((given + 0.5 * stored).abs() < 1e-6 * stored, "{given:e} of {stored:e}");
    let energy = world.contact.continuous.energy;
    let residual = energy.work - world.contact.stored - energy.dissipated_normal - energy.dissipated_friction;
    assert!(residual.abs() < 1e-13, "{residual:e}");
}
