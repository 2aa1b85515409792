//! One page with the bodies of a system in motion: to be turned with the mouse, played and stepped.

use std::fmt::Write;

use asperity_pack::system::Scene;
use asperity_pack::system::{Part, Shape};
use maud::{DOCTYPE, PreEscaped, html};

use super::bodies::WIDTH;
use super::faces::{Face, faces};
use super::record::Run;
use crate::plants::norm;

/// Poses that the page holds, at most: some 10 bytes a number.
const MOST_POSES: usize = 150_000;
/// Pictures, at most.
const MOST_FRAMES: usize = 2_000;

/// The page; nothing in it comes from elsewhere.
pub fn html(title: &str, scene: &Scene, run: &Run) -> String {
    let data = data(scene, run);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                h1 { (title) }
                canvas id="view" tabindex="0" aria-label="The bodies in motion; drag to turn, wheel to zoom" {}
                p.controls {
                    button id="play" { "Play" }
                    button id="back" aria-label="One picture back" { "◀" }
                    button id="ahead" aria-label="One picture ahead" { "▶" }
                    input id="time" type="range" min="0" value="0" aria-label="Time";
                    output id="now" {}
                    label { "Speed " select id="speed" {} }
                    label { input id="forces" type="checkbox" checked; " contact forces" }
                    label { input id="names" type="checkbox" checked; " names" }
                }
                p { "Drag to turn, Shift and drag to move, wheel to zoom; Space plays, the arrow keys step. Lengths in m, forces in N." }
                script { (PreEscaped(format!("const DATA = {data};\n"))) (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
    .into_string()
}

/// Bodies with shapes and, picture by picture, time, pose of the bodies that move and forces of all, as JSON. Names are
/// identifiers and numbers finite, so that nothing has to be escaped.
fn data(scene: &Scene, run: &Run) -> String {
    let mut text = String::from("{\"bodies\":[");
    let mut moving = 0;
    for (at, body) in scene.bodies.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let shapes: Vec<String> = body.parts.iter().map(shape).collect();
        let slot = if body.moves { moving.to_string() } else { "null".into() };
        moving += usize::from(body.moves);
        let (p, q) = (body.start.position, body.start.orientation);
        let _ = write!(
            text,
            "{comma}{{\"name\":\"{}\",\"moves\":{slot},\"pose\":{:?},\"shapes\":[{}]}}",
            body.name,
            [p[0], p[1], p[2], q[0], q[1], q[2], q[3]],
            shapes.join(",")
        );
    }
    text += "],\n\"frames\":[";
    let mut last = f64::NEG_INFINITY;
    let frames = MOST_FRAMES.min(MOST_POSES / moving.max(1)).max(2);
    let apart = run.samples.last().map_or(0.0, |end| end.time) / frames as f64;
    for (at, sample) in run.samples.iter().enumerate() {
        if sample.time - last < apart && at + 1 < run.samples.len() {
            continue;
        }
        let comma = if last == f64::NEG_INFINITY { "" } else { "," };
        last = sample.time;
        let poses = sample.motion.chunks_exact(WIDTH).flat_map(|motion| &motion[..7]);
        let poses: Vec<String> = poses.map(|value| short(*value, 6)).collect();
        let forces = (0..run.columns.bodies.len()).flat_map(|body| run.columns.force(sample, body));
        let forces: Vec<String> = forces.map(|value| short(value, 4)).collect();
        let _ = write!(text, "{comma}[{},[{}],[{}]]", short(sample.time, 9), poses.join(","), forces.join(","));
    }
    // a file name or title cannot end the script: there is none in it
    text + "]}"
}

/// With so many digits, without zeros at the end.
fn short(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    text.parse::<f64>().map_or(text, |number| if number == 0.0 { "0".into() } else { format!("{number}") })
}

fn shape(part: &Part) -> String {
    let (p, q) = (part.position, part.orientation);
    let pose = [p[0], p[1], p[2], q[0], q[1], q[2], q[3]];
    let kind = match part.shape {
        Shape::Sphere { radius, hollow } => format!("\"kind\":\"sphere\",\"radius\":{radius:?},\"hollow\":{hollow}"),
        Shape::Plane { normal: n, height } => {
            let length = norm(&n);
            format!(
                "\"kind\":\"plane\",\"normal\":{:?},\"height\":{height:?}",
                [n[0] / length, n[1] / length, n[2] / length]
            )
        }
        Shape::Cylinder { radius, axis: a, hollow } => {
            let length = norm(&a);
            let axis = [a[0] / length, a[1] / length, a[2] / length];
            format!("\"kind\":\"cylinder\",\"radius\":{radius:?},\"axis\":{axis:?},\"hollow\":{hollow}")
        }
        Shape::Box { .. }
        | Shape::Cone(_)
        | Shape::Ellipsoid { .. }
        | Shape::Capsule(_)
        | Shape::Torus(_)
        | Shape::Facets { .. } => {
            let corner = |at: &[f64; 3]| format!("[{}]", at.map(|value| short(value, 4)).join(","));
            let face = |face: &Face| format!("[{}]", face.iter().map(corner).collect::<Vec<_>>().join(","));
            let all = faces(part).unwrap_or_default();
            let radius = all.iter().flatten().map(|at| norm(&(*at).into())).fold(0.0, f64::max);
            let faces: Vec<String> = all.iter().map(face).collect();
            format!("\"kind\":\"faces\",\"radius\":{radius:?},\"faces\":[{}]", faces.join(","))
        }
    };
    format!("{{{kind},\"pose\":{pose:?}}}")
}
