//! Systems in interface coupling, with an importer that moves the bodies itself.

mod beside;
mod host;

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
        let [residual] = get(&mut host.system, "energyResidual");
        println!("e {e}: start {start} end {most} residual {residual:e} ms {}", host.micro_steps);
    }
}

/// Spheres of 1 kg and 50 mm in a row, 1 mm apart, without friction.
fn cradle(k: f64) -> Host {
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
        "[unit]\nname = \"Cradle\"\n{text}[contacts]\n{SETTINGS}compliance.e = 1\ncompliance.k = {k}\nfriction.law = \"none\"\n"
    );
    let bodies = NAMES.iter().enumerate().map(|(n, name)| {
        let mut body = HostBody::new(name, 1.0, [1e-3; 3]);
        body.position[0] = at(n);
        body
    });
    let mut host = Host::new(&text, bodies.collect(), [0.0; 3]);
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
        println!("{h}: {found:?} {:e} {}", host.momentum()[0] - 1.0, host.micro_steps);
        assert!((found[4] - 1.0).abs() < 1e-4 && found[..4].iter().all(|v| v.abs() < 1e-4), "{h}: {found:?}");
        assert!((host.momentum() - Vector3::x()).norm() < 1e-12);
    }
}

#[test]
fn ball_in_a_groove_rebounds_with_e_and_rests() {
    for (slope, h) in [(1.0, 1e-3), (0.3, 1e-2), (3.0, 1e-4)] {
        for e in [0.1, 0.5, 0.9] {
            let text = format!(
                "[unit]\nname = \"Groove\"\n[bodies.groove]\nshape = [ {{ name = \"left\", plane = {{ normal = [{slope}, 0, 1] }} }}, \
                 {{ name = \"right\", plane = {{ normal = [-{slope}, 0, 1] }} }} ]\n[bodies.ball]\nmass = 1.0\n\
                 position = [0, 0, 1]\nshape = {{ sphere = {{ radius = 0.05 }} }}\n\
                 [contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k = 1e8\nfriction.law = \"none\"\n"
            );
            let mut ball = HostBody::new("ball", 1.0, [1e-3; 3]);
            let low = 0.05 * (1.0 + slope * slope as f64).sqrt();
            ball.position[2] = low + 2.3e-3;
            ball.velocity[2] = -1.0;
            let mut host = Host::new(&text, vec![ball], [0.0; 3]);
            while host.bodies[0].velocity[2] <= 0.0 || host.bodies[0].position[2] < low {
                host.step(h);
                assert!(host.time < 1.0);
            }
            let found = host.bodies[0].velocity;
            println!("{slope} {e} {h}: {:e}", found[2] - e);
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
                println!("volume e {e} k {k} h {h}: {:e} {}", found - e, host.micro_steps);
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
        println!("volume {h}: {drift:?} {:?} {:?} {}", at.velocity, at.omega, host.micro_steps);
        assert!(drift.norm() < 1e-9 && at.omega.norm() < 1e-9);
    }
}

#[test]
fn tumbling_box_by_volume_gains_nothing() {
    for e in [0.3, 1.0] {
        let mut host = box_by_volume(e, 1e9, [0.0, 0.0, -9.81]);
        host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, 0.2, 0.0));
        host.bodies[0].position[2] = 0.25;
        host.bodies[0].omega = Vector3::new(0.5, -1.0, 3.0);
        host.bodies[0].velocity[0] = 0.4;
        let start = host.energy();
        let mut most = start;
        let mut gain = 0.0_f64;
        for _ in 0..500 {
            let [work_before] = get(&mut host.system, "energyWork");
            host.step(1e-3);
            let now = host.energy();
            if now > most + 1e-7 {
                let [work] = get(&mut host.system, "energyWork");
                let [elastic] = get(&mut host.system, "energyElastic");
                let [dn] = get(&mut host.system, "energyDissipatedNormal");
                let [df] = get(&mut host.system, "energyDissipatedFriction");
                println!(
                    "t {} gain {:e} work {:e} elastic {elastic:e} dn {dn:e} df {df:e} {}",
                    host.time,
                    now - most,
                    work - work_before,
                    host.micro_steps
                );
            }
            gain = gain.max((now - most) / start);
            most = now;
        }
        let [residual] = get(&mut host.system, "energyResidual");
        println!(
            "volume tumble e {e}: start {start} end {most} gain {gain:e} residual {residual:e} ms {}",
            host.micro_steps
        );
    }
}

