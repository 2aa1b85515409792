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

/// A step that is cut where something meets what others hold ends by so much of it before.
const AT_END: f64 = 1e-6;

/// Room for steps; nothing of it lasts.
#[derive(Clone, Debug)]
pub struct RigidBodiesStep {
    room: Room,
    stepper: Stepper,
    /// Impulse on each body about the origin of its frame, and its moment about the sub-step's end
    given: DVector<[Spatial; 2]>,
    /// Points for which the stepper has room
    most_points: usize,
    couplings: usize,
}

impl RigidBodiesStep {
    /// For so many bodies, of which contacts can couple at most so many pairs, be it by other bodies between them, and points that may close
    /// in one step; more points are taken, but allocate.
    pub fn new(bodies: usize, points: usize, couplings: usize) -> Self {
        RigidBodiesStep {
            room: Room::new(bodies, points),
            stepper: Stepper::new(points, bodies, couplings),
            given: DVector::from_element(bodies, [Spatial::zero(); 2]),
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
        let mut tau = 0.0;
        while tau < h {
            let rest = h - tau;
            bodies.iter_mut().for_each(|body| body.begin(rest));
            self.room.take_bodies(bodies);
            let turned = self.room.take_points(contacts, bodies, &remembered, rest);
            let count = (turned / TURNED).ceil().max(1.0);
            let needed = f64::from(outcome.steps) + count;
            if needed > f64::from(most) {
                return Err(RigidStepFault::TooMany(StepFault::TooMany { needed, most }));
            }
            let mut length = rest / count;
            let mut is_begun = count <= 1.0;
            let done = loop {
                if !is_begun {
                    bodies.iter_mut().for_each(|body| body.begin(length));
                    self.room.take_bodies(bodies);
                    self.room.take_points(contacts, bodies, &remembered, length);
                }
                let mut done = self.advance(bodies.len(), length)?;
                if self.turn(bodies, length) {
                    self.room.take_bodies(bodies);
                    let (of_bodies, of_points) = self.room.listed();
                    done = self.stepper.advance_again(of_bodies, of_points, length)?;
                }
                let until = if rocks { self.stepper.right_until(self.room.listed().1, length) } else { None };
                match until.filter(|until| *until < length - 2.0 * AT_END * h) {
                    Some(until) => (length, is_begun) = (until - AT_END * h, false),
                    None => break done,
                }
            };
            outcome.add(&done)?;
            let stepped = self.stepper.stepped(self.room.point_count);
            let mut books = Books { room: &self.room, stepped, given: self.given.as_mut_slice() };
            booking::book(&mut books, contacts, slots, &mut remembered, &Times { tau, length, rest, h });
            for (body, given) in bodies.iter_mut().zip(self.given.iter()) {
                body.end_under(*given, length, rest);
            }
            tau = if length < rest { tau + length } else { h };
        }
        Ok(outcome)
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

    /// A sub-step of what is listed.
    fn advance(&mut self, bodies: usize, length: f64) -> Result<multibody::Outcome, RigidStepFault> {
        if self.most_points < self.room.points.len() {
            self.most_points = self.room.points.len();
            let whole = self.stepper.whole();
            self.stepper = Stepper::new(self.most_points, bodies, self.couplings);
            self.stepper.part_of(whole);
        }
        let (of_bodies, of_points) = self.room.listed();
        Ok(self.stepper.advance(of_bodies, of_points, length)?)
    }
}
