//! Normal force: compliance and damping [G04 §2.1].

use crate::physics::damping::damping;
use crate::physics::kinematics::Approach;
use crate::physics::parameters::{NormalForm, NormalLaw};
use crate::physics::scalar::{power, select};
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{Latch, Parameters, Scalar};

/// Share by which ẋ may be above v_i and count as that of the onset: the force moves by less.
const AT_ONSET: f64 = 1e-12;

/// Damping that acts at ẋ = `rate` [m/s]: that of the latch, and of a motion faster than v_i the one that belongs to ẋ. So the
/// force does not jump where [`Latch::relatched`] takes ẋ for v_i, and a·ẋ stays what it is in an impact.
///
/// The law of Flores jumps by itself where v_i passes v_small: up to there it keeps d_max until the latch changes. At an onset, where
/// ẋ = v_i but for rounding, the derivative is that of the latch's damping.
#[inline(always)]
pub fn acting_damping<T: Scalar>(parameters: &Parameters<T>, latch: &Latch<T>, rate: T) -> T {
    if is_faster(latch, rate) { damping_beyond(parameters, latch.v_i, latch.a, rate) } else { latch.a }
}

/// Whether ẋ = `rate` [m/s] of bodies that touch is faster than the latch knows, and its damping does not hold.
#[inline(always)]
pub fn is_faster<T: Scalar>(latch: &Latch<T>, rate: T) -> bool {
    latch.contact && rate.value() > latch.v_i.value() * (1.0 + AT_ONSET)
}

/// The latch comes by its numbers: with its address given away a caller could not keep it in registers.
#[cold]
#[inline(never)]
fn damping_beyond<T: Scalar>(parameters: &Parameters<T>, v_i: T, a: T, rate: T) -> T {
    let is_blunt =
        parameters.settings.normal_law == NormalLaw::Flores && v_i.value() <= parameters.compliance.v_small.value();
    if is_blunt { a } else { damping(parameters, rate) }
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

impl<T: Scalar> NormalForce<T> {
    /// Of bodies that do not touch.
    #[inline(always)]
    pub fn none() -> Self {
        NormalForce { force: T::zero(), elastic: T::zero(), energy: T::zero(), clip_margin: T::one() }
    }

    /// Itself while the bodies touch, else [`none`](Self::none), without a jump in the code.
    #[inline(always)]
    pub fn kept(&self, touches: bool) -> Self {
        let none = Self::none();
        NormalForce {
            force: select(touches, self.force, none.force),
            elastic: select(touches, self.elastic, none.elastic),
            energy: select(touches, self.energy, none.energy),
            clip_margin: select(touches, self.clip_margin, none.clip_margin),
        }
    }
}

/// Normal force  f_n = k·x^p·(1 + a·ẋ)₊  [G04 eqs. 4, 6; M3D]. Linear spring and damper:  f_n = k·(x + a·ẋ)₊.
///
/// Deviations: the sign of eq. (4) is turned, which as printed attracts where x > 0; a motion faster than v_i has the damping of its own
/// speed ([`acting_damping`]); clipped at 0, where eq. (6) only asks that `a` keeps it positive: an importer can pull faster than any
/// rebound.
#[inline]
pub fn normal_force<T: Scalar>(
    parameters: &Parameters<T>,
    effective_radius: T,
    at: &Approach<T>,
    latch: &Latch<T>,
) -> NormalForce<T> {
    if !latch.contact {
        return NormalForce::none();
    }
    let form = parameters.settings.normal_law.form();
    let a = acting_damping(parameters, latch, at.penetration_rate);
    touching_force(form, &stiffness(parameters, effective_radius), at.penetration, at.penetration_rate, a)
}

/// [`normal_force`] of bodies that touch, from x [m], ẋ [m/s] and the damping a.
#[inline(always)]
pub fn touching_force<T: Scalar>(form: NormalForm, stiffness: &Stiffness<T>, x: T, x_rate: T, a: T) -> NormalForce<T> {
    let Stiffness { k, p } = *stiffness;
    let depth = x.positive_part();
    let elastic = k * depth.power(p);
    let damped = a * x_rate;
    let (pressing, clip_margin) = match form {
        NormalForm::SpringAndDamper => (k, x + damped),
        NormalForm::PowerLaw => (elastic, T::one() + damped),
    };
    NormalForce {
        force: pressing * clip_margin.positive_part(),
        elastic,
        energy: elastic * depth / (p + T::one()),
        clip_margin,
    }
}

/// [`touching_force`] of every law of [`NormalForm::PowerLaw`].
#[inline(always)]
pub fn power_law_force<T: Scalar>(stiffness: &Stiffness<T>, at: &Approach<T>, a: T) -> NormalForce<T> {
    touching_force(NormalForm::PowerLaw, stiffness, at.penetration, at.penetration_rate, a)
}

/// Damping by the elastic force a [s/m], f_n = f_e·(1 + a·ẋ)₊, while f_e = `elastic` > 0 is frozen; `a` [s/m], of the linear
/// spring and damper [s].
pub fn frozen_damping(parameters: &Parameters<f64>, a: f64, elastic: f64) -> f64 {
    match parameters.settings.normal_law.form() {
        NormalForm::SpringAndDamper => a * parameters.compliance.k / elastic,
        NormalForm::PowerLaw => a,
    }
}

/// Time from onset to release of an elastic impact  t_c = 2·I·x_max/v  with  x_max = ((p+1)·m·v²/(2k))^{1/(p+1)}  and
/// I = ∫₀¹ du/√(1−u^{p+1}) = 1 + 1.386/(p+1.43), for p from 1 to 4 to 0.2 %. With e < 1 it is longer, by 12 % at e = 0.5.
///
/// `mass` effective mass along the normal m [kg] · `v` approach speed [m/s] → [s]
pub fn contact_time(stiffness: &Stiffness<f64>, mass: f64, v: f64) -> f64 {
    let Stiffness { k, p } = *stiffness;
    let deepest = power(0.5 * (p + 1.0) * mass * v * v / k, 1.0 / (p + 1.0));
    2.0 * (1.0 + 1.386 / (p + 1.43)) * deepest / v
}
