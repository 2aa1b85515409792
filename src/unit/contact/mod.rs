//! The contact as a [`Model`]: holds what survives, evaluates on demand, steps on trial.

mod coupling;
mod serialized;
mod tangent;

use crate::fmi2::bytes::{Reader, Writer};
use crate::fmi2::description::Information;
use crate::fmi2::model::{self, Entry, Events, Layout};
use crate::fmi2::{Fault, Interface, Model};
use crate::physics::{
    self, ContactFrame, Energies, Inputs, Latch, Parameters, Scalar, State, Vector3, contact_frame, inverse_mass,
    normal, respond,
};
use crate::stepping::{self, Change, ContactState, InputRates};
use crate::unit::settings;
use crate::unit::slots::{Knowns, Unknowns, input_slot, mobility_slot, parameter_slot, state_slot};
use crate::unit::table::{self, Id, TABLE};
use coupling::{Coupled, Shown};

static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static LAYOUT: Layout<Id> = Layout { table: TABLE, by_reference: &BY_REFERENCE, rates: &RATES };

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
enum Continued {
    /// Kinematic coupling: inputs of the motion continued to the step's end
    Motion(Inputs<f64>),
    /// Interface coupling: the contact as the unit itself has moved it
    Contact(Shown),
}

/// Everything the unit remembers; `cache` and `stale` only save work.
#[derive(Clone, Debug)]
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
    /// Work of the host between steps, or at events, by which it changed the stored energy [J]
    host_work: f64,
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

