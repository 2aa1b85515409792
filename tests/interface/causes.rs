//! What is named as the likeliest cause where something was told wrong (docs/numerics.md step 25).

use crate::host::{Body, Form, V3, World, parameters};
use asperity::stepping::coupling::HandBack;
use asperity::stepping::interface::{Cause, Likely, Order};

const ORDERS: [Order; 2] = [Order::Sequential, Order::Parallel];
const G: f64 = 9.81;

/// A ball of 2 kg under gravity that is told, at a penetration and its rate.
fn ball(x: f64, rate: f64, order: Order) -> World {
    let mut body = Body::point(2.0, x, rate);
    body.gravity = V3::new(0.0, 0.0, -G);
    let mut world = World::new(parameters(), body, order, Form::Mean);
    world.may_pull = true;
    world.options.hand_back = HandBack::Mean;
    world
}

/// The first that is said in a second.
fn said(world: &mut World, h: f64) -> Option<Likely> {
    (0..(1.0 / h) as usize).find_map(|_| world.step(h).likely)
}

/// Impacts under trusted masses that are too large: the answers are in the ratio of the masses, to rounding.
#[test]
fn masses_are_named_with_their_ratio() {
    for order in ORDERS {
        for ratio in [2.0, 4.0, 10.0] {
            let mut world = ball(-0.02, 1.0, order);
            world.mass_factor = ratio;
            let likely = said(&mut world, 5e-3).unwrap();
            assert_eq!(likely.causes[0], Cause::Mass, "{order:?}, {ratio}: {likely:?}");
            assert!((likely.mass * ratio - 1.0).abs() < 1e-9, "{order:?}, {ratio}: {likely:?}");
        }
    }
}

/// 100 N press a ball at rest that are not told: 50 m/s². At rest a larger mass would look the same, so both are named. With
/// masses that are not trusted the ball is held where a told force would have brought it, (m·a/k)^(2/3) deep; trusted ones let it sink.
#[test]
fn a_force_that_nobody_told_is_named_and_held() {
    for order in ORDERS {
        for h in [1e-3, 1e-2] {
            for known in [false, true] {
                let mut world = ball(0.0, 0.0, order);
                world.options.mass_known = known;
                world.run((1.0 / h) as usize, h);
                let rest = world.body.penetration();
                world.body.gravity *= (G + 50.0) / G;
                world.told = G / (G + 50.0);
                let likely = said(&mut world, h).unwrap();
                let what = format!("{order:?}, H = {h}, trusted: {known}: {likely:?}");
                // ten steps at rest before are few enough for trusted masses to explain as much
                let place = usize::from(known && h == 1e-2);
                assert_eq!(likely.causes[place], Cause::Load, "{what}");
                // it is plain once the sums have but PLAIN = 0.02 of the answers before: after 18, as FADES¹⁸ = 0.8¹⁸ = 0.018
                assert!((likely.load + 50.0 * (1.0 - 0.8_f64.powi(18))).abs() < 1e-6, "{what}");
                world.run((2.0 / h) as usize, h);
                let sunk = world.body.penetration() - rest;
                let depth = |a: f64| (2.0 * a / 1e6_f64).powf(2.0 / 3.0);
                let told = depth(G + 50.0) - depth(G);
                println!("{what}: sunk by {sunk:e} m, told {told:e} m");
                // a step's free fall more
                assert!(known || sunk < told + 50.0 * h * h, "{what}: sunk by {sunk} m, {told} m if told");
            }
        }
    }
}

#[test]
fn the_other_order_is_named() {
    for order in ORDERS {
        for h in [1e-3, 5e-3] {
            for known in [false, true] {
                let mut world = ball(-0.02, 1.0, order);
                world.options.mass_known = known;
                world.options.order = ORDERS.into_iter().find(|other| *other != order);
                let likely = said(&mut world, h).unwrap();
                assert_eq!(likely.causes[0], Cause::Order, "{order:?}, H = {h}, trusted: {known}: {likely:?}");
            }
        }
    }
}

/// The same by steps of 1 and 10 ms in turn: a load misses ten times the velocity in a long one.
#[test]
fn a_force_that_nobody_told_is_named_by_steps_of_any_length() {
    for order in ORDERS {
        let mut world = ball(0.0, 0.0, order);
        world.told = 0.0;
        let likely = (0..1000).find_map(|k| world.step(if k % 2 == 0 { 1e-3 } else { 1e-2 }).likely);
        let likely = likely.expect("a load that nobody told is said");
        assert_eq!(likely.causes[0], Cause::Load, "{order:?}: {likely:?}");
        assert!((likely.load + G).abs() < 1e-6, "{order:?}: {likely:?}");
    }
}
