//! The problem of a sub-step: the bodies that contacts move, and the points where they may touch.

use crate::meet::{self, Candidate, MOST_CANDIDATES};
use crate::physics::parameters::FrictionLaw;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Vector3, damping};
use crate::rigid::multibody::{self, Held, Law};
use crate::stepping::bodies::{InverseInertia, MovingBody, inputs_of};
use crate::stepping::coupling::{StepFriction, TimeStepping};
use crate::stepping::interface::{Spatial, transported};
use crate::stepping::rigid_bodies::contacts::{PointForce, Remembered, RigidContacts};
use nalgebra::DVector;

/// Where a point of the problem belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Belongs {
    pub contact: usize,
    /// Position of what is remembered of it
    pub memory: usize,
}

/// Room for a problem; as long as there are no more points than ever before, finding it allocates nothing.
#[derive(Clone, Debug)]
pub struct Room {
    pub bodies: DVector<multibody::Body>,
    pub points: DVector<multibody::Contact>,
    pub belongs: DVector<Belongs>,
    /// Position of each body among those that contacts move
    pub moving: DVector<Option<usize>>,
    pub body_count: usize,
    pub point_count: usize,
    /// Where candidates of a pair that has no faces are half-way through the sub-step, by their features
    halfway: [Option<Spot>; MOST_CANDIDATES],
}

/// Speeds of a step may grow by so much in impacts of a light body with heavy ones: what is farther away is not looked at.
const FASTER: f64 = 4.0;

/// A normal that turns further in half a sub-step belongs to a body that has passed the other [1].
const LEAST_COSINE: f64 = 0.5;

/// What stands where there is room.
const STILL: multibody::Body = multibody::Body { velocity: [0.0; 6], free: [0.0; 6], inverse: [[0.0; 6]; 6] };
const NOWHERE: multibody::Contact = multibody::Contact {
    bodies: [None; 2],
    driven: [0.0; 3],
    driven_rate: [0.0; 3],
    arms: [[0.0; 3]; 2],
    normal: [0.0; 3],
    gap: 0.0,
    law: Law::coulomb(0.0, 0.0),
    held: Held { normal: 0.0, friction: [0.0; 3] },
};

impl Room {
    pub fn new(bodies: usize, points: usize) -> Self {
        Room {
            bodies: DVector::from_element(bodies, STILL),
            points: DVector::from_element(points, NOWHERE),
            belongs: DVector::from_element(points, Belongs::default()),
            moving: DVector::from_element(bodies, None),
            body_count: 0,
            point_count: 0,
            halfway: [None; MOST_CANDIDATES],
        }
    }

    /// Lists the bodies that contacts move, which have begun a sub-step.
    pub fn take_bodies(&mut self, bodies: &[MovingBody]) {
        self.body_count = 0;
        for (at, body) in bodies.iter().enumerate() {
            let y = &body.inverse_inertia;
            self.moving[at] = (*y != InverseInertia::none()).then_some(self.body_count);
            if self.moving[at].is_some() {
                let six = |of: &Spatial| {
                    let ([a, b, c], [d, e, f]) = (of.linear.into(), of.angular.into());
                    [a, b, c, d, e, f]
                };
                let motion = &body.motion;
                let velocity = Spatial { linear: motion.velocity, angular: motion.angular_velocity };
                let element = |r: usize, c: usize| match (r < 3, c < 3) {
                    (true, true) => y.linear[(r, c)],
                    (true, false) => y.mixed[(r, c - 3)],
                    (false, true) => y.mixed[(c, r - 3)],
                    (false, false) => y.angular[(r - 3, c - 3)],
                };
                self.bodies[self.body_count] = multibody::Body {
                    velocity: six(&velocity),
                    free: six(&body.acceleration),
                    // symmetric to the last bit
                    inverse: core::array::from_fn(|r| core::array::from_fn(|c| 0.5 * (element(r, c) + element(c, r)))),
                };
                self.body_count += 1;
            }
        }
    }

    /// Lists the points that may close within `h` [s]; the answer: by which angle bodies and normals there turn in that time [rad].
    pub fn take_points(
        &mut self,
        contacts: &impl RigidContacts,
        bodies: &[MovingBody],
        remembered: &Remembered,
        h: f64,
    ) -> f64 {
        self.point_count = 0;
        let size = |v: &Vector3<f64>| v.dot(v).sqrt();
        let (mut fastest, mut load) = (0.0_f64, 0.0_f64);
        for body in bodies {
            fastest = fastest.max(size(&body.motion.velocity));
            load = load.max(size(&body.acceleration.linear));
        }
        let margin = FASTER * h * (fastest + load * h);
        let mut turned = 0.0_f64;
        for contact in 0..contacts.count() {
            let pair = contacts.bodies(contact);
            if pair.iter().all(|body| self.moving[*body].is_none()) {
                continue;
            }
            let [i, j] = pair.map(|body| &bodies[body]);
            let turns = size(&i.motion.angular_velocity) + size(&j.motion.angular_velocity);
            let reach = margin + FASTER * h * turns * contacts.radius(contact);
            if contacts.are_apart(contact, [&i.motion, &j.motion], reach) {
                continue;
            }
            let (laws, place, inputs) =
                (contacts.laws(contact), contacts.place(contact), inputs_of(&i.motion, &j.motion));
            let before = self.point_count;
            let turned_by = [i, j].map(|body| Rotation::by(&(body.motion.angular_velocity * (0.5 * h))));
            self.halfway.fill(None);
            if place.rounds() {
                let middle = inputs_of(&i.middle, &j.middle);
                meet::candidates(laws, place, &middle, f64::INFINITY, &mut |candidate| {
                    self.halfway[candidate.feature] = Some(Spot::of(&candidate, [&i.middle, &j.middle]));
                });
            }
            let mut add = |candidate: Candidate| {
                self.add(contacts, contact, candidate, ([i, j], &turned_by), remembered, h);
            };
            meet::candidates(laws, place, &inputs, reach, &mut add);
            if self.point_count == before {
                continue;
            }
            turned = turned.max(
                h * if place.solids.is_some() {
                    turns
                } else {
                    let frame = meet::frame_of(laws, place, &inputs, None);
                    size(&frame.tangential(&frame.omega_c))
                },
            );
        }
        turned
    }

