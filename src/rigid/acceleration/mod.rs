//! Forces and accelerations of rigid bodies that touch at points and at patches: [`accelerations`].
//!
//! With a = A·c + b of [`ContactProblem`] it finds, for each contact,
//!
//! - (ii) 0 ≤ c_n ⟂ a_n ≥ 0,
//! - (iii)′ c_T = (c_t, c_o, c_r) in F(μ·c_n), the [`FrictionMap`],
//! - (iv)′ of all c′ in F(μ·c_n), c_T has the greatest −σ·c′, σ the slip v where the contact slides and a_T where it rolls.
//!
//! Where several c_T have the greatest work against v (the edge of a polyhedron, a disc without slip) the paper admits
//! all; here the one of them that does the greatest work against a_T is taken, which is the limit of the motion that
//! follows.
//!
//! Body 1 is seen against body 2; n points from body 2 to body 1, a_n > 0 parts them.
//!
//! There may be no solution, several, or families of them. That there is none is only said with a proof
//! ([`Refutation`]); what is known beforehand is the [`ExistenceCertificate`].
//!
//! Source: \[PT96\] Pang, Trinkle, *Dynamic multi-rigid-body systems with concurrent distributed contacts*, 1996. The
//! print calls F_i(τ) a closed convex cone; it is a closed convex set, and the graph over τ is the cone. Its A = 𝒥ᵀ·ℳ·𝒥
//! needs the inverse of the inertia. SI units.
//!
//! Arithmetic is + − · / √ in a fixed order. Units of length, mass and time that are powers of two change no bit but the
//! exponents.

mod certificate;
mod check;
mod combinations;
mod contact;
mod eigen;
mod elimination;
mod fault;
mod linear;
mod natural_map;
mod newton;
mod numbers;
mod outcome;
mod polytope;
mod problem;
mod programme;
mod reduced;
mod scaled;
mod solve;

pub use certificate::{ConditionB, Existence, ExistenceCertificate, Uniqueness};
pub use contact::{ContactMotion, ContactState, FrictionMap, RigidContact};
pub use fault::AccelerationFault;
pub use outcome::{AccelerationOutcome, AllAccelerations, ContactSolution, Refutation, Verdict};
pub use problem::ContactProblem;
pub use solve::{accelerations, all_accelerations};
