//! A step: impacts, then lasting contact.

use crate::rigid::Fault;
use crate::rigid::cones::{COORDINATES, Solver};
use crate::rigid::impact::Impacts;
use crate::rigid::multibody::check::check;
use crate::rigid::multibody::impacts;
use crate::rigid::multibody::lasting;
use crate::rigid::multibody::motion::relative;
use crate::rigid::multibody::work::Work;
use crate::rigid::multibody::{Body, Contact, Outcome, Stepped};
use nalgebra::DVector;

/// Room for steps of at most so many contacts and bodies; a step allocates nothing. What a step remembers of the one before
/// is in [`Contact::held`] alone.
#[derive(Clone, Debug)]
pub struct Stepper {
    pub(super) work: Work,
    pub(super) impacts: Impacts,
    pub(super) stepped: DVector<Stepped>,
    velocities: DVector<[f64; COORDINATES]>,
}

impl Stepper {
    /// `couplings`: pairs of bodies that contacts couple, be it by other bodies between them, at most.
    pub fn new(contacts: usize, bodies: usize, couplings: usize) -> Self {
        let state = COORDINATES * bodies + 3 * contacts;
        Stepper {
            work: Work::new(contacts, bodies),
            impacts: Impacts::new(Solver::of_bodies(contacts, bodies, couplings), contacts, state),
            stepped: DVector::from_element(contacts, Stepped::default()),
            velocities: DVector::from_element(bodies, [0.0; COORDINATES]),
        }
    }

    /// The steps to come are parts of one of length `whole` [s], or whole steps where it is 0. On it depends what is struck at one time and what closes too slowly to
    /// rebound: bodies would bounce on without end in ever shorter parts.
    pub fn part_of(&mut self, whole: f64) {
        self.work.whole = whole;
    }

    /// Length of the step that the next ones are parts of, 0 for none [s].
    pub fn whole(&self) -> f64 {
        self.work.whole
    }

    /// One step of length `h` [s]; what it does is in [`Stepper::stepped`] and [`Stepper::velocities`].
    ///
    /// Errors, each by name: more bodies or contacts than there is room for, numbers that are not finite, an inverse mass
    /// that is not symmetric and semidefinite, a normal that is not of length 1, a body that there is not, μ, e, k_T or a
    /// speed outside its range, h ≤ 0.
    pub fn advance(&mut self, bodies: &[Body], contacts: &[Contact], h: f64) -> Result<Outcome, Fault> {
        self.advance_from(bodies, contacts, h, false)
    }

    /// The same step of the same contacts once more, where bodies move a little otherwise: impulses of lasting contact are looked for near those of the last
    /// time, not near those of the step before.
    ///
    /// Errors: as [`Stepper::advance`].
    pub fn advance_again(&mut self, bodies: &[Body], contacts: &[Contact], h: f64) -> Result<Outcome, Fault> {
        self.advance_from(bodies, contacts, h, true)
    }

