//! The contact without FMI: given all its inputs at once, started, stepped, looked at. A call that fails changes
//! nothing and allocates nothing.

use super::evaluation::{finite, residual};
use super::instructions::Instructions;
use super::tried::{Passed, Tried};
use super::wiring::{STEPS_TO_TELL, Wiring};
use super::{Contact, Continued, Evaluation, Stage, placed};
use crate::fmi::Interface;
use crate::fmi::model::Events;
use crate::meet::{self, Place};
use crate::physics::kinematics::Approach;
use crate::physics::normal::NormalForce;
use crate::physics::{
    ContactFault, Energies, Inputs, Latch, Mobility, Outputs, Parameters, Response, Spot, State, Vector3, contact,
    faces,
};
use crate::stepping::coupling::{FreeAccelerationSource, MassSource};
use crate::stepping::steady::Steady;
use crate::stepping::{self, Action, ContactState, Exchange, InputRates, Motion, expected, inverse_mass};
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::{Knowns, Unknowns};

impl Contact {
    pub fn parameters(&self) -> &ContactParameters<f64> {
        &self.knowns.parameters
    }

    /// Whether the parameters fit together, as the end of the initialization of Co-Simulation judges them; poses and other inputs
    /// aside.
    ///
    /// Errors: the parameters that do not.
    pub fn check_parameters(parameters: &ContactParameters<f64>) -> Result<(), ContactFault> {
        let mut contact = Contact::new(Interface::CoSimulation);
        contact.set_parameters(parameters);
        contact.refresh()
    }

    /// Replaces all parameters.
    pub fn set_parameters(&mut self, parameters: &ContactParameters<f64>) {
        self.keep_parameters();
        let masses = self.knowns.parameters.coupling.masses;
        self.knowns.parameters = *parameters;
        self.judge_masses_told(&masses);
        self.stale = true;
        self.touched();
    }

    /// Sets every input that the geometry pair looks at. Without `rates` velocities, normal and point are held, and a
    /// given normal turns with body j; with them, the rates of velocities, normal and point count. Without `mobility`
    /// it is 0.
    pub fn set_inputs(&mut self, inputs: &Inputs<f64>, rates: Option<&Inputs<f64>>, mobility: Option<&Mobility<f64>>) {
        let is_given = self.knowns.parameters.geometry.is_given();
        let known = &mut self.knowns.inputs;
        (known.body_i, known.body_j) = (inputs.body_i, inputs.body_j);
        self.wiring.is_penetration_set |= is_given;
        if is_given {
            known.penetration = inputs.penetration;
            known.relative_velocity = inputs.relative_velocity;
            known.contact_normal = inputs.contact_normal;
            known.contact_point = inputs.contact_point;
        }
        if rates.is_none() && mobility.is_none() && self.is_bare {
            return self.touched();
        }
        self.is_bare = rates.is_none() && mobility.is_none();
        let mut taken = InputRates::default();
        if let Some(rates) = rates {
            let to = &mut taken.inputs;
            for (to, rates) in [(&mut to.body_i, &rates.body_i), (&mut to.body_j, &rates.body_j)] {
                (to.velocity, to.angular_velocity) = (rates.velocity, rates.angular_velocity);
            }
            if is_given {
                to.relative_velocity = rates.relative_velocity;
                to.contact_normal = rates.contact_normal;
                to.contact_point = rates.contact_point;
                taken.normal_given = true;
            }
        }
        self.input_rates = taken;
        self.knowns.mobility = mobility.copied().unwrap_or_default();
        self.touched();
    }

    /// Whether a step needs to be told how the contact point moves under a force.
    pub fn needs_mobility(&self) -> bool {
        let settings = &self.knowns.parameters.coupling.settings;
        let is_estimated = settings.free_acceleration_source == FreeAccelerationSource::Estimated;
        self.is_interface() && !(is_estimated && settings.mass_source == MassSource::Bodies)
    }

    /// Outputs and rates of now.
    pub fn response(&mut self) -> Result<&Response<f64>, ContactFault> {
        self.evaluation().map(|evaluation| &evaluation.unknowns.response)
    }

