//! A peg in a hole under a load beside its axis: it jams, or falls.

use super::shown::Shown;
use super::stage::{GRAVITY, Packed, Pose, Stage, Start, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone};
use asperity_lab::HostError;
use asperity_lab::plants::Vector;
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Stroke};
use asperity_lab::report::{Entry, judged};
use asperity_lab::systems::record::Run;

/// Length of the hole, width of the peg, what the hole is wider [m], mass [kg] and k_A [N/m³], as the example has them.
const LENGTH: f64 = 0.1;
const WIDTH: f64 = 0.04;
const CLEARANCE: f64 = 2e-4;
const MASS: f64 = 1.0;
const STIFFNESS: f64 = 1e11;
/// Coefficients of friction, and loads beside the limit as parts of it.
const FRICTIONS: [f64; 3] = [0.25, 0.35, 0.5];
const LOADS: [f64; 4] = [0.6, 0.95, 1.05, 1.5];
const UNTIL: f64 = 0.08;
/// Where the edges touch and both springs press somewhat [rad].
const TILT: f64 = 2.08e-3;
/// Names of the contacts that the friction is set of.
const SIDES: [&str; 4] = ["plate_left__peg", "plate_right__peg", "plate_front__peg", "plate_back__peg"];

/// Where a load on the axis at a distance `a` jams:  a = l/(2μ). Both edges press with N = m·g·a/l, and friction bears 2μN at most.
fn limit(mu: f64) -> f64 {
    LENGTH / (2.0 * mu)
}

/// How the jammed peg leans under a load at `a` [rad]: sin θ = (c + 2x)/l, c the clearance, and x what an edge sinks into a side that leans against it by θ,
/// N = k_A·w·x²/(2θ).
fn tilt(a: f64) -> f64 {
    let force = MASS * GRAVITY * a / LENGTH;
    let next = |tilt: f64| (CLEARANCE + 2.0 * (2.0 * tilt * force / (STIFFNESS * WIDTH)).sqrt()) / LENGTH;
    (0..60).fold(CLEARANCE / LENGTH, |tilt, _| next(tilt).asin())
}

fn run(system: &Packed, mu: f64, load: f64) -> Result<Run, HostError> {
    let start = Start { orientation: [(0.5 * TILT).cos(), 0.0, (0.5 * TILT).sin(), 0.0], ..Start::default() };
    let mut trial = Trial::new(UNTIL, 2e-3, 2e-3).from("peg", start).loaded_at("peg", Vector::new(load, 0.0, 0.0));
    for side in SIDES {
        trial = trial.with(&format!("{side}.friction.mu_S"), mu).with(&format!("{side}.friction.mu_C"), mu);
    }
    system.run(&trial)
}

/// Speed of the peg at the end, downwards [m/s].
fn falls(run: &Run) -> f64 {
    run.samples.last().map_or(f64::NAN, |last| -Pose::of(last, 0).velocity().z)
}

/// Greater of the forces at both edges at the end [N].
fn pressed(run: &Run) -> f64 {
    run.samples.last().map_or(f64::NAN, |last| run.columns.contact(last, 0)[0])
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("peg")?;
    let (mut jammed, mut fallen, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let mut numbers = Vec::new();
    for mu in FRICTIONS {
        for part in LOADS {
            let load = part * limit(mu);
            let run = run(&system, mu, load)?;
            let holds = falls(&run) < 1e-3;
            if holds {
                jammed.push((mu, load))
            } else {
                fallen.push((mu, load))
            }
            if holds != (part > 1.0) {
                wrong.push(format!("μ = {mu}, {part} of the limit: {:.3} m/s at the end", falls(&run)));
            }
            if mu == FRICTIONS[1] && part == LOADS[3] {
                // the pressure's middle is a little inside the edge
                let closed = MASS * GRAVITY * load / LENGTH;
                numbers.push(Held::new("jammed: N = m·g·a/l at an edge", "N", closed, pressed(&run), 3e-2));
                let leans = run.samples.last().map(|last| Pose::of(last, 0).tilt(2));
                numbers.push(Held::new("jammed: leans by (c + 2x)/l", "rad", tilt(load), leans, 2e-3));
            }
            if mu == FRICTIONS[1] && part == LOADS[0] {
                let late: Vec<_> = run.samples.iter().filter(|sample| sample.time > 0.04).collect();
                let rate = late.first().zip(late.last()).map(|(from, to)| {
                    (Pose::of(from, 0).velocity().z - Pose::of(to, 0).velocity().z) / (to.time - from.time)
                });
                numbers.push(Held::new("loose: it falls with", "m/s²", GRAVITY, rate, 1e-3));
            }
        }
    }
    let (table, finding) = alone(&numbers);
    let text = match wrong.as_slice() {
        [] => "All of them jam at 1.05 of the limit and more, and fall at 0.95 and less.".into(),
        wrong => wrong.join("; "),
    };
    let entry = Entry {
        id: "peg".into(),
        title: "A peg that jams".into(),
        claim: "A peg with clearance in a hole of length l, loaded at a distance a from its axis, touches at an edge above and at \
                one below, on either side. It jams, however large the load, if a > l/(2μ); else friction does not bear it, and \
                once it moves nothing turns it any more: both edges let go, and it falls freely. Where it jams it leans by the clearance and what both edges sink in, over l."
            .into(),
        reading: "Example peg: a square hole of 40.2 mm and l = 100 mm made of four boxes, a peg of 40 mm, 1 kg, which starts at \
                  rest, leaning by the clearance, with both edges pressed. Its centre of mass is the load."
            .into(),
        pictures: vec![picture("Loads that jam and that fall", &map(jammed, fallen))?],
        tables: vec![table],
        findings: vec![judged(wrong.is_empty(), text), finding],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn map(jammed: Vec<(f64, f64)>, fallen: Vec<(f64, f64)>) -> Chart {
    let closed = (0..=40).map(|k| 0.2 + 0.4 * f64::from(k) / 40.0).map(|mu| (mu, limit(mu))).collect();
    Chart {
        title: "A peg that jams".into(),
        x: Axis::new("coefficient of friction μ [1]").from_to(0.2, 0.6),
        y: Axis::new("distance a of the load [m]").from_to(0.0, 0.35),
        curves: vec![
            Curve::new("a = l/(2μ)", closed).stroke(Stroke::Dashed).width(1).colour(6),
            Curve::markers("jams", Marker::Square, jammed).colour(0),
            Curve::markers("falls", Marker::Triangle, fallen).colour(2),
        ],
        ..Chart::default()
    }
}
