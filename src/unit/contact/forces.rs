//! The forces of a step of the interface coupling, and what the coupling remembers with them.

use crate::fmi::layout::Run;
use crate::physics::contact::{self, Levels};
use crate::physics::{Dual, Latch, Scalar, Vector3};
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::{CouplingMemory, Outcome, StepEnd};
use crate::stepping::saved::saved;
use crate::unit::slots::copy_out;
use crate::unit::table::Id;

/// Everything that the interface coupling remembers beside the contact's own state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coupled {
    pub memory: CouplingMemory,
    /// Forces of the last step; None before the first
    pub forces: Option<Forces>,
    pub micro_steps: u32,
    /// Energy that wrong masses have brought in since the start [J]
    pub gained: f64,
}

saved!(Coupled { memory, forces, micro_steps, gained });

/// The contact at the end of a step, as the unit itself has moved it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shown {
    pub end: StepEnd,
    /// The latch that belongs to `end`; its damping is renewed where it is used
    pub latch: Latch<f64>,
}

saved!(Shown { end, latch });

impl Shown {
    /// What the step says of its end.
    pub fn levels(&self) -> Levels<f64> {
        let StepEnd { normal_force, sticking, effective_restitution, energy_elastic, .. } = self.end;
        Levels { normal_force, sticking, effective_restitution, energy_elastic }
    }
}

/// Where the force of an interval acts: p_a [m], n, and the positions of both bodies [m].
pub(super) struct Place {
    pub point: Vector3<f64>,
    pub normal: Vector3<f64>,
    pub positions: [Vector3<f64>; 2],
}

/// forceI, torqueI, forceJ, torqueJ, frictionForce and frictionMoment
pub(super) type Wrench<T> = [Vector3<T>; 6];

/// Forces and torques of one step,  F(τ) = mean + slope·(τ − H/2), with [`HandBack::Line`] the value at its start instead of the
/// mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Forces {
    pub mean: Wrench<f64>,
    pub slope: Wrench<f64>,
}

saved!(Forces { mean, slope });

impl Forces {
    /// As they are handed to the importer, the moments about the frame origins with the arms of the middle of the interval.
    pub fn of(outcome: &Outcome, Place { point, normal, positions }: &Place, (how, h): (HandBack, f64)) -> Self {
        let wrench = |force: &Vector3<f64>, couple: &Vector3<f64>| {
            let [force_i, torque_i, force_j, torque_j] = contact::wrench(point, force, couple, positions.each_ref());
            [force_i, torque_i, force_j, torque_j, force - normal * normal.dot(force), *couple]
        };
        let [force, couple] = [&outcome.force, &outcome.couple].map(|of| of.returned(how, h));
        Forces { mean: wrench(&force, &couple), slope: wrench(&outcome.force.slope, &outcome.couple.slope) }
    }

    /// forceI, torqueI, forceJ and torqueJ as they are held over a step of `h` [s] in the mean.
    pub fn means(&self, how: HandBack, h: f64) -> [Vector3<f64>; 4] {
        let [force_i, torque_i, force_j, torque_j, ..] = match how {
            HandBack::Line => core::array::from_fn(|k| self.mean[k] + self.slope[k] * (0.5 * h)),
            HandBack::Mean | HandBack::MeanAndSlope | HandBack::TwoStep => self.mean,
        };
        [force_i, torque_i, force_j, torque_j]
    }

    /// Copies the elements of these runs as outputs, one after the other; false if there is one that is none of the forces.
    pub fn copy_to(&self, runs: &[Run<Id>], mut values: &mut [f64]) -> bool {
        let [force_i, torque_i, force_j, torque_j, friction_force, friction_moment] = &self.mean;
        for Run { id, k, length, .. } in runs {
            let (now, later) = values.split_at_mut(*length);
            let force = match id {
                Id::ForceI => force_i,
                Id::TorqueI => torque_i,
                Id::ForceJ => force_j,
                Id::TorqueJ => torque_j,
                Id::FrictionForce => friction_force,
                Id::FrictionMoment => friction_moment,
                _ => return false,
            };
            copy_out(force.as_slice(), *k, now);
            values = later;
        }
        true
    }

    /// Not finite if one of them is not.
    pub fn sum(&self) -> f64 {
        self.mean.iter().chain(&self.slope).map(Vector3::sum).sum()
    }

    /// As outputs: they depend on nothing that is set after their step.
    pub fn constant<T: Scalar>(&self) -> Wrench<T> {
        self.mean.map(|mean| mean.map(T::from))
    }

    /// As outputs with the slopes as rates.
    pub fn with_rates(&self) -> Wrench<Dual> {
        let dual = |value, slope| Dual { value, slope };
        core::array::from_fn(|k| self.mean[k].zip_map(&self.slope[k], dual))
    }
}
