//! Block principal pivoting of Júdice and Pires (1994): all unknowns on the wrong side change it at once.

use crate::rigid::complementarity::direct;
use crate::rigid::complementarity::problem::{Place, Problem};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OVector};

/// Share of its terms up to which w at a bound may have the wrong sign: under the tolerance of the whole.
const SLACK: f64 = 5e-13;

pub struct Settled<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    /// Within its bounds
    pub z: OVector<f64, D>,
    pub residual: f64,
    pub solutions: u32,
}

/// Follows the changes from `places` while the number of unknowns on the wrong side falls, and at most `tries` times in
/// a row while it does not.
pub fn settle<D: Dim>(problem: &Problem<D>, places: &mut OVector<Place, D>, tries: u32) -> Settled<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let (mut fewest, mut left, mut solutions) = (usize::MAX, tries, 0);
    loop {
        let mut z = direct::solve(problem, places);
        solutions += 1;
        let rows = problem.rows(&z);
        let mut wrong = 0;
        for i in 0..problem.size() {
            let place = match places[i] {
                Place::Between if z[i] < problem.low[i] => Place::Low,
                Place::Between if z[i] > problem.high[i] => Place::High,
                Place::Between => Place::Between,
                _ if problem.wrong(i, z[i], rows.w[i]).abs() <= SLACK * rows.size[i] => places[i],
                _ => Place::Between,
            };
            if place != places[i] {
                places[i] = place;
                wrong += 1;
            }
        }
        left = if wrong < fewest { tries } else { left.saturating_sub(1) };
        fewest = fewest.min(wrong);
        if wrong == 0 || left == 0 {
            for i in 0..problem.size() {
                z[i] = problem.clamped(i, z[i]);
            }
            let rows = problem.rows(&z);
            return Settled { residual: problem.residual(&z, &rows), z, solutions };
        }
    }
}
