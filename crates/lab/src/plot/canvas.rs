//! What all drawings are made of: a canvas, text, lines, markers and the legend.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::super::HostError;
use super::thin::{self, Pixel};

/// Width of every drawing. All lengths are pixels as shown.
pub(super) const WIDTH: f64 = 900.0;
/// Height of the strip with the title.
pub(super) const TITLE_HEIGHT: f64 = 35.0;
/// Height of a line of the legend.
pub(super) const LINE_HEIGHT: f64 = 22.0;
const FONT: &str = "sans-serif";
const FONT_SIZE: f64 = 16.0;
const TITLE_SIZE: f64 = 19.0;
/// Mean width of a letter.
const LETTER_WIDTH: f64 = 7.0;
/// The piece of line in the legend with the room after it, and the room around both.
const KEY_WIDTH: f64 = 38.0;
const KEY_GAP: f64 = 7.0;
const KEY_MARGIN: f64 = 14.0;
/// Radius of a marker and width of its line.
const MARKER_RADIUS: f64 = 4.5;
const MARKER_LINE: f64 = 1.5;
/// Simplified lines deviate by less than this.
const TOLERANCE: f64 = 0.1;
/// Units of the SVG file in a pixel: plotters rounds to whole units.
const FINE: f64 = 10.0;

/// Colours that stay apart for readers with colour-blindness (Okabe and Ito), dark ones first.
const DISTINCT: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
];
/// Points of a scale that grows in lightness from violet over green to yellow (as the map "viridis" does).
const SEQUENCE: [RGBColor; 5] =
    [RGBColor(68, 1, 84), RGBColor(59, 82, 139), RGBColor(33, 145, 140), RGBColor(94, 201, 98), RGBColor(220, 200, 20)];
pub(super) const GRID: RGBColor = RGBColor(222, 222, 222);
pub(super) const FRAME: RGBColor = RGBColor(90, 90, 90);

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;
/// How the colours of several curves follow one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As different as can be; they repeat after seven.
    #[default]
    Distinct,
    /// From dark to light, for curves of a parameter that grows.
    Sequence,
}

impl Colours {
    /// Colour number `number` of `count`.
    pub(super) fn pick(self, number: usize, count: usize) -> RGBColor {
        match self {
            Self::Distinct => DISTINCT[number % DISTINCT.len()],
            Self::Sequence => {
                let last = SEQUENCE.len() - 1;
                let place = last as f64 * number as f64 / count.saturating_sub(1).max(1) as f64;
                let below = (place as usize).min(last - 1);
                blend(SEQUENCE[below], SEQUENCE[below + 1], place - below as f64)
            }
        }
    }
}

/// `part` of the way from one colour to another.
pub(super) fn blend(from: RGBColor, to: RGBColor, part: f64) -> RGBColor {
    let mix = |a: u8, b: u8| (f64::from(a) + part.clamp(0.0, 1.0) * (f64::from(b) - f64::from(a))).round() as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// In one piece.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// Dashes and dots in turn.
    DashDotted,
    /// No line, for curves of markers only.
    Absent,
}

impl Stroke {
    /// Lengths drawn and left out, in turn.
    fn pattern(self) -> &'static [f64] {
        match self {
            Self::Solid | Self::Absent => &[],
            Self::Dashed => &[10.0, 6.0],
            Self::Dotted => &[2.0, 5.0],
            Self::DashDotted => &[10.0, 5.0, 2.0, 5.0],
        }
    }
}

/// Sign at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Empty circle.
    Circle,
    /// Filled circle.
    Disc,
    /// Empty square.
    Square,
    /// Empty triangle.
    Triangle,
    /// Diagonal cross.
    Cross,
}

/// How a curve looks.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub colour: RGBColor,
    pub width: u32,
    pub stroke: Stroke,
    pub marker: Option<Marker>,
}

/// Where a text stands against its place.
#[derive(Clone, Copy)]
pub(super) struct Anchor(pub HPos, pub VPos);

/// Draws on an empty canvas and returns it as text.
pub(super) fn canvas(height: f64, title: &str, draw: impl FnOnce(&Area) -> Drawn) -> Result<String, HostError> {
    let mut text = String::new();
    sheet(&mut text, height, title, draw).map_err(|error| HostError::Figure(error.to_string()))?;
    // The size shown; joints of thick lines must not grow spikes.
    let size = format!("width=\"{}\" height=\"{}\"", units(WIDTH), units(height));
    let shown = format!("width=\"{WIDTH:.0}\" height=\"{height:.0}\" stroke-linejoin=\"round\"");
    Ok(text.replacen(&size, &shown, 1))
}

fn sheet(text: &mut String, height: f64, title: &str, draw: impl FnOnce(&Area) -> Drawn) -> Drawn {
    let root = SVGBackend::with_string(text, (units(WIDTH), units(height))).into_drawing_area();
    root.fill(&WHITE)?;
    self::title(&root, title, 0.0)?;
    draw(&root)?;
    root.present()?;
    Ok(())
}

/// Writes a title into the strip below `top`; one that is too long for the width is written smaller.
pub(super) fn title(area: &Area, title: &str, top: f64) -> Drawn {
    let size = TITLE_SIZE.min(FONT_SIZE * WIDTH / text_width(title).max(1.0));
    let style = (FONT, units(size)).into_font().color(&BLACK).pos(Pos::new(HPos::Center, VPos::Center));
    Ok(area.draw_text(title, &style, whole((0.5 * WIDTH, top + 0.5 * TITLE_HEIGHT)))?)
}

/// Writes a text.
pub(super) fn write(area: &Area, text: &str, at: Pixel, anchor: Anchor) -> Drawn {
    let style = (FONT, units(FONT_SIZE)).into_font().color(&BLACK).pos(Pos::new(anchor.0, anchor.1));
    Ok(area.draw_text(text, &style, whole(at))?)
}

