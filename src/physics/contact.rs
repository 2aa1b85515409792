//! One evaluation of the contact: laws → wrench → outputs, rates and ledger [G04 eqs. 1, 30].

use crate::physics::friction::{Constants, Usual};
use crate::physics::loads::{loads, loads_of_usual, loads_of_usual_apart, usual_loads};
use crate::physics::normal::{self, NormalForce};
use crate::physics::stiffness::stiffness;
use crate::physics::{
    ContactFault, ContactFrame, Inputs, Latch, Loads, Parameters, Planar, Scalar, Spot, State, Vector3, damping,
};

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

/// What a contact does, beside its place and its forces: outputs of the same names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels<T> {
    pub normal_force: T,
    pub sticking: T,
    pub effective_restitution: T,
    pub energy_elastic: T,
}

impl<T: Scalar> Levels<T> {
    /// By the laws.
    #[inline(always)]
    pub fn of(parameters: &Parameters<T>, loads: &Loads<T>, latch: &Latch<T>, state: &State<T>) -> Self {
        Levels {
            normal_force: loads.normal.force,
            sticking: loads.s,
            effective_restitution: damping::effective_restitution(parameters, latch.v_i),
            energy_elastic: stored_energy(parameters, &loads.normal, &state.deflection()),
        }
    }
}

impl<T: Scalar> Outputs<T> {
    /// Of a contact at this frame. `forces`: force and torque on body i and on body j, f_t and m_c
    #[inline(always)]
    pub fn at(frame: &ContactFrame<T>, forces: &[Vector3<T>; 6], levels: &Levels<T>) -> Self {
        let [force_i, torque_i, force_j, torque_j, friction_force, friction_moment] = *forces;
        let Levels { normal_force, sticking, effective_restitution, energy_elastic } = *levels;
        Outputs {
            force_i,
            torque_i,
            force_j,
            torque_j,
            normal_force,
            friction_force,
            friction_moment,
            gap: T::zero() - frame.penetration,
            slip_speed: frame.v_t.dot(&frame.v_t).sqrt(),
            sticking,
            point_of_action: frame.point,
            normal_direction: frame.normal,
            effective_restitution,
            energy_elastic,
        }
    }
}

impl<T: Scalar> Outputs<T> {
    /// Force and torque on body i and on body j, f_t and m_c.
    #[inline]
    pub fn set_forces(&mut self, forces: &[Vector3<T>; 6]) {
        [self.force_i, self.torque_i, self.force_j, self.torque_j, self.friction_force, self.friction_moment] = *forces;
    }

