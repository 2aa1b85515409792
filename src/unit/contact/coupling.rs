//! The step of the interface coupling: what the host gives becomes a [`Port`], and the impulse of the step its outputs.

use super::notices::Topic;
use super::wiring::STEPS_TO_TELL;
use super::{Contact, Continued, finite};
use crate::fmi2::Interface;
use crate::fmi2::model::Events;
use crate::physics::parameters::{
    CouplingMode, CouplingOrder, FreeAccelerationSource, MassSource, Parameters, Settings, StepFriction,
};
use crate::physics::{
    self, ContactFrame, Dual, Inputs, Latch, Outputs, Response, State, Vector3, contact, contact_frame, inverse_mass,
    normal,
};
use crate::stepping::interface::{self, Carried, End, Lowered, Options, Order, Outcome, Port, Turning};
use crate::stepping::{Exchange, InputRates, Motion};
use crate::unit::slots::Knowns;
use crate::unit::table::Id;

/// Everything that the interface coupling remembers beside the contact's own state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coupled {
    pub carried: Carried,
    /// Forces of the last step; None before the first
    pub forces: Option<Forces>,
    pub micro_steps: u32,
    /// Energy that wrong masses have brought in since the start [J]
    pub gained: f64,
}

/// The contact at the end of a step, as the unit itself has moved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown {
    pub end: End,
    /// The latch that belongs to `end`; its damping is renewed where it is used
    pub latch: Latch<f64>,
}

impl Shown {
    /// Puts what the step says of its end in the place of what follows from the frame alone.
    pub fn replace(&self, outputs: &mut Outputs<f64>) {
        outputs.normal_force = self.end.normal_force;
        outputs.sticking = self.end.sticking;
        outputs.effective_restitution = self.end.effective_restitution;
        outputs.energy_elastic = self.end.energy_elastic;
    }
}

/// forceI, torqueI, forceJ, torqueJ, frictionForce and frictionMoment
pub(super) type Wrench = [Vector3<f64>; 6];

/// Forces and torques of one step,  F(τ) = mean + slope·(τ − H/2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Forces {
    pub mean: Wrench,
    pub slope: Wrench,
}

fn places<T>(outputs: &mut Outputs<T>) -> [&mut Vector3<T>; 6] {
    let Outputs { force_i, torque_i, force_j, torque_j, friction_force, friction_moment, .. } = outputs;
    [force_i, torque_i, force_j, torque_j, friction_force, friction_moment]
}

impl Forces {
    /// The moments are those about the frame origins, with the arms of the middle of the interval.
    fn of(outcome: &Outcome, middle: &ContactFrame<f64>, inputs: &Inputs<f64>) -> Self {
        let wrench = |force: &Vector3<f64>, couple: &Vector3<f64>| {
            let [force_i, torque_i, force_j, torque_j] = contact::wrench(&middle.point, force, couple, inputs);
            [force_i, torque_i, force_j, torque_j, middle.tangential(force), *couple]
        };
        let Outcome { force, couple, .. } = outcome;
        Forces { mean: wrench(&force.mean, &couple.mean), slope: wrench(&force.slope, &couple.slope) }
    }

    fn finite(&self) -> Result<(), physics::Fault> {
        let sum: f64 = self.mean.iter().chain(&self.slope).map(Vector3::sum).sum();
        finite("the mean force or its slope", sum).map(|_| ())
    }

    /// Puts the means in the place of the forces of now.
    pub fn replace(&self, outputs: &mut Outputs<f64>) {
        for (place, mean) in places(outputs).into_iter().zip(self.mean) {
            *place = mean;
        }
    }

    /// The same with the slopes as rates.
    pub fn replace_with_rates(&self, outputs: &mut Outputs<Dual>) {
        for (place, (mean, slope)) in places(outputs).into_iter().zip(self.mean.iter().zip(self.slope)) {
            *place = mean.zip_map(&slope, |value, slope| Dual { value, slope });
        }
    }
}

/// The frame of the inputs with its derivatives, and the values where the unit itself has moved the contact.
pub(super) fn at(end: &ContactFrame<f64>, measured: &ContactFrame<Dual>) -> ContactFrame<Dual> {
    let scalar = |value: f64, of: Dual| Dual { value, slope: of.slope };
    let vector = |value: &Vector3<f64>, of: &Vector3<Dual>| value.zip_map(of, scalar);
    ContactFrame {
        penetration: scalar(end.penetration, measured.penetration),
        penetration_rate: scalar(end.penetration_rate, measured.penetration_rate),
        normal: vector(&end.normal, &measured.normal),
        point: vector(&end.point, &measured.point),
        v_t: vector(&end.v_t, &measured.v_t),
        omega_c: vector(&end.omega_c, &measured.omega_c),
        omega: vector(&end.omega, &measured.omega),
        axis: vector(&end.axis, &measured.axis),
    }
}

