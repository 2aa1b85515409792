//! What the FMI layer asks of a system.

use super::numbers::{Place, motion, sum_of, told_slot};
use super::scene::SceneBody;
use super::{System, in_words_of, lines, named};
use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::layout::Block;
use crate::fmi::model::{Events, Layout, Package, Run, Variable};
use crate::fmi::number::Number;
use crate::fmi::resources::START_VALUES;
use crate::fmi::{Fault, Interface, Model};
use crate::stepping::bodies::{SeenMass, Told};
use crate::stepping::coupling::MassSource;
use crate::stepping::saved::Saved;
use crate::unit::GUID;
use crate::unit::contact::Contact;
use crate::unit::table::Id;
use core::slice::from_ref;
use std::sync::Arc;

/// Event indicators of each contact.
const INDICATORS: usize = 3;

impl System {
    /// Numbers of a variable of the system that are set, or follow from the sums; the sums are made if needed.
    fn of_the_system(&mut self, id: Id) -> Result<&[f64], Fault> {
        if id == Id::Time {
            return Ok(from_ref(&self.time));
        }
        self.sum()?;
        let sums = &self.sums;
        Ok(from_ref(match id {
            Id::EnergyWork => &sums.ledger.work,
            Id::EnergyDissipatedNormal => &sums.ledger.dissipated_normal,
            Id::EnergyDissipatedFriction => &sums.ledger.dissipated_friction,
            Id::DerEnergyWork => &sums.powers.work,
            Id::DerEnergyDissipatedNormal => &sums.powers.dissipated_normal,
            Id::DerEnergyDissipatedFriction => &sums.powers.dissipated_friction,
            Id::EnergyElastic => &sums.elastic,
            Id::EnergyResidual => &sums.residual,
            _ => return Err(Fault("the variable has no value".into())),
        }))
    }

    fn of_a_body(&mut self, body: usize, id: Id) -> Result<&[f64], Fault> {
        if matches!(id, Id::BodyForce | Id::BodyTorque) {
            let wrench = self.wrench(body)?;
            return Ok(if id == Id::BodyForce { wrench.force.as_slice() } else { wrench.torque.as_slice() });
        }
        motion(&mut self.bodies[body].body, id)
            .or_else(|| told_slot(&mut self.told[body], id))
            .map(|slot| &*slot)
            .ok_or_else(|| Fault("the variable has no value".into()))
    }

    /// Does the same with every contact that is held, whose events are told under its name. The answer: whether one of them answers true.
    pub(super) fn each(
        &mut self,
        events: &mut Events,
        of: impl Fn(&mut Contact, &mut Events) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let mut any = false;
        for (at, contact) in self.contacts.held_mut() {
            let entry = &self.scene.contacts[at];
            let answer = of(contact, &mut |text| events(format_args!("{}: {text}", entry.name)));
            any |= answer.map_err(|Fault(text)| named(&self.scene, entry, text))?;
        }
        Ok(any)
    }
}

impl System {
    /// A system whose start values are lines of a scene. Errors: they are none.
    pub fn with_lines(interface: Interface, package: &Package, values: &[(&str, &str)]) -> Result<Self, String> {
        let scene = lines::scene(values).map_err(|why| format!("{START_VALUES}: {why}"))?;
        if interface == Interface::ModelExchange && !scene.model_exchange {
            return Err("this FMU is for Co-Simulation alone: [unit] model_exchange = false in its file".into());
        }
        Ok(System::new(interface, Arc::new(scene), package.guid))
    }
}

impl Model for System {
    type Id = Id;
    /// The slopes are kept in the system.
    type Tangent = ();

    fn instantiate(interface: Interface, package: &Package) -> Result<Self, String> {
        let text = package.start_values(GUID)?;
        System::with_lines(interface, package, &package.checked(&text)?)
    }

    fn layout(&self) -> Layout<Id> {
        let block = |prefix: &str, table| Block { prefix: format!("{prefix}."), table };
        let bodies = self.scene.bodies.iter().map(|body| block(&body.name, self.scene.body_rows(body).1));
        let contacts = self.scene.contacts.iter().map(|contact| block(&contact.name, contact.rows().1));
        let of_the_system = Block { prefix: String::new(), table: self.scene.system_rows().1 };
        let blocks = core::iter::once(of_the_system).chain(bodies).chain(contacts).collect();
        Layout { blocks, event_indicators: INDICATORS * self.contacts.len() }
    }

    fn guid(&self) -> &str {
        &self.guid
    }

    fn reals(&mut self, runs: &[Run<Id>], mut values: &mut [f64]) -> Result<(), Fault> {
        for run in runs {
            let (now, later) = values.split_at_mut(run.length);
            let slot = match self.place(run.block) {
                Place::System => self.of_the_system(run.id)?,
                Place::Body(body) => self.of_a_body(body, run.id)?,
                Place::Contact(contact) => {
                    self.tell();
                    self.wake(contact);
                    let answer = self.contacts[contact].reals(&[*run], now);
                    answer.map_err(|Fault(text)| named(&self.scene, &self.scene.contacts[contact], text))?;
                    values = later;
                    continue;
                }
            };
            now.copy_from_slice(&slot[run.k..run.k + run.length]);
            values = later;
        }
        Ok(())
    }

