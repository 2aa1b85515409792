//! What a step is given and what it gives.

use crate::rigid::complementarity::Status;
use crate::rigid::cones::COORDINATES;
use crate::rigid::cones::LARGEST_RESIDUAL;

/// A body that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Velocity of its reference point [m/s], which torques are about, then angular velocity [rad/s], at the start
    pub velocity: [f64; COORDINATES],
    /// Their rates without the contacts [m/s², rad/s²], held over the step
    pub free: [f64; COORDINATES],
    /// Inverse mass of force and torque at that point, symmetric and positive semidefinite [1/kg, 1/(kg·m²)]
    pub inverse: [[f64; COORDINATES]; COORDINATES],
}

/// Law of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// Coefficient of friction μ [1], ≥ 0
    pub mu: f64,
    /// Coefficient of restitution e [1], 0…1
    pub e: f64,
    /// Slowest approach that rebounds [m/s], ≥ 0
    pub least_speed: f64,
    /// Speed at which overlap may be given back in any case [m/s], ≥ 0
    pub give_back: f64,
    /// Stiffness k_T of the bristles [N/m] > 0, `f64::INFINITY` for rigid ones
    pub stiffness: f64,
    /// v_th [m/s] ≥ 0: slip up to which bristles hold
    pub threshold: f64,
}

/// Approach that is none [m/s], as that of compliant contacts.
const SLOWEST: f64 = 1e-7;

impl Law {
    /// Coulomb's friction with rigid bristles; approaches above 1e-7 m/s rebound.
    pub const fn coulomb(mu: f64, e: f64) -> Law {
        Law { mu, e, least_speed: SLOWEST, give_back: 0.0, stiffness: f64::INFINITY, threshold: 0.0 }
    }
}

/// Force of lasting contact on body 1 [N], in world axes: what a contact remembers of the step before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// λ_N
    pub normal: f64,
    /// λ_T
    pub friction: [f64; 3],
}

/// A contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Indices of body 1 and 2; none: a side that nothing moves
    pub bodies: [Option<usize>; 2],
    /// Velocity of a side that nothing moves, at the point, as the step begins [m/s]: of body 1, less that of body 2
    pub driven: [f64; 3],
    /// By what that changes [m/s²]
    pub driven_rate: [f64; 3],
    /// u [m/s]: the velocity with which bodies touch has u·(1 − 2t/h) besides, where arms and normal are those of half-way through the step. No
    /// body has it, so that impacts, which a body feels, do not know of it
    pub turned: [f64; 3],
    /// From the reference points of body 1 and 2 to the point of action [m], in world axes
    pub arms: [[f64; 3]; 2],
    /// From body 2 to body 1, of length 1
    pub normal: [f64; 3],
    /// Distance along the normal [m], < 0 where bodies overlap
    pub gap: f64,
    pub law: Law,
    pub held: Held,
}

/// What a step does at a contact. World axes, on body 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stepped {
    /// Of impacts [N·s]
    pub impact: [f64; 3],
    /// Of lasting contact [N·s]
    pub lasting: [f64; 3],
    /// Moment of both about the step's end, ∫(h − t)·dp [N·s²]
    pub moment: [f64; 3],
    /// Work of the impacts on the bodies along the normal, and of their friction [J]
    pub work: [f64; 2],
    /// The same of lasting contact
    pub lasting_work: [f64; 2],
    /// Time of the first impact since the step's start [s], and −u_n before it [m/s]; 0 without one
    pub struck_after: f64,
    pub approach: f64,
    /// Relative velocity at the end [m/s]
    pub velocity: [f64; 3],
    /// Whether it is struck in this step
    pub is_struck: bool,
    /// Whether it takes part in lasting contact
    pub is_closed: bool,
    /// Force of lasting contact at the end: what the next step is given
    pub held: Held,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// [`Status::Solved`] only if the natural maps of lasting contact and of the impacts are within
    /// [`crate::rigid::cones::LARGEST_RESIDUAL`] of ‖q‖; [`Status::NoSolution`] with a proof; else [`Status::Cycling`]
    pub status: Status,
    /// The largest of those natural maps
    pub residual: f64,
    /// Impacts: groups of contacts that were struck at one time, in all rounds
    pub impacts: u32,
    /// Energy that impacts took [J]
    pub dissipated: f64,
    /// Whether impulses of restitution were cut because they would have gained energy
    pub is_cut: bool,
    pub sweeps: u32,
    pub iterations: u32,
}

impl Outcome {
    /// Of a step in which nothing happens.
    pub(super) fn none() -> Self {
        Outcome {
            status: Status::Solved,
            residual: 0.0,
            impacts: 0,
            dissipated: 0.0,
            is_cut: false,
            sweeps: 0,
            iterations: 0,
        }
    }

    /// Not solved where a natural map is beyond [`LARGEST_RESIDUAL`], or no number.
    pub(super) fn judged(self) -> Self {
        let is_solved = self.residual <= LARGEST_RESIDUAL;
        let status = if self.status == Status::Solved && !is_solved { Status::Cycling } else { self.status };
        Outcome { status, ..self }
    }
}
