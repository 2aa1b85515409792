//! How a step has ended.

use crate::rigid;
use crate::rigid::complementarity::Status;
use crate::rigid::multibody;
use crate::stepping::bodies::StepFault;
use core::fmt;

/// How a step has ended, over all its sub-steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidOutcome {
    /// Sub-steps
    pub steps: u32,
    /// The largest natural map of an impact or of lasting contact, as a fraction of ‖q‖
    pub residual: f64,
    /// Whether one of them is beyond [`rigid::cones::LARGEST_RESIDUAL`]
    pub is_unsolved: bool,
    /// Whether impulses of restitution were cut because they would have gained energy
    pub is_cut: bool,
    /// The contact whose bodies overlap most where sub-steps start, and by how much [m]
    pub deepest: (usize, f64),
}

impl RigidOutcome {
    /// Takes an overlap, > 0, of a contact.
    pub fn overlaps(&mut self, contact: usize, by: f64) {
        if by > self.deepest.1 {
            self.deepest = (contact, by);
        }
    }

    /// Adds a sub-step.
    ///
    /// Errors: it has no solution.
    pub fn add(&mut self, of: &multibody::Outcome) -> Result<(), RigidStepFault> {
        self.steps += 1;
        self.residual = self.residual.max(of.residual);
        self.is_unsolved |= of.status != Status::Solved;
        self.is_cut |= of.is_cut;
        match of.status {
            Status::NoSolution => Err(RigidStepFault::NoSolution),
            _ => Ok(()),
        }
    }
}

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RigidStepFault {
    /// More sub-steps than are allowed
    TooMany(StepFault),
    /// Nothing finite keeps the bodies apart, and that is proven.
    NoSolution,
    /// Numbers that overflow
    Refused(rigid::Fault),
}

impl fmt::Display for RigidStepFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RigidStepFault::TooMany(fault) => fault.fmt(f),
            RigidStepFault::NoSolution => f.write_str(
                "coupling.method = timeStepping: the step has no solution: bodies that nothing moves are driven into each other, or into a \
                 body between them, or overlap it from both sides, as jaws at given places do; let one of them move, or set coupling.method = compliant",
            ),
            RigidStepFault::Refused(fault) => write!(f, "coupling.method = timeStepping: {fault}"),
        }
    }
}

impl From<rigid::Fault> for RigidStepFault {
    fn from(fault: rigid::Fault) -> Self {
        RigidStepFault::Refused(fault)
    }
}