    fn integer(&mut self, Variable { block, id }: Variable<Id>) -> Result<i32, Fault> {
        self.tell();
        match self.place(block) {
            Place::System if id == Id::MicroSteps => Ok(self.coupled.micro_steps as i32),
            Place::Contact(contact) => {
                self.wake(contact);
                self.contacts[contact].integer(id)
            }
            _ if self.contacts.len() == 0 => Err(Fault("there is no contact".into())),
            _ => {
                self.wake(0);
                self.contacts[0].integer(id)
            }
        }
    }

    fn set_reals(&mut self, runs: &[Run<Id>], mut values: &[f64]) {
        self.is_summed = false;
        for run in runs {
            let (now, later) = values.split_at(run.length);
            let slot = match self.place(run.block) {
                Place::System => sum_of(&mut self.ledger, run.id),
                Place::Body(body) => {
                    if let Some(slot) = told_slot(&mut self.told[body], run.id) {
                        Some(slot)
                    } else {
                        self.is_moved[body] = true;
                        motion(&mut self.bodies[body].body, run.id)
                    }
                }
                Place::Contact(contact) => {
                    self.tell();
                    self.wake(contact);
                    self.far.rouse(contact);
                    self.contacts[contact].set_reals(&[*run], now);
                    None
                }
            };
            if let Some(slot) = slot {
                slot[run.k..run.k + run.length].copy_from_slice(now);
            }
            values = later;
        }
    }

    fn set_integer(&mut self, variable @ Variable { block, id }: Variable<Id>, value: i32) {
        let contacts = match self.place(block) {
            Place::Contact(contact) => contact..contact + 1,
            // one for all: importers set each start value to what it is
            _ if self.integer(variable) == Ok(value) => 0..0,
            _ => 0..self.contacts.len(),
        };
        self.tell();
        self.is_summed = false;
        for contact in contacts {
            self.wake(contact);
            self.far.rouse(contact);
            self.contacts[contact].set_integer(id, value);
        }
        self.is_tracked = self.contacts.are_tracked();
    }

    fn set_input_derivatives(&mut self, run: Run<Id>, values: &[f64]) {
        self.is_summed = false;
        match self.place(run.block) {
            Place::Body(body) => {
                self.is_moved[body] = true;
                if let Some(slot) = motion(&mut self.bodies[body].rates, run.id) {
                    slot[run.k..run.k + run.length].copy_from_slice(values);
                }
            }
            Place::Contact(contact) => {
                self.wake(contact);
                self.far.rouse(contact);
                (run.k..)
                    .zip(values)
                    .for_each(|(k, value)| self.contacts[contact].set_input_derivative(run.id, k, *value));
            }
            Place::System => {}
        }
    }

    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault> {
        self.settle(events)
    }

    fn set_time(&mut self, time: f64) {
        self.time = time;
        self.contacts.held_mut().for_each(|(_, contact)| contact.set_time(time));
    }

    fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault> {
        // what cannot be evaluated is refused before anything changes
        self.sum()?;
        self.is_summed = false;
        self.each(events, |contact, events| contact.new_discrete_states(events))
    }

