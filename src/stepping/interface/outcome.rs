//! What a step comes to.

use crate::physics::validity::LARGEST_MODERATE;
use crate::physics::{ContactFault, Energies, State};
use crate::stepping::interface::order::DetectedOrder;
use crate::stepping::interface::{CouplingMemory, Likely, LoweredRebound, MOST_CHANGES, Mean, Order, StepEnd};
use crate::stepping::{Changes, ContactState};

/// A step that was tried; nothing is changed until the caller keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    pub contact: ContactState,
    /// What is shown of the contact at the step's end
    pub end: StepEnd,
    /// Order by which the step was taken
    pub order: Order,
    /// The order if this step has found it out, or that it is another one
    pub found: Option<DetectedOrder>,
    /// Force on body i over the interval, in world axes
    pub force: Mean,
    /// Couple of rolling and spinning friction on body i over the interval, in world axes
    pub couple: Mean,
    pub micro_steps: u32,
    /// Whether [`Options::max_micro_steps`] made the micro-steps larger, or bound or direction of a rigid
    /// contact's friction were not found
    pub capped: bool,
    /// Energy that the bodies have got from nothing, once it is too much [J], ≥ 0: a wrong mass, order or step
    pub gained: f64,
    /// By how much b missed the acceleration along n when the importer last moved without a force [m/s²]: about 10 where
    /// gravity is not given
    pub unexplained_acceleration: f64,
    /// Onsets and releases, with the time since this step's start
    pub changes: Changes<MOST_CHANGES>,
    /// A rebound of a rigid contact by Newton's hypothesis that was lowered because it would have gained energy
    pub lowered: Option<LoweredRebound>,
    /// Whether the body answers so wrongly that the contact counts on other ones, and answers impacts weakly
    pub doubt: bool,
    /// What may be the cause, where something has been gained or does not answer as it was given
    pub likely: Option<Likely>,
}

impl Outcome {
    /// Whether outputs and rates of the end are finite beyond doubt where parameters are moderate, too: they are products of few of
    /// these values.
    pub fn is_moderate(&self) -> bool {
        let StepEnd { frame, normal_force, energy_elastic, .. } = &self.end;
        let State { z, z_r, energy, .. } = &self.contact.continuous;
        let turns = frame.omega.abs().sum() + frame.omega_c.abs().sum();
        let moves = frame.penetration.abs() + frame.penetration_rate.abs() + frame.v_t.abs().sum() + turns;
        let holds = normal_force.abs() + z.abs().sum() + z_r.abs() + frame.effective_radius + energy_elastic.abs();
        let ledger = energy.work.abs() + energy.dissipated_normal.abs() + energy.dissipated_friction.abs();
        moves + holds + ledger < LARGEST_MODERATE
    }
}

/// Errors: [`ContactFault::Overflow`] if something is not finite.
pub(super) fn finite(
    next: &ContactState,
    memory: &CouplingMemory,
    [force, couple]: [&Mean; 2],
    end: &StepEnd,
) -> Result<(), ContactFault> {
    let Energies { work, dissipated_normal, dissipated_friction } = next.continuous.energy;
    let check = |what: &'static str, sum: f64| {
        if sum.is_finite() { Ok(()) } else { Err(ContactFault::Overflow { what }) }
    };
    check("the contact force", force.mean.sum() + force.slope.sum() + end.normal_force + end.friction_force.sum())?;
    check("the moment of friction", couple.mean.sum() + couple.slope.sum())?;
    check("the gap or a velocity", end.frame.penetration + end.frame.penetration_rate + end.frame.v_t.sum())?;
    check("the restitution or the sticking level", end.effective_restitution + end.sticking)?;
    check("the state", next.continuous.z.sum() + next.continuous.z_r + next.continuous.s_dw + next.latch.a)?;
    check("the energy ledger", work + dissipated_normal + dissipated_friction + next.stored + next.importer_work)?;
    check(
        "what the contact goes on from",
        memory.penetration + memory.v_r.sum() + memory.b.sum() + memory.check.load.sum(),
    )
}
