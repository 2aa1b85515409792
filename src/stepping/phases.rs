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

/// Maximum number of phases in one step: x turns at most three times in it, so it has at most four roots.
pub const MOST: usize = 5;

/// Bisections after which an interval of doubles cannot shrink any more, with some to spare for Newton's overshoots.
const MOST_ITERATIONS: usize = 100;

/// Angle of a part of a step [rad] in which x is taken to turn at most once although bodies turn. It may turn twice there,
/// about an inflection: what is missed is then less than 1/12 of its cube of the distance from the axis, 0.16 mm of 1 m.
const PART: f64 = 0.125;

/// Maximum number of such parts: half a turn.
const MOST_PARTS: u32 = 26;

/// Maximum number of parts of a step in which the gap of two solids is followed: what opens or closes twice within one of them goes unseen, less
/// deep than the bodies pass each other in half of it.
const MOST_MARKS: f64 = 64.0;

/// Parts of a step at which the overlap of two solids that turn is looked at, and how far it may be from the straight line between both ends for a
/// step that is not followed, of what that line has there.
const LOOKS: [f64; 3] = [0.21, 0.5, 0.83];
const STRAIGHT: f64 = 0.25;

/// Times as deep as two solids can part in a step from which on they touch all the while, whatever their rates do: x along the normal may be more than the
/// shortest way out.
const SURE: f64 = 8.0;

/// Splits [0, h] where x changes sign; None: it does not. `start` and `end` are the penetrations at 0 and `h`.
///
/// Between the times at which its rate can turn ([`Motion::rate_turns`]) x turns at most once, and each half has at most one
/// root. So none is missed while velocities are linear in time and no body turns that x depends on; where one does, by less than
/// half a turn in the step, up to what `PART` says. x of solids is followed where it could close and open again
/// ([`Motion::fastest_gap`]), or open and close ([`Motion::most_parted`]), up to what `MOST_MARKS` says. The last phase ends at `h` and its contact is the sign of x there.
#[inline(always)]
pub fn locate(motion: &Motion, start: &Approach<f64>, end: &Approach<f64>, h: f64) -> Option<Phases> {
    let parts = (motion.turning_angle(h) / PART) as u32;
    let turns = motion.rate_turns();
    let is_split = parts > 0 || turns.iter().any(|turn| *turn > 0.0 && *turn < h);
    let is_same = touches(start) == touches(end);
    let touch = is_same && touches(end);
    let fastest = motion.fastest_gap(h);
    let speed = fastest.filter(|speed| depth(start) + depth(end) <= speed * h);
    let is_still = is_same && !is_split;
    if is_still && speed.is_none() && !turns_between(start, end) {
        return None;
    }
    let held = if touch { depth_by_parting(motion, start, end, h) } else { 0.0 };
    // an overlap that hardly changes turns by rounding alone, which would be looked for to the last digit
    let is_sure = if touch { held > SURE } else { fastest.is_some() && speed.is_none() };
    let speed = speed.filter(|_| !touch || held <= 1.0 && looks_parted(motion, start, end, h));
    if is_still && (is_sure || speed.is_none() && !turns_between(start, end)) {
        return None;
    }
    Some(match speed {
        Some(speed) => Phases::followed(motion, start, end, h, (parts, speed)),
        None => Phases::of(motion, start, end, h, is_split.then_some((parts, &turns))),
    })
}

/// Whether the bodies of a pair of shapes are apart all through a step of `h` [s] for certain, from where it starts and the most that its gap can close.
/// Never where something overflows.
#[inline(always)]
pub fn are_apart(motion: &Motion, h: f64) -> bool {
    -motion.start().penetration > motion.most_closed(h)
}

/// How many times as deep two solids are that touch at both ends as they can part in between ([`Motion::most_parted`]); 0 of pairs of the one-contact FMU.
#[inline(never)]
fn depth_by_parting(motion: &Motion, start: &Approach<f64>, end: &Approach<f64>, h: f64) -> f64 {
    let roots = start.penetration.sqrt() + end.penetration.sqrt();
    motion.most_parted(h).map_or(0.0, |most| roots * roots / (2.0 * most))
}

/// Whether two solids that touch at both ends look as if they were apart in between.
#[inline(never)]
fn looks_parted(motion: &Motion, start: &Approach<f64>, end: &Approach<f64>, h: f64) -> bool {
    let (x, gained) = (start.penetration, end.penetration - start.penetration);
    LOOKS.iter().any(|part| {
        let straight = x + gained * part;
        (motion.approach(part * h).penetration - straight).abs() > STRAIGHT * straight
    })
}

