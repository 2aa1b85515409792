//! Ball about the origin.

use crate::physics::{Matrix3, Scalar};
use crate::shape::below::{Cut, Moments};
use core::f64::consts::PI;

/// Moments of the part of a ball of radius R [m] below a plane, a cap of height x = R + h:  V = π·x²·(R − x/3).
///
/// A disc at s along the normal has the radius √(R² − s²); with w = R + s, of which ∫w dV and ∫w² dV are `by_height` and
/// `by_square`, no term of a low cap is a difference of larger ones.
pub fn below<T: Scalar>(radius: T, cut: &Cut<T>) -> Moments<T> {
    let (number, pi) = (|value: f64| T::from(value), T::from(PI));
    let (r, r2) = (radius, radius * radius);
    let x = (r + cut.height).positive_part().at_most(r + r);
    let (disc, x2, x3) = ((r + r - x) * x, x * x, x * x * x);
    let volume = pi * (x2 * r - x3 * number(1.0 / 3.0));
    let along = -(pi * disc * disc * number(0.25));
    let by_height = pi * x3 * (r * number(2.0 / 3.0) - x * number(0.25));
    let by_square = pi * x2 * x2 * (r * number(0.5) - x * number(0.2));
    let square = r2 * volume - r * (by_height + by_height) + by_square;
    let across = pi * number(0.25) * x3 * (r2 * number(4.0 / 3.0) - r * x + x2 * number(0.2));
    let n = &cut.normal;
    Moments {
        volume,
        first: n * along,
        second: n * n.transpose() * (square - across) + Matrix3::from_diagonal_element(across),
    }
}
