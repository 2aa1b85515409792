//! A step of a system in interface coupling: the unit moves the bodies through it, and hands back per body force and torque.

use super::contacts::Contacts as HeldContacts;
use super::coupled::Coupled;
use super::far::Far;
use super::scene::Scene;
use super::{System, named};
use crate::fmi::model::Events;
use crate::fmi::{Fault, Interface};
use crate::meet::Place;
use crate::physics::{Body, Parameters};
use crate::stepping::bodies::{
    Contacts, Interval, InverseInertia, Lead, MovingBody, Returned, Slot, SlotMemory, StepFault, inputs_of,
    sleeping_distance,
};
use crate::stepping::coupling::{Coupling, CouplingMethod, CouplingMode, CouplingOrder, MassSource};
use crate::stepping::interface::{Spatial, check_step_size};
use crate::stepping::rigid_bodies::RigidContacts;
use crate::unit::contact::member::Moved;

/// The contacts as the step sees them.
pub(super) struct Seen<'a> {
    contacts: &'a HeldContacts,
    scene: &'a Scene,
    far: &'a Far,
}

impl Contacts for Seen<'_> {
    fn laws(&self, contact: usize) -> &Parameters<f64> {
        &self.contacts.parameters(contact).laws
    }

    fn place(&self, contact: usize) -> Place<'_, f64> {
        self.scene.contacts[contact].place()
    }

    fn bodies(&self, contact: usize) -> [usize; 2] {
        self.far.pairs[contact]
    }

    fn are_far(&self, contact: usize, [i, j]: [&MovingBody; 2], margin: f64) -> bool {
        let is_turned = self.far.turns_with_j(contact) && j.can_turn();
        !is_turned && self.far.are_apart(contact, [&i.motion, &j.motion], margin)
    }
}

impl RigidContacts for Seen<'_> {
    fn count(&self) -> usize {
        self.contacts.len()
    }

    fn coupling(&self, contact: usize) -> &Coupling<f64> {
        &self.contacts.parameters(contact).coupling
    }

    fn are_apart(&self, contact: usize, bodies: [&Body<f64>; 2], margin: f64) -> bool {
        self.far.are_apart(contact, bodies, margin)
    }

    fn radius(&self, contact: usize) -> f64 {
        self.far.radius(contact)
    }
}

/// Largest number of a motion [m, m/s, rad/s]: the square of a product of two of them is finite, and so are gap and slip.
const LARGEST: f64 = 1e75;

fn is_answered(Body { position, velocity, angular_velocity, .. }: &Body<f64>) -> bool {
    [position, velocity, angular_velocity].into_iter().flatten().all(|number| number.abs() < LARGEST)
}

impl System {
    /// Whether steps are those of interface coupling.
    pub(super) fn is_coupled(&self) -> bool {
        let mode = self.contacts.first_parameters().map(|of| of.coupling.settings.mode);
        self.interface == Interface::CoSimulation && mode == Some(CouplingMode::Interface)
    }

    /// Whether interface coupling can be stepped as it is set, and what it assumes. Errors: what it cannot do is named.
    pub(super) fn check_coupling(&mut self, events: &mut Events) -> Result<(), Fault> {
        let refused = |text: &str| Err(Fault(text.into()));
        if !self.scene.is_coupled() {
            return refused(
                "coupling.mode = interface: this FMU was packed for kinematic coupling and lacks masses and free accelerations; set \
                 coupling.mode = \"interface\" in [contacts] of its file and pack it again",
            );
        }
        let Some(first) = self.contacts.first_parameters() else { return Ok(()) };
        let settings = first.coupling.settings;
        if settings.method == CouplingMethod::TimeStepping {
            super::rigid::check(&settings)?;
            for (at, of) in self.scene.contacts.iter().enumerate() {
                let judged = super::rigid::check_contact(self.contacts.parameters(at));
                judged.map_err(|fault| named(&self.scene, of, fault))?;
            }
            self.coupled.rigid.prepare(&self.scene);
        }
        self.coupled.make_room(self.bodies.len(), settings.method == CouplingMethod::TimeStepping);
        let interval = match settings.order {
            CouplingOrder::Sequential | CouplingOrder::Detect => "the same interval (sequential)",
            CouplingOrder::Parallel => "the next interval (parallel)",
        };
        events(format_args!(
            "coupling.mode = interface: the importer is assumed to apply the force of a step on {interval}, which is not \
             measured in a system; masses are taken as told until an impact shows others (said once)"
        ));
        Ok(())
    }

