//! When bodies meet within a micro-step, from both its ends (docs/numerics.md step 31).

use crate::physics::kinematics::Approach;

/// Contacts that meet or part so early in a micro-step do it at once [of its length].
pub const AT_ONCE: f64 = 1e-9;

/// When one that has parted at x = 0, but for rounding, with this rate, and is back at the end was farthest [s], by the parabola through both: from
/// there it is seen to meet. None: it is not back, or too soon to tell.
pub fn farthest(rate: f64, end: &Approach<f64>, length: f64) -> Option<f64> {
    let is_back = rate < 0.0 && end.penetration_rate > 0.0;
    let time = 0.5 * rate * length * length / (rate * length - end.penetration);
    (is_back && time > AT_ONCE * length).then_some(time)
}

/// Where x passes 0 between a start below it and an end above, by the parabola through both with the rate of the start [s].
pub fn root(start: &Approach<f64>, end: f64, length: f64) -> f64 {
    let Approach { penetration: x, penetration_rate: rate } = *start;
    let bend = (end - x - rate * length) / (length * length);
    let square = rate * rate - 4.0 * bend * x;
    let sum = rate + square.max(0.0).sqrt();
    let time = if square >= 0.0 && sum > 0.0 { -2.0 * x / sum } else { length * x / (x - end) };
    time.clamp(0.0, length)
}
