//! Linear complementarity with dense matrices: what rigid contacts with friction come down to.
//!
//! | function | problem |
//! |---|---|
//! | [`lemke()`] | 0 ≤ z ⟂ w = M·z + q ≥ 0 |
//! | [`bounded()`] | low ≤ z ≤ high, w = M·z + q is ≥ 0 where z is at low, ≤ 0 at high, 0 between |
//! | [`quadratic()`] | min ½·zᵀ·A·z + cᵀ·z over z ≥ 0 |
//! | [`programme()`] | min ½·xᵀ·Q·x + gᵀ·x over x ≥ 0 with H·x ≤ K |
//!
//! For contacts z are impulses [N·s], w relative velocities [m/s] and M the inverse mass that the contacts feel [1/kg];
//! any consistent units will do. `Const<N>` lives on the stack and allocates nothing, `Dyn` lives on the heap. Pure
//! functions: they may be called from any number of threads. Arithmetic is + − · / √ in a fixed order, so the same bits
//! come out everywhere.
//!
//! # Scales
//! Unknowns are scaled by powers of two before anything is compared: powers of two in M, q and the bounds come out as
//! powers of two in z and w, bit for bit; other factors and other units, also of single unknowns, change only the
//! rounding.
//!
//! # When is it solved
//! [`Solution::residual`] is the largest change that M and q would need, element by element and relative to the
//! elements, for z to be exact:
//!
//! ρ = max_i ⟨w_i⟩/(|q| + |M|·|z|)_i
//!
//! with ⟨w_i⟩ the part of w_i of the wrong sign (all of it where z_i is between its bounds), and 0/0 = 0. z itself
//! never leaves its bounds. A direct solution with one step of refinement has ρ of some 1e-16 whatever the condition of
//! M; [`TOLERANCE`] leaves room for the n·ε of long rows and for w of redundant rows, which inherit the residuals of
//! those they follow from; if they follow by factors of 1e4 and more (contacts nearly parallel, forces that cancel),
//! even the best z in these digits may miss it. [`Status::Solved`] is only said of a point whose residual was computed
//! from M and q as given.

mod block;
mod bounded;
mod direct;
mod keller;
mod lemke;
mod path;
mod problem;
mod programme;
mod qp;
mod tableau;

pub use bounded::bounded;
pub use lemke::lemke;
pub(super) use problem::zeros;
pub use programme::{ProgrammeSolution, programme};
pub use qp::quadratic;

use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OVector};

/// Largest residual of a problem that counts as solved.
pub const TOLERANCE: f64 = 1e-12;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The residual is within [`TOLERANCE`], and the terms of unknowns between their bounds are at most 1e11 times q
    /// and the terms of those at them: where M is singular but for rounding, unknowns without end would make any q
    /// small beside M·z.
    Solved,
    /// Nobody can solve it: there is a direction v in which z may go without end and in which (M·z + q)·v < 0 wherever
    /// z is (for z ≥ 0: v ≥ 0, Mᵀ·v ≤ 0, q·v < 0, by Farkas' lemma no z ≥ 0 has w ≥ 0). v was found and checked, up to
    /// rounding.
    NoSolution,
    /// Neither a solution nor a proof that there is none: the pivots ran out, rounding has left a residual above
    /// [`TOLERANCE`], or M is of a class where the end of the path says nothing. z is the last point, the residual
    /// tells how good it is.
    Cycling,
}

/// The answer to a problem of n unknowns.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    pub status: Status,
    /// Within its bounds, whatever the status; not unique where M is singular
    pub z: OVector<f64, D>,
    /// M·z + q as computed: rounding where it should be 0; unique where M is symmetric and semidefinite
    pub w: OVector<f64, D>,
    /// ρ ≥ 0, see the [module](self)
    pub residual: f64,
    /// Exchanges and direct solutions
    pub pivots: u32,
}
