//! The equations of friction, each a function on any space of slips.

use crate::physics::parameters::{BristleFrame, Friction, SpinRadiusSource};
use crate::physics::planar::Space;
use crate::physics::scalar::select;
use crate::physics::{ContactFrame, Parameters, Scalar, Spot, Vector3, material, rolling};

/// e_r of spinning friction [m] at the effective radius and the penetration x [m]: as given [PT96 eq. 1], which leaves
/// open where it comes from, or 3π/16·√(R_eff·x), the mean distance under Hertz's pressure ([`material::spin_radius`]).
#[inline]
pub fn spin_radius<T: Scalar>(parameters: &Parameters<T>, effective_radius: T, x: T) -> T {
    match parameters.settings.spin_radius_source {
        SpinRadiusSource::Given => parameters.friction.e_r,
        SpinRadiusSource::ContactRadius => material::spin_radius(material::contact_radius(effective_radius, x)),
    }
}

/// [`spin_radius`] where bodies meet; the contact area of faces is their [`Region`](crate::physics::Region).
#[inline]
pub fn spin_radius_at<T: Scalar>(parameters: &Parameters<T>, Spot { frame, region }: Spot<T>) -> T {
    match (parameters.settings.spin_radius_source, region) {
        (SpinRadiusSource::ContactRadius, Some(region)) => region.spin_radius,
        _ => spin_radius(parameters, frame.effective_radius, frame.penetration),
    }
}

/// What follows from the coefficients alone: worked out once where they stay ([`Friction::constants`]).
#[allow(non_snake_case)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants<T> {
    /// Width of the smoothed direction v_ε [m/s]
    pub v_eps: T,
    /// 1/v_ε² [s²/m²]
    pub per_v_eps2: T,
    /// 1/v_S² [s²/m²]
    pub per_v_S2: T,
    /// 1/τ_dw [1/s]
    pub per_tau_dw: T,
    /// 1/τ_br = σ0/σ1 [1/s]
    pub per_tau_br: T,
    /// 1/σ1 [m/(N·s)]
    pub per_sigma_1: T,
}

impl<T: Scalar> Friction<T> {
    #[inline(always)]
    pub fn constants(&self) -> Constants<T> {
        let (one, v_eps) = (T::one(), self.direction_width());
        Constants {
            v_eps,
            per_v_eps2: one / (v_eps * v_eps),
            per_v_S2: one / (self.v_S * self.v_S),
            per_tau_dw: one / self.tau_dw,
            per_tau_br: self.sigma_0 / self.sigma_1,
            per_sigma_1: one / self.sigma_1,
        }
    }
}

/// Sticking level  s = exp(−|V|²/v_S²)  [G04 eq. 17]: 1 sticks, 0 slides.
///
/// `square` |V|² [m²/s²] · `per_v_S2` 1/v_S² [s²/m²] > 0
#[allow(non_snake_case)]
#[inline(always)]
pub fn sticking_level<T: Scalar>(square: T, per_v_S2: T) -> T {
    (-(square * per_v_S2)).exp()
}

/// Slope of the smoothed direction at rest  3/(2v_ε)  [s/m].
pub(super) const SLOPE: f64 = 1.5;

/// Direction of slip, smoothed below v_ε:  (v/v_ε)(3/2 − ½(|v|/v_ε)²)  [G04 eq. 20].
///
/// Misprint: eq. (20) has v/v_ε before its bracket where v/|v| is meant, so that its slope jumps at v_ε and is 0 at v = 0; this is the
/// form with a continuous slope.
/// `slip` [m/s] · `v_eps` [m/s] > 0 → length 0…1
#[inline(always)]
pub fn slip_direction<T: Scalar, V: Space<T>>(slip: &V, v_eps: T) -> V {
    *slip * direction_by_slip(slip.dot(slip), v_eps, T::one() / (v_eps * v_eps))
}