    fn advance_from(
        &mut self,
        bodies: &[Body],
        contacts: &[Contact],
        h: f64,
        is_again: bool,
    ) -> Result<Outcome, Fault> {
        self.check(bodies, contacts, h)?;
        let (work, impacts) = (&mut self.work, &mut self.impacts);
        let stepped = &mut self.stepped.as_mut_slice()[..contacts.len()];
        for (k, (contact, stepped)) in contacts.iter().zip(stepped.iter_mut()).enumerate() {
            work.start[k] = if is_again { stepped.lasting } else { contact.force().map(|force| h * force) };
            *stepped = Stepped::default();
        }
        work.set(bodies, contacts, h);
        let mut outcome = Outcome::none();
        impacts::strike(work, impacts, contacts, stepped, h, &mut outcome)?;
        lasting::last(work, impacts.solver(), contacts, stepped, h, &mut outcome)?;
        for (velocity, motion) in self.velocities.iter_mut().zip(work.free.iter()).take(bodies.len()) {
            *velocity = motion.velocity(h);
        }
        for (k, stepped) in stepped.iter().enumerate() {
            let along = work.along(k, stepped.lasting);
            for side in work.sides[k].iter().flatten() {
                let change = side.change(along);
                (0..COORDINATES).for_each(|i| self.velocities[side.body()][i] += change[i]);
            }
        }
        for (k, (stepped, contact)) in stepped.iter_mut().zip(contacts).enumerate() {
            let velocity = relative(&work.sides[k], |body| self.velocities[body]);
            stepped.velocity = work.world(k, velocity);
            (0..3).for_each(|i| {
                stepped.velocity[i] += contact.driven[i] + contact.driven_rate[i] * h - work.turned[k][i];
            });
            let start = relative(&work.sides[k], |body| work.free[body].velocity(work.since[k]));
            let ([before, after], p) =
                ([work.since[k], h].map(|t| work.driven(k, contact, t)), work.along(k, stepped.lasting));
            let part = |i: usize| 0.5 * p[i] * (start[i] + velocity[i] + before[i] + after[i]);
            stepped.lasting_work = [part(0), part(1) + part(2)];
            let moment = work.world(k, work.moment_of_lasting(k, contact, p, h));
            (0..3).for_each(|i| stepped.moment[i] += moment[i]);
        }
        Ok(outcome.judged())
    }

    /// The impacts of a step without its lasting contact, in so short a time that it moves nothing; forces stay those of the step before.
    ///
    /// Errors: as [`Stepper::advance`].
    pub fn strike(&mut self, bodies: &[Body], contacts: &[Contact], h: f64) -> Result<Outcome, Fault> {
        self.check(bodies, contacts, h)?;
        let (work, impacts) = (&mut self.work, &mut self.impacts);
        let stepped = &mut self.stepped.as_mut_slice()[..contacts.len()];
        stepped.fill(Stepped::default());
        work.set(bodies, contacts, h);
        let mut outcome = Outcome::none();
        impacts::strike(work, impacts, contacts, stepped, h, &mut outcome)?;
        for (velocity, motion) in self.velocities.iter_mut().zip(work.free.iter()).take(bodies.len()) {
            *velocity = motion.velocity(h);
        }
        for (k, (stepped, contact)) in stepped.iter_mut().zip(contacts).enumerate() {
            let velocity = relative(&work.sides[k], |body| self.velocities[body]);
            stepped.velocity = work.world(k, velocity);
            stepped.held = contact.held;
        }
        Ok(outcome.judged())
    }

    /// When the first of those contacts `of_interest`, by their numbers, rebounds in a step [s].
    ///
    /// Errors: as [`Stepper::advance`].
    pub fn first_rebound(
        &mut self,
        bodies: &[Body],
        contacts: &[Contact],
        h: f64,
        of_interest: impl Fn(usize) -> bool,
    ) -> Result<Option<f64>, Fault> {
        self.check(bodies, contacts, h)?;
        self.work.set(bodies, contacts, h);
        impacts::find(&mut self.work, contacts, h);
        let rebounds = |k: usize, contact: &Contact| !self.work.is_slow[k] && contact.law.e > 0.0 && of_interest(k);
        let times = contacts.iter().enumerate().filter(|(k, contact)| rebounds(*k, contact));
        let first = times.map(|(k, _)| self.work.time[k]).fold(f64::INFINITY, f64::min);
        Ok(first.is_finite().then_some(first))
    }

    fn check(&self, bodies: &[Body], contacts: &[Contact], h: f64) -> Result<(), Fault> {
        let rooms = [("bodies", bodies.len(), self.velocities.len()), ("contacts", contacts.len(), self.stepped.len())];
        for (name, found, room) in rooms {
            if found > room {
                return Err(Fault::WrongSize { name, found, needed: room });
            }
        }
        check(bodies, contacts, h)
    }

    /// What the last step did at each contact.
    pub fn stepped(&self, contacts: usize) -> &[Stepped] {
        &self.stepped.as_slice()[..contacts]
    }

    /// Velocities of the bodies at the end of the last step.
    pub fn velocities(&self, bodies: usize) -> &[[f64; COORDINATES]] {
        &self.velocities.as_slice()[..bodies]
    }
}
