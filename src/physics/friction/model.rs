//! What the equations of friction leave open, and their composition.

use crate::physics::friction::equations::{
    Constants, bristle_force, bristle_rate, dwell_rate, friction_bound, with_viscous,
};
use crate::physics::parameters::Friction;
use crate::physics::planar::{Planar, Space};
use crate::physics::{ContactFrame, Scalar, Vector3};

/// What drives friction: everything in the law but the deflection itself. `V` is the space of slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<T, V = Planar<T>> {
    /// s [1]; 0 apart, and in laws that have none
    pub s: T,
    /// Coulomb force f_C [N]  [G04 eq. 19]; all there is in the law `coulomb` [M3D]
    pub f_c: V,
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

/// Friction of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionForce<T, V = Planar<T>> {
    /// F on body i [N]: E⁻¹·f_t, and c_r/e_r
    pub force: V,
    /// f_t on body i [N]
    pub f_t: Vector3<T>,
    /// Moment about the normal on body i c_r [N·m]
    pub moment: T,
    /// s [1]
    pub s: T,
    /// Rate of z̃ without the turning of the contact frame [m/s]
    pub z_rate: V,
    /// ṡ_dw [1/s]
    pub s_dw_rate: T,
}

/// A friction law with the set its force lies in, on one space of slips: what [`friction_of`] and the steps of the bristles ask.
pub trait FrictionModel<T: Scalar> {
    /// Where slips, deflections and forces lie.
    type Slip: Space<T>;

    /// Whether friction has a couple: about the normal, or against rolling.
    const HAS_COUPLE: bool;

    /// Whether [`drive`](Self::drive) knows of bodies that are apart; else what friction has there is dropped afterwards, without a
    /// jump in the code.
    const KNOWS_APART: bool;

    fn coefficients(&self) -> &Friction<T>;

    /// Of the coefficients.
    fn constants(&self) -> Constants<T>;

    /// V [m/s] of a tangential velocity v_t [m/s] and an angular velocity ω [rad/s] about the unit normal n.
    fn slip(&self, v_t: &Vector3<T>, n: &Vector3<T>, omega: &Vector3<T>) -> Self::Slip;

    /// Sticking level and Coulomb force under the normal force f_n [N].
    fn drive(&self, touches: bool, slip: &Self::Slip, f_n: T) -> Drive<T, Self::Slip>;

    /// What of a deflection bears a force: its part in the tangent plane of n, and about it where there is a moment. The rest
    /// decays with τ_br.
    fn bearing(&self, n: &Vector3<T>, z: &Self::Slip) -> Self::Slip;

    /// Whether what moves the bristles is limited, too ([`BristleLimit`](crate::physics::parameters::BristleLimit)).
    fn is_limited(&self) -> bool;

    /// |F| > `bound` [N] by the measure of the set.
    fn exceeds(&self, force: &Self::Slip, bound: T) -> bool;

    /// sat(F, `bound`): the force of the set nearest to F [N]  [G04 eq. 25].
    fn saturate(&self, force: &Self::Slip, bound: T) -> Self::Slip;

    /// f_t = E·F [N] of a force, E with e_t and e_o [PT96 eq. 1].
    fn in_plane(&self, force: &Self::Slip) -> Vector3<T>;

    /// c_r [N·m] of a force.
    fn moment(&self, force: &Self::Slip) -> T;

    /// Couple of rolling resistance on body i [N·m].
    fn rolling(&self, frame: &ContactFrame<T>, f_n: T) -> Vector3<T>;

    /// Turning rate of the frame in which the bristles rest [rad/s].
    fn turning_rate(&self, frame: &ContactFrame<T>) -> Vector3<T>;
}

/// Friction force  f_t = −(sat(f_br, f_max) + σ2·V)  [G04 eq. 26] or −f_C [M3D], and the rates of z̃ and s_dw.
///
/// z̃ moves by  ż = (f̂ − σ0·z)/σ1, eq. (15) solved for ż. With f̂ = f_br this is eq. (22) as printed
/// (`bristleLimit = paper`); by default f̂ = sat(f_br, f_max), the force that is applied, so that |σ0·z| stays within
/// the bound and nothing winds up. What bears no force ([`FrictionModel::bearing`]) decays with τ_br, and all of it where nothing
/// `touches`; there the force of a model that does not know is as if the bodies touched, and the caller's to drop.
///
/// `n` unit · `f_n` [N] · `z` [m] · `s_dw` [1]
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "in a struct they would not stay in registers")]
pub fn friction_of<T: Scalar, M: FrictionModel<T>>(
    model: &M,
    touches: bool,
    drive: &Drive<T, M::Slip>,
    slip: &M::Slip,
    n: &Vector3<T>,
    f_n: T,
    z: &M::Slip,
    s_dw: T,
) -> FrictionForce<T, M::Slip> {
    let f = model.coefficients();
    let (f_br, bound) = match drive.acts {
        Acts::Bristles => {
            (bristle_force(f, drive.s, &model.bearing(n, z), slip, &drive.f_c), friction_bound(f, f_n, s_dw))
        }
        // nobody looks at them
        Acts::Coulomb | Acts::Nothing => (M::Slip::zero(), T::zero()),
    };
    limited_friction(model, touches, drive, slip, &f_br, bound, z, s_dw)
}

/// [`friction_of`] from the force of the bristles `f_br` [N] and its bound f_max [N].
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "in a struct they would not stay in registers")]
pub fn limited_friction<T: Scalar, M: FrictionModel<T>>(
    model: &M,
    touches: bool,
    drive: &Drive<T, M::Slip>,
    slip: &M::Slip,
    f_br: &M::Slip,
    bound: T,
    z: &M::Slip,
    s_dw: T,
) -> FrictionForce<T, M::Slip> {
    let (f, constants) = (model.coefficients(), model.constants());
    let (force, f_hat) = match drive.acts {
        Acts::Bristles => {
            let applied = model.saturate(f_br, bound);
            (with_viscous(f, &applied, slip), if model.is_limited() { applied } else { *f_br })
        }
        Acts::Coulomb => (-drive.f_c, M::Slip::zero()),
        Acts::Nothing => (M::Slip::zero(), M::Slip::zero()),
    };
    FrictionForce {
        force,
        f_t: model.in_plane(&force),
        moment: model.moment(&force),
        s: drive.s,
        z_rate: bristle_rate(f, constants.per_sigma_1, &f_hat.kept(M::KNOWS_APART || touches), z),
        s_dw_rate: dwell_rate(&constants, drive.s, s_dw),
    }
}
