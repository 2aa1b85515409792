//! Ellipsoid about the origin, its axes along those of the frame.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::ball;
use crate::shape::below::{Cut, Moments};

/// Moments of the part of an ellipsoid with the half axes `half` [m] below a plane: those of the ball that it is, stretched.
pub fn below<T: Scalar>(half: &Vector3<T>, cut: &Cut<T>) -> Moments<T> {
    let stretched = cut.normal.component_mul(half);
    let length = stretched.dot(&stretched).sqrt();
    let of_ball = ball::below(T::one(), &Cut { normal: stretched / length, height: cut.height / length });
    let stretch = Matrix3::from_diagonal(half);
    let by = half[0] * half[1] * half[2];
    Moments {
        volume: of_ball.volume * by,
        first: of_ball.first.component_mul(half) * by,
        second: stretch * of_ball.second * stretch * by,
    }
}

/// The point that lies farthest along a direction of any length but 0  D²·d/|D·d|  [m].
pub fn support<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> Vector3<T> {
    let stretched = direction.component_mul(half);
    stretched.component_mul(half) / stretched.dot(&stretched).sqrt()
}