    /// One step of all contacts in interface coupling, or none.
    pub(super) fn coupled_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault> {
        check_step_size(h)?;
        self.is_moved.fill(true);
        self.tell();
        let of = self.interval(h);
        let is_rigid = self.contacts.first_parameters().is_some_and(|of| of.coupling.is_rigid());
        if of.is_parallel && !self.coupled.is_stepped {
            // what stands at the outputs before the first step acts over it
            self.sum()?;
            for (memory, wrench) in self.coupled.memories.iter_mut().zip(&self.sums.wrenches) {
                memory.returned = Returned::even(&Spatial { linear: wrench.force, angular: wrench.torque }, 1.0);
            }
        }
        self.coupled.make_room(self.bodies.len(), is_rigid);
        let mut coupled = core::mem::take(&mut self.coupled);
        // for contacts that wake meanwhile
        self.coupled.is_stepped = coupled.is_stepped;
        let stepped = match self.run(&mut coupled, &of, true) {
            Ok(None) => self.run(&mut coupled, &of, false),
            made => made,
        };
        let stepped = stepped.and_then(|made| self.hand_back(&mut coupled, &of).map(|()| made.unwrap_or_default()));
        if let Ok(micro_steps) = stepped {
            self.keep_step(&mut coupled, micro_steps, (time, &of), events);
        }
        self.coupled = coupled;
        self.is_summed = false;
        stepped.map(|_| ())
    }

    /// What the unit integrates in a step of `h` [s].
    fn interval(&self, h: f64) -> Interval {
        let settings = self.contacts.first_parameters().map(|of| of.coupling.settings);
        match settings.map(|of| of.order) {
            Some(CouplingOrder::Parallel) => self.coupled.lead.interval(h),
            Some(CouplingOrder::Sequential | CouplingOrder::Detect) | None => Interval::of_step(h),
        }
    }

    /// Lists the contacts that take part, with those that are left out for the first time in `far.left`; the answer: how far the bodies of the
    /// others are apart [m]. Nothing lasts of their last step, and wherever a body is looked for, measured or led by the unit, they are far.
    fn choose(&mut self, coupled: &mut Coupled, of: &Interval, may_sleep: bool) -> f64 {
        let Coupled { active, slot_memories, bodies, starts, .. } = coupled;
        active.clear();
        self.far.left.clear();
        if !may_sleep {
            active.extend(0..self.contacts.len());
            return f64::INFINITY;
        }
        let sleep = sleeping_distance(bodies, of.length);
        let aside = bodies.iter().zip(&*starts).zip(&self.bodies).map(|((body, start), measured)| {
            let [to_start, to_measured] =
                [start.body.position, measured.body.position].map(|at| body.motion.position - at);
            to_start.dot(&to_start).max(to_measured.dot(&to_measured))
        });
        let margin = sleep + 2.0 * aside.fold(0.0, f64::max).sqrt();
        let mut left = core::mem::take(&mut self.far.left);
        let seen = Seen { contacts: &self.contacts, scene: &self.scene, far: &self.far };
        for (at, memory) in slot_memories.iter().enumerate() {
            let pair = seen.bodies(at).map(|body| &bodies[body]);
            if self.far.is_idle(at) && *memory == SlotMemory::default() && seen.are_far(at, pair, margin) {
                if !self.far.is_asleep[at] {
                    left.push(at);
                }
            } else {
                active.push(at);
            }
        }
        self.far.left = left;
        sleep
    }