    /// Nothing acts on bodies that do not touch: forces and torques are 0, of which no pose makes −0.
    #[inline]
    pub fn clear_forces(&mut self) {
        self.set_forces(&[Vector3::from_element(T::zero()); 6]);
    }
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

/// Force and torque on both bodies [G04 eq. 30]: f_c at p_a and the couple m_c on body i, their opposites on body j, about the
/// origins of both frames [m]. Deviation: the paper has no couple.
#[inline(always)]
pub fn wrench<T: Scalar>(
    p_a: &Vector3<T>,
    f_c: &Vector3<T>,
    m_c: &Vector3<T>,
    [r_i, r_j]: [&Vector3<T>; 2],
) -> [Vector3<T>; 4] {
    let (arm_i, arm_j) = (p_a - r_i, p_a - r_j);
    [*f_c, arm_i.cross(f_c) + m_c, -f_c, -arm_j.cross(f_c) - m_c]
}

/// Energy stored  k·x^{p+1}/(p+1) + ½·σ0·|z̃|²  [J].
#[inline]
pub fn stored_energy<T: Scalar>(parameters: &Parameters<T>, normal: &NormalForce<T>, z: &Planar<T>) -> T {
    normal.energy + z.dot(z) * parameters.friction.sigma_0 * T::from(0.5)
}

/// Where bodies meet, latch and state → wrench, outputs and rates; the usual contact by its own model. Becomes part of its caller, as
/// [`respond_to`].
#[inline(always)]
pub fn respond<'a, T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    spot: impl Into<Spot<'a, T>>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Response<T> {
    let spot = spot.into();
    match usual_loads(parameters, spot, latch, state) {
        Some(loads) => response(parameters, inputs, spot.frame, latch, state, &loads),
        None => {
            let (inputs, frame, latch) = (*inputs, *spot.frame, *latch);
            any_response(parameters, &inputs, Spot { frame: &frame, ..spot }, &latch, state)
        }
    }
}

/// [`respond`], written where it is to stay: a copy right behind its elements would wait for them. Becomes part of its caller, whose
/// inputs and frame stay in registers. `usual`: of friction, where the parameters ask for the usual contact ([`Usual::constants_of`])
#[inline(always)]
pub fn respond_to(
    parameters: &Parameters<f64>,
    usual: Option<&Constants<f64>>,
    inputs: &Inputs<f64>,
    spot: Spot<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
    to: &mut Response<f64>,
) {
    let Spot { frame, region } = spot;
    if let Some(constants) = usual.filter(|_| region.is_none() && state.z_r == 0.0) {
        let model = Usual { friction: &parameters.friction, constants };
        if latch.contact {
            let stiffness = stiffness(parameters, frame.effective_radius);
            let a = normal::acting_damping(parameters, latch, frame.penetration_rate);
            let loads = loads_of_usual(parameters, &stiffness, &model, frame, true, a, state);
            *to = response(parameters, inputs, frame, latch, state, &loads.turned(&frame.omega_c, state));
        } else {
            let loads = loads_of_usual_apart(parameters, &model, frame, state);
            *to = response(parameters, inputs, frame, latch, state, &loads.turned(&frame.omega_c, state));
        }
    } else {
        let (inputs, frame) = (*inputs, *spot.frame);
        *to = any_response(parameters, &inputs, Spot { frame: &frame, ..spot }, latch, state);
    }
}

#[inline(never)]
fn any_response<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    spot: Spot<T>,
    latch: &Latch<T>,
    state: &State<T>,
) -> Response<T> {
    response(parameters, inputs, spot.frame, latch, state, &loads(parameters, spot, latch, state))
}

/// [`respond`] from what acts at the contact.
#[inline(always)]
pub fn response<T: Scalar>(
    parameters: &Parameters<T>,
    inputs: &Inputs<T>,
    frame: &ContactFrame<T>,
    latch: &Latch<T>,
    state: &State<T>,
    loads: &Loads<T>,
) -> Response<T> {
    let [force_i, torque_i, force_j, torque_j] = wrench(&frame.point, &loads.force, &loads.couple, inputs.positions());
    let forces = [force_i, torque_i, force_j, torque_j, loads.friction, loads.couple];
    let outputs = Outputs::at(frame, &forces, &Levels::of(parameters, loads, latch, state));
    Response {
        outputs,
        rates: loads.rates,
        penetration_rate: frame.penetration_rate,
        clip_margin: loads.normal.clip_margin,
    }
}

impl<T: Scalar> Response<T> {
    /// Outputs at a frame, without rates and with a normal force that is not clipped.
    pub fn at(frame: &ContactFrame<T>, forces: &[Vector3<T>; 6], levels: &Levels<T>) -> Self {
        let outputs = Outputs::at(frame, forces, levels);
        let rates = State::default();
        Response { outputs, rates, penetration_rate: frame.penetration_rate, clip_margin: T::one() }
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
    /// Errors: [`ContactFault::Overflow`] if an output or a rate is not finite.
    #[inline(always)]
    pub fn finite(&self) -> Result<(), ContactFault> {
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
    #[inline(never)]
    fn overflow(self) -> Result<(), ContactFault> {
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
            Some((what, _)) => Err(ContactFault::Overflow { what }),
            None => Ok(()),
        }
    }
}