/// One evaluation and the latch it was made with.
#[derive(Clone, Copy, Debug)]
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
            self.latch = self.latch.refreshed(&self.knowns.parameters);
            self.stale = false;
        }
        Ok(())
    }

    /// Inputs that count now: as set, or where the motion of the last step has brought them.
    fn present_inputs(&self) -> &Inputs<f64> {
        match &self.continued {
            Some(Continued::Motion(inputs)) => inputs,
            _ => &self.knowns.inputs,
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
        let is_settled = self.phase == Phase::Events || matches!(self.continued, Some(Continued::Contact(_)));
        let latch = if is_settled { latch } else { latch.updated(parameters, frame) };
        let response = respond(parameters, inputs, frame, &latch, state);
        let stored = match self.phase {
            // inside and outside have penetrations of their own: the ledger is that of the inside
            Phase::Steps if self.is_interface() => T::from(self.stored),
            _ => response.outputs.energy_elastic,
        };
        let energy_residual = match self.phase {
            Phase::Initial => T::zero(),
            _ => residual(parameters, &state.energy, T::from(self.energy_base), stored),
        };
        (Unknowns { response, energy_residual }, latch)
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
        let inputs = self.present_inputs();
        let (frame, latch) = match &self.continued {
            Some(Continued::Contact(shown)) => (shown.end.frame, shown.latch.refreshed(parameters)),
            _ => (contact_frame(parameters, inputs, self.normal_rate())?, self.latch),
        };
        let (mut unknowns, latch) = self.evaluate(parameters, inputs, state, &frame, latch);
        unknowns.response.finite()?;
        if let Some(Continued::Contact(shown)) = &self.continued {
            shown.replace(&mut unknowns.response.outputs);
        }
        if let Some(forces) = &self.coupled.forces {
            forces.replace(&mut unknowns.response.outputs);
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
        Ok(Evaluation { unknowns, latch })
    }

    /// Books energy that the host brought in at an event: it belongs to the start of what follows.
    fn book_at_event(&mut self, jump: f64) {
        self.energy_base += jump;
        self.host_work += jump;
    }

    fn set_parameter(&mut self, id: Id, k: usize, value: f64) {
        let at_event = self.phase == Phase::Events;
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

    fn contact_state(&self) -> ContactState {
        ContactState {
            continuous: self.knowns.state,
            latch: self.latch,
            stored: self.stored,
            host_work: self.host_work,
        }
    }

    /// Takes over what a step has changed.
    fn keep(&mut self, state: &ContactState) {
        self.knowns.state = state.continuous;
        self.latch = state.latch;
        self.stored = state.stored;
        self.host_work = state.host_work;
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
            let e = normal::effective_restitution(&self.knowns.parameters, latch.v_i);
            events(format_args!("impact at t = {at:.9} s, approach speed {speed:.9} m/s, restitution {e}"));
        } else {
            events(format_args!("release at t = {at:.9} s, rebound speed {speed:.9} m/s"));
        }
    }

    fn report_changes(&self, time: f64, changes: &[Option<Change>], latch: &Latch<f64>, events: &mut Events) {
        for Change { after, penetration_rate, contact } in changes.iter().copied().flatten() {
            let latch = Latch { v_i: penetration_rate, ..*latch };
            self.report(time + after, contact, penetration_rate, &latch, events);
        }
    }
}

impl Model for Contact {
    type Id = Id;
    type Tangent = tangent::Tangent;

    const INFORMATION: &'static Information = &table::INFORMATION;
    const GUID: &'static str = crate::unit::GUID;

    fn layout() -> &'static Layout<Id> {
        &LAYOUT
    }

    fn new(interface: Interface) -> Self {
        let mut knowns = Knowns::default();
        for row in TABLE {
            if let Some(slot) = knowns.slot(row.id) {
                slot.copy_from_slice(row.start);
            } else if let Some(start) = row.start.first() {
                settings::set(&mut knowns.parameters.settings, row.id, *start as i32);
            }
        }
        Contact {
            interface,
            phase: Phase::Initial,
            time: 0.0,
            knowns,
            input_rates: InputRates::default(),
            latch: Latch::default(),
            clipped: false,
            energy_base: 0.0,
            stored_before: None,
            stored: 0.0,
            host_work: 0.0,
            continued: None,
            coupled: Coupled::default(),
            stale: true,
            cache: None,
        }
    }

    fn real(&mut self, id: Id, k: usize) -> Result<f64, Fault> {
        if id == Id::Time {
            return Ok(self.time);
        }
        if let Some(slot) = self.knowns.slot(id) {
            return Ok(slot[k]);
        }
        let evaluation = self.evaluation()?;
        let slot = evaluation.unknowns.slot(id);
        slot.map(|slot| slot[k]).ok_or_else(|| Fault(format!("{id:?} has no value")))
    }

    fn integer(&mut self, id: Id) -> Result<i32, Fault> {
        match settings::get(&self.knowns.parameters.settings, id) {
            Some(value) => Ok(value),
            None if id == Id::MicroSteps => Ok(i32::try_from(self.coupled.micro_steps).unwrap_or(i32::MAX)),
            None => Ok(i32::from(self.evaluation()?.latch.contact)),
        }
    }

    fn set_real(&mut self, id: Id, k: usize, value: f64) {
        let Knowns { inputs, mobility, state, .. } = &mut self.knowns;
        let slot = input_slot(inputs, id).or_else(|| state_slot(state, id)).or_else(|| mobility_slot(mobility, id));
        match slot {
            Some(slot) => {
                slot[k] = value;
                self.touched();
            }
            None => self.set_parameter(id, k, value),
        }
    }

    fn set_integer(&mut self, id: Id, value: i32) {
        settings::set(&mut self.knowns.parameters.settings, id, value);
        self.stale = true;
        self.touched();
    }

    fn set_input_derivative(&mut self, id: Id, k: usize, value: f64) {
        if let Some(slot) = input_slot(&mut self.input_rates.inputs, id) {
            slot[k] = value;
            self.input_rates.normal_given |= id == Id::ContactNormal;
        }
        self.touched();
    }

    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault> {
        let Evaluation { unknowns, latch } = *self.evaluation()?;
        let elastic = unknowns.response.outputs.energy_elastic;
        if latch.contact {
            self.report(self.time, true, unknowns.response.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.clipped = unknowns.response.damping_ratio < 0.0;
        let Energies { work, dissipated_normal, dissipated_friction } = self.knowns.state.energy;
        self.energy_base = elastic - work + dissipated_normal + dissipated_friction;
        self.stored = elastic;
        self.phase = match self.interface {
            Interface::ModelExchange => Phase::Events,
            Interface::CoSimulation => Phase::Steps,
        };
        self.cache = None;
        Ok(())
    }

    fn set_time(&mut self, time: f64) {
        self.time = time;
    }

    fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault> {
        // checks parameters, books their change
        self.evaluation()?;
        let parameters = self.knowns.parameters;
        let frame = contact_frame(&parameters, &self.knowns.inputs, None)?;
        let latch = self.latch.updated(&parameters, &frame);
        let [before, after] = [self.latch, latch].map(|latch| normal::normal_force(&parameters, &frame, &latch));
        if latch.contact != self.latch.contact {
            self.book_at_event(after.energy - before.energy);
            self.report(self.time, latch.contact, frame.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.clipped = after.damping_ratio < 0.0;
        self.cache = None;
        Ok(false)
    }

    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        let Evaluation { unknowns: Unknowns { response, .. }, latch } = *self.evaluation()?;
        let shift = |on: bool, width: f64| if on { width } else { -width };
        let of_contact = -response.outputs.gap + shift(latch.contact, CONTACT_HYSTERESIS);
        let [of_clipping, of_relatching] = if latch.contact {
            let speed = latch.relatch_speed(&self.knowns.parameters);
            [response.damping_ratio + shift(!self.clipped, CLIPPING_HYSTERESIS), response.penetration_rate - speed]
        } else {
            [1.0, -1.0]
        };
        for (indicator, value) in indicators.iter_mut().zip([of_contact, of_clipping, of_relatching]) {
            *indicator = finite("an event indicator", value)?;
        }
        Ok(())
    }

    fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        if self.is_interface() {
            return self.interface_step(time, h, events);
        }
        self.refresh()?;
        let before = self.contact_state();
        let step = stepping::advance(&self.knowns.parameters, &self.knowns.inputs, &self.input_rates, &before, h)?;
        let ContactState { continuous, stored, .. } = &step.state;
        let energy_residual = residual(&self.knowns.parameters, &continuous.energy, self.energy_base, *stored);
        finite("the energy ledger", energy_residual)?;
        self.report_changes(time, &step.changes, &step.state.latch, events);
        self.keep(&step.state);
        self.time = time + h;
        self.continued = Some(Continued::Motion(step.inputs));
        let unknowns = Unknowns { response: step.response, energy_residual };
        self.cache = Some(Evaluation { unknowns, latch: self.latch });
        Ok(())
    }

    fn warnings(&mut self, say: &mut Events) {
        self.warn(say);
    }

    fn terminate(&mut self, events: &mut Events) {
        let (work, host_work) = (self.knowns.state.energy.work, self.host_work);
        events(format_args!(
            "energy ledger: work {work} J; of the stored energy the host moved {host_work} J by poses and parameters that \
             do not continue the motion"
        ));
        if self.is_interface() {
            events(format_args!("wrong masses have brought in {} J", self.coupled.gained));
        }
    }

    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Id, usize, f64)>) -> Result<Self::Tangent, Fault> {
        self.evaluation()?;
        let mut knowns = self.duals();
        for (id, k, seed) in seeds {
            if let Some(duals) = knowns.slot(id) {
                duals[k].slope += seed;
            }
        }
        Ok(self.tangent_along(knowns)?)
    }

    fn tangent_of((knowns, unknowns): &mut Self::Tangent, id: Id, k: usize) -> f64 {
        let dual = unknowns.slot(id).map(|slot| slot[k]).or(knowns.slot(id).map(|slot| slot[k]));
        dual.map_or(f64::NAN, |dual| dual.slope)
    }

    fn without_tangent(&self, id: Id) -> Option<Fault> {
        let is_mean = self.coupled.forces.is_some() && coupling::is_force(id);
        is_mean.then(|| {
            Fault(
                "is the mean over the last step (coupling.mode = interface) and has no derivative by what is set now"
                    .into(),
            )
        })
    }

    fn has_time_derivative(id: Id) -> bool {
        coupling::is_force(id)
    }

    fn time_derivatives(&mut self) -> Result<Self::Tangent, Fault> {
        Ok(self.rates_of_forces()?)
    }

    fn save(&self, to: &mut Writer) {
        self.write(to);
    }

    fn restore(interface: Interface, from: &mut Reader) -> Option<Self> {
        Contact::read(interface, from)
    }
}
