//! Systems in interface coupling, with an importer that moves the bodies itself.

mod beside;
mod cylinders;
mod driven;
mod edges;
mod flat;
mod hard;
mod heap;
mod host;
mod islands;
mod jams;
mod long;
mod masses;
mod near;
mod odd;
mod pace;
mod parallel;
mod passing;
mod pressed;
mod random;
mod reframed;
mod rigid;
mod rocking;
mod rods;
mod rolling;
mod room;
mod round;
mod shaken;
mod slapping;
mod stack;
mod struck;
mod turned;
mod turning;
mod unread;
mod wobbling;

use super::{get, set};
use host::{Host, HostBody};
use nalgebra::{UnitQuaternion, Vector3};

const SETTINGS: &str =
    "coupling.mode = \"interface\"\ncoupling.order = \"sequential\"\ncoupling.handBack = \"meanAndSlope\"\n";

/// A box of 2 kg and 0.2 m with four small spheres at the corners of its underside, over a plane.
fn box_on_corners(e: f64, k: f64) -> String {
    let corner = |name: &str, x: f64, y: f64| {
        format!("{{ name = \"{name}\", sphere = {{ radius = 0.01 }}, position = [{x}, {y}, -0.09] }}")
    };
    let corners =
        [corner("a", 0.09, 0.09), corner("b", 0.09, -0.09), corner("c", -0.09, 0.09), corner("d", -0.09, -0.09)];
    format!(
        "[unit]\nname = \"BoxOnCorners\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1], height = 0 }} }}\n\
         [bodies.box]\nmass = 2.0\ninertia = [0.013, 0.013, 0.013, 0, 0, 0]\nposition = [0, 0, 0.2]\nshape = [ {} ]\n\
         [contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k = {k}\n",
        corners.join(", ")
    )
}

fn flat_box(e: f64, k: f64, height: f64, speed: f64, gravity: f64) -> Host {
    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
    body.position = Vector3::new(0.0, 0.0, 0.1 + height);
    body.velocity = Vector3::new(0.0, 0.0, -speed);
    Host::new(&box_on_corners(e, k), vec![body], [0.0, 0.0, -gravity])
}

#[test]
fn box_dropped_flat_on_four_corners_rebounds_with_e() {
    let mut worst = 0.0_f64;
    for e in [0.1, 0.5, 0.9] {
        for k in [1e6, 1e9] {
            for h in [1e-4, 1e-3, 1e-2] {
                let mut host = flat_box(e, k, 1.7e-3, 1.0, 0.0);
                while host.bodies[0].velocity[2] <= 0.0 || host.bodies[0].position[2] < 0.1 {
                    host.step(h);
                    assert!(host.time < 1.0);
                }
                let found = host.bodies[0].velocity[2];
                worst = worst.max((found - e).abs());
            }
        }
    }
    assert!(worst < 1e-4, "{worst:e}");
}

#[test]
fn box_on_four_corners_rests_on_a_slope() {
    let angle = 15.0_f64.to_radians();
    for h in [1e-3, 1e-2] {
        let mut host = flat_box(0.5, 1e6, 0.0, 0.0, 9.81);
        host.gravity = Vector3::new(9.81 * angle.sin(), 0.0, -9.81 * angle.cos());
        for _ in 0..(2.0 / h) as usize {
            host.step(h);
        }
        let at = host.bodies[0].clone();
        host.step(h);
        let drift = (host.bodies[0].position - at.position) / h;
        assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9);
    }
}

#[test]
fn tilted_box_on_corners_gains_nothing_and_its_ledger_closes() {
    for e in [0.3, 1.0] {
        let mut host = flat_box(e, 1e7, 0.02, 0.5, 9.81);
        host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.06, 0.0));
        host.bodies[0].omega = Vector3::new(0.5, -1.0, 3.0);
        host.bodies[0].velocity[0] = 0.4;
        let start = host.energy();
        let mut before = start;
        for _ in 0..600 {
            host.step(1e-3);
            let now = host.energy();
            assert!(now - before < 1e-9 * start, "e {e} at {}: {:e}", host.time, now - before);
            before = now;
        }
        let [residual] = get(&mut host.system, "energyResidual");
        // third order of the micro-steps
        assert!(residual.abs() < 1e-6 * start, "e {e}: {residual:e}");
        assert!(before < 0.8 * start, "e {e}: friction takes something");
    }
}

