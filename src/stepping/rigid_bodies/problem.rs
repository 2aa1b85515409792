//! The problem of a sub-step: the bodies that contacts move, and the points where they may touch.

use crate::meet::{self, Candidate, MOST_CANDIDATES, Turning};
use crate::physics::kinematics::Approach;
use crate::physics::parameters::FrictionLaw;
use crate::physics::{Body, Vector3, damping};
use crate::rigid::multibody::{self, Held, Law};
use crate::rigid::time_stepping::SLOW;
use crate::stepping::bodies::{InverseInertia, MovingBody, inputs_of};
use crate::stepping::coupling::{StepFriction, TimeStepping};
use crate::stepping::interface::{Spatial, transported};
use crate::stepping::rigid_bodies::contacts::{PointForce, Remembered, RigidContacts};
use crate::stepping::rigid_bodies::jacobian::{Jacobian, SubStep, length};
use crate::stepping::rigid_bodies::meeting::{Course, time_to_meet};
use nalgebra::DVector;

/// Where a point of the problem belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Belongs {
    pub contact: usize,
    /// Position of what is remembered of it
    pub memory: usize,
    /// A corner, or where edges meet: its arms turn with a body
    pub is_corner: bool,
    /// It is another one where it slides far enough; on a plane that is fixed one place is like another
    pub may_pass: bool,
}

/// A candidate when its pair meets.
#[derive(Clone, Copy, Debug)]
struct Met {
    corner: usize,
    jacobian: Jacobian,
    /// What is left then [m]
    gap: f64,
}

/// Room for a problem; as long as there are no more points than ever before, finding it allocates nothing.
#[derive(Clone, Debug)]
pub struct Room {
    pub bodies: DVector<multibody::Body>,
    pub points: DVector<multibody::Contact>,
    pub belongs: DVector<Belongs>,
    /// Position of each body among those that contacts move
    pub moving: DVector<Option<usize>>,
    /// Mass centre of each body from the origin of its frame, half-way through the sub-step [m]
    pub centers: DVector<Vector3<f64>>,
    /// Contacts of convex bodies that pass each other
    pub(super) passed: DVector<usize>,
    pub(super) passed_count: usize,
    /// Whether a body that moves may be struck in the sub-step
    pub(super) is_struck: DVector<bool>,
    /// Whether a contact has pressed on a body that moves in the sub-step before
    is_held: DVector<bool>,
    pub body_count: usize,
    pub point_count: usize,
    /// Where candidates of a pair that has no faces are half-way through the sub-step, by their features
    halfway: [Option<Jacobian>; MOST_CANDIDATES],
    /// The same when the pair meets
    met: [Option<Met>; MOST_CANDIDATES],
    /// When it does so [s]
    meets_after: f64,
    /// Whether it meets by edges, which may pass each other
    may_pass: bool,
    /// Farthest that a body moves in the sub-step [m]
    pub farthest: f64,
    /// Before which time no two convex bodies that go a long way in the sub-step meet along the way between their nearest places [s], infinite without such bodies: where else they do
    /// is seen from there
    pub look_again: f64,
}

/// Speeds of a step may grow by so much in impacts of a light body with heavy ones: what is farther away is not looked at.
const FASTER: f64 = 4.0;

/// Share of the velocities by which turning changes them that is rounding: forces that last need no other search for it.
const ROUNDED: f64 = 1e-11;

/// Share of their size that convex bodies pass each other by in a sub-step in which other places may come to be nearest.
const LONG: f64 = 0.05;

/// A normal that turns further in half a sub-step belongs to a body that has passed the other [1].
const LEAST_COSINE: f64 = 0.5;

