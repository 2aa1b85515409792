//! A slender block that rocks from edge to edge, after Housner, The behavior of inverted pendulum structures during
//! earthquakes, Bull. Seismol. Soc. Am. 53 (1963).

use super::shown::{Shown, integral};
use super::stage::{GRAVITY, Packed, Pose, Stage, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone, measured};
use asperity_lab::HostError;
use asperity_lab::number::digits;
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Stroke};
use asperity_lab::report::Entry;
use asperity_lab::systems::record::Run;

/// Base and height [m], as the example has them, and the tilt at the start [rad].
const BASE: f64 = 0.1;
const HEIGHT: f64 = 0.4;
const TILT: f64 = 0.1;
/// Restitutions of the runs.
const RESTITUTIONS: [f64; 5] = [0.05, 0.1, 0.2, 0.5, 0.9];
/// That of the example, whose periods are compared.
const MAIN: usize = 1;
const UNTIL: f64 = 1.4;
/// A harder floor [N/m³].
const HARD: f64 = 1e11;

/// Angle of the diagonal against the base's normal [rad].
fn alpha() -> f64 {
    (BASE / HEIGHT).atan()
}

/// Time between two passes through the upright, with amplitude θ_0:  2·∫dθ/√(2p²·(cos(α − θ_0) − cos(α − θ))), p² = 3g/(4R), exact
/// where Housner's (2/p)·arcosh(1/(1 − θ_0/α)) is that of a slender block.
fn half_period(amplitude: f64) -> f64 {
    let p2 = 0.75 * GRAVITY / (0.5 * BASE.hypot(HEIGHT));
    // θ = θ_0·(1 − u²) takes the root out of the integrand
    integral(|u| {
        let tilt = amplitude * (1.0 - u * u);
        4.0 * amplitude * u / (2.0 * p2 * ((alpha() - amplitude).cos() - (alpha() - tilt).cos())).sqrt()
    })
}

/// Height of the middle above that of the upright block, by R: what an impact takes its part of.
fn height(amplitude: f64) -> f64 {
    (alpha() - amplitude).cos() - alpha().cos()
}

/// Tilt about y, signed [rad].
fn tilts(run: &Run) -> Vec<(f64, f64)> {
    run.samples
        .iter()
        .map(|sample| (sample.time, Pose::of(sample, 0).axis(2)))
        .map(|(t, up)| (t, up.x.atan2(up.z)))
        .collect()
}

/// Passes through the upright [s], on straight lines between samples.
fn passes(tilts: &[(f64, f64)]) -> Vec<f64> {
    let crosses = |pair: &&[(f64, f64)]| pair[0].1 * pair[1].1 < 0.0;
    tilts.windows(2).filter(crosses).map(|p| p[0].0 - p[0].1 * (p[1].0 - p[0].0) / (p[1].1 - p[0].1)).collect()
}

/// Greatest tilts, of the start and between passes [rad].
fn amplitudes(tilts: &[(f64, f64)], passes: &[f64]) -> Vec<f64> {
    let between = |pair: &[f64]| {
        let inside = tilts.iter().filter(|(time, _)| (pair[0]..pair[1]).contains(time));
        inside.map(|(_, tilt)| tilt.abs()).fold(0.0, f64::max)
    };
    std::iter::once(TILT).chain(passes.windows(2).map(between)).collect()
}

fn run(system: &Packed, restitution: f64, stiffness: f64) -> Result<Run, HostError> {
    let trial = Trial::new(UNTIL, 1e-3, 2e-3);
    let trial = trial.with("block__floor.compliance.e", restitution).with("block__floor.compliance.k_A", stiffness);
    system.run(&trial)
}

/// Worst of the half periods against those of their amplitudes, as a closed form and what came out.
fn worst(run: &Run) -> (f64, f64) {
    let tilts = tilts(run);
    let passes = passes(&tilts);
    let found = passes.windows(2).map(|pair| pair[1] - pair[0]);
    let pairs =
        found.zip(amplitudes(&tilts, &passes).into_iter().skip(1)).map(|(found, tilt)| (half_period(tilt), found));
    let off = |(closed, found): &(f64, f64)| (found / closed - 1.0).abs();
    pairs.max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or((1.0, f64::NAN))
}

