//! All bodies of a system through a step of time stepping (docs/numerics.md step 37).

use crate::rigid::multibody::{self, Stepper};
use crate::stepping::bodies::{MovingBody, Slot, StepFault};
use crate::stepping::interface::Spatial;
use crate::stepping::rigid_bodies::booking::{self, Books, Times};
use crate::stepping::rigid_bodies::contacts::{Remembered, RigidContacts};
use crate::stepping::rigid_bodies::outcome::{RigidOutcome, RigidStepFault};
use crate::stepping::rigid_bodies::problem::Room;
use nalgebra::{DVector, Vector3};

/// Angle by which bodies, or a normal between round ones, turn in a sub-step [rad]: points and arms are those of half-way through it, or of its start.
const TURNED: f64 = 0.1;

/// A step that is cut where something meets what others hold ends by so much of it before, and so many times more where it has to be cut again.
const AT_END: f64 = 1e-6;
const WIDER: f64 = 10.0;

/// Angle by which a body turns in a sub-step that is cut where it is struck [rad], or way of the point along the other body by the size of both, and most of
/// these cuts in a step.
const STRAIGHT: f64 = 2e-4;
const MOST_STRUCK: u32 = 16;

/// Share of a step in which an impact is at its start, and share of the time to a later one after which a sub-step ends: it is met a little sooner
/// when bodies turn as the shorter one has it.
const AT_START: f64 = 2e-3;
const BEFORE: f64 = 0.999;

/// Trials to end a sub-step before an impact.
const TRIALS: u32 = 4;

/// Room for steps; nothing of it lasts.
#[derive(Clone, Debug)]
pub struct RigidBodiesStep {
    room: Room,
    stepper: Stepper,
    /// Impulse on each body about its mass centre, and its moment about the sub-step's end
    given: DVector<[Spatial; 2]>,
    /// Whether what strikes a body of those that contacts move, by their numbers, depends on how far it has turned in the sub-step, and what it does by its own turning
    /// on when
    turns: DVector<[bool; 2]>,
    /// Points for which the stepper has room
    most_points: usize,
    couplings: usize,
}

/// What a step goes on with.
enum Next {
    /// A sub-step of at most this length [s]
    SubStep(f64),
    /// Impacts within this time [s]
    Impacts(f64),
}

impl RigidBodiesStep {
    /// For so many bodies, of which contacts can couple at most so many pairs, be it by other bodies between them, and points that may close
    /// in one step; more points are taken, but allocate.
    pub fn new(bodies: usize, points: usize, couplings: usize) -> Self {
        RigidBodiesStep {
            room: Room::new(bodies, points),
            stepper: Stepper::new(points, bodies, couplings),
            given: DVector::from_element(bodies, [Spatial::zero(); 2]),
            turns: DVector::from_element(bodies, [false; 2]),
            most_points: points,
            couplings,
        }
    }

    /// Moves bodies and contacts by `h` [s] > 0 in at most so many sub-steps.
    ///
    /// Errors: there would be more, it has no solution, or numbers overflow; bodies, slots and what is remembered are of no use then.
    pub fn run(
        &mut self,
        contacts: &impl RigidContacts,
        slots: &mut [Slot],
        mut remembered: Remembered,
        bodies: &mut [MovingBody],
        h: f64,
        most: u32,
    ) -> Result<RigidOutcome, RigidStepFault> {
        let mut outcome = RigidOutcome::default();
        // round bodies do not rock, and a heap of them has an impact at any time
        let rocks = remembered.forces.len() > remembered.starts.len();
        self.stepper.part_of(if rocks { h } else { 0.0 });
        let (mut tau, mut struck) = (0.0, 0);
        while tau < h {
            let rest = h - tau;
            let turned = self.begin(contacts, bodies, &remembered, rest);
            let count = (turned / TURNED).ceil().max(1.0);
            let needed = f64::from(outcome.steps) + count;
            if needed > f64::from(most) {
                return Err(RigidStepFault::TooMany(StepFault::TooMany { needed, most }));
            }
            let length = rest / count;
            if count > 1.0 {
                self.begin(contacts, bodies, &remembered, length);
            }
            // up to an impact, that, and on
            let next = if struck < MOST_STRUCK && needed + 2.0 <= f64::from(most) {
                self.next(contacts, bodies, &remembered, [length, rest, h])?
            } else {
                Next::SubStep(length)
            };
            let (length, done) = match next {
                Next::Impacts(length) => {
                    struck += 1;
                    self.begin(contacts, bodies, &remembered, length);
                    let (of_bodies, of_points) = self.room.listed();
                    (length, self.stepper.strike(of_bodies, of_points, length)?)
                }
                Next::SubStep(length) => self.sub_step(contacts, bodies, &remembered, [length, h], rocks)?,
            };
            outcome.add(&done)?;
            for (point, belongs) in self.room.listed().1.iter().zip(self.room.belongs.iter()) {
                outcome.overlaps(belongs.contact, -point.gap);
            }
            let stepped = self.stepper.stepped(self.room.point_count);
            let mut books = Books { room: &self.room, stepped, given: self.given.as_mut_slice() };
            booking::book(&mut books, contacts, slots, &mut remembered, &Times { tau, length, rest, h });
            for (body, given) in bodies.iter_mut().zip(self.given.iter()) {
                body.end_under(*given, self.room.farthest, [length, rest]);
            }
            tau = if length < rest { tau + length } else { h };
        }
        Ok(outcome)
    }

