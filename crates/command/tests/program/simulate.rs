//! Scenes as the program runs them: what impacts are told, whether energy is kept, and bounces of two materials.
use std::f64::consts::PI;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::packed::{file, fmu};
use asperity_lab::instance::Instance;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::scenes::{SCENES, Scene, find};
use asperity_lab::simulate::{self, Method, Request, Run};

const METHODS: [Method; 9] = [
    Method::TRUTH,
    Method::RungeKutta { step: 1.0 },
    cs(Master::GaussSeidel, Coupling::Kinematic),
    cs(Master::Jacobi, Coupling::Kinematic),
    cs(Master::Rollback { part: 1e-3 }, Coupling::Kinematic),
    cs(Master::GaussSeidel, Coupling::Interface { slope: true }),
    cs(Master::GaussSeidel, Coupling::Interface { slope: false }),
    cs(Master::Jacobi, Coupling::Interface { slope: true }),
    cs(Master::Jacobi, Coupling::Interface { slope: false }),
];

const fn cs(master: Master, coupling: Coupling) -> Method {
    Method::CoSimulation { step: 1.0, master, coupling }
}

fn run(scene: &Scene, method: Method) -> Run {
    // A second bounce and the next break from rest show what the rest would; impacts are over after four seconds.
    let until = match scene.name {
        "bouncing-ball" => 0.65,
        "stick-slip" => 15.0,
        _ => scene.until.min(4.0),
    };
    let request = Request { until, every: until / 1e4, ..Request::new(scene, method) };
    simulate::run(fmu(), scene, &request, |_| {}).unwrap_or_else(|error| panic!("{}, {method:?}: {error}", scene.name))
}

/// Kinetic and potential energy are the plant's own; what a contact stores and dissipates is never negative, so they must
/// not grow beyond the work of the drives. In mean force the plant is apart from the contact by up to a step: it may be
/// deeper, or further on, than the contact that was solved.
#[test]
fn every_scene_keeps_its_energy_at_its_default_step_in_every_method() {
    let mut gains = Vec::new();
    std::thread::scope(|scope| {
        let runs = SCENES.map(|scene| {
            scope.spawn(move || {
                METHODS.map(|method| {
                    let method = method.with_step(scene.default_step(method));
                    (method, run(scene, method))
                })
            })
        });
        for (scene, runs) in SCENES.iter().zip(runs) {
            for (method, run) in runs.join().expect("the runs end") {
                if let Some(gain) = run.gain() {
                    gains.push(format!("{}, {method:?}: {gain:?}", scene.name));
                }
                let own = |k: usize| run.samples[k].kinetic + run.samples[k].potential - run.samples[k].driven;
                let highest = (0..run.samples.len()).map(own).fold(f64::NEG_INFINITY, f64::max);
                let moved = run.samples.iter().map(|sample| sample.kinetic.max(sample.driven)).fold(0.0, f64::max);
                let stored = run.samples[0].contact.elastic;
                if highest > own(0) + stored + 0.05 * moved + 1e-3 * stored {
                    gains.push(format!("{}, {method:?}: the plant alone {}", scene.name, highest - own(0)));
                }
            }
        }
    });
    assert!(gains.is_empty(), "{}", gains.join("\n"));
}

/// A ball of steel on steel with 1 ms: the impact lasts 0.26 ms and no sample overlaps.
#[test]
fn an_impact_between_two_samples_is_told_and_the_energy_that_it_invents() {
    let scene = find("fall").expect("there is such a scene");
    let run = run(scene, Method::gauss_seidel(1e-3));
    let first = run.samples.iter().find(|sample| sample.contact.gap < 0.0).map_or(f64::INFINITY, |sample| sample.time);
    let impact = run.impacts()[0];
    assert!(first > impact.onset + 2e-3, "no sample shows the first impact: {first} {impact:?}");
    let approach = (2.0 * 9.81_f64).sqrt();
    assert!((impact.approach / approach - 1.0).abs() < 1e-6, "{impact:?} {approach}");
    assert!(impact.ratio().expect("it parts") > 1.0, "{impact:?}");
    let gain = run.gain().expect("it gains energy");
    let own = |sample: &asperity_lab::record::Sample| sample.kinetic + sample.potential;
    let gained = own(run.samples.last().expect("samples")) - own(&run.samples[0]);
    assert!(gained > 1.0 && gain.energy >= gained, "{gain:?} {gained}");
    assert!((gain.before / (0.5 * steel_mass() * approach * approach) - 1.0).abs() < 0.02, "{gain:?}");
    assert!((gain.since - impact.onset).abs() < 2e-3, "{gain:?} {impact:?}");
}

