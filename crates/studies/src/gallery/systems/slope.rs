//! A box on a slope: the least of tan θ, μ and b/h says what it does.

use super::shown::Shown;
use super::stage::{GRAVITY, Packed, Pose, Stage, Start, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone};
use asperity_lab::HostError;
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Stroke};
use asperity_lab::report::{Entry, judged};
use asperity_lab::systems::record::Run;

/// Length of the base along the slope and height [m], as the example has them.
const BASE: f64 = 0.1;
const HEIGHT: f64 = 0.2;
/// Area of the base [m²], mass [kg] and k_A [N/m³].
const AREA: f64 = 0.014;
const MASS: f64 = 1.0;
const STIFFNESS: f64 = 1e10;
/// How close to a limit the pairs of runs lie, as a part of it.
const CLOSE: f64 = 0.05;
/// A box that leans by more than this topples [rad], one that is faster slides [m/s].
const TOPPLES: f64 = 0.02;
const SLIDES: f64 = 0.01;
const UNTIL: f64 = 0.4;
/// Where the speed of the toppling box is compared [rad], and one that slides has come to its acceleration [s].
const AT: f64 = 0.3;
const SETTLED: f64 = 0.2;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Stands,
    Slides,
    Topples,
}

/// μ and b/h by tan θ.
type Ratios = (f64, f64);

/// The least of 1, μ/tan θ and (b/h)/tan θ.
fn expected((mu, base): Ratios) -> Fate {
    if mu.min(base) > 1.0 {
        Fate::Stands
    } else if mu < base {
        Fate::Slides
    } else {
        Fate::Topples
    }
}

/// Pairs beside the limits, and some far from them.
fn ratios() -> Vec<Ratios> {
    let mut all = Vec::new();
    for side in [1.0 - CLOSE, 1.0 + CLOSE] {
        all.extend([(side, 1.2), (side, 1.5), (1.2, side), (1.5, side)]);
        all.extend([0.65, 0.85].map(|at| (at * side, at)));
    }
    all.extend([(0.6, 1.3), (1.3, 0.6), (1.35, 1.35)]);
    all
}

fn slope(base: f64) -> f64 {
    (BASE / HEIGHT / base).atan()
}

fn run(system: &Packed, ratios: Ratios) -> Result<Run, HostError> {
    system.run(&trial(ratios))
}

fn trial((mu, base): Ratios) -> Trial {
    let angle = slope(base);
    let mu = mu * angle.tan();
    let sunk = MASS * GRAVITY * angle.cos() / (STIFFNESS * AREA);
    let start =
        Start { position: [0.0, 0.0, 0.5 * HEIGHT - sunk], orientation: [1.0, 0.0, 0.0, 0.0], ..Start::default() };
    let trial = Trial::new(UNTIL, 0.01, 0.01).on_slope(angle).from("box", start);
    trial.with("box__slope.friction.mu_C", mu).with("box__slope.friction.mu_S", mu)
}

fn fate(run: &Run) -> Fate {
    let Some(end) = run.samples.last().map(|last| Pose::of(last, 0)) else { return Fate::Stands };
    if end.tilt(2) > TOPPLES {
        Fate::Topples
    } else if end.velocity().x > SLIDES {
        Fate::Slides
    } else {
        Fate::Stands
    }
}

