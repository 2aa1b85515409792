//! Figures of several panels above one another with one time axis, as SVG.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{HostError, cannot};

/// A line in a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Width of the line in pixels; wide ones first, so that others on top of them leave an edge.
    pub width: u32,
    /// Points by increasing time.
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

/// Panels above one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Above all panels.
    pub title: String,
    /// Quantity and unit of the common axis.
    pub axis: String,
    /// From top to bottom.
    pub panels: Vec<Panel>,
}

/// Sizes in pixels.
const WIDTH: u32 = 1340;
const PANEL_HEIGHT: u32 = 300;
const TITLE_HEIGHT: u32 = 50;
const TIME_AXIS_HEIGHT: u32 = 70;
const VALUE_AXIS_WIDTH: u32 = 110;
const LEGEND_WIDTH: u32 = 245;
const LEGEND_LINE_HEIGHT: i32 = 30;
const FONT: &str = "sans-serif";
const FONT_SIZE: u32 = 22;
/// Columns of pixels in which a line shows no more than its least and greatest value.
const COLUMNS: usize = 1000;

/// Colours that stay apart for readers with colour-blindness (Okabe and Ito), dark ones first.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Writes the figure to a file.
pub fn write_svg(path: &Path, figure: &Figure) -> Result<(), HostError> {
    let text = svg(figure).map_err(|error| HostError::Figure(error.to_string()))?;
    std::fs::write(path, text).map_err(cannot("written", path))
}

fn svg(figure: &Figure) -> Result<String, Box<dyn std::error::Error>> {
    let mut text = String::new();
    let panels = u32::try_from(figure.panels.len())?;
    let height = TITLE_HEIGHT + panels * PANEL_HEIGHT + TIME_AXIS_HEIGHT;
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let title = (FONT, FONT_SIZE + 4).into_font().color(&BLACK).pos(Pos::new(HPos::Center, VPos::Center));
        root.draw_text(&figure.title, &title, (i32::try_from(WIDTH)? / 2, i32::try_from(TITLE_HEIGHT)? / 2))?;
        let (_, mut rest) = root.split_vertically(TITLE_HEIGHT);
        let range = time_range(figure);
        for (number, panel) in figure.panels.iter().enumerate() {
            let last = number + 1 == figure.panels.len();
            let (area, below) = rest.split_vertically(PANEL_HEIGHT + if last { TIME_AXIS_HEIGHT } else { 0 });
            draw_panel(&area, panel, range, last.then_some(figure.axis.as_str()))?;
            rest = below;
        }
        root.present()?;
    }
    Ok(text)
}

fn time_range(figure: &Figure) -> (f64, f64) {
    let times = figure.panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let (low, high) = bounds(times.map(|point| point.0));
    if high > low { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// Draws one panel; `time_axis` is the text under it, where it is the last.
fn draw_panel(area: &Area, panel: &Panel, (from, to): (f64, f64), time_axis: Option<&str>) -> Drawn {
    let width = i32::try_from(area.dim_in_pixel().0)?;
    let (plot, legend) = area.split_horizontally(width - i32::try_from(LEGEND_WIDTH)?);
    let (low, high) = bounds(panel.series.iter().flat_map(|series| &series.points).map(|point| point.1));
    let margin = if high > low { 0.06 * (high - low) } else { low.abs().max(1.0) * 0.1 };
    let below = if time_axis.is_some() { TIME_AXIS_HEIGHT } else { 0 };
    let mut chart = ChartBuilder::on(&plot)
        .margin_top(12)
        .margin_bottom(12)
        .margin_left(10)
        .margin_right(14)
        .set_label_area_size(LabelAreaPosition::Left, VALUE_AXIS_WIDTH)
        .set_label_area_size(LabelAreaPosition::Bottom, below)
        .build_cartesian_2d(from..to, low - margin..high + margin)?;
    let font = (FONT, FONT_SIZE).into_font().color(&BLACK);
    chart
        .configure_mesh()
        .label_style(font.clone())
        .axis_desc_style(font.clone())
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(220, 220, 220))
        .x_labels(11)
        .y_labels(5)
        .x_label_formatter(&|value| tick(*value, to - from))
        .y_label_formatter(&|value| tick(*value, high - low))
        .x_desc(time_axis.unwrap_or_default())
        .y_desc(&panel.axis)
        .draw()?;
    let left = font.pos(Pos::new(HPos::Left, VPos::Center));
    for (number, series) in panel.series.iter().enumerate() {
        let style = COLOURS[number % COLOURS.len()].stroke_width(series.width);
        chart.draw_series(LineSeries::new(thinned(&series.points, COLUMNS), style))?;
        let y = 12 + LEGEND_LINE_HEIGHT / 2 + LEGEND_LINE_HEIGHT * i32::try_from(number)?;
        legend.draw(&PathElement::new(vec![(5, y), (35, y)], style))?;
        legend.draw_text(&series.label, &left, (43, y))?;
    }
    Ok(())
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 0.0) }
}

/// A number with as many decimals as an axis of this span needs.
fn tick(value: f64, span: f64) -> String {
    if span > 0.0 && !(1e-3..1e6).contains(&span) {
        return if value.abs() < span * 1e-9 { "0".into() } else { format!("{value:.1e}") };
    }
    let decimals = if span > 0.0 { (2.0 - span.log10()).ceil().clamp(0.0, 5.0) as usize } else { 2 };
    let text = format!("{value:.decimals$}");
    // Minus zero is no tick, and trailing zeros say nothing.
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.to_owned() }
}

/// The line as its least and greatest point in each of `columns` stretches of time: no peak is lost.
fn thinned(points: &[(f64, f64)], columns: usize) -> Vec<(f64, f64)> {
    let size = points.len().div_ceil(columns).max(1);
    if size <= 2 {
        return points.to_vec();
    }
    let mut kept = Vec::with_capacity(2 * columns);
    for chunk in points.chunks(size) {
        let least = chunk.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
        let greatest = chunk.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        if let (Some(least), Some(greatest)) = (least, greatest) {
            kept.extend(if least.0 <= greatest.0 { [least, greatest] } else { [greatest, least] });
        }
    }
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_short() {
        assert_eq!(tick(-0.0, 1.0), "0");
        assert_eq!(tick(0.25, 2.0), "0.25");
        assert_eq!(tick(1500.0, 4000.0), "1500");
        assert_eq!(tick(0.30000000000000004, 1.0), "0.3");
        assert_eq!(tick(2.5e-5, 1e-4), "2.5e-5");
        assert_eq!(tick(0.05, 0.0), "0.05");
    }

    #[test]
    fn thinning_keeps_the_ends_of_the_range() {
        let mut points: Vec<(f64, f64)> = (0..10_000).map(|k| (f64::from(k), (f64::from(k) * 0.1).sin())).collect();
        points[4321].1 = 99.0;
        let thin = thinned(&points, 100);
        assert!(thin.len() <= 200 && thin.iter().any(|point| point.1 == 99.0));
        assert!(thin.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        assert_eq!(thinned(&points[..50], 100).len(), 50);
    }

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
        let text = svg(&figure).expect("it draws");
        for word in ["A title", "time [s]", "gap [m]", "force [N]", "one", "two", "none"] {
            assert!(text.contains(word), "{word} is missing");
        }
    }
}
