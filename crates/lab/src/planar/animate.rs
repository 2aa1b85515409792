//! A motion as a picture that moves: SVG with SMIL, which browsers play and which needs nothing else. Without a player it
//! shows the start, and faintly the bodies at even distances of time.

use core::fmt::Write;

use nalgebra::{DVector, Vector2};

use super::bodies::{Piece, Shape, System};
use super::linear::unit;
use super::modes::Mode;
use super::pairs::turned;
use super::record::{EventKind, Frame, Motion};

/// Width of the picture, and its greatest height without the strip below [pixels].
const WIDTH: f64 = 900.0;
const HIGHEST: f64 = 620.0;
const LOWEST: f64 = 200.0;
/// Strip with the course of time.
const STRIP: f64 = 96.0;
/// How long it plays at least and at most [s].
const SHORTEST: f64 = 6.0;
const LONGEST: f64 = 20.0;
/// Pictures of a body, and faint ones.
const PICTURES: usize = 400;
const FAINT: usize = 7;
/// Contacts that are marked at most.
const MARKED: usize = 40;
/// How long the ring of an impact is seen [s].
const FLASH: f64 = 0.6;

const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#464646"];

/// From metres to pixels.
struct View {
    low: Vector2<f64>,
    scale: f64,
    height: f64,
}

impl View {
    fn of(system: &System, motion: &Motion) -> Self {
        let (mut low, mut high) = (Vector2::repeat(f64::INFINITY), Vector2::repeat(f64::NEG_INFINITY));
        let mut hold = |point: Vector2<f64>, radius: f64| {
            for k in 0..2 {
                low[k] = f64::min(low[k], point[k] - radius);
                high[k] = f64::max(high[k], point[k] + radius);
            }
        };
        for frame in &motion.frames {
            for (body, q) in system.bodies.iter().zip(frame.q.chunks(3)) {
                let centre = Vector2::new(q[0], q[1]);
                match &body.shape {
                    Shape::Disc { radius } => hold(centre, *radius),
                    Shape::Polygon { corners } => {
                        corners.iter().for_each(|corner| hold(centre + turned(corner, q[2]), 0.0));
                    }
                }
            }
        }
        for fixture in &system.fixtures {
            match &fixture.piece {
                // as far as it is near
                Piece::HalfPlane { .. } => {}
                Piece::Segment { from, to } => [from, to].into_iter().for_each(|end| hold(*end, 0.0)),
                Piece::Disc { centre, radius } => hold(*centre, *radius),
            }
        }
        let size = high - low;
        let margin = 0.06 * f64::max(size.x, size.y).max(1e-6);
        let (low, size) = (low - Vector2::repeat(margin), size + Vector2::repeat(2.0 * margin));
        let scale = f64::min(WIDTH / size.x, HIGHEST / size.y);
        let height = (scale * size.y).clamp(LOWEST, HIGHEST);
        let spare = Vector2::new(WIDTH / scale - size.x, height / scale - size.y) * 0.5;
        Self { low: low - spare, scale, height }
    }

    fn at(&self, point: &Vector2<f64>) -> (f64, f64) {
        let from = (point - self.low) * self.scale;
        (from.x, self.height - from.y)
    }
}

