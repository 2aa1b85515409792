//! Block principal pivoting of Júdice and Pires (1994): all unknowns on the wrong side change it at once.

use crate::rigid::complementarity::direct;
use crate::rigid::complementarity::problem::{Place, Problem};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OVector};

/// Share of its terms up to which w at a bound may have the wrong sign: under the tolerance of the whole.
const SLACK: f64 = 5e-13;

/// Share of the largest unknown within which one between its bounds may be at one of them: the end of a path through a
/// degenerate point.
const NEAR: f64 = 1e-14;

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
        let near = NEAR * z.amax();
        let mut wrong = 0;
        for i in 0..problem.size() {
            let place = match places[i] {
                Place::Between if z[i] < problem.low[i] - near => Place::Low,
                Place::Between if z[i] > problem.high[i] + near => Place::High,
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
            z = z.zip_zip_map(&problem.low, &problem.high, |z, low, high| z.max(low).min(high));
            let snapped = z.zip_zip_map(&problem.low, &problem.high, |z, low, high| match () {
                () if z - low <= near => low,
                () if high - z <= near => high,
                () => z,
            });
            let [of_z, of_snapped] = [&z, &snapped].map(|z| problem.residual(z, &problem.rows(z)));
            let (z, residual) = if of_snapped < of_z { (snapped, of_snapped) } else { (z, of_z) };
            return Settled { residual, z, solutions };
        }
    }
}
