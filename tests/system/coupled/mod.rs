//! Systems in interface coupling, with an importer that moves the bodies itself.

mod host;

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
                println!("e {e} k {k} h {h}: {:e} {}", found - e, host.micro_steps);
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
        for _ in 0..(5.0 / h) as usize {
            host.step(h);
        }
        let at = host.bodies[0].clone();
        host.step(h);
        let drift = (host.bodies[0].position - at.position) / h;
        println!("{h}: {drift:?} {:?} {:?} {}", at.velocity, at.omega, host.micro_steps);
        assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9);
    }
}

#[test]
fn tilted_box_gains_nothing_and_its_ledger_closes() {
    for e in [0.3, 1.0] {
        let mut host = flat_box(e, 1e7, 0.02, 0.5, 9.81);
        host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.06, 0.0));
        host.bodies[0].omega = Vector3::new(0.5, -1.0, 3.0);
        host.bodies[0].velocity[0] = 0.4;
        let start = host.energy();
        let mut most = start;
        for step in 0..600 {
            host.step(1e-3);
            let now = host.energy();
            if now > most {
                println!("gain at {step}: {:e}", (now - most) / start);
            }
            most = now;
        }
        let [residual] = super::get(&mut host.system, "energyResidual");
        println!("e {e}: start {start} end {most} residual {residual:e} ms {}", host.micro_steps);
    }
}
