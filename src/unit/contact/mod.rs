//! The contact as a [`Model`]: holds what survives, evaluates on demand, steps on trial.

mod as_model;
pub(in crate::unit) mod before;
mod causes;
mod coupled_step;
mod coupling;
pub(in crate::unit) mod direct;
mod evaluation;
mod flight;
mod forces;
mod impact;
pub mod instructions;
pub(in crate::unit) mod member;
mod notices;
mod overlooked;
mod place;
mod report;
mod serialized;
mod short;
mod steps;
pub(in crate::unit) mod tangent;
pub(in crate::unit) mod tried;
mod values;
mod wiring;

use crate::fmi::model::Events;
use crate::fmi::{Fault, Interface};
use crate::meet::{self, Place};
use crate::physics::{self, ContactFault, ContactFrame, Inputs, Latch, Vector3};
use crate::stepping::coupling::{CouplingMode, Masses};
use crate::stepping::steady::Prepared;
use crate::stepping::{Changes, ContactState, Exchange, Expected, InputRates, MissedSlip, Motion, phases};
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::{Knowns, Unknowns};
use crate::unit::solid_pair::{SolidPair, placed};
use forces::{Coupled, Shown};
use impact::ObservedImpact;
use notices::Notices;
use overlooked::Overlooked;
use std::sync::Arc;
use tried::Tried;
use wiring::Wiring;

/// Half the hysteresis of the contact indicator [m]: an importer that locates x = ±this lands safely beyond x = 0.
const CONTACT_HYSTERESIS: f64 = 5e-13;

/// Half the hysteresis of the clipping indicator 1 + a·ẋ [1].
const CLIPPING_HYSTERESIS: f64 = 1e-12;

/// How far the simulation is, and so when contact is made and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
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

/// Everything the unit remembers; `cache` with `is_evaluated`, `prepared`, `are_laws_moderate`, `is_bare`, `flies` and `stale` only save work.
/// What kinematic steps look at stands first and together, what they do not last: contacts of a large system come from memory in every step.
#[derive(Debug)]
#[repr(C)]
pub struct Contact {
    interface: Interface,
    stage: Stage,
    /// The normal force was clipped at the last event (Model Exchange).
    clipped: bool,
    /// Kinematic coupling: the last step has ended with the bodies touching and separating
    separating: bool,
    /// Parameters have changed: check them, and renew the damping in the latch.
    stale: bool,
    /// Interface coupling: no parameter of the laws is so large or small that rates of moderate states might overflow.
    are_laws_moderate: bool,
    /// Rates of inputs and mobility are 0: nobody has given any.
    is_bare: bool,
    /// Nothing has changed since the last evaluation.
    is_evaluated: bool,
    /// The bodies were apart all through the last step, and nothing has been set since then: no force acts.
    flies: bool,
    /// In what instructions kinematic steps are made
    steps: &'static Steps,
    /// Shapes of a system that are no pair
    solids: Option<Arc<SolidPair>>,
    time: f64,
    /// Energy stored at the start, less what the ledger started with; in Model Exchange also what parameters and contact
    /// made at events brought in. A pose that jumps within contact at an event is not booked and shows in the residual. [J]
    energy_base: f64,
    /// Co-Simulation: energy stored at the end of the last step [J]
    stored: f64,
    /// Work of the importer between steps, or at events, by which it changed the stored energy [J]
    importer_work: f64,
    latch: Latch<f64>,
    impact: ObservedImpact,
    wiring: Wiring,
    /// Kinematic coupling: what follows from the parameters of the usual contact
    prepared: Option<Prepared>,
    /// Kinematic coupling: what has passed between bodies and contact in the last step
    exchange: Exchange,
    /// Kinematic coupling: where the last step has taken the bodies
    expected: Expected,
    /// The last evaluation
    cache: Evaluation,
    knowns: Knowns<f64>,
    /// Where the last step has led, until something is set
    continued: Option<Continued>,
    /// Kinematic coupling: onsets and releases of the step that is being made
    changes: Changes<{ phases::MOST }>,
    notices: Notices,
    /// Kinematic coupling: parameters of the last step, if some have changed since then
    parameters_before: Option<ContactParameters<f64>>,
    input_rates: InputRates,
    overlooked: Overlooked,
    /// Model Exchange: energy stored before parameters changed, until the change is booked [J]
    stored_before: Option<f64>,
    coupled: Coupled,
}