/// Mass of a steel ball of 50 mm radius [kg].
fn steel_mass() -> f64 {
    4.0 / 3.0 * PI * 0.05_f64.powi(3) * 7850.0
}

/// Ten steps in a contact time, in which friction is booked twice too high: the ball leaves a little slower than it should.
#[test]
fn a_coarse_step_that_gains_nothing_is_no_failure() {
    let scene = find("cylinder").expect("there is such a scene");
    let impacts = |step| {
        let request = Request::new(scene, Method::gauss_seidel(step)).with("compliance.e", 0.7);
        let run = simulate::run(fmu(), scene, &request, |_| {}).expect("it runs");
        assert_eq!(run.gain(), None, "{step}");
        run.impacts()
    };
    let (coarse, fine) = (impacts(1e-3), impacts(1e-4));
    let ratios = [&coarse, &fine].map(|impacts| impacts[0].ratio().expect("it parts"));
    assert!(ratios[0] < ratios[1] && ratios[0] > ratios[1] - 0.01, "{ratios:?}");
}

/// What Flores' damping gives for e = 0.5, by the closed form of the impulse: 0.4704 at every speed. The speeds are those of
/// touching and parting, so that no gravity comes between, and a flight ends as fast as it began.
#[test]
fn interface_coupling_tells_speeds_at_onset_and_release() {
    let scene = find("bouncing-ball").expect("there is such a scene");
    for step in [1e-4, 1e-3, 3e-3] {
        let request = Request::new(scene, Method::interface(step));
        let impacts = simulate::run(fmu(), scene, &request, |_| {}).expect("it runs").impacts();
        assert!(impacts.len() > 4, "{step}: {impacts:?}");
        assert!((impacts[0].approach - (2.0 * 9.81 * 0.5_f64).sqrt()).abs() < 1e-6, "{step}: {impacts:?}");
        for (impact, next) in impacts.iter().zip(&impacts[1..]).take(4) {
            // Gravity acts for the contact time, g·t_c/v of the speed: 4e-4 in the third and fourth.
            let ratio = impact.ratio().expect("it parts");
            assert!((ratio - 0.4704).abs() < 1e-3, "{step}: {impacts:?}");
            let rebound = impact.release.expect("it parts").1;
            assert!((next.approach / rebound - 1.0).abs() < 1e-2, "{step}: {impacts:?}");
        }
        assert!(impacts.iter().all(|impact| impact.depth.is_none_or(|depth| depth > 0.0)), "{step}: {impacts:?}");
        // 31 µs of impact in steps of 0.1 ms and more: nobody sees its depth.
        assert_eq!(impacts[0].depth, None, "{step}");
    }
}

