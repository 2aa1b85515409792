//! Whether what a contact is given and answers are numbers.

use crate::physics::scalar::select;
use crate::physics::{Vector3, rotation};

/// Not finite if one of the results is not.
#[inline(always)]
pub(super) fn sum(check: f64, force: &Vector3<f64>, z_rate: &Vector3<f64>, s_dw_rate: f64) -> f64 {
    (force[0] + force[1] + force[2]) + (z_rate[0] + z_rate[1] + z_rate[2]) + (s_dw_rate + check)
}

/// Of a contact whose sum is not: where all of them are finite, only their sum overflows.
pub(super) fn are_finite(hidden: &[f64; 5], force: &Vector3<f64>, z_rate: &Vector3<f64>, s_dw_rate: f64) -> bool {
    hidden.iter().chain(force).chain(z_rate).chain([&s_dw_rate]).all(|number| number.is_finite())
}

/// Not finite if x, the damping of a contact that touches or |v_t|² is not, all of which a force that is cut to 0 hides, as friction that
/// ends with 1/|v_t| does, or if n has no direction.
#[inline(always)]
pub(super) fn check(x: f64, a: f64, given: &Vector3<f64>, v_n: f64, slip_square: f64) -> f64 {
    let square = given.dot(given);
    let length = select(rotation::SQUARE_RANGE.contains(&square), square, f64::INFINITY);
    (x + v_n) + (select(a.is_nan(), 0.0, a) + slip_square) + length
}

/// What [`check`] adds up.
pub(super) fn hidden(x: f64, a: f64, given: &Vector3<f64>, v_r: &Vector3<f64>) -> [f64; 5] {
    let n = rotation::unit_vector(given);
    let v_n = v_r.dot(&n);
    let v_t = v_r - n * v_n;
    [x, v_n, select(a.is_nan(), 0.0, a), v_t.dot(&v_t), check(0.0, 0.0, given, 0.0, 0.0)]
}

/// 0 where the sum is finite.
#[inline(always)]
#[expect(clippy::eq_op, reason = "the difference is +0 or no number, and a loop can gather its bits")]
pub(super) fn fault(sum: f64) -> u64 {
    (sum - sum).to_bits()
}
