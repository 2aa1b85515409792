//! Damping of the normal force, one function per law and the one that the settings name: a [s/m] of  f_n = k·x^p·(1 + a·ẋ)₊  from the impact speed.
//!
//! `v_i` approach speed at the onset [m/s], > 0; e = e(v_i) is [`restitution`], which each law is told. What the laws really
//! give is [`restitution_of_damping`](crate::physics::restitution::restitution_of_damping) of a·v_i.

use crate::physics::parameters::NormalLaw;
use crate::physics::restitution::{self, damping_factor, damping_ratio, restitution, restitution_deficit};
use crate::physics::{Parameters, Scalar};

/// Impact speed below which the damping grows no more [m/s]: a tenth of the slowest touch of a robot in space, and high
/// enough for a·ẋ of any motion to stay finite.
pub const SLOWEST_IMPACT: f64 = 1e-7;

/// Damping of the normal force a [s/m], of the linear spring and damper [s], by the law that the settings name; 0 for the
/// elastic one.
///
/// `v_i` approach speed at the onset [m/s], taken not below [`SLOWEST_IMPACT`]; 0, no impact yet: vMin
pub fn damping<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let v_i = impact_speed(parameters, v_i).at_least(T::from(SLOWEST_IMPACT));
    match parameters.settings.normal_law {
        NormalLaw::Gonthier => gonthier(parameters, v_i),
        NormalLaw::Elastic => T::zero(),
        NormalLaw::HuntCrossley => hunt_crossley(parameters, v_i),
        NormalLaw::LankaraniNikravesh => lankarani_nikravesh(parameters, v_i),
        NormalLaw::Flores => flores(parameters, v_i),
        NormalLaw::KelvinVoigt => kelvin_voigt(parameters, v_i),
    }
}

#[inline(always)]
fn impact_speed<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    if v_i.value() > 0.0 { v_i } else { parameters.compliance.v_min }
}

/// Restitution that the law really gives for an impact at v_i [m/s], 0: at vMin; for the linear spring and damper with the
/// mass it is given. e_eff of [G04 eq. 8], but from a·v_i by eq. (9), as long as nothing else moves the bodies.
#[inline]
pub fn effective_restitution<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let v_i = impact_speed(parameters, v_i);
    let is_exact = match parameters.settings.normal_law {
        NormalLaw::Elastic => return T::one(),
        NormalLaw::KelvinVoigt => true,
        NormalLaw::Gonthier => v_i.value() >= SLOWEST_IMPACT,
        NormalLaw::HuntCrossley | NormalLaw::LankaraniNikravesh | NormalLaw::Flores => false,
    };
    if is_exact {
        restitution(parameters, v_i)
    } else {
        restitution::restitution_of_damping(damping(parameters, v_i) * v_i)
    }
}

/// [`effective_restitution`] of rigid bodies, where nothing divides by e: from 0 on.
pub fn rigid_restitution<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    match parameters.settings.normal_law {
        NormalLaw::Gonthier | NormalLaw::KelvinVoigt => {
            restitution::nominal(parameters, impact_speed(parameters, v_i)).positive_part()
        }
        NormalLaw::Elastic | NormalLaw::HuntCrossley | NormalLaw::LankaraniNikravesh | NormalLaw::Flores => {
            effective_restitution(parameters, v_i)
        }
    }
}

/// Gonthier and others:  d(e)/(e·v_i)  [G04 eq. 11 with λ = a·k]; gives e. Here v_i > 0, in the paper's text v_i < 0.
pub fn gonthier<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let e = restitution(parameters, v_i);
    damping_factor(e) / (e * v_i)
}

/// Hunt and Crossley:  ³⁄₂·(1−e)/v_i, which is d_HC(e)/(e·v_i)  [G04 eq. 14], and with e₀ = 1 the constant ³⁄₂·α  [G04 eq. 13].
///
/// Eq. (14) has e_eff; e is that of eq. (12), which [`effective_restitution`] is not.
pub fn hunt_crossley<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    restitution_deficit(parameters, v_i) * T::from(1.5) / v_i
}

/// Lankarani and Nikravesh:  ¾·(1−e²)/v_i  [their 1990 paper, cited in WK91 ch. 1].
pub fn lankarani_nikravesh<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    restitution_deficit(parameters, v_i) * (T::one() + restitution(parameters, v_i)) * T::from(0.75) / v_i
}

/// Flores and others:  ⁸⁄₅·(1−e)/(e·v_i), at most d_max; d_max up to the impact speed v_small, where e counts as 0  [M3D].
///
/// Deviations: v_small is not that of friction, and e is at least 0.001. Misprint: d_max has s/m, as 1 + d·δ̇ needs, not N·s/m.
pub fn flores<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    if v_i.value() <= c.v_small.value() {
        return c.d_max;
    }
    (restitution_deficit(parameters, v_i) * T::from(1.6) / (restitution(parameters, v_i) * v_i)).at_most(c.d_max)
}

/// Linear spring and damper [WK91 ch. 1]  c/k = 2ζ(e)·√(m/k)  [s] of  f_n = k·(x + a·ẋ)₊; gives e for the mass m. Its stiffness is the given one: that of materials is not linear.
///
/// Deviation: there stiffness and damping are known; here the damping follows from e by [`damping_ratio`].
pub fn kelvin_voigt<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    damping_ratio(restitution(parameters, v_i)) * (c.mass / c.k).sqrt() * T::from(2.0)
}
