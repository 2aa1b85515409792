//! A step of a system in interface coupling: the unit moves the bodies through it, and hands back per body force and torque.

use super::far::Far;
use super::{System, named};
use crate::fmi::Fault;
use crate::fmi::model::Events;
use crate::meet::Place;
use crate::physics::{Inputs, Parameters};
use crate::stepping::bodies::{BodiesStep, Contacts, MovingBody, Slot};
use crate::stepping::coupling::{CouplingMethod, CouplingOrder, HandBack};
use crate::stepping::interface::Spatial;
use crate::unit::contact::Contact;
use crate::unit::contact::member::Moved;

/// What interface coupling remembers of a system, and the room for its steps.
#[derive(Default)]
pub(super) struct Coupled {
    /// Force and couple of each contact in the last micro-step, where the next one starts to search
    pub forces: Vec<Spatial>,
    pub micro_steps: u32,
    step: BodiesStep,
    slots: Vec<Slot>,
    bodies: Vec<MovingBody>,
    /// Where the step has led
    ends: Vec<Moved>,
}

impl core::fmt::Debug for Coupled {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.debug_struct("Coupled")
            .field("forces", &self.forces)
            .field("micro_steps", &self.micro_steps)
            .finish_non_exhaustive()
    }
}

impl Coupled {
    pub fn with_room(contacts: usize, bodies: usize) -> Self {
        Coupled {
            forces: vec![Spatial::zero(); contacts],
            micro_steps: 0,
            step: BodiesStep::with_room(contacts, bodies),
            slots: vec![Slot::default(); contacts],
            bodies: Vec::with_capacity(bodies),
            ends: Vec::with_capacity(bodies),
        }
    }

    /// Takes over what lasts of a system of the same scene.
    pub fn take(&mut self, other: &Self) {
        self.forces.clone_from(&other.forces);
        self.micro_steps = other.micro_steps;
    }
}

/// The contacts as the step sees them.
struct Seen<'a> {
    contacts: &'a [Contact],
    far: &'a Far,
}

impl Contacts for Seen<'_> {
    fn laws(&self, contact: usize) -> &Parameters<f64> {
        &self.contacts[contact].parameters().laws
    }

    fn place(&self, contact: usize) -> Place<'_, f64> {
        self.contacts[contact].shapes()
    }

    fn bodies(&self, contact: usize) -> [usize; 2] {
        self.far.pairs[contact]
    }
}

impl System {
    /// Whether interface coupling can be stepped as it is set. Errors: what it cannot do is named.
    pub(super) fn check_coupling(&self) -> Result<(), Fault> {
        let refused = |text: &str| Err(Fault(text.into()));
        if !self.scene.is_coupled() {
            return refused(
                "coupling.mode = interface: this FMU was packed for kinematic coupling and lacks masses and free accelerations; set \
                 coupling.mode = \"interface\" in [contacts] of its file and pack it again",
            );
        }
        let Some(first) = self.contacts.first() else { return Ok(()) };
        let settings = &first.parameters().coupling.settings;
        match settings.method {
            CouplingMethod::Compliant => {}
            CouplingMethod::TimeStepping => {
                return refused(
                    "coupling.method = timeStepping: the contacts of a system cannot be stepped by it yet; set compliant",
                );
            }
        }
        match settings.order {
            CouplingOrder::Sequential => {}
            CouplingOrder::Parallel | CouplingOrder::Detect => {
                return refused(
                    "coupling.order: the contacts of a system are stepped in sequential order only: set coupling.order = \"sequential\" and \
                     apply the force of a step on its own interval",
                );
            }
        }
        match settings.hand_back {
            HandBack::MeanAndSlope | HandBack::Line => Ok(()),
            HandBack::Mean | HandBack::TwoStep => refused(
                "coupling.handBack: the bodies of a system need the slope of force and torque: set coupling.handBack = \
                 \"meanAndSlope\" or \"line\" and read it with fmi2GetRealOutputDerivatives",
            ),
        }
    }

