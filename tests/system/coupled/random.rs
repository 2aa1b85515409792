//! Random bodies in a closed room: the ledger closes, and with right masses nothing gains energy.

use super::get;
use super::host::{Host, HostBody};
use super::room::WALLS;
use crate::random::Random;
use nalgebra::{UnitQuaternion, Vector3};

const NAMES: [&str; 10] = ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"];

/// Shapes within 0.1 m, by their text.
fn shape(random: &mut Random) -> String {
    let mut size = || random.within(0.06, 0.11);
    let [a, b, c] = [size(), size(), size()];
    match random.below(6) {
        0 => format!("sphere = {{ radius = {} }}", 0.8 * a),
        1 => format!("box = {{ size = [{a}, {b}, {c}] }}"),
        2 => format!("cylinder = {{ radius = {}, length = {b} }}", 0.5 * a),
        3 => format!("capsule = {{ radius = {}, length = {b} }}", 0.4 * a),
        4 => format!("ellipsoid = {{ size = [{a}, {b}, {c}] }}"),
        _ => format!("cone = {{ radius = {}, length = {b}, top_radius = {} }}", 0.5 * a, 0.2 * c),
    }
}

struct Scene {
    text: String,
    how: &'static str,
    order: &'static str,
    /// Whether its steps have other lengths from one to the next
    varies: bool,
    host: Host,
    /// Length of its steps [s]
    h: f64,
}

const ORDERS: [&str; 2] = ["sequential", "parallel"];
const HOWS: [&str; 4] = ["meanAndSlope", "line", "mean", "twoStep"];

/// What may be unexplained. Of bodies that are handed the mean alone the measured orientation is not that of the unit, nor then the energy of turning.
const MOST: [f64; 4] = [1e-6, 1e-6, 1e-3, 1e-3];

/// What bodies of other masses may gain without a word.
const SILENT: f64 = 0.01;

/// Of what is spread over uneven steps in parallel order the orientation misses more.
const SPREAD: f64 = 0.2;

/// `told`: by how much bodies are told too heavy.
fn scene(random: &mut Random, told: impl Fn(&mut Random) -> f64) -> Scene {
    let count = 1 + random.below(10);
    let e = if random.below(3) == 0 { 1.0 } else { random.within(0.1, 1.0) };
    let friction = match random.below(3) {
        0 => "friction.law = \"none\"\n".to_string(),
        _ => {
            let mu = random.within(0.0, 1.0);
            format!("friction.mu_S = {}\nfriction.mu_C = {mu}\n", mu * 1.1)
        }
    };
    let (how, order) = (HOWS[random.below(4)], ORDERS[random.below(2)]);
    // two steps belong together; in parallel order what may be held for too long is handed back by the mean
    let varies = if order == "parallel" { random.below(2) == 0 } else { how != "twoStep" };
    let (k, k_a, h) = (random.size(1e5, 1e8), random.size(1e7, 1e9), random.size(1e-4, 5e-3));
    let mut text = String::from("[unit]\nname = \"Random\"\n[bodies.room]\nshape = [ ");
    for (name, n) in WALLS {
        text += &format!("{{ name = \"{name}\", plane = {{ normal = {n:?}, height = -0.3 }} }}, ");
    }
    text += "]\n";
    let mut bodies = Vec::new();
    for (at, name) in NAMES.iter().enumerate().take(count) {
        let mass = random.size(0.2, 5.0);
        // any that a body within its cell can have
        let second = [0; 3].map(|_| mass * random.within(4e-4, 1e-3));
        let moments = [second[1] + second[2], second[2] + second[0], second[0] + second[1]];
        let cell = [at % 3, at / 3 % 3, at / 9].map(|of| 0.2 * (of as f64 - 1.0));
        text += &format!(
            "[bodies.{name}]\nmass = {mass}\ninertia = [{}, {}, {}, 0, 0, 0]\nposition = {cell:?}\nshape = {{ {} }}\n",
            moments[0],
            moments[1],
            moments[2],
            shape(random)
        );
        let mut body = HostBody::new(name, mass, moments);
        body.told = told(random);
        body.position = Vector3::from(cell);
        body.velocity = Vector3::from_fn(|_, _| 2.0 * random.signed());
        body.omega = Vector3::from_fn(|_, _| 5.0 * random.signed());
        body.turn = UnitQuaternion::from_scaled_axis(Vector3::from_fn(|_, _| 3.0 * random.signed()));
        bodies.push(body);
    }
    text += &format!(
        "[contacts]\ncoupling.mode = \"interface\"\ncoupling.order = \"{order}\"\ncoupling.handBack = \"{how}\"\n\
         compliance.e = {e}\ncompliance.k = {k}\ncompliance.k_A = {k_a}\n{friction}"
    );
    // a body that is where another force leads it has another height
    let is_led = ["meanAndSlope", "line"].contains(&how) && !(order == "parallel" && varies);
    let has_weight = is_led && random.below(2) == 0;
    let host = Host::new(&text, bodies, [0.0, 0.0, if has_weight { -9.81 } else { 0.0 }]);
    Scene { text, how, order, varies, host, h }
}

