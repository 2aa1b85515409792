//! An interval in progress: what moves in it, and what every method of solving it does.

use crate::physics::stiffness::Stiffness;
use crate::physics::{ContactFrame, Energies, Latch, LimitSurface, Parameters};
use crate::stepping::interface::MOST_CHANGES;
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics};
use crate::stepping::interface::middle_search::LastPart;
use crate::stepping::interface::tangential::SlipState;
use crate::stepping::{Changes, ContactChange};

/// What moves, in local axes.
#[derive(Clone, Copy)]
pub struct LocalMotion {
    pub x: f64,
    /// ẋ
    pub v: f64,
    pub slip: SlipState,
    pub latch: Latch<f64>,
    pub energy: Energies<f64>,
    /// Mean of −f_t in the last micro-step [N], and of the moments against ω [N·m]
    pub mean_friction: Coordinates,
    pub impulse: LocalImpulse,
    pub moment: LocalImpulse,
    pub last_part: LastPart,
}

/// An impulse on body i, or its moment in time, in local axes.
#[derive(Clone, Copy, Default)]
pub struct LocalImpulse {
    /// Along n
    pub along: f64,
    pub across: Coordinates,
}

impl LocalImpulse {
    /// Adds a multiple of another one.
    pub fn add(&mut self, other: &LocalImpulse, factor: f64) {
        self.along += other.along * factor;
        self.across.iter_mut().zip(other.across).for_each(|(sum, value)| *sum += value * factor);
    }
}

/// An interval in progress.
pub struct IntervalRun<'a> {
    pub parameters: &'a Parameters<f64>,
    pub frame: &'a ContactFrame<f64>,
    pub mechanics: &'a Mechanics,
    pub stiffness: Stiffness<f64>,
    /// In local axes
    pub surface: LimitSurface<'a, f64>,
    pub length: f64,
    pub most: u32,
    /// Time since the interval's start [s]
    pub tau: f64,
    pub at: LocalMotion,
    pub micro_steps: u32,
    pub capped: bool,
    pub changes: Changes<MOST_CHANGES>,
}

impl IntervalRun<'_> {
    /// The frame of the laws at the present x and ẋ.
    pub fn frame_now(&self) -> ContactFrame<f64> {
        ContactFrame { penetration: self.at.x, penetration_rate: self.at.v, ..*self.frame }
    }

    /// Contact made or lost at the present time.
    pub fn switch(&mut self, contact: bool) {
        self.at.latch = self.at.latch.switched(self.parameters, &self.frame_now().approach(), contact);
        self.at.mean_friction = [0.0; COORDINATES];
        self.at.last_part = LastPart::default();
        self.changes.add(ContactChange { after: self.tau, penetration_rate: self.at.v, contact });
    }

    /// Adds to the ledger, if it is kept.
    pub fn book(&mut self, energy: Energies<f64>) {
        if self.parameters.settings.track_ledger {
            let ledger = &mut self.at.energy;
            ledger.work += energy.work;
            ledger.dissipated_normal += energy.dissipated_normal;
            ledger.dissipated_friction += energy.dissipated_friction;
        }
    }
}

/// Energy that bristles have taken up from `start` to `end` [J].
pub fn deflected(parameters: &Parameters<f64>, start: &SlipState, end: &SlipState) -> f64 {
    let twisted = (start.z_r + end.z_r) * (end.z_r - start.z_r);
    let deflected = ((start.z + end.z).dot(&(end.z - start.z)) + twisted) * 0.5;
    parameters.friction.sigma_0 * deflected
}
