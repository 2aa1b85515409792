//! The contact as a [`Model`]: holds what survives, evaluates on demand, steps on trial.

mod as_model;
mod causes;
mod coupling;
mod direct;
mod impact;
mod notices;
mod overlooked;
mod place;
mod serialized;
mod tangent;
mod wiring;

use crate::fmi2::model::Events;
use crate::fmi2::{Fault, Interface};
use crate::physics::{
    self, ContactFrame, Energies, Inputs, Latch, Parameters, Scalar, State, Vector3, damping, frame_of, geometry,
    respond,
};
use crate::stepping::{Change, ContactState, Exchange, Expected, InputRates, Missed, Motion, inverse_mass};
use crate::unit::slots::{Knowns, Unknowns, parameter_slot};
use crate::unit::table::Id;
use coupling::{Coupled, Shown};
use impact::Impact;
use notices::Notices;
use overlooked::Overlooked;
use wiring::Wiring;

/// Half the hysteresis of the contact indicator [m]: a host that locates x = ±this lands safely beyond x = 0.
const CONTACT_HYSTERESIS: f64 = 5e-13;

/// Half the hysteresis of the clipping indicator 1 + a·ẋ [1].
const CLIPPING_HYSTERESIS: f64 = 1e-12;

/// How far the simulation is, and so when contact is made and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// By every evaluation, from x and ẋ as they are
    Initial,
    /// Model Exchange: at events only
    Events,
    /// Co-Simulation: inside steps, and on trial by evaluations between them
    Steps,
}

/// Where a step has led: what outputs belong to after it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a step allocates nothing")]
enum Continued {
    /// Kinematic coupling: the motion goes on for this long from the inputs as they were set [s]
    Motion(f64),
    /// Interface coupling: the contact as the unit itself has moved it
    Contact(Shown),
}

impl Default for Continued {
    fn default() -> Self {
        Continued::Motion(0.0)
    }
}

/// Everything the unit remembers; `cache` and `stale` only save work.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    interface: Interface,
    phase: Phase,
    time: f64,
    knowns: Knowns<f64>,
    input_rates: InputRates,
    latch: Latch<f64>,
    /// The normal force was clipped at the last event (Model Exchange).
    clipped: bool,
    /// Energy stored at the start, less what the ledger started with; in Model Exchange also what parameters and contact
    /// made at events brought in. A pose that jumps within contact at an event is not booked and shows in the residual. [J]
    energy_base: f64,
    /// Model Exchange: energy stored before parameters changed, until the change is booked [J]
    stored_before: Option<f64>,
    /// Co-Simulation: energy stored at the end of the last step [J]
    stored: f64,
    /// Work of the importer between steps, or at events, by which it changed the stored energy [J]
    host_work: f64,
    /// Kinematic coupling: the last step has ended with the bodies touching and parting
    parting: bool,
    /// Kinematic coupling: parameters of the last step, if some have changed since then
    parameters_before: Option<Parameters<f64>>,
    /// Kinematic coupling: what has passed between bodies and contact in the last step
    exchange: Exchange,
    /// Kinematic coupling: where the last step has taken the bodies
    expected: Expected,
    impact: Impact,
    wiring: Wiring,
    overlooked: Overlooked,
    notices: Notices,
    /// Where the last step has led, until something is set
    continued: Option<Continued>,
    coupled: Coupled,
    /// Parameters have changed: check them, and renew the damping in the latch.
    stale: bool,
    cache: Option<Evaluation>,
}

/// Work + stored at the start − stored − dissipated [J]; 0 while the ledger is held still.
fn residual<T: Scalar>(parameters: &Parameters<T>, ledger: &Energies<T>, stored_at_start: T, stored: T) -> T {
    if !parameters.settings.track_ledger {
        return T::zero();
    }
    ledger.work + stored_at_start - stored - ledger.dissipated_normal - ledger.dissipated_friction
}

/// Errors: [`physics::Fault::Overflow`] of `what` if the value is not finite.
fn finite(what: &'static str, value: f64) -> Result<f64, physics::Fault> {
    if value.is_finite() { Ok(value) } else { Err(physics::Fault::Overflow { what }) }
}

