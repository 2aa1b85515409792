//! A rattleback, beside a rigid ellipsoid that rolls without slip.

use nalgebra::Matrix3;

use super::shown::Shown;
use super::stage::{GRAVITY, Packed, Pose, Stage, Start, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone};
use asperity_lab::HostError;
use asperity_lab::plants::{Vector, runge_kutta, vector};
use asperity_lab::plot::{Axis, Chart, Curve, Marker};
use asperity_lab::report::{Entry, judged};
use asperity_lab::systems::inverse;
use asperity_lab::systems::record::Run;

/// Half axes [m], mass [kg], and inertia xx, yy, zz, xy [kg·m²], as the example has them.
const HALF: [f64; 3] = [0.1, 0.02, 0.01];
const MASS: f64 = 0.1;
const INERTIA: [f64; 4] = [1e-5, 7e-5, 8e-5, 6e-6];
/// Spin and what disturbs it [rad/s].
const SPIN: f64 = 6.0;
const ROCK: f64 = 0.05;
const UNTIL: f64 = 1.2;
/// Step of the reference [s].
const STEP: f64 = 2e-4;

/// The vertical γ and ω of a rigid ellipsoid that rolls, in its own axes.
///
/// The contact is at ρ = −A²γ/√(γ·A²γ) from the middle, whose velocity is −ω × ρ; the moment about the contact gives
/// (I + m·(ρ² − ρρᵀ))·ω̇ = −ω × I·ω − m·ρ × (ω × ρ̇ + ω × (ω × ρ) − g·γ), γ̇ = γ × ω.
fn rates(state: &[f64], _: &[f64], into: &mut [f64]) {
    let (up, omega) = (vector(state, 0), vector(state, 3));
    let squares = Matrix3::from_diagonal(&Vector::from(HALF.map(|half| half * half)));
    let [xx, yy, zz, xy] = INERTIA;
    let inertia = Matrix3::new(xx, xy, 0.0, xy, yy, 0.0, 0.0, 0.0, zz);
    let scaled = squares * up;
    let root = up.dot(&scaled).sqrt();
    let contact = scaled / -root;
    let up_rate = up.cross(&omega);
    let scaled_rate = squares * up_rate;
    // d/dt of 1/root is −(γ·A²γ̇)/root³
    let contact_rate = scaled_rate / -root + scaled * (up.dot(&scaled_rate) / (root * root * root));
    let about = inertia + (Matrix3::identity() * contact.dot(&contact) - contact * contact.transpose()) * MASS;
    // v̇ = −ω̇ × ρ − ω × ρ̇ − ω × (ω × ρ); contact force F = m·(v̇ + g·γ)
    let rest = (omega.cross(&contact_rate) + omega.cross(&omega.cross(&contact)) - up * GRAVITY) * -MASS;
    let moment = contact.cross(&rest) - omega.cross(&(inertia * omega));
    let turned = inverse(&about) * moment;
    into[..3].copy_from_slice(up_rate.as_slice());
    into[3..].copy_from_slice(turned.as_slice());
}

/// Spin about the vertical over time of the rigid ellipsoid.
fn reference(spin: f64) -> Vec<(f64, f64)> {
    let mut state = [0.0, 0.0, 1.0, 0.0, ROCK, spin];
    let mut course = vec![(0.0, spin)];
    let steps = (UNTIL / STEP).round() as usize;
    for step in 1..=steps {
        runge_kutta(&rates, &mut state, &[], &[], STEP);
        course.push((STEP * step as f64, vector(&state, 0).dot(&vector(&state, 3))));
    }
    course
}

/// The same through the packed system.
fn course(run: &Run) -> Vec<(f64, f64)> {
    run.samples.iter().map(|sample| (sample.time, Pose::of(sample, 0).spin().z)).collect()
}

fn run(system: &Packed, spin: f64) -> Result<Run, HostError> {
    let sunk = 5e-7;
    let start = Start {
        position: [0.0, 0.0, HALF[2] - sunk],
        orientation: [1.0, 0.0, 0.0, 0.0],
        // no slip
        velocity: [ROCK * HALF[2], 0.0, 0.0],
        spin: [0.0, ROCK, spin],
    };
    system.run(&Trial::new(UNTIL, 5e-3, 5e-3).from("stone", start))
}

/// On the line between two points.
fn at(course: &[(f64, f64)], time: f64) -> Option<f64> {
    let pair = course.windows(2).find(|pair| pair[0].0 <= time && time <= pair[1].0)?;
    let [(from, low), (to, high)] = [pair[0], pair[1]];
    Some(low + (high - low) * (time - from) / (to - from))
}

/// When it first does not turn any more [s].
fn turns_back(course: &[(f64, f64)]) -> Option<f64> {
    let pair = course.windows(2).find(|pair| pair[0].1 * pair[1].1 < 0.0)?;
    Some(pair[0].0 - pair[0].1 * (pair[1].0 - pair[0].0) / (pair[1].1 - pair[0].1))
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("rattleback")?;
    let runs = [run(&system, SPIN)?, run(&system, -SPIN)?];
    let courses = runs.each_ref().map(course);
    let ideal = [reference(SPIN), reference(-SPIN)];
    let [back, on] = &courses;
    let numbers = vec![
        Held::new("turns back after", "s", turns_back(&ideal[0]).unwrap_or(f64::NAN), turns_back(back), 2e-3),
        Held::new("other sense: spin at 1 s", "rad/s", at(&ideal[1], 1.0).unwrap_or(f64::NAN), at(on, 1.0), 1e-3),
    ];
    let (table, finding) = alone(&numbers);
    let least = back.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let slowest = on.iter().map(|point| -point.1).fold(f64::INFINITY, f64::min);
    let text = format!(
        "Spun with +{SPIN} rad/s it comes to {least:.2} rad/s the other way round, with −{SPIN} rad/s it never falls below \
         {slowest:.2} rad/s within {UNTIL} s."
    );
    let entry = Entry {
        id: "rattleback".into(),
        title: "A rattleback".into(),
        claim: "An ellipsoid whose axes of inertia are skewed against those of its shape couples spin with rocking: in one \
                sense the rocking grows out of the spin, which stops and turns back; in the other sense the stone spins \
                on."
            .into(),
        reading: "Example rattleback: 200 × 40 × 20 mm, 0.1 kg, I_xy = 6e-6 of I_xx = 1e-5 and I_yy = 7e-5 kg·m², 0.05 rad/s \
                  of rocking at the start, no friction about the normal. Reference: a rigid ellipsoid that rolls without slip, \
                  six equations in its own axes, integrated beside it."
            .into(),
        pictures: vec![picture("Spin about the vertical", &chart(&courses, &ideal))?],
        tables: vec![table],
        findings: vec![finding, judged(least < -0.2 * SPIN && slowest > 0.9 * SPIN, text)],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn chart(courses: &[Vec<(f64, f64)>; 2], ideal: &[Vec<(f64, f64)>; 2]) -> Chart {
    let thin = |course: &[(f64, f64)]| course.iter().copied().step_by(200).collect();
    let curves = [("+6 rad/s", 0), ("−6 rad/s", 1)].into_iter().flat_map(|(label, at)| {
        [
            Curve::new(label, courses[at].clone()).colour(at),
            Curve::markers(format!("{label}, rigid"), Marker::Circle, thin(&ideal[at])).colour(at),
        ]
    });
    Chart {
        title: "A rattleback".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("spin [rad/s]"),
        curves: curves.collect(),
        ..Chart::default()
    }
}
