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

/// From 1 µm/s, where a robot in space touches, on: vMin belongs to bodies set down. 1e-4 as above.
#[test]
fn restitution_is_exact_at_any_speed() {
    for v in [1e-6, 1e-5, 1e-4, 1e-3, 10.0] {
        for (e, k, h) in [(0.5, 1e6, 1e-2), (0.9, 1e9, 1e-3), (0.1, 1e8, 0.1)] {
            for phase in [0.0, 0.37, 0.8125] {
                let cell = Cell { e, k, h, v, phase };
                for order in [Order::Sequential, Order::Parallel] {
                    let error = (restitution(&cell, order, Form::Mean) - e).abs();
                    assert!(error <= 1e-4, "{order:?} e {e} k {k:e} h {h} v {v} phase {phase}: off by {error:e}");
                }
            }
        }
    }
}

/// Gravity makes a slow landing faster than it met; the impact speed follows without a jump of the force. In steps of 10 µs,
/// 1/1500 of the contact time, the mean force rises from one to the next by no more than the elastic force and its damping can:
/// |df| ≤ (k·p·x^{p−1}·ẋ·(1 + d/e) + k·x^p·a·|ẍ|)·2h, which a jump of the damping by half would exceed in every such landing.
#[test]
fn the_force_of_a_slow_landing_does_not_jump() {
    // d(½)/½ by [G04 eq. 10]
    let (d_by_e, g, h) = (1.432_750_533_271_375, 9.81, 1e-5);
    for v in [1e-6, 1e-4, 1e-3, 1e-2] {
        let mut body = Body::point(2.0, -1e-9 * v, v);
        body.gravity[2] = -g;
        let mut world = World::new(parameters(), body, Order::Sequential, Form::Mean);
        let (mut before, mut latched) = (0.0, 0);
        let mut v_i = 0.0;
        for _ in 0..1500 {
            let outcome = world.step(h);
            let force = outcome.force.mean[2];
            let (x, rate) = (outcome.end.frame.penetration, outcome.end.frame.penetration_rate.abs());
            let deepest = x + h * rate;
            let elastic = 1e6 * deepest.powf(1.5);
            let acceleration = g + elastic * (1.0 + d_by_e) / 2.0;
            let damping = d_by_e / rate.max(outcome.contact.latch.v_i);
            let slope =
                1.5e6 * deepest.sqrt() * (rate + h * acceleration) * (1.0 + d_by_e) + elastic * damping * acceleration;
            assert!((force - before).abs() <= 2.0 * h * slope, "{v} m/s: {before} {force} {}", h * slope);
            latched += u32::from(outcome.contact.latch.v_i > v_i);
            (before, v_i) = (force, outcome.contact.latch.v_i);
        }
        assert!(latched > 2, "{v} m/s: latched {latched} times");
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
    let changes: Vec<_> = outcome.changes.all().iter().collect();
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
