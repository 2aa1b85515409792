//! Dual numbers a + b·ε with ε² = 0: one evaluation gives the exact derivative in one direction.

use crate::physics::Scalar;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_traits::{One, Zero};

/// A value and its derivative along the seeded direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub slope: f64,
}

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        Dual { value, slope: 0.0 }
    }
}

impl Scalar for Dual {
    const IS_PLAIN: bool = false;

    fn value(self) -> f64 {
        self.value
    }

    fn chain(self, f: f64, slope: f64) -> Self {
        // a seed of 0 stays 0 where the slope itself is infinite
        Dual { value: f, slope: if self.slope == 0.0 { 0.0 } else { self.slope * slope } }
    }
}

impl Zero for Dual {
    fn zero() -> Self {
        Dual::from(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Dual::zero()
    }
}

impl One for Dual {
    fn one() -> Self {
        Dual::from(1.0)
    }
}

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        Dual { value: -self.value, slope: -self.slope }
    }
}

impl Add for Dual {
    type Output = Dual;
    fn add(self, b: Dual) -> Dual {
        Dual { value: self.value + b.value, slope: self.slope + b.slope }
    }
}

impl Sub for Dual {
    type Output = Dual;
    fn sub(self, b: Dual) -> Dual {
        Dual { value: self.value - b.value, slope: self.slope - b.slope }
    }
}

impl Mul for Dual {
    type Output = Dual;
    fn mul(self, b: Dual) -> Dual {
        Dual { value: self.value * b.value, slope: self.slope * b.value + self.value * b.slope }
    }
}

impl Div for Dual {
    type Output = Dual;
    fn div(self, b: Dual) -> Dual {
        let value = self.value / b.value;
        Dual { value, slope: (self.slope - value * b.slope) / b.value }
    }
}

impl AddAssign for Dual {
    fn add_assign(&mut self, b: Dual) {
        *self = *self + b;
    }
}

impl SubAssign for Dual {
    fn sub_assign(&mut self, b: Dual) {
        *self = *self - b;
    }
}

impl MulAssign for Dual {
    fn mul_assign(&mut self, b: Dual) {
        *self = *self * b;
    }
}

impl DivAssign for Dual {
    fn div_assign(&mut self, b: Dual) {
        *self = *self / b;
    }
}