/// Part of the energy that an impact leaves, mean over the first ones.
fn left(run: &Run) -> f64 {
    let tilts = tilts(run);
    let amplitudes = amplitudes(&tilts, &passes(&tilts));
    let count = amplitudes.len().min(4) - 1;
    (height(amplitudes[count]) / height(amplitudes[0])).powf(1.0 / count as f64)
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("rocking-block")?;
    let mut runs = Vec::new();
    for restitution in RESTITUTIONS {
        runs.push(run(&system, restitution, 1e10)?);
    }
    let hard = run(&system, RESTITUTIONS[MAIN], HARD)?;
    let first = passes(&tilts(&hard)).first().copied();
    let (closed, found) = worst(&runs[MAIN]);
    let (closed_hard, found_hard) = worst(&hard);
    let numbers = vec![
        // edges sink in: what is off goes with the stiffness
        Held::new("half periods by their amplitudes, the worst", "s", closed, found, 1e-2),
        Held::new("the same on a floor ten times as hard", "s", closed_hard, found_hard, 5e-3),
        Held::new("first fall there, a quarter of the period", "s", 0.5 * half_period(TILT), first, 5e-3),
    ];
    let (table, finding) = alone(&numbers);
    let housner = (1.0 - 1.5 * alpha().sin().powi(2)).powi(2);
    let parts: Vec<f64> = runs.iter().map(left).collect();
    let list: Vec<String> =
        RESTITUTIONS.iter().zip(&parts).map(|(e, part)| format!("{} at e = {e}", digits(*part))).collect();
    let entry = Entry {
        id: "rocking-block".into(),
        title: "A rocking block".into(),
        claim:
            "A slender block that is let go tilted rocks about one lower edge, then about the other. Its period falls \
                with the amplitude, and each change of the edge takes a part of its energy. Housner: what is left is \
                (1 − 3/2·sin²α)², if the impact is at the new edge alone and nothing bounces."
                .into(),
        reading: format!(
            "Example rocking-block: 0.1 × 0.2 × 0.4 m, α = {:.4} rad, 10 kg, tilted by 0.1 rad at the start, μ = 0.8, \
             k_A = 1e10 N/m³. Periods: the exact integral over the motion about an edge, for the amplitude that came \
             out; Housner's arcosh is its limit for small α.",
            alpha()
        ),
        pictures: vec![
            picture("Tilt over time", &over_time(&runs))?,
            picture("What an impact leaves", &losses(&parts, housner))?,
        ],
        tables: vec![table],
        findings: vec![
            finding,
            measured(format!(
                "The energy that an impact leaves is more than Housner's {1} here, and nearly the same up to e = 0.2: {0}. The base is flat and lands \
                 with all of its face, so that the middle of the impact is at a third of the way from the middle of the base to the \
                 new edge at first. Housner's impulse is at that edge alone: a block on feet of 2 mm along its edges leaves 0.836 at \
                 e = 0.1. Both are what the pressure on the base gives, summed point by point (tests/system/rocking.rs).",
                list.join(", "),
                digits(housner)
            )),
        ],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn over_time(runs: &[Run]) -> Chart {
    let curve = |at: usize| Curve::new(format!("e = {}", RESTITUTIONS[at]), tilts(&runs[at]));
    Chart {
        title: "A rocking block".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("tilt [rad]"),
        curves: vec![curve(1), curve(4)],
        ..Chart::default()
    }
}

fn losses(parts: &[f64], housner: f64) -> Chart {
    Chart {
        title: "Energy after an impact by that before".into(),
        x: Axis::new("coefficient of restitution e [1]").from_to(0.0, 1.0),
        y: Axis::new("energy left [1]").from_to(0.7, 1.0),
        curves: vec![
            Curve::new("computed", RESTITUTIONS.iter().copied().zip(parts.iter().copied()).collect())
                .marker(Marker::Circle),
            Curve::new("Housner", vec![(0.0, housner), (1.0, housner)]).stroke(Stroke::Dashed),
        ],
        ..Chart::default()
    }
}
