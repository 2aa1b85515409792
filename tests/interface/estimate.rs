//! Interface coupling: free acceleration estimated, and wrong mass together with gravity and friction.

use crate::host::{Body, EVERY, Form, V3, World, coupling, options, parameters};
use asperity::stepping::ContactState;
use asperity::stepping::interface::{CouplingMemory, Options, Order, advance};

const G: f64 = 9.81;

/// A body of 2 kg, 1 cm above a plane that leans by `slope` degrees: gravity leans instead.
fn falling(order: Order, form: Form, slope: f64) -> World {
    let mut body = Body::point(2.0, -0.01, 0.0);
    let angle = f64::to_radians(slope);
    body.gravity = V3::new(angle.sin(), 0.0, -angle.cos()) * G;
    World::new(parameters(), body, order, form)
}

/// Steps for `time` [s]; the most energy gained on the way [J].
fn run(world: &mut World, h: f64, time: f64) -> f64 {
    let start = world.body.energy();
    let mut gained = f64::MIN;
    for _ in 0..(time / h) as usize {
        world.step(h);
        gained = gained.max(world.body.energy() - start);
    }
    gained
}

/// Distance from where k·x^p carries the weight [m], and speed [m/s].
fn unrest(world: &World, slope: f64) -> [f64; 2] {
    let rest = (2.0 * G * slope.to_radians().cos() / 1e6f64).powf(2.0 / 3.0);
    [(world.body.penetration() - rest).abs(), world.body.velocity.norm()]
}

/// With the mass right the estimate is as good as the truth, in both orders. 1e-12 m is 1e-9 of the resting
/// penetration.
#[test]
fn estimated_free_acceleration_holds_a_body_at_rest() {
    let mut worst = [0.0f64; 3];
    for (order, form) in EVERY {
        for slope in [0.0, 10.0] {
            for h in [1e-3, 1e-2] {
                let mut world = falling(order, form, slope);
                world.options.b_known = false;
                let gained = run(&mut world, h, 30.0);
                let [off, v] = unrest(&world, slope);
                assert!(off < 1e-12 && v < 1e-12, "{order:?} {form:?} {slope} {h}: off by {off:e} m, {v:e} m/s");
                assert!(gained < 1e-12, "{order:?} {form:?} {slope} {h}: gained {gained:e} J");
                worst = [worst[0].max(off), worst[1].max(v), worst[2].max(gained)];
            }
        }
    }
    println!("b estimated: x off by {:.1e} m, v {:.1e} m/s, gained {:.1e} J at most", worst[0], worst[1], worst[2]);
}

/// Gravity given, mass wrong: found out at the first impact, and then the body bounces, slides to a stop and rests as
/// it should.
#[test]
fn wrong_mass_under_gravity_comes_to_rest_where_it_should() {
    let mut worst = [0.0f64, 0.0, f64::MIN];
    for (order, form) in EVERY {
        for ratio in [0.25, 0.5, 1.0, 2.0, 4.0] {
            for h in [1e-3, 1e-2] {
                let mut world = falling(order, form, 10.0);
                world.options.mass_known = false;
                world.mass_factor = ratio;
                let gained = run(&mut world, h, 30.0);
                let [off, v] = unrest(&world, 10.0);
                assert!(off < 1e-12 && v < 1e-12, "{order:?} {ratio} {form:?} {h}: off by {off:e} m, {v:e} m/s");
                // the pulse that asks for the mass makes the body faster by 1e-4 of it for a step, in parallel order by twice that
                let pulse = 4e-4 * ratio * 2.0 * G * 0.01;
                assert!(gained < 1.01 * pulse, "{order:?} {ratio} {form:?} {h}: gained {gained:e} J");
                worst = [worst[0].max(off), worst[1].max(v), worst[2].max(gained)];
            }
        }
    }
    println!("mass wrong, gravity: x off by {:.1e} m, v {:.1e} m/s, gained {:.1e} J", worst[0], worst[1], worst[2]);
}

/// Velocities that turn with the contact frame are no acceleration: a body that slides on with ω_c about n, measured exactly, is
/// taken to fly on with what it has, by the estimate as by a free acceleration of 0.
#[test]
fn velocities_that_turn_with_the_frame_show_no_free_acceleration() {
    let (h, turning) = (1e-2, 30.0f64);
    let options = Options { b_known: false, ..options(Order::Sequential) };
    let (mut contact, mut memory) = (ContactState::default(), CouplingMemory::default());
    for n in 0..5 {
        let angle = turning * h * f64::from(n);
        let v_t = V3::new(angle.cos(), angle.sin(), 0.0) * 0.7;
        let mut port = Body::point(1.0, -1.0, 0.0).port(1.0);
        (port.frame.omega_c, port.frame.v_t) = (V3::new(0.0, 0.0, turning), v_t);
        let outcome = advance(&parameters(), &coupling(), &port, &contact, &mut memory, &options, h).unwrap();
        // in flight: v_t + b·H
        let off = (outcome.end.frame.v_t - v_t).norm();
        assert!(off < 1e-12, "step {n}: {off:e} m/s");
        contact = outcome.contact;
    }
}

/// A mass that is told 3 times too large: what an estimate from the newest step alone gets wrong grows from step to step (it
/// is stable below 2), the mean of new and old does not (below 4).
#[test]
fn the_estimate_is_stable_at_rest_with_a_mass_three_times_too_large() {
    for form in [Form::Mean, Form::Slope] {
        for ratio in [0.5, 2.5, 3.0] {
            let mut world = falling(Order::Sequential, form, 0.0);
            (world.options.b_known, world.mass_factor) = (false, ratio);
            // set down: k·x^p carries the weight
            (world.body.position[2], world.body.velocity[2]) = (-(2.0 * G / 1e6f64).powf(2.0 / 3.0), 0.0);
            let mut highest = 0.0f64;
            for _ in 0..3000 {
                world.step(1e-3);
                highest = highest.max(world.body.position[2]);
            }
            let [off, v] = unrest(&world, 0.0);
            assert!(off < 1e-9 && v < 1e-9, "{form:?} {ratio}: off by {off:e} m, {v:e} m/s");
            assert!(highest <= 0.0, "{form:?} {ratio}: it left the plane");
        }
    }
}
