//! Rigid bodies in the plane against closed forms, differences and energy.

mod closed_forms;
mod command;
mod features;
mod importer;
mod several;
mod units;

use asperity::rigid::Hypothesis;
use asperity_lab::planar::scenes::SCENES;
use asperity_lab::planar::{Event, EventKind, Frame, Law, Motion, Settings, System, simulate};

const G: f64 = 9.81;

fn settings(until: f64) -> Settings {
    Settings { hypothesis: Hypothesis::Poisson, until, every: until / 50.0, v_min: 1e-3 }
}

fn coulomb(mu: f64, e: f64) -> Law {
    Law { mu_s: mu, mu_k: mu, e }
}

fn run(system: &System, settings: &Settings) -> Motion {
    let motion = simulate(system, settings).expect("it can be simulated");
    assert_eq!(motion.stopped, None);
    let (residual, turned) = motion.residual();
    assert!(residual <= 1e-9 * turned, "energy residual {residual:e} J of {turned:e} J");
    motion
}

fn scene(name: &str, mu: f64, e: f64, until: f64) -> Motion {
    let scene = SCENES.iter().find(|scene| scene.name == name).expect("a scene");
    run(&(scene.build)(coulomb(mu, e)), &settings(until))
}

fn of_kind(motion: &Motion, kind: EventKind) -> Vec<&Event> {
    motion.events.iter().filter(|event| event.kind == kind).collect()
}

/// The last frame at a time: after what happened then.
fn after(motion: &Motion, time: f64) -> &Frame {
    motion.frames.iter().rfind(|frame| frame.time == time).expect("there is a frame")
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found:.15} instead of {expected:.15}");
}
