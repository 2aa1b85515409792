//! Fewer points for the same picture. All lengths are pixels.

/// A place on the canvas, x to the right, y down [pixels].
pub(super) type Pixel = (f64, f64);

/// A curve over time as its least and greatest point in every `width` of the canvas: no peak is lost.
/// `points` do not go back in x.
pub(super) fn columns(points: &[Pixel], width: f64) -> Vec<Pixel> {
    let mut kept = Vec::new();
    for chunk in points.chunk_by(|a, b| (a.0 / width).floor() == (b.0 / width).floor()) {
        let lowest = (0..chunk.len()).min_by(|&a, &b| chunk[a].1.total_cmp(&chunk[b].1));
        let highest = (0..chunk.len()).max_by(|&a, &b| chunk[a].1.total_cmp(&chunk[b].1));
        if let (Some(lowest), Some(highest)) = (lowest, highest) {
            let mut wanted = vec![0, lowest, highest, chunk.len() - 1];
            wanted.sort_unstable();
            wanted.dedup();
            kept.extend(wanted.into_iter().map(|place| chunk[place]));
        }
    }
    kept
}

/// The points that are at least `distance` from the last one kept.
pub(super) fn spaced(points: &[Pixel], distance: f64) -> Vec<Pixel> {
    let mut kept: Vec<Pixel> = Vec::new();
    for &point in points {
        if kept.last().is_none_or(|&last| length(last, point) >= distance) {
            kept.push(point);
        }
    }
    kept
}

/// The line with as few of its points as keep it within `tolerance` of what was there, first and last among them.
///
/// From the last point kept, every point left out narrows the sector of directions in which the line may go on; a point
/// outside the sector, or one that comes back, ends the piece.
pub(super) fn simplified(points: &[Pixel], tolerance: f64) -> Vec<Pixel> {
    let mut rest = points.iter().copied();
    let Some(mut anchor) = rest.next() else { return Vec::new() };
    let mut kept = vec![anchor];
    let mut end = anchor;
    let mut sector = Sector::new(anchor, tolerance);
    for point in rest {
        if !sector.allows(point) {
            // The line could end at the point before, so it does.
            anchor = end;
            kept.push(anchor);
            sector = Sector::new(anchor, tolerance);
        }
        sector.narrow(point);
        end = point;
    }
    if end != anchor || kept.len() == 1 && points.len() > 1 {
        kept.push(end);
    }
    kept
}

/// Directions in which a straight line passes all points so far within the tolerance.
struct Sector {
    anchor: Pixel,
    tolerance: f64,
    /// Middle direction the angles are counted from; none while all points are within the tolerance.
    middle: Option<f64>,
    from: f64,
    to: f64,
    farthest: f64,
}

impl Sector {
    fn new(anchor: Pixel, tolerance: f64) -> Self {
        Self { anchor, tolerance, middle: None, from: f64::NEG_INFINITY, to: f64::INFINITY, farthest: 0.0 }
    }

    /// Whether the line from the anchor may end here.
    fn allows(&self, point: Pixel) -> bool {
        let distance = length(self.anchor, point);
        let Some(middle) = self.middle else { return true };
        if distance < self.farthest - self.tolerance {
            return false;
        }
        (self.from..=self.to).contains(&turn(direction(self.anchor, point) - middle))
    }

    fn narrow(&mut self, point: Pixel) {
        let distance = length(self.anchor, point);
        self.farthest = self.farthest.max(distance);
        if distance <= self.tolerance {
            return;
        }
        let angle = direction(self.anchor, point);
        let middle = *self.middle.get_or_insert(angle);
        let (off, half) = (turn(angle - middle), (self.tolerance / distance).asin());
        self.from = self.from.max(off - half);
        self.to = self.to.min(off + half);
    }
}