/// What a scene has come to, by the energy of motion at its start.
struct Outcome {
    /// Largest change of what is left and what was dissipated together, and rise of what is left
    unexplained: f64,
    rise: f64,
    /// Largest that there is more than was dissipated
    gained: f64,
    /// That energy of motion [J]
    scale: f64,
    /// Residual of the ledger at the end
    residual: f64,
}

/// In two steps a body is handed in the second what it lacks after the first, so that only energies after two steps without forces count.
fn run(host: &mut Host, h: f64, lags: bool, varies: bool) -> Outcome {
    let scale: f64 = host.bodies.iter().map(|body| body.energy(&Vector3::zeros())).sum();
    let start = host.energy();
    let (mut low, mut rise, mut unexplained, mut gained) = (start, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut quiet, mut lengths) = (0, Random(8));
    for _ in 0..(0.2 / h).clamp(40.0, 300.0) as usize {
        // other lengths from step to step, but where two belong together
        host.step(if varies { h * lengths.within(0.5, 1.0) } else { h });
        // of what is spread over uneven steps a little is left for long
        let little = 1e-9 * host.bodies.iter().map(|body| body.mass).sum::<f64>() / h;
        let flies =
            |at: usize| Vector3::from(get::<3>(&mut host.system, &format!("{}.force", NAMES[at]))).norm() <= little;
        quiet = if (0..host.bodies.len()).all(flies) { quiet + 1 } else { 0 };
        if lags && quiet < 2 {
            continue;
        }
        let now = host.energy();
        let [normal] = get(&mut host.system, "energyDissipatedNormal");
        let [friction] = get(&mut host.system, "energyDissipatedFriction");
        unexplained = unexplained.max((now + normal + friction - start).abs());
        gained = gained.max(now + normal + friction - start);
        rise = rise.max(now - low);
        low = low.min(now);
    }
    let [residual] = get(&mut host.system, "energyResidual");
    let [unexplained, rise, gained, residual] = [unexplained, rise, gained, residual.abs()].map(|of| of / scale);
    Outcome { unexplained, rise, gained, scale, residual }
}

/// Scenes of a run, and where they begin: some three are made in a second of processor time.
fn scenes(usual: usize) -> (usize, Random) {
    let asked = |name: &str| std::env::var(name).ok().map(|number| number.parse::<u64>().unwrap());
    (asked("ASPERITY_SCENES").map_or(usual, |count| count as usize), Random(asked("ASPERITY_SEED").unwrap_or(22)))
}

