//! The ways in which a scene can be simulated.

use super::exchange::Accuracy;
use super::masters::{Coupling, Master};

/// How plant and unit go forward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Model exchange, steps by error, events located: the truth.
    Exchange(Accuracy),
    /// Model exchange, the third-order Runge–Kutta method with a fixed step [s], as [G04] used it.
    RungeKutta {
        /// The step [s].
        step: f64,
    },
    /// Co-simulation.
    CoSimulation {
        /// The step [s].
        step: f64,
        /// The master.
        master: Master,
        /// The coupling.
        coupling: Coupling,
    },
}

impl Method {
    /// Gauss–Seidel in kinematic coupling.
    pub fn gauss_seidel(step: f64) -> Self {
        Self::CoSimulation { step, master: Master::GaussSeidel, coupling: Coupling::Kinematic }
    }

    /// Gauss–Seidel in interface coupling, with mean and slope of the force.
    pub fn interface(step: f64) -> Self {
        Self::CoSimulation { step, master: Master::GaussSeidel, coupling: Coupling::Interface { slope: true } }
    }

    /// Model exchange at the tightest tolerance that is of use.
    pub const TRUTH: Self = Self::Exchange(Accuracy::TIGHT);

    /// The fixed or longest step [s].
    pub fn step(&self) -> f64 {
        match self {
            Self::Exchange(accuracy) => accuracy.longest,
            Self::RungeKutta { step } | Self::CoSimulation { step, .. } => *step,
        }
    }

    /// The same with another fixed or longest step [s].
    pub fn with_step(self, step: f64) -> Self {
        match self {
            Self::Exchange(accuracy) => Self::Exchange(Accuracy { longest: step, ..accuracy }),
            Self::RungeKutta { .. } => Self::RungeKutta { step },
            Self::CoSimulation { master, coupling, .. } => Self::CoSimulation { step, master, coupling },
        }
    }
}
