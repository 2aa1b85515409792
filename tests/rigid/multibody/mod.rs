//! Steps of systems of rigid bodies with shapes of the tests' own.

mod chains;
mod judged;
mod refusals;
pub mod scenes;

use crate::common::noise;
use asperity::rigid::complementarity::Status;
use asperity::rigid::multibody::Law;
use nalgebra::{Rotation3, Vector3};
use scenes::{G, Plane, Scene, Shape, Solid, assert_solved, cradle, floor};

type V3 = Vector3<f64>;

/// A box that falls flat on four corners rebounds with e at the very moment that it should, whatever the step.
#[test]
fn box_dropped_flat_rebounds_with_e() {
    for e in [0.1, 0.3, 0.5, 0.7, 0.9] {
        for h in [1e-4, 1e-3, 3e-3, 1e-2] {
            let (half, fall, speed) = (V3::new(0.1, 0.15, 0.05), 0.0237, 1.5);
            let mut solid = Solid::at_rest(Shape::Block(half), 2.0, V3::new(0.0, 0.0, half.z + fall));
            solid.v.z = -speed;
            let mut scene = Scene::new(vec![solid], vec![floor()], Law::coulomb(0.4, e), 8);
            scene.reach = 1.0;
            // −fall = −speed·t − ½·g·t²
            let met = ((speed * speed + 2.0 * G * fall).sqrt() - speed) / G;
            let mut steps = 0;
            while f64::from(steps) * h <= met {
                let outcome = scene.step(h);
                assert_solved(&outcome);
                steps += 1;
            }
            let solid = &scene.solids[0];
            let rebound = solid.v.z + G * (f64::from(steps) * h - met);
            let e_out = rebound / (speed + G * met);
            assert!((e_out - e).abs() <= 1e-9, "{e} {h}: {e_out}");
            assert!(solid.omega.norm() < 1e-9 && solid.v.xy().norm() < 1e-9, "{solid:?}");
        }
    }
}

