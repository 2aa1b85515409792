//! One communication step, in seven phases: observe, predict, replay, settle, solve, hand back, commit.

use crate::physics::{ContactFault, Parameters, Vector3, friction};
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::handback::{self, Due};
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::observe::{Observed, observe};
use crate::stepping::interface::outcome::finite;
use crate::stepping::interface::pending_impulse::{PendingImpulse, ReturnedImpulse};
use crate::stepping::interface::solved::Solved;
use crate::stepping::interface::{
    ContactSubstate, CouplingMemory, Mean, Options, Order, Outcome, Port, PredictedMotion, Spatial, StepEnd, interval,
    rigid,
};
use crate::stepping::{Changes, ContactChange, ContactState, Coupling};

/// What a communication step is given. The damping in `contact.latch` must belong to the parameters
/// ([`Latch::refreshed`](crate::physics::Latch::refreshed)).
#[derive(Clone, Copy, Debug)]
pub struct StepInput<'a> {
    pub parameters: &'a Parameters<f64>,
    pub coupling: &'a Coupling<f64>,
    /// Of the interval's middle, where the bodies turn
    pub port: &'a Port,
    pub contact: &'a ContactState,
    pub options: &'a Options,
    /// Length of the step [s] > 0
    pub h: f64,
}

/// One step of length `h` [s] > 0 of bodies that do not turn, as [`StepInput::advance_along`].
pub fn advance(
    parameters: &Parameters<f64>,
    coupling: &Coupling<f64>,
    port: &Port,
    contact: &ContactState,
    memory: &mut CouplingMemory,
    options: &Options,
    h: f64,
) -> Result<Outcome, ContactFault> {
    StepInput { parameters, coupling, port, contact, options, h }.advance_along(memory, |_| Ok(*port))
}

impl StepInput<'_> {
    /// One step. `at` gives the port of a force so long after the interval's start [s]: an impact far from the middle is taken once
    /// more where the bodies are then (docs/numerics.md step 26).
    ///
    /// docs/numerics.md step 3: in parallel order the importer applies the force returned to it last over this step, and the one of this
    /// call over the next: the state at t+H is predicted, and [t+H, t+2H] is integrated.
    /// Errors: a result is not finite; `memory`, which is else what the next step goes on from, is of no use then.
    pub fn advance_along(
        &self,
        memory: &mut CouplingMemory,
        at: impl FnMut(f64) -> Result<Port, ContactFault>,
    ) -> Result<Outcome, ContactFault> {
        let StepInput { parameters, port, contact, options, h, .. } = *self;
        // what is large is looked at where it is
        let observed = observe(port, contact, options, memory, h);
        memory.penetration += handback::jump(memory, port, &observed.measured.linear, observed.order);
        let mechanics = Mechanics::new(parameters, port, observed.factor, &observed.b);
        let turn = friction::bristle_turning_rate(parameters, &port.frame) * (0.5 * h);
        let mut step = CommunicationStep { call: self, memory, observed: &observed, mechanics: &mechanics, turn };
        let mut ahead = step.predict();
        if step.memory.waiting > 1 {
            return Ok(step.wait(&ahead));
        }
        let replayed = step.replay(&mut ahead)?;
        let start = step.settle(&mut ahead, replayed.as_ref());
        let mut solved = step.solve_along(port, &mechanics, &observed.b, &ahead.now, ahead.length);
        let solved = solved.as_mut().map_err(|fault| *fault)?;
        step.solve_aside(solved, &ahead, at)?;
        step.lead_on(solved, &start);
        let returned = step.hand_back(&start, &ahead, solved, replayed.is_some());
        step.commit(&start, &ahead, solved, replayed.as_ref(), &returned)
    }
}

/// A step in progress.
struct CommunicationStep<'a> {
    call: &'a StepInput<'a>,
    /// What is remembered, as far as the step has come
    memory: &'a mut CouplingMemory,
    /// 1. What the bodies' answers say
    observed: &'a Observed,
    mechanics: &'a Mechanics,
    /// Half the angle by which bristles turn with the contact frame in a step [rad]
    turn: Vector3<f64>,
}

