//! The problem with bounds.

use crate::rigid::Fault;
use crate::rigid::complementarity::block::{Settled, settle};
use crate::rigid::complementarity::problem::{End, Problem};
use crate::rigid::complementarity::{Solution, keller, path};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// Block changes in a row that may fail to lower the number of unknowns on the wrong side (Júdice and Pires).
const TRIES: u32 = 10;
/// Exchanges for each unknown before a method is given up.
const EXCHANGES: u32 = 50;

#[derive(Clone, Copy)]
pub enum Method {
    Blocks,
    Driving,
    Path,
}

/// low ≤ z ≤ high, w = M·z + q with w_i ≥ 0 where z_i = low_i, ≤ 0 where z_i = high_i, = 0 between.
///
/// Bounds may be infinite on their side; unknowns with low = high stay there, with any w. Block principal pivoting
/// (Júdice and Pires 1994), a handful of direct solutions of n³ operations, as long as it gets anywhere; where it does
/// not, one unknown at a time is driven (Keller), with n² operations for each exchange, which ends for M symmetric and
/// semidefinite, redundant rows included, and for P matrices; for any other M what is left goes Lemke's path with
/// bounds on both sides.
///
/// M need not be symmetric nor definite, but only for semidefinite M and P matrices is an answer certain: what of the
/// rest is not solved, and not proven to have no solution, is `Cycling`.
///
/// Errors: sizes that differ, numbers that are not finite, low > high, a solution beyond the range of numbers.
pub fn bounded<D: Dim>(
    m: &OMatrix<f64, D, D>,
    q: &OVector<f64, D>,
    low: &OVector<f64, D>,
    high: &OVector<f64, D>,
) -> Result<Solution<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let problem = Problem::new(m, q, low, high)?;
    by_turns(&problem, &[Method::Blocks, Method::Driving, Method::Path])
}

/// The methods in this order, until one solves the problem or proves that nobody can; else the best point of them.
pub fn by_turns<D: Dim>(problem: &Problem<D>, methods: &[Method]) -> Result<Solution<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let mut best: Option<Settled<D>> = None;
    let mut pivots = 0;
    for method in methods {
        let limit = pivots + EXCHANGES * (problem.size() as u32 + 1);
        let (end, tries) = match method {
            Method::Blocks => (End::Places(problem.corner()), TRIES),
            Method::Driving => (keller::drive(problem, limit, &mut pivots), 2),
            Method::Path => (path::follow(problem, limit, &mut pivots), 2),
        };
        match end {
            End::Places(mut places) => {
                let settled = settle(problem, &mut places, tries);
                pivots += settled.solutions;
                let solved = problem.is_solved_by(&settled.z, settled.residual);
                if best.as_ref().is_none_or(|known| settled.residual < known.residual) {
                    best = Some(settled);
                }
                if solved {
                    break;
                }
            }
            End::Ray(v) if problem.is_refuted_by(&v) => return problem.answer(at_corner(problem), true, pivots),
            End::Ray(_) | End::Stuck => {}
        }
    }
    problem.answer(best.map_or_else(|| at_corner(problem), |settled| settled.z), false, pivots)
}

fn at_corner<D: Dim>(problem: &Problem<D>) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let places = problem.corner();
    OVector::from_fn_generic(problem.dimension(), Const::<1>, |i, _| problem.value(i, places[i]))
}
