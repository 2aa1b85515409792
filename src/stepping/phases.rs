//! When the bodies touch inside a step.

use crate::physics::kinematics::Approach;
use crate::stepping::Motion;

/// Part of a step during which the bodies touch, or do not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// End of the phase [s since the step's start]
    pub until: f64,
    pub contact: bool,
}

/// Maximum number of phases in one step: x turns at most once in it, so it has at most two roots.
pub const MOST: usize = 3;

/// Bisections after which an interval of doubles cannot shrink any more, with some to spare for Newton's overshoots.
const MOST_ITERATIONS: usize = 100;

/// Splits [0, h] where x changes sign. `start` and `end` are the penetrations at 0 and `h`.
///
/// Between the ends and the one turning point of x each part is monotone and has at most one root, so none is missed as long as
/// x turns at most once: with accelerations constant and rotations by less than half a turn in one step. The last phase
/// ends at `h` and its contact is the sign of x there.
pub fn locate(motion: &Motion, start: &Approach<f64>, end: &Approach<f64>, h: f64) -> [Option<Phase>; MOST] {
    let mut marks = [(0.0, start.penetration), (h, end.penetration), (h, end.penetration)];
    let touches = |x: f64| x > 0.0;
    let turns = start.penetration_rate > 0.0 && end.penetration_rate < 0.0 && !touches(end.penetration)
        || start.penetration_rate < 0.0 && end.penetration_rate > 0.0 && touches(end.penetration);
    if turns && touches(start.penetration) == touches(end.penetration) {
        let turning = root(motion, 0.0, h, |at| (at.penetration_rate, None));
        marks[1] = (turning, motion.approach(turning).penetration);
    }
    let mut phases = [None; MOST];
    let mut count = 0;
    for pair in marks.windows(2) {
        let ((t0, x0), (t1, x1)) = (pair[0], pair[1]);
        if touches(x0) != touches(x1) {
            let until = root(motion, t0, t1, |at| (at.penetration, Some(at.penetration_rate)));
            phases[count] = Some(Phase { until, contact: touches(x0) });
            count += 1;
        }
    }
    phases[count] = Some(Phase { until: h, contact: touches(end.penetration) });
    phases
}

/// Root of a function of x and ẋ in [a, b], where its sign changes, to the last digit: Newton's steps where a
/// slope is given and the step stays inside, bisection otherwise.
fn root(
    motion: &Motion,
    mut a: f64,
    mut b: f64,
    value_and_slope: impl Fn(&Approach<f64>) -> (f64, Option<f64>),
) -> f64 {
    let at_a = value_and_slope(&motion.approach(a)).0 > 0.0;
    let mut t = 0.5 * (a + b);
    for _ in 0..MOST_ITERATIONS {
        let (f, slope) = value_and_slope(&motion.approach(t));
        if (f > 0.0) == at_a {
            a = t
        } else {
            b = t
        }
        let newton = slope.map_or(f64::NAN, |slope| t - f / slope);
        let middle = 0.5 * (a + b);
        if newton == t || middle <= a || middle >= b {
            break;
        }
        t = if newton > a && newton < b { newton } else { middle };
    }
    t
}
