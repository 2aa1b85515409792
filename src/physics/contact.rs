//! One evaluation of the contact: laws → wrench → outputs, rates and ledger [G04 eqs. 1, 30].

use crate::physics::friction::{self, FrictionForce, Sliding};
use crate::physics::normal::{self, NormalForce};
use crate::physics::{ContactFrame, Fault, Inputs, Latch, Parameters, Planar, Scalar, Vector3, plain, rolling};

/// Energy ledger [J]; as rates [W].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Energies<T> {
    /// Work the bodies put in  ∫ −(f_c·v_r + m_c·(ω_i−ω_j)) dt, m_c the couple of rolling and spinning friction
    pub work: T,
    /// Dissipated in the normal direction  ∫ (f_n − k·x^p)·ẋ dt
    pub dissipated_normal: T,
    /// Dissipated by friction  ∫ (−f_t·v_t − m_c·(ω_i−ω_j) − σ0·z̃·ż̃) dt
    pub dissipated_friction: T,
}

/// Continuous state. Together with parameters, inputs and [`Latch`] it is everything the contact depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct State<T> {
    /// Bristle deflection z [m]  [G04 eq. 16]
    pub z: Vector3<T>,
    /// Dwell state s_dw [1]  [G04 eq. 23]
    pub s_dw: T,
    pub energy: Energies<T>,
    /// Deflection of the bristles about the normal, at the radius e_r [m]
    pub z_r: T,
}

impl<T: Scalar> State<T> {
    /// z̃ = (z, z_r)
    pub fn deflection(&self) -> Planar<T> {
        Planar { t: self.z, r: self.z_r }
    }
}

impl<T: Scalar> Default for State<T> {
    fn default() -> Self {
        State { z: Vector3::from_element(T::zero()), s_dw: T::zero(), energy: Energies::default(), z_r: T::zero() }
    }
}

/// What follows from inputs, state and parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs<T> {
    /// Force on body i [N]; on body j its opposite
    pub force_i: Vector3<T>,
    /// Torque on body i about r_i [N·m]
    pub torque_i: Vector3<T>,
    pub force_j: Vector3<T>,
    /// Torque on body j about r_j [N·m]
    pub torque_j: Vector3<T>,
    /// f_n [N], ≥ 0
    pub normal_force: T,
    /// f_t on body i [N]
    pub friction_force: Vector3<T>,
    /// Couple of rolling and spinning friction on body i m_c [N·m], part of `torque_i`
    pub friction_moment: Vector3<T>,
    /// −x [m]
    pub gap: T,
    /// |v_t| [m/s]
    pub slip_speed: T,
    /// s [1]; 0 apart
    pub sticking: T,
    /// p_a [m]
    pub point_of_action: Vector3<T>,
    /// n
    pub normal_direction: Vector3<T>,
    /// Restitution of the present or last impact [1]
    pub effective_restitution: T,
    /// Energy stored in compliance and bristles [J]
    pub energy_elastic: T,
}

/// One evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<T> {
    pub outputs: Outputs<T>,
    /// Rates of [`State`], in its shape
    pub rates: State<T>,
    /// ẋ [m/s]
    pub penetration_rate: T,
    /// 1 + a·ẋ [1], linear spring and damper x + a·ẋ [m]; below 0 the normal force is clipped
    pub clip_margin: T,
}

/// Force and torque on both bodies [G04 eq. 30]: f_c at p_a and the couple m_c on body i, their opposites on body j.
#[inline(always)]
pub fn wrench<T: Scalar>(p_a: &Vector3<T>, f_c: &Vector3<T>, m_c: &Vector3<T>, inputs: &Inputs<T>) -> [Vector3<T>; 4] {
    let arm_i = p_a - inputs.body_i.position;
    let arm_j = p_a - inputs.body_j.position;
    [*f_c, arm_i.cross(f_c) + m_c, -f_c, -arm_j.cross(f_c) - m_c]
}

/// Energy stored  k·x^{p+1}/(p+1) + ½·σ0·|z̃|²  [J].
#[inline]
pub fn stored_energy<T: Scalar>(parameters: &Parameters<T>, normal: &NormalForce<T>, z: &Planar<T>) -> T {
    normal.energy + z.dot(z) * parameters.friction.sigma_0 * T::from(0.5)
}

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
    /// Couple of rolling and spinning friction on body i m_c [N·m]
    pub couple: Vector3<T>,
    /// Rates of the state
    pub rates: State<T>,
}

/// Frame, latch and state → what acts at the contact, under any laws.
///
/// The latch is taken as it is: x > 0 while `latch.contact` is false gives no force.
pub fn loads<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Loads<T> {
    let normal = normal::normal_force(parameters, &frame.approach(), latch);
    let sliding = friction::sliding(parameters, frame);
    let drive = friction::drive(parameters, latch.contact, &sliding, normal.force);
    let z = state.deflection();
    let friction = friction::friction_force(parameters, frame, &sliding, &drive, normal.force, &z, state.s_dw);
    let rolling = rolling::rolling_couple(parameters, frame, normal.force);
    let turning = friction::bristle_turning_rate(parameters, frame);
    Loads {
        normal,
        friction: friction.force.t,
        s: friction.s,
        force: frame.normal * normal.force + friction.force.t,
        couple: frame.normal * friction.moment + rolling,
        rates: State {
            z: turning.cross(&state.z) + friction.z_rate.t,
            s_dw: friction.s_dw_rate,
            energy: powers(parameters, frame, &sliding, &normal, &friction, &rolling, &z),
            z_r: friction.z_rate.r,
        },
    }
}

