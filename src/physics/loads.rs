//! What acts at the contact: normal force and friction put together [G04 eq. 1], once for every friction model.

use crate::physics::friction::{self, Chosen, FrictionForce, FrictionModel, Usual, friction_of};
use crate::physics::normal::{self, NormalForce};
use crate::physics::planar::Space;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{ContactFrame, Energies, Latch, Parameters, Scalar, Spot, State, Vector3, faces};

/// What acts at the contact, before it is anybody's output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loads<T> {
    pub normal: NormalForce<T>,
    /// f_t on body i [N]
    pub friction: Vector3<T>,
    /// s [1]; 0 apart
    pub s: T,
    /// f_c on body i [N]
    pub force: Vector3<T>,
    /// Couple of rolling and spinning friction and of tilting faces on body i m_c [N·m]
    pub couple: Vector3<T>,
    /// Rates of the state
    pub rates: State<T>,
}

impl<T: Scalar> Loads<T> {
    /// With the turning rate ω_c [rad/s] of the frame in which the bristles rest  ż = ω_c×z + …, which is not in [G04].
    #[inline(always)]
    pub fn turned(mut self, omega_c: &Vector3<T>, state: &State<T>) -> Self {
        self.rates.z = omega_c.cross(&state.z) + self.rates.z;
        self
    }
}

/// Where bodies meet, latch and state → what acts at the contact, under any laws.
///
/// The latch is taken as it is: x > 0 while `latch.contact` is false gives no force.
#[inline(never)]
pub fn loads<'a, T: Scalar>(
    parameters: &Parameters<T>,
    spot: impl Into<Spot<'a, T>>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Loads<T> {
    let spot = spot.into();
    let normal = faces::force_at(parameters, spot, latch);
    let sliding = friction::sliding(parameters, spot);
    let model = Chosen { parameters, sliding: &sliding };
    let mut loads = composed(parameters, &model, spot.frame, &sliding.slip, latch.contact, normal, state)
        .turned(&model.turning_rate(spot.frame), state);
    if let Some((couple, power)) = faces::tilting(parameters, spot, latch, normal.force) {
        loads.couple += couple;
        loads.rates.energy += &power;
    }
    loads
}

/// [`loads`], of the usual contact by its own model.
pub fn any_loads<'a, T: Scalar>(
    parameters: &Parameters<T>,
    spot: impl Into<Spot<'a, T>>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Loads<T> {
    let spot = spot.into();
    usual_loads(parameters, spot, latch, state).unwrap_or_else(|| loads(parameters, spot, latch, state))
}

/// [`loads`] of the usual contact, None of others ([`Usual::constants_of`]).
#[inline(always)]
pub fn usual_loads<'a, T: Scalar>(
    parameters: &Parameters<T>,
    spot: impl Into<Spot<'a, T>>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Option<Loads<T>> {
    let Spot { frame, region } = spot.into();
    if region.is_some() || !state.z_r.is_zero() {
        return None;
    }
    let model = Usual { friction: &parameters.friction, constants: &Usual::constants_of(parameters)? };
    let stiffness = stiffness(parameters, frame.effective_radius);
    let a = normal::acting_damping(parameters, latch, frame.penetration_rate);
    let loads = loads_of_usual(parameters, &stiffness, &model, frame, latch.contact, a, state);
    Some(loads.turned(&frame.omega_c, state))
}

/// [`loads`] by the model of the usual contact, of bodies that meet in a point. They are not
/// [turned](Loads::turned) yet, so that ω_c can be found last, and need not be kept meanwhile.
///
/// `a` damping that acts ([`normal::acting_damping`]) [s/m]
#[inline(always)]
pub fn loads_of_usual<T: Scalar>(
    parameters: &Parameters<T>,
    stiffness: &Stiffness<T>,
    model: &Usual<T>,
    frame: &ContactFrame<T>,
    touches: bool,
    a: T,
    state: &State<T>,
) -> Loads<T> {
    let normal = normal::power_law_force(stiffness, &frame.approach(), a).kept(touches);
    composed(parameters, model, frame, &frame.v_t, touches, normal, state)
}

/// [`loads_of_usual`] of bodies that do not touch, for which nothing is calculated that is dropped afterwards.
#[inline(always)]
pub fn loads_of_usual_apart<T: Scalar>(
    parameters: &Parameters<T>,
    model: &Usual<T>,
    frame: &ContactFrame<T>,
    state: &State<T>,
) -> Loads<T> {
    composed(parameters, model, frame, &frame.v_t, false, NormalForce::none(), state)
}

/// Normal force and friction  f_c = f_n·n + f_t  [G04 eq. 1], their couple, and the rates of the state  [G04 eq. 22] without the
/// [turning](Loads::turned) of the bristles.
#[inline(always)]
fn composed<T: Scalar, M: FrictionModel<T>>(
    parameters: &Parameters<T>,
    model: &M,
    frame: &ContactFrame<T>,
    slip: &M::Slip,
    touches: bool,
    normal: NormalForce<T>,
    state: &State<T>,
) -> Loads<T> {
    let (n, z) = (&frame.normal, M::Slip::of(state.z, state.z_r));
    let drive = model.drive(touches, slip, normal.force);
    let mut friction = friction_of(model, touches, &drive, slip, n, normal.force, &z, state.s_dw);
    friction.force = friction.force.kept(M::KNOWS_APART || touches);
    let force = friction.f_t.kept(M::KNOWS_APART || touches);
    let rolling = model.rolling(frame, normal.force);
    Loads {
        normal,
        friction: force,
        s: friction.s,
        force: n * normal.force + force,
        couple: if M::HAS_COUPLE { n * friction.moment + rolling } else { rolling },
        rates: State {
            z: friction.z_rate.in_plane(),
            s_dw: friction.s_dw_rate,
            energy: powers::<T, M>(parameters, frame, slip, &normal, &friction, &rolling, &z),
            z_r: friction.z_rate.about_normal(),
        },
    }
}

/// Rates of the ledger [W], 0 unless it is kept. ω_c×z stores nothing and drops out. The normal rate is never negative; the
/// tangential rate is not below −(1−s)(μ_C·f_n)²/(4σ1) while |σ0·z| ≤ f_max: a trait of the printed law.
///
/// `slip` V [m/s] · `rolling` couple of rolling resistance on body i [N·m] · `z` [m]
#[inline(always)]
pub fn powers<T: Scalar, M: FrictionModel<T>>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    slip: &M::Slip,
    normal: &NormalForce<T>,
    friction: &FrictionForce<T, M::Slip>,
    rolling: &Vector3<T>,
    z: &M::Slip,
) -> Energies<T> {
    if !parameters.settings.track_ledger {
        return Energies::default();
    }
    let mut by_friction = -friction.force.dot(slip);
    if M::HAS_COUPLE {
        by_friction -= rolling.dot(&frame.omega);
    }
    Energies {
        work: normal.force * frame.penetration_rate + by_friction,
        dissipated_normal: (normal.force - normal.elastic) * frame.penetration_rate,
        dissipated_friction: by_friction - z.dot(&friction.z_rate) * parameters.friction.sigma_0,
    }
}
