//! Friction in the tangent plane and about the normal: bristles with a dwell-time state [G04 §2.2], or regularised [M3D].
//!
//! Slip V, deflection z̃ and force F have a part about the normal ([`Planar`]); [G04] has the translations only, and with e_r = 0
//! its formulas stand here as they are.

use crate::physics::parameters::{BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, SpinRadiusSource};
use crate::physics::planar::Space;
use crate::physics::scalar::select;
use crate::physics::{ContactFrame, LimitSurface, Parameters, Planar, Scalar, Vector3, geometry, material, rolling};

/// e_r of spinning friction [m] at the penetration x [m]: as given, or 3π/16·√(R_eff·x) [PT96 eq. 1].
#[inline]
pub fn spin_radius<T: Scalar>(parameters: &Parameters<T>, x: T) -> T {
    match parameters.settings.spin_radius_source {
        SpinRadiusSource::Given => parameters.friction.e_r,
        SpinRadiusSource::ContactRadius => {
            material::spin_radius(material::contact_radius(geometry::effective_radius(parameters), x))
        }
    }
}

/// Sticking level  s = exp(−|V|²/v_S²)  [G04 eq. 17]: 1 sticks, 0 slides.
///
/// `slip` V [m/s] · `v_S` [m/s] > 0
#[allow(non_snake_case)]
#[inline(always)]
pub fn sticking_level<T: Scalar, V: Space<T>>(slip: &V, v_S: T) -> T {
    sticking_by_square(slip.dot(slip), v_S)
}

/// [`sticking_level`] from |V|² [m²/s²].
#[allow(non_snake_case)]
#[inline(always)]
pub fn sticking_by_square<T: Scalar>(square: T, v_S: T) -> T {
    (-(square * (T::one() / (v_S * v_S)))).exp()
}

/// Slope of the smoothed direction at rest  3/(2v_ε)  [s/m].
const SLOPE: f64 = 1.5;

/// Direction of slip, smoothed below v_ε:  (v/v_ε)(3/2 − ½(|v|/v_ε)²)  [G04 eq. 20].
///
/// Deviation: eq. (20) is misprinted, its slope jumps at v_ε and is 0 at v = 0; this is the form with a continuous slope.
/// `slip` [m/s] · `v_eps` [m/s] > 0 → length 0…1
#[inline(always)]
pub fn slip_direction<T: Scalar, V: Space<T>>(slip: &V, v_eps: T) -> V {
    *slip * direction_by_slip(slip.dot(slip), v_eps)
}

/// What [`slip_direction`] multiplies the slip with [s/m], from |V|² [m²/s²].
#[inline(always)]
pub fn direction_by_slip<T: Scalar>(square: T, v_eps: T) -> T {
    let ratio2 = square * (T::one() / (v_eps * v_eps));
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

/// Force of the bristles  f_br = s·(σ0·z̃ + σ1·V) + (1−s)·f_C  [N]: eq. (22) put into eq. (15), which has no 1/σ1.
///
/// `z` tangential deflection [m] · `f_c` Coulomb force [N]
#[inline(always)]
pub fn bristle_force<T: Scalar, V: Space<T>>(f: &Friction<T>, s: T, z: &V, slip: &V, f_c: &V) -> V {
    (*z * f.sigma_0 + *slip * f.sigma_1) * s + *f_c * (T::one() - s)
}

/// Rate of the dwell state  ṡ_dw = (s − s_dw)/τ  [1/s]  [G04 eq. 23], τ that of [`dwell_time`].
#[inline(always)]
pub fn dwell_rate<T: Scalar>(f: &Friction<T>, s: T, s_dw: T) -> T {
    (s - s_dw) * select(s.value() >= s_dw.value(), T::one() / f.tau_dw, f.sigma_0 / f.sigma_1)
}

/// Time constant of the dwell state [s]: τ_dw while it rises towards s, τ_br while it falls [G04 eq. 23].
#[inline(always)]
pub fn dwell_time<T: Scalar>(f: &Friction<T>, s: T, s_dw: T) -> T {
    select(s.value() >= s_dw.value(), f.tau_dw, f.tau_br())
}

/// What drives friction: everything in the law but the deflection itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<T> {
    /// s [1]; 0 apart, and in laws that have none
    pub s: T,
    /// Coulomb force f_C [N]  [G04 eq. 19]; all there is in the law `coulomb` [M3D]
    pub f_c: Planar<T>,
    pub acts: Acts,
}

/// What friction consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acts {
    /// No friction: apart, or no law.
    Nothing,
    /// Bristles within a bound, and viscous friction.
    Bristles,
    /// The Coulomb force alone.
    Coulomb,
}

/// The slip as friction sees it, and the set its force lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding<T> {
    /// V = (v_t, e_r·ω_n) [m/s]
    pub slip: Planar<T>,
    /// e_r [m]
    pub e_r: T,
    pub surface: LimitSurface<T>,
}

impl<T: Scalar> Sliding<T> {
    /// What of a deflection bears a force: its part in the tangent plane, and z_r unless e_r is 0. The rest decays with τ_br.
    #[inline]
    pub fn held(&self, frame: &ContactFrame<T>, z: &Planar<T>) -> Planar<T> {
        let r = if self.e_r.value() > 0.0 { z.r } else { T::zero() };
        Planar { t: frame.tangential(&z.t), r }
    }
}

