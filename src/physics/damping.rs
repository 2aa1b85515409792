//! Damping of the normal force, one function per law: a [s/m] of  f_n = k·x^p·(1 + a·ẋ)₊  from the impact speed.
//!
//! `v_i` approach speed at the onset [m/s], > 0; e = e(v_i) is [`restitution`], which each law is told. What the laws really
//! give is [`restitution_of_damping`](crate::physics::restitution::restitution_of_damping) of a·v_i.

use crate::physics::restitution::{damping_factor, damping_ratio, restitution, restitution_deficit};
use crate::physics::{Parameters, Scalar, normal::Stiffness};

/// Gonthier and others:  d(e)/(e·v_i)  [G04 eq. 11 with λ = a·k]; gives e.
pub fn gonthier<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let e = restitution(parameters, v_i);
    damping_factor(e) / (e * v_i)
}

/// Hunt and Crossley:  ³⁄₂·(1−e)/v_i, which is d_HC(e)/(e·v_i)  [G04 eq. 14], and with e₀ = 1 the constant ³⁄₂·α  [G04 eq. 13].
pub fn hunt_crossley<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    restitution_deficit(parameters, v_i) * T::from(1.5) / v_i
}

/// Lankarani and Nikravesh:  ¾·(1−e²)/v_i  [their 1990 paper, cited in WK91 ch. 1].
pub fn lankarani_nikravesh<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    restitution_deficit(parameters, v_i) * (T::one() + restitution(parameters, v_i)) * T::from(0.75) / v_i
}

/// Flores and others:  ⁸⁄₅·(1−e)/(e·v_i), at most d_max; d_max up to the impact speed v_small, where e counts as 0  [M3D].
pub fn flores<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    if v_i.value() <= c.v_small.value() {
        return c.d_max;
    }
    (restitution_deficit(parameters, v_i) * T::from(1.6) / (restitution(parameters, v_i) * v_i)).at_most(c.d_max)
}

/// Linear spring and damper [WK91 ch. 1]  c/k = 2ζ(e)·√(m/k)  [s] of  f_n = k·(x + a·ẋ)₊; gives e for the mass m.
///
/// Deviation: there stiffness and damping are known; here the damping follows from e by [`damping_ratio`].
pub fn kelvin_voigt<T: Scalar>(parameters: &Parameters<T>, stiffness: &Stiffness<T>, v_i: T) -> T {
    damping_ratio(restitution(parameters, v_i)) * (parameters.compliance.mass / stiffness.k).sqrt() * T::from(2.0)
}
