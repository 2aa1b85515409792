//! A gear, which is a mesh, on a plane: on a tooth, between two, and over the edge.

use super::shown::Shown;
use super::stage::{GRAVITY, Packed, Pose, Stage, Start, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone};
use asperity_lab::HostError;
use asperity_lab::plants::Vector;
use asperity_lab::plot::{Axis, Chart, Curve, Stroke};
use asperity_lab::report::{Entry, judged};
use asperity_lab::systems::record::Run;

/// Radius of the tips [m], half their angle and half the pitch [rad], mass [kg], as the example has them.
const TIP: f64 = 0.05;
const HALF_TIP: f64 = 5.0 * RADIAN;
const HALF_PITCH: f64 = 15.0 * RADIAN;
const RADIAN: f64 = std::f64::consts::PI / 180.0;
const MASS: f64 = 0.5;
/// To either side of the angle at which it topples.
const CLOSE: f64 = 0.1;
const UNTIL: f64 = 0.5;
/// A gear that stands turns less than this from where it was put [rad].
const STANDS: f64 = 0.02;

/// How it is put on the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Foot {
    name: &'static str,
    /// The tooth at the start is turned from the vertical by this [rad].
    turned: f64,
    /// Half of the angle between the outermost corners that touch: what it topples at, and its cosine the height [rad].
    half: f64,
}

/// On the tip of a tooth, whose corners are half a tip from its middle; between two, whose inner corners touch.
const FEET: [Foot; 2] = [
    Foot { name: "on a tooth", turned: 0.0, half: HALF_TIP },
    Foot { name: "between two teeth", turned: HALF_PITCH, half: HALF_PITCH - HALF_TIP },
];

/// The axis along y, a tooth down but for `turned`, `drop` above where it rests.
fn start(foot: &Foot, drop: f64) -> Start {
    // z to −y by a quarter turn about x, then x, where a tooth is, downwards about y
    let (down, lying) = (std::f64::consts::FRAC_PI_2 + foot.turned, std::f64::consts::FRAC_PI_2);
    let ([a, b], [c, d]) = ([(0.5 * down).cos(), (0.5 * down).sin()], [(0.5 * lying).cos(), (0.5 * lying).sin()]);
    Start {
        position: [0.0, 0.0, TIP * foot.half.cos() + drop],
        orientation: [a * c, a * d, b * c, -b * d],
        ..Start::default()
    }
}

fn run(system: &Packed, foot: &Foot, slope: f64, drop: f64) -> Result<Run, HostError> {
    system.run(&Trial::new(UNTIL, 5e-3, 5e-3).on_slope(slope).from("gear", start(foot, drop)))
}

/// Angle about y by which the tooth has turned since the start, up to half a turn [rad].
fn turned(run: &Run) -> Vec<(f64, f64)> {
    let tooth = |at: usize| Pose::of(&run.samples[at], 0).axis(0);
    let first = tooth(0);
    let angle = |now: Vector| first.cross(&now).y.atan2(first.dot(&now));
    (0..run.samples.len()).map(|at| (run.samples[at].time, angle(tooth(at)))).collect()
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let system = stage.example("gear")?;
    let mut numbers = Vec::new();
    let mut curves = Vec::new();
    let mut wrong = Vec::new();
    for (number, foot) in FEET.iter().enumerate() {
        let fallen = run(&system, foot, 0.0, 1e-3)?;
        let end = fallen.samples.last();
        // it sinks in by some µm
        let height = end.map(|last| Pose::of(last, 0).position().z);
        numbers.push(Held::new(format!("{}: height of the axis", foot.name), "m", TIP * foot.half.cos(), height, 2e-4));
        let force = end.map(|last| fallen.columns.contact(last, 0)[0]);
        numbers.push(Held::new(format!("{}: f_n = m·g", foot.name), "N", MASS * GRAVITY, force, 1e-6));
        for side in [1.0 - CLOSE, 1.0 + CLOSE] {
            let run = run(&system, foot, side * foot.half, 0.0)?;
            let course = turned(&run);
            let most = course.iter().map(|point| point.1.abs()).fold(0.0, f64::max);
            if (most < STANDS) != (side < 1.0) {
                wrong.push(format!("{} at {side:.2} of its angle it turns by {most:.3} rad", foot.name));
            }
            let stroke = if side < 1.0 { Stroke::Dashed } else { Stroke::Solid };
            let until = course.iter().position(|point| point.1.abs() > 1.0).unwrap_or(course.len());
            let degrees = (side * foot.half).to_degrees();
            let curve = Curve::new(format!("{}, {degrees:.1}°", foot.name), course[..until].to_vec());
            curves.push(curve.stroke(stroke).colour(number));
        }
    }
    let (table, finding) = alone(&numbers);
    let text = match wrong.as_slice() {
        [] => format!(
            "It stands on slopes of 0.9 of these angles, {:.0}° on a tooth and {:.0}° between two, and rolls off at 1.1 of them.",
            FEET[0].half.to_degrees(),
            FEET[1].half.to_degrees()
        ),
        wrong => wrong.join("; "),
    };
    let entry = Entry {
        id: "gear".into(),
        title: "A gear on a plane".into(),
        claim: "A gear on its rim stands on the tip of a tooth or between two of them, as a polygon would: its axis R·cos β \
                above the plane, and until the slope is steeper than β, half the angle between the corners that touch."
            .into(),
        reading: "Example gear: twelve teeth, R = 50 mm, tips of 10°, a mesh of 192 triangles that is not convex, 0.5 kg, \
                  μ = 0.6, k_A = 1e12 N/m³. Let fall by 1 mm for heights and forces; on slopes it starts at rest."
            .into(),
        pictures: vec![picture("Turn of the gear on slopes below and above the limit", &chart(curves))?],
        tables: vec![table],
        findings: vec![judged(wrong.is_empty(), text), finding],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn chart(curves: Vec<Curve>) -> Chart {
    Chart {
        title: "A gear on a slope".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("turned by [rad]"),
        curves,
        ..Chart::default()
    }
}