    /// Lists bodies and points of a sub-step of `length` [s]; the answer: by which angle they turn in it [rad].
    fn begin(
        &mut self,
        contacts: &impl RigidContacts,
        bodies: &mut [MovingBody],
        remembered: &Remembered,
        length: f64,
    ) -> f64 {
        bodies.iter_mut().for_each(|body| body.begin_about_center(length));
        self.room.take_bodies(bodies);
        let turned = self.room.take_points(contacts, bodies, remembered, length);
        if self.most_points < self.room.points.len() {
            self.most_points = self.room.points.len();
            let whole = self.stepper.whole();
            self.stepper = Stepper::new(self.most_points, bodies.len(), self.couplings);
            self.stepper.part_of(whole);
        }
        turned
    }

    /// What the `rest` of a step of `h` [s] goes on with, of which bodies have begun a sub-step of `length` [s]: up to the first rebound of a corner or an edge of bodies that
    /// turn or pass each other until then, or with that.
    fn next(
        &mut self,
        contacts: &impl RigidContacts,
        bodies: &mut [MovingBody],
        remembered: &Remembered,
        [mut length, rest, h]: [f64; 3],
    ) -> Result<Next, RigidStepFault> {
        for _ in 0..TRIALS {
            for (body, at) in bodies.iter().zip(self.room.moving.iter()) {
                let omega = &body.motion.angular_velocity;
                if let Some(at) = at {
                    let turns = omega.dot(omega).sqrt() * length > STRAIGHT;
                    self.turns[*at] = [turns, body.is_lopsided(turns)];
                }
            }
            let (of_bodies, of_points) = self.room.listed();
            let moves_on = |at: usize| {
                let (belongs, point) = (&self.room.belongs[at], &of_points[at]);
                let turns = |which: usize| point.bodies.iter().flatten().any(|body| self.turns[*body][which]);
                let slides = || {
                    let slip = self.room.slip(at);
                    slip.dot(&slip).sqrt() * length > STRAIGHT * contacts.radius(belongs.contact)
                };
                turns(1) || belongs.is_corner && (turns(0) || belongs.may_pass && slides())
            };
            let after = self.stepper.first_rebound(of_bodies, of_points, length, moves_on)?;
            let again = self.room.look_again;
            if again > AT_START * h && again < length && after.is_none_or(|after| again < after) {
                length = BEFORE * again;
                self.begin(contacts, bodies, remembered, length);
                break;
            }
            let Some(after) = after else { break };
            let until = after + AT_END * h;
            if after <= AT_START * h && until < rest {
                return Ok(Next::Impacts(until));
            }
            // what is left is too short to turn in
            if until >= rest {
                break;
            }
            length = BEFORE * after;
            self.begin(contacts, bodies, remembered, length);
        }
        Ok(Next::SubStep(length))
    }

    /// A sub-step of at most `length` [s], and how long it was.
    fn sub_step(
        &mut self,
        contacts: &impl RigidContacts,
        bodies: &mut [MovingBody],
        remembered: &Remembered,
        [mut length, h]: [f64; 2],
        rocks: bool,
    ) -> Result<(f64, multibody::Outcome), RigidStepFault> {
        let mut margin = AT_END * h;
        loop {
            let (of_bodies, of_points) = self.room.listed();
            let mut done = self.stepper.advance(of_bodies, of_points, length)?;
            if self.turn(bodies, length) {
                self.room.take_bodies(bodies);
                let (of_bodies, of_points) = self.room.listed();
                done = self.stepper.advance_again(of_bodies, of_points, length)?;
            }
            let until = if rocks { self.stepper.right_until(self.room.listed().1, length) } else { None };
            // a shorter sub-step turns bodies otherwise, and may still come to what it is cut before
            match until.filter(|until| *until < length && *until > margin) {
                Some(until) => length = until - margin,
                None => return Ok((length, done)),
            }
            margin *= WIDER;
            self.begin(contacts, bodies, remembered, length);
        }
    }

    /// What their own turning adds to bodies by the mean of ω over the sub-step that is made, so that it does no work; whether it is another one.
    fn turn(&self, bodies: &mut [MovingBody], length: f64) -> bool {
        let ends = self.stepper.velocities(self.room.body_count);
        let mut is_other = false;
        for (body, at) in bodies.iter_mut().zip(self.room.moving.iter()) {
            if let Some([.., x, y, z]) = at.map(|at| ends[at]) {
                is_other |= body.turn_by(&(0.5 * (body.motion.angular_velocity + Vector3::new(x, y, z))), length);
            }
        }
        is_other
    }
}