/// A master that holds the force over the step, moves the body with it, and passes no derivatives: as most tools do.
fn held_force(e: f64, step: f64, gap: f64, parallel: bool) -> f64 {
    const MASS: f64 = 2.0;
    let unit = Instance::co_simulation(fmu(), "held").expect("an instance");
    unit.enter_initialization(0.0, None).expect("initialization");
    unit.assign("geometry.pair", "spherePlane").expect("a pair");
    let (radius, mut height, mut velocity, mut force) = (0.1, 0.1 + gap, -1.0, 0.0);
    for (name, value) in
        [("geometry.radiusI", radius), ("compliance.k", 1e7), ("compliance.e", e), ("positionI[3]", height)]
    {
        unit.set_real(name, value).expect("a value");
    }
    unit.set_real("velocityI[3]", velocity).expect("a velocity");
    unit.exit_initialization().expect("initialised");
    let mut time = 0.0;
    while height <= radius || velocity < 0.0 {
        unit.do_step(time, step).expect("a step");
        let told = unit.get_real("forceI[3]").expect("a force");
        let acting = if parallel { force } else { told };
        height += step * velocity + 0.5 * step * step * acting / MASS;
        velocity += step * acting / MASS;
        force = told;
        unit.set_real("positionI[3]", height).expect("a position");
        unit.set_real("velocityI[3]", velocity).expect("a velocity");
        time += step;
        assert!(time < 1.0, "it does not part");
    }
    velocity
}

/// The step that `advise` recommends for an ordinary master, a hundredth of the contact time 2.9433·x/v.
#[test]
fn a_hundred_steps_in_a_contact_time_keep_e_with_a_constant_force() {
    let depth = (1.25 * 2.0 / 1e7_f64).powf(0.4);
    let step = 2.943_275 * depth / 100.0;
    for parallel in [false, true] {
        let off = |phase: u32| (held_force(0.5, step, step * f64::from(phase) / 8.0, parallel) - 0.5).abs();
        let worst = (0..8).map(off).fold(0.0, f64::max);
        assert!(worst < 0.0115, "{parallel}: {worst}");
        // Ten steps are none: the bound of a hundred means something.
        let coarse = (held_force(0.5, 10.0 * step, 5.0 * step, parallel) - 0.5).abs();
        assert!(coarse > 0.05, "{parallel}: {coarse}");
    }
}