/// Spheres of 1 kg and 50 mm in a row, 1 mm apart, without friction.
fn cradle(k: f64) -> Host {
    cradle_of(|text| text.replace("compliance.k = 1\n", &format!("compliance.k = {k}\n")))
}

fn cradle_of(changed: impl Fn(&str) -> String) -> Host {
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
    let at = |n: usize| 0.101 * n as f64;
    let body = |(n, name): (usize, &&str)| {
        format!(
            "[bodies.{name}]\nmass = 1.0\nposition = [{}, 0, 0]\nshape = {{ sphere = {{ radius = 0.05 }} }}\n",
            at(n)
        )
    };
    let text: String = NAMES.iter().enumerate().map(body).collect();
    let text = format!(
        "[unit]\nname = \"Cradle\"\n{text}[contacts]\n{SETTINGS}compliance.e = 1\ncompliance.k = 1\nfriction.law = \"none\"\n"
    );
    let bodies = NAMES.iter().enumerate().map(|(n, name)| {
        let mut body = HostBody::new(name, 1.0, [1e-3; 3]);
        body.position[0] = at(n);
        body
    });
    let mut host = Host::new(&changed(&text), bodies.collect(), [0.0; 3]);
    host.bodies[0].velocity[0] = 1.0;
    host
}

#[test]
fn last_ball_of_newtons_cradle_takes_the_speed() {
    for h in [1e-4, 1e-3, 1e-2] {
        let mut host = cradle(1e9);
        for _ in 0..(0.05 / h) as usize {
            host.step(h);
        }
        let found: Vec<f64> = host.bodies.iter().map(|body| body.velocity[0]).collect();
        assert!((found[4] - 1.0).abs() < 1e-4 && found[..4].iter().all(|v| v.abs() < 1e-4), "{h}: {found:?}");
        assert!((host.momentum() - Vector3::x()).norm() < 1e-12);
    }
}

#[test]
fn ball_in_a_groove_rebounds_with_e() {
    for (slope, h) in [(1.0_f64, 1e-3), (0.3, 1e-2), (3.0, 1e-4)] {
        for e in [0.1, 0.5, 0.9] {
            let text = format!(
                "[unit]\nname = \"Groove\"\n[bodies.groove]\nshape = [ {{ name = \"left\", plane = {{ normal = [{slope}, 0, 1] }} }}, \
                 {{ name = \"right\", plane = {{ normal = [-{slope}, 0, 1] }} }} ]\n[bodies.ball]\nmass = 1.0\n\
                 position = [0, 0, 1]\nshape = {{ sphere = {{ radius = 0.05 }} }}\n\
                 [contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k = 1e8\nfriction.law = \"none\"\n"
            );
            let mut ball = HostBody::new("ball", 1.0, [1e-3; 3]);
            let low = 0.05 * (1.0 + slope * slope).sqrt();
            ball.position[2] = low + 2.3e-3;
            ball.velocity[2] = -1.0;
            let mut host = Host::new(&text, vec![ball], [0.0; 3]);
            while host.bodies[0].velocity[2] <= 0.0 || host.bodies[0].position[2] < low {
                host.step(h);
                assert!(host.time < 1.0);
            }
            let found = host.bodies[0].velocity;
            assert!((found[2] - e).abs() < 1e-4 && found[0].abs() < 1e-12, "{slope} {e}: {found:?}");
        }
    }
}

/// The same box on its face, by volume.
fn box_on_its_face(e: f64, k_a: f64) -> String {
    format!(
        "[unit]\nname = \"BoxOnTable\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1], height = 0 }} }}\n\
         [bodies.box]\nmass = 2.0\ninertia = [0.013, 0.013, 0.013, 0, 0, 0]\nposition = [0, 0, 0.2]\n\
         shape = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n\
         [contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k_A = {k_a:?}\n"
    )
}

fn box_by_volume(e: f64, k_a: f64, gravity: [f64; 3]) -> Host {
    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
    body.position[2] = 0.1;
    Host::new(&box_on_its_face(e, k_a), vec![body], gravity)
}

