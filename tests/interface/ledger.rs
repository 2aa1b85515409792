//! Interface coupling: the ledger, the cap on the work of one step, and what survives a step.

use crate::host::{Body, Form, V3, World, parameters, restored};
use asperity::physics::parameters::FrictionLaw;
use asperity::stepping::interface::Order;

fn residual(world: &World) -> f64 {
    let energy = world.contact.continuous.energy;
    energy.work - world.contact.stored - energy.dissipated_normal - energy.dissipated_friction
}

/// A spinning sphere of 2 kg that bounces and comes to rest.
fn bouncing(order: Order, form: Form) -> World {
    let mut body = Body::sphere(2.0, 0.1, V3::new(1.0, 0.3, -1.0), V3::new(0.0, 20.0, 5.0));
    body.gravity = V3::new(0.0, 0.0, -9.81);
    body.position[2] += 0.02;
    World::new(parameters(), body, order, form)
}

/// The elastic force of a micro-step is the mean over its way, so that the residual is what the passes leave: measured
/// 6e-11 of the work; the kinetic ledger of the body must agree with it where no hand-back is booked.
#[test]
fn ledger_closes_within_the_error_of_the_micro_steps() {
    let mut worst: f64 = 0.0;
    for order in [Order::Sequential, Order::Parallel] {
        for form in [Form::Mean, Form::Slope] {
            for h in [1e-3, 5e-3, 1e-2] {
                let mut world = bouncing(order, form);
                for _ in 0..(3.0 / h) as usize {
                    world.step(h);
                }
                let work = world.contact.continuous.energy.work;
                worst = worst.max(residual(&world).abs() / work);
                let lost =
                    0.02 * 2.0 * 9.81 + 0.5 * 2.0 * 2.09 + 0.5 * 0.008 * 425.0 + 2.0 * 9.81 * 0.1 - world.body.energy();
                println!(
                    "{order:?} {form:?} {h}: work {work:.6}, host work {:.1e}, the body lost {lost:.6} J",
                    world.contact.importer_work
                );
                if (order, form) == (Order::Sequential, Form::Slope) {
                    // the way of the contact is the body's, so nothing but the place of f·v inside a step differs
                    assert!((lost - work).abs() < 1e-3 * work, "{lost} {work}");
                }
            }
        }
    }
    println!("residual: at most {worst:.1e} of the work");
    assert!(worst < 1e-9, "{worst:e}");
}

/// A million steps in one of the ways, a tenth of it in the others. 1e-12 m are 1e-9 of the resting penetration.
#[test]
fn own_and_measured_penetration_stay_together_over_a_million_steps() {
    for order in [Order::Sequential, Order::Parallel] {
        for form in [Form::Mean, Form::Slope] {
            let steps = if (order, form) == (Order::Sequential, Form::Mean) { 1_000_000 } else { 100_000 };
            let mut world = bouncing(order, form);
            let mut apart: f64 = 0.0;
            for n in 0..steps {
                let outcome = world.step(1e-3);
                if n > 20_000 {
                    apart = apart.max((outcome.end.frame.penetration - world.body.penetration()).abs());
                }
            }
            println!("{order:?}, {form:?}: own and measured penetration at most {apart:.1e} m apart");
            assert!(apart < 1e-12, "{order:?} {form:?}: {apart:e}");
        }
    }
}

#[test]
fn cap_makes_micro_steps_larger_and_says_so() {
    for most in [1, 2, 5, 10, 10_000] {
        for k in [1e6, 1e9] {
            let mut world = bouncing(Order::Sequential, Form::Slope);
            world.parameters.compliance.k = k;
            world.options.max_micro_steps = most;
            let start = world.body.energy();
            let mut capped = false;
            for _ in 0..1000 {
                let outcome = world.step(1e-2);
                assert!(outcome.micro_steps <= most);
                capped |= outcome.capped;
                assert!(world.body.energy() <= start * (1.0 + 1e-12), "at most {most}, k {k:e}: gained energy");
            }
            let share = residual(&world).abs() / world.contact.continuous.energy.work;
            println!("at most {most}, k {k:e}: capped {capped}, residual {share:.1e} of the work");
            assert_eq!(capped, most < 10_000);
            assert!(share < 1e-3, "at most {most}, k {k:e}: residual {share:e}");
        }
    }
}

#[test]
fn saved_bytes_are_everything_that_is_carried() {
    let mut world = bouncing(Order::Sequential, Form::Mean);
    world.options.mass_known = false;
    world.mass_factor = 2.0;
    let mut again = world.clone();
    for _ in 0..200 {
        world.step(1e-3);
        again.memory = restored(&again.memory);
        again.step(1e-3);
        assert_eq!(format!("{:?}", (again.contact, again.body)), format!("{:?}", (world.contact, world.body)));
    }
}

/// A ball that settles on viscous friction so strong that a micro-step is many of its time constants: what the host's ball is
/// handed is what the unit has seen, and no step gains. The rows are those in which the mean force once was a mean of the slip
/// at the ends, 18 to 8651 times the energy there was.
#[test]
fn strong_viscous_friction_gains_nothing() {
    for (k, sigma_2, h) in [(1e4, 1e4, 1e-2), (1e4, 1e4, 1e-3), (1e5, 1e5, 1e-3), (1e6, 1e6, 1e-3)] {
        for order in [Order::Sequential, Order::Parallel] {
            let mut parameters = parameters();
            (parameters.compliance.k, parameters.friction.sigma_2) = (k, sigma_2);
            parameters.friction.mu_S = 0.4;
            let mut body = Body::sphere(2.0, 0.1, V3::new(1.0, 0.0, -0.01), V3::zeros());
            body.gravity[2] = -9.81;
            let start = body.energy();
            let mut world = World::new(parameters, body, order, Form::Slope);
            world.run((0.5 / h) as usize, h);
            // rounding
            let gained = (world.peak - start) / start;
            assert!(gained < 1e-12, "{order:?} k {k:e} sigma_2 {sigma_2:e} H {h}: {gained:e}");
        }
    }
}

/// Small bounces of a stiff ball in parallel order with slopes: the way by which a slope moves the ball otherwise than its mean is
/// not predicted, and must not pass for energy that was stored. The rows once ended with 100 to 850 times the energy.
#[test]
fn small_bounces_with_slopes_gain_nothing_in_parallel_order() {
    for (k, p, e, h) in [(5e10, 1.5, 0.9, 1e-2), (1e9, 1.5, 0.9, 1e-2), (1e8, 1.0, 0.99, 4e-3), (5e10, 1.5, 0.5, 5e-3)]
    {
        for phase in 0..20 {
            let mut parameters = parameters();
            parameters.settings.friction_law = FrictionLaw::None;
            (parameters.compliance.k, parameters.compliance.p, parameters.compliance.e) = (k, p, e);
            let v = 0.005 + 0.001 * f64::from(phase);
            let mut body = Body::sphere(2.0, 0.1, V3::new(0.0, 0.0, v), V3::zeros());
            body.gravity[2] = -9.81;
            let start = body.energy();
            let mut world = World::new(parameters, body, Order::Parallel, Form::Slope);
            world.run(200, h);
            // rounding
            assert!(world.peak - start < 1e-12, "k {k:e} p {p} v {v} H {h}: {:e} J", world.peak - start);
        }
    }
}
