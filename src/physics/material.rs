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
/// `E` [Pa] > 0 · `ν` [1] 0…0.5, in [M3D] up to 1
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

/// B/A up to which the ellipse of contact is followed: beyond it is as long as there, some 800 times as long as wide.
const LONGEST: f64 = 1e5;

/// Rounds after which the arithmetic-geometric mean of numbers within a factor of 2200 has converged to machine precision.
const ROUNDS: usize = 6;

/// K of [`elliptic`] as π/(2·M), and (K − E)/K and (E − g²·K)/K.
struct Elliptic<T> {
    mean: T,
    without_e: T,
    without_k: T,
}

/// Complete elliptic integrals of the modulus e² = 1 − g² by the arithmetic-geometric mean M(1, g):  K = π/(2M),  (K − E)/K = ½·Σ 2ⁿ·c_n²,  c_0 = e,
/// c_{n+1} = (a_n − b_n)/2  (Abramowitz and Stegun 17.6). `g` 0…1
fn elliptic<T: Scalar>(g: T) -> Elliptic<T> {
    let half = T::from(0.5);
    let (mut upper, mut lower, mut power, mut rest) = (T::one(), g, T::one(), T::zero());
    for _ in 0..ROUNDS {
        let c = (upper - lower) * half;
        rest += c * c * power;
        power += power;
        (upper, lower) = ((upper + lower) * half, (upper * lower).sqrt());
    }
    // 1 − g² without loss where the ellipse is nearly a circle
    let first = (T::one() - g) * (T::one() + g) * half;
    Elliptic { mean: upper, without_e: first + rest, without_k: first - rest }
}

/// Effective radius R_eff [m] of surfaces with the relative principal curvatures κ₁,₂ = mean ± `half_difference` [1/m], mean > 0:
/// that of the ball on a plane with the same stiffness.
///
/// R_eff = M(1, g)²/(A + B·g²),  A = κ₂/2,  B = κ₁/2,  g² = A/B·(E − g₀²·K)/(K − E) with K and E of  g₀ = (A/B)^(2/3)
///
/// From Hertz's theory: F = 2π/3·E*·δ^1.5/(K(e)·√(A + B·g²)) for an ellipse of axes 1 : g (Johnson, Contact Mechanics, 1985, §4.2), K = π/(2·M(1, g)), M the
/// arithmetic-geometric mean. g₀ is Greenwood's estimate (J. Tribology 107, 1985, p. 501), and g what Hertz's equation of it makes of that. Of all
/// ellipses the true one is the stiffest, so that k is wrong by the square of the error of g only: it is below Hertz's by less than 1e-6 up to κ₁ = 4·κ₂,
/// 1e-4 up to 100 and 4e-4 up to 1e5. Longer ellipses, and surfaces that are hollow in one direction, count as 1e5.
pub fn of_relative_curvatures<T: Scalar>(mean: T, half_difference: T) -> T {
    if half_difference.value() <= 0.0 {
        return T::one() / mean;
    }
    let half = T::from(0.5);
    let b = (mean + half_difference) * half;
    let a = ((mean - half_difference) * half).at_least(b * T::from(1.0 / LONGEST));
    let ratio = a / b;
    let root = libm::cbrt(ratio.value() * ratio.value());
    let estimate = ratio.chain(root, 2.0 / 3.0 * root / ratio.value());
    if estimate.value() >= 1.0 {
        return T::one() / mean;
    }
    let Elliptic { without_e, without_k, .. } = elliptic(estimate);
    let square = ratio * without_k / without_e;
    let longer = elliptic(square.sqrt()).mean;
    longer * longer / (a + b * square)
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