/// A normal that turns further until the middle of the step belongs to a body that has passed the other [1].
const LEAST_COSINE: f64 = 0.5;

/// Where a step's force acts: the port, and frame and inputs of the middle of its interval, which give the arms.
struct Place {
    port: Port,
    frame: ContactFrame<f64>,
    inputs: Inputs<f64>,
}

/// Whether the output is a mean after a step of the interface coupling, and has a rate in both couplings.
pub(super) fn is_force(id: Id) -> bool {
    matches!(id, Id::ForceI | Id::TorqueI | Id::ForceJ | Id::TorqueJ | Id::FrictionForce | Id::FrictionMoment)
}

/// Whether the unknown follows from the poses and velocities of the bodies alone, or is a state.
pub(super) fn is_of_frame(id: Id) -> bool {
    let by_frame = matches!(id, Id::Gap | Id::SlipSpeed | Id::PointOfAction | Id::NormalDirection);
    by_frame || matches!(id, Id::EnergyWork | Id::EnergyDissipatedNormal | Id::EnergyDissipatedFriction)
}

/// Acceleration in free flight that `freeAcceleration` may miss before it is said [m/s²]: a tenth of gravity.
const UNEXPLAINED: f64 = 1.0;

impl Contact {
    /// Whether steps are those of the interface coupling; Model Exchange makes no steps.
    pub(super) fn is_interface(&self) -> bool {
        self.interface == Interface::CoSimulation && self.knowns.parameters.settings.coupling == CouplingMode::Interface
    }

    /// Whether steps solve the contact as rigid.
    pub(super) fn is_rigid(&self) -> bool {
        self.is_interface() && interface::is_rigid(&self.knowns.parameters)
    }

    /// Checks that the method fits the other settings; Model Exchange has none.
    pub(super) fn validate_method(&self) -> Result<(), physics::Fault> {
        let Parameters { settings, .. } = &self.knowns.parameters;
        if self.interface == Interface::ModelExchange || !interface::is_rigid(&self.knowns.parameters) {
            return Ok(());
        }
        if !self.is_interface() {
            return Err(physics::Fault::KinematicTimeStepping);
        }
        if interface::bears_moments(&self.knowns.parameters) {
            return Err(physics::Fault::NoMomentsInTimeStepping);
        }
        if settings.free_acceleration_source == FreeAccelerationSource::Estimated {
            return Err(physics::Fault::EstimatedInTimeStepping);
        }
        if settings.step_friction == StepFriction::Polygonal && !settings.step_sides.is_multiple_of(2) {
            return Err(physics::Fault::OddSides { name: "timeStepping.sides", sides: settings.step_sides });
        }
        Ok(())
    }

    /// Forces of the last step; a rigid contact has none before the first, a compliant one those of its laws.
    pub(super) fn forces(&self) -> Option<Forces> {
        self.coupled.forces.or_else(|| self.is_rigid().then(Forces::default))
    }

    /// Puts what a rigid contact holds in the place of what a compliant one would do.
    pub(super) fn hold(&self, response: &mut Response<f64>, latch: &Latch<f64>) {
        let held = self.coupled.carried.held();
        let parameters = &self.knowns.parameters;
        response.outputs.normal_force = held.normal;
        response.outputs.effective_restitution = normal::rigid_restitution(parameters, latch.v_i);
        response.outputs.sticking = held.sticking(parameters, response.outputs.slip_speed);
        response.outputs.energy_elastic = held.stored(parameters);
        response.rates = State::default();
    }