fn asperity_in(folder: &Path, arguments: &[&str]) -> Output {
    std::fs::create_dir_all(folder).expect("a folder");
    Command::new(env!("CARGO_BIN_EXE_asperity")).args(arguments).current_dir(folder).output().expect("it starts")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate").join(name)
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_run_that_gains_energy_ends_with_1_and_the_numbers() {
    let unit = file().to_string_lossy();
    let arguments = ["simulate", "bouncing-ball", "--fmu", &unit, "--mode", "cs", "--step", "1e-3", "--until", "0.4"];
    let output = asperity_in(&folder("gain"), &arguments);
    let (out, error) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{out}{error}");
    assert!(error.starts_with("error: the run gains ") && error.lines().count() == 1, "{error}");
    assert!(error.contains("step of 0.001 s is too long"), "{error}");
    assert!(out.contains("3.132") && !out.contains("none until"), "{out}");
    let sound = asperity_in(&folder("gain"), &[&arguments[..6], &["--until", "0.4"]].concat());
    let (out, error) = texts(&sound);
    assert_eq!(sound.status.code(), Some(0), "{out}{error}");
    assert!(out.contains("0.470"), "{out}");
}

/// Numbers of the first impact in a table of the program: onset, approach, rebound, ratio; none for `stays` and `-`.
fn first_impact(text: &str) -> [Option<f64>; 4] {
    let line = text.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap_or_else(|| panic!("{text}"));
    let words: Vec<&str> = line.split_whitespace().collect();
    [1, 2, 4, 5].map(|at| words[at].parse().ok())
}

/// √(2gh) after √(2h/g); the restitution of the pair, from which gravity takes a little while the bodies touch.
#[test]
fn drop_shows_a_bounce_of_two_materials_in_every_method() {
    let unit = file().to_string_lossy();
    let methods: [&[&str]; 5] = [
        &[],
        &["--mode", "me", "--solver", "rk3"],
        &["--mode", "cs"],
        &["--mode", "cs", "--master", "jacobi"],
        &["--mode", "cs", "--coupling", "interface"],
    ];
    for (ball, flat, height, e, lost) in [
        ("steel", "rubber", 1.0, 0.5, 0.04),
        ("glass", "glass", 0.02, 0.97, 0.01),
        ("rubber", "concrete", 0.3, 0.5, 0.08),
    ] {
        for method in methods {
            let text = height.to_string();
            let arguments = ["drop", ball, flat, "--radius", "0.05", "--height", &text, "--fmu", &unit];
            let place = folder("drop");
            let _ = std::fs::remove_file(place.join("drop.svg"));
            let output = asperity_in(&place, &[&arguments[..], method].concat());
            let (out, error) = texts(&output);
            assert_eq!(output.status.code(), Some(0), "{ball} {flat} {method:?}: {out}{error}");
            let [onset, approach, _, ratio] = first_impact(&out).map(|value| value.expect("a number"));
            let speed = (2.0_f64 * 9.81 * height).sqrt();
            assert!((approach / speed - 1.0).abs() < 1e-4, "{ball} {flat} {method:?}: {out}");
            assert!((onset * 9.81 / speed - 1.0).abs() < 1e-4, "{ball} {flat} {method:?}: {out}");
            assert!((e - lost..=e + 0.011).contains(&ratio), "{ball} {flat} {method:?}: {out}");
            assert!(std::fs::read_to_string(place.join("drop.svg")).expect("the plot").starts_with("<svg"));
        }
    }
}

#[test]
fn drop_says_where_its_restitution_comes_from() {
    let unit = file().to_string_lossy();
    let line = |arguments: &[&str]| {
        let output = asperity_in(&folder("source"), &[&["drop", "--fmu", &unit], arguments].concat());
        let (out, error) = texts(&output);
        out.lines().find(|line| line.starts_with("Restitution")).unwrap_or_else(|| panic!("{out}{error}")).to_owned()
    };
    assert_eq!(line(&["steel", "steel", "--height", "0.01"]), "Restitution e = 0.7, [Modia3D, Steel,Steel]");
    let assumed = line(&["rubber", "nylon", "--height", "0.1"]);
    assert_eq!(assumed, "Restitution e = 0.5, assumed: not known of rubber on nylon, measure it and give --e");
    assert_eq!(line(&["rubber", "nylon", "--height", "0.1", "--e", "0.8"]), "Restitution e = 0.8, as set");
}

#[test]
fn drop_names_what_cannot_be_and_what_can() {
    for (arguments, words) in [
        (&["steel", "unobtainium"] as &[&str], ["unobtainium", "polycarbonate"]),
        (&["steel"], ["FLAT", "Usage"]),
        (&["steel", "rubber", "--radius", "-1"], ["--radius is -1", "from 1e-6 to 1000 m"]),
        (&["steel", "rubber", "--e", "2"], ["--e is 2", "from 0.001 to 1"]),
        (&["steel", "rubber", "--height", "1e300"], ["--height is 1e300", "10000"]),
        (&["steel", "rubber", "--height", "0"], ["nothing falls", "--speed"]),
        (&["steel", "rubber", "--set", "scene.weight=1"], ["scene.weight", "scene.radius"]),
        (&["steel", "rubber", "--set", "scene.radius=big"], ["scene.radius", "give --radius"]),
        (&["steel", "rubber", "--set", "material.E=1"], ["material.E", "no variable"]),
    ] {
        let unit = file().to_string_lossy();
        let output = asperity_in(&folder("refused"), &[&["drop"], arguments, &["--fmu", &unit]].concat());
        let (out, error) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {out}{error}");
        assert!(words.iter().all(|word| error.contains(word)), "{arguments:?}: {error}");
        assert!(!error.contains("to 1 1"), "a number without a unit: {error}");
    }
}

/// Ball on a flat of the same material, k·x^{5/2}·2/5 = ½·m·v²: what the program says of the impact is that of Hertz.
#[test]
fn drop_bounces_with_the_stiffness_of_hertz() {
    let unit = file().to_string_lossy();
    let arguments = ["drop", "steel", "steel", "--radius", "0.02", "--height", "0.05", "--e", "1", "--fmu", &unit];
    let (out, error) = texts(&asperity_in(&folder("hertz"), &arguments));
    let k = 4.0 / 3.0 * 2.1e11 / (2.0 * 0.91) * 0.02_f64.sqrt();
    let m = 4.0 / 3.0 * PI * 0.02_f64.powi(3) * 7850.0;
    let depth = (2.5 * m * 9.81 * 0.05 / k).powf(0.4);
    let line = out.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap_or_else(|| panic!("{out}{error}"));
    let found: f64 = line.split_whitespace().nth(3).and_then(|word| word.parse().ok()).expect("a depth");
    // Weight over greatest force, 2e-4, presses a little deeper.
    assert!((found / depth - 1.0).abs() < 1e-3, "{found} {depth}");
}

/// Texts of more than 30 digits in a row, with or without a point.
fn long_numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|word| word.len() > 30).collect()
}

