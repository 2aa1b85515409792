//! The number type of the laws: plain `f64`, or a dual number that carries a derivative along.

use crate::physics::elementary;
use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_traits::{One, Zero};

/// Real arithmetic as the laws need it. Branches look at [`value`](Scalar::value) only, so a dual number takes the
/// branch its value takes. Transcendental functions are our own or come from `libm`: the same bits on every platform.
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
    /// Whether it has no derivative
    const IS_PLAIN: bool;

    /// The number without its derivative.
    fn value(self) -> f64;

    /// `f(self)` from the value and the slope of `f` at `self.value()`.
    fn chain(self, f: f64, slope: f64) -> Self;

    #[inline(always)]
    fn exp(self) -> Self {
        let f = elementary::exp(self.value());
        self.chain(f, f)
    }

    /// Square root; its slope at 0 is taken as 0, so that a norm has a derivative everywhere.
    fn sqrt(self) -> Self {
        let f = self.value().sqrt();
        self.chain(f, if f > 0.0 { 0.5 / f } else { 0.0 })
    }

    /// `self^p` for `self` ≥ 0 and p ≥ 1, by [`power`]. A call: it stands in many formulas, of derivatives too.
    #[inline(never)]
    fn power(self, p: Self) -> Self {
        let (x, n) = (self.value(), p.value());
        let f = power(x, n);
        let by_base = self.chain(f, n * libm::pow(x, n - 1.0));
        let by_exponent = p.chain(0.0, if x > 0.0 { f * libm::log(x) } else { 0.0 });
        by_base + by_exponent
    }

    /// max(self, 0)
    #[inline(always)]
    fn positive_part(self) -> Self {
        if self.value() > 0.0 { self } else { Self::zero() }
    }

    /// The smaller of the two by value.
    #[inline(always)]
    fn at_most(self, bound: Self) -> Self {
        if self.value() > bound.value() { bound } else { self }
    }

    /// The larger of the two by value.
    #[inline(always)]
    fn at_least(self, bound: Self) -> Self {
        if self.value() < bound.value() { bound } else { self }
    }
}

/// One of two numbers that are both there already, without a jump in the code: a loop over contacts stays a loop of vectors.
/// What is not taken may be anything, also not finite.
#[inline(always)]
pub fn select<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

/// x^p for x ≥ 0 and p ≥ 1: by multiplications and a square root where 2p is a small whole number, at most 1.5 units in the
/// last place off; otherwise by `libm`.
#[inline(always)]
pub fn power(x: f64, p: f64) -> f64 {
    if p == 1.5 {
        x * x.sqrt()
    } else if p == 1.0 {
        x
    } else if p == 2.0 {
        x * x
    } else {
        uncommon_power(x, p)
    }
}

/// A call, for which the usual exponents shall keep nothing.
#[cold]
#[inline(never)]
fn uncommon_power(x: f64, p: f64) -> f64 {
    if p == 2.5 {
        x * x * x.sqrt()
    } else if p == 3.0 {
        x * x * x
    } else {
        libm::pow(x, p)
    }
}

impl Scalar for f64 {
    const IS_PLAIN: bool = true;

    #[inline(always)]
    fn value(self) -> f64 {
        self
    }

    #[inline(always)]
    fn chain(self, f: f64, _slope: f64) -> f64 {
        f
    }

    #[inline(always)]
    fn power(self, p: f64) -> f64 {
        power(self, p)
    }
}