/// The interval to be solved.
struct Ahead {
    /// The contact at its start, once it is [settled](CommunicationStep::settle) with the penetration that counts
    now: ContactSubstate,
    /// From the step's start to its own [s]
    lead: f64,
    /// [s]
    length: f64,
}

/// How the interval starts, once it is settled whose penetration counts.
struct Start {
    /// n·v_r before the own penetration is led back to the measured one, towards each other [m/s]
    approach: f64,
    /// x is the unit's own
    own: bool,
    /// Speed at which it comes back to the measured one [m/s]
    drift: f64,
    /// Energy that poses and parameters have brought in [J]
    jump: f64,
    /// The bodies have yet to get something of what the contact has given
    was_pending: bool,
}

impl CommunicationStep<'_> {
    /// Change of v_r and ω under an impulse, as the bodies have answered.
    fn velocity_change(&self, to: &Spatial) -> Spatial {
        self.call.port.response(to) * self.observed.factor
    }

    /// 2. Where the bodies will be when the interval starts: now, or in parallel order when they have got what was returned last.
    fn predict(&mut self) -> Ahead {
        let StepInput { coupling, port, contact, options, h, .. } = *self.call;
        let Observed { measured, b, order, is_load_shared, .. } = *self.observed;
        let n = port.frame.normal;
        let lead = self.memory.ahead(order, coupling.is_rigid(), h);
        let now = ContactSubstate::of(contact, port.frame.penetration, measured, self.memory.rigid_forces);
        let mut ahead = Ahead { now, lead, length: h };
        if order == Order::Sequential {
            return ahead;
        }
        let now = &mut ahead.now;
        let load = if coupling.is_rigid() { port.load(self.memory.h) } else { 0.0 };
        self.memory.rescale(n.dot(&self.memory.returned_impulse.linear), load, h);
        now.v_r += b * lead + self.velocity_change(&self.memory.returned_impulse);
        if is_load_shared {
            now.v_r.linear = measured.linear;
        }
        now.x -= 0.5 * lead * n.dot(&(measured.linear + now.v_r.linear));
        if let Some(PredictedMotion { penetration, velocity }) = port.expected.filter(|_| !is_load_shared) {
            (now.x, now.v_r.linear) = (penetration, velocity);
        }
        if options.hand_back == HandBack::Line {
            now.x += self.memory.bend;
        }
        // of a contact that is ahead by more than the last step what is left of this one and the next
        ahead.length = (2.0 * h - lead).max(0.0);
        ahead
    }

    /// 3. Once the answer to a probe is there, what has passed meanwhile with the mass it shows.
    fn replay(&mut self, ahead: &mut Ahead) -> Result<Option<Solved>, ContactFault> {
        if self.memory.waiting == 0 {
            return Ok(None);
        }
        let StepInput { parameters, coupling, port, .. } = *self.call;
        let snapshot = self.memory.snapshot.refreshed(parameters, coupling);
        let replayed = self.solve_along(port, self.mechanics, &self.observed.b, &snapshot, self.memory.span)?;
        self.memory.pending = self.memory.pending.after(&replayed.impulse, &replayed.moment, 0.0);
        (self.memory.own, self.memory.penetration) = (true, replayed.end.x);
        ahead.now = ContactSubstate { x: ahead.now.x, v_r: ahead.now.v_r, ..replayed.end };
        ahead.now.turn(&self.turn);
        Ok(Some(replayed))
    }

    /// 4. Whose penetration and which speed the interval starts with (docs/numerics.md steps 5 and 6).
    fn settle(&mut self, ahead: &mut Ahead, replayed: Option<&Solved>) -> Start {
        let StepInput { parameters, coupling, port, contact, h, .. } = *self.call;
        let n = port.frame.normal;
        let now = &mut ahead.now;
        let PendingImpulse { impulse, moment } = &self.memory.pending;
        let was_pending = !self.memory.pending.is_nothing();
        let (change, path) = if was_pending {
            (self.velocity_change(impulse), n.dot(&self.velocity_change(moment).linear))
        } else {
            (Spatial::zero(), 0.0)
        };
        // where the bodies will be once they have got what is pending
        now.v_r += change;
        now.x -= path;
        let measured_x = now.x;
        let stored = replayed.map_or(contact.stored, |replayed| {
            ContactSubstate { x: replayed.end.x, ..*now }.stored(parameters, coupling, port)
        });
        let own;
        (now.x, own) = if coupling.is_rigid() {
            (measured_x, false)
        } else {
            handback::penetration(self.memory, port.frame.penetration, measured_x, self.observed.order)
        };
        let approach = -n.dot(&now.v_r.linear);
        // Faster than b_n makes it in a step, the contact is in an impact and not at rest.
        let rests = approach.abs() <= self.mechanics.b_n.abs() * h;
        let drift =
            if own && rests { handback::speed(self.memory, now.x, measured_x, self.mechanics.b_n, h) } else { 0.0 };
        let jump = now.jump(parameters, coupling, port, stored);
        if parameters.settings.track_ledger {
            now.energy.work += jump;
        }
        now.v_r = now.v_r - self.along(drift);
        now.turn(&self.turn);
        Start { approach, own, drift, jump, was_pending }
    }

    /// A velocity along n.
    fn along(&self, speed: f64) -> Spatial {
        Spatial { linear: self.call.port.frame.normal * speed, angular: Vector3::zeros() }
    }

    /// 5. The contact over an interval from `start`. `mechanics` are those of `port` and `b`.
    fn solve_along(
        &self,
        port: &Port,
        mechanics: &Mechanics,
        b: &Spatial,
        start: &ContactSubstate,
        length: f64,
    ) -> Result<Solved, ContactFault> {
        let StepInput { parameters, coupling, options, .. } = *self.call;
        if coupling.is_rigid() {
            return rigid::solve(parameters, coupling, port, self.observed.factor, b, start, length);
        }
        interval::solve(parameters, &port.frame, mechanics, start, length, options.max_micro_steps)
    }

    /// The impact of bodies that turn, once more where they are then.
    fn solve_aside(
        &self,
        solved: &mut Solved,
        ahead: &Ahead,
        mut at: impl FnMut(f64) -> Result<Port, ContactFault>,
    ) -> Result<(), ContactFault> {
        let StepInput { parameters, port, h, .. } = *self.call;
        let Observed { b, factor, is_load_shared, .. } = *self.observed;
        let n = port.frame.normal;
        if let Some(centre) = solved.centre_aside(&n, h)
            && self.memory.waiting == 0
            && !is_load_shared
        {
            let there = at(centre)?;
            if (there.frame.normal, there.b, there.w) != (n, port.b, port.w) {
                let to = there.frame.normal;
                let b = Spatial { linear: b.linear + (there.b - port.b), ..b };
                let mechanics = Mechanics::new(parameters, &there, factor, &b);
                let from = ahead.now.transported(&n, &to);
                *solved = self.solve_along(&there, &mechanics, &b, &from, ahead.length)?;
                solved.end = solved.end.transported(&to, &n);
            }
        }
        Ok(())
    }

    /// The end of the interval with what has been taken out at its start.
    fn lead_on(&self, solved: &mut Solved, start: &Start) {
        solved.end.v_r += self.along(start.drift);
        solved.end.turn(&self.turn);
    }

    /// 6. What is returned to the importer of the impulse that is due.
    fn hand_back(&mut self, start: &Start, ahead: &Ahead, solved: &Solved, is_replayed: bool) -> ReturnedImpulse {
        let StepInput { port, options, h, .. } = *self.call;
        let Ahead { now, length, .. } = ahead;
        // as if it had come in the step of the importer
        let is_whole = *length == h;
        let moment = if is_whole { solved.moment } else { solved.moment * (h / length.max(f64::MIN_POSITIVE)) };
        Due {
            port,
            options,
            mechanics: self.mechanics,
            order: self.observed.order,
            start: now,
            approach: start.approach,
            impulse: &solved.impulse,
            moment: &moment,
            length: *length,
            h,
            is_load_shared: self.observed.is_load_shared,
            is_replayed,
            was_pending: start.was_pending,
        }
        .returned(self.memory)
    }

    /// 7. What is remembered and shown.
    fn commit(
        self,
        start: &Start,
        ahead: &Ahead,
        solved: &Solved,
        replayed: Option<&Solved>,
        returned: &ReturnedImpulse,
    ) -> Result<Outcome, ContactFault> {
        let StepInput { parameters, coupling, port, contact, h, .. } = *self.call;
        let Observed { measured, order, factor, found, gained, doubt, likely, .. } = *self.observed;
        let n = port.frame.normal;
        let Solved { end, impulse, .. } = solved;

        let mut next = *contact;
        next.continuous = end.continuous();
        next.latch = end.latch;
        let mut seen = end.seen(parameters, coupling, port);
        next.stored = seen.energy_elastic;
        if parameters.settings.track_ledger {
            next.importer_work += start.jump + (n.dot(&impulse.linear) * start.drift + solved.separation_work);
        }

        let memory = self.memory;
        // what is pending moves the bodies otherwise than the contact has
        memory.own = start.own || ((solved.micro_steps > 0 || start.was_pending) && !coupling.is_rigid());
        memory.rigid_forces = end.rigid_forces;
        memory.penetration = end.x;
        memory.contact_throughout = solved.contact_throughout;
        memory.lead = ahead.lead + ahead.length - h;
        memory.pending = returned.pending;
        (memory.returned_impulse_before, memory.returned_impulse) = (memory.returned_impulse, returned.impulse);
        let [force, couple] = returned.forces(h);
        let slope = Spatial { linear: force.slope, angular: couple.slope };
        let last = memory.h;
        let jerk = port.along_normal().dot(&slope) * factor;
        memory.follow(port, &measured, h, jerk);

        let mut changes = Changes::default();
        let mut add = |found: &[ContactChange], ahead: f64| {
            found.iter().for_each(|change| changes.add(ContactChange { after: change.after + ahead, ..*change }));
        };
        if let Some(replayed) = replayed {
            add(replayed.changes.all().get(1..).unwrap_or_default(), -last);
        }
        // whatever follows the onset of a probe is reported when the step has been repeated
        let found_now = solved.changes.all();
        add(if memory.waiting > 0 { found_now.get(..1).unwrap_or_default() } else { found_now }, ahead.lead);

        if order == Order::Parallel {
            seen = StepEnd { energy_elastic: next.stored, ..ahead.now.seen(parameters, coupling, port) };
        }
        finite(&next, memory, [&force, &couple], &seen)?;
        Ok(Outcome {
            end: seen,
            contact: next,
            order,
            found,
            force,
            couple,
            micro_steps: solved.micro_steps + replayed.map_or(0, |replayed| replayed.micro_steps),
            capped: solved.capped || replayed.is_some_and(|replayed| replayed.capped),
            gained,
            unexplained_acceleration: memory.unexplained_acceleration,
            changes,
            lowered: solved.lowered,
            doubt,
            likely,
        })
    }

    /// A step that only waits for the answer to a probe: it returns nothing, and what passes meanwhile is repeated afterwards.
    fn wait(self, ahead: &Ahead) -> Outcome {
        let StepInput { parameters, coupling, port, contact, h, .. } = *self.call;
        let Observed { measured, order, found, gained, doubt, likely, .. } = *self.observed;
        let memory = self.memory;
        memory.waiting -= 1;
        memory.span += ahead.length;
        memory.lead = ahead.lead + ahead.length - h;
        memory.pending = memory.pending.after(&Spatial::zero(), &Spatial::zero(), h);
        (memory.returned_impulse_before, memory.returned_impulse) = (memory.returned_impulse, Spatial::zero());
        memory.follow(port, &measured, h, 0.0);
        Outcome {
            contact: *contact,
            order,
            found,
            force: Mean::default(),
            couple: Mean::default(),
            end: StepEnd { energy_elastic: contact.stored, ..ahead.now.seen(parameters, coupling, port) },
            micro_steps: 0,
            capped: false,
            gained,
            unexplained_acceleration: memory.unexplained_acceleration,
            changes: Changes::default(),
            lowered: None,
            doubt,
            likely,
        }
    }
}
