//! A disc in precession on its rim: Euler's disc.

use std::f64::consts::TAU;

use super::shown::Shown;
use super::stage::{GRAVITY, Packed, Pose, Stage, Start, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone, measured};
use asperity_lab::HostError;
use asperity_lab::number::digits;
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Sheet, Stroke};
use asperity_lab::report::Entry;
use asperity_lab::systems::record::{Run, Sample};

/// Radius, half thickness [m] and mass [kg], as the example has them.
const RADIUS: f64 = 0.04;
const HALF: f64 = 0.003;
const MASS: f64 = 0.4;
/// k_A of the runs that are held to closed forms [N/m³].
const STIFFNESS: f64 = 1e13;
/// Inclinations at the start of these [rad], and how long they last [s].
const INCLINATIONS: [f64; 3] = [0.2, 0.4, 0.8];
const STEADY: f64 = 0.2;
/// The runs with friction about the normal begin at the middle one and end here [s]: that of the example, and that of one e_r [m].
const UNTIL: f64 = 2.0;
const SHORT: f64 = 1.0;
const E_R: f64 = 5e-4;
/// What the latter takes [J] from a rigid disc that rolls, by twelve equations and SciPy's DOP853 (`tests/system/rim.py`).
const TAKEN: f64 = 7.844_031e-3;
/// k_A there, the example's.
const SOFT: f64 = 1e11;

/// Moments of inertia about a diameter and about the axis [kg·m²].
fn moments() -> [f64; 2] {
    [MASS * (0.25 * RADIUS * RADIUS + HALF * HALF / 3.0), 0.5 * MASS * RADIUS * RADIUS]
}

/// Rate of precession with the middle at rest, Ω² = m·g·(R·cos θ − c·sin θ)/(sin θ·(A·cos θ − C·c/R·sin θ)), which is 4g/(R·sin θ) of a disc
/// without thickness: ω lies along the line from the middle to the contact, and L̇ = Ω·ẑ × L is the moment of the weight.
fn precession(inclination: f64) -> f64 {
    let (sin, cos) = inclination.sin_cos();
    let [a, c] = moments();
    let weight = MASS * GRAVITY * (RADIUS * cos - HALF * sin);
    (weight / (sin * (a * cos - c * HALF / RADIUS * sin))).sqrt()
}

/// The start of such a motion, sunk in by its weight:  V = 8/15·δ^{5/2}·√(2R/sin θ)/(sin θ·cos θ) of a wedge that is flat against R.
fn start(inclination: f64, stiffness: f64) -> Start {
    let (sin, cos) = inclination.sin_cos();
    let volume = MASS * GRAVITY / stiffness;
    let sunk = (volume * sin * cos * 1.875 / (2.0 * RADIUS / sin).sqrt()).powf(0.4);
    let radial = -precession(inclination) * sin;
    let axial = -radial * HALF / RADIUS;
    Start {
        position: [0.0, 0.0, RADIUS * sin + HALF * cos - sunk],
        orientation: [(0.5 * inclination).cos(), 0.0, (0.5 * inclination).sin(), 0.0],
        velocity: [0.0; 3],
        spin: [radial * cos + axial * sin, 0.0, axial * cos - radial * sin],
    }
}

/// Kinetic and potential energy [J].
fn energy(sample: &Sample) -> f64 {
    sample.energy[0] + sample.energy[1]
}

/// Inclination and the angle around which the axis leans, which goes on over whole turns [rad].
fn course(run: &Run) -> Vec<(f64, f64, f64)> {
    let mut turned = 0.0;
    let mut before: Option<f64> = None;
    let mut angles = Vec::with_capacity(run.samples.len());
    for sample in &run.samples {
        let pose = Pose::of(sample, 0);
        let axis = pose.axis(2);
        let azimuth = axis.y.atan2(axis.x);
        let step = azimuth - before.unwrap_or(azimuth);
        turned += step - TAU * (step / TAU).round();
        before = Some(azimuth);
        angles.push((sample.time, pose.tilt(2), turned));
    }
    angles
}

/// Mean inclination and mean rate over a run.
fn steady(run: &Run) -> Option<(f64, f64)> {
    let course = course(run);
    let (first, last) = (course.first()?, course.last()?);
    let mean = course.iter().map(|point| point.1).sum::<f64>() / course.len() as f64;
    Some((mean, (last.2 - first.2) / (last.0 - first.0)))
}

