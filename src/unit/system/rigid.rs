//! A step of a system in interface coupling with rigid contacts (coupling.method = timeStepping).

use crate::fmi::Fault;
use crate::fmi::model::Events;
use crate::stepping::bodies::{MovingBody, Slot};
use crate::stepping::coupling::{CouplingSettings, StepFriction, StepImpact, StepLaw, check_even};
use crate::stepping::rigid_bodies::{PointForce, Remembered, RigidBodiesStep, RigidContacts, RigidOutcome};
use crate::stepping::saved::{Saved, saved};
use crate::unit::parameters::ContactParameters;
use crate::unit::system::Scene;
use crate::unit::system::contacts::Contacts;

/// What rigid contacts remember from step to step, and the room for their steps.
#[derive(Clone, Default)]
pub(super) struct Rigid {
    /// Where the points of each contact start in `forces`
    starts: Vec<usize>,
    forces: Vec<PointForce>,
    /// Of the step that is being made
    after: Vec<PointForce>,
    outcome: RigidOutcome,
    step: Option<RigidBodiesStep>,
    unsolved: Tally,
    cut: Tally,
    /// Overlaps beyond [`DEEP`], and the contact of the last one
    deep: Tally,
    deep_contact: usize,
}

/// Share of the size of the smaller one by which bodies that are rigid may overlap without a word.
const DEEP: f64 = 0.05;

/// Steps with something to say, which is said once and counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    steps: u32,
    worst: f64,
    is_said: bool,
}

saved!(Tally { steps, worst, is_said });

/// Points of a body that are near others at one time, for which there is room from the start; where contacts have one point each, and any.
const POINTS_OF_A_BODY: [usize; 2] = [12, 64];

impl Rigid {
    /// Makes room for the steps of these contacts.
    pub fn prepare(&mut self, scene: &Scene) {
        self.lay_out(scene);
        self.step = Some(room(scene, self.forces.len()));
    }

    fn lay_out(&mut self, scene: &Scene) {
        let mut points = 0;
        self.starts = scene
            .contacts
            .iter()
            .map(|contact| {
                points += contact.place().most_candidates();
                points - contact.place().most_candidates()
            })
            .collect();
        self.forces = vec![PointForce::default(); points];
        self.after = self.forces.clone();
    }

    /// Takes over what lasts of a system of the same scene.
    pub fn take(&mut self, other: &Self) {
        self.starts.clone_from(&other.starts);
        self.forces.clone_from(&other.forces);
        self.after.clone_from(&other.forces);
        (self.unsolved, self.cut, self.deep) = (other.unsolved, other.cut, other.deep);
    }

    pub fn write(&self, to: &mut impl FnMut(&[u8])) {
        (self.forces.len() as u32).write(to);
        self.forces.iter().for_each(|force| force.write(to));
        self.unsolved.write(to);
        self.cut.write(to);
        self.deep.write(to);
    }

    /// None if it is of other contacts.
    pub fn read(&mut self, scene: &Scene, from: &mut &[u8]) -> Option<()> {
        let mut count = 0u32;
        count.read(from)?;
        if count > 0 {
            self.lay_out(scene);
            (self.forces.len() == count as usize).then_some(())?;
        }
        self.forces.iter_mut().try_for_each(|force| force.read(from))?;
        self.unsolved.read(from)?;
        self.cut.read(from)?;
        self.deep.read(from)
    }

    /// Moves bodies and contacts through a step of `h` [s], of which nothing is kept yet; the answer: sub-steps.
    ///
    /// Errors: it cannot be made, and why.
    pub fn run(
        &mut self,
        (contacts, seen, scene): (&Contacts, &impl RigidContacts, &Scene),
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        h: f64,
        most: u32,
    ) -> Result<u32, Fault> {
        if self.starts.len() != contacts.len() {
            self.lay_out(scene);
        }
        let Rigid { starts, forces, after, outcome, step, deep, deep_contact, .. } = self;
        let step = step.get_or_insert_with(|| room(scene, forces.len()));
        after.copy_from_slice(forces);
        for (at, slot) in slots.iter_mut().enumerate() {
            slot.stored = contacts.stored_energy(at);
        }
        let remembered = Remembered { starts, forces: after };
        *outcome = step.run(seen, slots, remembered, bodies, h, most).map_err(|fault| Fault(fault.to_string()))?;
        let (contact, by) = outcome.deepest;
        if by > 0.0 && seen.place(contact).size().is_some_and(|size| by > DEEP * size) {
            deep.add(true, by);
            *deep_contact = contact;
        }
        Ok(outcome.steps)
    }