    /// Moves bodies and contacts, of which nothing is kept yet. The answer: in how many micro-steps, or None if contacts have to
    /// take part that may sleep.
    fn run(&mut self, coupled: &mut Coupled, of: &Interval, may_sleep: bool) -> Result<Option<u32>, Fault> {
        let Some(first) = self.contacts.first_parameters() else { return Ok(Some(0)) };
        let (is_rigid, most) = (first.coupling.is_rigid(), first.coupling.settings.max_micro_steps);
        self.begin_bodies(coupled, of)?;
        let sleep = self.choose(coupled, of, may_sleep && !is_rigid);
        let Coupled {
            slot_memories, active, slots, bodies, memories_after, drifts, stays, rests, starts, lead, ..
        } = coupled;
        for at in active.iter().copied() {
            slots[at] = if self.contacts.is_held(at) {
                self.wake(at);
                let started = self.contacts[at].coupled_start();
                let (state, latch) = started.map_err(|fault| named(&self.scene, &self.scene.contacts[at], fault))?;
                Slot::start(&state, &latch, &slot_memories[at])
            } else {
                Slot::default()
            };
        }
        let seen = Seen { contacts: &self.contacts, scene: &self.scene, far: &self.far };
        let h = of.h;
        if of.is_parallel && !is_rigid {
            self.part_unanswered(&seen, memories_after, (starts, lead.is_begun()), (active, slots), bodies);
        }
        if memories_after.iter().any(|memory| memory.is_own) {
            self.own_places(&seen, (memories_after, stays, rests), (starts, active, slots), bodies, h)?;
        }
        for (at, drift) in drifts.iter_mut().enumerate() {
            let memory = &memories_after[at];
            // what is moved as given comes back whatever happens: it may have parted where it is measured to touch
            let is_given = bodies[at].inverse_inertia == InverseInertia::none();
            *drift = if memory.is_own && (is_given || memory.touched_throughout && rests[at]) {
                memory.drift(&starts[at].body, &bodies[at].inverse_inertia, &starts[at].told.free, h)
            } else {
                Spatial::zero()
            };
            bodies[at].drift(drift);
        }
        let length = of.length;
        let micro_steps = if is_rigid && length == 0.0 {
            0
        } else if is_rigid {
            let Coupled { slots, bodies, rigid, .. } = coupled;
            rigid.run((&self.contacts, &seen, &self.scene), slots, bodies, length, most)?
        } else {
            let (mut step, slots, bodies) = coupled.step(sleep);
            step.meet(&seen, slots, bodies);
            for at in step.active.iter().copied() {
                let jump = slots[at].stored - self.contacts.stored_energy(at);
                slots[at].bring_in(seen.laws(at), jump);
            }
            // of no length: what is stored is looked up all the same
            match step.run(&seen, slots, bodies, length, most) {
                Err(StepFault::TooFar) => return Ok(None),
                run => run.map_err(|fault| Fault(fault.to_string()))?,
            }
        };
        let Coupled { active, slots, bodies, drifts, .. } = coupled;
        for (body, drift) in bodies.iter_mut().zip(&*drifts) {
            body.drift(&(*drift * -1.0));
        }
        for at in active.iter().copied() {
            let [i, j] = seen.bodies(at);
            slots[at].stretch(of.stretch());
            slots[at].importer_work += slots[at].work_of(&drifts[i], &drifts[j]);
            if !is_rigid {
                slots[at].end(seen.laws(at), seen.place(at), &inputs_of(&bodies[i].motion, &bodies[j].motion));
            }
            if !slots[at].sum().is_finite() {
                return Err(named(&self.scene, &self.scene.contacts[at], "the contact force overflows"));
            }
        }
        // what is large but finite overflows when somebody asks for gaps and slip: that would be after the step is kept
        match bodies.iter().position(|body| !(body.sum().is_finite() && is_answered(&body.motion))) {
            Some(body) => Err(Fault(format!("{}: its motion in the step overflows", self.scene.bodies[body].name))),
            None => Ok(Some(micro_steps)),
        }
    }

