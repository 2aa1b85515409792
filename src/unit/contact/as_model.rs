//! What the FMI layer asks of the contact.

use super::evaluation::{finite, residual};
use super::forces::{Coupled, Forces};
use super::impact::Impact;
use super::notices::Notices;
use super::overlooked::Overlooked;
use super::tangent;
use super::wiring::Wiring;
use super::{CLIPPING_HYSTERESIS, CONTACT_HYSTERESIS, Contact, Continued, Evaluation, Phase};
use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::description::Information;
use crate::fmi::layout::Run;
use crate::fmi::model::{self, Entry, Events, Layout};
use crate::fmi::{Fault, Interface, Model};
use crate::physics::{Latch, contact_frame, normal};
use crate::stepping::saved::Saved;
use crate::stepping::{Exchange, Expected, InputRates};
use crate::unit::named;
use crate::unit::settings;
use crate::unit::slots::{Knowns, Unknowns, copy_in, copy_out, input_slot, parameter_slot};
use crate::unit::table::{self, Id, ROWS, TABLE};

static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static LAYOUT: Layout<Id> = Layout { table: &ROWS, by_reference: &BY_REFERENCE, rates: &RATES };

impl Contact {
    /// Values of any kind; evaluates if one of them asks for it.
    #[inline(never)]
    fn any_reals(&mut self, runs: &[Run<Id>], mut values: &mut [f64]) -> Result<(), Fault> {
        for Run { id, k, length } in runs {
            let (now, later) = values.split_at_mut(*length);
            let slot = match self.knowns.slot(*id) {
                Some(slot) => slot,
                None if *id == Id::Time => core::slice::from_ref(&self.time),
                None => {
                    self.evaluation()?.unknowns.slot(*id).ok_or_else(|| Fault("the variable has no value".into()))?
                }
            };
            copy_out(slot, *k, now);
            values = later;
        }
        Ok(())
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

    #[cold]
    #[inline(never)]
    fn set_elements_of_parameter(&mut self, id: Id, k: usize, values: &[f64]) {
        (k..).zip(values).for_each(|(k, value)| self.set_parameter(id, k, *value));
    }
}

/// Events at which something must be missing in the wiring until it is said: the start is none of them.
const EVENTS_TO_TELL: u8 = 2;

impl Model for Contact {
    type Id = Id;
    type Tangent = tangent::Tangent;

    const INFORMATION: &'static Information = &table::INFORMATION;
    const GUID: &'static str = crate::unit::GUID;

    fn layout() -> &'static Layout<Id> {
        &LAYOUT
    }

    fn new(interface: Interface) -> Self {
        Contact {
            interface,
            phase: Phase::Initial,
            time: 0.0,
            knowns: Knowns::start(),
            input_rates: InputRates::default(),
            latch: Latch::default(),
            clipped: false,
            energy_base: 0.0,
            stored_before: None,
            stored: 0.0,
            host_work: 0.0,
            parting: false,
            parameters_before: None,
            exchange: Exchange::default(),
            expected: Expected::default(),
            impact: Impact::default(),
            wiring: Wiring::default(),
            overlooked: Overlooked::default(),
            notices: Notices::default(),
            continued: None,
            coupled: Coupled::default(),
            stale: true,
            cache: None,
        }
    }

    fn with_start_values(interface: Interface, values: &[(&str, &str)]) -> Result<Self, Fault> {
        let mut contact = Contact::new(interface);
        for (name, text) in values {
            named::assign(&mut contact.knowns.parameters, name, text).map_err(|refusal| Fault(refusal.to_string()))?;
        }
        Ok(contact)
    }

    fn real(&mut self, id: Id, k: usize) -> Result<f64, Fault> {
        let mut value = [0.0];
        self.reals(&[Run { id, k, length: 1 }], &mut value)?;
        Ok(value[0])
    }

    fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        match &self.cache {
            Some(evaluation) if evaluation.unknowns.copy_to(runs, values) => Ok(()),
            _ => self.any_reals(runs, values),
        }
    }

    fn integer(&mut self, id: Id) -> Result<i32, Fault> {
        match settings::get(&self.knowns.parameters.settings, id) {
            Some(value) => Ok(value),
            None if id == Id::MicroSteps => Ok(i32::try_from(self.coupled.micro_steps).unwrap_or(i32::MAX)),
            None => Ok(i32::from(self.evaluation()?.latch.contact)),
        }
    }

    fn set_real(&mut self, id: Id, k: usize, value: f64) {
        self.set_reals(&[Run { id, k, length: 1 }], &[value]);
    }

    fn set_reals(&mut self, runs: &[Run<Id>], mut values: &[f64]) {
        for Run { id, k, length } in runs {
            let (now, later) = values.split_at(*length);
            match self.knowns.signal_slot(*id) {
                Some(slot) => {
                    copy_in(now, slot, *k);
                    self.wiring.is_penetration_set |= *id == Id::Penetration;
                    self.touched();
                }
                None => self.set_elements_of_parameter(*id, *k, now),
            }
            values = later;
        }
    }

    fn set_integer(&mut self, id: Id, value: i32) {
        self.keep_parameters();
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
        Ok(self.settle(events)?)
    }

    fn set_time(&mut self, time: f64) {
        self.time = time;
    }

    fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault> {
        // checks parameters, books their change
        self.evaluation()?;
        let parameters = self.knowns.parameters;
        self.wiring.look(&parameters, &self.knowns.inputs, EVENTS_TO_TELL, &mut self.notices);
        let frame = contact_frame(&parameters, &self.knowns.inputs, None)?;
        let latch = self.latch.updated(&parameters, &frame.approach());
        let [before, after] =
            [self.latch, latch].map(|latch| normal::normal_force(&parameters, &frame.approach(), &latch));
        if latch.contact != self.latch.contact {
            self.book_at_event(after.energy - before.energy);
            self.report(self.time, latch.contact, frame.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.overlooked = Overlooked::default();
        self.clipped = after.clip_margin < 0.0;
        self.cache = None;
        Ok(false)
    }

    fn completed_step(&mut self) -> bool {
        // what cannot be evaluated is refused where it is read
        let Ok(Evaluation { unknowns: Unknowns { response, .. }, latch }) = self.evaluation() else { return false };
        let (x, rate) = (-response.outputs.gap, response.penetration_rate);
        let (contact, relatch_speed) = (latch.contact, latch.relatch_speed());
        let asks = if contact { x <= -CONTACT_HYSTERESIS || rate > relatch_speed } else { x > CONTACT_HYSTERESIS };
        self.overlooked.completed(asks && !contact, x, &mut self.notices);
        asks
    }

    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        let Evaluation { unknowns: Unknowns { response, .. }, latch } = *self.evaluation()?;
        let shift = |on: bool, width: f64| if on { width } else { -width };
        let of_contact = -response.outputs.gap + shift(latch.contact, CONTACT_HYSTERESIS);
        let [of_clipping, of_relatching] = if latch.contact {
            let speed = latch.relatch_speed();
            [response.clip_margin + shift(!self.clipped, CLIPPING_HYSTERESIS), response.penetration_rate - speed]
        } else {
            [1.0, -1.0]
        };
        for (indicator, value) in indicators.iter_mut().zip([of_contact, of_clipping, of_relatching]) {
            *indicator = finite("an event indicator", value)?;
        }
        Ok(())
    }

    fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        Ok(self.step(time, h, events)?)
    }

    fn warnings(&mut self, say: &mut Events) {
        self.notices.say(say);
    }

    fn terminate(&mut self, events: &mut Events) {
        let Knowns { parameters, state, .. } = &self.knowns;
        let (work, host_work) = (state.energy.work, self.host_work);
        if self.phase == Phase::Steps && !self.is_interface() {
            let residual = residual(parameters, &state.energy, self.energy_base, self.stored);
            events(format_args!(
                "energy ledger: work {work} J, {host_work} J of it by changed parameters; residual {residual} J: lost by the \
                 exchange of force and motion, brought in if below 0"
            ));
        } else {
            events(format_args!(
                "energy ledger: work {work} J; of the stored energy the importer moved {host_work} J by poses and parameters \
                 that do not continue the motion"
            ));
        }
        if self.is_interface() {
            events(format_args!("the contact gave the bodies {} J more than it got", self.coupled.gained));
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
        Ok(self.tangent_along(knowns, Forces::held)?)
    }

    fn tangent_of((knowns, unknowns): &mut Self::Tangent, id: Id, k: usize) -> f64 {
        let dual = unknowns.slot(id).map(|slot| slot[k]).or(knowns.slot(id).map(|slot| slot[k]));
        dual.map_or(f64::NAN, |dual| dual.slope)
    }

    fn has_time_derivative(id: Id) -> bool {
        tangent::is_force(id)
    }

    fn time_derivatives(&mut self) -> Result<Self::Tangent, Fault> {
        Ok(self.rates_of_forces()?)
    }

    fn save(&self, to: &mut Writer) {
        self.write(&mut |bytes| to.raw(bytes));
    }

    fn restore(interface: Interface, from: &mut Reader) -> Option<Self> {
        let mut contact = Contact::new(interface);
        contact.read(from.rest())?;
        let is_finite = !matches!(contact.continued, Some(Continued::Motion(h)) if !h.is_finite());
        is_finite.then_some(contact)
    }
}
