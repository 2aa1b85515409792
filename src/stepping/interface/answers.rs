//! What is remembered of the bodies' answers.

use crate::physics::Vector3;
use crate::stepping::saved::saved;

/// What is asked of the bodies, and how far it has come (docs/numerics.md step 16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PulseProgress {
    /// Nothing yet
    #[default]
    Nothing,
    /// A pulse was sent in the last step
    Now,
    /// A pulse or the contact's first impulse was returned in the step before the last one, and had no answer in the last one
    Before,
    /// It is answered, or will not be
    Done,
}

saved!(PulseProgress: Nothing | Now | Before | Done);

impl PulseProgress {
    /// Whether an answer is awaited.
    pub fn waits(self) -> bool {
        matches!(self, PulseProgress::Now | PulseProgress::Before)
    }
}

/// Responses that do not fit one contact on a body of the mass given (docs/numerics.md step 23).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResponseCheck {
    /// W_eff over W, from 1; 0 while answers are right
    pub(crate) scale: f64,
    /// Wrong answers, by weight, less the right ones
    pub(crate) doubts: u8,
    /// |a − W·p| that has lasted [m/s]
    pub(crate) missed: f64,
    /// W·p of the step before, and the a that was measured [m/s]
    pub(crate) expected: Vector3<f64>,
    pub(crate) answer: Vector3<f64>,
    /// b·H that the contact counts on [m/s]
    pub(crate) load: Vector3<f64>,
}

saved!(ResponseCheck { scale, doubts, missed, expected, answer, load });

/// Energy that the contact has given (docs/numerics.md step 24).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyBalance {
    /// Work on the bodies since the time from which it is most, less what the contact had to give then [J]
    pub(crate) surplus: f64,
    /// Energy of the fastest relative motion since the bodies last flew freely [J]
    pub(crate) turnover: f64,
    /// How many times lighter than given the bodies have shown themselves, at least 1; 0 before the first step
    pub(crate) lighter: f64,
    /// W·p that has lasted [m/s]
    pub(crate) load: f64,
    /// Steps in a row in which the surplus has been too much
    pub(crate) lasting: u8,
}

saved!(EnergyBalance { surplus, turnover, lighter, load, lasting });
