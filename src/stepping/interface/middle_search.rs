//! The middle of a part of a micro-step: expected from the parts before it, and looked for as the one that friction computed from it
//! confirms (docs/numerics.md step 42).

use crate::physics::Vector3;
use crate::stepping::interface::local::{Coordinates, SLIDING};
use crate::stepping::interface::tangential::{Middle, SlipState};

/// What friction of a part may be off by when it is not computed again, by its bound, and the slip by itself or v_S.
const FOUND: f64 = 1e-4;

/// Most that the normal impulse of a part may rise by for the change of slip to be expected to.
const MOST_RISE: f64 = 16.0;

/// Most by which the slip's rates of two parts may differ, by the later one, for the next one to be expected to differ as much.
const EVEN: f64 = 0.5;

/// Greatest answer against a change that is believed. One that goes with it, as of a slip that stops, changes m by g(m) − m alone.
const MOST_OVERSHOT: f64 = 2.0;

/// What the last part has changed.
#[derive(Clone, Copy, Default)]
pub struct LastPart {
    /// Its length [s]; 0 where the next one cannot follow its course
    h: f64,
    /// Of the normal force [N·s]; 0 before the first part
    impulse: f64,
    v: [f64; SLIDING],
    z: Vector3<f64>,
    /// By how much the slip's rate has changed since the part before [m/s³]
    bend: Option<[f64; SLIDING]>,
    /// What a [`Search`] has come to know, by the part's length [1/s]
    answer: Option<f64>,
}

impl LastPart {
    /// Of a course that ends with it: under a normal force [N·s].
    pub fn alone(impulse: f64, v: [f64; SLIDING], z: Vector3<f64>) -> Self {
        LastPart { impulse, v, z, ..Self::default() }
    }

    /// The one that follows, of length `h` [s] > 0 under the normal impulse `impulse` [N·s].
    pub fn followed(&self, impulse: f64, h: f64, [start, end]: [&SlipState; 2], answer: Option<f64>) -> Self {
        let v = core::array::from_fn(|k| end.v[k] - start.v[k]);
        let bend = if self.h > 0.0 { self.bend_to(&v, h) } else { None };
        LastPart { h, impulse, v, z: end.z - start.z, bend, answer: answer.map(|share| share / h) }
    }

    fn bend_to(&self, v: &[f64; SLIDING], h: f64) -> Option<[f64; SLIDING]> {
        let rate = v.map(|change| change / h);
        let bent: [f64; SLIDING] = core::array::from_fn(|k| rate[k] - self.v[k] / self.h);
        let is_even = square(&bent) <= EVEN * EVEN * square(&rate);
        is_even.then(|| bent.map(|by| 2.0 * by / (h + self.h)))
    }

    /// The middle of the next part, of length `h` [s] under the normal impulse `impulse` [N·s]: if the slip goes on bending as it has, or else
    /// changing by the normal impulse.
    pub fn middle(&self, start: &SlipState, impulse: f64, h: f64) -> Middle {
        let by = if self.impulse > 0.0 { 0.5 * (impulse / self.impulse).min(MOST_RISE) } else { 0.0 };
        let mut middle = Middle::between(start, start);
        for k in 0..SLIDING {
            middle.v[k] += match self.bend {
                // the rate half-way through the first half
                Some(bend) => 0.5 * h * (self.v[k] / self.h + bend[k] * (0.5 * self.h + 0.25 * h)),
                None => by * self.v[k],
            };
            middle.z[k] += by * self.z[k];
        }
        middle
    }

    /// What the next part, of length `h` [s], begins its search with.
    pub fn answer(&self, h: f64) -> Option<f64> {
        self.answer.map(|per_time| per_time * h)
    }
}

/// The search for m = g(m), with g(m) the middle of the friction that is computed from m.
pub struct Search {
    /// v_S [m/s], by which slips are judged; without it m is replaced by g(m) as it is
    pub judge: Option<f64>,
    /// r, by which g(m) answers a change of m, if it is known
    pub answer: Option<f64>,
    /// g(m) − m of the last m, and how many times that m was changed by
    pub last: Option<(Coordinates, f64)>,
}

impl Search {
    /// The next m, m + (g(m) − m)/(1 − r); None if this one is right.
    pub fn next(&mut self, m: &Middle, g: &Middle) -> Option<Middle> {
        let Some(v_s) = self.judge else { return Some(*g) };
        let missed: Coordinates = core::array::from_fn(|k| g.v[k] - m.v[k]);
        if let Some((before, times)) = self.last {
            // r of both: what is left of a way is 1 − times·(1 − r) of it
            let left = (missed[0] * before[0] + missed[1] * before[1]) / square(&before);
            self.answer = Some(1.0 - (1.0 - left) / times).filter(|r| r.is_finite());
        }
        // what v is off by then, as far as this part has shown r, and friction that slides, whose share is 1 − s ≤ |v|²/v_S²
        let of_slip = self.answer.filter(|_| self.last.is_some()).map_or(1.0, |r| (r / (1.0 - r)).abs());
        let fastest = square(&m.v).max(square(&g.v));
        if of_slip.max((fastest / (v_s * v_s)).min(1.0)) * shift(&m.v, &g.v, v_s) <= FOUND {
            return None;
        }
        let times = 1.0 / (1.0 - self.answer.unwrap_or(0.0).clamp(-MOST_OVERSHOT, 0.0));
        self.last = Some((missed, times));
        let mut next = *m;
        (0..next.v.len()).for_each(|k| next.v[k] += times * missed[k]);
        (0..next.z.len()).for_each(|k| next.z[k] += times * (g.z[k] - m.z[k]));
        Some(next)
    }
}

fn square(v: &[f64]) -> f64 {
    v[0] * v[0] + v[1] * v[1]
}

/// By how much s and the direction of friction change between two slips [1]:  |Δv|·|v|/max(|v|², v_S²), v the larger of both, nearly.
pub fn shift(from: &Coordinates, to: &Coordinates, v_s: f64) -> f64 {
    let length = |of: [f64; SLIDING]| square(&of).sqrt();
    let change = length(core::array::from_fn(|k| to[k] - from[k]));
    let fastest = 0.5 * (length(core::array::from_fn(|k| to[k] + from[k])) + change);
    change * fastest / (fastest * fastest).max(v_s * v_s)
}
