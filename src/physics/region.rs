//! The region in which faces meet: an elastic layer that answers with a pressure p = k_A·δ·(1 + a·δ̇)₊ to the depth δ.

use crate::physics::normal::NormalForce;
use crate::physics::{ContactFrame, Energies, Latch, Matrix3, Parameters, Scalar, Vector3, normal};

/// What of the overlap of two bodies the laws need; the point of action is its centroid c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<T> {
    /// V = ∫δ dA [m³]
    pub volume: T,
    /// ∫δ̄ dV, the depth δ̄ below the surface of body j over the overlap [m⁴]; ½·∫δ² dA where no part of body i is below another
    pub depth: T,
    /// J_V = ∫ρ·ρᵀ dV, ρ across the normal from c, world axes [m⁵]
    pub second: Matrix3<T>,
    /// Mean of |ρ| over the overlap e_r [m]
    pub spin_radius: T,
}

/// ∫|ρ| by √(V·tr J_V) of a round region of even depth, 2/3·√2, and of a line, √3/2.
const OF_DISC: f64 = 0.942_809_041_582_063_4;
const OF_LINE: f64 = 0.866_025_403_784_438_6;

impl<T: Scalar> Region<T> {
    /// Nothing overlaps.
    pub fn none() -> Self {
        let none = T::zero();
        Region { volume: none, depth: none, second: Matrix3::from_element(none), spin_radius: none }
    }

    /// Of an overlap.
    ///
    /// e_r = √(tr J_V/V)·(c_d − (c_d − c_l)·(1 − 4·det/tr²)), det of the two rows of J_V across the normal: exact for a disc
    /// (c_d = 2√2/3) and a line (c_l = √3/2) of even depth; 0.7 % above a square, 2.1 % above a paraboloid, between for other convex
    /// regions.
    pub fn of(volume: T, depth: T, second: Matrix3<T>) -> Self {
        let (trace, four) = (second.trace(), T::from(4.0));
        let spin_radius = if trace.value() > 0.0 && volume.value() > 0.0 {
            let minor = |a: usize, b: usize| second[(a, a)] * second[(b, b)] - second[(a, b)] * second[(b, a)];
            let roundness = (minor(0, 1) + minor(1, 2) + minor(0, 2)) * four / (trace * trace);
            (trace / volume).sqrt() * (roundness * T::from(OF_DISC - OF_LINE) + T::from(OF_LINE))
        } else {
            T::zero()
        };
        Region { volume, depth, second, spin_radius }
    }

    /// f_n = k_A·V·(1 + a·ẋ)₊ with ẋ at c; k_A [N/m³] is `compliance.k`. The rate of the energy k_A·∫δ̄ dV is k_A·V·ẋ for every motion
    /// of the bodies, so that whatever the shape a straight impact has the restitution of [`damping`](crate::physics::damping).
    pub fn force(&self, parameters: &Parameters<T>, rate: T, a: T) -> NormalForce<T> {
        let k_a = parameters.compliance.k;
        let (elastic, clip_margin) = (k_a * self.volume, T::one() + a * rate);
        NormalForce { force: elastic * clip_margin.positive_part(), elastic, energy: k_a * self.depth, clip_margin }
    }

    /// Couple on body i of the damping of the tilting rate ω_t  −k_A·a·J_V·ω_t  [N·m]: the pressure is larger where the bodies close
    /// faster. Beyond f_n·√(tr J_V/V) it would pull somewhere, and is bent there: C = C_0/√(1 + |C_0|²V/(f_n²·tr J_V)).
    ///
    /// Deviation from cutting the region where 1 + a·δ̇ < 0: of second order in the tilting rate, and as dissipative.
    pub fn tilting(&self, parameters: &Parameters<T>, f_n: T, a: T, omega: &Vector3<T>, n: &Vector3<T>) -> Vector3<T> {
        let most = f_n * f_n * self.second.trace();
        if most.value() <= 0.0 {
            return Vector3::from_element(T::zero());
        }
        // at ρ the bodies close by (n×ω)·ρ more slowly than at c
        let across = n.cross(omega);
        let couple = n.cross(&(self.second * across)) * (parameters.compliance.k * a);
        couple / (T::one() + couple.dot(&couple) * self.volume / most).sqrt()
    }
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
    let couple = region.tilting(parameters, f_n, a, &frame.omega, &frame.normal);
    let taken = if parameters.settings.track_ledger { -couple.dot(&frame.omega) } else { T::zero() };
    Some((couple, Energies { work: taken, dissipated_normal: taken, dissipated_friction: T::zero() }))
}