#[test]
fn box_dropped_on_its_face_rebounds_with_e() {
    let mut worst = 0.0_f64;
    for e in [0.1, 0.5, 0.9] {
        for k in [1e8, 1e11] {
            for h in [1e-4, 1e-3, 1e-2] {
                let mut host = box_by_volume(e, k, [0.0; 3]);
                (host.bodies[0].position[2], host.bodies[0].velocity[2]) = (0.1017, -1.0);
                while host.bodies[0].velocity[2] <= 0.0 || host.bodies[0].position[2] < 0.1 {
                    host.step(h);
                    assert!(host.time < 1.0);
                }
                let found = host.bodies[0].velocity[2];
                worst = worst.max((found - e).abs());
            }
        }
    }
    assert!(worst < 1e-4, "{worst:e}");
}

#[test]
fn box_on_its_face_rests_on_a_slope() {
    let angle = 15.0_f64.to_radians();
    for h in [1e-3, 1e-2] {
        let mut host = box_by_volume(0.5, 1e9, [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()]);
        for _ in 0..(0.5 / h) as usize {
            host.step(h);
        }
        let at = host.bodies[0].clone();
        host.step(h);
        let drift = (host.bodies[0].position - at.position) / h;
        assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9);
    }
}

#[test]
fn tumbling_box_by_volume_ends_at_rest_and_its_ledger_closes() {
    let mut host = box_by_volume(0.3, 1e8, [0.0, 0.0, -9.81]);
    host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, 0.2, 0.0));
    host.bodies[0].position[2] = 0.25;
    host.bodies[0].omega = Vector3::new(0.5, -1.0, 3.0);
    host.bodies[0].velocity[0] = 0.4;
    let start = host.energy();
    for _ in 0..600 {
        host.step(1e-3);
    }
    let [residual] = get(&mut host.system, "energyResidual");
    println!("residual {:e}", residual / start);
    // what the last impacts leave
    assert!(residual.abs() < 1e-8 * start, "{residual:e}");
    // lies on its face: m·g·0.1
    let end = host.energy();
    assert!((end - 1.962).abs() < 1e-3, "{end}");
}

fn flat_box_by(how: &str, e: f64, k: f64, height: f64, speed: f64, gravity: [f64; 3]) -> Host {
    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
    body.position = Vector3::new(0.0, 0.0, 0.1 + height);
    body.velocity = Vector3::new(0.0, 0.0, -speed);
    Host::new(&box_on_corners(e, k).replace("meanAndSlope", how), vec![body], gravity)
}

#[test]
fn mean_alone_and_two_steps_keep_e_too() {
    for how in ["mean", "twoStep"] {
        for e in [0.1, 0.5, 0.9] {
            for (k, h) in [(1e5, 1e-3), (1e5, 1e-2), (1e9, 1e-4), (1e9, 1e-2)] {
                let mut host = flat_box_by(how, e, k, 1.7e-3, 1.0, [0.0; 3]);
                while host.time < 0.04 || host.bodies[0].position[2] < 0.1 {
                    host.step(h);
                    assert!(host.time < 1.0);
                }
                host.step(h);
                let found = host.bodies[0].velocity[2];
                assert!((found - e).abs() < 1e-4, "{how} e {e} k {k} h {h}: {:e}", found - e);
            }
        }
    }
}

/// Dropped tilted: where it rests no longer depends on what was handed back, as own and measured poses have come together.
#[test]
fn own_poses_come_back_to_the_measured_ones_at_rest() {
    let angle = 15.0_f64.to_radians();
    let gravity = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
    let heights = ["mean", "twoStep", "meanAndSlope"].map(|how| {
        let mut host = flat_box_by(how, 0.5, 1e6, 0.01, 0.0, gravity);
        host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.05, 0.03, 0.0));
        for _ in 0..300 {
            host.step(1e-2);
        }
        let at = host.bodies[0].clone();
        host.step(1e-2);
        let drift = (host.bodies[0].position - at.position) / 1e-2;
        assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9, "{how}: {:e} {:e}", drift.norm(), at.omega.norm());
        at.position[2]
    });
    let [mean, two_step, slope] = heights;
    // of 0.3 mm that it is deep
    assert!((mean - slope).abs() < 1e-9 && (two_step - slope).abs() < 1e-9, "{heights:?}");
}