#[test]
fn no_command_prints_hundreds_of_digits_or_a_zero_with_a_sign() {
    let unit = file().to_string_lossy();
    for arguments in [
        &["simulate", "drop", "--until", "1e300"] as &[&str],
        &["simulate", "drop", "--every", "1e300", "--fmu", &unit],
        &["simulate", "drop", "--step", "1e-300"],
        &["simulate", "drop", "--set", "scene.speed=1e300"],
        &["simulate", "billiard", "--until", "0.01", "--fmu", &unit],
        &["simulate", "rolling-ball", "--set", "compliance.k=1e300", "--until", "0.01", "--fmu", &unit],
        &["simulate", "drop", "--set", "compliance.k=-1e300", "--fmu", &unit],
        &["simulate", "incline", "--mode", "cs", "--set", "friction.sigma_0=1e300", "--until", "0.1", "--fmu", &unit],
        &["drop", "steel", "rubber", "--radius", "1e-300"],
        &["drop", "steel", "rubber", "--speed", "-1e300"],
        &["advise", "--k", "1e300", "--m", "1e300", "--v", "1e-300"],
        &["advise", "--k", "1", "--m", "1e300", "--v", "-1e300"],
        &["material", "steel", "rubber", "--radius", "1e-80", "--mass", "1e200", "--speed", "1e100"],
        &["material", "steel", "rubber", "--radius", "-1e300"],
        &["material", "steel", "rubber", "--shape-i", "sphere:-1e300"],
        &["demo", "--until", "1e300"],
    ] {
        let (out, error) = texts(&asperity_in(&folder("digits"), arguments));
        for text in [&out, &error] {
            assert!(long_numbers(text).is_empty(), "{arguments:?}: {:?}", long_numbers(text));
            let zeros = text.split_whitespace().filter(|word| word.starts_with('-') && word.parse() == Ok(0.0)).count();
            assert_eq!(zeros, 0, "{arguments:?}: {text}");
        }
    }
}

#[test]
fn every_pair_of_materials_has_a_source_or_is_said_to_be_unknown() {
    use asperity_lab::material::{Bounce, Friction, PALETTE};
    for (at, i) in PALETTE.iter().enumerate() {
        for j in &PALETTE[at..] {
            let arguments = ["material", i.name, j.name, "--radius", "0.05"];
            let (out, error) = texts(&asperity_in(&folder("pairs"), &arguments));
            let line =
                |word: &str| out.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{out}{error}"));
            let answer = |line: &str, known: Option<&str>| match known {
                Some(source) => line.contains(&format!("[{source}]")),
                None => line.contains(&format!("not known of {} on {}, measure it", i.name, j.name)),
            };
            let friction = Friction::find(i.name, j.name).map(|friction| friction.source);
            assert!(answer(line("Friction"), friction), "{out}");
            let bounce = Bounce::find(i.name, j.name).next().map(|bounce| bounce.source);
            assert!(answer(line("Restitution"), bounce), "{out}");
        }
    }
}