/// `ASPERITY_SCENES` and `ASPERITY_SEED` make others. Bristles give back what they hold, so that without friction only the energy may not rise.
#[test]
fn random_scenes_close_their_ledger_and_gain_nothing() {
    let (scenes, mut random) = scenes(12);
    let mut worst = [[[0.0_f64; 3]; 4]; 3];
    for number in 0..scenes {
        let Scene { text, how, order, varies, mut host, h } = scene(&mut random, |_| 1.0);
        let is_parallel = order == "parallel";
        let of = run(&mut host, h, is_parallel || how == "twoStep", varies);
        let rise = if text.contains("\"none\"") { of.rise } else { 0.0 };
        let by = HOWS.iter().position(|of| *of == how).unwrap();
        let among = &mut worst[if is_parallel { 1 + usize::from(varies) } else { 0 }][by];
        *among = [among[0].max(of.unexplained), among[1].max(rise), among[2].max(of.residual)];
        let most = if is_parallel && varies { SPREAD } else { MOST[by] };
        let masses: Vec<&String> = host.log.iter().filter(|line| line.contains("answers as")).collect();
        let what = format!("{number} {how} {order} {h} {masses:?}");
        assert!(of.residual < 1e-6, "{what}: {:e}\n{text}", of.residual);
        assert!(of.unexplained < most && rise < most, "{what}: {:e} {rise:e}\n{text}", of.unexplained);
    }
    for (what, worst) in ["sequential", "parallel", "parallel, uneven steps"].iter().zip(worst) {
        for (how, [unexplained, rise, residual]) in HOWS.iter().zip(worst) {
            println!("{what} {how}: unexplained {unexplained:.1e} rise {rise:.1e} residual {residual:.1e}");
        }
    }
}

/// A cone parts from a turning box, is turned back onto it within the same flight, and met it 3 mm deep: 2.3e-3 of the energy from nowhere.
#[test]
fn what_parts_and_comes_back_within_a_flight_meets_where_it_touches() {
    let Scene { how, order, varies, mut host, h, .. } = scene(&mut Random(2003), |_| 1.0);
    assert_eq!((how, order), ("line", "sequential"));
    let of = run(&mut host, h, false, varies);
    assert!(of.unexplained < MOST[1] && of.rise < MOST[1] && of.residual < 1e-6, "{:e} {:e}", of.unexplained, of.rise);
}

/// Bodies told 0.5 to 2 times as heavy as they are.
#[test]
fn random_scenes_of_wrong_masses_gain_what_is_announced() {
    let (scenes, mut random) = scenes(6);
    let mut worst = [0.0_f64; 3];
    for number in 0..scenes {
        let Scene { how, order, varies, mut host, h, .. } = scene(&mut random, |random| random.size(0.5, 2.0));
        let of = run(&mut host, h, order == "parallel" || how == "twoStep", varies);
        let announced: f64 = super::masses::announced(&host).iter().map(|of| of.abs()).sum::<f64>() / of.scale;
        let beyond = of.gained - 1.001 * announced;
        // impacts too small to show a mass give so much in silence
        let most = if order == "parallel" && varies { SPREAD } else { SILENT };
        let what = format!("{number} {how} {order} {h}");
        assert!(beyond < most && of.residual < 1e-6, "{what}: {beyond:e} {:e}", of.residual);
        worst = [worst[0].max(beyond), worst[1].max(of.residual), worst[2].max(of.gained)];
    }
    println!(
        "{scenes} scenes of wrong masses: beyond what is announced {:e}, residual {:e}, gained {:e}",
        worst[0], worst[1], worst[2]
    );
}

/// A capsule told 1.9 times as heavy is struck; the mass is seen before the second of two steps has handed it all. Without that 6.3e-2 of the
/// energy came in silence. 3e-4 is left: the log's four digits of 0.29, and impacts too small to show a mass.
#[test]
fn what_the_second_of_two_steps_gives_a_wrong_mass_is_announced() {
    let Scene { how, order, varies, mut host, h, .. } = scene(&mut Random(110), |random| random.size(0.5, 2.0));
    assert_eq!((how, order, varies), ("twoStep", "sequential", false));
    let of = run(&mut host, h, true, varies);
    let announced = super::masses::announced(&host).iter().sum::<f64>() / of.scale;
    assert!(of.gained > 0.25 && (of.gained - announced).abs() < 1e-3, "{:e} {announced:e}", of.gained);
}

/// The 37th scene of a seed: a box leaves a wall before the elastic force has given back 6e-6 of the energy, which is booked as lost.
#[test]
fn what_is_kept_at_a_release_is_booked_as_lost() {
    let mut random = Random(20261127);
    let mut next = || scene(&mut random, |random| random.size(0.5, 2.0));
    (0..36).for_each(|_| drop(next()));
    let Scene { how, order, varies, mut host, h, .. } = next();
    assert_eq!((how, order), ("line", "parallel"));
    let of = run(&mut host, h, true, varies);
    // without that 6.3e-6; what is left is of other impacts
    assert!(of.residual < 1e-7, "{:e}", of.residual);
}
