//! Interface coupling: e means e at every step size.

use crate::host::{Body, Cell, Form, World, grid, parameters};
use asperity::stepping::interface::{MOST_CHANGES, Order};

/// e_out of an impact that begins `phase`·h after a step's start; mass 2 kg, no gravity.
fn restitution(cell: &Cell, order: Order, form: Form) -> f64 {
    let Cell { e, k, h, v, phase } = *cell;
    let mut parameters = parameters();
    (parameters.compliance.e, parameters.compliance.k) = (e, k);
    let body = Body::point(2.0, -v * h * (phase + 1.0), v);
    let mut world = World::new(parameters, body, order, form);
    world.bounce(h);
    world.body.velocity[2] / v
}

/// docs/numerics.md step 5: 1e-4 in every cell, measured on the host's body.
#[test]
fn restitution_is_exact_at_every_step_size_and_phase_of_the_impact() {
    for order in [Order::Sequential, Order::Parallel] {
        for form in [Form::Mean, Form::Slope] {
            let mut worst: f64 = 0.0;
            for cell in grid() {
                let error = (restitution(&cell, order, form) - cell.e).abs();
                let Cell { e, k, h, v, phase } = cell;
                assert!(error <= 1e-4, "{order:?} {form:?} e {e} k {k:e} h {h} v {v} phase {phase}: off by {error:e}");
                worst = worst.max(error);
            }
            println!("{order:?}, {form:?}: worst |e_out - e| {worst:.2e}");
        }
    }
}

/// A ball that is dropped and bounces to rest within one step of 0.4 s: every impact is found, each with e of the one
/// before.
#[test]
fn one_step_holds_any_number_of_impacts() {
    let mut parameters = parameters();
    parameters.compliance.k = 1e9;
    let mut body = Body::point(2.0, -0.05, 0.0);
    body.gravity[2] = -9.81;
    let mut world = World::new(parameters, body, Order::Sequential, Form::Slope);
    let outcome = world.step(0.4);
    assert!(!outcome.capped, "{}", outcome.micro_steps);
    let changes: Vec<_> = outcome.changes.iter().flatten().collect();
    assert_eq!(changes.len(), MOST_CHANGES);
    // √(2·g·0.05 m), after √(2·0.05 m/g)
    let (mut speed, mut time) = ((2.0 * 9.81 * 0.05f64).sqrt(), (0.1 / 9.81f64).sqrt());
    for pair in changes.chunks(2) {
        let (onset, release) = (pair[0], pair[1]);
        assert!(onset.contact && (onset.penetration_rate - speed).abs() < 1e-9, "{onset:?}, {speed}");
        assert!((onset.after - time).abs() < 1e-9, "{onset:?}, {time}");
        // gravity acts in the impact, too, and takes a share of g times its duration
        let (rebound, slowed) = (-release.penetration_rate, 9.81 * (release.after - onset.after));
        assert!(!release.contact && rebound < 0.5 * speed && rebound > 0.5 * speed - slowed, "{release:?}, {speed}");
        // a throw comes back with its speed after 2·v/g
        (speed, time) = (rebound, release.after + 2.0 * rebound / 9.81);
    }
    // x_rest = (m·g/k)^(2/3), and the unit's own penetration settles there
    for _ in 0..100 {
        world.step(0.4);
    }
    let rest = (2.0 * 9.81 / 1e9f64).powf(2.0 / 3.0);
    assert!((world.body.penetration() - rest).abs() < 1e-9, "{:e}", world.body.penetration() - rest);
}
