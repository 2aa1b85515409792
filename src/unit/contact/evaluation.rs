//! One evaluation: outputs and rates of now, each from the one source that knows them.

use super::forces::{Forces, Wrench};
use super::{CONTACT_HYSTERESIS, Contact, Continued, Evaluation, Stage};
use crate::fmi::Interface;
use crate::meet;
use crate::physics::contact::Levels;
use crate::physics::friction;
use crate::physics::loads::any_loads;
use crate::physics::parameters::SpinRadiusSource;
use crate::physics::{
    self, ContactFrame, Energies, Inputs, Latch, Parameters, Response, Scalar, Spot, State, damping, respond,
};
use crate::stepping::coupling::{StepFriction, check_even};
use crate::stepping::inverse_mass;
use crate::stepping::steady::Prepared;
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::{Knowns, Unknowns};

/// Where outputs and rates come from.
pub(super) enum Source<T> {
    /// The laws, at what is set
    Laws,
    /// Interface coupling, something set since its step: the forces of the step hold until the next one, all else is the laws'
    Frozen(Wrench<T>),
    /// Interface coupling after its step: the forces of the step, what it says of its end, and there the rates of the laws
    Step(Wrench<T>, Levels<T>),
    /// Time stepping: the forces of the last step and what the contact holds of it until the next one, without rates
    Rigid(Wrench<T>),
}

/// Work + stored at the start − stored − dissipated [J]; 0 while the ledger is not tracked.
pub(super) fn residual<T: Scalar>(
    parameters: &Parameters<T>,
    ledger: &Energies<T>,
    stored_at_start: T,
    stored: T,
) -> T {
    if !parameters.settings.track_ledger {
        return T::zero();
    }
    ledger.work + stored_at_start - stored - ledger.dissipated_normal - ledger.dissipated_friction
}

/// Errors: [`physics::ContactFault::Overflow`] of `what` if the value is not finite.
pub(super) fn finite(what: &'static str, value: f64) -> Result<f64, physics::ContactFault> {
    if value.is_finite() { Ok(value) } else { Err(physics::ContactFault::Overflow { what }) }
}

impl Contact {
    /// Checks changed parameters and renews what follows from them.
    #[inline(always)]
    pub(super) fn refresh(&mut self) -> Result<(), physics::ContactFault> {
        if self.stale { self.renew() } else { Ok(()) }
    }

    #[inline(never)]
    fn renew(&mut self) -> Result<(), physics::ContactFault> {
        let parameters = &self.knowns.parameters;
        parameters.validate(self.is_rigid())?;
        if self.is_interface() {
            inverse_mass::validate(&parameters.coupling)?;
            self.are_laws_moderate = parameters.laws.is_moderate();
        }
        self.validate_method()?;
        self.latch = self.damped(&self.latch, &parameters.laws);
        let ContactParameters { laws, geometry, .. } = parameters;
        self.prepared = if self.is_interface() { None } else { Prepared::of(laws, geometry) };
        self.stale = false;
        Ok(())
    }

    /// Checks that the method fits the other settings; Model Exchange has none.
    fn validate_method(&self) -> Result<(), physics::ContactFault> {
        let ContactParameters { laws, geometry, coupling } = &self.knowns.parameters;
        let settings = &coupling.settings;
        if self.interface == Interface::ModelExchange || !coupling.is_rigid() {
            return Ok(());
        }
        if !self.is_interface() {
            return Err(physics::ContactFault::KinematicTimeStepping);
        }
        // the points of a face bear its moments
        let is_point = !geometry.is_of_faces();
        let by_radius = laws.settings.spin_radius_source == SpinRadiusSource::ContactRadius;
        if laws.friction.mu_r > 0.0 || (is_point && by_radius) {
            return Err(physics::ContactFault::NoRollingInTimeStepping);
        }
        if is_point && laws.friction.e_r > 0.0 && !settings.steps_spin(laws.settings.friction_map) {
            return Err(physics::ContactFault::NoSpinInTimeStepping);
        }
        check_even(laws)?;
        if settings.step_friction == StepFriction::Polygonal && !settings.step_sides.is_multiple_of(2) {
            return Err(physics::ContactFault::OddSides { name: "timeStepping.sides", sides: settings.step_sides });
        }
        Ok(())
    }

    /// The latch with the damping of these parameters; a rigid contact has none.
    pub(super) fn damped<T: Scalar>(&self, latch: &Latch<T>, parameters: &Parameters<T>) -> Latch<T> {
        if self.is_rigid() { Latch { a: T::zero(), ..*latch } } else { latch.refreshed(parameters) }
    }

    /// The latch as an evaluation of this frame finds it.
    fn latched<T: Scalar>(&self, latch: Latch<T>, parameters: &Parameters<T>, frame: &ContactFrame<T>) -> Latch<T> {
        let at = &frame.approach();
        match self.stage {
            Stage::Initial if self.is_rigid() => Latch::of_rigid(parameters, at),
            Stage::Initial => latch.updated(parameters, at),
            Stage::Events => latch,
            Stage::Steps if self.is_rigid() || matches!(self.continued, Some(Continued::Contact(_))) => latch,
            Stage::Steps if self.separating && at.penetration_rate.value() > 0.0 => {
                latch.updated(parameters, at).set_down(parameters, at)
            }
            Stage::Steps => latch.updated(parameters, at),
        }
    }

    /// Where outputs and rates come from, of what is set; `show` makes outputs of the forces of the last step. A rigid contact has
    /// none before the first, a compliant one those of its laws.
    pub(super) fn source<T: Scalar>(&self, show: impl Fn(&Forces) -> Wrench<T>) -> Source<T> {
        if !self.is_interface() {
            return Source::Laws;
        }
        match &self.coupled.forces {
            Some(forces) if self.is_rigid() => Source::Rigid(show(forces)),
            None if self.is_rigid() => Source::Rigid(show(&Forces::default())),
            Some(forces) => Source::Frozen(show(forces)),
            None => Source::Laws,
        }
    }