/// Writes a text from below to above, its middle at the place.
pub(super) fn write_upwards(area: &Area, text: &str, at: Pixel) -> Drawn {
    let font = (FONT, units(FONT_SIZE)).into_font().transform(FontTransform::Rotate270);
    Ok(area.draw_text(text, &font.color(&BLACK).pos(Pos::new(HPos::Center, VPos::Center)), whole(at))?)
}

/// About how wide a text is drawn.
pub(super) fn text_width(text: &str) -> f64 {
    LETTER_WIDTH * text.chars().count() as f64
}

/// Draws a thin straight line.
pub(super) fn rule(area: &Area, from: Pixel, to: Pixel, colour: RGBColor) -> Drawn {
    Ok(area.draw(&PathElement::new(vec![whole(from), whole(to)], colour.stroke_width(units(1.0))))?)
}

/// Draws a line through points, without markers.
pub(super) fn trace(area: &Area, points: &[Pixel], look: Look) -> Drawn {
    let points = thin::simplified(points, TOLERANCE);
    let style = look.colour.stroke_width(units(f64::from(look.width)));
    let polyline = |piece: &[Pixel]| {
        let mut piece: Vec<(i32, i32)> = piece.iter().copied().map(whole).collect();
        piece.dedup();
        PathElement::new(piece, style)
    };
    match look.stroke {
        Stroke::Absent => {}
        Stroke::Solid => area.draw(&polyline(&points))?,
        dashed => {
            for piece in thin::dashes(&points, dashed.pattern()) {
                area.draw(&polyline(&piece))?;
            }
        }
    }
    Ok(())
}

/// Draws the markers of a curve; where they would lie on one another, some are left out.
pub(super) fn mark(area: &Area, points: &[Pixel], look: Look) -> Drawn {
    let Some(marker) = look.marker else { return Ok(()) };
    for place in thin::spaced(points, MARKER_RADIUS) {
        let (x, y) = whole(place);
        let r = units(MARKER_RADIUS) as i32;
        let style = look.colour.stroke_width(units(MARKER_LINE));
        let outline = |corners: &[(i32, i32)]| {
            let corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            PathElement::new(corners, style)
        };
        match marker {
            Marker::Disc => area.draw(&Circle::new((x, y), r, look.colour.filled()))?,
            Marker::Circle => area.draw(&Circle::new((x, y), r, style))?,
            Marker::Square => area.draw(&outline(&[(-r, -r), (r, -r), (r, r), (-r, r), (-r, -r)]))?,
            Marker::Triangle => area.draw(&outline(&[(-r, r), (r, r), (0, -r), (-r, r)]))?,
            Marker::Cross => {
                area.draw(&outline(&[(-r, -r), (r, r)]))?;
                area.draw(&outline(&[(-r, r), (r, -r)]))?;
            }
        }
    }
    Ok(())
}

/// How wide a legend with these names is.
pub(super) fn legend_width<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    let widest = labels.map(text_width).fold(0.0, f64::max);
    if widest > 0.0 { widest + KEY_WIDTH + 2.0 * KEY_MARGIN } else { 0.0 }
}

/// Draws a legend downwards from its left upper corner. Curves without a name are not in it.
pub(super) fn legend<'a>(area: &Area, left: f64, top: f64, entries: impl Iterator<Item = (&'a str, Look)>) -> Drawn {
    for (number, (label, look)) in entries.filter(|entry| !entry.0.is_empty()).enumerate() {
        let y = top + LINE_HEIGHT * (number as f64 + 0.5);
        let (from, to) = (left + KEY_MARGIN, left + KEY_MARGIN + KEY_WIDTH - KEY_GAP);
        trace(area, &[(from, y), (to, y)], look)?;
        mark(area, &[(0.5 * (from + to), y)], look)?;
        write(area, label, (left + KEY_MARGIN + KEY_WIDTH, y), Anchor(HPos::Left, VPos::Center))?;
    }
    Ok(())
}

fn whole((x, y): Pixel) -> (i32, i32) {
    ((FINE * x).round() as i32, (FINE * y).round() as i32)
}

/// A length in units of the SVG file.
fn units(length: f64) -> u32 {
    (FINE * length).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_runs_from_its_first_to_its_last_colour() {
        assert_eq!(Colours::Sequence.pick(0, 10), SEQUENCE[0]);
        assert_eq!(Colours::Sequence.pick(9, 10), SEQUENCE[4]);
        assert_eq!(Colours::Sequence.pick(2, 5), SEQUENCE[2]);
        assert_eq!(Colours::Sequence.pick(0, 1), SEQUENCE[0]);
    }

    #[test]
    fn a_canvas_is_shown_at_a_tenth_of_its_units_and_refers_to_nothing_inside() {
        let text = canvas(300.0, "a < b", |_| Ok(())).expect("it draws");
        assert!(text.starts_with("<svg width=\"900\" height=\"300\" "), "{text}");
        assert!(text.contains("viewBox=\"0 0 9000 3000\"") && text.contains("a &lt; b"), "{text}");
        assert!(!text.contains(" id=") && !text.contains("url("), "{text}");
    }

    #[test]
    fn a_long_title_is_written_smaller() {
        let size = |title: &str| -> f64 {
            let text = canvas(300.0, title, |_| Ok(())).expect("it draws");
            let size = text.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next());
            size.and_then(|size| size.parse().ok()).expect("a size")
        };
        assert_eq!(size("a"), size("twenty letters, say."));
        // Twice as many letters in the same width.
        assert!((size(&"a".repeat(300)) / size(&"a".repeat(150)) - 0.5).abs() < 0.01);
    }
}
