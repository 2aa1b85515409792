//! The step of the interface coupling: what the importer gives becomes a port, and the impulse of the step its outputs.

use super::causes;
use super::evaluation::finite;
use super::forces::{Forces, Shown, Wrench};
use super::notices::{Topic, interval};
use super::place::{Course, MOST_TURNED};
use super::short::Fixed;
use super::wiring::STEPS_TO_TELL;
use super::{Contact, Continued};
use crate::fmi::model::Events;
use crate::meet;
use crate::physics;
use crate::stepping::Exchange;
use crate::stepping::coupling::{CouplingOrder, FreeAccelerationSource, MassSource};
use crate::stepping::interface::{
    CouplingMemory, DetectedOrder, LoweredRebound, Options, Order, StepInput, check_step_size,
};
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::Knowns;

/// Acceleration in free flight that `freeAcceleration` may miss before it is said [m/s²]: a tenth of gravity.
const UNEXPLAINED: f64 = 1.0;

impl Contact {
    fn options(&self) -> Options {
        let settings = &self.knowns.parameters.coupling.settings;
        Options {
            order: match settings.order {
                CouplingOrder::Sequential => Some(Order::Sequential),
                CouplingOrder::Parallel => Some(Order::Parallel),
                CouplingOrder::Detect => None,
            },
            hand_back: settings.hand_back,
            max_micro_steps: settings.max_micro_steps,
            b_known: settings.free_acceleration_source == FreeAccelerationSource::Input,
            // An importer that gives W knows it; masses typed in may be wrong.
            mass_known: !settings.verify_mass || settings.mass_source == MassSource::Input,
        }
    }

    /// One step; one that fails changes nothing. `is_shown`: it also fails where its end cannot be evaluated. Out of line: its locals would be
    /// in the stack frame of every kinematic step.
    #[inline(never)]
    pub(super) fn interface_step(
        &mut self,
        (time, h): (f64, f64),
        is_shown: bool,
        events: &mut Events,
    ) -> Result<(), physics::ContactFault> {
        check_step_size(h)?;
        let before = self.coupled.memory;
        let stepped = self.step_on(&before, (time, h), is_shown, events);
        if stepped.is_err() {
            self.coupled.memory = before;
        }
        stepped
    }

    /// The same, but that one that fails may leave anything in the memory of the coupling. `remembered`: what was there before.
    #[inline(always)]
    fn step_on(
        &mut self,
        remembered: &CouplingMemory,
        (time, h): (f64, f64),
        is_shown: bool,
        events: &mut Events,
    ) -> Result<(), physics::ContactFault> {
        self.refresh()?;
        let options = self.options();
        let before = self.contact_state();
        let order = self.coupled.memory.order(&options);
        let Knowns { parameters: ContactParameters { laws, geometry, coupling }, inputs, .. } = &self.knowns;
        meet::check(laws, geometry, inputs)?;
        let measured = meet::frame_of(laws, geometry, inputs, self.normal_rate());
        let held;
        let rates = if self.input_rates.accelerate() {
            held = self.held_rates();
            &held
        } else {
            &self.input_rates
        };
        let there;
        let expected = match order {
            Order::Sequential => None,
            Order::Parallel => {
                there = self.expected_start(options.hand_back, h)?;
                there.as_ref()
            }
        };
        let course = Course::new(&self.knowns, (&measured, rates), expected, (remembered, order), h);
        // what is large is looked at where it is
        let middle = course.at(0.5 * h, false);
        let (port, middle) = middle.as_ref().map_err(|fault| *fault)?;
        let mut aside = None;
        let again = |after: f64| {
            let (port, there) = course.at(after, true)?;
            aside = Some(there);
            Ok(port)
        };
        let call = StepInput { parameters: laws, coupling, port, contact: &before, options: &options, h };
        let outcome = call.advance_along(&mut self.coupled.memory, again);
        let outcome = outcome.as_ref().map_err(|fault| *fault)?;
        let forces = Forces::of(outcome, aside.as_ref().unwrap_or(middle), (options.hand_back, h));
        finite("the mean force or its slope", forces.sum())?;
        let gained = finite("the energy gained", self.coupled.gained + outcome.gained)?;

        // of what turns the rates miss as much again as it turns in a step
        let by_turning = port.turning_angle * port.b_measured.dot(&port.b_measured).sqrt();
        let turns = remembered.turning_angle().max(port.turning_angle) > MOST_TURNED;
        // Twice in a row in flight: a velocity that is set, or another contact's impact, is gone after one step.
        let strays = options.b_known
            && !turns
            && outcome.unexplained_acceleration.min(remembered.unexplained_acceleration) > UNEXPLAINED + by_turning
            && self.coupled.forces.as_ref().is_some_and(|forces| forces.mean == Wrench::default());
        let turned = self.turns_too_far(port, outcome, h);
        let latch = match outcome.order {
            Order::Sequential => outcome.contact.latch,
            Order::Parallel => before.latch,
        };
        // what is small by far needs no evaluation to know that there will be one
        let is_shown = is_shown || !(self.are_laws_moderate && outcome.is_moderate());
        let last = is_shown.then_some((self.coupled.forces, self.coupled.micro_steps, self.coupled.gained));
        self.keep(&outcome.contact);
        (self.coupled.forces, self.coupled.micro_steps, self.coupled.gained) =
            (Some(forces), outcome.micro_steps, gained);
        // what is shown of the step's end is evaluated when somebody asks
        (self.continued, self.is_evaluated) = (Some(Continued::Contact(Shown { end: outcome.end, latch })), false);
        if let Some(last) = &last
            && let Err(fault) = self.evaluation()
        {
            self.keep(&before);
            (self.coupled.forces, self.coupled.micro_steps, self.coupled.gained) = *last;
            self.touched();
            return Err(fault);
        }
        self.time = time + h;
        self.exchange = Exchange::default();
        self.expected.forget();

        let is_rigid = self.is_rigid();
        let notices = &mut self.notices;
        if outcome.capped && is_rigid {
            notices.raise(Topic::FrictionJams, []);
        } else if outcome.capped {
            notices.raise(Topic::MicroSteps, [f64::from(options.max_micro_steps)]);
        }
        if let Some(DetectedOrder { order, is_other }) = outcome.found {
            let is_parallel = order == Order::Parallel;
            if is_other {
                notices.raise(Topic::OtherOrder, [f64::from(u8::from(is_parallel))]);
            } else {
                events(format_args!(
                    "coupling.order = detect at t = {} s: the importer applies the force of a step {}",
                    Fixed(time),
                    interval(is_parallel)
                ));
            }
        }
        if let Some(LoweredRebound { approach, full, rebound, gain }) = outcome.lowered {
            notices.raise(Topic::Lowered, [approach, full, rebound, gain]);
        }
        if let Some(turned) = turned {
            notices.raise(Topic::Turning, turned);
        }
        if let Some(likely) = outcome.likely {
            let [order, mass, load] = causes::numbers(&likely);
            if outcome.gained > 0.0 {
                notices.raise(Topic::Masses, [gained, order, mass, load]);
            } else {
                notices.raise(Topic::Answer, [order, mass, load, f64::from(u8::from(outcome.doubt))]);
            }
        }
        if strays {
            let can_estimate = f64::from(u8::from(!is_rigid));
            notices.raise(Topic::FreeAcceleration, [outcome.unexplained_acceleration, can_estimate]);
        }
        self.wiring.look(&self.knowns.parameters.geometry, &self.knowns.inputs, STEPS_TO_TELL, notices);
        self.report_changes(time, outcome.changes.all(), &outcome.contact.latch, events);
        Ok(())
    }
}