    fn completed_step(&mut self) -> bool {
        self.tell();
        self.contacts.held_mut().fold(false, |any, (_, contact)| any | contact.completed_step())
    }

    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        self.tell();
        let parts = indicators.chunks_exact_mut(INDICATORS);
        for ((at, contact), part) in self.contacts.held_mut().zip(parts) {
            contact.event_indicators(part).map_err(|Fault(text)| named(&self.scene, &self.scene.contacts[at], text))?;
        }
        Ok(())
    }

    fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        if self.is_coupled() { self.coupled_step(time, h, events) } else { self.step((time, h), None, events) }
    }

    fn warnings(&mut self, say: &mut Events) {
        // in Model Exchange evaluations find something, too
        if self.may_warn || self.interface == Interface::ModelExchange {
            for &at in self.far.counted.iter().filter(|at| !self.far.is_asleep[**at]) {
                let (contact, entry) = (&mut self.contacts[at], &self.scene.contacts[at]);
                contact.warnings(&mut |text| {
                    let text = in_words_of(&self.scene, entry, &text.to_string());
                    say(format_args!("{}: {text}", entry.name));
                });
            }
            let seen = self.coupled.seen_masses.iter_mut().zip(self.told.iter().zip(&self.scene.bodies));
            for (seen, (told, body)) in seen {
                let (Some(SeenMass { mass, inertia, gained, .. }), name) = (seen.take(), &body.name) else { continue };
                say(format_args!(
                    "{name}: it answers as {mass:.4} kg with {inertia:.4} times the inertia that is told, not as {} kg: its last force has given it \
                     {gained:.3e} J more than the contacts' work; what is seen is taken from now on (set {name}.mass and {name}.inertia; \
                     coupling.verifyMass = false trusts them)",
                    told.mass
                ));
            }
            self.untold.iter_mut().zip(&self.scene.bodies).for_each(|(untold, body)| untold.say(body, say));
            if core::mem::take(&mut self.coupled.is_first) {
                let bodies = self.told.iter().zip(&self.scene.bodies);
                let is_idle = |(told, body): &(&Told, &SceneBody)| {
                    body.mass_source == MassSource::Input && told.is_given(MassSource::Input)
                };
                for (_, SceneBody { name, .. }) in bodies.filter(is_idle) {
                    say(format_args!(
                        "{name}: {name}.inverseMass is 0, so that no contact moves it and what else is given goes through it: not connected? \
                         wire the accelerations by force and torque (said once)"
                    ));
                }
            }
            // what sleeps says it when it wakes
            self.may_warn = self.far.is_asleep.contains(&true);
        }
        self.coupled.rigid.warn(&self.scene, say);
    }

    fn terminate(&mut self, events: &mut Events) {
        self.coupled.rigid.conclude(events);
        let _ = self.sum();
        let super::Sums { ledger, residual, .. } = &self.sums;
        let mut importer_work = 0.0;
        for (_, contact) in self.contacts.held() {
            importer_work += contact.books_at_rest().importer_work;
        }
        let [work, importer_work, residual] = [ledger.work, importer_work, *residual].map(Number);
        events(format_args!(
            "energy ledger of all contacts: work {work} J, {importer_work} J of it by changed parameters and by poses that do not \
             continue the motion; residual {residual} J: lost by the exchange of force and motion, brought in if below 0"
        ));
    }

    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Self::Tangent, Fault> {
        self.sum()?;
        self.derive(seeds)
    }

    fn tangent_of(&self, (): &mut Self::Tangent, element: Run<Id>) -> f64 {
        self.slope_of(element)
    }

    fn has_time_derivative(id: Id) -> bool {
        matches!(id, Id::BodyForce | Id::BodyTorque) || Contact::has_time_derivative(id)
    }

    fn time_derivatives(&mut self, asked: &mut dyn Iterator<Item = Run<Id>>) -> Result<Self::Tangent, Fault> {
        self.derive_by_time(asked)
    }

    fn save(&self, to: &mut Writer) {
        let mut raw = |bytes: &[u8]| to.raw(bytes);
        self.time.write(&mut raw);
        self.is_started.write(&mut raw);
        self.ledger.write(&mut raw);
        for moved in &self.bodies {
            moved.write(&mut raw);
        }
        self.told.iter().for_each(|told| told.write(&mut raw));
        self.is_moved.iter().for_each(|moved| moved.write(&mut raw));
        self.far.write(&mut raw);
        self.coupled.slot_memories.iter().for_each(|memory| memory.write(&mut raw));
        self.coupled.memories.iter().for_each(|memory| memory.write(&mut raw));
        self.coupled.is_stepped.write(&mut raw);
        // as many bytes before the first step
        let ends = self.bodies.iter().enumerate().map(|(at, body)| self.coupled.ends.get(at).unwrap_or(body));
        ends.for_each(|end| end.write(&mut raw));
        self.coupled.micro_steps.write(&mut raw);
        self.coupled.lead.write(&mut raw);
        self.untold.iter().for_each(|untold| untold.write(&mut raw));
        self.coupled.rigid.write(&mut raw);
        self.contacts.write(to);
    }

    fn restore(&self, from: &mut Reader) -> Option<Self> {
        let mut system = System::new(self.interface, self.scene.clone(), &self.guid);
        system.set_steps(self.contacts.steps());
        let bytes = from.rest();
        system.time.read(bytes)?;
        system.is_started.read(bytes)?;
        system.ledger.read(bytes)?;
        for moved in &mut system.bodies {
            moved.read(bytes)?;
        }
        for told in &mut system.told {
            told.read(bytes)?;
        }
        for moved in &mut system.is_moved {
            moved.read(bytes)?;
        }
        system.far.read(bytes)?;
        for memory in &mut system.coupled.slot_memories {
            memory.read(bytes)?;
        }
        for (memory, own) in system.coupled.memories.iter_mut().zip(&self.coupled.memories) {
            memory.read(bytes)?;
            // what an importer reads is its way, whatever state it goes back to
            memory.are_slopes_read |= own.are_slopes_read;
        }
        system.coupled.is_stepped.read(bytes)?;
        system.coupled.ends.clone_from(&system.bodies);
        for end in &mut system.coupled.ends {
            end.read(bytes)?;
        }
        if !system.coupled.is_stepped {
            system.coupled.ends.clear();
        }
        system.coupled.micro_steps.read(bytes)?;
        system.coupled.lead.read(bytes)?;
        for untold in &mut system.untold {
            untold.read(bytes)?;
        }
        system.coupled.rigid.read(&system.scene, bytes)?;
        system.contacts.read(bytes)?;
        (0..system.contacts.len()).all(|at| system.contacts.is_held(at) || system.far.is_asleep[at]).then_some(())?;
        system.far.remember(&system.contacts);
        system.is_tracked = system.contacts.are_tracked();
        Some(system)
    }
}