/// A step from a time, and its length [s].
type WholeStep = fn(&mut Contact, (f64, f64), &mut Events) -> Result<(), ContactFault>;

/// Kinematic steps of a contact whose parameters are checked, in one set of instructions: the same operations, products not fused with sums, and so
/// the same bits.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    whole: WholeStep,
    /// One that is tried
    attempt: fn(&mut Contact, f64, &mut Tried) -> Result<(), ContactFault>,
}

/// One evaluation and the latch it was made with.
#[derive(Clone, Copy, Debug, Default)]
struct Evaluation {
    unknowns: Unknowns<f64>,
    latch: Latch<f64>,
}

impl From<physics::ContactFault> for Fault {
    fn from(fault: physics::ContactFault) -> Self {
        Fault(fault.to_string())
    }
}

impl Clone for Contact {
    /// All but the shapes as one block.
    #[inline(always)]
    fn clone(&self) -> Self {
        Contact { solids: self.solids.clone(), ..*self }
    }
}

impl Contact {
    /// Has kinematic steps made in these instructions.
    pub(in crate::unit) fn set_steps(&mut self, steps: &'static Steps) {
        self.steps = steps;
    }

    /// In what instructions they are made.
    pub(in crate::unit) fn steps(&self) -> &'static Steps {
        self.steps
    }

    fn place(&self) -> Place<'_, f64> {
        placed(&self.knowns.parameters.geometry, &self.solids)
    }

    fn normal_rate(&self) -> Option<Vector3<f64>> {
        self.input_rates.normal_given.then_some(self.input_rates.inputs.contact_normal)
    }

    /// The contact frame of a rigid cylinder or cone where it is round, which compliant ones are not.
    fn rigid_frame(&self, inputs: &Inputs<f64>) -> Option<ContactFrame<f64>> {
        let laws = &self.knowns.parameters.laws;
        if self.is_rigid() { meet::round_frame(laws, self.place(), inputs) } else { None }
    }

    /// Inputs that count now: as set, or where the motion of the last step has brought them.
    fn present_inputs(&self) -> Inputs<f64> {
        let Knowns { parameters, inputs, .. } = &self.knowns;
        match self.continued {
            Some(Continued::Motion(h)) => {
                Motion::new(&parameters.laws, self.place(), inputs, &self.input_rates).inputs_at(h)
            }
            _ => *inputs,
        }
    }

    /// Whether steps are those of the interface coupling; Model Exchange makes no steps.
    pub(in crate::unit) fn is_interface(&self) -> bool {
        let mode = self.knowns.parameters.coupling.settings.mode;
        self.interface == Interface::CoSimulation && mode == CouplingMode::Interface
    }

    /// Whether steps solve the contact as rigid.
    fn is_rigid(&self) -> bool {
        self.is_interface() && self.knowns.parameters.coupling.is_rigid()
    }

    /// Books energy that the importer brought in at an event: it belongs to the start of what follows.
    fn book_at_event(&mut self, jump: f64) {
        self.energy_base += jump;
        self.importer_work += jump;
    }

    /// Keeps the parameters of the last step before one of them is set: the next step books what that does.
    fn keep_parameters(&mut self) {
        if self.stage == Stage::Steps && self.parameters_before.is_none() && !self.is_interface() {
            self.parameters_before = Some(self.knowns.parameters);
        }
    }

    /// What is known of the answers of the bodies counts no more where other masses are told than before.
    fn judge_masses_told(&mut self, before: &Masses<f64>) {
        if self.knowns.parameters.coupling.masses != *before {
            self.coupled.memory.forget_mass();
        }
    }

    fn contact_state(&self) -> ContactState {
        ContactState {
            continuous: self.knowns.state,
            latch: self.latch,
            stored: self.stored,
            importer_work: self.importer_work,
            separating: self.separating,
            missed: MissedSlip::default(),
        }
    }

    /// Takes over what a step has changed.
    fn keep(&mut self, state: &ContactState) {
        self.knowns.state = state.continuous;
        self.latch = state.latch;
        self.stored = state.stored;
        self.importer_work = state.importer_work;
        self.separating = state.separating;
    }

    /// Something was set: what was evaluated or continued before counts no more.
    fn touched(&mut self) {
        (self.is_evaluated, self.flies) = (false, false);
        self.continued = None;
    }
}
