//! Bilateral constraints taken out of a system: what is left are the contacts in coordinates that keep the constraints
//! (docs/numerics.md step 22).

use crate::rigid::time_stepping::System;
use core::ops::Range;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// Share of its own element of W up to which a row follows from those before it.
const REDUNDANT: f64 = 1e-11;
/// Share of the velocities that it consists of up to which the velocity of such a row is 0.
const CONTRADICTING: f64 = 1e-9;

/// The system with the rows from `first` on eliminated.
pub struct Reduced<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    /// Of the contacts; rows that are eliminated are as they were then
    pub w: OMatrix<f64, D, D>,
    pub free: OVector<f64, D>,
    /// Rows, in the places `eliminated` in the order of their elimination
    order: OVector<usize, D>,
    eliminated: Range<usize>,
    /// A row that follows from others asks for another velocity than they
    pub contradicts: bool,
}

impl<D: Dim> Reduced<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    pub fn of(system: &System<D>, first: usize) -> Self {
        let dimension = system.free.shape_generic().0;
        let (mut w, mut free) = (system.w.clone(), system.free.clone());
        let mut order = OVector::<usize, D>::from_fn_generic(dimension, Const::<1>, |i, _| i);
        let mut size = free.abs();
        let rows = free.len();
        let mut count = 0;
        while first + count < rows {
            // what moves nothing, up to rounding, follows from any others
            let left = |place: usize| {
                let row = order[place];
                let own = system.w[(row, row)];
                if own > 0.0 { w[(row, row)] / own } else { 0.0 }
            };
            let place =
                (first + count..rows).fold(first + count, |best, k| if left(k) > left(best) { k } else { best });
            if left(place) <= REDUNDANT {
                break;
            }
            order.swap_rows(place, first + count);
            let row = order[first + count];
            count += 1;
            let later = |i: &usize| *i < first || order.rows_range(first + count..rows).iter().any(|other| other == i);
            for i in (0..rows).filter(later) {
                let factor = w[(i, row)] / w[(row, row)];
                for j in 0..rows {
                    w[(i, j)] -= factor * w[(row, j)];
                }
                free[i] -= factor * free[row];
                size[i] += (factor * free[row]).abs();
            }
        }
        let contradicts =
            order.rows_range(first + count..rows).iter().any(|row| free[*row].abs() > CONTRADICTING * size[*row]);
        Reduced { w, free, order, eliminated: first..first + count, contradicts }
    }

    /// Completes the impulses of the contacts by those of the constraints; redundant ones bear nothing.
    pub fn complete(&self, impulse: &mut OVector<f64, D>) {
        for place in self.eliminated.clone().rev() {
            let row = self.order[place];
            impulse[row] = 0.0;
            let velocity = self.free[row] + (self.w.row(row) * &*impulse)[0];
            impulse[row] = -velocity / self.w[(row, row)];
        }
    }
}