/// With the damping of the example, and the friction about the normal that e_r gives it.
fn rolling(system: &Packed, inclination: f64, until: f64, e_r: f64) -> Result<Run, HostError> {
    let trial = Trial::new(until, 1e-3, 2e-3).tolerance(1e-10).from("disc", start(inclination, STIFFNESS));
    let trial = trial.with("disc__table.compliance.k_A", STIFFNESS).with("disc__table.friction.map", "mixed");
    let trial = trial.with("disc__table.friction.sigma_0", 1e6).with("disc__table.friction.sigma_1", 1e3);
    let trial = trial.with("disc__table.friction.e_rSource", "given").with("disc__table.friction.sigma_2", 0);
    system.run(&trial.with("disc__table.friction.e_r", e_r))
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("eulers-disc")?;
    let mut numbers = Vec::new();
    let mut marks = Vec::new();
    for inclination in INCLINATIONS {
        let run = rolling(&system, inclination, STEADY, 0.0)?;
        let (mean, rate) = steady(&run).unwrap_or((f64::NAN, f64::NAN));
        marks.push((mean, rate));
        let name = format!("rate of precession at θ = {inclination} rad");
        numbers.push(Held::new(name, "rad/s", precession(mean), rate, 1e-3));
        if inclination == INCLINATIONS[1] {
            let ends = run.samples.first().zip(run.samples.last());
            let all = |sample: &Sample| energy(sample) + run.columns.energies(sample)[0];
            let kept = ends.map(|(first, last)| all(last) / all(first));
            numbers.push(Held::new("energy after 0.2 s by that at the start", "1", 1.0, kept, 1e-6));
        }
    }
    let slow = rolling(&system, INCLINATIONS[1], SHORT, E_R)?;
    let taken = slow.samples.first().zip(slow.samples.last()).map(|(first, last)| energy(first) - energy(last));
    numbers.push(Held::new("taken by friction about the normal in 1 s, e_r = 0.5 mm", "J", TAKEN, taken, 3e-3));
    let falling = system.run(&Trial::new(UNTIL, 2e-3, 2e-3).from("disc", start(INCLINATIONS[1], SOFT)))?;
    let books = falling.samples.last().zip(falling.samples.first()).map(|(last, first)| {
        let [stored, _, damping, friction, _] = falling.columns.energies(last);
        (energy(first) - energy(last) - stored + falling.columns.energies(first)[0]) / (damping + friction)
    });
    numbers.push(Held::new("the example: energy lost by what damping and friction took", "1", 1.0, books, 1e-4));
    let (table, finding) = alone(&numbers);
    let course = course(&falling);
    let entry = Entry {
        id: "eulers-disc".into(),
        title: "Euler's disc".into(),
        claim: "A disc that rolls around on its rim with its middle at rest precesses at Ω² = 4g/(R·sin θ), θ its \
                inclination: the flatter, the faster. What takes its energy lets θ fall, and Ω grows. Damping of the layer does \
                not: seen from where it is pressed in nothing changes as the disc rolls."
            .into(),
        reading: "Example eulers-disc: R = 40 mm, 6 mm thick, 0.4 kg; the closed form with the thickness, for which ω \
                  points from the middle to the rim below. All runs have e = 0.5; on k_A = 1e13 N/m³ there is no friction about the \
                  normal, or that of one e_r, in the example that of the region."
            .into(),
        pictures: vec![picture("Rate of precession, and inclination over time", &sheet(&marks, &course))?],
        tables: vec![table],
        findings: vec![finding, measured(dissipation(&falling, &course))],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

/// What takes the energy of the disc of the example.
fn dissipation(run: &Run, course: &[(f64, f64, f64)]) -> String {
    let end = run.samples.last().map_or([0.0; 5], |last| run.columns.energies(last));
    let [_, _, damping, friction, _] = end;
    let tilt = course.last().map_or(f64::NAN, |point| point.1);
    format!(
        "In {UNTIL} s the disc of the example falls from 0.4 to {} rad. Friction about the normal takes {} % of what it loses, and the \
         damping of the layer the rest. The power is μ·f_n·e_r·Ω·sin²θ, e_r the mean radius of the region, so it goes with θ^1.3 and \
         the disc gets flat ever more slowly. That of rolling resistance goes with Ω, by which a disc lies after a finite time; it is refused \
         for faces. Neither is the film of air of Moffatt (2000), with (t_f − t)^(1/3), which is not in the law.",
        digits(tilt),
        digits(100.0 * friction / (damping + friction)),
    )
}

fn sheet(marks: &[(f64, f64)], course: &[(f64, f64, f64)]) -> Sheet {
    let closed = (0..=60).map(|k| 0.05 + 0.85 * f64::from(k) / 60.0).map(|tilt| (tilt, precession(tilt))).collect();
    let rates = course.windows(41).step_by(40).filter_map(|turn| {
        let (first, last) = (turn.first()?, turn.last()?);
        Some((turn[20].1, (last.2 - first.2) / (last.0 - first.0)))
    });
    let charts = vec![
        Chart {
            x: Axis::new("inclination θ [rad]").from_to(0.0, 0.9),
            y: Axis::new("Ω [rad/s]").from_to(0.0, 150.0),
            curves: vec![
                Curve::new("closed form", closed).stroke(Stroke::Dashed),
                Curve::markers("without friction about the normal", Marker::Circle, marks.to_vec()),
                Curve::new("the example", rates.collect()).width(1),
            ],
            ..Chart::default()
        },
        Chart {
            x: Axis::new("time [s]"),
            y: Axis::new("θ [rad]"),
            curves: vec![
                Curve::new("the example", course.iter().step_by(4).map(|point| (point.0, point.1)).collect()).colour(2),
            ],
            ..Chart::default()
        },
    ];
    Sheet { title: "Euler's disc".into(), charts }
}
