//! Normal compliance and damping [G04 §2.1].

use crate::physics::parameters::{ComplianceSource, Materials, NormalLaw};
use crate::physics::{ContactFrame, Latch, Parameters, Scalar, geometry, material, restitution};

/// Stiffness and exponent of the elastic force k·x^p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness<T> {
    /// k [N/m^p]
    pub k: T,
    /// p [1]
    pub p: T,
}

/// k and p as given, or after Hertz from materials and radii [M3D].
pub fn stiffness<T: Scalar>(parameters: &Parameters<T>) -> Stiffness<T> {
    match parameters.settings.compliance_source {
        ComplianceSource::Stiffness => Stiffness { k: parameters.compliance.k, p: parameters.compliance.p },
        ComplianceSource::Materials => {
            let Materials { i, j, k_red } = parameters.materials;
            let modulus = material::reduced_modulus(i.E, i.nu, j.E, j.nu);
            let k = material::stiffness(k_red, modulus, geometry::effective_radius(parameters));
            Stiffness { k, p: T::from(material::HERTZ_EXPONENT) }
        }
    }
}

/// Damping of the normal force a [s/m].
///
/// | law | a |
/// |---|---|
/// | Gonthier | d(e)/(e·v_i)  [G04 eq. 11 with λ = a·k] |
/// | elastic | 0 |
/// | Hunt and Crossley | ³⁄₂·(1−e)/v_i, which is d_HC(e)/(e·v_i)  [G04 eq. 14], and with e₀ = 1 the constant ³⁄₂·α  [G04 eq. 13] |
/// | Lankarani and Nikravesh | ¾·(1−e²)/v_i |
/// | Flores | ⁸⁄₅·(1−e)/(e·v_i), at most d_max; d_max up to the impact speed v_small, where e counts as 0  [M3D] |
/// | linear spring and damper | c/k [s]:  2ζ(e)·√(m/k) |
///
/// `v_i` approach speed at the onset [m/s], taken not below vMin
pub fn damping<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    match parameters.settings.normal_law {
        NormalLaw::Elastic => T::zero(),
        NormalLaw::Gonthier => {
            let v_i = v_i.at_least(c.v_min);
            let e = restitution::restitution(c, v_i);
            restitution::damping_factor(e) / (e * v_i)
        }
        NormalLaw::HuntCrossley => {
            let v_i = v_i.at_least(c.v_min);
            restitution::restitution_deficit(c, v_i) * T::from(1.5) / v_i
        }
        NormalLaw::LankaraniNikravesh => {
            let v_i = v_i.at_least(c.v_min);
            let e = restitution::restitution(c, v_i);
            restitution::restitution_deficit(c, v_i) * (T::one() + e) * T::from(0.75) / v_i
        }
        NormalLaw::Flores => {
            let v_i = v_i.at_least(c.v_min);
            if v_i.value() <= c.v_small.value() {
                return c.d_max;
            }
            let e = restitution::restitution(c, v_i);
            (restitution::restitution_deficit(c, v_i) * T::from(1.6) / (e * v_i)).at_most(c.d_max)
        }
        NormalLaw::KelvinVoigt => {
            let zeta = restitution::damping_ratio(restitution::restitution(c, v_i.at_least(c.v_min)));
            zeta * (c.mass / stiffness(parameters).k).sqrt() * T::from(2.0)
        }
    }
}

/// Restitution that the law really gives for an impact at v_i [m/s], taken not below vMin; for the linear spring and damper
/// with the mass it is given.
pub fn effective_restitution<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    match parameters.settings.normal_law {
        NormalLaw::Elastic => T::one(),
        NormalLaw::Gonthier | NormalLaw::KelvinVoigt => restitution::restitution(c, v_i.at_least(c.v_min)),
        NormalLaw::HuntCrossley | NormalLaw::LankaraniNikravesh | NormalLaw::Flores => {
            restitution::restitution_of_damping(damping(parameters, v_i) * v_i.at_least(c.v_min))
        }
    }
}

/// Normal force and its elastic part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NormalForce<T> {
    /// f_n [N], ≥ 0
    pub force: T,
    /// k·x^p [N], the part that can be recovered
    pub elastic: T,
    /// Energy stored in the compliance  k·x^{p+1}/(p+1)  [J]
    pub energy: T,
    /// 1 + a·ẋ [1], linear spring and damper x + a·ẋ [m]; below 0 the force is clipped
    pub clip_margin: T,
}

/// Normal force  f_n = k·x^p·(1 + a·ẋ)₊  [G04 eqs. 4, 6]; clipped at 0, where the paper only asks that `a` keeps it positive:
/// a host can pull faster than any rebound. Linear spring and damper:  f_n = k·(x + a·ẋ)₊.
pub fn normal_force<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
) -> NormalForce<T> {
    if !latch.contact {
        return NormalForce { clip_margin: T::one(), ..NormalForce::default() };
    }
    let Stiffness { k, p } = stiffness(parameters);
    let x = frame.penetration.positive_part();
    let elastic = k * x.power(p);
    let damped = latch.a * frame.penetration_rate;
    let (pressing, clip_margin) = match parameters.settings.normal_law {
        NormalLaw::KelvinVoigt => (k, frame.penetration + damped),
        _ => (elastic, T::one() + damped),
    };
    NormalForce {
        force: pressing * clip_margin.positive_part(),
        elastic,
        energy: elastic * x / (p + T::one()),
        clip_margin,
    }
}

/// Damping by the elastic force a [s/m], f_n = f_e·(1 + a·ẋ)₊, while f_e = `elastic` > 0 is held.
pub fn held_damping(parameters: &Parameters<f64>, latch: &Latch<f64>, elastic: f64) -> f64 {
    match parameters.settings.normal_law {
        NormalLaw::KelvinVoigt => latch.a * stiffness(parameters).k / elastic,
        _ => latch.a,
    }
}
