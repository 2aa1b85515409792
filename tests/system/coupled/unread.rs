//! Importers that take no notice of slopes.

use super::SETTINGS;
use super::host::{Host, HostBody};
use super::rigid::rigid;
use nalgebra::Vector3;

/// Velocity with which a ball that strikes a plane with 1 m/s leaves it, as an importer has it that holds each force over a step.
fn left(hand_back: &str, is_rigid: bool, [k, e, gap]: [f64; 3], h: f64) -> f64 {
    let text = format!(
        "[unit]\nname = \"Ball\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.ball]\nmass = 2\n\
         shape = {{ sphere = {{ radius = 0.1 }} }}\n[contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k = {k}\n"
    );
    let text = if is_rigid { rigid(&text, hand_back) } else { text.replace("meanAndSlope", hand_back) };
    let mut ball = HostBody::new("ball", 2.0, [0.008; 3]);
    (ball.position, ball.velocity) = (Vector3::new(0.0, 0.0, 0.1 + gap), -Vector3::z());
    let mut host = Host::new(&text, vec![ball], [0.0; 3]);
    host.reads_slopes = false;
    (0..(0.04 / h) as usize).for_each(|_| host.step(h));
    assert!(host.log.is_empty(), "{:?}", host.log);
    host.bodies[0].velocity.z
}

/// It is handed the mean alone from its second step on, and what the slope of the first would have given. It got 0.54, 0.08, 0.66 and, with e = 0.9, 2.08 in the place of e, with no word. Of
/// compliant contacts e is that of a hundred micro-steps in the impact, 1e-4 as in docs/systems.md.
#[test]
fn importer_that_reads_no_slopes_gets_e_all_the_same() {
    for hand_back in ["meanAndSlope", "line"] {
        for (k, e, h) in [(1e8, 0.6, 1e-3), (1e8, 0.6, 3e-3), (1e9, 0.6, 1e-3), (2.15e9, 0.9, 1e-2), (1e6, 0.3, 1e-3)] {
            for part in 0..8 {
                let gap = h * (0.1 + 0.25 * f64::from(part));
                for (is_rigid, most) in [(false, 1e-4), (true, 1e-12)] {
                    let off = left(hand_back, is_rigid, [k, e, gap], h) - e;
                    assert!(off.abs() < most, "{hand_back}, rigid {is_rigid}, {k:e} {e} {h} {gap:e}: {off:e}");
                }
            }
        }
    }
}

/// A ball that meets the plane in the first step, whose slopes are read after that: back to a state from before they were, it goes on with the same bits. With line it left with 2.3 in
/// the place of 0.9.
#[test]
fn importer_that_goes_back_still_reads_slopes() {
    let text = |how: &str| {
        let text = format!(
            "[unit]\nname = \"Ball\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.ball]\nmass = 1\n\
             shape = {{ sphere = {{ radius = 0.1 }} }}\n[contacts]\n{SETTINGS}compliance.e = 0.9\n"
        );
        [text.replace("meanAndSlope", how), rigid(&text, how)]
    };
    for text in ["meanAndSlope", "line"].into_iter().flat_map(text) {
        let mut ball = HostBody::new("ball", 1.0, [0.004; 3]);
        (ball.position, ball.velocity) = (Vector3::new(0.0, 0.0, 0.1004), -Vector3::z());
        let mut host = Host::new(&text, vec![ball], [0.0; 3]);
        let before = host.system.clone();
        host.step(1e-3);
        let after = host.bodies[0].clone();
        let mut same = host.twin(host.system.clone());
        // as fmi2SetFMUstate has it, to what was before the slopes were read
        host.system.clone_from(&before);
        host.tell();
        let ball = &mut host.bodies[0];
        (ball.position, ball.velocity, host.time) = (Vector3::new(0.0, 0.0, 0.1004), -Vector3::z(), 0.0);
        host.reads_slopes = false;
        host.step(1e-3);
        host.reads_slopes = true;
        host.bodies[0] = after;
        for _ in 0..20 {
            host.step(1e-3);
            same.step(1e-3);
        }
        assert_eq!(host.bodies[0].velocity, same.bodies[0].velocity);
        assert!((same.bodies[0].velocity.z - 0.9).abs() < 1e-4, "{}", same.bodies[0].velocity.z);
    }
}