    /// One step of all contacts in interface coupling, or none.
    pub(super) fn coupled_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        self.wake_all();
        self.is_moved.fill(true);
        self.tell();
        let mut coupled = core::mem::take(&mut self.coupled);
        let stepped = self.run(&mut coupled, h);
        if let Ok(micro_steps) = stepped {
            self.keep_step(&mut coupled, micro_steps, (time, h), events);
        }
        self.coupled = coupled;
        self.is_summed = false;
        stepped.map(|_| ())
    }

    /// Moves bodies and contacts, of which nothing is kept yet. The answer: micro-steps.
    fn run(&mut self, coupled: &mut Coupled, h: f64) -> Result<u32, Fault> {
        let Coupled { forces, step, slots, bodies, .. } = coupled;
        bodies.clear();
        for ((moved, told), of) in self.bodies.iter().zip(&self.told).zip(&self.scene.bodies) {
            let body = MovingBody::new(&moved.body, told, of.mass_source)
                .map_err(|fault| Fault(format!("{}.{fault}", of.name)))?;
            bodies.push(body);
        }
        step.active.clear();
        for (at, contact) in self.contacts.iter_mut().enumerate() {
            let of = &self.scene.contacts[at];
            let (state, latch) = contact.coupled_start().map_err(|fault| named(&self.scene, of, fault))?;
            slots[at] = Slot::start(&state, &latch, forces[at]);
            step.active.push(at);
        }
        let seen = Seen { contacts: &self.contacts, far: &self.far };
        step.meet(&seen, slots, bodies);
        for at in step.active.iter().copied() {
            let jump = self.stored_by(&seen, at, &slots[at], bodies) - self.contacts[at].stored_energy();
            slots[at].bring_in(seen.laws(at), jump);
        }
        let settings = &self.contacts[0].parameters().coupling.settings;
        let micro_steps =
            step.run(&seen, slots, bodies, h, settings.max_micro_steps).map_err(|fault| Fault(fault.to_string()))?;
        for at in step.active.iter().copied() {
            slots[at].stored = self.stored_by(&seen, at, &slots[at], bodies);
            if !slots[at].sum().is_finite() {
                return Err(named(&self.scene, &self.scene.contacts[at], "the contact force overflows"));
            }
        }
        match bodies.iter().position(|body| !body.sum().is_finite()) {
            Some(body) => Err(Fault(format!("{}: its motion in the step overflows", self.scene.bodies[body].name))),
            None => Ok(micro_steps),
        }
    }

    /// Energy that a contact stores with the bodies where they are [J].
    fn stored_by(&self, seen: &Seen, at: usize, slot: &Slot, bodies: &[MovingBody]) -> f64 {
        let [i, j] = seen.bodies(at).map(|body| bodies[body].motion);
        let inputs = Inputs { body_i: i, body_j: j, ..Inputs::default() };
        slot.stored_at(seen.laws(at), seen.place(at), &inputs)
    }

    fn keep_step(&mut self, coupled: &mut Coupled, micro_steps: u32, (time, h): (f64, f64), events: &mut Events) {
        let Coupled { forces, step, slots, bodies, ends, .. } = coupled;
        ends.clear();
        ends.extend(bodies.iter().map(|body| Moved { body: body.motion, ..Moved::default() }));
        for at in step.active.iter().copied() {
            let slot = &slots[at];
            let [i, j] = self.far.pairs[at].map(|body| &ends[body]);
            let name = &self.scene.contacts[at].name;
            let say = &mut |text: core::fmt::Arguments| events(format_args!("{name}: {text}"));
            self.contacts[at].keep_coupled_step(slot, [i, j], (time, h), say);
            forces[at] = slot.force;
        }
        coupled.micro_steps = micro_steps;
        self.far.kept(h);
        self.time = time + h;
    }
}
