//! The same with rigid contacts: coupling.method = timeStepping.

use super::super::get;
use super::host::{Host, HostBody};
use super::{SETTINGS, box_on_corners, box_on_its_face};
use asperity::fmi::Model;
use nalgebra::{UnitQuaternion, Vector3};

type V = Vector3<f64>;

/// The text of a system that is stepped so, and hands back `how`.
pub(super) fn rigid(text: &str, how: &str) -> String {
    text.replace("meanAndSlope\"\n", &format!("{how}\"\ncoupling.method = \"timeStepping\"\n"))
}

pub(super) fn fastest(host: &Host) -> f64 {
    host.bodies.iter().map(|body| body.velocity.norm() + body.omega.norm()).fold(0.0, f64::max)
}

/// Velocity right after the impact by e_out = (v + g·(t − t_met))/v_in, of a fall that an importer makes itself.
#[test]
fn rigid_box_dropped_flat_rebounds_with_e_at_any_step() {
    let (height, speed, g) = (0.0237_f64, 1.5_f64, 9.81_f64);
    let met = ((speed * speed + 2.0 * g * height).sqrt() - speed) / g;
    let mut worst = 0.0_f64;
    for how in ["mean", "meanAndSlope"] {
        for on_face in [false, true] {
            for e in [0.1, 0.5, 0.9] {
                for h in [1e-4, 1e-3, 3e-3, 1e-2] {
                    let text = if on_face { box_on_its_face(e, 1e9) } else { box_on_corners(e, 1e6) };
                    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
                    (body.position[2], body.velocity[2]) = (0.1 + height, -speed);
                    let mut host = Host::new(&rigid(&text, how), vec![body], [0.0, 0.0, -g]);
                    let steps = (met / h).floor() + 1.0;
                    (0..steps as usize).for_each(|_| host.step(h));
                    let body = &host.bodies[0];
                    let rebound = body.velocity[2] + g * (steps * h - met);
                    worst = worst.max((rebound / (speed + g * met) - e).abs());
                    assert!(body.omega.norm() < 1e-9 && body.velocity.xy().norm() < 1e-9, "{body:?}");
                }
            }
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn rigid_box_stands_on_a_slope_and_its_ledger_closes() {
    let angle = 15.0_f64.to_radians();
    for how in ["mean", "meanAndSlope", "twoStep", "line"] {
        for text in [box_on_corners(0.5, 1e6), box_on_its_face(0.5, 1e9)] {
            let mut body = HostBody::new("box", 2.0, [0.013; 3]);
            body.position[2] = 0.1;
            let gravity = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
            let mut host = Host::new(&rigid(&text, how), vec![body], gravity);
            (0..300).for_each(|_| host.step(1e-2));
            let at = host.bodies[0].clone();
            assert!(fastest(&host) < 1e-9 && (at.position - V::new(0.0, 0.0, 0.1)).norm() < 1e-8, "{how} {at:?}");
            let [residual] = get(&mut host.system, "energyResidual");
            assert!(residual.abs() < 1e-12, "{residual:e}");
        }
    }
}

#[test]
fn rigid_cradle_hands_the_speed_to_its_last_ball() {
    for how in ["mean", "meanAndSlope"] {
        for h in [1e-4, 1e-3, 1e-2] {
            let mut host = super::cradle_of(|text| rigid(text, how));
            (0..(0.06 / h) as usize).for_each(|_| host.step(h));
            let found: Vec<f64> = host.bodies.iter().map(|body| body.velocity[0]).collect();
            assert!((found[4] - 1.0).abs() < 1e-9 && found[..4].iter().all(|v| v.abs() < 1e-9), "{h}: {found:?}");
            assert!((host.momentum() - V::x()).norm() < 1e-12);
        }
    }
}

/// Dropped tilted with spin: no step gains energy, the ledger is the loss, and the box ends flat at rest.
#[test]
fn rigid_tumbling_box_gains_nothing_and_comes_to_rest() {
    for (text, how) in [(box_on_corners(0.4, 1e6), "meanAndSlope"), (box_on_its_face(0.4, 1e9), "meanAndSlope")] {
        let mut body = HostBody::new("box", 2.0, [0.013; 3]);
        body.turn = UnitQuaternion::from_scaled_axis(V::new(0.3, 0.2, 0.0));
        body.position[2] = 0.25;
        body.omega = V::new(0.5, -1.0, 3.0);
        body.velocity[0] = 0.4;
        let mut host = Host::new(&rigid(&text, how), vec![body], [0.0, 0.0, -9.81]);
        let start = host.energy();
        let (mut before, mut gained) = (start, 0.0_f64);
        for _ in 0..1500 {
            host.step(2e-3);
            let now = host.energy();
            gained = gained.max(now - before);
            before = now;
        }
        let [residual] = get(&mut host.system, "energyResidual");
        // points and arms are those of a step's start: of second order
        assert!(gained < 2e-6 * start, "{gained:e}");
        assert!(residual.abs() < 1e-12 * start);
        assert!(fastest(&host) < 1e-8, "{:e}", fastest(&host));
    }
}

#[test]
fn rigid_stack_of_ten_boxes_stands() {
    let text = super::stack::stack(10);
    let mut host = Host::new(&rigid(&text, "meanAndSlope"), super::stack::stacked(10, 0.0), [0.0, 0.0, -9.81]);
    let start: Vec<V> = host.bodies.iter().map(|body| body.position).collect();
    (0..400).for_each(|_| host.step(5e-3));
    let moved = host.bodies.iter().zip(&start).map(|(body, at)| (body.position - at).norm()).fold(0.0, f64::max);
    assert!(fastest(&host) < 1e-9 && moved < 1e-8, "{:e} {moved:e}", fastest(&host));
}

#[test]
fn rigid_system_goes_on_from_a_snapshot_with_the_same_bits() {
    use asperity::fmi::bytes::{Reader, Writer};
    let bytes = |host: &Host| {
        let mut counting = Writer::counting();
        host.system.save(&mut counting);
        let mut bytes = vec![0; counting.length()];
        host.system.save(&mut Writer::into(&mut bytes));
        bytes
    };
    let mut body = HostBody::new("box", 2.0, [0.013; 3]);
    body.turn = UnitQuaternion::from_scaled_axis(V::new(0.05, 0.03, 0.0));
    body.position[2] = 0.11;
    let mut host = Host::new(&rigid(&box_on_its_face(0.4, 1e9), "mean"), vec![body], [1.0, 0.0, -9.81]);
    (0..400).for_each(|_| host.step(2e-3));
    let saved = bytes(&host);
    let restored = host.system.restore(&mut Reader::of(&saved)).expect("a snapshot");
    let mut other = host.twin(restored);
    assert!(bytes(&other) == saved);
    // a clone of the restored one repeats the steps too
    let mut twin = host.twin(other.system.clone());
    for host in [&mut host, &mut other, &mut twin] {
        (0..40).for_each(|_| host.step(2e-3));
    }
    assert!(bytes(&host) == bytes(&other) && bytes(&host) == bytes(&twin));
}

/// The groove of two planes: e along the bisector, and half the weight over cos on each.
#[test]
fn rigid_ball_in_a_groove_rebounds_and_rests_by_symmetry() {
    for (slope, h) in [(1.0_f64, 1e-3), (0.3, 1e-2), (3.0, 3e-3)] {
        for e in [0.1, 0.5, 0.9] {
            let text = format!(
                "[unit]\nname = \"Groove\"\n[bodies.groove]\nshape = [ {{ name = \"left\", plane = {{ normal = [{slope}, 0, 1] }} }}, \
                 {{ name = \"right\", plane = {{ normal = [-{slope}, 0, 1] }} }} ]\n[bodies.ball]\nmass = 1.0\n\
                 position = [0, 0, 1]\nshape = {{ sphere = {{ radius = 0.05 }} }}\n\
                 [contacts]\n{SETTINGS}compliance.e = {e}\nfriction.law = \"none\"\n"
            );
            let mut ball = HostBody::new("ball", 1.0, [1e-3; 3]);
            let low = 0.05 * (1.0 + slope * slope).sqrt();
            (ball.position[2], ball.velocity[2]) = (low + 2.3e-3, -1.0);
            let mut host = Host::new(&rigid(&text, "meanAndSlope"), vec![ball], [0.0; 3]);
            while host.bodies[0].velocity[2] <= 0.0 {
                host.step(h);
                assert!(host.time < 1.0);
            }
            let found = host.bodies[0].velocity;
            assert!((found[2] - e).abs() < 1e-9 && found[0].abs() < 1e-12, "{slope} {e}: {found:?}");
        }
    }
}
