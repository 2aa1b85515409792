//! The host runs the packed unit: the ball on the incline of [G04] §4.1 in model exchange and in co-simulation.
use std::sync::OnceLock;

use crate::packed::fmu;
use asperity_lab::HostError;
use asperity_lab::couplings;
use asperity_lab::impacts::Impact;
use asperity_lab::instance::Instance;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::scenes::{find, incline};
use asperity_lab::simulate::{self, Method, Request, Run};

fn run(master: Master, step: f64) -> Run {
    simulated("incline", Method::CoSimulation { step, master, coupling: Coupling::Kinematic })
}

fn simulated(scene: &str, method: Method) -> Run {
    let scene = find(scene).expect("there is such a scene");
    simulate::run(fmu(), scene, &Request::new(scene, method), |_| {}).expect("it runs")
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
        // a ball that gravity has made faster than it met has the damping of its speed
        let rate = |(x, v): (f64, f64)| (v, pull - (5e5 * x.max(0.0).powf(1.5) * (1.0 + a * v.min(approach))).max(0.0));
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
    let rolling = incline::rolling(gauss_seidel()).expect("it rolls at the end");
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
fn model_exchange_finds_every_impact_to_the_accuracy_of_the_reference() {
    let run = simulated("incline", Method::TRUTH);
    let impacts = run.impacts();
    let expected = reference_impacts();
    assert_eq!(impacts.len(), expected.len() + 1);
    for (impact, (approach, rebound)) in impacts.iter().zip(&expected) {
        let (_, speed) = impact.release.expect("it parts");
        // The reference leaves its last step in free flight: some 1e-8 of the speed.
        assert!((impact.approach / approach - 1.0).abs() < 1e-7, "{} {approach}", impact.approach);
        assert!((speed / rebound - 1.0).abs() < 1e-7, "{speed} {rebound}");
    }
    let residual = run.samples.iter().map(|sample| sample.contact.residual.abs()).fold(0.0, f64::max);
    assert!(residual < 1e-9 * run.samples[0].energy(), "{residual} J");
}

/// Energy conservation at the greatest compression: without damping  ½·m·v² = k·x^{5/2}/(5/2).
#[test]
fn greatest_compression_and_contact_time_are_those_of_hertz() {
    let scene = find("drop").expect("there is such a scene");
    let request = Request::new(scene, Method::TRUTH).with("scene.e", 1.0);
    let run = simulate::run(fmu(), scene, &request, |_| {}).expect("it runs");
    let Impact { onset, approach, depth, release } = run.impacts()[0];
    let (end, rebound) = release.expect("it parts");
    let depth = depth.expect("it is seen");
    let deepest = (0.5 * 0.454 * 2.5 / 3.4e10_f64).powf(0.4);
    assert!((depth / deepest - 1.0).abs() < 1e-10, "{depth} {deepest}");
    // Contact time of Hertz: 2.943275184324705·x/v. The unit decides within 5e-13 m of x = 0: 1e-8 of the time.
    assert!(((end - onset) / (2.943_275_184_324_705 * deepest) - 1.0).abs() < 3e-8, "{}", end - onset);
    assert!((approach - 1.0).abs() < 1e-12 && (rebound - 1.0).abs() < 1e-9, "{approach} {rebound}");
}

#[test]
fn the_fixed_step_of_the_paper_comes_closer_with_a_shorter_step() {
    let end = |step| {
        let run = simulated("incline", Method::RungeKutta { step });
        run.impacts()[0].release.expect("it parts").1
    };
    let (_, reference) = reference_impacts()[0];
    let (coarse, fine) = ((end(2e-4) - reference).abs(), (end(2.5e-5) - reference).abs());
    assert!(coarse < 1e-2 * reference && fine < 0.5 * coarse, "{coarse} {fine}");
}

#[test]
fn settings_reach_the_unit_by_name_and_nonsense_is_named() {
    let scene = find("drop").expect("there is such a scene");
    let with = |name: &str, value: &str| {
        let request = Request::new(scene, Method::TRUTH).with(name, value);
        simulate::run(fmu(), scene, &request, |_| {})
    };
    let ratio = |run: Run| run.impacts()[0].ratio().expect("it parts");
    assert!((ratio(with("compliance.e", "0.7").expect("it runs")) - 0.7).abs() < 1e-9);
    assert!((ratio(with("compliance.law", "elastic").expect("it runs")) - 1.0).abs() < 1e-9);
    for (name, value, words) in [
        ("compliance.law", "soft", ["compliance.law", "elastic"]),
        ("compliance.e", "bouncy", ["compliance.e", "number"]),
        ("compliance.e", "7", ["compliance.e", "7"]),
        ("compliance.E", "0.5", ["compliance.E", "no variable"]),
        ("ledger.track", "maybe", ["ledger.track", "true or false"]),
        ("scene.weight", "3", ["scene.weight", "scene.speed"]),
        ("positionI[3]", "3", ["positionI[3]", "drives it"]),
        ("geometry.radiusI", "0.2", ["geometry.radiusI", "relies on it"]),
    ] {
        let text = with(name, value).expect_err("it cannot be").to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn thinned_samples_show_the_same_impacts() {
    let scene = find("incline").expect("there is such a scene");
    let impacts = |every| {
        let request = Request { every, ..Request::new(scene, Method::RungeKutta { step: 1e-4 }) };
        simulate::run(fmu(), scene, &request, |_| {}).expect("it runs").impacts()
    };
    let all = impacts(0.0);
    for every in [1e-3, 1.1e-3, 1.3e-3, 0.7] {
        assert_eq!(impacts(every), all, "{every}");
    }
}

#[test]
fn a_contact_too_stiff_for_the_solver_ends_with_a_sentence() {
    let scene = find("cylinder").expect("there is such a scene");
    let request = Request::new(scene, Method::TRUTH).with("compliance.k", 1e30);
    let text = simulate::run(fmu(), scene, &request, |_| {}).expect_err("it cannot be").to_string();
    assert!(text.contains("too stiff") && text.contains("e-1 s after"), "{text}");
}

#[test]
fn requests_that_cannot_be_simulated_are_named() {
    let scene = find("incline").expect("there is such a scene");
    let text = |step, until| {
        let method = Method::CoSimulation { step, master: Master::Jacobi, coupling: Coupling::Kinematic };
        let request = Request { until, ..Request::new(scene, method) };
        request.validate().err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(text(1e-4, 2.0), "");
    assert!(text(0.0, 2.0).contains("step is 0 s"));
    assert!(text(f64::NAN, 2.0).contains("NaN"));
    assert!(text(1e-4, -1.0).contains("end is -1 s"));
    assert!(text(3.0, 2.0).contains("longer than"));
    assert!(text(1e-12, 2.0).contains("more than"));
}

/// The worst |e_out − e| over e, speed and the moment of the impact inside the step, of some stiffnesses and steps.
fn worst_restitution(method: fn(f64) -> Method, set: &[(&str, &str)]) -> f64 {
    let corners = [(1e5, 1e-4), (1e5, 1e-2), (1e7, 1e-3), (1e9, 1e-4), (1e9, 1e-2)];
    let worst = |(k, step)| couplings::worst(fmu(), k, step, method, set).expect("it runs");
    corners.into_iter().map(worst).fold(0.0, f64::max)
}

#[test]
fn interface_coupling_keeps_the_restitution_at_any_step() {
    let ways: [fn(f64) -> Method; 3] = [
        Method::interface,
        |step| Method::CoSimulation { step, master: Master::Jacobi, coupling: Coupling::Interface { slope: false } },
        |step| Method::CoSimulation {
            step,
            master: Master::GaussSeidel,
            coupling: Coupling::Interface { slope: false },
        },
    ];
    for (number, way) in ways.into_iter().enumerate() {
        let worst = worst_restitution(way, &[]);
        assert!(worst <= 1e-4, "{number}: {worst}");
    }
    // Sampled forces throw the ball back at any speed.
    assert!(worst_restitution(Method::gauss_seidel, &[]) > 100.0);
}

#[test]
fn a_wrong_mass_is_found_out_at_the_first_impact() {
    for mass in ["0.5", "1.0", "4.0", "8.0"] {
        let worst = worst_restitution(Method::interface, &[("coupling.massI", mass), ("coupling.verifyMass", "true")]);
        assert!(worst <= 0.002, "{mass} kg instead of 2 kg: {worst}");
    }
    let trusted = worst_restitution(Method::interface, &[("coupling.massI", "8.0")]);
    assert!(trusted > 1.0, "a trusted mass is not verified: {trusted}");
}

/// n, W and b are frozen over a step: what is asserted is what was measured, with a little room.
#[test]
fn interface_coupling_at_one_millisecond_beside_model_exchange() {
    let truth = simulated("pendulum", Method::TRUTH);
    let coupled = simulated("pendulum", Method::interface(1e-3));
    let (expected, found) = (truth.impacts(), coupled.impacts());
    for (k, bound) in [1e-4, 1e-3, 6e-3, 3e-2, 3e-2].into_iter().enumerate() {
        let off = (found[k].approach / expected[k].approach - 1.0).abs();
        assert!(off < bound, "impact {}: speed off by {off}", k + 1);
        assert!((found[k].onset - expected[k].onset).abs() < 2e-3, "impact {}: {}", k + 1, found[k].onset);
    }
    let angle = |run: &Run| run.samples.last().expect("samples").plant[0].to_degrees();
    assert!((angle(&coupled) - angle(&truth)).abs() < 1.0, "{} {}", angle(&coupled), angle(&truth));

    // The normal turns as the ball rolls to and fro: one that lags behind by half a step would push it on, by 0.24 % of its
    // speed in every swing.
    let speed = |run: &Run, from: f64| {
        let samples = run.samples.iter().filter(|sample| (from..from + 2.5).contains(&sample.time));
        samples.map(|sample| sample.plant[3].hypot(sample.plant[5])).fold(0.0, f64::max)
    };
    let scene = find("cylinder").expect("there is such a scene");
    for verified in ["false", "true"] {
        let request = Request::new(scene, Method::interface(1e-3)).with("coupling.verifyMass", verified);
        let rolling = simulate::run(fmu(), scene, &request, |_| {}).expect("it runs");
        let (first, last) = (speed(&rolling, 2.0), speed(&rolling, 7.5));
        assert!((last / first - 1.0).abs() < 1e-3, "{first} {last}");
    }

    let rolling = incline::rolling(&simulated("incline", Method::interface(1e-3))).expect("it rolls");
    assert!((rolling.acceleration / 2.396_584 - 1.0).abs() < 1e-3, "{}", rolling.acceleration);
}

#[test]
fn going_back_halves_the_steps_that_the_ledger_finds_too_long() {
    let off = |master| {
        let set = [];
        let method = move |step| Method::CoSimulation { step, master, coupling: Coupling::Kinematic };
        couplings::worst(fmu(), 1e7, 1e-3, method, &set).expect("it runs")
    };
    let (plain, halving) = (off(Master::GaussSeidel), off(Master::Rollback { part: 1e-3 }));
    assert!(halving < 0.05 * plain, "{halving} {plain}");
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
