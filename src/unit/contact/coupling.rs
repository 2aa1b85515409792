//! The step of the interface coupling: what the host gives becomes a [`Port`], and the impulse of the step its outputs.

use super::causes;
use super::notices::{Topic, interval};
use super::place::MOST_TURNED;
use super::wiring::STEPS_TO_TELL;
use super::{Contact, Continued, finite};
use crate::fmi2::Interface;
use crate::fmi2::model::Events;
use crate::physics::parameters::{
    CouplingMode, CouplingOrder, FreeAccelerationSource, HandBack, MassSource, Parameters, Settings, StepFriction,
};
use crate::physics::{
    self, ContactFrame, Dual, Inputs, Latch, Outputs, Response, Scalar, State, Vector3, contact, damping,
};
use crate::stepping::interface::{self, Call, Carried, End, Found, Lowered, Options, Order, Outcome};
use crate::stepping::saved::saved;
use crate::stepping::{Exchange, Expected};
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

saved!(Coupled { carried, forces, micro_steps, gained });

/// The contact at the end of a step, as the unit itself has moved it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shown {
    pub end: End,
    /// The latch that belongs to `end`; its damping is renewed where it is used
    pub latch: Latch<f64>,
}

saved!(Shown { end, latch });

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

/// Forces and torques of one step,  F(τ) = mean + slope·(τ − H/2), with [`HandBack::Line`] the value at its start instead of the
/// mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Forces {
    pub mean: Wrench,
    pub slope: Wrench,
}

saved!(Forces { mean, slope });

fn places<T>(outputs: &mut Outputs<T>) -> [&mut Vector3<T>; 6] {
    let Outputs { force_i, torque_i, force_j, torque_j, friction_force, friction_moment, .. } = outputs;
    [force_i, torque_i, force_j, torque_j, friction_force, friction_moment]
}

impl Forces {
    /// As they are handed to the host, the moments about the frame origins with the arms of the middle of the interval.
    fn of(outcome: &Outcome, middle: &ContactFrame<f64>, inputs: &Inputs<f64>, (how, h): (HandBack, f64)) -> Self {
        let wrench = |force: &Vector3<f64>, couple: &Vector3<f64>| {
            let [force_i, torque_i, force_j, torque_j] = contact::wrench(&middle.point, force, couple, inputs);
            [force_i, torque_i, force_j, torque_j, middle.tangential(force), *couple]
        };
        let [force, couple] = [&outcome.force, &outcome.couple].map(|of| of.handed(how, h));
        Forces { mean: wrench(&force, &couple), slope: wrench(&outcome.force.slope, &outcome.couple.slope) }
    }

    /// forceI, torqueI, forceJ and torqueJ as they are held over a step of `h` [s] in the mean.
    pub fn means(&self, how: HandBack, h: f64) -> [Vector3<f64>; 4] {
        let [force_i, torque_i, force_j, torque_j, ..] = match how {
            HandBack::Line => core::array::from_fn(|k| self.mean[k] + self.slope[k] * (0.5 * h)),
            HandBack::Mean | HandBack::MeanAndSlope | HandBack::TwoStep => self.mean,
        };
        [force_i, torque_i, force_j, torque_j]
    }

    fn finite(&self) -> Result<(), physics::Fault> {
        let sum: f64 = self.mean.iter().chain(&self.slope).map(Vector3::sum).sum();
        finite("the mean force or its slope", sum).map(|_| ())
    }

