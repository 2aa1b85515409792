//! Coming to rest, and staying there.

use super::{G, LAWS, V3, down, gravity_on_a_slope, world};
use crate::host::{Body, EVERY, Form};
use asperity::stepping::coupling::StepFriction;
use asperity::stepping::interface::Order;

const MASS: f64 = 2.0;
const H: f64 = 1e-3;

/// Bounces lower and lower, then lies: without creep and with the force of its weight.
#[test]
fn dropped_body_bounces_and_then_rests_for_1e5_steps() {
    for (order, form) in EVERY {
        let mut world = world(StepFriction::Regularised, Body::point(MASS, -0.05, 0.0), order, form);
        world.body.gravity = down();
        // √(2·0.05/g)·(1 + e)/(1 − e) = 0.30 s of bounces
        let mut impacts = 0;
        for _ in 0..500 {
            let outcome = world.step(H);
            impacts += outcome.changes.all().iter().filter(|change| change.contact).count();
        }
        // v = 0.99 m/s halves until 2·g·h = 0.02: five or six times, and the last onset
        assert!((6..=9).contains(&impacts), "{order:?} {form:?}: {impacts}");
        // what is left of an overlap is given back with 0.1 s
        world.run(3_000, H);
        let [x, t] = [world.body.penetration(), world.body.velocity.norm()];
        assert!(t < 1e-12, "{order:?} {form:?}: {t:e}");
        let place = world.body.position;
        world.run(100_000, H);
        let creep = (world.body.position - place).norm();
        // 0.1 s to give back what is left of x, then rounding
        assert!(creep < 1e-12 + 1.01 * x.abs(), "{order:?} {form:?}: {creep:e} m from {x:e}");
        assert!(world.body.penetration().abs() < 1e-12, "{order:?} {form:?}: {:e}", world.body.penetration());
        let outcome = world.step(H);
        assert!((outcome.force.mean - V3::new(0.0, 0.0, MASS * G)).norm() < 1e-6, "{}", outcome.force.mean);
        assert_eq!(outcome.end.sticking, 1.0);
    }
}

/// Below the angle of friction nothing moves along a slope; the force holds weight and slope.
#[test]
fn body_on_a_slope_stays_for_1e5_steps() {
    for law in LAWS {
        for (order, form) in EVERY {
            let mut world = world(law, Body::point(MASS, 0.0, 0.0), order, form);
            // tan 0.3 = 0.31 of 0.4; the polygon of 8 sides reaches 0.37 between its corners
            world.body.gravity = gravity_on_a_slope(0.3);
            // in parallel order nothing holds it in the first step
            world.run(2_000, H);
            let place = world.body.position;
            world.run(100_000, H);
            let creep = (world.body.position - place).xy().norm();
            assert!(creep < 1e-11, "{law:?} {order:?} {form:?}: {creep:e} m");
            let force = world.step(H).force.mean + world.body.gravity * MASS;
            assert!(force.norm() < 1e-8 * MASS * G, "{law:?} {order:?} {form:?}: {force:e}");
        }
    }
}

/// Bristles of finite stiffness bend by the load over k_T and no further.
#[test]
fn bristles_on_a_slope_bend_by_the_load_over_their_stiffness() {
    for order in [Order::Sequential, Order::Parallel] {
        let mut world = world(StepFriction::Regularised, Body::point(MASS, 0.0, 0.0), order, Form::Mean);
        (world.coupling.time_stepping.k_T, world.coupling.time_stepping.v_th) = (1e6, 0.1);
        // half of what friction holds, since the bristles swing about the load
        let gravity = gravity_on_a_slope(0.2);
        world.body.gravity = gravity;
        world.run(20_000, H);
        let load = MASS * gravity.xy().norm();
        // host: Σ ½(v₀ + v₁)·h, bristles: Σ v₁·h, the same in the sum; but those of parallel order begin a step late,
        // at v = g·h
        let late = if order == Order::Parallel { gravity.xy().norm() * H * H } else { 0.0 };
        let (way, bent) = (world.body.position.xy().norm(), load / 1e6);
        assert!((way - late - bent).abs() < 1e-9 * bent, "{order:?}: {way:e} for {:e}", late + bent);
        let stored = world.step(H).end.energy_elastic;
        assert!((stored - 0.5 * load * load / 1e6).abs() < 1e-9 * stored, "{order:?}: {stored:e}");
    }
}

/// Beyond the angle of friction it slides with g·(sin α − μ·cos α).
#[test]
fn body_on_a_steep_slope_slides_as_coulomb_says() {
    for (order, form) in EVERY {
        let mut world = world(StepFriction::Regularised, Body::point(MASS, 0.0, 0.0), order, form);
        world.body.gravity = gravity_on_a_slope(0.6);
        world.run(100, H);
        let before = world.body.velocity;
        world.run(400, H);
        let gained = (world.body.velocity - before).xy();
        let (s, c) = 0.6f64.sin_cos();
        let a = G * (s - 0.4 * c);
        // parallel order gives back an overlap of g·h²/2 at up to 5e-5 m/s, which friction feels
        let off = if order == Order::Parallel { 3e-5 } else { 1e-7 };
        assert!((gained.norm() - 0.4 * a).abs() < off, "{order:?} {form:?}: {} for {}", gained.norm(), 0.4 * a);
        assert!((gained[1] - 2.0 * gained[0]).abs() < off, "{order:?} {form:?}: {gained}");
    }
}

/// Slides, stops and stays: v₀²/(2μg) far.
#[test]
fn sliding_body_stops_after_the_way_of_coulomb() {
    for law in LAWS {
        for (order, form) in EVERY {
            let mut body = Body::point(MASS, 0.0, 0.0);
            body.velocity = V3::new(0.0, 1.0, 0.0);
            let mut world = world(law, body, order, form);
            world.body.gravity = down();
            world.run(600, H);
            let way = 1.0 / (2.0 * 0.4 * G);
            let found = world.body.position[1];
            // one step of parallel order passes without friction; the last step ends at v = 0 within it
            assert!((found - way).abs() < 1.1 * H, "{law:?} {order:?} {form:?}: {found} for {way}");
            assert!(world.body.velocity.xy().norm() < 1e-12, "{law:?} {order:?} {form:?}: {:e}", world.body.velocity);
        }
    }
}