/// Frame, latch and state → wrench, outputs and rates. The usual contact takes the short way of
/// `physics::plain`.
pub fn respond<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Response<T> {
    match T::plain_loads(parameters, frame, latch, state) {
        Some(loads) => response(parameters, inputs, frame, latch, state, &loads),
        None => any_response(parameters, inputs, frame, latch, state),
    }
}

/// [`respond`], written where it is to stay: a copy right behind its elements would wait for them.
pub fn respond_to(
    parameters: &Parameters<f64>,
    inputs: &Inputs<f64>,
    frame: &ContactFrame<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
    to: &mut Response<f64>,
) {
    match plain::loads(parameters, frame, latch, state) {
        Some(loads) => *to = response(parameters, inputs, frame, latch, state, &loads),
        None => *to = any_response(parameters, inputs, frame, latch, state),
    }
}

#[inline(never)]
fn any_response<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Response<T> {
    response(parameters, inputs, frame, latch, state, &loads(parameters, frame, latch, state))
}

#[inline(always)]
fn response<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    state: &State<T>,
    loads: &Loads<T>,
) -> Response<T> {
    let Loads { normal, friction, s, force, couple, rates } = loads;
    let [force_i, torque_i, force_j, torque_j] = wrench(&frame.point, force, couple, inputs);
    let outputs = Outputs {
        force_i,
        torque_i,
        force_j,
        torque_j,
        normal_force: normal.force,
        friction_force: *friction,
        friction_moment: *couple,
        gap: T::zero() - frame.penetration,
        slip_speed: frame.v_t.dot(&frame.v_t).sqrt(),
        sticking: *s,
        point_of_action: frame.point,
        normal_direction: frame.normal,
        effective_restitution: normal::effective_restitution(parameters, latch.v_i),
        energy_elastic: stored_energy(parameters, normal, &state.deflection()),
    };
    Response { outputs, rates: *rates, penetration_rate: frame.penetration_rate, clip_margin: normal.clip_margin }
}

/// Rates of the ledger [W]. ω_c×z stores nothing and drops out. The normal rate is never negative; the tangential rate
/// is not below −(1−s)(μ_C·f_n)²/(4σ1) while |σ0·z| ≤ f_max: a trait of the printed law.
#[inline(always)]
pub fn powers<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    sliding: &Sliding<T>,
    normal: &NormalForce<T>,
    friction: &FrictionForce<T>,
    rolling: &Vector3<T>,
    z: &Planar<T>,
) -> Energies<T> {
    if !parameters.settings.track_ledger {
        return Energies::default();
    }
    let by_friction = -friction.force.dot(&sliding.slip) - rolling.dot(&frame.omega);
    Energies {
        work: normal.force * frame.penetration_rate + by_friction,
        dissipated_normal: (normal.force - normal.elastic) * frame.penetration_rate,
        dissipated_friction: by_friction - z.dot(&friction.z_rate) * parameters.friction.sigma_0,
    }
}

impl<T: Scalar> Default for Response<T> {
    fn default() -> Self {
        let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
        let outputs = Outputs {
            force_i: zero,
            torque_i: zero,
            force_j: zero,
            torque_j: zero,
            normal_force: none,
            friction_force: zero,
            friction_moment: zero,
            gap: none,
            slip_speed: none,
            sticking: none,
            point_of_action: zero,
            normal_direction: zero,
            effective_restitution: none,
            energy_elastic: none,
        };
        Response { outputs, rates: State::default(), penetration_rate: none, clip_margin: none }
    }
}

impl Response<f64> {
    /// Errors: [`Fault::Overflow`] if an output or a rate is not finite.
    #[inline]
    pub fn finite(&self) -> Result<(), Fault> {
        let (o, r) = (&self.outputs, &self.rates);
        let velocities = o.gap + o.slip_speed + self.penetration_rate + self.clip_margin;
        let forces = o.force_i.sum() + o.torque_i.sum() + o.torque_j.sum();
        let energies = r.energy.work + r.energy.dissipated_normal + r.energy.dissipated_friction + o.energy_elastic;
        let levels = o.effective_restitution + o.sticking;
        let sum = forces + velocities + (r.z.sum() + r.z_r + r.s_dw) + (energies + levels);
        if sum.is_finite() { Ok(()) } else { self.overflow() }
    }

    /// Names what is not finite; sums that only overflow together are in order.
    #[cold]
    fn overflow(&self) -> Result<(), Fault> {
        let o = &self.outputs;
        let sums = [
            ("the contact force", o.force_i.sum() + o.torque_i.sum() + o.torque_j.sum()),
            ("the gap or a velocity", o.gap + o.slip_speed + self.penetration_rate + self.clip_margin),
            ("the bristle rate", self.rates.z.sum() + self.rates.z_r + self.rates.s_dw),
            ("the restitution or the sticking level", o.effective_restitution + o.sticking),
            (
                "the energy ledger",
                o.energy_elastic
                    + self.rates.energy.work
                    + self.rates.energy.dissipated_normal
                    + self.rates.energy.dissipated_friction,
            ),
        ];
        match sums.iter().find(|(_, sum)| !sum.is_finite()) {
            Some((what, _)) => Err(Fault::Overflow { what }),
            None => Ok(()),
        }
    }
}
