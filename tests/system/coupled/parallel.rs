//! Systems of which the bodies step at the same time as the unit: the force of a step acts over the next one.

use super::host::{Host, HostBody};
use super::{box_on_corners, box_on_its_face, cradle_of, get};
use crate::random::Random;
use nalgebra::{UnitQuaternion, Vector3};

const HOWS: [&str; 4] = ["meanAndSlope", "line", "mean", "twoStep"];

fn parallel(text: &str, how: &str) -> String {
    text.replace("\"sequential\"", "\"parallel\"").replace("\"meanAndSlope\"", &format!("\"{how}\""))
}

fn rigid(text: &str) -> String {
    text.replace("[contacts]\n", "[contacts]\ncoupling.method = \"timeStepping\"\n")
}

/// A box of 2 kg with its underside so high, which falls so fast.
fn falling(text: &str, height: f64, speed: f64, gravity: [f64; 3]) -> Host {
    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
    body.position[2] = 0.1 + height;
    body.velocity[2] = -speed;
    Host::new(text, vec![body], gravity)
}

/// By how much the speed after the impact is not e, some steps later.
fn missed(mut host: Host, e: f64, later: usize, mut h: impl FnMut() -> f64, even: f64) -> f64 {
    while host.bodies[0].velocity[2] <= 0.0 || host.bodies[0].position[2] < 0.1 {
        host.step(h());
        assert!(host.time < 1.0);
    }
    (0..later).for_each(|_| host.step(even));
    (host.bodies[0].velocity[2] - e).abs()
}

#[test]
fn box_dropped_flat_rebounds_with_e_in_parallel_order() {
    for how in HOWS {
        for (e, k, h) in [(0.1, 1e6, 1e-4), (0.5, 1e9, 1e-3), (0.9, 1e6, 1e-2), (0.5, 1e9, 1e-2)] {
            // the last one meets within the first step of 1 and 10 ms, which no force can answer
            for height in [1.7e-3, 0.0237, 0.3e-3] {
                for text in [box_on_corners(e, k), box_on_its_face(e, 100.0 * k)] {
                    let text = parallel(&text, how);
                    let miss = missed(falling(&text, height, 1.0, [0.0; 3]), e, 2, || h, h);
                    assert!(miss < 1e-4, "{how} {e} {k} {h} {height}: {miss:e}");
                    let miss = missed(falling(&rigid(&text), height, 1.0, [0.0; 3]), e, 2, || h, h);
                    assert!(miss < 1e-9, "rigid {how} {e} {h} {height}: {miss:e}");
                }
            }
        }
    }
}

/// Impacts shorter and longer than the steps, which differ by up to a factor of six from one to the next.
#[test]
fn steps_of_other_lengths_keep_e_in_parallel_order() {
    let mut random = Random(3);
    for number in 0..48 {
        let how = HOWS[number % 4];
        let (e, k, h) = (random.within(0.1, 0.9), random.size(1e6, 1e9), random.size(2e-4, 1e-2));
        let text = if number % 8 < 4 { box_on_corners(e, k) } else { box_on_its_face(e, 100.0 * k) };
        let host = falling(&parallel(&text, how), 0.02 * random.within(0.1, 1.0), 1.0, [0.0; 3]);
        // what is spread over steps is settled when the longest one is forgotten
        let miss = missed(host, e, 60, || h * random.within(0.4, 2.5), h);
        assert!(miss < 1e-4, "{how} {e} {k} {h}: {miss:e}");
    }
}

#[test]
fn bodies_rest_in_parallel_order() {
    let angle = 15.0_f64.to_radians();
    let gravity = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
    let h = 1e-2;
    for how in HOWS {
        let has_slope = ["meanAndSlope", "line"].contains(&how);
        let face = box_on_its_face(0.5, 1e9);
        // by the mean, or in two steps, a box on its face trembles by 1e-5 m/s at this step, in both orders
        let soft = if has_slope { Some(face.clone()) } else { None };
        for text in [box_on_corners(0.5, 1e6), rigid(&face)].into_iter().chain(soft) {
            let mut host = falling(&parallel(&text, how), 0.0, 0.0, gravity);
            (0..(2.0 / h) as usize).for_each(|_| host.step(h));
            let at = host.bodies[0].clone();
            host.step(h);
            let drift = (host.bodies[0].position - at.position) / h;
            assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9, "{how} {h}: {drift}");
        }
    }
}

#[test]
fn last_ball_takes_the_speed_in_parallel_order() {
    for how in HOWS {
        for h in [1e-3, 1e-2] {
            let mut host = cradle_of(|text| parallel(&text.replace("compliance.k = 1\n", "compliance.k = 1e9\n"), how));
            (0..(0.05 / h) as usize + 2).for_each(|_| host.step(h));
            let found: Vec<f64> = host.bodies.iter().map(|body| body.velocity[0]).collect();
            assert!((found[4] - 1.0).abs() < 1e-4 && found[..4].iter().all(|v| v.abs() < 1e-4), "{h}: {found:?}");
            assert!((host.momentum() - Vector3::x()).norm() < 1e-12);
        }
    }
}

/// A box that turns, its mass centre aside, with inertia from the file or from the importer: where it will be is found as the importer finds it.
#[test]
fn tumbling_box_leaves_alike_in_both_orders() {
    for is_linked in [false, true] {
        let text = box_on_corners(0.7, 1e8);
        let source = if is_linked { "mass = 2.0\nmass_source = \"input\"\n" } else { "mass = 2.0\n" };
        let energies = ["sequential", "parallel"].map(|order| {
            let text = text.replace("mass = 2.0\n", source).replace("\"sequential\"", &format!("\"{order}\""));
            let mut body = HostBody::new("box", 2.0, [0.01, 0.013, 0.016]);
            body.center = if is_linked { Vector3::zeros() } else { Vector3::new(0.01, -0.02, 0.005) };
            body.position[2] = 0.16;
            body.velocity = Vector3::new(0.5, 0.2, -1.0);
            body.omega = Vector3::new(2.0, -3.0, 1.0);
            body.turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, 0.2, 0.5));
            let make = if is_linked { Host::linked } else { Host::new };
            let mut host = make(&text, vec![body], [0.0, 0.0, -9.81]);
            // twice as many steps as until the first impacts
            (0..100).for_each(|_| host.step(1e-3));
            let [residual] = get(&mut host.system, "energyResidual");
            assert!(residual.abs() < 1e-6, "{order}: {residual:e}");
            host.bodies[0].energy(&host.gravity)
        });
        let [sequential, parallel] = energies;
        // what is given of a link is taken for the same from the step's start to the end of the next one
        let most = if is_linked { 1e-3 } else { 1e-6 };
        assert!((sequential - parallel).abs() < most * sequential, "{is_linked}: {sequential} {parallel}");
    }
}
