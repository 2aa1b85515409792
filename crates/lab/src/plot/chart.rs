//! Curves over any quantity.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::HostError;
use super::Draw;
use super::axes::{BELOW, BESIDE, BEYOND, Frame};
use super::canvas::{
    Anchor, Area, Colours, Drawn, LINE_HEIGHT, Look, Marker, Stroke, TITLE_HEIGHT, WIDTH, canvas, legend, legend_width,
    mark, trace, write,
};
use super::scale::{bounds, widened};

/// An axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Quantity and unit.
    pub name: String,
    /// Least and greatest value shown; as the curves need where there is none, and then curves that span less than a
    /// ten-thousandth of their values show as constant.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis as long as the curves need.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), range: None }
    }

    /// The same axis from `low` to `high`; curves are cut there.
    pub fn from_to(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }

    /// The range, if there is one; refuses what is none.
    pub(super) fn fixed(&self) -> Result<Option<(f64, f64)>, HostError> {
        match self.range {
            Some((low, high)) if !(low.is_finite() && high.is_finite() && low < high) => {
                Err(HostError::Figure(format!("the axis {} cannot go from {low} to {high}", self.name)))
            }
            range => Ok(range),
        }
    }
}

/// A curve. It may go back and forth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Its name in the legend; without one it is not in the legend.
    pub label: String,
    /// Written at the highest point of the curve that is shown.
    pub tag: String,
    /// Number of its colour; its place among the curves where there is none.
    pub colour: Option<usize>,
    /// Width of the line in pixels.
    pub width: u32,
    /// How the line is drawn.
    pub stroke: Stroke,
    /// Sign at the points.
    pub marker: Option<Marker>,
    /// The points in the order of the curve; values that are not finite interrupt it.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// A solid line.
    pub fn new(label: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), width: 2, points, ..Self::default() }
    }

    /// Markers without a line.
    pub fn markers(label: impl Into<String>, marker: Marker, points: Vec<(f64, f64)>) -> Self {
        Self { stroke: Stroke::Absent, marker: Some(marker), ..Self::new(label, points) }
    }

    /// The same curve with another kind of line.
    pub fn stroke(self, stroke: Stroke) -> Self {
        Self { stroke, ..self }
    }

    /// The same curve with a line as wide as so many pixels.
    pub fn width(self, width: u32) -> Self {
        Self { width, ..self }
    }

    /// The same curve with a sign at every point.
    pub fn marker(self, marker: Marker) -> Self {
        Self { marker: Some(marker), ..self }
    }

    /// The same curve in another colour: curves of one colour belong together.
    pub fn colour(self, number: usize) -> Self {
        Self { colour: Some(number), ..self }
    }

    /// The same curve with a text at its highest point.
    pub fn tag(self, text: impl Into<String>) -> Self {
        Self { tag: text.into(), ..self }
    }
}

/// Curves in one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Above the frame.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Later ones lie on earlier ones.
    pub curves: Vec<Curve>,
    /// How the colours follow one another.
    pub colours: Colours,
    /// Whether both axes have one scale, as in a picture of a path.
    pub equal: bool,
}

/// Height of the frame, and its bounds where the scales are equal.
const HEIGHT: f64 = 450.0;
const LOWEST: f64 = 175.0;
const HIGHEST: f64 = 700.0;

/// Where a chart is on its canvas.
pub(super) struct Layout {
    pub frame: Frame,
    /// Where what is written below the frame ends
    pub bottom: f64,
}

impl Draw for Chart {
    fn svg(&self) -> Result<String, HostError> {
        let Layout { frame, bottom } = self.layout(TITLE_HEIGHT, self.beside())?;
        canvas(bottom, &self.title, |area| self.draw(area, &frame))
    }
}

impl Chart {
    /// Room that the legend takes beside the frame.
    pub(super) fn beside(&self) -> f64 {
        legend_width(self.curves.iter().map(|curve| curve.label.as_str()))
    }

    /// The frame from `top` downwards, with so much room `beside` it; refuses axes that have no range.
    pub(super) fn layout(&self, top: f64, beside: f64) -> Result<Layout, HostError> {
        let width = WIDTH - beside - BESIDE - BEYOND;
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let (mut x, mut y) =
            (range(&self.x, points().map(|point| point.0))?, range(&self.y, points().map(|point| point.1))?);
        let entries = self.curves.iter().filter(|curve| !curve.label.is_empty()).count();
        let legend = LINE_HEIGHT * entries as f64;
        let mut height = HEIGHT.max(legend);
        if self.equal {
            height = (width * (y.1 - y.0) / (x.1 - x.0)).clamp(LOWEST.max(legend), HIGHEST.max(legend));
            let scale = ((x.1 - x.0) / width).max((y.1 - y.0) / height);
            (x, y) = (about(x, scale * width), about(y, scale * height));
        }
        Ok(Layout { frame: Frame { left: BESIDE, top, width, height, x, y }, bottom: top + height + BELOW + 5.0 })
    }

