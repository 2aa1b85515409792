//! Interface coupling: e means e at every step size.

mod interface_host;

use asperity::stepping::interface::Order;
use interface_host::{Body, Cell, Form, World, grid, parameters};

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

/// The target of the project: 1e-4 in every cell, measured on the host's body.
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