/// What stands where there is room.
const STILL: multibody::Body = multibody::Body { velocity: [0.0; 6], free: [0.0; 6], inverse: [[0.0; 6]; 6] };
const NOWHERE: multibody::Contact = multibody::Contact {
    bodies: [None; 2],
    driven: [0.0; 3],
    driven_rate: [0.0; 3],
    turned: [0.0; 3],
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
            centers: DVector::from_element(bodies, Vector3::zeros()),
            passed: DVector::from_element(points, 0),
            passed_count: 0,
            is_struck: DVector::from_element(bodies, false),
            is_held: DVector::from_element(bodies, false),
            body_count: 0,
            point_count: 0,
            halfway: [None; MOST_CANDIDATES],
            met: [None; MOST_CANDIDATES],
            meets_after: 0.0,
            may_pass: false,
            look_again: f64::INFINITY,
            farthest: 0.0,
        }
    }

    /// Bodies and points as they are listed.
    pub fn listed(&self) -> (&[multibody::Body], &[multibody::Contact]) {
        (&self.bodies.as_slice()[..self.body_count], &self.points.as_slice()[..self.point_count])
    }

    /// Velocity of body 1 against body 2 at a point, across its normal, at the sub-step's start [m/s].
    pub fn slip(&self, at: usize) -> Vector3<f64> {
        let point = &self.points[at];
        let side = |k: usize| match point.bodies[k] {
            Some(body) => {
                let [a, b, c, d, e, f] = self.bodies[body].velocity;
                Vector3::new(a, b, c) + Vector3::new(d, e, f).cross(&Vector3::from(point.arms[k]))
            }
            None => Vector3::zeros(),
        };
        let (u, n) = (side(0) - side(1) + Vector3::from(point.driven), Vector3::from(point.normal));
        u - n * n.dot(&u)
    }

    /// Lists the bodies that contacts move, which have begun a sub-step.
    pub fn take_bodies(&mut self, bodies: &[MovingBody]) {
        self.body_count = 0;
        for (at, body) in bodies.iter().enumerate() {
            let y = &body.inverse_inertia;
            self.centers[at] = body.arm(&body.middle.orientation);
            self.moving[at] = (*y != InverseInertia::none()).then_some(self.body_count);
            if self.moving[at].is_some() {
                let six = |of: &Spatial| {
                    let ([a, b, c], [d, e, f]) = (of.linear.into(), of.angular.into());
                    [a, b, c, d, e, f]
                };
                let [velocity, free] = body.of_center();
                let y = &y.about(&self.centers[at]);
                let element = |r: usize, c: usize| match (r < 3, c < 3) {
                    (true, true) => y.linear[(r, c)],
                    (true, false) => y.mixed[(r, c - 3)],
                    (false, true) => y.mixed[(c, r - 3)],
                    (false, false) => y.angular[(r - 3, c - 3)],
                };
                self.bodies[self.body_count] = multibody::Body {
                    velocity: six(&velocity),
                    free: six(&free),
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
        self.is_held.fill(false);
        for (contact, at) in remembered.starts.iter().enumerate() {
            let end = remembered.starts.get(contact + 1).copied().unwrap_or(remembered.forces.len());
            if remembered.forces[*at..end].iter().any(|force| force.normal > 0.0) {
                contacts.bodies(contact).iter().for_each(|body| self.is_held[*body] = self.moving[*body].is_some());
            }
        }
        self.is_struck.fill(false);
        let turned = self.list(contacts, bodies, remembered, h);
        if self.passed_count > 0 && self.find_struck(contacts, bodies, h) {
            return self.list(contacts, bodies, remembered, h);
        }
        turned
    }

    /// The same once. Two bodies that pass each other have their nearest places if one of them may be struck.
    fn list(&mut self, contacts: &impl RigidContacts, bodies: &[MovingBody], remembered: &Remembered, h: f64) -> f64 {
        self.point_count = 0;
        let (mut fastest, mut load) = (0.0_f64, 0.0_f64);
        for body in bodies {
            fastest = fastest.max(length(&body.motion.velocity));
            load = load.max(length(&body.acceleration.linear));
        }
        (self.passed_count, self.look_again) = (0, f64::INFINITY);
        self.farthest = FASTER * h * (fastest + load * h);
        let mut turned = 0.0_f64;
        for contact in 0..contacts.count() {
            let pair = contacts.bodies(contact);
            if pair.iter().all(|body| self.moving[*body].is_none()) {
                continue;
            }
            let [i, j] = pair.map(|body| &bodies[body]);
            let turns = length(&i.motion.angular_velocity) + length(&j.motion.angular_velocity);
            let reach = self.farthest + FASTER * h * turns * contacts.radius(contact);
            if contacts.are_apart(contact, [&i.motion, &j.motion], reach) {
                continue;
            }
            let (laws, place, inputs) =
                (contacts.laws(contact), contacts.place(contact), inputs_of(&i.motion, &j.motion));
            // loads act on what nothing holds
            let swept = pair.map(|body| Body {
                velocity: bodies[body].after(0.5 * h, !self.is_held[body]).velocity,
                ..bodies[body].motion
            });
            let swept = inputs_of(&swept[0], &swept[1]);
            let speed = length(&(i.motion.velocity - j.motion.velocity)) + turns * contacts.radius(contact);
            let before = self.point_count;
            let sub_step = SubStep::of([i, j], h);
            self.halfway.fill(None);
            self.met.fill(None);
            let mut is_round = !place.has_edges();
            if place.may_round() && !is_round {
                meet::round_candidates(laws, place, &swept, [f64::INFINITY, h], &mut |_| is_round = true);
            }
            if is_round {
                let middle = inputs_of(&i.middle, &j.middle);
                meet::round_candidates(laws, place, &middle, [f64::INFINITY, h], &mut |candidate| {
                    self.halfway[candidate.feature] = Some(Jacobian::of(&candidate, [i, j], [&i.middle, &j.middle]));
                });
                let courses = pair.map(|body| Course { body: &bodies[body], is_held: self.is_held[body] });
                if let Some(after) = time_to_meet(laws, place, courses.each_ref(), h) {
                    let there = courses.map(|course| course.after(after));
                    let inputs = inputs_of(&there[0], &there[1]);
                    self.meets_after = after;
                    meet::round_candidates(laws, place, &inputs, [reach, h], &mut |candidate| {
                        let jacobian = Jacobian::of(&candidate, [i, j], [&there[0], &there[1]]);
                        let Candidate { feature, corner, gap, .. } = candidate;
                        self.met[feature] = Some(Met { corner, jacobian, gap });
                    });
                }
            }
            self.may_pass = !is_round;
            if self.may_pass && h * speed > LONG * contacts.radius(contact) {
                let Approach { penetration: x, penetration_rate: rate } = meet::approach_of(place, &inputs, None);
                if x < 0.0 && -x < rate * h {
                    self.look_again = self.look_again.min(-x / rate);
                }
            }
            let mut add = |candidate: Candidate| {
                self.add(contacts, contact, candidate, ([i, j], &sub_step), remembered);
            };
            if meet::candidates(laws, place, &swept, [reach, h], &mut add) {
                if pair.iter().any(|body| self.is_struck[*body]) {
                    let frame = meet::frame_of(laws, place, &inputs, None);
                    self.add(contacts, contact, meet::nearest_places(&frame), ([i, j], &sub_step), remembered);
                } else {
                    self.passes(contact);
                }
            }
            if self.point_count == before {
                continue;
            }
            turned = turned.max(
                h * if place.solids.is_some() {
                    turns
                } else {
                    let frame = meet::frame_of(laws, place, &inputs, None);
                    length(&frame.tangential(&frame.omega_c))
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
        ([i, j], sub_step): ([&MovingBody; 2], &SubStep),
        remembered: &Remembered,
    ) {
        let Candidate { feature, turning, gap, .. } = candidate;
        let pair = contacts.bodies(contact);
        let moving = pair.map(|body| self.moving[body]);
        let (laws, coupling) = (contacts.laws(contact), contacts.coupling(contact));
        let start = Jacobian::of(&candidate, [i, j], [&i.motion, &j.motion]);
        let [[v_i, a_i], [v_j, a_j]] = [i, j].map(MovingBody::of_center);
        let at = |of: &Spatial, arm: &Vector3<f64>| of.linear + of.angular.cross(arm);
        let speed = |v: &Spatial, arm: &Vector3<f64>| length(&v.linear) + length(&v.angular) * length(arm);
        let relative = |of: &Jacobian| at(&v_i, &of.arms[0]) - at(&v_j, &of.arms[1]);
        let accelerated = |of: &Jacobian| at(&a_i, &of.arms[0]) - at(&a_j, &of.arms[1]);
        let turned = |there: &Jacobian| transported(&relative(&start), &start.normal, &there.normal) - relative(there);
        // −u_n where they touch, as the motion goes on
        let approach = |at: &Jacobian, turned: &Vector3<f64>, gap: f64| {
            let closing = at.normal.dot(&(relative(at) + turned));
            let accelerated = turned * (2.0 / sub_step.h) - accelerated(at);
            (closing * closing + 2.0 * at.normal.dot(&accelerated) * gap.max(0.0)).max(0.0).sqrt()
        };
        let memory = remembered.starts[contact] + feature;
        let counts = turning == Turning::Round || !contacts.place(contact).has_edges();
        let is_corner = turning != Turning::Round;
        let PointForce { normal: pressed, friction } = remembered.forces[memory];
        let loads: f64 = [(a_i, 0), (a_j, 1)].map(|(a, k)| at(&a, &start.arms[k])).iter().map(length).sum();
        let halfway = match turning {
            Turning::With(bodies) => Some(start.turned([i, j], &sub_step.by, bodies)),
            Turning::Round => self.halfway[feature].filter(|there| there.goes_on(&start, sub_step.angle)),
            Turning::Otherwise => None,
        }
        .filter(|there| {
            let is_other =
                length(&turned(there)) > ROUNDED * (speed(&v_i, &start.arms[0]) + speed(&v_j, &start.arms[1]));
            is_other && there.normal.dot(&start.normal) >= LEAST_COSINE
        })
        // what rebounds does so at any time of the step: half-way is no better than its start
        .filter(|there| {
            let slow = SLOW * sub_step.h * loads + damping::SLOWEST_IMPACT;
            pressed > 0.0 || approach(there, &turned(there), gap) <= slow
        });
        // where they meet, and so far apart now that they do so then
        let met = self.met[feature].filter(|met| pressed == 0.0 && counts && met.corner == candidate.corner);
        let met = met.map(|Met { jacobian: there, gap: left, .. }| {
            let (t, bends) = (self.meets_after, pair.map(|body| if self.is_held[body] { 0.0 } else { 1.0 }));
            let bent = at(&a_i, &there.arms[0]) * bends[0] - at(&a_j, &there.arms[1]) * bends[1];
            (there, left - there.normal.dot(&(relative(&there) * t + bent * (0.5 * t * t))))
        });
        let halfway = halfway.filter(|_| met.is_none());
        let (jacobian, gap) = met.unwrap_or((halfway.unwrap_or(start), gap));
        let Jacobian { normal, arms } = jacobian;
        let turned = halfway.as_ref().map_or(Vector3::zeros(), turned);
        // a boundary, at the point
        let (mut driven, mut driven_rate) = (Vector3::zeros(), Vector3::zeros());
        let of_both = [(v_i, a_i, v_j), (v_j, a_j, v_i)];
        for ((((v, a, other), moves), arm), sign) in of_both.into_iter().zip(moving).zip(&arms).zip([1.0, -1.0]) {
            if moves.is_none() {
                driven += at(&v, arm) * sign;
                driven_rate += at(&a, arm) * sign;
                if halfway.is_none() {
                    // which goes with the other body
                    driven_rate += v.angular.cross(&(other.linear - v.linear)) * sign;
                }
            }
        }
        let TimeStepping { k_T, v_th } = coupling.time_stepping;
        let is_soft = coupling.settings.step_friction == StepFriction::Regularised && k_T > 0.0;
        let law = Law {
            mu: if laws.settings.friction_law == FrictionLaw::None { 0.0 } else { laws.friction.mu_C },
            e: damping::rigid_restitution(laws, approach(&jacobian, &turned, gap)).clamp(0.0, 1.0),
            least_speed: damping::SLOWEST_IMPACT,
            give_back: laws.compliance.v_min,
            stiffness: if is_soft { k_T } else { f64::INFINITY },
            threshold: v_th,
        };
        let of = multibody::Contact {
            bodies: moving,
            driven: driven.into(),
            driven_rate: driven_rate.into(),
            turned: turned.into(),
            arms: arms.map(Into::into),
            normal: normal.into(),
            gap,
            law,
            held: Held { normal: pressed, friction: friction.into() },
        };
        let may_pass = self.may_pass || moving.iter().all(Option::is_some);
        let at = self.point_count;
        if at == self.points.len() {
            let room = (2 * at).max(16);
            self.points.resize_vertically_mut(room, NOWHERE);
            self.belongs.resize_vertically_mut(room, Belongs::default());
        }
        (self.points[at], self.belongs[at]) = (of, Belongs { contact, memory, is_corner, may_pass });
        self.point_count += 1;
    }
}
