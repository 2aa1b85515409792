//! One communication step of the kinematic coupling: the importer moves the bodies, the contact integrates its own state.
//!
//! Inside the step the poses move on with the velocities given as inputs, and velocities with their derivatives
//! ([`motion`]). Onsets and releases are located ([`phases`]), and over each phase bristles and dwell state take one
//! exponential step of second order ([`bristle`]): exact where the inputs are constant, never unstable. What bodies that stick
//! have slipped by their poses, and not by that motion, the next step makes up for ([`expected`]).

pub mod apart;
pub mod bodies;
pub mod bristle;
pub mod changes;
pub mod coupling;
pub mod exchange;
pub mod expected;
pub mod interface;
pub mod inverse_mass;
pub mod motion;
pub mod phases;
mod relaxation;
pub mod rigid_bodies;
pub mod saved;
mod semidefinite;
mod state;
pub mod steady;
mod together;

pub use changes::{Changes, ContactChange};
pub use coupling::Coupling;
pub use exchange::{Action, Exchange};
pub use expected::{Expected, MissedSlip};
pub use motion::{InputRates, Motion};
pub use state::ContactState;

use crate::meet::{self, Geometry};
use crate::physics::contact::respond_to;
use crate::physics::friction::Usual;
use crate::physics::kinematics::Approach;
use crate::physics::{ContactFault, Energies, Inputs, Parameters, Response, Spot};
use phases::Phase;

/// A step that was tried; nothing is changed until the caller keeps it.
#[derive(Clone, Copy, Debug)]
pub struct KinematicStep {
    pub state: ContactState,
    /// Outputs and rates there
    pub response: Response<f64>,
    /// Impacts and releases inside the step
    pub changes: Changes<{ phases::MOST }>,
}

/// One step of length `h` [s] > 0. The damping in `state.latch` must belong to the parameters ([`Latch::refreshed`]).
///
/// Errors: a direction is zero, or a result is not finite; `state` is the caller's and stays as it was.
pub fn advance(
    parameters: &Parameters<f64>,
    geometry: &Geometry<f64>,
    inputs: &Inputs<f64>,
    rates: &InputRates,
    state: &ContactState,
    h: f64,
) -> Result<KinematicStep, ContactFault> {
    meet::check(parameters, geometry, inputs)?;
    let motion = Motion::new(parameters, geometry, inputs, rates);
    let (mut next, mut response, mut changes) = (*state, Response::default(), Changes::default());
    advance_on(&motion, &motion.start(), &mut next, h, (&mut response, &mut changes))?;
    Ok(KinematicStep { state: next, response, changes })
}

/// [`advance`] of inputs that [`meet::check`] finds in order, from [`Motion::start`], on a copy of the state, `next`, and
/// with the places where outputs and rates of the step's end and its impacts and releases are to stay; after an error all hold
/// nothing of use.
#[inline]
pub fn advance_on(
    motion: &Motion,
    start: &Approach<f64>,
    next: &mut ContactState,
    h: f64,
    (response, changes): (&mut Response<f64>, &mut Changes<{ phases::MOST }>),
) -> Result<(), ContactFault> {
    let (parameters, geometry) = (motion.parameters(), motion.geometry());
    let end = motion.seen_at(h);
    if motion.normal_rate().is_some() {
        meet::check_normal(geometry, &end, meet::NORMAL_AT_END)?;
    }
    let mut region = None;
    let end_frame = motion.met(h, &mut region);
    let usual = Usual::constants_of(parameters);
    let usual = usual.as_ref();
    let touched = next.latch.contact;
    next.latch = next.latch.updated(parameters, start);
    if next.separating && start.penetration_rate > 0.0 {
        next.latch = next.latch.set_down(parameters, start);
    }
    changes.clear();
    if next.latch.contact != touched {
        let penetration_rate = start.penetration_rate;
        changes.add(ContactChange { after: 0.0, penetration_rate, contact: next.latch.contact });
    }

    // a phase apart brings nothing
    let rests_apart = !next.latch.contact && apart::are_relaxed(&next.continuous);
    let mut from = 0.0;
    let mut pass = |phase: &Phase| {
        if phase.contact != next.latch.contact {
            let at = motion.approach(from);
            next.latch = next.latch.switched(parameters, &at, phase.contact);
            changes.add(ContactChange { after: from, penetration_rate: at.penetration_rate, contact: phase.contact });
        }
        if phase.contact {
            bristle::touch(motion, usual, from, phase.until, next);
        } else {
            apart::relax(motion, from, phase.until, next);
        }
        from = phase.until;
    };
    match phases::locate(motion, start, &end_frame.approach(), h) {
        None => {
            let contact = end_frame.penetration > 0.0;
            if contact || !rests_apart {
                pass(&Phase { until: h, contact });
            }
        }
        Some(several) => several.iter().for_each(pass),
    }

    if next.latch.contact {
        next.latch = next.latch.relatched(parameters, &end_frame.approach());
    }
    next.missed = MissedSlip::default();
    next.separating = next.latch.contact && end_frame.penetration_rate < 0.0;
    let spot = Spot { frame: &end_frame, region: region.as_ref() };
    respond_to(parameters, usual, &end, spot, &next.latch, &next.continuous, response);
    settle(next, response)
}

/// Ends a step with these outputs and rates. Errors: what is not finite.
#[inline(always)]
fn settle(next: &mut ContactState, response: &Response<f64>) -> Result<(), ContactFault> {
    response.finite()?;
    next.stored = response.outputs.energy_elastic;
    let Energies { work, dissipated_normal, dissipated_friction } = next.continuous.energy;
    if !(next.continuous.z.sum()
        + next.continuous.z_r
        + next.continuous.s_dw
        + work
        + dissipated_normal
        + dissipated_friction)
        .is_finite()
    {
        return Err(ContactFault::Overflow { what: "the state" });
    }
    Ok(())
}