    /// What is measured at the step's start, in the directions of the middle of the interval over which the force acts,
    /// after `ahead` [s]: a normal that turns would push along the motion if it were that of the start. That ẋ grows as
    /// the normal turns (v²/ρ on a round path) counts as free acceleration.
    fn place(&self, ahead: f64) -> Result<Place, physics::Fault> {
        let (parameters, inputs, mobility) = (&self.knowns.parameters, &self.knowns.inputs, &self.knowns.mobility);
        let start = contact_frame(parameters, inputs, self.normal_rate())?;
        let InputRates { inputs: given, normal_given } = self.input_rates;
        let Inputs { contact_normal, contact_point, .. } = given;
        // Accelerations that the host knows hold the contact force of its last step.
        let rates = InputRates {
            inputs: Inputs { contact_normal, contact_point, ..InputRates::default().inputs },
            normal_given,
        };
        let motion = Motion { parameters, inputs, rates: &rates };
        let middle = motion.frame(ahead);
        let b = mobility.free_acceleration;
        if middle.normal.dot(&start.normal) < LEAST_COSINE {
            let w = inverse_mass::inverse_mass(parameters, inputs, mobility, &start.point, &start.normal)?;
            let port = Port { frame: start, w, b, turning: self.turning(&start.point)? };
            return Ok(Place { port, frame: start, inputs: *inputs });
        }
        let n = middle.normal;
        let frame = ContactFrame { normal: n, v_t: start.v_t - n * n.dot(&start.v_t), ..start };
        let centripetal = n * ((middle.penetration_rate - start.penetration_rate) / ahead);
        let w = inverse_mass::inverse_mass(parameters, inputs, mobility, &start.point, &n)?;
        let port = Port { frame, w, b: b - centripetal, turning: self.turning(&start.point)? };
        Ok(Place { port, frame: middle, inputs: motion.inputs_at(ahead) })
    }

    /// How the bodies turn, if the contact bears moments.
    fn turning(&self, p_a: &Vector3<f64>) -> Result<Option<Turning>, physics::Fault> {
        let Knowns { parameters, inputs, mobility, .. } = &self.knowns;
        if !interface::bears_moments(parameters) {
            return Ok(None);
        }
        let (l, g) = inverse_mass::turning(parameters, inputs, mobility, p_a)?;
        Ok(Some(Turning { l, g, b: mobility.free_angular_acceleration }))
    }

    fn options(&self) -> Options {
        let settings = &self.knowns.parameters.settings;
        Options {
            order: match settings.coupling_order {
                CouplingOrder::Sequential => Order::Sequential,
                CouplingOrder::Parallel => Order::Parallel,
            },
            max_micro_steps: settings.max_micro_steps,
            b_known: settings.free_acceleration_source == FreeAccelerationSource::Input,
            // A host that gives W knows it; masses typed in may be wrong.
            mass_known: !settings.verify_mass || settings.mass_source == MassSource::Input,
        }
    }

    /// One step; on a copy, so that a step that fails changes nothing.
    pub(super) fn interface_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), physics::Fault> {
        self.refresh()?;
        let options = self.options();
        let Place { port, frame, inputs } = self.place(match options.order {
            Order::Sequential => 0.5 * h,
            Order::Parallel => 1.5 * h,
        })?;
        let before = self.contact_state();
        let outcome = interface::advance(&self.knowns.parameters, &port, &before, &self.coupled.carried, &options, h)?;
        let forces = Forces::of(&outcome, &frame, &inputs);
        forces.finite()?;
        let mut next = *self;
        next.keep(&outcome.contact);
        next.time = time + h;
        next.exchange = Exchange::default();
        let latch = match options.order {
            Order::Sequential => outcome.contact.latch,
            Order::Parallel => before.latch,
        };
        next.continued = Some(Continued::Contact(Shown { end: outcome.end, latch }));
        next.coupled = Coupled {
            carried: outcome.carried,
            forces: Some(forces),
            micro_steps: outcome.micro_steps,
            gained: finite("the energy gained", self.coupled.gained + outcome.gained)?,
        };
        let Settings { max_micro_steps, .. } = self.knowns.parameters.settings;
        if outcome.capped && self.is_rigid() {
            next.notices.raise(Topic::FrictionJams, []);
        } else if outcome.capped {
            next.notices.raise(Topic::MicroSteps, [f64::from(max_micro_steps)]);
        }
        if let Some(Lowered { approach, full, rebound, gain }) = outcome.lowered {
            next.notices.raise(Topic::Lowered, [approach, full, rebound, gain]);
        }
        if outcome.gained > 0.0 {
            next.notices.raise(Topic::Masses, [next.coupled.gained]);
        }
        // Twice in a row in flight: a velocity that is set, or another contact's impact, is gone after one step.
        let flies = self.coupled.forces.is_some_and(|forces| forces.mean == Wrench::default());
        let strays = outcome.stray.min(self.coupled.carried.stray) > UNEXPLAINED;
        if options.b_known && flies && strays {
            let can_estimate = f64::from(u8::from(!self.is_rigid()));
            next.notices.raise(Topic::FreeAcceleration, [outcome.stray, can_estimate]);
        }
        next.wiring.look(&self.knowns.parameters, &self.knowns.inputs, STEPS_TO_TELL, &mut next.notices);
        next.cache = None;
        next.evaluation()?;
        self.report_changes(time, &outcome.changes, &outcome.contact.latch, events);
        *self = next;
        Ok(())
    }
}