    /// Looks for accelerations of bodies that nobody has told; what joints do is not.
    fn look_for_untold(&mut self, last: f64, acting: impl Fn(usize) -> Returned) {
        for at in self.moving.iter().copied() {
            if self.scene.bodies[at].mass_source == MassSource::Bodies {
                let (body, told) = (&self.bodies[at].body, &self.told[at]);
                self.may_warn |= self.untold[at].look(body, told, last, || acting(at));
            }
        }
    }

    /// What each body is handed back, of a step that is not kept yet.
    ///
    /// Errors: it overflows, although what the contacts have done does not: all of it in a very short time.
    fn hand_back(&self, coupled: &mut Coupled, of: &Interval) -> Result<(), Fault> {
        let Coupled { memories_after, active, slots, bodies, stays, rests, is_stepped, starts, .. } = coupled;
        let set = self.contacts.first_parameters().map(|of| of.coupling.settings.hand_back).unwrap_or_default();
        // bodies with a contact that touches, and those with one that has met or parted
        stays.fill(false);
        rests.fill(false);
        for at in active.iter().copied() {
            for body in self.far.pairs[at] {
                stays[body] |= slots[at].latch.contact;
                rests[body] |= !slots[at].changes.all().is_empty();
            }
        }
        for (at, memory) in memories_after.iter_mut().enumerate() {
            memory.touched_throughout = stays[at] && !rests[at];
            let how = memory.hand_back(set, *is_stepped);
            memory.after(&starts[at], (&self.told[at], &self.bodies[at].body), &bodies[at], how, of);
            memory.is_own |= stays[at] && bodies[at].is_led();
            if !memory.is_finite() {
                let name = &self.scene.bodies[at].name;
                return Err(Fault(format!(
                    "the force on {name} over the step, or its rate, overflows; take a longer step"
                )));
            }
        }
        Ok(())
    }

    fn keep_step(
        &mut self,
        coupled: &mut Coupled,
        micro_steps: u32,
        (time, of): (f64, &Interval),
        events: &mut Events,
    ) {
        let Coupled {
            seen_masses,
            slot_memories,
            memories,
            memories_after,
            active,
            slots,
            bodies,
            ends,
            is_stepped,
            rigid,
            lead,
            ..
        } = coupled;
        rigid.keep();
        *lead = Lead::after(of);
        let h = of.h;
        let set = self.contacts.first_parameters().map(|of| of.coupling.settings.hand_back).unwrap_or_default();
        let last = if *is_stepped { self.far.h } else { 0.0 };
        self.look_for_untold(last, |at| {
            let acting = if of.is_parallel { &memories[at] } else { &memories_after[at] };
            acting.returned.over(acting.hand_back(set, *is_stepped), h)
        });
        memories.copy_from_slice(memories_after);
        self.may_warn |= seen_masses.iter().any(Option::is_some);
        ends.clear();
        ends.extend(bodies.iter().map(|body| Moved { body: body.motion, ..Moved::default() }));
        for at in active.iter().copied() {
            let slot = &slots[at];
            if !self.contacts.is_held(at) {
                if slot.is_untouched() {
                    continue;
                }
                self.wake(at);
            }
            let [i, j] = self.far.pairs[at].map(|body| &ends[body]);
            let name = &self.scene.contacts[at].name;
            let say = &mut |text: core::fmt::Arguments| events(format_args!("{name}: {text}"));
            self.contacts[at].keep_coupled_step(slot, [i, j], (time, of), say);
            slot_memories[at] = slot.memory();
            self.far.after_step(at, self.contacts[at].is_idle());
        }
        for k in 0..self.far.left.len() {
            let at = self.far.left[k];
            self.far.falls_asleep(at, &self.contacts[at]);
        }
        coupled.is_first = !coupled.is_stepped;
        self.may_warn |= coupled.is_first;
        (coupled.is_stepped, coupled.micro_steps) = (true, micro_steps);
        self.far.kept(h);
        self.time = time + h;
    }
}
