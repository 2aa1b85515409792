//! Vectors of six: what translates and what turns, together.

use crate::physics::Vector3;
use crate::stepping::motion::bits_in;
use crate::stepping::saved::saved;
use core::ops::{Add, AddAssign, Div, Mul, Sub};

/// Velocity of the contact point with the angular velocity, force there with the couple on top of it, or an impulse or
/// a rate of them; on body i or of i against j. All angular parts are 0 in a contact without rolling and spinning
/// friction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Spatial {
    pub linear: Vector3<f64>,
    pub angular: Vector3<f64>,
}

saved!(Spatial { linear, angular });

impl Spatial {
    pub fn zero() -> Self {
        Spatial::default()
    }

    /// Whether all of it is 0, of either sign.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        bits_in([&self.linear, &self.angular]) << 1 == 0
    }

    /// Scalar product; of velocity and force the power [W].
    pub fn dot(&self, other: &Self) -> f64 {
        self.linear.dot(&other.linear) + self.angular.dot(&other.angular)
    }

    pub fn sum(&self) -> f64 {
        self.linear.sum() + self.angular.sum()
    }
}

impl Add for Spatial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Spatial { linear: self.linear + other.linear, angular: self.angular + other.angular }
    }
}

impl AddAssign for Spatial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Spatial {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Spatial { linear: self.linear - other.linear, angular: self.angular - other.angular }
    }
}

impl Mul<f64> for Spatial {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Spatial { linear: self.linear * factor, angular: self.angular * factor }
    }
}

impl Div<f64> for Spatial {
    type Output = Self;
    fn div(self, divisor: f64) -> Self {
        Spatial { linear: self.linear / divisor, angular: self.angular / divisor }
    }
}