/// The line cut into dashes: lengths drawn and left out, in turn. A dash goes round corners.
pub(super) fn dashes(points: &[Pixel], pattern: &[f64]) -> Vec<Vec<Pixel>> {
    let mut pieces = Vec::new();
    let Some(&first) = points.first() else { return pieces };
    let (mut number, mut left) = (0, pattern[0]);
    let mut piece = vec![first];
    for pair in points.windows(2) {
        let whole = length(pair[0], pair[1]);
        let mut done = 0.0;
        while whole - done > left {
            done += left;
            let part = done / whole;
            let corner = (pair[0].0 + part * (pair[1].0 - pair[0].0), pair[0].1 + part * (pair[1].1 - pair[0].1));
            if number % 2 == 0 {
                piece.push(corner);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![corner];
            }
            number = (number + 1) % pattern.len();
            left = pattern[number];
        }
        left -= whole - done;
        if number % 2 == 0 {
            piece.push(pair[1]);
        }
    }
    if number % 2 == 0 && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

fn length(a: Pixel, b: Pixel) -> f64 {
    (b.0 - a.0).hypot(b.1 - a.1)
}

fn direction(a: Pixel, b: Pixel) -> f64 {
    (b.1 - a.1).atan2(b.0 - a.0)
}

/// The same angle between −π and π.
fn turn(angle: f64) -> f64 {
    angle - std::f64::consts::TAU * (angle / std::f64::consts::TAU).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_peaks_and_order() {
        let mut points: Vec<Pixel> = (0..10_000).map(|k| (f64::from(k) * 0.1, (f64::from(k) * 0.1).sin())).collect();
        points[4321].1 = 99.0;
        points[4323].1 = -99.0;
        let thin = columns(&points, 2.0);
        assert!(thin.len() <= 2000, "{}", thin.len());
        assert!(thin.iter().any(|point| point.1 == 99.0) && thin.iter().any(|point| point.1 == -99.0));
        assert!(thin.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    }

    #[test]
    fn few_points_of_uneven_steps_all_stay() {
        let points = [(0.0, 1.0), (2.5, 3.0), (2.6, 2.0), (900.0, 5.0)];
        assert_eq!(columns(&points, 2.0), points);
    }

    #[test]
    fn spaced_points_keep_their_distance() {
        let points: Vec<Pixel> = (0..100).map(|k| (f64::from(k) * 0.3, 0.0)).collect();
        let kept = spaced(&points, 1.0);
        assert_eq!(kept.len(), 25);
        assert!(kept.windows(2).all(|pair| length(pair[0], pair[1]) >= 1.0));
    }

    /// Distance from a point to a piece of straight line.
    fn off(point: Pixel, from: Pixel, to: Pixel) -> f64 {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let square = dx * dx + dy * dy;
        let part = if square > 0.0 { ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / square } else { 0.0 };
        let part = part.clamp(0.0, 1.0);
        length(point, (from.0 + part * dx, from.1 + part * dy))
    }

    /// Every point lies within the tolerance of the piece that stands for it; the pieces are found by the kept points.
    fn greatest_deviation(points: &[Pixel], kept: &[Pixel]) -> f64 {
        let mut piece = 0;
        let mut worst = 0.0_f64;
        for &point in &points[1..] {
            worst = worst.max(off(point, kept[piece], kept[piece + 1]));
            if point == kept[piece + 1] && piece + 2 < kept.len() {
                piece += 1;
            }
        }
        worst
    }

    #[test]
    fn a_simplified_spiral_stays_within_the_tolerance() {
        let points: Vec<Pixel> = (0..100_000)
            .map(|k| {
                let angle = f64::from(k) * 1e-3;
                ((500.0 - angle) * angle.cos(), (500.0 - 4.0 * angle) * angle.sin())
            })
            .collect();
        let kept = simplified(&points, 0.5);
        assert!(kept.len() < 2500, "{}", kept.len());
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
        let worst = greatest_deviation(&points, &kept);
        assert!(worst <= 0.5 + 1e-9, "{worst}");
    }

    #[test]
    fn a_line_that_goes_back_and_forth_keeps_its_turning_points() {
        let points: Vec<Pixel> = (0..1000).map(|k| (100.0 * (f64::from(k) * 0.05).sin(), 0.0)).collect();
        let kept = simplified(&points, 0.5);
        let worst = greatest_deviation(&points, &kept);
        assert!(worst <= 0.5 + 1e-9, "{worst}");
        // Fifty radians are 15 turning points and both ends; a turn may cost a second point.
        assert!((17..=34).contains(&kept.len()), "{}", kept.len());
    }

    #[test]
    fn bends_to_both_sides_stay_within_the_tolerance() {
        for side in [-1.0, 1.0] {
            let points: Vec<Pixel> =
                (0..5000).map(|k| f64::from(k) * 0.02).map(|x| (-x, side * 0.02 * x * x * (0.3 * x).cos())).collect();
            let kept = simplified(&points, 0.5);
            let worst = greatest_deviation(&points, &kept);
            assert!(worst <= 0.5 + 1e-9, "{worst}");
            assert!(kept.len() < 200, "{}", kept.len());
        }
    }

    /// The direction of such a line jumps between π and −π.
    #[test]
    fn a_trembling_line_to_the_left_is_straight() {
        let points: Vec<Pixel> = (0..1000).map(|k| (f64::from(-k), if k % 2 == 0 { 0.1 } else { -0.1 })).collect();
        assert_eq!(simplified(&points, 0.5).len(), 2);
    }

    #[test]
    fn straight_lines_and_single_points() {
        let straight: Vec<Pixel> = (0..100).map(|k| (f64::from(k), 2.0 * f64::from(k))).collect();
        assert_eq!(simplified(&straight, 0.5), [straight[0], straight[99]]);
        assert_eq!(simplified(&straight[..1], 0.5), straight[..1]);
        assert_eq!(simplified(&[(1.0, 1.0); 5], 0.5).len(), 2);
        assert!(simplified(&[], 0.5).is_empty());
    }

    #[test]
    fn dashes_go_round_corners() {
        let pieces = dashes(&[(0.0, 0.0), (5.0, 0.0), (5.0, 20.0)], &[10.0, 4.0]);
        assert_eq!(pieces, [vec![(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)], vec![(5.0, 9.0), (5.0, 19.0)]]);
    }
}