    /// Puts the means in the place of the forces of now. They depend on nothing that is set after their step.
    pub fn replace<T: Scalar>(&self, outputs: &mut Outputs<T>) {
        for (place, mean) in places(outputs).into_iter().zip(self.mean) {
            *place = mean.map(T::from);
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

/// Whether the output is a mean after a step of the interface coupling, and has a rate in both couplings.
pub(super) fn is_force(id: Id) -> bool {
    matches!(id, Id::ForceI | Id::TorqueI | Id::ForceJ | Id::TorqueJ | Id::FrictionForce | Id::FrictionMoment)
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
        response.outputs.effective_restitution = damping::rigid_restitution(parameters, latch.v_i);
        response.outputs.sticking = held.sticking(parameters, response.outputs.slip_speed);
        response.outputs.energy_elastic = held.stored(parameters);
        response.rates = State::default();
    }

    /// The same for derivatives: what is held until the next step has none by what is set now, slope 0.
    pub(super) fn hold_slopes(&self, parameters: &Parameters<Dual>, response: &mut Response<Dual>) {
        if self.is_rigid() {
            let held = self.coupled.carried.held();
            let outputs = &mut response.outputs;
            outputs.normal_force = Dual::from(held.normal);
            outputs.effective_restitution = damping::rigid_restitution(parameters, Dual::from(self.latch.v_i));
            outputs.sticking = Dual::from(held.sticking(&self.knowns.parameters, outputs.slip_speed.value));
            outputs.energy_elastic = Dual::from(held.stored(&self.knowns.parameters));
            response.rates = State::default();
        }
        if let Some(forces) = self.forces() {
            forces.replace(&mut response.outputs);
        }
    }

    fn options(&self) -> Options {
        let settings = &self.knowns.parameters.settings;
        Options {
            order: match settings.coupling_order {
                CouplingOrder::Sequential => Some(Order::Sequential),
                CouplingOrder::Parallel => Some(Order::Parallel),
                CouplingOrder::Detect => None,
            },
            hand_back: settings.hand_back,
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
        let before = self.contact_state();
        let course = self.course(self.coupled.carried.order(&options), options.hand_back, h)?;
        let (port, mut place) = course.at(0.5 * h, false)?;
        let again = |after: f64| {
            let (port, there) = course.at(after, true)?;
            place = there;
            Ok(port)
        };
        let call = Call { parameters: &self.knowns.parameters, port: &port, contact: &before, options: &options, h };
        let mut next = *self;
        let outcome = call.advance_along(&mut next.coupled.carried, again)?;
        let forces = Forces::of(&outcome, &place.frame, &place.inputs, (options.hand_back, h));
        forces.finite()?;
        next.keep(&outcome.contact);
        next.time = time + h;
        (next.exchange, next.expected) = (Exchange::default(), Expected::default());
        let latch = match outcome.order {
            Order::Sequential => outcome.contact.latch,
            Order::Parallel => before.latch,
        };
        next.continued = Some(Continued::Contact(Shown { end: outcome.end, latch }));
        next.coupled.forces = Some(forces);
        next.coupled.micro_steps = outcome.micro_steps;
        next.coupled.gained = finite("the energy gained", self.coupled.gained + outcome.gained)?;
        let Settings { max_micro_steps, .. } = self.knowns.parameters.settings;
        if outcome.capped && self.is_rigid() {
            next.notices.raise(Topic::FrictionJams, []);
        } else if outcome.capped {
            next.notices.raise(Topic::MicroSteps, [f64::from(max_micro_steps)]);
        }
        if let Some(Found { order, is_other }) = outcome.found {
            let is_parallel = order == Order::Parallel;
            if is_other {
                next.notices.raise(Topic::OtherOrder, [f64::from(u8::from(is_parallel))]);
            } else {
                events(format_args!(
                    "coupling.order = detect at t = {time:.9} s: the importer applies the force of a step {}",
                    interval(is_parallel)
                ));
            }
        }
        if let Some(Lowered { approach, full, rebound, gain }) = outcome.lowered {
            next.notices.raise(Topic::Lowered, [approach, full, rebound, gain]);
        }
        if let Some(turned) = self.turns_too_far(&port, &outcome, h) {
            next.notices.raise(Topic::Turning, turned);
        }
        if let Some(likely) = outcome.likely {
            let [order, mass, load] = causes::numbers(&likely);
            if outcome.gained > 0.0 {
                next.notices.raise(Topic::Masses, [next.coupled.gained, order, mass, load]);
            } else {
                next.notices.raise(Topic::Answer, [order, mass, load, f64::from(u8::from(outcome.doubt))]);
            }
        }
        // Twice in a row in flight: a velocity that is set, or another contact's impact, is gone after one step.
        let flies = self.coupled.forces.is_some_and(|forces| forces.mean == Wrench::default());
        // of what turns the rates miss as much again as it turns in a step
        let by_turning = port.turning_angle * port.b_measured.dot(&port.b_measured).sqrt();
        let strays = outcome.stray.min(self.coupled.carried.stray) > UNEXPLAINED + by_turning;
        let turns = self.coupled.carried.turning_angle().max(port.turning_angle) > MOST_TURNED;
        if options.b_known && flies && strays && !turns {
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
