//! Faces: an elastic layer that answers with a pressure  p = k_A·δ·(1 + a·δ̇)₊  to the depth δ over the [`Region`] in which they meet.

use crate::physics::normal::NormalForce;
use crate::physics::{ContactFrame, Energies, Latch, Parameters, Region, Scalar, Vector3, normal};

/// [`normal_force`](normal::normal_force) at a contact frame, also of faces.
#[inline]
pub fn force_at<T: Scalar>(parameters: &Parameters<T>, frame: &ContactFrame<T>, latch: &Latch<T>) -> NormalForce<T> {
    match &frame.region {
        Some(region) if latch.contact => {
            let a = normal::acting_damping(parameters, latch, frame.penetration_rate);
            force(parameters, region, frame.penetration_rate, a)
        }
        _ => normal::normal_force(parameters, frame.effective_radius, &frame.approach(), latch),
    }
}

/// f_n = k_A·V·(1 + a·ẋ)₊ with ẋ at c; k_A [N/m³] is `compliance.k`. The rate of the energy k_A·∫δ̄ dV is k_A·V·ẋ for every motion
/// of the bodies, so that whatever the shape a straight impact has the restitution of [`damping`](crate::physics::damping).
fn force<T: Scalar>(parameters: &Parameters<T>, region: &Region<T>, rate: T, a: T) -> NormalForce<T> {
    let k_a = parameters.compliance.k;
    let (elastic, clip_margin) = (k_a * region.volume, T::one() + a * rate);
    NormalForce { force: elastic * clip_margin.positive_part(), elastic, energy: k_a * region.depth, clip_margin }
}

/// Couple on body i of the damping of the tilting rate ω_t  −k_A·a·J_V·ω_t  [N·m]: the pressure is larger where the bodies close
/// faster. Beyond f_n·√(tr J_V/V) it would pull somewhere, and is bent there: C = C_0/√(1 + |C_0|²V/(f_n²·tr J_V)).
///
/// Deviation from cutting the region where 1 + a·δ̇ < 0: of second order in the tilting rate, and as dissipative.
pub fn couple<T: Scalar>(
    parameters: &Parameters<T>,
    region: &Region<T>,
    [f_n, a]: [T; 2],
    omega: &Vector3<T>,
    n: &Vector3<T>,
) -> Vector3<T> {
    let most = f_n * f_n * region.second.trace();
    if most.value() <= 0.0 {
        return Vector3::from_element(T::zero());
    }
    // at ρ the bodies close by (n×ω)·ρ more slowly than at c
    let across = n.cross(omega);
    let couple = n.cross(&(region.second * across)) * (parameters.compliance.k * a);
    couple / (T::one() + couple.dot(&couple) * region.volume / most).sqrt()
}

/// What the tilting of a region adds to the loads of its contact: a couple on body i [N·m], and the power it takes [W].
#[inline]
pub fn tilting<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    f_n: T,
) -> Option<(Vector3<T>, Energies<T>)> {
    let region = frame.region.as_ref().filter(|_| latch.contact)?;
    let a = normal::acting_damping(parameters, latch, frame.penetration_rate);
    let couple = couple(parameters, region, [f_n, a], &frame.omega, &frame.normal);
    let taken = if parameters.settings.track_ledger { -couple.dot(&frame.omega) } else { T::zero() };
    Some((couple, Energies { work: taken, dissipated_normal: taken, dissipated_friction: T::zero() }))
}
