//! A rectangle with linear scales along its lower and left edge.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Anchor, Area, Drawn, FRAME, GRID, rule, write, write_upwards};
use super::scale::Scale;
use super::thin::Pixel;

/// Room for the numbers and the name below, and to the left.
pub(super) const BELOW: f64 = 50.0;
pub(super) const BESIDE: f64 = 75.0;
/// Room for half a number beyond the right end.
pub(super) const BEYOND: f64 = 20.0;
/// About as far from one number to the next along x and y.
const SPACING: (f64, f64) = (75.0, 29.0);
const TICK: f64 = 4.0;

/// Where the values of x and y are on the canvas.
pub(super) struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub x: (f64, f64),
    pub y: (f64, f64),
}

/// Width of a digit of the numbers, and room for the name that stands upright before them.
const DIGIT: f64 = 7.0;
const NAME: f64 = 25.0;

/// Room to the left for numbers over this range: more than usual if they are long.
pub(super) fn beside(y: (f64, f64), height: f64) -> f64 {
    let scale = Scale::new(y, (height / SPACING.1) as usize);
    let longest = scale.ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    BESIDE.max(NAME + DIGIT * longest as f64 + 2.0 * TICK)
}

impl Frame {
    /// The place of a point.
    pub fn at(&self, (x, y): (f64, f64)) -> Pixel {
        let part = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low);
        (self.left + self.width * part(x, self.x), self.top + self.height * (1.0 - part(y, self.y)))
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }

    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Whether a place is inside.
    pub fn holds(&self, (x, y): Pixel) -> bool {
        (self.left..=self.right()).contains(&x) && (self.top..=self.bottom()).contains(&y)
    }

    /// The pieces of a line that are inside; what is not finite interrupts it.
    pub fn inside(&self, points: &[(f64, f64)]) -> Vec<Vec<Pixel>> {
        let mut pieces: Vec<Vec<Pixel>> = Vec::new();
        let mut open = false;
        for pair in points.windows(2) {
            let Some((from, to)) = self.cut(self.at(pair[0]), self.at(pair[1])) else {
                open = false;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if open => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            open = to == self.at(pair[1]);
        }
        pieces
    }

    /// The part of a straight line that is inside (Liang and Barsky).
    fn cut(&self, from: Pixel, to: Pixel) -> Option<(Pixel, Pixel)> {
        if ![from.0, from.1, to.0, to.1].into_iter().all(f64::is_finite) {
            return None;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let edges = [
            (-dx, from.0 - self.left),
            (dx, self.right() - from.0),
            (-dy, from.1 - self.top),
            (dy, self.bottom() - from.1),
        ];
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for (way, room) in edges {
            if way < 0.0 {
                begin = begin.max(room / way);
            } else if way > 0.0 {
                end = end.min(room / way);
            } else if room < 0.0 {
                return None;
            }
        }
        let place = |part: f64| if part == 1.0 { to } else { (from.0 + part * dx, from.1 + part * dy) };
        (begin <= end).then(|| (place(begin), place(end)))
    }

    /// Draws grid, edges, numbers and names; without `x_name` nothing is written below.
    pub fn draw(&self, area: &Area, x_name: Option<&str>, y_name: &str) -> Drawn {
        let (left, right, top, bottom) = (self.left, self.right(), self.top, self.bottom());
        let scale = Scale::new(self.x, (self.width / SPACING.0) as usize);
        for (value, text) in &scale.ticks {
            let x = self.at((*value, self.y.0)).0;
            rule(area, (x, top), (x, bottom), GRID)?;
            rule(area, (x, bottom), (x, bottom + TICK), FRAME)?;
            if x_name.is_some() {
                let below = (x, bottom + 2.0 * TICK);
                write(area, text, below, Anchor(HPos::Center, VPos::Top))?;
            }
        }
        if let Some(name) = x_name {
            write(
                area,
                &scale.name(name),
                (0.5 * (left + right), bottom + 0.6 * BELOW),
                Anchor(HPos::Center, VPos::Top),
            )?;
        }
        let scale = Scale::new(self.y, (self.height / SPACING.1) as usize);
        for (value, text) in &scale.ticks {
            let y = self.at((self.x.0, *value)).1;
            rule(area, (left, y), (right, y), GRID)?;
            rule(area, (left - TICK, y), (left, y), FRAME)?;
            write(area, text, (left - 2.0 * TICK, y), Anchor(HPos::Right, VPos::Center))?;
        }
        let name_at = left - beside(self.y, self.height) + 11.0;
        write_upwards(area, &scale.name(y_name), (name_at, 0.5 * (top + bottom)))?;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        corners.windows(2).try_for_each(|pair| rule(area, pair[0], pair[1], FRAME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame { left: 100.0, top: 50.0, width: 200.0, height: 100.0, x: (0.0, 2.0), y: (-1.0, 1.0) }
    }

    #[test]
    fn places() {
        assert_eq!(frame().at((0.0, -1.0)), (100.0, 150.0));
        assert_eq!(frame().at((1.0, 1.0)), (200.0, 50.0));
        assert!(frame().holds((300.0, 150.0)) && !frame().holds((301.0, 100.0)));
    }

    #[test]
    fn lines_end_at_the_edges_and_at_gaps() {
        let points =
            [(-1.0, 0.0), (1.0, 0.0), (1.0, 3.0), (1.5, 3.0), (1.5, 0.0), (f64::NAN, 0.0), (0.5, 0.0), (0.5, 0.5)];
        let pieces = frame().inside(&points);
        assert_eq!(
            pieces,
            [
                vec![(100.0, 100.0), (200.0, 100.0), (200.0, 50.0)],
                vec![(250.0, 50.0), (250.0, 100.0)],
                vec![(150.0, 100.0), (150.0, 75.0)],
            ]
        );
        assert!(frame().inside(&[(-1.0, 0.0), (1.0, 9.0)]).is_empty());
        let there_and_back = frame().inside(&[(1.0, 0.0), (3.0, 0.0), (1.0, -0.5)]);
        assert_eq!(there_and_back, [vec![(200.0, 100.0), (300.0, 100.0)], vec![(300.0, 112.5), (200.0, 125.0)]]);
        assert_eq!(frame().inside(&[(1.0, 0.0), (1.0, -3.0)]), [vec![(200.0, 100.0), (200.0, 150.0)]]);
    }
}
