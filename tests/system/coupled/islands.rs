//! Bodies that cannot meet within a step have micro-steps of their own (docs/numerics.md step 45).

use super::super::get;
use super::SETTINGS;
use super::host::{Host, HostBody};
use nalgebra::Vector3;

/// A box that was set down and a ball, 2 m from each other on one table, and a ball in the air.
fn apart(order: &str, how: &str, ball_falls_from: f64) -> Host {
    let settings = SETTINGS.replace("sequential", order).replace("meanAndSlope", how);
    let text = format!(
        "[unit]\nname = \"Apart\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n\
         [bodies.crate]\nmass = 2.0\nposition = [0, 0, 0.1]\nshape = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n\
         [bodies.ball]\nmass = 1.0\nposition = [2, 0, 0.1]\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
         [bodies.flown]\nmass = 1.0\nposition = [4, 0, 9]\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
         [contacts]\n{settings}compliance.e = 0.5\ncompliance.k = 1e8\ncompliance.k_A = 1e8\n"
    );
    let mut on_face = HostBody::new("crate", 2.0, [0.0133; 3]);
    on_face.position[2] = 0.1;
    let mut ball = HostBody::new("ball", 1.0, [0.004; 3]);
    ball.position = Vector3::new(2.0, 0.0, 0.1 + ball_falls_from);
    let mut flown = HostBody::new("flown", 1.0, [0.004; 3]);
    flown.position = Vector3::new(4.0, 0.0, 9.0);
    Host::new(&text, vec![on_face, ball, flown], [0.0, 0.0, -9.81])
}

/// A ball that falls beside a box, and one that is set down beside it: the box has the same motion to the last bit, its impact at the start as its rest,
/// though the falling ball takes the micro-steps of its impacts; and so has one in the air.
#[test]
fn what_happens_elsewhere_changes_no_bit() {
    for (order, how) in [("sequential", "meanAndSlope"), ("parallel", "meanAndSlope"), ("sequential", "mean")] {
        let (mut calm, mut busy) = (apart(order, how, 0.0), apart(order, how, 0.1));
        let mut most = [0, 0];
        for n in 0..400 {
            let before = [calm.micro_steps, busy.micro_steps];
            calm.step(1e-3);
            busy.step(1e-3);
            if n >= 100 {
                let taken = [calm.micro_steps - before[0], busy.micro_steps - before[1]];
                most = [most[0].max(taken[0]), most[1].max(taken[1])];
            }
            for body in [0, 2] {
                let [one, other] = [&calm, &busy].map(|host| &host.bodies[body]);
                let of = |body: &HostBody| (body.position, body.velocity, body.omega, body.turn);
                assert_eq!(of(one), of(other), "{order} {how} {n} {}", one.name);
            }
        }
        println!("{order} {how}: at most {most:?} micro-steps in a step");
        // an impact of some 3 ms has a micro-step of about a hundredth of that
        assert!(most[1] > 10 && most[0] < 5, "{order} {how}: {most:?}");
    }
}

/// A table that bears several islands is given what all of them press: the momentum of the bodies changes by it and by gravity.
#[test]
fn what_is_held_bears_every_island() {
    let mut host = apart("sequential", "meanAndSlope", 0.1);
    let momentum = |host: &Host| host.bodies.iter().fold(Vector3::zeros(), |sum, body| sum + body.velocity * body.mass);
    let mut largest = 0.0_f64;
    for _ in 0..300 {
        let before = momentum(&host);
        host.step(1e-3);
        let given = (momentum(&host) - before) / 1e-3 - Vector3::new(0.0, 0.0, -9.81 * 4.0);
        let force = Vector3::from(get::<3>(&mut host.system, "table.force"));
        largest = largest.max(force.norm());
        // both forces are means of one step; velocities of some m/s round to 1e-16 of 1e3 steps a second
        assert!((given + force).norm() < 1e-9 * (1.0 + force.norm()), "{given:?} {force:?}");
    }
    assert!(largest > 100.0, "there was an impact: {largest}");
}