    pub(super) fn draw(&self, area: &Area, frame: &Frame) -> Drawn {
        frame.draw(area, Some(&self.x.name), &self.y.name)?;
        let looks: Vec<Look> = self.curves.iter().enumerate().map(|(number, curve)| self.look(number, curve)).collect();
        for (curve, look) in self.curves.iter().zip(&looks) {
            for piece in frame.inside(&curve.points) {
                trace(area, &piece, *look)?;
            }
            let places: Vec<_> =
                curve.points.iter().map(|&point| frame.at(point)).filter(|&place| frame.holds(place)).collect();
            mark(area, &places, *look)?;
            let highest = places.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((x, y)) = highest.filter(|_| !curve.tag.is_empty()) {
                write(area, &curve.tag, (x, y - 4.0), Anchor(HPos::Center, VPos::Bottom))?;
            }
        }
        let entries = self.curves.iter().zip(&looks).map(|(curve, look)| (curve.label.as_str(), *look));
        legend(area, frame.left + frame.width, frame.top, entries)
    }

    fn look(&self, number: usize, curve: &Curve) -> Look {
        Look {
            colour: self.colours.pick(curve.colour.unwrap_or(number), self.curves.len()),
            width: curve.width,
            stroke: curve.stroke,
            marker: curve.marker,
        }
    }
}

fn range(axis: &Axis, values: impl Iterator<Item = f64>) -> Result<(f64, f64), HostError> {
    Ok(axis.fixed()?.unwrap_or_else(|| widened(bounds(values), 0.05)))
}

/// A range of this length about the same middle.
fn about((low, high): (f64, f64), length: f64) -> (f64, f64) {
    let middle = 0.5 * (low + high);
    (middle - 0.5 * length, middle + 0.5 * length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        Chart {
            title: "A title".into(),
            x: Axis::new("x [m]"),
            y: Axis::new("y [m]"),
            curves: vec![
                Curve::new("solid", vec![(0.0, 0.0), (1.0, 1.0)]),
                Curve::new("dashed", vec![(0.0, 1.0), (1.0, 0.0)]).stroke(Stroke::Dashed).tag("top"),
                Curve::markers("", Marker::Circle, vec![(0.5, 0.25)]),
            ],
            ..Chart::default()
        }
    }

    #[test]
    fn a_chart_names_its_axes_and_curves() {
        let text = chart().svg().expect("it draws");
        for word in ["A title", "x [m]", "y [m]", "solid", "dashed", "top", "<circle"] {
            assert!(text.contains(word), "{word} is missing");
        }
    }

    #[test]
    fn a_range_the_wrong_way_round_is_refused() {
        let wrong = Chart { x: Axis::new("x [m]").from_to(1.0, 0.0), ..chart() };
        let error = wrong.svg().expect_err("it cannot be drawn").to_string();
        assert!(error.contains("x [m] cannot go from 1 to 0"), "{error}");
    }

    /// A path as long as a run of a double pendulum: a coil of many turns, ten metres of ink per metre of paper.
    #[test]
    fn long_paths_make_small_files() {
        let coil = |k: i32| {
            let angle = f64::from(k) * 3e-3;
            (angle.cos() * (1.0 + 0.2 * (0.618 * angle).sin()), (1.7 * angle).sin())
        };
        let curves = vec![Curve::new("tip", (0..100_000).map(coil).collect())];
        let size = Chart { curves, equal: true, ..chart() }.svg().expect("it draws").len();
        assert!(size < 200_000, "{size}");
    }

    #[test]
    fn equal_scales_make_a_square_of_a_square() {
        let square = vec![(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        // A legend higher than the frame would be without it.
        let mut curves = vec![Curve::new("x", Vec::new()); 40];
        curves.push(Curve::new("", square));
        let text = Chart { curves, equal: true, ..chart() }.svg().expect("it draws");
        let line = text.lines().rfind(|line| line.contains("polyline") && line.matches(',').count() == 5);
        let line = line.expect("the curve");
        let points = line.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("its points");
        let corners: Vec<(i32, i32)> = points
            .split_whitespace()
            .map(|pair| pair.split_once(',').expect("two numbers"))
            .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
            .collect();
        assert_eq!(corners.len(), 5, "{corners:?}");
        let (across, up) = (corners[1].0 - corners[0].0, corners[1].1 - corners[2].1);
        assert!(across > 2500 && (across - up).abs() <= 1, "{corners:?}");
    }
}