/// Angular speed of a box that turns about its lower edge, at a tilt φ from rest, from the height that its middle has lost:
/// ½·I·ω² = m·g·r·(cos ψ_0 − cos ψ), ψ the angle of the diagonal r against the vertical, I = m·(b² + h²)/3.
fn toppling(angle: f64, tilt: f64) -> f64 {
    let diagonal = 0.5 * BASE.hypot(HEIGHT);
    let start = angle - (BASE / HEIGHT).atan();
    (2.0 * GRAVITY * diagonal * (start.cos() - (start + tilt).cos()) / (4.0 / 3.0 * diagonal * diagonal)).sqrt()
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("slope")?;
    let mut seen = Vec::new();
    for ratios in ratios() {
        seen.push((ratios, fate(&run(&system, ratios)?)));
    }
    let wrong: Vec<String> = seen
        .iter()
        .filter(|(ratios, fate)| *fate != expected(*ratios))
        .map(|((mu, base), fate)| format!("{fate:?} at μ/tan θ = {mu:.3}, (b/h)/tan θ = {base:.3}"))
        .collect();
    let count = seen.len();
    let text = match wrong.as_slice() {
        [] => format!(
            "All {count} boxes do what the least of the three says; pairs of them lie 5 % to either side of a limit."
        ),
        wrong => format!("Of {count} boxes some do otherwise: {}.", wrong.join("; ")),
    };
    let numbers = held(&system)?;
    let (table, finding) = alone(&numbers);
    let entry = Entry {
        id: "slope".into(),
        title: "A box on a slope".into(),
        claim: "A box stands on a slope of angle θ while tan θ is below μ and below b/h, length of its base over its \
                height. Steeper, it slides if μ < b/h, for then its weight and friction meet within the base; else it \
                topples. So the least of tan θ, μ and b/h says what happens."
            .into(),
        reading: "Example slope: 0.1 × 0.14 × 0.2 m, 1 kg, k_A = 1e10 N/m³, released at rest with its base pressed in \
                  by its weight; gravity leans by θ, and θ and μ differ from run to run."
            .into(),
        pictures: vec![picture("What 15 boxes do, and where the limits are", &map(&seen))?],
        tables: vec![table],
        findings: vec![judged(wrong.is_empty(), text), finding],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn held(system: &Packed) -> Result<Vec<Held>, HostError> {
    let (slides, topples, stands) = ((0.6, 1.3), (1.5, 0.6), (1.35, 1.35));
    let sliding = run(system, slides)?;
    let angle = slope(slides.1);
    let rate = GRAVITY * (angle.sin() - slides.0 * angle.tan() * angle.cos());
    let late = sliding.samples.iter().find(|sample| sample.time > SETTLED);
    let gained = late
        .zip(sliding.samples.last())
        .map(|(from, to)| (Pose::of(to, 0).velocity().x - Pose::of(from, 0).velocity().x) / (to.time - from.time));
    let toppled = run(system, topples)?;
    let fallen = toppled.samples.iter().map(|sample| Pose::of(sample, 0)).find(|pose| pose.tilt(2) > AT);
    let speed = fallen.as_ref().map(|pose| pose.spin().y);
    let closed = toppling(slope(topples.1), fallen.as_ref().map_or(AT, |pose| pose.tilt(2)));
    // the example's small damping lets it shake for long
    let standing = system.run(&trial(stands).with("box__slope.compliance.e", 0.5))?;
    let force = standing.samples.last().map(|last| standing.columns.contact(last, 0)[0]);
    Ok(vec![
        Held::new("slides with g·(sin θ − μ·cos θ)", "m/s²", rate, gained, 1e-4),
        // the edge sinks in, and the box starts with a jerk
        Held::new("topples: ω at 0.3 rad by the height lost", "rad/s", closed, speed, 5e-3),
        Held::new("stands: f_n = m·g·cos θ", "N", MASS * GRAVITY * slope(stands.1).cos(), force, 1e-5),
    ])
}

fn map(seen: &[(Ratios, Fate)]) -> Chart {
    let of = |wanted: Fate| seen.iter().filter(|(_, fate)| *fate == wanted).map(|(ratios, _)| *ratios).collect();
    let limit = |label: &str, points| Curve::new(label, points).stroke(Stroke::Dashed).width(1).colour(6);
    Chart {
        title: "A box on a slope".into(),
        x: Axis::new("μ / tan θ [1]").from_to(0.5, 1.6),
        y: Axis::new("(b/h) / tan θ [1]").from_to(0.5, 1.6),
        curves: vec![
            limit("closed form", vec![(1.0, 1.6), (1.0, 1.0), (1.6, 1.0)]),
            limit("", vec![(0.5, 0.5), (1.0, 1.0)]),
            Curve::markers("stands", Marker::Square, of(Fate::Stands)).colour(0),
            Curve::markers("slides", Marker::Circle, of(Fate::Slides)).colour(1),
            Curve::markers("topples", Marker::Triangle, of(Fate::Topples)).colour(2),
        ],
        ..Chart::default()
    }
}