/// Slip and limit surface of a contact frame.
#[inline(always)]
pub fn sliding<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>) -> Sliding<T> {
    let e_r = spin_radius(parameters, frame.penetration);
    // without a polyhedron the axis is 0, and nobody looks at it
    let is_polyhedron = parameters.settings.friction_map == FrictionMap::Polyhedron;
    let axes = if is_polyhedron { frame.axes() } else { [frame.axis; 2] };
    Sliding {
        slip: Planar { t: frame.v_t, r: e_r * frame.normal.dot(&frame.omega) },
        e_r,
        surface: LimitSurface::new(&parameters.settings, axes),
    }
}

/// Sticking level and Coulomb force: f_C = μ_C·f_n·dir(V) [G04 eqs. 17, 19], or μ_C·f_n·V/reg(|V|, v_small) [M3D]. Apart, and
/// without a friction law, s ≡ 0 and f_C ≡ 0: bristles that touch nothing spring back.
#[inline(always)]
pub fn drive<T: Scalar>(parameters: &Parameters<T>, contact: bool, sliding: &Sliding<T>, f_n: T) -> Drive<T> {
    let f = &parameters.friction;
    let Sliding { slip, surface, .. } = sliding;
    let law = if contact { parameters.settings.friction_law } else { FrictionLaw::None };
    match law {
        FrictionLaw::None => Drive { s: T::zero(), f_c: Planar::zero(), acts: Acts::Nothing },
        FrictionLaw::Dwell => {
            let v_eps = f.direction_width();
            let direction = surface.direction(slip, |v| slip_direction(v, v_eps), T::from(SLOPE) / v_eps);
            let s = sticking_level(slip, f.v_S);
            Drive { s, f_c: direction * (f.mu_C * f_n), acts: Acts::Bristles }
        }
        FrictionLaw::Coulomb => {
            let slope = T::one() / rolling::reg(T::zero(), f.v_small);
            let direction = surface.direction(slip, |v| regularised_direction(v, f.v_small), slope);
            Drive { s: T::zero(), f_c: direction * (f.mu_C * f_n), acts: Acts::Coulomb }
        }
    }
}

/// Friction of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionForce<T> {
    /// f_t on body i [N], and c_r/e_r [N]
    pub force: Planar<T>,
    /// Moment about the normal on body i c_r [N·m]
    pub moment: T,
    /// s [1]
    pub s: T,
    /// Rate of z̃ without the turning of the contact frame [m/s]
    pub z_rate: Planar<T>,
    /// ṡ_dw [1/s]
    pub s_dw_rate: T,
}

/// Friction force  f_t = −(sat(f_br, f_max) + σ2·V)  [G04 eq. 26] or −f_C [M3D], and the rates of z̃ and s_dw.
///
/// z̃ moves by  ż = (f̂ − σ0·z)/σ1, eq. (15) solved for ż. With f̂ = f_br this is eq. (22) as printed
/// (`bristleLimit = paper`); by default f̂ = sat(f_br, f_max), the force that is applied, so that |σ0·z| stays within
/// the bound and nothing winds up. What bears no force ([`Sliding::held`]) decays with τ_br.
#[inline(always)]
pub fn friction_force<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    sliding: &Sliding<T>,
    drive: &Drive<T>,
    f_n: T,
    z: &Planar<T>,
    s_dw: T,
) -> FrictionForce<T> {
    let f = &parameters.friction;
    let f_br = bristle_force(f, drive.s, &sliding.held(frame, z), &sliding.slip, &drive.f_c);
    limited_friction(parameters, sliding, drive, &f_br, friction_bound(f, f_n, s_dw), z, s_dw)
}

/// [`friction_force`] from the force of the bristles `f_br` [N] and its bound f_max [N].
#[inline(always)]
pub fn limited_friction<T: Scalar>(
    parameters: &Parameters<T>,
    sliding: &Sliding<T>,
    drive: &Drive<T>,
    f_br: &Planar<T>,
    bound: T,
    z: &Planar<T>,
    s_dw: T,
) -> FrictionForce<T> {
    let f = &parameters.friction;
    let Sliding { slip, e_r, surface } = sliding;
    let (force, f_hat) = match drive.acts {
        Acts::Bristles => {
            let applied = surface.saturate(f_br, bound);
            let f_hat = match parameters.settings.bristle_limit {
                BristleLimit::Limited => applied,
                BristleLimit::Paper => *f_br,
            };
            (with_viscous(f, &applied, slip), f_hat)
        }
        Acts::Coulomb => (-drive.f_c, Planar::zero()),
        Acts::Nothing => (Planar::zero(), Planar::zero()),
    };
    FrictionForce {
        force,
        moment: force.r * *e_r,
        s: drive.s,
        z_rate: bristle_rate(f, &f_hat, z),
        s_dw_rate: dwell_rate(f, drive.s, s_dw),
    }
}

/// Force on body i  −(sat(f_br) + σ2·V)  [N]  [G04 eq. 26].
#[inline(always)]
pub fn with_viscous<T: Scalar, V: Space<T>>(f: &Friction<T>, applied: &V, slip: &V) -> V {
    -(*applied + *slip * f.sigma_2)
}

/// ż = (f̂ − σ0·z)/σ1  [m/s]  [G04 eq. 15 solved for ż].
#[inline(always)]
pub fn bristle_rate<T: Scalar, V: Space<T>>(f: &Friction<T>, f_hat: &V, z: &V) -> V {
    (*f_hat - *z * f.sigma_0) * (T::one() / f.sigma_1)
}

/// Turning rate of the frame in which the bristles rest [rad/s]: ω_c, or 0 with `bristleFrame = paper`.
#[inline]
pub fn bristle_turning_rate<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>) -> Vector3<T> {
    match parameters.settings.bristle_frame {
        BristleFrame::Contact => frame.omega_c,
        BristleFrame::Paper => Vector3::from_element(T::zero()),
    }
}
