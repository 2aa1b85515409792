//! Contacts that are far at a step's start are not looked at until their bodies may have come near (docs/numerics.md step 40).

use super::SETTINGS;
use super::host::{Host, HostBody};

const RADIUS: f64 = 0.005;
const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
const MASSES: [f64; 5] = [1.0, 0.1, 0.01, 0.001, 0.001];

/// In a row; what is in between, and the last gap, which the fourth ball reaches within a step only because it has been hit by what was hit.
const GAPS: [f64; 4] = [0.01, 0.01, 0.01, 0.45];

fn row() -> Host {
    let mut at = 0.0;
    let mut bodies = Vec::new();
    for (n, (name, mass)) in NAMES.into_iter().zip(MASSES).enumerate() {
        let mut body = HostBody::new(name, mass, [1e-3 * mass; 3]);
        body.position[0] = at;
        at += 2.0 * RADIUS + GAPS.get(n).copied().unwrap_or_default();
        bodies.push(body);
    }
    let text: String = bodies
        .iter()
        .map(|body| {
            format!(
                "[bodies.{}]\nmass = {}\nposition = [{}, 0, 0]\nshape = {{ sphere = {{ radius = {RADIUS} }} }}\n",
                body.name, body.mass, body.position[0]
            )
        })
        .collect();
    let text = format!(
        "[unit]\nname = \"Row\"\n{text}[contacts]\n{SETTINGS}compliance.e = 1\ncompliance.k = 1e9\nfriction.law = \"none\"\n"
    );
    let mut host = Host::new(&text, bodies, [0.0; 3]);
    host.bodies[0].velocity[0] = 1.0;
    host
}

/// One step of 0.1 s with four impacts in it: each ball of a tenth of the mass is 20/11 times as fast, and one that hits its equal stops. In the step
/// the fastest goes six times as far as the first ball at its start. Impacts of finite stiffness last 1e-4 of the step and keep e to 1e-4.
#[test]
fn ball_that_was_made_fast_within_a_step_meets_what_was_far() {
    let mut host = row();
    host.step(0.1);
    let by = 20.0 / 11.0;
    let left = 9.0 / 11.0;
    let expected = [left, left * by, left * by * by, 0.0, by * by * by];
    let found: Vec<f64> = host.bodies.iter().map(|body| body.velocity[0]).collect();
    for (v, wanted) in found.iter().zip(expected) {
        assert!((v - wanted).abs() < 1e-4 * by * by * by, "{found:?}, not {expected:?}");
    }
}

/// The same row in steps that are short beside the gaps.
#[test]
fn row_in_short_steps_ends_alike() {
    let mut host = row();
    for _ in 0..100 {
        host.step(1e-3);
    }
    let v = host.bodies[4].velocity[0];
    assert!((v - (20.0_f64 / 11.0).powi(3)).abs() < 1e-3, "{v}");
}
