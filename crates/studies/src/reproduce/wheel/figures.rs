//! Figs 3 to 5 of [P16].

use std::f64::consts::TAU;

use nalgebra::Vector3;

use super::runs::{Runs, Stepped};
use crate::reproduce::bench::Bench;
use asperity_lab::HostError;
use asperity_lab::plot::{Axis, Chart, Curve, Draw, Figure, Panel, Series, Stroke};
use asperity_lab::report::Picture;
use asperity_lab::wheel::deviation::{Errors, normalised};
use asperity_lab::wheel::reference::Phase;
use asperity_lab::wheel::{Coordinates, Wheel};

/// The wheel is drawn at these times [s].
const DRAWN: [f64; 7] = [0.0, 0.3, 0.65, 1.0, 1.5, 2.0, 5.0];
/// Corners of a drawn rim.
const CORNERS: u32 = 72;
/// Colour of ideal Coulomb friction: dark grey.
const IDEAL: usize = 6;
/// That of the centre of the wheel: green.
const CENTRE: usize = 2;

pub fn pictures(bench: &Bench, runs: &Runs) -> Result<Vec<Picture>, HostError> {
    let drawing = |name, caption: &str| (format!("wheel-fig-{name}"), format!("[P16] Fig. {caption}"));
    let drawings: [((String, String), &dyn Draw); 4] = [
        (drawing("3-above", "3: the wheel from above"), &view(runs, &ABOVE)),
        (drawing("3-side", "3: the wheel from the side"), &view(runs, &SIDE)),
        (drawing("4", "4: normalised friction force"), &forces(runs)),
        (drawing("5", "5: errors of position, energy and direction"), &errors(runs)),
    ];
    drawings.into_iter().map(|((name, caption), drawing)| bench.drawing(&name, &caption, drawing)).collect()
}

/// Points of the rim, the lowest first.
fn rim(wheel: &Wheel, q: &Coordinates) -> Vec<[f64; 3]> {
    let (axis, upright) = Wheel::axis_and_upright(q);
    let along = upright.cross(&axis);
    let centre = Vector3::new(q[0], q[1], q[2]);
    (0..=CORNERS)
        .map(|corner| {
            let (sin, cos) = (TAU * f64::from(corner) / f64::from(CORNERS)).sin_cos();
            (centre + (along * sin - upright * cos) * wheel.radius).into()
        })
        .collect()
}

/// Where the wheel touches.
fn contact(wheel: &Wheel, q: &Coordinates) -> [f64; 3] {
    let (_, upright) = Wheel::axis_and_upright(q);
    (Vector3::new(q[0], q[1], q[2]) - upright * wheel.radius).into()
}

/// A direction to look along, upright: the coordinate to the right is x.
struct View {
    title: &'static str,
    /// Name and number of the coordinate upwards
    up: (&'static str, usize),
}

const ABOVE: View = View { title: "From above", up: ("y [m]", 1) };
const SIDE: View = View { title: "From the side", up: ("z [m]", 2) };

fn view(runs: &Runs, view: &View) -> Chart {
    let Runs { wheel, motion, .. } = runs;
    let flat = |point: [f64; 3]| (point[0], point[view.up.1]);
    let trace = |phase: Phase, place: fn(&Wheel, &Coordinates) -> [f64; 3]| {
        let moments = motion.moments.iter().filter(|moment| moment.phase == phase);
        moments.map(|moment| flat(place(wheel, &moment.state.q))).collect()
    };
    let every = motion.moments[1].time - motion.moments[0].time;
    let drawn = DRAWN.iter().filter_map(|time| motion.moments.get((time / every).round() as usize));
    let rims: Vec<Curve> = (drawn.enumerate())
        .map(|(number, moment)| {
            let points = rim(wheel, &moment.state.q).into_iter().map(flat).collect();
            Curve::new(if number == 0 { "wheel" } else { "" }, points).colour(IDEAL).width(1)
        })
        .collect();
    let mut curves = rims;
    curves.push(Curve::new("centre", trace(Phase::Sliding, centre)).colour(CENTRE).stroke(Stroke::Dashed));
    curves.push(Curve::new("", trace(Phase::Rolling, centre)).colour(CENTRE).stroke(Stroke::Dashed));
    curves.push(Curve::new("contact, sliding", trace(Phase::Sliding, contact)).colour(0));
    curves.push(Curve::new("contact, rolling", trace(Phase::Rolling, contact)).colour(1));
    Chart {
        title: format!("{}: the wheel at 0, 0.3, 0.65, 1, 1.5, 2 and 5 s, ideal Coulomb friction", view.title),
        x: Axis::new("x [m]"),
        y: Axis::new(view.up.0),
        curves,
        equal: true,
        ..Chart::default()
    }
}

fn centre(_: &Wheel, q: &Coordinates) -> [f64; 3] {
    [q[0], q[1], q[2]]
}

fn forces(runs: &Runs) -> Chart {
    let mut curves = Vec::new();
    for (number, law) in runs.laws.iter().enumerate().rev() {
        let points = law.errors.iter().zip(&law.run.steps);
        let points = points.map(|(errors, step)| (errors.time + law.run.h, normalised(&runs.wheel, &step.force)));
        curves.push(Curve::new(law.name, points.collect()).colour(number));
    }
    let ideal = runs.motion.moments.iter().map(|moment| (moment.time, normalised(&runs.wheel, &moment.force)));
    curves.push(Curve::new("ideal Coulomb", ideal.collect()).colour(IDEAL).stroke(Stroke::Dashed));
    Chart {
        title: "Friction force as a part of μ·λ_N".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("|λ_T|/(μ·λ_N) [1]").from_to(0.0, 1.25),
        curves,
        ..Chart::default()
    }
}

fn errors(runs: &Runs) -> Figure {
    let panel = |axis: &str, value: fn(&Errors) -> f64| {
        let points = |law: &Stepped| law.errors.iter().map(|errors| (errors.time, value(errors))).collect();
        let series = runs.laws.iter().map(|law| Series { label: law.name.into(), width: 2, points: points(law) });
        Panel { axis: axis.into(), series: series.collect() }
    };
    Figure {
        title: "Errors against ideal Coulomb friction".into(),
        axis: "time [s]".into(),
        panels: vec![
            panel("a: position [%]", |errors| errors.relative.map_or(f64::NAN, |relative| 100.0 * relative)),
            panel("b: energy [J]", |errors| errors.energy),
            panel("c: misalignment [°]", |errors| errors.misalignment.map_or(f64::NAN, f64::to_degrees)),
        ],
    }
}