    fn add(
        &mut self,
        contacts: &impl RigidContacts,
        contact: usize,
        candidate: Candidate,
        ([i, j], turns): ([&MovingBody; 2], &[Rotation<f64>; 2]),
        remembered: &Remembered,
        h: f64,
    ) {
        let Candidate { feature, face, gap, .. } = candidate;
        let pair = contacts.bodies(contact);
        let moving = pair.map(|body| self.moving[body]);
        let (laws, coupling) = (contacts.laws(contact), contacts.coupling(contact));
        let start = Spot::of(&candidate, [&i.motion, &j.motion]);
        let halfway = match face {
            Some(face) => Some(start.turned(face, [i, j], turns)),
            None => self.halfway[feature],
        }
        // bodies have passed each other
        .filter(|there| *there != start && there.normal.dot(&start.normal) >= LEAST_COSINE);
        let spot = halfway.as_ref().unwrap_or(&start);
        let Spot { normal, arms } = *spot;
        let velocity =
            |body: &MovingBody, arm: &Vector3<f64>| body.motion.velocity + body.motion.angular_velocity.cross(arm);
        let rate =
            |body: &MovingBody, arm: &Vector3<f64>| body.acceleration.linear + body.acceleration.angular.cross(arm);
        // a boundary, at the point
        let (mut driven, mut driven_rate) = (Vector3::zeros(), Vector3::zeros());
        for ((((body, other), moves), arm), sign) in
            [(i, j), (j, i)].into_iter().zip(moving).zip(&arms).zip([1.0, -1.0])
        {
            if moves.is_none() {
                driven += velocity(body, arm) * sign;
                driven_rate += rate(body, arm) * sign;
                if halfway.is_none() {
                    // which goes with the frame of the other body
                    let goes = other.motion.velocity - body.motion.velocity;
                    driven_rate += body.motion.angular_velocity.cross(&goes) * sign;
                }
            }
        }
        let relative = |of: &Spot| velocity(i, &of.arms[0]) - velocity(j, &of.arms[1]);
        if halfway.is_some() {
            // from that of the start evenly through that of the middle
            let turned = transported(&relative(&start), &start.normal, &normal) - relative(spot);
            driven += turned;
            driven_rate -= turned * (2.0 / h);
        }
        let closing = -start.normal.dot(&relative(&start));
        let faster = normal.dot(&(rate(j, &arms[1]) - rate(i, &arms[0])));
        let approach = (closing * closing + 2.0 * faster * gap.max(0.0)).max(0.0).sqrt();
        let TimeStepping { k_T, v_th } = coupling.time_stepping;
        let is_soft = coupling.settings.step_friction == StepFriction::Regularised && k_T > 0.0;
        let memory = remembered.starts[contact] + feature;
        let PointForce { normal: pressed, friction } = remembered.forces[memory];
        let law = Law {
            mu: if laws.settings.friction_law == FrictionLaw::None { 0.0 } else { laws.friction.mu_C },
            e: damping::rigid_restitution(laws, approach).clamp(0.0, 1.0),
            least_speed: damping::SLOWEST_IMPACT,
            give_back: laws.compliance.v_min,
            stiffness: if is_soft { k_T } else { f64::INFINITY },
            threshold: v_th,
        };
        let of = multibody::Contact {
            bodies: moving,
            driven: driven.into(),
            driven_rate: driven_rate.into(),
            arms: arms.map(Into::into),
            normal: normal.into(),
            gap,
            law,
            held: Held { normal: pressed, friction: friction.into() },
        };
        let at = self.point_count;
        if at == self.points.len() {
            let room = (2 * at).max(16);
            self.points.resize_vertically_mut(room, NOWHERE);
            self.belongs.resize_vertically_mut(room, Belongs::default());
        }
        (self.points[at], self.belongs[at]) = (of, Belongs { contact, memory });
        self.point_count += 1;
    }
}

/// Where two bodies meet, as their velocities see it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    normal: Vector3<f64>,
    /// From the origins of both frames [m]
    arms: [Vector3<f64>; 2],
}

impl Spot {
    fn of(candidate: &Candidate, bodies: [&Body<f64>; 2]) -> Self {
        let Candidate { point, normal, .. } = *candidate;
        Spot { normal, arms: bodies.map(|body| point - body.position) }
    }

    /// Half-way through a sub-step with the velocities of its start, by which bodies make these `turns`: this is the start, and body `face` has
    /// the normal.
    fn turned(&self, face: usize, bodies: [&MovingBody; 2], turns: &[Rotation<f64>; 2]) -> Self {
        let (own, other) = (face, 1 - face);
        let mut arms = [turns[other].of_vector(&self.arms[other]); 2];
        arms[own] += bodies[other].middle.position - bodies[own].middle.position;
        Spot { normal: turns[own].of_vector(&self.normal), arms }
    }
}
