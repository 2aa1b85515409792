//! The number type of the laws: plain `f64`, or a dual number that carries a derivative along.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_traits::{One, Zero};

/// Real arithmetic as the laws need it. Branches look at [`value`](Scalar::value) only, so a dual number takes the
/// branch its value takes. Transcendental functions come from `libm`: the same bits on every platform.
pub trait Scalar:
    Copy
    + Debug
    + Default
    + PartialEq
    + Zero
    + One
    + From<f64>
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + 'static
{
    /// The number without its derivative.
    fn value(self) -> f64;

    /// `f(self)` from the value and the slope of `f` at `self.value()`.
    fn chain(self, f: f64, slope: f64) -> Self;

    fn exp(self) -> Self {
        let f = libm::exp(self.value());
        self.chain(f, f)
    }

    /// Square root; its slope at 0 is taken as 0, so that a norm has a derivative everywhere.
    fn sqrt(self) -> Self {
        let f = self.value().sqrt();
        self.chain(f, if f > 0.0 { 0.5 / f } else { 0.0 })
    }

    /// `self^p` for `self` ≥ 0 and p ≥ 1.
    fn power(self, p: Self) -> Self {
        let (x, n) = (self.value(), p.value());
        let f = libm::pow(x, n);
        let by_base = self.chain(f, n * libm::pow(x, n - 1.0));
        let by_exponent = p.chain(0.0, if x > 0.0 { f * libm::log(x) } else { 0.0 });
        by_base + by_exponent
    }

    /// max(self, 0)
    fn positive_part(self) -> Self {
        if self.value() > 0.0 { self } else { Self::zero() }
    }

    /// The smaller of the two by value.
    fn at_most(self, bound: Self) -> Self {
        if self.value() > bound.value() { bound } else { self }
    }

    /// The larger of the two by value.
    fn at_least(self, bound: Self) -> Self {
        if self.value() < bound.value() { bound } else { self }
    }
}

impl Scalar for f64 {
    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn chain(self, f: f64, _slope: f64) -> f64 {
        f
    }

    #[inline]
    fn power(self, p: f64) -> f64 {
        libm::pow(self, p)
    }
}
