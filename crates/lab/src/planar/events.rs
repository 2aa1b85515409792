//! When a phase ends: what is watched, and where in a step of the solver it changes sign.

use nalgebra::DVector;

use super::decide::Hint;
use super::modes::{Mode, World};
use super::pairs::Touch;
use super::record::EventKind;

/// Values that count as 0 while a phase goes on: of a gap [m] and of a slip [m/s]; of a force as a fraction of the
/// largest one.
const GAP: f64 = 1e-12;
const SLIP: f64 = 1e-12;
const FORCE: f64 = 1e-10;
/// How far outside an edge a corner may be to be on it [m].
pub const OUTSIDE: f64 = 1e-9;
/// Where a step is searched beside its end, as parts of it.
const PROBES: [f64; 8] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0];

/// A value that is above 0 while the phase goes on.
#[derive(Clone, Copy)]
struct Watched {
    pair: usize,
    kind: EventKind,
    value: f64,
    /// How far below 0 is still rounding
    slack: f64,
}

/// What ends a phase.
#[derive(Clone, Copy)]
pub struct Ending {
    /// [s].
    pub time: f64,
    /// Which pair.
    pub pair: usize,
    /// How.
    pub kind: EventKind,
    /// What the pair becomes where the acceleration problem leaves it open.
    pub hint: Option<Hint>,
}

/// q and q̇ at a time.
pub type At<'a> = &'a dyn Fn(f64) -> (DVector<f64>, DVector<f64>);

/// A moment of a phase.
struct Look {
    /// Everything that is watched, in an order that only the modes decide.
    watched: Vec<Watched>,
    touches: Vec<Touch>,
    /// λ_N, λ_F
    forces: Vec<[f64; 2]>,
}

impl World<'_> {
    fn look(&self, (q, v): (DVector<f64>, DVector<f64>), modes: &[Mode]) -> Look {
        let touches = self.touches(&q, &v);
        let forces = self.forces(&q, &v, modes, &touches).contact;
        let largest = forces.iter().flatten().fold(0.0, |largest, force| f64::max(largest, force.abs()));
        let mut watched = Vec::new();
        for (pair, (mode, touch)) in modes.iter().zip(&touches).enumerate() {
            let mut watch = |kind, value, slack| watched.push(Watched { pair, kind, value, slack });
            if !mode.is_closed() {
                watch(EventKind::Impact, touch.gap, GAP);
                continue;
            }
            let [normal, friction] = forces[pair];
            watch(EventKind::Lift, normal, FORCE * largest);
            watch(EventKind::Leave, touch.inside, GAP);
            match mode {
                Mode::Rolling => {
                    watch(EventKind::Slip, self.pairs[pair].law.mu_s * normal - friction.abs(), FORCE * largest);
                }
                Mode::Forwards | Mode::Backwards => {
                    watch(EventKind::Stop, mode.direction() * touch.rate[1], SLIP);
                }
                Mode::Open | Mode::Smooth => {}
            }
        }
        Look { watched, touches, forces }
    }

    /// The first end of the phase between two times, by halving to the last digit.
    pub fn ending(&self, modes: &[Mode], from: f64, to: f64, at: At) -> Option<Ending> {
        let look = |time: f64| self.look(at(time), modes);
        let (mut start, mut known) = (from, look(from));
        for end in PROBES.map(|part| if part == 1.0 { to } else { from + part * (to - from) }) {
            let found = look(end);
            let mut first: Option<Ending> = None;
            for (number, (a, b)) in known.watched.iter().zip(&found.watched).enumerate() {
                let value = |time: f64| look(time).watched[number].value;
                let rate = |of: &Look| of.touches[a.pair].rate[0];
                let mut beyond = (a.value >= -a.slack && b.value < -b.slack).then_some(end);
                // a gap that closes and opens between the two
                let is_apart = a.kind == EventKind::Impact && a.value > 0.0 && b.value > 0.0;
                if is_apart && rate(&known) < 0.0 && rate(&found) > 0.0 {
                    let lowest = halve(start, end, |time| rate(&look(time)) >= 0.0);
                    beyond = (value(lowest) < -a.slack).then_some(lowest);
                }
                let Some(beyond) = beyond else { continue };
                let limit = if a.value > 0.0 { 0.0 } else { -a.slack };
                let time = halve(start, beyond, |time| value(time) < limit);
                let there = look(time);
                let touch = &there.touches[a.pair];
                let is_missed = touch.inside < -OUTSIDE || touch.gap.abs() > OUTSIDE;
                if (a.kind == EventKind::Impact && is_missed) || first.is_some_and(|known| known.time <= time) {
                    continue;
                }
                let becomes = match a.kind {
                    EventKind::Lift => Some(Mode::Open),
                    EventKind::Slip => Some(Mode::sliding(-there.forces[a.pair][1])),
                    _ => None,
                };
                first = Some(Ending {
                    time,
                    pair: a.pair,
                    kind: a.kind,
                    hint: becomes.map(|mode| Hint { pair: a.pair, mode }),
                });
            }
            if first.is_some() {
                return first;
            }
            (start, known) = (end, found);
        }
        None
    }
}

/// The first moment after which the answer is true, to the last digit; it is true at `high`.
fn halve(mut low: f64, mut high: f64, is_over: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        if is_over(middle) { high = middle } else { low = middle }
    }
}