    /// Force and torque on body i and on body j by time: in kinematic coupling at the end of the last step, in
    /// interface coupling over it, 0 before the first.
    pub fn wrench_rates(&mut self) -> Result<[Vector3<f64>; 4], ContactFault> {
        let (_, Unknowns { response, .. }) = self.rates_of_forces()?;
        let o = &response.outputs;
        Ok([o.force_i, o.torque_i, o.force_j, o.torque_j].map(|of| of.map(|dual| dual.slope)))
    }

    pub fn state(&self) -> &State<f64> {
        &self.knowns.state
    }

    pub fn latch(&self) -> &Latch<f64> {
        &self.latch
    }

    /// Ends the initialization: contact, latch and ledger start from what is set now.
    pub fn settle(&mut self, events: &mut Events) -> Result<(), ContactFault> {
        self.settle_as(false, events)
    }

    /// The same, of one of the contacts of a system if `is_member`.
    pub(super) fn settle_as(&mut self, is_member: bool, events: &mut Events) -> Result<(), ContactFault> {
        let Evaluation { unknowns, latch } = *self.evaluation()?;
        if self.is_interface() {
            inverse_mass::check_orientations(&self.knowns.parameters.coupling, &self.knowns.inputs)?;
        }
        let elastic = unknowns.response.outputs.energy_elastic;
        if latch.contact {
            self.report(self.time, true, unknowns.response.penetration_rate, &latch, events);
        }
        self.latch = latch;
        self.clipped = unknowns.response.clip_margin < 0.0;
        let Energies { work, dissipated_normal, dissipated_friction } = self.knowns.state.energy;
        self.energy_base = elastic - work + dissipated_normal + dissipated_friction;
        self.stored = elastic;
        let now = Action::of(&self.knowns.parameters.geometry, &unknowns.response.outputs);
        self.exchange = Exchange::before_steps(now);
        Wiring::look_at_start(
            &placed(&self.knowns.parameters.geometry, &self.solids),
            -unknowns.response.outputs.gap,
            is_member,
            &mut self.notices,
        );
        self.stage = match self.interface {
            Interface::ModelExchange => Stage::Events,
            Interface::CoSimulation => Stage::Steps,
        };
        self.is_evaluated = false;
        Ok(())
    }