impl Motion {
    /// The picture.
    pub fn animation(&self, system: &System, title: &str) -> String {
        let view = View::of(system, self);
        let end = self.frames.last().map_or(1.0, |frame| frame.time).max(1e-9);
        let lasts = end.clamp(SHORTEST, LONGEST);
        let frames = self.pictures(end);
        let mut svg = String::new();
        let (height, bottom) = (view.height, view.height + STRIP);
        // writing to a String does not fail
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {bottom:.0}\" width=\"{WIDTH}\" \
             height=\"{bottom:.0}\" font-family=\"sans-serif\" font-size=\"15\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{bottom:.0}\" fill=\"white\"/>\n\
             <clipPath id=\"view\"><rect width=\"{WIDTH}\" height=\"{height:.1}\"/></clipPath>\n<g clip-path=\"url(#view)\">\n",
            escaped(title)
        );
        for fixture in &system.fixtures {
            svg.push_str(&still(&view, &fixture.piece));
        }
        let play = Play { frames: &frames, end, lasts };
        for (number, body) in system.bodies.iter().enumerate() {
            let outline = outline(&body.shape, view.scale);
            let colour = COLOURS[number % COLOURS.len()];
            for part in 0..FAINT {
                let frame = frames[(frames.len() - 1) * part / (FAINT - 1)];
                let (x, y, angle) = pose(&view, frame, number);
                let _ = writeln!(
                    svg,
                    "<g transform=\"translate({x:.2},{y:.2}) rotate({angle:.2})\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-opacity=\"0.4\">{outline}</g>"
                );
            }
            let (x, y, angle) = pose(&view, frames[0], number);
            let places = play.values(|frame| {
                let (x, y, _) = pose(&view, frame, number);
                format!("{x:.2},{y:.2}")
            });
            let angles = play.values(|frame| format!("{:.2}", pose(&view, frame, number).2));
            let _ = writeln!(
                svg,
                "<g transform=\"translate({x:.2},{y:.2})\"><animateTransform attributeName=\"transform\" \
                 type=\"translate\" {places}/><g transform=\"rotate({angle:.2})\" fill=\"{colour}\" fill-opacity=\"0.3\" \
                 stroke=\"{colour}\" stroke-width=\"2\"><animateTransform attributeName=\"transform\" type=\"rotate\" \
                 {angles}/>{outline}</g></g>"
            );
        }
        self.contacts(&mut svg, &view, &play);
        svg.push_str("</g>\n");
        self.strip(&mut svg, &view, &play, title);
        svg.push_str("</svg>\n");
        svg
    }

    /// Frames at distances that are seen, each time once.
    fn pictures(&self, end: f64) -> Vec<&Frame> {
        let mut frames: Vec<&Frame> = Vec::new();
        for (k, frame) in self.frames.iter().enumerate() {
            let is_last = k + 1 == self.frames.len();
            if is_last || frames.last().is_none_or(|last| frame.time - last.time >= end / PICTURES as f64) {
                frames.push(frame);
            }
        }
        frames
    }

    /// A dot where each contact is closed, in the colour of what it does, and a ring for each impact.
    fn contacts(&self, svg: &mut String, view: &View, play: &Play) {
        let place = |frame: &Frame, pair: usize| {
            let touch = self.pairs[pair].touch(&DVector::from_row_slice(&frame.q), &DVector::from_row_slice(&frame.v));
            view.at(&touch.point)
        };
        let closed = |pair: &usize| play.frames.iter().any(|frame| frame.contacts[*pair].mode.is_closed());
        for pair in (0..self.pairs.len()).filter(closed).take(MARKED) {
            let (x, y) = place(play.frames[0], pair);
            let fill = |frame: &Frame| match frame.contacts[pair].mode {
                Mode::Open | Mode::Smooth => "#56b4e9",
                Mode::Rolling => "#009e73",
                Mode::Forwards | Mode::Backwards => "#d55e00",
            };
            let seen = |frame: &Frame| if frame.contacts[pair].mode.is_closed() { "1" } else { "0" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"5\" fill=\"{}\" opacity=\"{}\"><animate attributeName=\"cx\" \
                 {}/><animate attributeName=\"cy\" {}/><animate attributeName=\"fill\" calcMode=\"discrete\" \
                 {}/><animate attributeName=\"opacity\" calcMode=\"discrete\" {}/></circle>",
                fill(play.frames[0]),
                seen(play.frames[0]),
                play.values(|frame| format!("{:.2}", place(frame, pair).0)),
                play.values(|frame| format!("{:.2}", place(frame, pair).1)),
                play.values(|frame| fill(frame).into()),
                play.values(|frame| seen(frame).into()),
            );
        }
        for event in self.events.iter().filter(|event| event.kind == EventKind::Impact || event.kind == EventKind::Jam)
        {
            let Some(frame) = self.frames.iter().find(|frame| frame.time >= event.time) else { continue };
            let (x, y) = place(frame, event.pair);
            let from = event.time / play.end;
            let to = f64::min(from + FLASH / play.lasts, 1.0);
            if to > from {
                let (start, rest) = if from > 0.0 { ("0;", "0;") } else { ("", "") };
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"12\" fill=\"none\" stroke=\"#cc3311\" opacity=\"0\" stroke-width=\"3\"><animate \
                     attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" \
                     values=\"{rest}1;0\" keyTimes=\"{start}{from:.5};{to:.5}\"/></circle>",
                    play.lasts
                );
            }
        }
    }

    /// Title, speed, and a bar that shows how far it is, with a mark at each event.
    fn strip(&self, svg: &mut String, view: &View, play: &Play, title: &str) {
        let (left, width, top) = (60.0, WIDTH - 120.0, view.height + 52.0);
        let slower = play.lasts / play.end;
        let speed = if (slower - 1.0).abs() < 1e-9 {
            "as fast as it is".into()
        } else if slower > 1.0 {
            format!("{slower:.3} times slower")
        } else {
            format!("{:.3} times faster", 1.0 / slower)
        };
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{:.1}\">{}; shown {speed}</text>\n\
             <rect x=\"{left}\" y=\"{top:.1}\" width=\"{width}\" height=\"8\" fill=\"#dddddd\"/>\n\
             <rect x=\"{left}\" y=\"{top:.1}\" width=\"0\" height=\"8\" fill=\"#0072b2\"><animate attributeName=\"width\" \
             from=\"0\" to=\"{width}\" dur=\"{}s\" repeatCount=\"indefinite\"/></rect>",
            top - 16.0,
            escaped(title),
            play.lasts
        );
        for event in &self.events {
            let x = left + width * event.time / play.end;
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.2} {:.1}v14\" stroke=\"#222222\"><title>{} s: {} {}</title></path>",
                top - 3.0,
                event.time,
                escaped(&self.pairs[event.pair].name),
                event.kind
            );
        }
        let below = top + 27.0;
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{below:.1}\" font-size=\"13\">0 s</text><text x=\"{:.1}\" y=\"{below:.1}\" \
             font-size=\"13\" text-anchor=\"end\">{} s</text>",
            left + width,
            crate::number::number(play.end)
        );
        let mut x = left + 150.0;
        for (colour, word) in
            [("#009e73", "rolls, holds"), ("#d55e00", "slips"), ("#56b4e9", "smooth"), ("#cc3311", "struck")]
        {
            let ring = if word == "struck" {
                format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"")
            } else {
                format!("fill=\"{colour}\"")
            };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"5\" {ring}/><text x=\"{:.1}\" y=\"{below:.1}\" font-size=\"13\">{word}</text>",
                below - 5.0,
                x + 12.0
            );
            x += 125.0;
        }
    }
}

