//! What lies between samples, so that no finding hangs on where a solver puts its steps.

/// A time [s] and a value.
type Point = (f64, f64);

/// The greatest value of a smooth course: where three neighbours have theirs in the middle, that of the parabola through
/// them. −∞ without points.
pub fn peak(points: &[Point]) -> f64 {
    let samples = points.iter().map(|point| point.1);
    points.windows(3).filter_map(vertex).chain(samples).fold(f64::NEG_INFINITY, f64::max)
}

fn vertex(three: &[Point]) -> Option<f64> {
    let [(t0, y0), (t1, y1), (t2, y2)] = [three[0], three[1], three[2]];
    if y1 < y0 || y1 < y2 {
        return None;
    }
    let (before, after) = ((y1 - y0) / (t1 - t0), (y2 - y1) / (t2 - t1));
    let curvature = (after - before) / (t2 - t0);
    // Newton's form: y0 + before·(t − t0) + curvature·(t − t0)·(t − t1)
    let t = 0.5 * (t0 + t1) - 0.5 * before / curvature;
    let value = y0 + (t - t0) * (before + curvature * (t - t1));
    (value.is_finite() && (t0..=t2).contains(&t)).then_some(value)
}

/// Since when a course stays above a level until its end [s], on the straight line through the samples around. None if it
/// does not at the end.
pub fn above_since(points: &[Point], level: f64) -> Option<f64> {
    let count = points.iter().rev().take_while(|point| point.1 > level).count();
    let first = points.len() - count;
    let (time, value) = *points.get(first)?;
    let Some((before, below)) = first.checked_sub(1).map(|last| points[last]) else { return Some(time) };
    Some(before + (time - before) * (level - below) / (value - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3 − (t − 0.37)²: a parabola, so uneven samples give its vertex to rounding, none of them near it.
    #[test]
    fn the_peak_of_a_parabola_is_found_between_its_samples() {
        let value = |t: f64| 3.0 - (t - 0.37) * (t - 0.37);
        let points = |times: &[f64]| times.iter().map(|t| (*t, value(*t))).collect::<Vec<Point>>();
        for times in [[-1.0, 0.0, 0.3, 0.9, 2.0], [-0.2, 0.1, 0.8, 1.0, 1.1]] {
            assert!((peak(&points(&times)) - 3.0).abs() < 1e-15, "{times:?}");
        }
        assert_eq!(peak(&points(&[0.5, 0.6, 0.7])), value(0.5), "at the end of what was seen");
        assert_eq!(peak(&[(0.0, 1.0), (0.0, 1.0), (0.0, 1.0)]), 1.0);
        assert_eq!(peak(&[]), f64::NEG_INFINITY);
    }

    #[test]
    fn a_level_is_passed_between_two_samples() {
        let points = [(0.0, 0.9), (1.0, 0.2), (2.0, 0.6), (3.0, 0.9)];
        assert_eq!(above_since(&points, 0.5), Some(1.75));
        assert_eq!(above_since(&points, 0.1), Some(0.0));
        assert_eq!(above_since(&points, 0.95), None);
        assert_eq!(above_since(&[], 0.5), None);
    }
}
