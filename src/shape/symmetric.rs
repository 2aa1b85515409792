//! Symmetric matrices of space by their six numbers.

use crate::physics::{Matrix3, Scalar, Vector3};

/// A symmetric matrix: xx, xy, xz, yy, yz, zz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Symmetric<T>([T; 6]);

impl<T: Scalar> Symmetric<T> {
    pub fn zero() -> Self {
        Symmetric([T::zero(); 6])
    }

    /// Of its numbers by row and column.
    #[inline(always)]
    pub fn of(number: impl Fn(usize, usize) -> T) -> Self {
        Symmetric([number(0, 0), number(0, 1), number(0, 2), number(1, 1), number(1, 2), number(2, 2)])
    }

    /// Adds `factor` times another one.
    #[inline(always)]
    pub fn add(&mut self, other: &Self, factor: T) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, number)| *to += *number * factor);
    }

    /// Second moments about a place of what has the mass `mass`, the first moments `first` and these second moments about `about` behind it:
    /// S + f·aᵀ + a·fᵀ + m·a·aᵀ.
    #[inline(always)]
    pub fn moved(&self, first: &Vector3<T>, about: &Vector3<T>, mass: T) -> Self {
        let mut moved = Symmetric::of(|r, c| first[r] * about[c] + first[c] * about[r] + about[r] * about[c] * mass);
        moved.add(self, T::one());
        moved
    }

    pub fn matrix(&self) -> Matrix3<T> {
        let [xx, xy, xz, yy, yz, zz] = self.0;
        Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    }
}