/// What is played, and how long.
struct Play<'a> {
    frames: &'a [&'a Frame],
    end: f64,
    lasts: f64,
}

impl Play<'_> {
    /// Attributes of an animation over all frames.
    fn values(&self, of: impl Fn(&Frame) -> String) -> String {
        let values: Vec<String> = self.frames.iter().map(|frame| of(frame)).collect();
        let last = self.frames.len() - 1;
        let time = |(k, frame): (usize, &&Frame)| match k {
            0 => "0".to_owned(),
            k if k == last => "1".to_owned(),
            _ => format!("{:.5}", frame.time / self.end),
        };
        let times: Vec<String> = self.frames.iter().enumerate().map(time).collect();
        format!(
            "dur=\"{}s\" repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"",
            self.lasts,
            values.join(";"),
            times.join(";")
        )
    }
}

/// Where a body is, in pixels and degrees clockwise.
fn pose(view: &View, frame: &Frame, body: usize) -> (f64, f64, f64) {
    let q = &frame.q[3 * body..3 * body + 3];
    let (x, y) = view.at(&Vector2::new(q[0], q[1]));
    (x, y, -q[2].to_degrees())
}

/// A body about its centre of mass.
fn outline(shape: &Shape, scale: f64) -> String {
    match shape {
        Shape::Disc { radius } => {
            let radius = radius * scale;
            // a spoke shows how it turns
            format!("<circle r=\"{radius:.2}\"/><path d=\"M0 0H{radius:.2}\"/>")
        }
        Shape::Polygon { corners } => {
            let points: Vec<String> =
                corners.iter().map(|at| format!("{:.2},{:.2}", at.x * scale, -at.y * scale)).collect();
            format!("<polygon points=\"{}\" stroke-linejoin=\"round\"/>", points.join(" "))
        }
    }
}

fn still(view: &View, piece: &Piece) -> String {
    let points = |points: &[Vector2<f64>]| {
        let at = |point: &Vector2<f64>| {
            let (x, y) = view.at(point);
            format!("{x:.2},{y:.2}")
        };
        points.iter().map(at).collect::<Vec<_>>().join(" ")
    };
    match piece {
        Piece::HalfPlane { point, normal } => {
            // the part that may be seen: as far as the picture's diagonal about the foot of its middle
            let n = unit(normal);
            let along = Vector2::new(-n.y, n.x);
            let size = Vector2::new(WIDTH, view.height) / view.scale;
            let middle = view.low + size * 0.5;
            let foot = middle - n * n.dot(&(middle - point));
            let far = size.x + size.y;
            let corners =
                [foot - along * far, foot + along * far, foot + along * far - n * far, foot - along * far - n * far];
            format!(
                "<polygon points=\"{}\" fill=\"#e4e4e4\" stroke=\"#555555\" stroke-width=\"2\"/>\n",
                points(&corners)
            )
        }
        Piece::Segment { from, to } => {
            format!("<polyline points=\"{}\" stroke=\"#555555\" stroke-width=\"3\"/>\n", points(&[*from, *to]))
        }
        Piece::Disc { centre, radius } => {
            let (x, y) = view.at(centre);
            format!(
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{:.2}\" fill=\"#e4e4e4\" stroke=\"#555555\"/>\n",
                radius * view.scale
            )
        }
    }
}

/// Text of a file or an option in an SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