/// A Boolean as a number.
fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// One evaluation and the latch it was made with.
#[derive(Clone, Copy, Debug, Default)]
struct Evaluation {
    unknowns: Unknowns<f64>,
    latch: Latch<f64>,
}

impl From<physics::Fault> for Fault {
    fn from(fault: physics::Fault) -> Self {
        Fault(fault.to_string())
    }
}

impl Contact {
    fn normal_rate(&self) -> Option<Vector3<f64>> {
        self.input_rates.normal_given.then_some(self.input_rates.inputs.contact_normal)
    }

    /// Checks changed parameters and renews what follows from them.
    fn refresh(&mut self) -> Result<(), physics::Fault> {
        if self.stale {
            self.knowns.parameters.validate()?;
            if self.is_interface() {
                inverse_mass::validate(&self.knowns.parameters)?;
            }
            self.validate_method()?;
            if !self.is_rigid() {
                self.knowns.parameters.validate_restitution()?;
            }
            self.latch = self.latch.refreshed(&self.knowns.parameters);
            self.stale = false;
        }
        Ok(())
    }

    /// Inputs that count now: as set, or where the motion of the last step has brought them.
    fn present_inputs(&self) -> Inputs<f64> {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        match self.continued {
            Some(Continued::Motion(h)) => Motion::new(parameters, inputs, &self.input_rates).inputs_at(h),
            _ => *inputs,
        }
    }

    /// Outputs and rates at a frame, of the inputs, states and parameters given, on any scalar.
    fn evaluate<T: Scalar>(
        &self,
        parameters: &Parameters<T>,
        inputs: &Inputs<T>,
        state: &State<T>,
        frame: &ContactFrame<T>,
        latch: Latch<T>,
    ) -> (Unknowns<T>, Latch<T>) {
        let is_settled = match self.phase {
            Phase::Initial => false,
            Phase::Events => true,
            Phase::Steps => self.is_rigid() || matches!(self.continued, Some(Continued::Contact(_))),
        };
        let latch = if is_settled {
            latch
        } else if self.parting && frame.penetration_rate.value() > 0.0 {
            latch.updated(parameters, &frame.approach()).held(parameters, &frame.approach())
        } else {
            latch.updated(parameters, &frame.approach())
        };
        let response = respond(parameters, inputs, frame, &latch, state);
        let stored = match self.phase {
            // between steps the ledger stands where the last one has ended, whatever pose is set
            Phase::Steps => T::from(self.stored),
            _ => response.outputs.energy_elastic,
        };
        let energy_residual = match self.phase {
            Phase::Initial => T::zero(),
            _ => residual(parameters, &state.energy, T::from(self.energy_base), stored),
        };
        (Unknowns { response, energy_residual, touching: T::from(flag(latch.contact)) }, latch)
    }

    /// The evaluation of now, made if there is none.
    fn evaluation(&mut self) -> Result<&Evaluation, physics::Fault> {
        if self.cache.is_none() {
            self.cache = Some(self.fresh_evaluation()?);
        }
        self.cache.as_ref().ok_or(physics::Fault::Overflow { what: "the evaluation" })
    }

    fn fresh_evaluation(&mut self) -> Result<Evaluation, physics::Fault> {
        self.refresh()?;
        let Knowns { parameters, state, .. } = &self.knowns;
        let moved;
        // what was just set is looked at where it stands
        let inputs = match self.continued {
            Some(Continued::Motion(_)) => {
                moved = self.present_inputs();
                &moved
            }
            _ => &self.knowns.inputs,
        };
        let (frame, latch) = match &self.continued {
            Some(Continued::Contact(shown)) => (shown.end.frame, shown.latch.refreshed(parameters)),
            _ => {
                geometry::check(parameters, inputs)?;
                (frame_of(parameters, inputs, self.normal_rate()), self.latch)
            }
        };
        let (mut unknowns, latch) = self.evaluate(parameters, inputs, state, &frame, latch);
        unknowns.response.finite()?;
        if let Some(Continued::Contact(shown)) = &self.continued {
            shown.replace(&mut unknowns.response.outputs);
        }
        if self.is_rigid() {
            self.hold(&mut unknowns.response, &latch);
        }
        if let Some(forces) = self.forces() {
            forces.replace(&mut unknowns.response.outputs);
        }
        if self.is_interface() {
            // what has been put in the place of the laws' answer
            unknowns.response.finite()?;
        }
        if let Some(before) = self.stored_before.take() {
            let jump = unknowns.response.outputs.energy_elastic - before;
            self.book_at_event(jump);
            // from the new base, as after a restored snapshot: the same bits
            let Knowns { parameters, state, .. } = &self.knowns;
            let elastic = unknowns.response.outputs.energy_elastic;
            unknowns.energy_residual = residual(parameters, &state.energy, self.energy_base, elastic);
        }
        finite("the energy ledger", unknowns.energy_residual)?;
        if self.phase == Phase::Events && !latch.contact {
            let x = -unknowns.response.outputs.gap;
            self.overlooked.evaluated(self.time, x - CONTACT_HYSTERESIS, &mut self.notices);
        }
        Ok(Evaluation { unknowns, latch })
    }