/// What [`slip_direction`] multiplies the slip with [s/m], from |V|² [m²/s²], v_ε [m/s] and 1/v_ε² [s²/m²].
#[inline(always)]
pub fn direction_by_slip<T: Scalar>(square: T, v_eps: T, per_v_eps2: T) -> T {
    let ratio2 = square * per_v_eps2;
    let slides = ratio2.value() >= 1.0;
    let numerator = select(slides, T::one(), T::from(SLOPE) - ratio2 * T::from(0.5));
    numerator / select(slides, square.sqrt(), v_eps)
}

/// The reciprocal of a smaller number could be infinite, and times a slip of 0 no number.
const LEAST_REG: f64 = 1e-300;

/// Direction of slip of [M3D]:  v/reg(|v|, v_small).
#[inline(always)]
pub fn regularised_direction<T: Scalar, V: Space<T>>(slip: &V, v_small: T) -> V {
    *slip * (T::one() / rolling::reg(slip.norm(), v_small).at_least(T::from(LEAST_REG)))
}

/// Bound of the friction force  f_max = f_n·(μ_C + (μ_S−μ_C)·s_dw)  [N]  [G04 eq. 24].
///
/// `s_dw` counts as 0…1: the equations keep it there, a solver's trial point may lie beside.
#[inline(always)]
pub fn friction_bound<T: Scalar>(f: &Friction<T>, f_n: T, s_dw: T) -> T {
    f_n * (f.mu_C + (f.mu_S - f.mu_C) * s_dw.positive_part().at_most(T::one()))
}

/// Force of the bristles  f_br = s·(σ0·z̃ + σ1·V) + (1−s)·f_C  [N]: [G04 eqs. 16, 18, 21], together eq. (22), put into eq. (15),
/// which leaves no 1/σ1.
///
/// `z` tangential deflection [m] · `f_c` Coulomb force [N]
#[inline(always)]
pub fn bristle_force<T: Scalar, V: Space<T>>(f: &Friction<T>, s: T, z: &V, slip: &V, f_c: &V) -> V {
    (*z * f.sigma_0 + *slip * f.sigma_1) * s + *f_c * (T::one() - s)
}

/// Rate of the dwell state  ṡ_dw = (s − s_dw)/τ  [1/s]  [G04 eq. 23], τ that of [`dwell_time`].
#[inline(always)]
pub fn dwell_rate<T: Scalar>(constants: &Constants<T>, s: T, s_dw: T) -> T {
    (s - s_dw) * select(dwell_rises(s, s_dw), constants.per_tau_dw, constants.per_tau_br)
}

/// Time constant of the dwell state [s]: τ_dw while it rises towards s, τ_br while it falls [G04 eq. 23].
#[inline(always)]
pub fn dwell_time<T: Scalar>(f: &Friction<T>, s: T, s_dw: T) -> T {
    select(dwell_rises(s, s_dw), f.tau_dw, f.tau_br())
}

/// Whether the dwell state rises towards s.
#[inline(always)]
pub fn dwell_rises<T: Scalar>(s: T, s_dw: T) -> bool {
    s.value() >= s_dw.value()
}

/// Force on body i  −(sat(f_br) + σ2·V)  [N]  [G04 eq. 26]; the paper has v_t in the place of V.
#[inline(always)]
pub fn with_viscous<T: Scalar, V: Space<T>>(f: &Friction<T>, applied: &V, slip: &V) -> V {
    -(*applied + *slip * f.sigma_2)
}

/// ż = (f̂ − σ0·z)/σ1  [m/s]  [G04 eq. 15 solved for ż].
///
/// `per_sigma_1` 1/σ1 [m/(N·s)]
#[inline(always)]
pub fn bristle_rate<T: Scalar, V: Space<T>>(f: &Friction<T>, per_sigma_1: T, f_hat: &V, z: &V) -> V {
    (*f_hat - *z * f.sigma_0) * per_sigma_1
}

/// Turning rate of the frame in which the bristles rest [rad/s]: ω_c, or 0 with `bristleFrame = paper`.
#[inline]
pub fn bristle_turning_rate<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>) -> Vector3<T> {
    match parameters.settings.bristle_frame {
        BristleFrame::Contact => frame.omega_c,
        BristleFrame::Paper => Vector3::from_element(T::zero()),
    }
}