/// |x| [m]
fn depth(at: &Approach<f64>) -> f64 {
    at.penetration.abs()
}

fn touches(at: &Approach<f64>) -> bool {
    at.penetration > 0.0
}

/// Whether x turns back towards 0 between two times with at most one turning point between them.
#[inline(always)]
fn turns_between(start: &Approach<f64>, end: &Approach<f64>) -> bool {
    start.penetration_rate > 0.0 && end.penetration_rate < 0.0 && !touches(end)
        || start.penetration_rate < 0.0 && end.penetration_rate > 0.0 && touches(end)
}

/// A time of the step [s] and what is there.
type Mark = (f64, Approach<f64>);

/// Phases of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phases {
    /// Those that have ended, and then the last one
    listed: [Phase; MOST],
    count: usize,
}

impl Phases {
    pub fn iter(&self) -> impl Iterator<Item = &Phase> {
        self.listed.iter().take(self.count + 1)
    }

    /// The phases of a step, also part by part between turns of ẋ where it is to be split.
    #[inline(never)]
    fn of(
        motion: &Motion,
        start: &Approach<f64>,
        end: &Approach<f64>,
        h: f64,
        split: Option<(u32, &[f64; 2])>,
    ) -> Self {
        let none = Phases { listed: [Phase { until: h, contact: touches(end) }; MOST], count: 0 };
        let (mut whole, mut in_parts) = (none, none);
        whole.pass(motion, &(0.0, *start), &(h, *end));
        if let Some((parts, turns)) = split {
            in_parts.pass_in_parts(motion, start, end, h, parts.min(MOST_PARTS - 1) + 1, turns);
        }
        if in_parts.count > whole.count { in_parts } else { whole }
    }

    /// The phases of a step of two solids whose gap changes by no more than `speed` [m/s]: a gap is looked at again when it can have closed, and an overlap
    /// part by part.
    #[inline(never)]
    fn followed(
        motion: &Motion,
        start: &Approach<f64>,
        end: &Approach<f64>,
        h: f64,
        (parts, speed): (u32, f64),
    ) -> Self {
        let mut phases = Phases { listed: [Phase { until: h, contact: touches(end) }; MOST], count: 0 };
        let least = h / MOST_MARKS;
        let most = h / f64::from(parts.min(MOST_PARTS - 1) + 1);
        let mut from = (0.0, *start);
        while from.0 < h {
            let is_open = !touches(&from.1);
            if is_open && !touches(end) && depth(&from.1) + depth(end) > speed * (h - from.0) {
                break;
            }
            let free = if is_open { (depth(&from.1) / speed).max(least) } else { least };
            let after = from.0 + free.min(most);
            // the end is known, and what is left before it is not too short to count
            let until = if after < h - 0.5 * least { (after, motion.approach(after)) } else { (h, *end) };
            phases.pass(motion, &from, &until);
            from = until;
        }
        phases
    }

    /// Adds the phases that end in [0, h], part by part and from turn to turn of ẋ.
    fn pass_in_parts(
        &mut self,
        motion: &Motion,
        start: &Approach<f64>,
        end: &Approach<f64>,
        h: f64,
        parts: u32,
        turns: &[f64; 2],
    ) {
        let mut from = (0.0, *start);
        for part in 1..=parts {
            let after = if part == parts { h } else { h * f64::from(part) / f64::from(parts) };
            for turn in turns.iter().filter(|turn| **turn < after) {
                if *turn > from.0 {
                    let until = (*turn, motion.approach(*turn));
                    self.pass(motion, &from, &until);
                    from = until;
                }
            }
            let until = (after, if part == parts { *end } else { motion.approach(after) });
            self.pass(motion, &from, &until);
            from = until;
        }
    }

    /// Adds the phases that end between two times with at most one turning point of x between them.
    fn pass(&mut self, motion: &Motion, from: &Mark, until: &Mark) {
        let (start, end) = (&from.1, &until.1);
        if touches(start) != touches(end) {
            self.end(motion, from, until);
        } else if turns_between(start, end) {
            let turning = root(motion, from.0, until.0, |at| (at.penetration_rate, None));
            let there = (turning, motion.approach(turning));
            if touches(&there.1) != touches(end) {
                self.end(motion, from, &there);
                self.end(motion, &there, until);
            }
        }
    }

    /// A phase that ends between two times between which x is monotone.
    fn end(&mut self, motion: &Motion, from: &Mark, until: &Mark) {
        if self.count + 1 < MOST {
            let until = root(motion, from.0, until.0, |at| (at.penetration, Some(at.penetration_rate)));
            self.listed[self.count] = Phase { until, contact: touches(&from.1) };
            self.count += 1;
        }
    }
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
