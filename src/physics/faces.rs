//! Faces: an elastic layer that answers with a pressure  p = k_A·δ·(1 + a·δ̇)₊  to the depth δ over the [`Region`] in which they meet,
//! after the volumetric model that Gonthier, Lange and McPhee made to follow \[G04\]; the formulas here are derived from that pressure.

use crate::physics::normal::NormalForce;
use crate::physics::{Energies, Latch, Parameters, Region, Scalar, Spot, Vector3, normal};

/// [`normal_force`](normal::normal_force) where bodies meet, also in faces.
#[inline]
pub fn force_at<T: Scalar>(parameters: &Parameters<T>, spot: Spot<T>, latch: &Latch<T>) -> NormalForce<T> {
    let frame = spot.frame;
    match spot.region {
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

/// Centre of the linear pressure on half of a rectangle by its radius of gyration  2/√3.
const OF_HALF: f64 = 1.154_700_538_379_251_5;

/// Couple on body i against uneven closing  C = −k_A·a·W·ω  [N·m],  W = [n]×ᵀJ_V[n]×: the pressure is larger where the bodies close faster. Where
/// a·δ̇ varies by more than 1 it would pull somewhere, and is bent: C/√(1 + s²),  s = k_A·a·√(V·ωᵀWω)/(f_n·2/√3). So the middle of the pressure goes
/// no farther from c than 2/√3 of the region's radius of gyration in that direction, where it is if the half of a rectangle that opens bears nothing.
///
/// Deviation from cutting the region where 1 + a·δ̇ < 0: of second order in the tilting rate, and as dissipative; a fast tilt of a disc has 2 % more. δ̇ is seen
/// from the overlap, which goes along with a body of revolution that rolls ([`Round`](crate::physics::region::Round)): seen from the body it
/// would be a rolling resistance that stops a cylinder at once, as a body at rest has the damping of the least impact speed.
pub fn couple<T: Scalar>(
    parameters: &Parameters<T>,
    region: &Region<T>,
    [f_n, a]: [T; 2],
    omega: &Vector3<T>,
) -> Vector3<T> {
    region.tilting * omega * -(parameters.compliance.k * a * kept(parameters, region, [f_n, a], omega))
}

/// What the bend leaves of the [`couple`]  1/√(1 + s²);  0 without a normal force.
pub fn kept<T: Scalar>(parameters: &Parameters<T>, region: &Region<T>, [f_n, a]: [T; 2], omega: &Vector3<T>) -> T {
    if f_n.value() <= 0.0 {
        return T::zero();
    }
    let bend = parameters.compliance.k * a / (f_n * T::from(OF_HALF));
    let uneven = region.volume * omega.dot(&(region.tilting * omega));
    T::one() / (T::one() + bend * bend * uneven).sqrt()
}

/// What the tilting of a region and its pressure about the normal add to the loads of its contact: a couple on body i [N·m], and the
/// powers it takes [W]. The latter part is elastic and has no damping, and with f_n·ẋ makes the rate of the energy.
#[inline]
pub fn tilting<T: Scalar>(
    parameters: &Parameters<T>,
    Spot { frame, region }: Spot<T>,
    latch: &Latch<T>,
    f_n: T,
) -> Option<(Vector3<T>, Energies<T>)> {
    let region = region.filter(|_| latch.contact)?;
    let a = normal::acting_damping(parameters, latch, frame.penetration_rate);
    let against = couple(parameters, region, [f_n, a], &frame.omega);
    let twisting = frame.normal * (parameters.compliance.k * region.twist);
    let none = T::zero();
    let taken = |couple: &Vector3<T>| if parameters.settings.track_ledger { -couple.dot(&frame.omega) } else { none };
    let dissipated_normal = taken(&against);
    let work = dissipated_normal + taken(&twisting);
    Some((against + twisting, Energies { work, dissipated_normal, dissipated_friction: none }))
}