    /// Outputs and rates where the bodies meet, of the inputs, states and parameters given, on any scalar.
    pub(super) fn evaluate<T: Scalar>(
        &self,
        source: &Source<T>,
        parameters: &Parameters<T>,
        inputs: &Inputs<T>,
        state: &State<T>,
        spot: Spot<T>,
        latch: Latch<T>,
    ) -> (Unknowns<T>, Latch<T>) {
        let frame = spot.frame;
        let latch = self.latched(latch, parameters, frame);
        let response = match source {
            Source::Laws => {
                let mut response = respond(parameters, inputs, spot, &latch, state);
                if !latch.contact {
                    response.outputs.clear_forces();
                }
                response
            }
            Source::Frozen(forces) => {
                let loads = any_loads(parameters, spot, &latch, state);
                let levels = Levels::of(parameters, &loads, &latch, state);
                Response { rates: loads.rates, ..Response::at(frame, forces, &levels) }
            }
            Source::Step(forces, levels) => {
                let loads = any_loads(parameters, frame, &latch, state);
                Response { rates: loads.rates, ..Response::at(frame, forces, levels) }
            }
            Source::Rigid(forces) => Response::at(frame, forces, &self.rigid_levels(parameters, frame, &latch)),
        };
        let stored = match self.stage {
            // between steps the ledger stands where the last one has ended, whatever pose is set
            Stage::Steps => T::from(self.stored),
            _ => response.outputs.energy_elastic,
        };
        let energy_residual = match self.stage {
            Stage::Initial => T::zero(),
            _ => residual(parameters, &state.energy, T::from(self.energy_base), stored),
        };
        (Unknowns { response, energy_residual, touching: T::from(f64::from(latch.contact)) }, latch)
    }

    /// What a rigid contact holds of its last step; it depends on nothing that is set after it.
    fn rigid_levels<T: Scalar>(
        &self,
        parameters: &Parameters<T>,
        frame: &ContactFrame<T>,
        latch: &Latch<T>,
    ) -> Levels<T> {
        let (forces, coupling) = (self.coupled.memory.rigid_forces(), &self.knowns.parameters.coupling);
        let slip_speed = friction::sliding(parameters, frame).slip.norm().value();
        Levels {
            normal_force: T::from(forces.normal),
            sticking: T::from(forces.sticking(coupling, slip_speed)),
            effective_restitution: damping::rigid_restitution(parameters, latch.v_i),
            energy_elastic: T::from(forces.stored(coupling)),
        }
    }

    /// The evaluation of now, made if there is none.
    #[inline(always)]
    pub(super) fn evaluation(&mut self) -> Result<&Evaluation, physics::ContactFault> {
        if !self.is_evaluated {
            self.evaluate_now()?;
            self.is_evaluated = true;
        }
        Ok(&self.cache)
    }

    /// Leaves the evaluation of now in the cache, which holds nothing of use after an error.
    #[inline(never)]
    fn evaluate_now(&mut self) -> Result<(), physics::ContactFault> {
        self.refresh()?;
        let Knowns { parameters: ContactParameters { laws, geometry, .. }, state, .. } = &self.knowns;
        let moved;
        // what was just set is looked at where it stands
        let inputs = match self.continued {
            Some(Continued::Motion(_)) => {
                moved = self.present_inputs();
                &moved
            }
            _ => &self.knowns.inputs,
        };
        let mut source = self.source(Forces::constant);
        let (frame, latch);
        let mut region = None;
        match &self.continued {
            Some(Continued::Contact(shown)) => {
                if let Source::Frozen(forces) = source {
                    source = Source::Step(forces, shown.levels());
                }
                let [effective_radius, rolling_radius] = [geometry.radius_for(laws); 2];
                frame = ContactFrame { effective_radius, rolling_radius, ..shown.end.frame };
                // the latch that is kept has the damping of its speed already
                latch = if shown.latch.v_i == self.latch.v_i && !self.is_rigid() {
                    Latch { a: self.latch.a, ..shown.latch }
                } else {
                    self.damped(&shown.latch, laws)
                };
            }
            _ => {
                meet::check_inputs(laws, geometry, inputs)?;
                let met = || meet::met(laws, self.place(), inputs, self.normal_rate(), &mut region);
                frame = self.rigid_frame(inputs).unwrap_or_else(met);
                latch = self.latch;
            }
        }
        let spot = Spot { frame: &frame, region: region.as_ref() };
        let (unknowns, latch) = self.evaluate(&source, laws, inputs, state, spot, latch);
        self.cache = Evaluation { unknowns, latch };
        self.cache.unknowns.response.finite()?;
        let outputs = &self.cache.unknowns.response.outputs;
        let (gap, elastic) = (outputs.gap, outputs.energy_elastic);
        if self.is_interface() {
            // not the size of the forces of the step
            finite("the contact force", outputs.normal_force)?;
        }
        if let Some(before) = self.stored_before.take() {
            self.book_at_event(elastic - before);
            // from the new base, as after a restored snapshot: the same bits
            let Knowns { parameters, state, .. } = &self.knowns;
            self.cache.unknowns.energy_residual = residual(&parameters.laws, &state.energy, self.energy_base, elastic);
        }
        finite("the energy ledger", self.cache.unknowns.energy_residual)?;
        if self.stage == Stage::Events && !latch.contact {
            self.overlooked.evaluated(self.time, -gap - CONTACT_HYSTERESIS, &mut self.notices);
        }
        Ok(())
    }
}