/// With gaps of 1 mm each ball hands its speed on, also where all impacts fall into one step.
#[test]
fn cradle_with_gaps_hands_the_speed_to_its_last_ball() {
    for h in [1e-3, 3.3e-3, 1e-2] {
        let mut scene = cradle(5, 1e-3, 1.0);
        let start = scene.energy();
        for _ in 0..(0.02 / h) as u32 {
            assert_solved(&scene.step(h));
        }
        let speeds: Vec<_> = scene.solids.iter().map(|solid| solid.v.x).collect();
        assert!((speeds[4] - 1.0).abs() < 1e-12 && speeds[..4].iter().all(|v| v.abs() < 1e-12), "{h}: {speeds:?}");
        assert!((speeds.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (scene.energy() - start).abs() < 1e-12);
    }
    // in touch it is the closed form of Poisson's hypothesis
    let mut scene = cradle(3, 0.0, 1.0);
    scene.solids[0].place.x -= 5e-4;
    scene.step(1e-3);
    for (solid, v) in scene.solids.iter().zip([-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]) {
        assert!((solid.v.x - v).abs() < 1e-11, "{:?}", solid.v);
    }
}

/// Two walls at 45° are struck at once: the ball comes back as from a floor, and rests in the middle.
#[test]
fn ball_in_a_groove_rebounds_and_rests_by_symmetry() {
    let root = 0.5f64.sqrt();
    let walls = [1.0, -1.0].map(|side| Plane { n: V3::new(side * root, 0.0, root), height: 0.0 });
    let (r, fall, speed, e, h) = (0.1, 0.01, 1.0, 0.6, 2e-3);
    let mut ball = Solid::at_rest(Shape::Ball(r), 1.0, V3::new(0.0, 0.0, r / root + fall));
    ball.v.z = -speed;
    let mut scene = Scene::new(vec![ball], walls.to_vec(), Law::coulomb(0.0, e), 4);
    scene.reach = 1.0;
    let met = ((speed * speed + 2.0 * G * fall).sqrt() - speed) / G;
    let steps = (met / h).ceil();
    (0..steps as u32).for_each(|_| assert_solved(&scene.step(h)));
    let rebound = scene.solids[0].v.z + G * (steps * h - met);
    assert!((rebound / (speed + G * met) - e).abs() < 1e-9, "{rebound}");
    (0..1000).for_each(|_| assert_solved(&scene.step(h)));
    let ball = &scene.solids[0];
    assert!(ball.v.norm() < 1e-9 && ball.omega.norm() < 1e-9 && ball.place.x.abs() < 1e-9, "{ball:?}");
    assert!((ball.place.z - r / root).abs() < 1e-5, "{}", ball.place.z);
    // √½ of the weight on each wall
    for held in scene.held.values() {
        assert!((held.normal - G * root).abs() < 1e-6, "{held:?}");
    }
}

fn on_a_slope(degrees: f64, mu: f64, stiffness: f64) -> Scene {
    let half = V3::repeat(0.1);
    let solid = Solid::at_rest(Shape::Block(half), 2.0, V3::new(0.0, 0.0, 0.1));
    let mut scene =
        Scene::new(vec![solid], vec![floor()], Law { stiffness, threshold: 0.1, ..Law::coulomb(mu, 0.3) }, 8);
    let angle = degrees.to_radians();
    scene.gravity = V3::new(G * angle.sin(), 0.0, -G * angle.cos());
    scene
}

#[test]
fn box_on_a_slope_stands_and_slides_as_it_must() {
    let mut scene = on_a_slope(15.0, 0.4, f64::INFINITY);
    (0..2000).for_each(|_| assert_solved(&scene.step(1e-2)));
    assert!(scene.fastest() < 1e-9 && scene.solids[0].place.x.abs() < 1e-9, "{:?}", scene.solids[0]);
    // bristles bend by the load over four stiffnesses
    let mut scene = on_a_slope(15.0, 0.4, 1e5);
    (0..3000).for_each(|_| assert_solved(&scene.step(1e-2)));
    let bent = 2.0 * G * 15f64.to_radians().sin() / 4e5;
    assert!((scene.solids[0].place.x - bent).abs() < 1e-2 * bent, "{} {bent}", scene.solids[0].place.x);
    let mut scene = on_a_slope(30.0, 0.4, f64::INFINITY);
    (0..100).for_each(|_| assert_solved(&scene.step(1e-2)));
    let a = G * (30f64.to_radians().sin() - 0.4 * 30f64.to_radians().cos());
    assert!((scene.solids[0].v.x - a).abs() < 1e-8, "{} {a}", scene.solids[0].v.x);
}

#[test]
fn stack_wall_and_gripper_stand() {
    for (mut scene, steps) in [(scenes::stack(10), 400), (scenes::wall(6, 5), 60), (scenes::gripper(), 1000)] {
        let start: Vec<_> = scene.solids.iter().map(|solid| solid.place).collect();
        let mut fastest = 0.0;
        for _ in 0..steps {
            let outcome = scene.step(5e-3);
            assert_solved(&outcome);
            fastest = f64::max(fastest, scene.fastest());
        }
        let moved =
            scene.solids.iter().zip(start).fold(0.0, |most, (solid, at)| f64::max(most, (solid.place - at).norm()));
        assert!(fastest < 1e-8 && moved < 1e-8, "{fastest:e} {moved:e}");
    }
}

/// Balls that fall into a box and settle: every step is solved, and energy comes from nothing but overlap.
#[test]
fn balls_settle_in_a_box() {
    let mut noise = noise();
    let mut scene = scenes::balls_in_a_box(30, 0.34, &mut noise);
    // normals stay over a step; overlap that this leaves is given back at 0.1·g·10 ms
    let given_back = 30.0 * G * (0.1 * G * 0.01) * 2e-3;
    let mut before = scene.energy();
    for _ in 0..400 {
        let outcome = scene.step(2e-3);
        assert_solved(&outcome);
        let after = scene.energy();
        assert!(after <= before + given_back, "{before} {after} {outcome:?}");
        before = after;
    }
}

/// A ball that rolls has no friction. Its slip of 5e-13 m/s at the start is 5e-11 of g·h, less than where the search for impulses ends; what a step
/// makes of it must not come back, and −1 times that after it. Forces stay up to 1e-11·g·h in q, which is 2/7 of that in v.
#[test]
fn what_rolls_is_not_pushed_to_and_fro() {
    let (r, speed, h) = (0.1, 0.7, 1e-3);
    let mut ball = Solid::at_rest(Shape::Ball(r), 1.0, V3::new(0.0, 0.0, r));
    (ball.v.x, ball.omega.y) = (speed + 5e-13, speed / r);
    let mut scene = Scene::new(vec![ball], vec![floor()], Law::coulomb(0.4, 0.0), 4);
    let mut most: f64 = 0.0;
    for step in 0..100 {
        let before = scene.solids[0].v;
        assert_solved(&scene.step(h));
        if step > 1 {
            most = most.max((scene.solids[0].v - before).norm());
        }
    }
    assert!(most <= 3e-12 * G * h, "{:e} of its weight", most / (G * h));
}

/// A cart on four legs with one of them in the air stands as one on three.
#[test]
fn cart_with_a_leg_lifted_stands_on_the_others() {
    let mut scene = scenes::cart();
    (0..400).for_each(|_| assert_solved(&scene.step(5e-3)));
    assert!(scene.fastest() < 1e-9, "{}", scene.fastest());
    assert_eq!(scene.held.len(), 3);
    let borne: f64 = scene.held.values().map(|held| held.normal).sum();
    assert!((borne - scene.solids[0].mass * -scene.gravity.z).abs() < 1e-6, "{borne}");
}

/// No scene gains energy, momentum changes by nothing but gravity, and every step is solved or says that it is not.
#[test]
fn billiard_breaks_without_gain() {
    let mut scene = scenes::billiard(8.0, 0.9);
    let momentum = |scene: &Scene| {
        scene.solids.iter().map(|solid| solid.v.xy() * solid.mass).fold(nalgebra::Vector2::zeros(), |a, b| a + b)
    };
    let mut before = scene.energy();
    for _ in 0..300 {
        let start = momentum(&scene);
        let outcome = scene.step(1e-3);
        assert_solved(&outcome);
        let after = scene.energy();
        assert!(after <= before + 1e-9 * before.abs(), "{before} {after}");
        // only friction of the floor takes of it
        let most = 0.05 * scene.solids.iter().map(|solid| solid.mass).sum::<f64>() * G * 1e-3;
        assert!((momentum(&scene) - start).norm() <= most * 1.01 + 0.05 * 0.17 * 8.0, "{:?}", momentum(&scene));
        before = after;
    }
    let moving = scene.solids.iter().filter(|solid| solid.v.norm() > 0.05).count();
    assert!(moving >= 10, "{moving}");
}

#[test]
fn what_is_squeezed_without_end_has_no_solution() {
    let mut scene = Scene::new(
        vec![Solid::at_rest(Shape::Ball(0.1), 1.0, V3::zeros())],
        vec![Plane { n: V3::z(), height: -0.1 }, Plane { n: -V3::z(), height: -0.1 }],
        Law::coulomb(0.3, 0.0),
        2,
    );
    scene.meet();
    let mut contacts = scene.contacts.clone();
    // both walls close at 0.1 m/s
    for contact in &mut contacts {
        contact.driven = contact.normal.map(|n| -0.1 * n);
    }
    let outcome = scene.stepper.advance(&scene.bodies, &contacts, 1e-2).unwrap();
    assert_eq!(outcome.status, Status::NoSolution);
}

/// A block on four corners that is hardly harder to turn than nothing: what all four press does move it, if little beside what one alone would do.
#[test]
fn what_has_next_to_no_inertia_is_not_squeezed_without_end() {
    for share in [1e-6, 1e-9, 1e-10, 1e-11, 1e-12] {
        let half = V3::new(0.4, 0.3, 0.1);
        let mut scene = Scene::new(
            vec![Solid::at_rest(Shape::Block(half), 20.0, V3::new(0.0, 0.0, half.z))],
            vec![floor()],
            Law::coulomb(0.4, 0.0),
            8,
        );
        scene.solids[0].v = V3::new(1.5, 0.0, -0.04);
        scene.meet();
        let turns = scene.bodies[0].inverse;
        for (row, from) in scene.bodies[0].inverse.iter_mut().zip(turns).skip(3) {
            (3..6).for_each(|c| row[c] = from[c] / share);
        }
        let outcome = scene.stepper.advance(&scene.bodies, &scene.contacts, 2e-3).unwrap();
        println!("{share:e}: {:?}, {:e}", outcome.status, outcome.residual);
        assert_ne!(outcome.status, Status::NoSolution, "{share:e}");
    }
}

/// Bricks whose forces nobody knows yet: the same step once more starts where the first one has ended.
#[test]
fn the_same_step_again_needs_no_search() {
    let mut scene = scenes::wall(4, 4);
    scene.meet();
    let first = scene.stepper.advance(&scene.bodies, &scene.contacts, 1e-3).unwrap();
    let found = scene.stepper.stepped(scene.contacts.len()).to_vec();
    let again = scene.stepper.advance_again(&scene.bodies, &scene.contacts, 1e-3).unwrap();
    assert_solved(&first);
    assert!(again.residual <= first.residual, "{again:?} {first:?}");
    assert!(first.iterations > 4 && again.iterations + again.sweeps <= 1, "{first:?} {again:?}");
    // 1e-10 of ‖q‖, as far as impulses are looked for
    let weight = scene.solids.iter().map(|solid| solid.mass).sum::<f64>() * G * 1e-3;
    for (first, again) in found.iter().zip(scene.stepper.stepped(scene.contacts.len())) {
        assert!((0..3).all(|i| (first.lasting[i] - again.lasting[i]).abs() < 1e-9 * weight), "{first:?} {again:?}");
    }
}

/// A ball meets the floor too slowly to rebound, and its normal turns meanwhile, which brings it closer or lifts it off by less than a nanometre: it comes
/// to rest in one impact at most, or none where turning alone closes it, as an impact does nothing about that. Each was struck 64 times in a step, and
/// all that was in touch with it.
#[test]
fn what_comes_to_rest_while_its_normal_turns_is_struck_once() {
    for (v, turned, most) in [(0.0, -5e-7, 0), (-1e-5, 2e-7, 1), (-1e-5, -2e-7, 1)] {
        let mut scene = Scene::new(
            vec![Solid::at_rest(Shape::Ball(0.1), 1.0, V3::new(0.0, 0.0, 0.1))],
            vec![floor()],
            Law::coulomb(0.3, 0.2),
            1,
        );
        scene.solids[0].v.z = v;
        scene.meet();
        let mut contacts = scene.contacts.clone();
        contacts[0].turned = contacts[0].normal.map(|n| turned * n);
        let outcome = scene.stepper.advance(&scene.bodies, &contacts, 1e-3).unwrap();
        assert_solved(&outcome);
        assert!(outcome.impacts <= most, "{v} {turned}: {}", outcome.impacts);
        // m·g·h, and what it came with; at the end the floor holds it against what turning has left of it
        let given = scene.stepper.stepped(1)[0];
        let total = given.impact[2] + given.lasting[2];
        assert!((total - (G * 1e-3 - v)).abs() <= 1.001 * f64::abs(turned), "{v} {turned}: {total}");
    }
}

/// Two balls that come down too slowly to rebound: near each other they come to rest in one impact, and then stand without a gap; else the upper one has its own. The
/// floor takes their momentum.
#[test]
fn balls_that_come_to_rest_beside_each_other_do_it_at_once() {
    let (r, v, low, h) = (0.1, 0.01, 1e-6, 5e-3);
    // 2·g·h is too slow for either ball to rebound from the floor, twice that from the other: 1/64 of a step at that speed is 15 µm
    for (gap, impacts) in [(1.5e-6, 1), (1e-5, 1), (2e-5, 2)] {
        let at = |z: f64| Solid::at_rest(Shape::Ball(r), 1.0, V3::new(0.0, 0.0, z));
        let mut scene =
            Scene::new(vec![at(r + low), at(3.0 * r + low + gap)], vec![floor()], Law::coulomb(0.3, 0.5), 2);
        (scene.solids[0].v.z, scene.solids[1].v.z) = (-v, -2.0 * v);
        let outcome = scene.step(h);
        assert_solved(&outcome);
        assert_eq!(outcome.impacts, impacts, "{gap}");
        let given = scene.stepper.stepped(2).iter().map(|given| given.impact[2].abs() + given.lasting[2].abs());
        let (floor, [below, above]) = (given.fold(0.0, f64::max), [0, 1].map(|k| scene.solids[k].v.z));
        assert!((floor - (3.0 * v + 2.0 * G * h + below + above)).abs() < 1e-12, "{gap}: {floor} {below} {above}");
        // a speed that changes evenly from 0 closes what is left in the step
        assert!(below.abs().max(above.abs()) <= 2.0 * (low + gap) / h, "{gap}: {below} {above}");
        if impacts == 2 {
            continue;
        }
        (0..20).for_each(|_| assert_solved(&scene.step(h)));
        let [below, above] = [0, 1].map(|k| scene.solids[k].place.z);
        let (on_floor, between) = (below - r, above - below - 2.0 * r);
        // 0.1 µm is no distance
        assert!(on_floor.abs() <= 1e-7 && between.abs() <= 1e-7, "{gap}: {on_floor} {between}");
        assert!(scene.fastest() < 1e-6, "{gap}: {}", scene.fastest());
    }
}

#[test]
fn bodies_in_another_order_answer_in_that_order() {
    let turned = Rotation3::from_euler_angles(0.1, 0.2, 0.3);
    let make = |swap: bool| {
        let mut solids: Vec<_> = (0..4)
            .map(|k| {
                let mut solid = Solid::at_rest(
                    Shape::Ball(0.1),
                    1.0 + k as f64,
                    V3::new(0.05 * k as f64, 0.0, 0.1 + 0.19 * k as f64),
                );
                solid.turn = turned;
                solid.v = V3::new(0.1 * k as f64, -0.2, -0.3);
                solid
            })
            .collect();
        if swap {
            solids.reverse();
        }
        let mut scene = Scene::new(solids, vec![floor()], Law::coulomb(0.3, 0.4), 20);
        assert_solved(&scene.step(1e-3));
        if swap {
            scene.solids.reverse();
        }
        scene.solids.iter().map(|solid| solid.v).collect::<Vec<_>>()
    };
    for (one, other) in make(false).iter().zip(make(true)) {
        assert!((one - other).norm() < 1e-7, "{one} {other}");
    }
}
