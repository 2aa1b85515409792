//! Regularised directions, and rolling resistance [M3D].

use crate::physics::scalar::select;
use crate::physics::{ContactFrame, Parameters, Scalar, Vector3};

/// reg(v, v_small) of [M3D]: v from v_small on, below it v²/v_small·(1 − v/(3·v_small)) + v_small/3, with continuous first and
/// second derivative.
///
/// `v` ≥ 0 · `v_small` > 0 → at least v_small/3, in the unit of v
#[inline(always)]
pub fn reg<T: Scalar>(v: T, v_small: T) -> T {
    let third = T::from(1.0 / 3.0);
    let smoothed = v * v / v_small * (T::one() - v / v_small * third) + v_small * third;
    select(v.value() >= v_small.value(), v, smoothed)
}

/// Couple of rolling resistance on body i  −μ_r·R·f_n·ω_t/reg(|ω_t|, ω_small)  [N·m], world axes  [M3D].
///
/// Deviations: where a surface is curved unevenly R is that of the mean curvatures; [M3D] takes the whole relative angular velocity; here ω_t is its part across the normal, as spinning has a bound
/// of its own ([`crate::physics::limit_surface`]).
#[inline]
pub fn rolling_couple<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>, f_n: T) -> Vector3<T> {
    let f = &parameters.friction;
    if f.mu_r.is_zero() {
        return Vector3::from_element(T::zero());
    }
    let omega_t = frame.tangential(&frame.omega);
    omega_t * -(rolling_slope(parameters, frame.rolling_radius, &omega_t) * f_n)
}

/// μ_r·R/reg(|ω_t|, ω_small)  [m·s]: the couple by normal force and rolling speed.
pub fn rolling_slope<T: Scalar>(parameters: &Parameters<T>, radius: T, omega_t: &Vector3<T>) -> T {
    let f = &parameters.friction;
    f.mu_r * radius / reg(omega_t.dot(omega_t).sqrt(), f.w_small)
}
