//! Normal compliance and damping [G04 §2.1].

use crate::physics::parameters::NormalLaw;
use crate::physics::{ContactFrame, Latch, Parameters, Scalar, restitution};

/// Damping of the normal force a [s/m]:  d(e)/(e·v_i)  [G04 eq. 11 with λ = a·k]; 0 for the elastic law;  ³⁄₂·(1−e)/v_i
/// for Hunt and Crossley's, which is d_HC(e)/(e·v_i)  [G04 eq. 14], and with e₀ = 1 the constant ³⁄₂·α  [G04 eq. 13].
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
    }
}

/// Restitution that the law really gives for an impact at v_i [m/s], taken not below vMin.
pub fn effective_restitution<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    match parameters.settings.normal_law {
        NormalLaw::Elastic => T::one(),
        NormalLaw::Gonthier => restitution::restitution(c, v_i.at_least(c.v_min)),
        NormalLaw::HuntCrossley => {
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
    /// 1 + a·ẋ [1]; below 0 the force is clipped
    pub damping_ratio: T,
}

/// Normal force  f_n = k·x^p·(1 + a·ẋ)₊  [G04 eqs. 4, 6]; clipped at 0, where the paper only asks that `a` keeps it positive:
/// a host can pull faster than any rebound.
pub fn normal_force<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
) -> NormalForce<T> {
    if !latch.contact {
        return NormalForce { damping_ratio: T::one(), ..NormalForce::default() };
    }
    let c = &parameters.compliance;
    let x = frame.penetration.positive_part();
    let elastic = c.k * x.power(c.p);
    let damping_ratio = T::one() + latch.a * frame.penetration_rate;
    NormalForce {
        force: elastic * damping_ratio.positive_part(),
        elastic,
        energy: elastic * x / (c.p + T::one()),
        damping_ratio,
    }
}