    /// Books energy that the host brought in at an event: it belongs to the start of what follows.
    fn book_at_event(&mut self, jump: f64) {
        self.energy_base += jump;
        self.host_work += jump;
    }

    fn set_parameter(&mut self, id: Id, k: usize, value: f64) {
        let at_event = self.phase == Phase::Events;
        self.keep_parameters();
        if at_event && self.stored_before.is_none() {
            self.stored_before = self.evaluation().ok().map(|e| e.unknowns.response.outputs.energy_elastic);
        }
        if let Some(slot) = parameter_slot(&mut self.knowns.parameters, id) {
            slot[k] = value;
        }
        self.stale = true;
        self.touched();
        if at_event {
            // book now, with the inputs of now; a vector that is half set is booked with its last element
            let _ = self.evaluation();
        }
    }

    /// Keeps the parameters of the last step before one of them is set: the next step books what that does.
    fn keep_parameters(&mut self) {
        if self.phase == Phase::Steps && self.parameters_before.is_none() && !self.is_interface() {
            self.parameters_before = Some(self.knowns.parameters);
        }
    }

    fn contact_state(&self) -> ContactState {
        ContactState {
            continuous: self.knowns.state,
            latch: self.latch,
            stored: self.stored,
            host_work: self.host_work,
            parting: self.parting,
            missed: Missed::default(),
        }
    }

    /// Takes over what a step has changed.
    fn keep(&mut self, state: &ContactState) {
        self.knowns.state = state.continuous;
        self.latch = state.latch;
        self.stored = state.stored;
        self.host_work = state.host_work;
        self.parting = state.parting;
    }

    /// Something was set: what was evaluated or continued before counts no more.
    fn touched(&mut self) {
        self.cache = None;
        self.continued = None;
    }

    fn report(&self, at: f64, contact: bool, penetration_rate: f64, latch: &Latch<f64>, events: &mut Events) {
        // a pose that jumps across the surface makes contact while departing, or breaks it while approaching
        let speed = if contact { penetration_rate } else { -penetration_rate }.max(0.0);
        if contact && speed == 0.0 {
            events(format_args!("contact at t = {at:.9} s without an impact"));
        } else if contact {
            let restitution = if self.is_rigid() { damping::rigid_restitution } else { damping::effective_restitution };
            let e = restitution(&self.knowns.parameters, latch.v_i);
            events(format_args!("impact at t = {at:.9} s, approach speed {speed:.9} m/s, restitution {e}"));
        } else {
            events(format_args!("release at t = {at:.9} s, rebound speed {speed:.9} m/s"));
        }
    }

    fn report_changes(&self, time: f64, changes: &[Option<Change>], latch: &Latch<f64>, events: &mut Events) {
        let mut changes = changes.iter().copied().flatten().peekable();
        while let Some(Change { after, penetration_rate, contact }) = changes.next() {
            let latch = Latch { v_i: penetration_rate, ..*latch };
            if contact && penetration_rate > 0.0 && self.is_rigid() && changes.peek().is_none() {
                events(format_args!(
                    "contact at t = {:.9} s, approach speed {penetration_rate:.9} m/s, without a rebound",
                    time + after
                ));
                continue;
            }
            self.report(time + after, contact, penetration_rate, &latch, events);
        }
    }
}
