//! Wheels with round rims against the thin disc of [P16].

use super::shown::Shown;
use super::stage::{Pose, Stage, Trial};
use crate::gallery::drawing::picture;
use crate::gallery::numbers::{Held, alone, measured};
use asperity_lab::HostError;
use asperity_lab::number::digits;
use asperity_lab::plants::{Vector, norm};
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Sheet, Stroke};
use asperity_lab::report::Entry;
use asperity_lab::systems::record::Run;
use asperity_lab::wheel::Wheel;
use asperity_lab::wheel::reference::{Motion, solve};

/// Radii of the tubes [m] of the bodies in the order of the example.
const TUBES: [f64; 3] = [0.1, 0.05, 0.025];
const NAMES: [&str; 3] = ["0.1 m", "0.05 m", "0.025 m"];
const UNTIL: f64 = 2.0;
/// Distance of the moments of the reference [s].
const EVERY: f64 = 0.01;
/// Where positions are compared [s].
const AT: f64 = 1.0;
/// How far they are then, to two digits [m].
const FAR: f64 = 4.6;

/// Way of the middle of a wheel on the ground.
fn way(run: &Run, wheel: usize) -> Vec<(f64, [f64; 2])> {
    let place = |sample| Pose::of(sample, wheel).position();
    run.samples.iter().map(|sample| (sample.time, place(sample))).map(|(time, at)| (time, [at.x, at.y])).collect()
}

/// Greatest distance between a way and that of the disc up to a time [m].
fn apart(way: &[(f64, [f64; 2])], disc: &Motion, until: f64) -> f64 {
    let moments = disc.moments.iter().filter(|moment| moment.time <= until);
    let distance = |time: f64, [x, y]: [f64; 2]| {
        let pair = way.windows(2).find(|pair| pair[0].0 <= time && time <= pair[1].0)?;
        let part = (time - pair[0].0) / (pair[1].0 - pair[0].0);
        let on = |k: usize| pair[0].1[k] + part * (pair[1].1[k] - pair[0].1[k]);
        Some(norm(&Vector::new(on(0) - x, on(1) - y, 0.0)))
    };
    moments.filter_map(|moment| distance(moment.time, [moment.state.q[0], moment.state.q[1]])).fold(0.0, f64::max)
}

pub fn show(stage: &Stage) -> Result<Shown, HostError> {
    let run = stage.example("torus-wheels")?.run(&Trial::new(UNTIL, 5e-3, 5e-3))?;
    let disc = solve(&Wheel::P16, &Wheel::P16.start(), EVERY, UNTIL)?;
    let ways = [0, 1, 2].map(|wheel| way(&run, wheel));
    let distances = ways.each_ref().map(|way| apart(way, &disc, AT));
    // to the limit of no tube along the line through both thinner ones
    let limit = 2.0 * distances[2] - distances[1];
    let end = disc.moments.iter().find(|moment| moment.time >= AT - 1e-9);
    let reached = end.map_or(f64::NAN, |moment| moment.state.q[0].hypot(moment.state.q[1]));
    let numbers = vec![
        Held::new("deviations up to 1 s, tube 0.05 by 0.025 m", "1", 2.0, distances[1] / distances[2], 1e-2),
        Held::new("deviation without a tube, extrapolated", "m", 0.0, limit, 1e-4).relative_to(FAR),
    ];
    let (table, finding) = alone(&numbers);
    let list: Vec<String> = NAMES
        .iter()
        .zip(&distances)
        .map(|(name, distance)| format!("{} m with a tube of {name}", digits(*distance)))
        .collect();
    let entry = Entry {
        id: "torus-wheels".into(),
        title: "A wheel as a torus".into(),
        claim: "The wheel of Peiret, Kövecses, Gholami and Font-Llagunes (2016) is a disc with a sharp rim, thrown so that it \
                slides, turns and then rolls. A wheel with a round rim touches beside the plane of the disc: by the radius \
                of the tube times the sine of its lean."
            .into(),
        reading: "Example torus-wheels: 0.5 m from the axis to the rim, 1 kg, inertia 0.3 and 0.6 kg·m², 6 m/s, leaning by 20°, \
                  μ = 0.3. Reference: the event-driven disc with ideal Coulomb friction, as asperity reproduce has it."
            .into(),
        pictures: vec![picture("Ways of the middle, and how far they are from that of the disc", &sheet(&ways, &disc, distances))?],
        tables: vec![table],
        findings: vec![
            finding,
            measured(format!(
                "Up to {AT} s, over {} m, the greatest distance from the disc is {}: it goes with the tube, and nothing of \
                 the contact law is left in the limit.",
                digits(reached),
                list.join(", ")
            )),
        ],
        files: Vec::new(),
    };
    Ok(Shown { entry, numbers })
}

fn sheet(ways: &[Vec<(f64, [f64; 2])>; 3], disc: &Motion, distances: [f64; 3]) -> Sheet {
    let mut curves = vec![
        Curve::new("disc", disc.moments.iter().map(|moment| (moment.state.q[0], moment.state.q[1])).collect())
            .stroke(Stroke::Dashed)
            .colour(6),
    ];
    for (number, (name, way)) in NAMES.iter().zip(ways).enumerate() {
        let points = way.iter().map(|(_, [x, y])| (*x, *y)).collect();
        curves.push(Curve::new(format!("tube {name}"), points).width(1).colour(number));
    }
    let ways = Chart { x: Axis::new("x [m]"), y: Axis::new("y [m]"), curves, ..Chart::default() };
    let points: Vec<_> = TUBES.into_iter().zip(distances).collect();
    let line = vec![(0.0, 0.0), (TUBES[0], distances[2] / TUBES[2] * TUBES[0])];
    let order = Chart {
        x: Axis::new("radius of the tube [m]"),
        y: Axis::new("distance up to 1 s [m]"),
        curves: vec![
            Curve::markers("computed", Marker::Circle, points),
            Curve::new("in proportion", line).stroke(Stroke::Dashed).width(1).colour(6),
        ],
        ..Chart::default()
    };
    Sheet { title: "A wheel as a torus".into(), charts: vec![ways, order] }
}
