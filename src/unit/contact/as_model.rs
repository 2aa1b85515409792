//! What the FMI layer asks of the contact.

use super::evaluation::{finite, residual};
use super::overlooked::Overlooked;
use super::tangent;
use super::{CLIPPING_HYSTERESIS, CONTACT_HYSTERESIS, Contact, Continued, Evaluation, Stage};
use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::model::{self, Entry, Events, Layout, Package, Run, Table, Variable};
use crate::fmi::number::Number;
use crate::fmi::{Fault, Interface, Model};
use crate::meet;
use crate::physics::{Spot, faces};
use crate::stepping::saved::Saved;
use crate::unit::GUID;
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::{Knowns, Unknowns};
use crate::unit::table::{INFORMATION, Id, ROWS, TABLE};

static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static VARIABLES: Table<Id> = Table { rows: &ROWS, by_reference: &BY_REFERENCE, rates: &RATES };

/// Events at which something must be missing in the wiring until it is said: the start is none of them.
const EVENTS_TO_TELL: u8 = 2;

impl Model for Contact {
    type Id = Id;
    type Tangent = tangent::Tangent;

    fn instantiate(interface: Interface, package: &Package) -> Result<Self, String> {
        // nothing is packed with this GUID: what the location leads to may be another's, or block
        if package.guid == GUID {
            return Ok(Contact::new(interface));
        }
        let text = package.start_values(GUID)?;
        Contact::with_values(interface, &package.checked(&text)?)
    }

    fn layout(&self) -> Layout<Id> {
        Layout::of(&VARIABLES, INFORMATION.event_indicators)
    }

    fn guid(&self) -> &str {
        GUID
    }

    #[inline(always)]
    fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        self.reals(runs, values)
    }

    fn integer(&mut self, variable: Variable<Id>) -> Result<i32, Fault> {
        self.integer(variable.id)
    }

    #[inline(always)]
    fn set_reals(&mut self, runs: &[Run<Id>], values: &[f64]) {
        self.set_reals(runs, values);
    }

    fn set_integer(&mut self, variable: Variable<Id>, value: i32) {
        self.set_integer(variable.id, value);
    }

    fn set_input_derivatives(&mut self, run: Run<Id>, values: &[f64]) {
        (run.k..).zip(values).for_each(|(k, value)| self.set_input_derivative(run.id, k, *value));
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
        let ContactParameters { laws: parameters, geometry, .. } = self.knowns.parameters;
        self.wiring.look(&geometry, &self.knowns.inputs, EVENTS_TO_TELL, &mut self.notices);
        let inputs = &self.knowns.inputs;
        meet::check(&parameters, &geometry, inputs)?;
        let mut region = None;
        let frame = meet::met(&parameters, self.place(), inputs, None, &mut region);
        let spot = Spot { frame: &frame, region: region.as_ref() };
        let latch = self.latch.updated(&parameters, &frame.approach());
        let [before, after] = [self.latch, latch].map(|latch| faces::force_at(&parameters, spot, &latch));
        if latch.contact != self.latch.contact {
            self.book_at_event(after.energy - before.energy);
            self.report(self.time, latch.contact, frame.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.overlooked = Overlooked::default();
        self.clipped = after.clip_margin < 0.0;
        self.is_evaluated = false;
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

    #[inline(always)]
    fn warnings(&mut self, say: &mut Events) {
        self.notices.say(say);
    }

    fn terminate(&mut self, events: &mut Events) {
        let Knowns { parameters, state, .. } = &self.knowns;
        let [work, importer_work] = [state.energy.work, self.importer_work].map(Number);
        if self.stage == Stage::Steps && !self.is_interface() {
            let residual = Number(residual(&parameters.laws, &state.energy, self.energy_base, self.stored));
            events(format_args!(
                "energy ledger: work {work} J, {importer_work} J of it by changed parameters; residual {residual} J: \
                 lost by the exchange of force and motion, gained if below 0"
            ));
        } else {
            events(format_args!(
                "energy ledger: work {work} J; of the stored energy the importer moved {importer_work} J by poses and parameters \
                 that do not continue the motion"
            ));
        }
        if self.is_interface() {
            events(format_args!("the contact gave the bodies {} J more than it got", Number(self.coupled.gained)));
        }
    }

    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Self::Tangent, Fault> {
        self.tangent(&mut seeds.map(|(run, seed)| (run.id, run.k, seed)))
    }

    fn tangent_of(&self, tangent: &mut Self::Tangent, element: Run<Id>) -> f64 {
        Contact::tangent_of(tangent, element.id, element.k)
    }

    fn has_time_derivative(id: Id) -> bool {
        tangent::is_force(id)
    }

    fn time_derivatives(&mut self, _asked: &mut dyn Iterator<Item = Run<Id>>) -> Result<Self::Tangent, Fault> {
        Ok(self.rates_of_forces()?)
    }

    fn save(&self, to: &mut Writer) {
        self.write(&mut |bytes| to.raw(bytes));
    }

    fn restore(&self, from: &mut Reader) -> Option<Self> {
        let mut contact = Contact::new(self.interface);
        contact.set_steps(self.steps());
        contact.read(from.rest())?;
        let is_finite = !matches!(contact.continued, Some(Continued::Motion(h)) if !h.is_finite());
        is_finite.then_some(contact)
    }
}
