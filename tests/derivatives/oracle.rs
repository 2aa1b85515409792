//! num-dual's dual numbers in the laws.

use asperity::physics::Scalar;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_dual::{Dual64, DualNum};
use num_traits::{One, Zero};

/// num-dual's number under the crate's trait.
#[derive(Clone, Copy, Debug)]
pub struct Oracle(pub Dual64);

impl From<f64> for Oracle {
    fn from(value: f64) -> Self {
        Oracle(Dual64::new(value, 0.0))
    }
}

impl Default for Oracle {
    fn default() -> Self {
        Oracle::from(0.0)
    }
}

impl PartialEq for Oracle {
    fn eq(&self, b: &Self) -> bool {
        self.0.re == b.0.re && self.0.eps == b.0.eps
    }
}

impl Neg for Oracle {
    type Output = Oracle;
    fn neg(self) -> Oracle {
        Oracle(-self.0)
    }
}

macro_rules! operator {
    ($trait:ident $function:ident, $assign:ident $in_place:ident) => {
        impl $trait for Oracle {
            type Output = Oracle;
            fn $function(self, b: Oracle) -> Oracle {
                Oracle(self.0.$function(b.0))
            }
        }
        impl $assign for Oracle {
            fn $in_place(&mut self, b: Oracle) {
                *self = self.$function(b);
            }
        }
    };
}
operator!(Add add, AddAssign add_assign);
operator!(Sub sub, SubAssign sub_assign);
operator!(Mul mul, MulAssign mul_assign);
operator!(Div div, DivAssign div_assign);

impl Zero for Oracle {
    fn zero() -> Self {
        Oracle::from(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Oracle::zero()
    }
}

impl One for Oracle {
    fn one() -> Self {
        Oracle::from(1.0)
    }
}

impl Scalar for Oracle {
    const IS_PLAIN: bool = false;

    fn value(self) -> f64 {
        self.0.re
    }
    fn chain(self, f: f64, slope: f64) -> Self {
        Oracle(Dual64::new(f, slope * self.0.eps))
    }
    fn exp(self) -> Self {
        Oracle(self.0.exp())
    }
    fn sqrt(self) -> Self {
        Oracle(self.0.sqrt())
    }
    fn power(self, p: Self) -> Self {
        // num-dual forms x^p as exp(p·ln x), which has no value at 0
        if self.0.re > 0.0 { Oracle(self.0.powd(p.0)) } else { Oracle::zero() }
    }
}
