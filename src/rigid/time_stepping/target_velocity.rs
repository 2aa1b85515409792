//! The normal direction of a step: when the bodies touch, and how fast they separate at its end (docs/numerics.md step 19).

/// Time until x, now ≤ 0, reaches 0 upwards under constant acceleration [s]:  −2x/(v + √(v² − 2·b_n·x)), the form that
/// does not cancel. None if it never does.
pub fn time_to_touch(x: f64, v: f64, b_n: f64) -> Option<f64> {
    if x == 0.0 {
        return if v > 0.0 || (v == 0.0 && b_n > 0.0) {
            Some(0.0)
        } else if b_n > 0.0 {
            Some(-2.0 * v / b_n)
        } else {
            None
        };
    }
    let square = v * v - 2.0 * b_n * x;
    let sum = v + square.max(0.0).sqrt();
    if square < 0.0 || sum <= 0.0 {
        return None;
    }
    Some(-2.0 * x / sum)
}

/// A contact at the start of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Penetration x [m], < 0 while apart
    pub penetration: f64,
    /// ẋ [m/s], > 0 while the bodies approach
    pub rate: f64,
    /// Rate of ẋ without the contact, b_n [m/s²]
    pub acceleration: f64,
    /// Slowest approach that rebounds [m/s], whatever the step
    pub least_speed: f64,
    /// Speed that overlap may be given back at in any case [m/s]
    pub give_back: f64,
}

/// The velocity at which a step is to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetVelocity {
    /// Time until the bodies touch [s], 0 if they do already
    pub after: f64,
    /// ẋ then [m/s]
    pub rate: f64,
    /// Lower limit of the velocity of separation at the end of the step [m/s]
    pub least: f64,
    /// Velocity of separation right after an impact [m/s], 0 if the bodies come back within the step; None if this is
    /// no impact
    pub rebound: Option<f64>,
}

/// Approach speed up to which bodies stay together, in steps' worth of b_n: two, since a gap that rounds to > 0 lets
/// bodies at rest fall for a step before they meet.
pub const SLOW: f64 = 2.0;

/// Overlap is given back in this time [s], but in no fewer than [`STEPS`] steps,
const TIME: f64 = 0.1;
const STEPS: f64 = 10.0;
/// at no more than this fraction of the speed that b_n makes in a step, or in [`PERIOD`] [s] if that is longer, or than
/// [`Approach::give_back`]: the energy it brings in stays small against what a fall turns over.
const FRACTION: f64 = 0.1;
const PERIOD: f64 = 0.01;

/// The target velocity of a step of length `h` [s]; None where the bodies stay apart. `rebound_at` gives the velocity of separation [m/s],
/// ≥ 0, of an impact so long from now [s] at so much [m/s]; it is asked once, and only if there is one.
///
/// In free flight x moves with b_n. An approach at ẋ above [`Approach::least_speed`] and 2·|b_n|·h is an impact: the
/// bodies separate and fly on to the end of the step, or lie still if they come back before. A
/// slower one ends with them touching: −gap/h ≤ u_n⁺ while there is a gap (as [P16] ref. 8 has it), else u_n⁺ ≥ 0 [P16
/// eq. 23], or slightly more where they overlap.
pub fn aim(at: &Approach, rebound_at: impl FnOnce(f64, f64) -> f64, h: f64) -> Option<TargetVelocity> {
    let Approach { penetration: x, rate: v, acceleration: b, least_speed, give_back } = *at;
    let after = if x > 0.0 { 0.0 } else { time_to_touch(x, v, b).filter(|after| *after < h)? };
    let rate = v + b * after;
    let slow = least_speed.max(SLOW * b.abs() * h);
    if rate > slow {
        let rebound = rebound_at(after, rate);
        let rest = h - after;
        let comes_back = 2.0 * rebound < b * rest;
        let (least, rebound) = if comes_back { (0.0, 0.0) } else { (rebound - b * rest, rebound) };
        return Some(TargetVelocity { after, rate, least, rebound: Some(rebound) });
    }
    let most = give_back.max(FRACTION * b.abs() * PERIOD.max(h));
    let least = if x > 0.0 { (x / TIME.max(STEPS * h)).min(most) } else { x / h };
    Some(TargetVelocity { after, rate, least, rebound: None })
}
