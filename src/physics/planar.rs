//! Motion, deflection and force in the tangent plane: two translations and the rotation about the normal.
//!
//! [PT96] writes them with the indices t, o and r. With the radius e_r the rotation takes the unit of the translations,
//! slip (v_t, e_r·ω_n), deflection (z, z_r), force (f_t, c_r/e_r), and the ellipsoid of [PT96 eq. 1] becomes a ball.

use crate::physics::scalar::select;
use crate::physics::{Scalar, Vector3};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A translation in the tangent plane, in world axes, and a rotation about the normal, by e_r in its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planar<T> {
    pub t: Vector3<T>,
    pub r: T,
}

impl<T: Scalar> Planar<T> {
    #[inline(always)]
    pub fn zero() -> Self {
        Planar { t: Vector3::from_element(T::zero()), r: T::zero() }
    }

    /// Scalar product; of slip and force the power [W].
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> T {
        self.t.dot(&other.t) + self.r * other.r
    }

    #[inline(always)]
    pub fn norm(&self) -> T {
        self.dot(self).sqrt()
    }

    /// The translation alone.
    #[inline(always)]
    pub fn translation(&self) -> Self {
        Planar { t: self.t, r: T::zero() }
    }

    /// The rotation alone.
    #[inline(always)]
    pub fn rotation(&self) -> Self {
        Planar { t: Vector3::from_element(T::zero()), r: self.r }
    }
}

/// Where slips, deflections and forces lie: in the tangent plane ([`Vector3`]), or in the plane and about the normal
/// ([`Planar`]).
pub trait Space<T: Scalar>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Mul<T, Output = Self>
{
    /// From a translation, and the part about the normal where there is one.
    fn of(translation: Vector3<T>, rotation: T) -> Self;

    fn zero() -> Self;

    /// Its translation.
    fn in_plane(&self) -> Vector3<T>;

    /// Its part about the normal, 0 where there is none.
    fn about_normal(&self) -> T;

    /// Itself where the condition holds, else 0, without a jump in the code.
    fn kept(&self, condition: bool) -> Self;

    fn dot(&self, other: &Self) -> T;

    #[inline(always)]
    fn norm(&self) -> T {
        self.dot(self).sqrt()
    }
}

impl<T: Scalar> Space<T> for Vector3<T> {
    #[inline(always)]
    fn of(translation: Vector3<T>, _rotation: T) -> Self {
        translation
    }

    #[inline(always)]
    fn zero() -> Self {
        Vector3::from_element(T::zero())
    }

    #[inline(always)]
    fn in_plane(&self) -> Vector3<T> {
        *self
    }

    #[inline(always)]
    fn about_normal(&self) -> T {
        T::zero()
    }

    #[inline(always)]
    fn kept(&self, condition: bool) -> Self {
        self.map(|of| select(condition, of, T::zero()))
    }

    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        Vector3::dot(self, other)
    }
}

impl<T: Scalar> Space<T> for Planar<T> {
    #[inline(always)]
    fn of(translation: Vector3<T>, rotation: T) -> Self {
        Planar { t: translation, r: rotation }
    }

    #[inline(always)]
    fn zero() -> Self {
        Planar::zero()
    }

    #[inline(always)]
    fn in_plane(&self) -> Vector3<T> {
        self.t
    }

    #[inline(always)]
    fn about_normal(&self) -> T {
        self.r
    }

    #[inline(always)]
    fn kept(&self, condition: bool) -> Self {
        Planar { t: self.t.kept(condition), r: select(condition, self.r, T::zero()) }
    }

    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        Planar::dot(self, other)
    }
}

impl<T: Scalar> Default for Planar<T> {
    fn default() -> Self {
        Planar::zero()
    }
}

impl<T: Scalar> Add for Planar<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Planar { t: self.t + other.t, r: self.r + other.r }
    }
}

impl<T: Scalar> Sub for Planar<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Planar { t: self.t - other.t, r: self.r - other.r }
    }
}

impl<T: Scalar> Neg for Planar<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Planar { t: -self.t, r: -self.r }
    }
}

impl<T: Scalar> Div<T> for Planar<T> {
    type Output = Self;
    #[inline(always)]
    fn div(self, divisor: T) -> Self {
        // no reciprocal: that of a very small number is infinite
        Planar { t: self.t / divisor, r: self.r / divisor }
    }
}

impl<T: Scalar> Mul<T> for Planar<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: T) -> Self {
        Planar { t: self.t * factor, r: self.r * factor }
    }
}
