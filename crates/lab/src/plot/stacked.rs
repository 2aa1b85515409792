//! Panels above one another.

use super::super::HostError;
use super::Draw;
use super::axes::{self, BELOW, BESIDE, BEYOND, Frame};
use super::canvas::{
    Area, Colours, Drawn, LINE_HEIGHT, Look, Stroke, TITLE_HEIGHT, WIDTH, canvas, legend, legend_width, trace,
};
use super::scale::{bounds, widened};
use super::thin::{self, Pixel};

/// A line in a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; without one it is not in the legend.
    pub label: String,
    /// Width of the line in pixels; wide ones first, so that others on top of them leave an edge.
    pub width: u32,
    /// Points by increasing time; values that are not finite interrupt the line.
    pub points: Vec<(f64, f64)>,
}

/// Lines that share a value axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Quantity and unit of the value axis.
    pub axis: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// Panels above one another with one axis, most often time.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Above all panels.
    pub title: String,
    /// Quantity and unit of the common axis.
    pub axis: String,
    /// From top to bottom.
    pub panels: Vec<Panel>,
}

/// Height of a panel that has company, and of a single one.
const HEIGHT: f64 = 175.0;
const HEIGHT_ALONE: f64 = 350.0;
const GAP: f64 = 18.0;
/// Columns in which a line shows no more than its least and greatest value: one pixel.
const COLUMN: f64 = 1.0;

impl Draw for Figure {
    fn svg(&self) -> Result<String, HostError> {
        let height = if self.panels.len() == 1 { HEIGHT_ALONE } else { HEIGHT };
        // A long legend needs its lines.
        let heights: Vec<f64> =
            self.panels.iter().map(|panel| height.max(LINE_HEIGHT * panel.series.len() as f64)).collect();
        let whole = TITLE_HEIGHT + heights.iter().map(|height| height + GAP).sum::<f64>() + BELOW;
        canvas(whole, &self.title, |area| {
            let series = || self.panels.iter().flat_map(|panel| &panel.series);
            let time = bounds(series().flat_map(|series| &series.points).map(|point| point.0));
            let time = if time.1 > time.0 { time } else { widened(time, 0.0) };
            let beside = legend_width(series().map(|series| series.label.as_str()));
            let values = |panel: &Panel| {
                let values = panel.series.iter().flat_map(|series| &series.points).map(|point| point.1);
                widened(bounds(values), 0.06)
            };
            let rooms = self.panels.iter().zip(&heights).map(|(panel, height)| axes::beside(values(panel), *height));
            let left = rooms.fold(BESIDE, f64::max);
            let mut top = TITLE_HEIGHT;
            for (number, (panel, &height)) in self.panels.iter().zip(&heights).enumerate() {
                let frame =
                    Frame { left, top, width: WIDTH - beside - left - BEYOND, height, x: time, y: values(panel) };
                let last = number + 1 == self.panels.len();
                panel.draw(area, &frame, last.then_some(self.axis.as_str()))?;
                top += height + GAP;
            }
            Ok(())
        })
    }
}

impl Panel {
    fn draw(&self, area: &Area, frame: &Frame, axis: Option<&str>) -> Drawn {
        frame.draw(area, axis, &self.axis)?;
        let look = |number: usize, series: &Series| Look {
            colour: Colours::Distinct.pick(number, self.series.len()),
            width: series.width,
            stroke: Stroke::Solid,
            marker: None,
        };
        for (number, series) in self.series.iter().enumerate() {
            for piece in frame.inside(&series.points) {
                let thinned: Vec<Pixel> = thin::columns(&piece, COLUMN);
                trace(area, &thinned, look(number, series))?;
            }
        }
        let entries = self.series.iter().enumerate().map(|(n, series)| (series.label.as_str(), look(n, series)));
        legend(area, frame.left + frame.width, frame.top, entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_names_its_axes_and_lines() {
        let line = |label: &str| Series { label: label.into(), width: 2, points: vec![(0.0, 1.0), (1.0, 2.0)] };
        let figure = Figure {
            title: "A title".into(),
            axis: "time [s]".into(),
            panels: vec![
                Panel { axis: "gap [m]".into(), series: vec![line("one"), line("two")] },
                Panel {
                    axis: "force [N]".into(),
                    series: vec![Series { label: "none".into(), width: 2, points: Vec::new() }],
                },
            ],
        };
        let text = figure.svg().expect("it draws");
        for word in ["A title", "time [s]", "gap [m]", "force [N]", "one", "two", "none"] {
            assert!(text.contains(word), "{word} is missing");
        }
    }

    #[test]
    fn long_runs_make_small_files() {
        let noisy = |k: i32| (f64::from(k) * 1e-4, f64::from(k * 7919 % 1000));
        let series = Series { label: "noise".into(), width: 2, points: (0..200_000).map(noisy).collect() };
        let panel = Panel { axis: "force [N]".into(), series: vec![series] };
        let text = Figure { title: String::new(), axis: "time [s]".into(), panels: vec![panel] }.svg();
        let size = text.expect("it draws").len();
        assert!(size < 60_000, "{size}");
    }
}