#[test]
fn stack_of_ten_spheres_on_corners_stands() {
    // boxes by volume on each other
    let body = |n: usize| {
        format!(
            "[bodies.b{n}]\nmass = 1.0\nposition = [0, 0, {}]\nshape = {{ box = {{ size = [0.1, 0.1, 0.1] }} }}\n",
            0.05 + 0.1 * n as f64
        )
    };
    const NAMES: [&str; 10] = ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"];
    let text: String = (0..10).map(body).collect();
    let pairs: String = (0..9).map(|n| format!("[[contacts.pair]]\nbetween = [\"b{n}\", \"b{}\"]\n", n + 1)).collect();
    let text = format!(
        "[unit]\nname = \"Stack\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n{text}[contacts]\n{SETTINGS}\
         pairs = \"listed\"\n[[contacts.pair]]\nbetween = [\"b0\", \"table\"]\n{pairs}"
    );
    let bodies = NAMES.iter().enumerate().map(|(n, name)| {
        let mut body = HostBody::new(name, 1.0, [1.0 / 600.0; 3]);
        body.position[2] = 0.05 + 0.1 * n as f64;
        body
    });
    let mut host = Host::new(&text, bodies.collect(), [0.0, 0.0, -9.81]);
    for step in 0..40 {
        host.step(5e-3);
        if step % 20 == 19 {
            let v = host.bodies.iter().map(|body| body.velocity.norm()).fold(0.0, f64::max);
            println!("stack {}: {v:e} {} {}", host.time, host.micro_steps, host.bodies[9].position[2]);
        }
    }
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
        let mut worst = 0.0_f64;
        for e in [0.1, 0.5, 0.9] {
            for k in [1e5, 1e9] {
                for h in [1e-4, 1e-3, 1e-2] {
                    let mut host = flat_box_by(how, e, k, 1.7e-3, 1.0, [0.0; 3]);
                    while host.time < 0.04 || host.bodies[0].position[2] < 0.1 {
                        host.step(h);
                        assert!(host.time < 1.0);
                    }
                    host.step(h);
                    let found = host.bodies[0].velocity[2];
                    if (found - e).abs() > 5e-5 {
                        println!("{how} e {e} k {k} h {h}: {:e} {}", found - e, host.micro_steps);
                    }
                    worst = worst.max((found - e).abs());
                }
            }
        }
        println!("{how} worst {worst:e}");
    }
}

#[test]
fn mean_alone_rests() {
    let angle = 15.0_f64.to_radians();
    for how in ["mean", "twoStep", "meanAndSlope"] {
        for h in [1e-3, 1e-2] {
            let gravity = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
            let mut host = flat_box_by(how, 0.5, 1e6, 0.01, 0.0, gravity);
            host.bodies[0].turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.05, 0.03, 0.0));
            let start = host.energy();
            let mut most = 0.0_f64;
            for step in 0..(5.0 / h) as usize {
                host.step(h);
                most = most.max(host.energy() - start);
                if step % ((1.0 / h) as usize) == 0 {
                    println!(
                        "   {how} {h} t {} z {:e} v {:e}",
                        host.time,
                        host.bodies[0].position[2] - 0.1,
                        host.bodies[0].velocity.norm()
                    );
                }
            }
            let at = host.bodies[0].clone();
            host.step(h);
            let drift = (host.bodies[0].position - at.position) / h;
            let [gap] = get(&mut host.system, "box_a__table.gap");
            println!(
                "{how} {h}: drift {:e} omega {:e} z {:e} gap {gap:e} gain {:e} ms {}",
                drift.norm(),
                at.omega.norm(),
                at.position[2] - 0.1,
                most / start,
                host.micro_steps
            );
        }
    }
}
