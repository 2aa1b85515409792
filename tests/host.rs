//! The ball on the incline of [G04] §4.1, through the packed unit.
#![cfg(feature = "cli")]

use std::path::Path;
use std::sync::OnceLock;

use asperity::host::HostError;
use asperity::host::fmu::Fmu;
use asperity::host::incline::{self, Run, Settings};
use asperity::host::instance::Instance;
use asperity::host::masters::Master;
use asperity::package::{PackOptions, pack};

fn fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("host/Asperity.fmu");
        let path = pack(&PackOptions { output, ..PackOptions::default() }).expect("the unit packs");
        Fmu::open(&path).expect("it loads")
    })
}

fn run(master: Master, step: f64) -> Run {
    incline::run(fmu(), &Settings { step, until: 2.0, master }, |_| {}).expect("it runs")
}

fn gauss_seidel() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| run(Master::GaussSeidel, 1e-4))
}

/// Approach and rebound speeds along the normal, where friction plays no part:  m·ẍ = m·g·cos 20° − k·x^{3/2}·(1 + a·ẋ)
/// with a = d(½)/(½·v_i), by the classical Runge–Kutta method. The code of the law is this test's own.
fn reference_impacts() -> Vec<(f64, f64)> {
    const D_OF_HALF: f64 = 0.716_375_266_635_687_5;
    const H: f64 = 1e-6;
    let slope = 20_f64.to_radians();
    let pull = 9.81 * slope.cos();
    let mut found = Vec::new();
    // Falls by 0.5 m from −1 m/s along world X, of which sin 20° is along the normal.
    let mut approach = (slope.sin().powi(2) + 2.0 * pull * 0.5).sqrt();
    loop {
        let a = D_OF_HALF / (0.5 * approach);
        let rate = |(x, v): (f64, f64)| (v, pull - (5e5 * x.max(0.0).powf(1.5) * (1.0 + a * v)).max(0.0));
        let (mut x, mut v, mut t) = (0.0, approach, 0.0);
        loop {
            let k1 = rate((x, v));
            let k2 = rate((x + 0.5 * H * k1.0, v + 0.5 * H * k1.1));
            let k3 = rate((x + 0.5 * H * k2.0, v + 0.5 * H * k2.1));
            let k4 = rate((x + H * k3.0, v + H * k3.1));
            x += H / 6.0 * (k1.0 + 2.0 * k2.0 + 2.0 * k3.0 + k4.0);
            v += H / 6.0 * (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1);
            t += H;
            if x <= 0.0 {
                // Back to where it left, in free flight.
                v -= pull * x / v;
                break;
            }
            if t > 0.2 {
                return found;
            }
        }
        found.push((approach, -v));
        approach = -v;
    }
}

#[cfg(unix)]
#[test]
fn a_loaded_unit_leaves_nothing_among_the_temporary_files() {
    assert!(!fmu().description.guid.is_empty(), "it is loaded");
    let own = format!("asperity-{}-", std::process::id());
    let left = std::fs::read_dir(std::env::temp_dir()).expect("a folder").filter_map(Result::ok);
    let left: Vec<_> = left.filter(|item| item.file_name().to_string_lossy().starts_with(&own)).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_ball_bounces_as_the_law_says_until_gravity_traps_it() {
    let impacts = gauss_seidel().impacts();
    let expected = reference_impacts();
    assert!(expected.len() >= 3);
    let parted: Vec<_> = impacts.iter().filter_map(|impact| Some((impact.approach, impact.release?.1))).collect();
    assert_eq!(parted.len(), expected.len(), "{impacts:?} for {expected:?}");
    assert_eq!(impacts.len(), parted.len() + 1, "after the last impact it stays");
    for ((approach, rebound), reference) in parted.iter().zip(&expected) {
        assert!((approach / reference.0 - 1.0).abs() < 1e-4, "approach {approach} for {}", reference.0);
        assert!((rebound / reference.1 - 1.0).abs() < 1e-4, "rebound {rebound} for {}", reference.1);
    }
    // Gravity takes a little from the first, hard impact and more from the later ones.
    let ratio = impacts[0].ratio().expect("it parts");
    assert!((ratio - 0.5).abs() < 0.02, "{ratio}");
}

#[test]
fn the_ball_rolls_at_five_sevenths_of_g_sin_20_degrees() {
    let rolling = gauss_seidel().rolling().expect("it rolls at the end");
    assert!((rolling.acceleration / 2.396_584 - 1.0).abs() < 1e-5, "{}", rolling.acceleration);
    assert!(rolling.since < 1.5, "{}", rolling.since);
}

#[test]
fn energy_is_kept_by_ball_and_contact_together() {
    let run = gauss_seidel();
    let start = run.samples[0].energy();
    assert!(run.energy_error() < 1e-3 * start, "{} of {start} J", run.energy_error());
    let residual = run.samples.iter().map(|sample| sample.contact.residual.abs()).fold(0.0, f64::max);
    assert!(residual < 1e-3 * start, "{residual} J");
}

#[test]
fn both_masters_agree_and_come_closer_with_a_shorter_step() {
    let first = |run: &Run| run.impacts()[0].ratio().expect("it parts");
    let reference = reference_impacts()[0];
    let reference = reference.1 / reference.0;
    let difference = |run: &Run| (first(run) - reference).abs();
    let coarse = run(Master::Jacobi, 1e-4);
    let fine = run(Master::Jacobi, 5e-5);
    assert!(difference(&coarse) < 1e-2, "{}", difference(&coarse));
    assert!(difference(&fine) < 0.7 * difference(&coarse), "{} {}", difference(&fine), difference(&coarse));
    assert!(difference(gauss_seidel()) < 0.1 * difference(&coarse), "{}", difference(gauss_seidel()));
}

#[test]
fn a_refused_call_comes_back_with_the_units_own_words() {
    let instance = Instance::co_simulation(fmu(), "refusal").expect("an instance");
    let error = instance.set_real("compliance.e", 2.0).expect_err("e is at most 1");
    let HostError::Call { function, status, log } = &error else { panic!("{error}") };
    assert_eq!((*function, *status), ("fmi2SetReal", "fmi2Discard"));
    assert!(log.contains("compliance.e") && log.contains('2'), "{log}");
    assert!(instance.get_real("no.such").expect_err("it is not there").to_string().contains("no.such"));
}

#[test]
fn a_saved_state_brings_back_the_same_bits() {
    let instance = Instance::co_simulation(fmu(), "rollback").expect("an instance");
    instance.enter_initialization(0.0, None).expect("initialization");
    for (name, value) in [("penetration", 1e-3), ("relativeVelocity[1]", 0.1), ("relativeVelocity[3]", -0.2)] {
        instance.set_real(name, value).expect("an input");
    }
    instance.exit_initialization().expect("initialised");
    instance.do_step(0.0, 1e-3).expect("a step");
    let saved = instance.state().expect("a state");
    let ahead = || {
        instance.do_step(1e-3, 1e-3).expect("a step");
        ["forceI[1]", "forceI[3]", "z[1]", "energyWork"].map(|name| instance.get_real(name).expect(name).to_bits())
    };
    let first = ahead();
    saved.restore().expect("back");
    assert_eq!(ahead(), first);
}