    /// Keeps what the step has made.
    pub fn keep(&mut self) {
        self.forces.copy_from_slice(&self.after);
        let RigidOutcome { residual, is_unsolved, is_cut, .. } = core::mem::take(&mut self.outcome);
        self.unsolved.add(is_unsolved, residual);
        self.cut.add(is_cut, 0.0);
    }

    /// Says what there is to say, once.
    pub fn warn(&mut self, scene: &Scene, say: &mut Events) {
        if self.deep.is_due() {
            let (name, by) = (&scene.contacts[self.deep_contact].name, self.deep.worst);
            say(format_args!(
                "{name}: coupling.method = timeStepping: its rigid bodies overlap by {by:.1e} m, more than a twentieth of the smaller one: if they \
                 were not set so, take shorter steps (said once)"
            ));
        }
        if self.unsolved.is_due() {
            let worst = self.unsolved.worst;
            say(format_args!(
                "coupling.method = timeStepping: a step is not solved: the natural map of its contacts is {worst:.1e} of their velocities, above \
                 1e-8; what was found is used, take shorter steps or less friction (said once)"
            ));
        }
        if self.cut.is_due() {
            say(format_args!(
                "coupling.method = timeStepping: with different restitutions, or friction, an impact at several contacts would gain energy: its \
                 impulses of restitution are reduced to gain nothing (said once)"
            ));
        }
    }

    /// At the end: how many steps that were.
    pub fn conclude(&self, events: &mut Events) {
        if self.unsolved.steps > 0 {
            let Tally { steps, worst, .. } = self.unsolved;
            events(format_args!(
                "time stepping: {steps} steps are not solved, the worst with a natural map of {worst:.1e}"
            ));
        }
    }
}

/// Room for steps of these bodies with so many points.
fn room(scene: &Scene, points: usize) -> RigidBodiesStep {
    let bodies = scene.bodies.len();
    let has_several = scene.contacts.iter().any(|contact| contact.place().most_candidates() > 1);
    RigidBodiesStep::new(bodies, points.min(POINTS_OF_A_BODY[usize::from(has_several)] * bodies), couplings(scene))
}

/// Pairs of bodies that contacts can couple: all that are joined by a chain of contacts between bodies that can move.
fn couplings(scene: &Scene) -> usize {
    let can_move = |body: usize| scene.bodies[body].moves || scene.bodies[body].mass.is_some();
    let mut leaders: Vec<usize> = (0..scene.bodies.len()).collect();
    fn leader(leaders: &mut [usize], mut body: usize) -> usize {
        while leaders[body] != body {
            leaders[body] = leaders[leaders[body]];
            body = leaders[body];
        }
        body
    }
    for [i, j] in scene.contacts.iter().map(|contact| contact.bodies) {
        if can_move(i) && can_move(j) {
            let [i, j] = [i, j].map(|body| leader(&mut leaders, body));
            leaders[j] = i;
        }
    }
    let mut sizes = vec![0_usize; leaders.len()];
    (0..leaders.len()).for_each(|body| sizes[leader(&mut leaders, body)] += 1);
    sizes.iter().fold(0, |pairs, size| pairs.saturating_add(size.saturating_mul(size.saturating_sub(1)) / 2))
}

impl Tally {
    fn add(&mut self, is_one: bool, size: f64) {
        if is_one {
            self.steps = self.steps.saturating_add(1);
            self.worst = self.worst.max(size);
        }
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.steps > 0 && !self.is_said;
        self.is_said |= is_due;
        is_due
    }
}

/// Errors: settings that are of one contact alone; each is named.
pub(super) fn check(settings: &CouplingSettings) -> Result<(), Fault> {
    let refused = |text: &str| {
        Err(Fault(format!("{text} is of the one-contact FMU: the contacts of a system are solved together")))
    };
    match settings.step_friction {
        StepFriction::Regularised => {}
        StepFriction::Box => return refused("timeStepping.friction = box"),
        StepFriction::Polygonal => return refused("timeStepping.friction = polygonal"),
    }
    if settings.step_law == StepLaw::Paper {
        return refused("timeStepping.law = paper");
    }
    if settings.step_impact == StepImpact::Newton {
        return refused("timeStepping.impact = newton");
    }
    Ok(())
}

/// Whether a contact has laws that systems step so. Errors: what it cannot have, in words.
pub(super) fn check_contact(of: &ContactParameters<f64>) -> Result<(), String> {
    check_even(&of.laws).map_err(|fault| fault.to_string())?;
    if of.laws.friction.e_r > 0.0 && !of.geometry.is_of_faces() {
        return Err("friction.e_r > 0: points of a system stepped by timeStepping have no friction against spin; set it to 0, or choose \
                    coupling.method = compliant"
            .into());
    }
    Ok(())
}
