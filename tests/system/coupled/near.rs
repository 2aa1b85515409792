//! Contacts that are far are not looked at until their bodies may have come near, and take no part in steps that they sleep through
//! (docs/numerics.md step 40).

use super::super::run;
use super::SETTINGS;
use super::beside::bytes;
use super::host::{Host, HostBody};
use asperity::fmi::Model;
use asperity::fmi::bytes::Reader;
use asperity::fmi::model::Variable;
use nalgebra::Vector3;

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
    // what is far sleeps from the second step on, until the third finds that it must not
    host.step(1e-6);
    host.step(1e-6);
    assert!(host.system.sleeping() > 0);
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

const BALLS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// Balls of 20 mm that fall onto a floor at different times, some of them on others.
fn heap(order: &str, how: &str) -> Host {
    let mut bodies = Vec::new();
    for (n, name) in BALLS.into_iter().enumerate() {
        let mut body = HostBody::new(name, 0.1, [2e-5; 3]);
        let (column, row) = ((n % 3) as f64, (n / 3) as f64);
        body.position = Vector3::new(0.3 * column + 0.004 * row, 0.002 * row, 0.025 + 0.01 * column + 0.06 * row);
        body.velocity = Vector3::new(0.4 - 0.5 * column, 0.1 * row, -0.5);
        bodies.push(body);
    }
    let text: String = bodies
        .iter()
        .map(|body| {
            let [x, y, z] = body.position.into();
            format!(
                "[bodies.{}]\nmass = 0.1\nposition = [{x}, {y}, {z}]\nshape = {{ sphere = {{ radius = 0.02 }} }}\n",
                body.name
            )
        })
        .collect();
    let settings = SETTINGS.replace("sequential", order).replace("meanAndSlope", how);
    let text = format!(
        "[unit]\nname = \"Heap\"\n[bodies.floor]\nshape = {{ plane = {{ normal = [0, 0, 1], height = 0 }} }}\n{text}[contacts]\n\
         {settings}compliance.e = 0.4\ncompliance.k = 1e6\n"
    );
    Host::new(&text, bodies, [0.0, 0.0, -9.81])
}

/// What every contact shows of where its bodies are.
fn gaps(host: &mut Host) -> Vec<f64> {
    let layout = host.system.layout();
    let names: Vec<String> = layout.blocks.iter().map(|block| format!("{}gap", block.prefix)).collect();
    let contacts = names.iter().skip(1 + BALLS.len() + 1);
    contacts
        .map(|name| {
            let mut gap = [0.0];
            host.system.reals(&[run(&layout, name)], &mut gap).unwrap();
            gap[0]
        })
        .collect()
}

/// One system whose contacts sleep, one that is kept awake, and one that goes on from a snapshot of the first: the same motions, gaps and
/// ledgers to the last bit, at every step that is looked at. The step that is looked at is another one in each run, as looking wakes.
#[test]
fn contacts_that_sleep_change_no_bit() {
    for (order, how) in [("sequential", "meanAndSlope"), ("parallel", "meanAndSlope"), ("sequential", "mean")] {
        for h in [1e-3, 8e-3] {
            let (mut sleeps, mut wakes) = (heap(order, how), heap(order, how));
            let most = run(&wakes.system.layout(), "coupling.maxMicroSteps");
            let mut slept = 0;
            for n in 0..(0.2 / h) as i32 {
                if n == 20 {
                    let restored = sleeps.system.restore(&mut Reader::of(&bytes(&sleeps.system))).expect("a snapshot");
                    sleeps = sleeps.twin(restored);
                }
                // what is set to something else takes part
                wakes.system.set_integer(Variable { block: most.block, id: most.id }, 100_000 + n % 2);
                sleeps.step(h);
                wakes.step(h);
                slept += sleeps.system.sleeping();
                assert_eq!(wakes.system.sleeping(), 0);
                for (one, other) in sleeps.bodies.iter().zip(&wakes.bodies) {
                    assert_eq!(one.position, other.position, "{order} {how} {h} {n}");
                }
                if n % 17 == 5 {
                    assert_eq!(gaps(&mut sleeps), gaps(&mut wakes), "{order} {how} {h} {n}");
                    let ledger = |host: &mut Host| super::get::<1>(&mut host.system, "energyResidual");
                    assert_eq!(ledger(&mut sleeps), ledger(&mut wakes));
                }
            }
            println!("{order} {how} {h}: {slept} contacts slept");
            // of 45 some twenty are far most of the time
            assert!(slept > 5 * (0.2 / h) as usize, "{slept}");
        }
    }
}
