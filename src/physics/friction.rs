//! Tangential friction: bristles with a dwell-time state [G04 §2.2].

use crate::physics::parameters::{BristleFrame, BristleLimit, Friction, FrictionLaw};
use crate::physics::{ContactFrame, Parameters, Scalar, Vector3};

/// Sticking level  s = exp(−|v_t|²/v_S²)  [G04 eq. 17]: 1 sticks, 0 slides.
///
/// `v_t` slip velocity [m/s] · `v_S` [m/s] > 0
#[allow(non_snake_case)]
pub fn sticking_level<T: Scalar>(v_t: &Vector3<T>, v_S: T) -> T {
    (-(v_t.dot(v_t) / (v_S * v_S))).exp()
}

/// Direction of slip, smoothed below v_ε:  (v/v_ε)(3/2 − ½(|v|/v_ε)²)  [G04 eq. 20].
///
/// Deviation: eq. (20) is misprinted, its slope jumps at v_ε and is 0 at v = 0; this is the form with a continuous slope.
/// `v_t` [m/s] · `v_eps` [m/s] > 0 → length 0…1
pub fn slip_direction<T: Scalar>(v_t: &Vector3<T>, v_eps: T) -> Vector3<T> {
    let ratio2 = v_t.dot(v_t) / (v_eps * v_eps);
    if ratio2.value() >= 1.0 {
        v_t / v_t.dot(v_t).sqrt()
    } else {
        v_t * ((T::from(1.5) - ratio2 * T::from(0.5)) / v_eps)
    }
}

/// Bound of the friction force  f_max = f_n·(μ_C + (μ_S−μ_C)·s_dw)  [N]  [G04 eq. 24].
///
/// `s_dw` counts as 0…1: the equations keep it there, a solver's trial point may lie beside.
pub fn friction_bound<T: Scalar>(f: &Friction<T>, f_n: T, s_dw: T) -> T {
    f_n * (f.mu_C + (f.mu_S - f.mu_C) * s_dw.positive_part().at_most(T::one()))
}

/// Force of the bristles  f_br = s·(σ0·z + σ1·v_t) + (1−s)·f_C  [N]: eq. (22) put into eq. (15), which has no 1/σ1.
///
/// `z` tangential deflection [m] · `f_c` Coulomb force [N]
pub fn bristle_force<T: Scalar>(
    f: &Friction<T>,
    s: T,
    z: &Vector3<T>,
    v_t: &Vector3<T>,
    f_c: &Vector3<T>,
) -> Vector3<T> {
    (z * f.sigma_0 + v_t * f.sigma_1) * s + f_c * (T::one() - s)
}

/// f, shortened to the length f_max where it is longer [G04 eq. 25].
pub fn saturate<T: Scalar>(force: &Vector3<T>, f_max: T) -> Vector3<T> {
    if exceeds(force, f_max) { force * (f_max / force.dot(force).sqrt()) } else { *force }
}

/// |f| > f_max
pub fn exceeds<T: Scalar>(force: &Vector3<T>, f_max: T) -> bool {
    force.dot(force).value() > f_max.value() * f_max.value()
}

/// Rate of the dwell state  ṡ_dw = (s − s_dw)/τ  [1/s]  [G04 eq. 23], τ from [`dwell_time`].
pub fn dwell_rate<T: Scalar>(f: &Friction<T>, s: T, s_dw: T) -> T {
    (s - s_dw) / dwell_time(f, s, s_dw)
}

/// Time constant of the dwell state [s]: τ_dw while it rises towards s, τ_br while it falls [G04 eq. 23].
pub fn dwell_time<T: Scalar>(f: &Friction<T>, s: T, s_dw: T) -> T {
    if s.value() >= s_dw.value() { f.tau_dw } else { f.tau_br() }
}

/// What drives the bristles: everything in the friction law but the deflection itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<T> {
    /// s [1]; 0 apart
    pub s: T,
    /// Coulomb force f_C [N]  [G04 eq. 19]
    pub f_c: Vector3<T>,
    /// Whether there is a tangential force at all
    pub active: bool,
}

/// Sticking level and Coulomb force  f_C = μ_C·f_n·dir(v_t)  [G04 eqs. 17, 19]. Apart, and without a friction law, s ≡ 0 and
/// f_C ≡ 0: bristles that touch nothing spring back.
pub fn drive<T: Scalar>(parameters: &Parameters<T>, contact: bool, v_t: &Vector3<T>, f_n: T) -> Drive<T> {
    let f = &parameters.friction;
    if !contact || parameters.settings.friction_law == FrictionLaw::None {
        return Drive { s: T::zero(), f_c: Vector3::from_element(T::zero()), active: false };
    }
    Drive {
        s: sticking_level(v_t, f.v_S),
        f_c: slip_direction(v_t, f.direction_width()) * (f.mu_C * f_n),
        active: true,
    }
}

/// Friction of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionForce<T> {
    /// f_t on body i [N]
    pub force: Vector3<T>,
    /// s [1]
    pub s: T,
    /// ż without the turning of the contact frame [m/s]
    pub z_rate: Vector3<T>,
    /// ṡ_dw [1/s]
    pub s_dw_rate: T,
}

/// Friction force  f_t = −(sat(f_br, f_max) + σ2·v_t)  [G04 eq. 26] and the rates of z and s_dw.
///
/// z moves by  ż = (f̂ − σ0·z)/σ1, eq. (15) solved for ż. With f̂ = f_br this is eq. (22) as printed
/// (`bristleLimit = paper`); by default f̂ = sat(f_br, f_max), the force that is applied, so that |σ0·z| stays within
/// the bound and nothing winds up. A part of z along the normal enters no force and decays with τ_br.
pub fn friction_force<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    drive: &Drive<T>,
    f_n: T,
    z: &Vector3<T>,
    s_dw: T,
) -> FrictionForce<T> {
    let f = &parameters.friction;
    let zero = Vector3::from_element(T::zero());
    let (force, f_hat) = if drive.active {
        let f_br = bristle_force(f, drive.s, &frame.tangential(z), &frame.v_t, &drive.f_c);
        let applied = saturate(&f_br, friction_bound(f, f_n, s_dw));
        let f_hat = match parameters.settings.bristle_limit {
            BristleLimit::Limited => applied,
            BristleLimit::Paper => f_br,
        };
        (-(applied + frame.v_t * f.sigma_2), f_hat)
    } else {
        (zero, zero)
    };
    FrictionForce {
        force,
        s: drive.s,
        z_rate: (f_hat - z * f.sigma_0) / f.sigma_1,
        s_dw_rate: dwell_rate(f, drive.s, s_dw),
    }
}

/// Turning rate of the frame in which the bristles rest [rad/s]: ω_c, or 0 with `bristleFrame = paper`.
pub fn bristle_turning_rate<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>) -> Vector3<T> {
    match parameters.settings.bristle_frame {
        BristleFrame::Contact => frame.omega_c,
        BristleFrame::Paper => Vector3::from_element(T::zero()),
    }
}
