//! Contact of rigid bodies with Coulomb friction, beside the compliant contact: an impact of two bodies at one point, in the
//! plane ([`impact()`]) and in space ([`spatial()`]), the reference for what a compliant impact does; [`time_stepping`]
//! of any number of contacts in space, and the complementarity problems that it solves ([`complementarity`]).
//!
//! # Impact
//! An impact has no duration; what happens in it is ordered by the normal impulse P_n, which only grows. Positions
//! stay, other forces do nothing, and the relative velocity at the contact point follows the impulse, Δu = W·P
//! ([`InverseMass`]). While the bodies slip one way, or stick, the process is a straight line in the plane of impulses:
//! [`impact()`] needs no integration (Routh's construction). In space slip turns unless friction and coupling keep its
//! direction; then [`spatial()`] integrates, and once slip has stopped or settled the line is straight again.
//!
//! Friction that slides has the coefficient μ_k; where slip is 0 it holds up to μ_s ≥ μ_k ([`Friction`]; the source has
//! one μ). It never does positive work.
//!
//! Source: \[WK91\] Wang, Kumar, *Analysis and simulation of mechanical systems with multiple frictional contacts*,
//! 1991, chapter 3. SI units.
//!
//! # Signs
//! The normal points from body 2 to body 1. u is the velocity of body 1 at the contact point against body 2: u_t along
//! the tangent, u_n along the normal, < 0 while they approach. P is the impulse on body 1, P_n ≥ 0. Friction opposes
//! slip: dP_t = −μ_k·sign(u_t)·dP_n, in space dP_t = −μ_k·u_t/|u_t|·dP_n. Vectors in space have the order n, t₁, t₂.
//!
//! # Where the print is not followed
//! Everything is derived from Δu = W·P. With w_tt = 1/m1, w_nn = 1/m2, w_tn = −1/m3, and j = sign(u_t) before the
//! impact:
//! - (3.3a), (3.3b) take the wrong velocities. Compression ends on C0 − P_x/m3 + P_y/m2 = 0 and slip on
//!   S0 + P_x/m1 − P_y/m3 = 0; the slopes tan θ printed below belong to these lines. The condition m1·m2 < m3² there is
//!   right: W is positive definite.
//! - The line of limiting friction is P_x = −j·μ·P_y; the print leaves −j out.
//! - (3.4), m_x: the term −r_2y² must be +r_2y².
//! - (3.5a), (3.7b): after the reversal friction acts the other way, so m_x is that for −j (it is negative), and with
//!   it S = j·μ·(P − P_ys)/m_x and D_t = ½·S0·j·μ·P_ys − ½·μ²/m_x·(P − P_ys)², without the j of the second term.
//! - m_y in stick: the sign before m1/m3 must be −. With + sticking would yield more than slip without friction.
//! - (3.11b): P_ys at the end must be P_yT, since slip goes on to the end.
//! - (3.18a): the second term of the numerator needs a minus, as the first has. (3.18b), (3.19a), (3.19b): dimensions
//!   do not agree.
//! - At one point with one μ, Poisson's hypothesis never gains energy; the text says it can ([`Hypothesis::Poisson`]).
//! - An impact without approach, u_n = 0, is one where sliding draws the bodies together ([`Case::Jam`]); Table 3.1 has
//!   none.

pub mod acceleration;
pub mod complementarity;
pub mod cones;
pub mod fault;
pub mod impact;
pub mod inverse_mass;
pub mod multibody;
pub(crate) mod root;
pub mod time_stepping;

pub use fault::Fault;
pub use impact::{
    Case, Friction, Hypothesis, ImpactPhase, Impacts, Impulse, Outcome, Simultaneous, SpatialOutcome, SpatialPhase,
    Struck, Velocity, Work, impact, spatial,
};
pub use inverse_mass::{Body, InverseMass};
