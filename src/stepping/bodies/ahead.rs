//! How far the unit is ahead of the bodies, and where they are when the interval of a step starts (docs/numerics.md step 38).

use crate::physics::Body;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::{StepBodyFault, Told};
use crate::stepping::coupling::MassSource;
use crate::stepping::interface::{SHRINKS, is_same};
use crate::stepping::saved::saved;

/// How far the unit is ahead of the bodies between two steps in parallel order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lead {
    /// [s]; 0 before the first step
    lead: f64,
    /// Longest step of late [s]
    longest: f64,
}

saved!(Lead { lead, longest });

/// The interval that the unit integrates in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// From the step's start to its own [s]
    pub lead: f64,
    /// [s], ≥ 0
    pub length: f64,
    /// Length of the step [s]
    pub h: f64,
    /// Longest step of late, which an importer may take once more [s]
    pub longest: f64,
    pub is_parallel: bool,
}

impl Interval {
    /// In sequential order: that of the step.
    pub fn of_step(h: f64) -> Self {
        Interval { lead: 0.0, length: h, h, longest: h, is_parallel: false }
    }

    /// By how much an impulse of the interval comes sooner or later in the step.
    pub fn stretch(&self) -> f64 {
        if self.length > 0.0 { self.h / self.length } else { 1.0 }
    }

    /// Whether the force may be held for longer than this step.
    pub fn varies(&self) -> bool {
        self.longest > self.h && !is_same(self.longest, self.h)
    }
}

impl Lead {
    /// Of a step of `h` [s] in parallel order: from where the unit has come to the end of a next step of this length.
    pub fn interval(&self, h: f64) -> Interval {
        let lead = if self.lead == 0.0 || is_same(self.lead, h) { h } else { self.lead };
        let longest = h.max(SHRINKS * self.longest);
        let length = if is_same(2.0 * h, lead) { 0.0 } else { (2.0 * h - lead).max(0.0) };
        Interval { lead, length, h, longest, is_parallel: true }
    }

    /// After that step.
    pub fn after(of: &Interval) -> Self {
        if of.is_parallel { Lead { lead: of.lead + of.length - of.h, longest: of.longest } } else { Lead::default() }
    }

    /// Whether there was a step.
    pub fn is_begun(&self) -> bool {
        self.lead > 0.0
    }
}

/// A body where the interval starts, and what it is told there.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub body: Body<f64>,
    pub told: Told,
}

impl Start {
    /// A body `h` [s] on under what it was handed: its loads go on, what its own turning adds is that of then.
    ///
    /// Errors: it has no orientation or inertia.
    pub fn led(
        measured: &Body<f64>,
        told: &Told,
        source: MassSource,
        under: &Returned,
        h: f64,
    ) -> Result<Self, StepBodyFault> {
        let now = MovingBody::new(measured, told, source)?;
        let body = now.led_by(under, h);
        let then = MovingBody::new(&body, told, source)?;
        let free = told.free + told.rate * h + (then.own_at_start() - now.own_at_start());
        Ok(Start { body, told: Told { free, ..*told } })
    }
}
