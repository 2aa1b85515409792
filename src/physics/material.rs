//! Stiffness from materials and radii, after Hertz [M3D].

use crate::physics::Scalar;

/// Exponent of the penetration between round bodies n_geo [M3D].
pub const HERTZ_EXPONENT: f64 = 1.5;

/// How a surface is curved at the contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contour<T> {
    /// Radius of a sphere that stands for the surface r_contact [m], > 0
    pub r_contact: T,
    /// Whether it counts as flat against a round one
    pub is_flat: bool,
}

/// Effective modulus  1/((1−ν_i²)/E_i + (1−ν_j²)/E_j)  [Pa], c_res of [M3D].
///
/// `E` [Pa] > 0 · `ν` [1] 0…0.5
pub fn reduced_modulus<T: Scalar>(e_i: T, nu_i: T, e_j: T, nu_j: T) -> T {
    let compliance = |e: T, nu: T| (T::one() - nu * nu) / e;
    T::one() / (compliance(e_i, nu_i) + compliance(e_j, nu_j))
}

/// Effective radius R_eff [m], μ_r,geo of [M3D]: that of the round one against a flat one, otherwise r_i·r_j/(r_i + r_j).
pub fn effective_radius<T: Scalar>(i: Contour<T>, j: Contour<T>) -> T {
    match (i.is_flat, j.is_flat) {
        (false, true) => i.r_contact,
        (true, false) => j.r_contact,
        _ => of_curvatures(T::one() / i.r_contact, T::one() / j.r_contact),
    }
}

/// Effective radius of surfaces with these mean curvatures [1/m], hollow ones negative:  1/R_eff = H_i + H_j.
///
/// [M3D] gives every shape one mean curvature and takes 1/R for a cylinder; here that is 1/(2R), the mean of 1/R and 0.
pub fn of_curvatures<T: Scalar>(h_i: T, h_j: T) -> T {
    T::one() / (h_i + h_j)
}

/// B/A up to which the ellipse of contact is followed: beyond it is as long as there.
const LONGEST: f64 = 100.0;

/// Rounds after which the arithmetic-geometric mean of numbers within a factor of 22 has converged to machine precision.
const ROUNDS: usize = 5;

/// Effective radius R_eff [m] of surfaces with the relative principal curvatures κ₁,₂ = mean ± `half_difference` [1/m], mean > 0:
/// that of the ball on a plane with the same stiffness.
///
/// R_eff = M(1, g)²/(A + B·g²),  A = κ₂/2,  B = κ₁/2,  g = (A/B)^(2/3)
///
/// From Hertz's theory: F = 2π/3·E*·δ^1.5/(K(e)·√(A + B·g²)) for an ellipse of axes 1 : g (Johnson, Contact Mechanics, 1985, §4.2), K = π/(2·M(1, g)), M the
/// arithmetic-geometric mean. g is Greenwood's estimate (J. Tribology 107, 1985, p. 501). Of all ellipses the true one is the stiffest, so that k is wrong by the square
/// of the error of g only: it is below Hertz's by less than 2e-5 up to κ₁ = 4·κ₂, 2e-4 up to 10, 7e-4 up to 20 and 5e-3 up to 100. Longer
/// ellipses, and surfaces that are hollow in one direction, count as 100.
pub fn of_relative_curvatures<T: Scalar>(mean: T, half_difference: T) -> T {
    if half_difference.value() <= 0.0 {
        return T::one() / mean;
    }
    let half = T::from(0.5);
    let b = (mean + half_difference) * half;
    let a = ((mean - half_difference) * half).at_least(b * T::from(1.0 / LONGEST));
    let ratio = a / b;
    let root = libm::cbrt(ratio.value() * ratio.value());
    let g = ratio.chain(root, 2.0 / 3.0 * root / ratio.value());
    let (mut upper, mut lower) = (T::one(), g);
    for _ in 0..ROUNDS {
        (upper, lower) = ((upper + lower) * half, (upper * lower).sqrt());
    }
    upper * upper / (a + b * g * g)
}

/// Stiffness  k = k_red·4/3·√R_eff·c_res  [N/m^1.5]  [M3D].
pub fn stiffness<T: Scalar>(k_red: T, reduced_modulus: T, effective_radius: T) -> T {
    k_red * reduced_modulus * effective_radius.sqrt() * T::from(4.0 / 3.0)
}

/// Radius of the contact area  a = √(R_eff·x)  [m], 0 while apart.
pub fn contact_radius<T: Scalar>(effective_radius: T, x: T) -> T {
    (effective_radius * x.positive_part()).sqrt()
}

/// e_r of a contact area of radius `a` under Hertz's pressure  3π/16·a  [m]: the mean of the distance from its centre over
/// p(r) ∝ √(1 − r²/a²). A flat disc under even pressure has 2/3·a.
pub fn spin_radius<T: Scalar>(a: T) -> T {
    a * T::from(3.0 * core::f64::consts::PI / 16.0)
}
