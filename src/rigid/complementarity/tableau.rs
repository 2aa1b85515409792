//! Condensed tableau: basic variables as linear functions of the others.

use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// y = T·x + extra·x₀ , y basic and x not.
pub struct Tableau<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    pub t: OMatrix<f64, D, D>,
    pub extra: OVector<f64, D>,
    /// The pivot's column before the exchange
    column: OVector<f64, D>,
}

impl<D: Dim> Tableau<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    pub fn new(t: OMatrix<f64, D, D>) -> Self {
        let n = t.shape_generic().0;
        let zeros = OVector::zeros_generic(n, Const::<1>);
        Tableau { t, extra: zeros.clone(), column: zeros }
    }

    /// Column `c`; that of x₀ comes after the others.
    pub fn column(&self, c: usize) -> &[f64] {
        let n = self.extra.len();
        if c == n { self.extra.as_slice() } else { &self.t.as_slice()[c * n..(c + 1) * n] }
    }

    fn column_mut(&mut self, c: usize) -> &mut [f64] {
        let n = self.extra.len();
        if c == n { self.extra.as_mut_slice() } else { &mut self.t.as_mut_slice()[c * n..(c + 1) * n] }
    }

    /// Exchanges y_r and x_c; T_rc ≠ 0.
    pub fn exchange(&mut self, r: usize, c: usize) {
        let n = self.extra.len();
        let mut old = self.column.clone();
        old.as_mut_slice().copy_from_slice(self.column(c));
        let pivot = old[r];
        for j in (0..=n).filter(|j| *j != c) {
            let column = self.column_mut(j);
            let factor = -column[r] / pivot;
            if factor != 0.0 {
                for (element, old) in column.iter_mut().zip(old.as_slice()) {
                    *element += factor * old;
                }
            }
            column[r] = factor;
        }
        let column = self.column_mut(c);
        for element in column.iter_mut() {
            *element /= pivot;
        }
        column[r] = 1.0 / pivot;
        self.column = old;
    }
}