    /// Co-Simulation: one step of length `h` [s] > 0 from `time` [s].
    pub fn step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), ContactFault> {
        if self.is_interface() {
            return self.interface_step((time, h), false, events);
        }
        self.refresh()?;
        if !self.latch.contact && self.stays_apart(h)? {
            self.fly(time, h);
            return Ok(());
        }
        (self.steps.whole)(self, (time, h), events)
    }

    /// A step of the kinematic coupling of `h` [s] from `time` [s], with parameters that are checked.
    #[inline(always)]
    pub(super) fn step_by<I: Instructions>(
        &mut self,
        (time, h): (f64, f64),
        events: &mut Events,
    ) -> Result<(), ContactFault> {
        let (mut next, mut exchange) = (self.contact_state(), Exchange::default());
        let passed = self.attempted_by::<I>(h, (&mut next, &mut exchange))?;
        if I::ARE_SHARED {
            self.keep_apart((time, h), (&next, &exchange), &passed, events);
        } else {
            self.keep_attempt((time, h), (&next, &exchange), &passed, events);
        }
        Ok(())
    }

    /// A step of the kinematic coupling, of which nothing is kept but its evaluation in the cache; `tried` is of use after it, if there is
    /// no error. The answer: outputs of its end.
    pub(in crate::unit) fn try_step(&mut self, h: f64, tried: &mut Tried) -> Result<&Outputs<f64>, ContactFault> {
        self.refresh()?;
        (self.steps.attempt)(self, h, tried)?;
        Ok(&self.cache.unknowns.response.outputs)
    }

    /// The same with parameters that are checked.
    #[inline(always)]
    pub(super) fn attempt_by<I: Instructions>(&mut self, h: f64, tried: &mut Tried) -> Result<(), ContactFault> {
        tried.next = self.contact_state();
        tried.passed = self.attempted_by::<I>(h, (&mut tried.next, &mut tried.exchange))?;
        Ok(())
    }

    #[inline(always)]
    fn attempted_by<I: Instructions>(
        &mut self,
        h: f64,
        to: (&mut ContactState, &mut Exchange),
    ) -> Result<Passed, ContactFault> {
        if I::ARE_SHARED { self.attempted_apart(h, to) } else { self.attempted(h, to) }
    }

    /// [`attempted`](Self::attempted) once for all who call it: in every caller it would be most of the unit.
    #[inline(never)]
    fn attempted_apart(&mut self, h: f64, to: (&mut ContactState, &mut Exchange)) -> Result<Passed, ContactFault> {
        self.attempted(h, to)
    }

    /// [`keep_attempt`](Self::keep_attempt) likewise.
    #[inline(never)]
    fn keep_apart(
        &mut self,
        (time, h): (f64, f64),
        to: (&ContactState, &Exchange),
        passed: &Passed,
        events: &mut Events,
    ) {
        self.keep_attempt((time, h), to, passed, events);
    }

    /// The same on a copy of the state, `next`, with parameters that are checked; what passes between bodies and contact in `exchange`.
    #[inline(always)]
    fn attempted(
        &mut self,
        h: f64,
        (next, exchange): (&mut ContactState, &mut Exchange),
    ) -> Result<Passed, ContactFault> {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        meet::check_inputs(&parameters.laws, &parameters.geometry, inputs)?;
        let accelerate = !self.is_bare && self.input_rates.accelerate();
        let pushes = if accelerate { Some(self.action_at_start()?) } else { None };
        let Knowns { parameters: ContactParameters { laws, geometry, coupling }, inputs, .. } = &self.knowns;
        let place = placed(geometry, &self.solids);
        let rates = (!self.is_bare).then_some(&self.input_rates);
        let steady = match &mut self.prepared {
            Some(prepared) => Steady::of(prepared, laws, &place, inputs, rates),
            None => None,
        };
        // of which others need all
        let (mut motion, any_motion) = (None, || moving(laws, place, inputs, &self.input_rates));
        let at = match &steady {
            Some(steady) => steady.start(),
            None => motion.insert(any_motion()).start(),
        };
        let stands = self.expected.stands(inputs, &self.wiring.positions());
        if !stands {
            next.missed = self.expected.missed((laws, geometry), inputs, h);
        }
        let missing = self.settle_exchange(&at, next);
        let (v_i, work) = (next.latch.v_i, next.continuous.energy.work);
        // what an attempt that fails leaves there counts for nothing
        self.is_evaluated = false;
        let Evaluation { unknowns, latch } = &mut self.cache;
        let passed = match (&steady, &mut self.prepared) {
            (Some(steady), Some(prepared)) => {
                let half_step = prepared.half_step(laws, h);
                steady.advance(half_step, &at, next, &mut unknowns.response)
            }
            _ => None,
        };
        match passed {
            Some(done) => {
                done?;
                self.changes.clear();
            }
            None => {
                let motion = motion.get_or_insert_with(any_motion);
                stepping::advance_on(motion, &at, next, h, (&mut unknowns.response, &mut self.changes))?;
            }
        }
        let left = residual(laws, &next.continuous.energy, self.energy_base, next.stored);
        unknowns.energy_residual = finite("the energy ledger", left)?;
        *latch = next.latch;
        if !latch.contact {
            unknowns.response.outputs.clear_forces();
        }
        unknowns.touching = f64::from(latch.contact);
        let (order, booked) = (coupling.settings.order, next.continuous.energy.work - work);
        let (here, outputs) = ((geometry, inputs), &unknowns.response.outputs);
        if !self.exchange.after_step(here, order, pushes.as_ref(), outputs, (booked, h), exchange) {
            return Err(ContactFault::Overflow { what: "the impulse of the step" });
        }
        self.is_evaluated = true;
        Ok(Passed { at, residual: missing, v_i, stands })
    }

    /// The step that was tried is not kept.
    pub(in crate::unit) fn forget_step(&mut self) {
        self.is_evaluated = false;
    }

    /// Keeps a step of `h` [s] from `time` [s].
    pub(in crate::unit) fn keep_step(&mut self, time: f64, h: f64, tried: &Tried, events: &mut Events) {
        self.keep_apart((time, h), (&tried.next, &tried.exchange), &tried.passed, events);
    }

    #[inline(always)]
    fn keep_attempt(
        &mut self,
        (time, h): (f64, f64),
        (next, exchange): (&ContactState, &Exchange),
        passed: &Passed,
        events: &mut Events,
    ) {
        // by value: an address that is given away would keep all of it in memory
        let Passed { at, residual, v_i, stands } = *passed;
        // what the last step has led to, before what this one does
        self.impact.observe(&self.knowns.parameters, &self.exchange, &at, residual, &mut self.notices);
        // a body set down after it was separating has no new impact
        let before = if self.separating { next.latch.v_i } else { v_i };
        self.impact.look(self.changes.all(), before, next.latch.v_i, residual);
        self.wiring.look(&self.knowns.parameters.geometry, &self.knowns.inputs, STEPS_TO_TELL, &mut self.notices);
        if !self.changes.all().is_empty() {
            self.report_changes(time, self.changes.all(), &next.latch, events);
        }
        let touches = self.latch.contact || next.latch.contact || !self.changes.all().is_empty();
        self.keep(next);
        // nothing has passed between bodies that do not touch, whatever the sign of a 0
        self.exchange = if touches { *exchange } else { Exchange::default() };
        self.parameters_before = None;
        let touched = next.latch.contact && self.changes.all().is_empty();
        self.expect(h, touched && !stands);
        self.time = time + h;
        (self.continued, self.flies) = (Some(Continued::Motion(h)), false);
    }

    /// Keeps where a step of `h` [s] has taken the bodies, if they `touched` all the while.
    #[inline(always)]
    fn expect(&mut self, h: f64, touched: bool) {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        if touched && expected::follows(&parameters.laws, &parameters.geometry) {
            let place = placed(&parameters.geometry, &self.solids);
            let motion = Motion::new(&parameters.laws, place, inputs, &self.input_rates);
            self.expected.renew(&motion, &self.cache.unknowns.response.outputs.point_of_action, h);
        } else {
            self.expected.forget();
        }
    }

    /// What acts on the bodies at the start of a step whose velocities have derivatives: an importer that knows accelerations
    /// knows this force. Nothing apart.
    #[inline(never)]
    fn action_at_start(&mut self) -> Result<Action, ContactFault> {
        let at = meet::approach_of(self.place(), &self.knowns.inputs, self.normal_rate());
        if at.penetration <= 0.0 {
            return Ok(Action::default());
        }
        let outputs = self.evaluation()?.unknowns.response.outputs;
        Ok(Action::of(&self.knowns.parameters.geometry, &outputs))
    }

    /// Books the last step by the motion that came out of it, `at` the start of the next one, and parameters that have changed
    /// since then. The answer: what the ledger lacks there [J].
    #[inline(always)]
    fn settle_exchange(&self, at: &Approach<f64>, next: &mut ContactState) -> f64 {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        let ContactParameters { laws, geometry, .. } = parameters;
        if !laws.settings.track_ledger {
            return 0.0;
        }
        next.continuous.energy.work += self.exchange.correction(geometry, inputs);
        if let Some(before) = &self.parameters_before {
            let jump = self.stored_at(parameters) - self.stored_at(before);
            next.continuous.energy.work += jump;
            next.importer_work += jump;
        }
        // not evaluated while the bodies touch: near enough for what an onset compares with
        let stored = if at.penetration > 0.0 { self.stored } else { self.stored_with(laws, &NormalForce::none()) };
        residual(laws, &next.continuous.energy, self.energy_base, stored)
    }

    /// Energy stored under these parameters where the bodies are set [J].
    fn stored_at(&self, parameters: &ContactParameters<f64>) -> f64 {
        let ContactParameters { laws, geometry, .. } = parameters;
        let (place, mut region) = (placed(geometry, &self.solids), None);
        let frame = meet::met(laws, place, &self.knowns.inputs, self.normal_rate(), &mut region);
        let latch = Latch { contact: frame.penetration > 0.0, ..self.latch };
        let spot = Spot { frame: &frame, region: region.as_ref() };
        self.stored_with(laws, &faces::force_at(laws, spot, &latch))
    }

    /// Energy stored in the normal direction and in the bristles [J].
    fn stored_with(&self, laws: &Parameters<f64>, normal: &NormalForce<f64>) -> f64 {
        contact::stored_energy(laws, normal, &self.knowns.state.deflection())
    }
}

/// As [`Motion::to_look_at_often`], once for all who call it.
#[inline(never)]
fn moving<'a>(
    laws: &'a Parameters<f64>,
    place: Place<'a, f64>,
    inputs: &'a Inputs<f64>,
    rates: &'a InputRates,
) -> Motion<'a> {
    Motion::to_look_at_often(laws, place, inputs, rates)
}
