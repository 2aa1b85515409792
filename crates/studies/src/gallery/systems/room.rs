//! A box that flies through a closed room, and dice that come to rest.

use super::shown::Shown;
use super::stage::{Packed, Pose, Stage, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone, measured};
use asperity_lab::HostError;
use asperity_lab::number::scientific;
use asperity_lab::plot::{Axis, Chart, Course, Curve, Space, Stroke};
use asperity_lab::report::Entry;
use asperity_lab::systems::record::{Run, Sample};

const UNTIL: f64 = 2.0;
/// Kinetic energy at the start, to two digits [J].
const KINETIC: f64 = 7.2;
/// Half of the edge of a die [m], and how long the dice have [s].
const DIE: f64 = 0.008;
const REST: f64 = 2.0;

/// Kinetic, potential and stored energy [J].
fn energy(run: &Run, sample: &Sample) -> f64 {
    sample.energy[0] + sample.energy[1] + run.columns.energies(sample)[0]
}

fn flight(system: &Packed) -> Result<Run, HostError> {
    system.run(&Trial::new(UNTIL, 0.01, 5e-3).tolerance(1e-10))
}

/// Angle between the vertical and the axis of the body that is nearest to it [rad].
fn off_face(pose: &Pose) -> f64 {
    let quarter = std::f64::consts::FRAC_PI_2;
    (0..3).map(|axis| pose.tilt(axis)).map(|tilt| tilt.min(2.0 * quarter - tilt)).fold(quarter, f64::min)
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let run = flight(&stage.example("closed-room")?)?;
    let start = run.samples.first().map_or(f64::NAN, |first| energy(&run, first));
    let impacts = run.touches().len();
    let all = run.samples.iter().map(|sample| energy(&run, sample));
    let dice = stage.example("dice")?.run(&Trial::new(REST, 0.01, 5e-3))?;
    let mut numbers = vec![Held::kept("closed room: energy", "J", start, all, 1e-6).relative_to(KINETIC)];
    if let Some(end) = dice.samples.last() {
        for (at, name) in ["first", "second"].into_iter().enumerate() {
            let pose = Pose::of(end, at);
            numbers.push(Held::new(format!("{name} die: height of its middle"), "m", DIE, pose.position().z, 1e-4));
            let tilt = Held::new(format!("{name} die: a face is off the floor by"), "rad", 0.0, off_face(&pose), 1e-6);
            numbers.push(tilt.relative_to(1.0));
        }
    }
    let (table, finding) = alone(&numbers);
    let worst = run.samples.iter().map(|sample| (energy(&run, sample) - start).abs()).fold(0.0, f64::max) / KINETIC;
    let entry = Entry {
        id: "closed-room".into(),
        title: "Boxes in a room".into(),
        claim: "Without friction and damping a box keeps its energy, however often and however it meets the walls: by a face, an \
                edge or a corner. Dice with both come to rest, each on a face."
            .into(),
        reading: "Example closed-room: 0.1 × 0.12 × 0.15 m, 1 kg, in a cube of 0.4 m, e = 1, μ = 0, k_A = 1e9 N/m³, tolerance \
                  1e-10. Example dice: two cubes of 16 mm, e = 0.5, μ = 0.3, which meet each other, too."
            .into(),
        pictures: vec![
            picture("Way of the middle of the box through the room", &way(&run))?,
            picture("Heights of the dice", &heights(&dice))?,
        ],
        tables: vec![table],
        findings: vec![
            finding,
            measured(format!(
                "In {UNTIL} s the box meets walls {impacts} times, and the sum of its energies moves by {} of the kinetic \
                 energy at the start at most.",
                scientific(worst, 1)
            )),
        ],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn way(run: &Run) -> Space {
    let at = |sample| Pose::of(sample, 0).position();
    let points = run.samples.iter().take_while(|sample| sample.time < 1.5).map(at).map(|at| [at.x, at.y, at.z]);
    Space {
        title: "A box in a closed room".into(),
        axes: ["x [m]", "y [m]", "z [m]"].map(|name| Axis::new(name).from_to(-0.2, 0.2)),
        courses: vec![Course { shadow: false, ..Course::new("first 1.5 s", points.collect()) }],
        ..Space::default()
    }
}

fn heights(run: &Run) -> Chart {
    let of = |at: usize| {
        run.samples
            .iter()
            .take_while(|sample| sample.time < 0.6)
            .map(move |sample| (sample.time, Pose::of(sample, at).position().z))
    };
    Chart {
        title: "Two dice".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("height [m]"),
        curves: vec![
            Curve::new("first", of(0).collect()),
            Curve::new("second", of(1).collect()),
            Curve::new("on a face", vec![(0.0, DIE), (0.6, DIE)]).stroke(Stroke::Dashed).width(1).colour(6),
        ],
        ..Chart::default()
    }
}
