//! How a surface is curved where it is touched.

use crate::physics::{Matrix3, Scalar, Vector3, material, rotation};
use core::ops::Add;

/// Principal curvatures of a surface at a point, or of two surfaces that touch there [1/m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curvature<T: Scalar> {
    /// Mean of both, < 0 where the surface is hollow
    pub mean: T,
    /// The shape operator without it, of trace 0 across the normal: 0 where both curvatures are equal, or count as equal
    pub uneven: Matrix3<T>,
}

impl<T: Scalar> Curvature<T> {
    /// Equal in all directions.
    pub fn even(mean: T) -> Self {
        Curvature { mean, uneven: Matrix3::from_element(T::zero()) }
    }

    /// Of a shape operator S, which is 0 along the unit normal.
    pub fn of(operator: &Matrix3<T>, normal: &Vector3<T>) -> Self {
        let mean = operator.trace() * T::from(0.5);
        let across = Matrix3::from_diagonal_element(T::one()) - normal * normal.transpose();
        Curvature { mean, uneven: operator - across * mean }
    }

    /// The same in other axes.
    pub fn turned(&self, turn: impl Fn(&Vector3<T>) -> Vector3<T>) -> Self {
        Curvature { mean: self.mean, uneven: rotation::turned_matrix(&self.uneven, turn) }
    }

    /// Half the difference of the principal curvatures  √(tr U²/2)  [1/m], U what is uneven.
    pub fn half_difference(&self) -> T {
        (self.uneven.component_mul(&self.uneven).sum() * T::from(0.5)).sqrt()
    }

    /// R_eff [m] of two surfaces of which this is the sum, and the radius of their mean curvatures, that of rolling resistance; None if they are
    /// hollow together.
    pub fn radii(&self) -> Option<[T; 2]> {
        let is_convex = self.mean.value() > 0.0;
        is_convex.then(|| [material::of_relative_curvatures(self.mean, self.half_difference()), T::one() / self.mean])
    }
}

impl<T: Scalar> Add for Curvature<T> {
    type Output = Self;

    /// Of two surfaces that touch, in the same axes.
    fn add(self, other: Self) -> Self {
        Curvature { mean: self.mean + other.mean, uneven: self.uneven + other.uneven }
    }
}
