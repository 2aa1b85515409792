//! What a step works in.

use crate::rigid::cones::{Bodies, COORDINATES, Side};
use crate::rigid::impact::Struck;
use crate::rigid::multibody::adjacency::{Adjacency, Marked};
use crate::rigid::multibody::islands::{Islands, join};
use crate::rigid::multibody::motion::Motion;
use crate::rigid::multibody::{Body, Contact};
use crate::rigid::time_stepping::SLOW;
use nalgebra::DVector;

/// How many times all that moves bodies an impulse between them is where friction jams them: a wedge of 1 degree bears 60 times what it carries.
const JAMMED: f64 = 100.0;

/// What a step works in.
#[derive(Clone, Debug)]
pub struct Work {
    pub islands: Islands,
    /// Length of the step that this one is a part of [s]
    pub whole: f64,
    /// Of this one [s]
    pub h: f64,
    /// Of all contacts
    pub sides: DVector<[Option<Side>; 2]>,
    adjacency: Adjacency,
    /// Contacts that a round of impacts has looked at or will, those of them that it has still to look at, and those that are to be struck
    pub looked: Marked,
    to_look: Marked,
    pub due: Marked,
    /// Of all contacts: n, t₁, t₂ in world axes
    pub axes: DVector<[[f64; 3]; 3]>,
    /// [`Contact::turned`], 0 of what an impact has made to move otherwise
    pub turned: DVector<[f64; 3]>,
    /// Bodies with the forces of the step before, and under nothing but what is free
    pub held: DVector<Motion>,
    pub free: DVector<Motion>,
    /// What the forces of the step before make of the acceleration of a body, squared, by its mass
    pub gained: DVector<f64>,
    /// Impulses of lasting contact near which they are looked for, in world axes [N·s]
    pub start: DVector<[f64; 3]>,
    /// Earliest impact of a body [s]
    pub earliest: DVector<f64>,
    /// First body of all that may reach a body, be it by others, and by that their earliest impact [s]
    pub reach: DVector<usize>,
    pub first: DVector<f64>,
    /// When a body has been struck first by a contact that has come to rest [s]
    pub rested: DVector<f64>,
    /// Whether something holds a body that held it before and has not been struck
    pub is_held_on: DVector<bool>,
    /// How often a contact is struck in this step
    pub strikes: DVector<u32>,
    /// When it was struck last [s]
    pub struck_at: DVector<f64>,
    /// Time of the impact of a contact [s], infinite for none
    pub time: DVector<f64>,
    /// When a contact that does not close was looked at in this round [s], and whether it touches then
    pub seen: DVector<(f64, bool)>,
    /// Whether a body is in a group that is struck
    pub is_reached: DVector<bool>,
    /// Whether contacts at rest of it rebound: something that does has reached it
    pub rebounds: DVector<bool>,
    /// Whether a contact closes too slowly to rebound
    pub is_slow: DVector<bool>,
    /// Whether a contact has come to rest in this step
    pub rests: DVector<bool>,
    /// Whether a contact takes part
    pub is_in: DVector<bool>,
    /// Least velocity of separation [m/s]
    pub least: DVector<f64>,
    /// After the impacts: time [s] and gap [m]
    pub since: DVector<f64>,
    pub gap: DVector<f64>,
    /// What lasting contact changes of the velocities of a body
    pub changed: DVector<[f64; COORDINATES]>,
    /// Contacts of a problem, and the same in the order of the islands
    pub chosen: DVector<usize>,
    pub problem: Problem,
    pub sorted: Problem,
}

/// A problem of some contacts.
#[derive(Clone, Debug)]
pub struct Problem {
    pub sides: DVector<[Option<Side>; 2]>,
    pub q: DVector<f64>,
    pub p: DVector<f64>,
    pub mu: DVector<f64>,
    pub compliance: DVector<f64>,
    pub struck: DVector<Struck>,
    /// Of the impact [s]
    pub time: DVector<f64>,
    /// What friction takes in the impact [J], where that is known
    pub dissipated_friction: DVector<Option<f64>>,
}

impl Problem {
    fn new(contacts: usize) -> Self {
        Problem {
            sides: DVector::from_element(contacts, [None; 2]),
            q: DVector::zeros(3 * contacts),
            p: DVector::zeros(3 * contacts),
            mu: DVector::zeros(contacts),
            compliance: DVector::zeros(contacts),
            struck: DVector::from_element(contacts, Struck::default()),
            time: DVector::zeros(contacts),
            dissipated_friction: DVector::from_element(contacts, None),
        }
    }
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Two directions at right angles to a normal and each other: the first away from the axis that is nearest to it.
fn tangents(n: &[f64; 3]) -> [[f64; 3]; 2] {
    let axis = if n[0].abs() <= n[1].abs() && n[0].abs() <= n[2].abs() {
        [1.0, 0.0, 0.0]
    } else if n[1].abs() <= n[2].abs() {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let across = cross(n, &axis);
    let long = (across[0] * across[0] + across[1] * across[1] + across[2] * across[2]).sqrt();
    let first = across.map(|part| part / long);
    [first, cross(n, &first)]
}

impl Work {
    pub fn new(contacts: usize, bodies: usize) -> Self {
        Work {
            islands: Islands::new(contacts, bodies),
            whole: 0.0,
            h: 0.0,
            sides: DVector::from_element(contacts, [None; 2]),
            adjacency: Adjacency::new(contacts, bodies),
            looked: Marked::new(contacts),
            to_look: Marked::new(contacts),
            due: Marked::new(contacts),
            axes: DVector::from_element(contacts, [[0.0; 3]; 3]),
            turned: DVector::from_element(contacts, [0.0; 3]),
            held: DVector::from_element(bodies, Motion::default()),
            free: DVector::from_element(bodies, Motion::default()),
            gained: DVector::zeros(bodies),
            start: DVector::from_element(contacts, [0.0; 3]),
            earliest: DVector::zeros(bodies),
            reach: DVector::zeros(bodies),
            first: DVector::zeros(bodies),
            rested: DVector::zeros(bodies),
            is_held_on: DVector::from_element(bodies, false),
            strikes: DVector::zeros(contacts),
            struck_at: DVector::zeros(contacts),
            time: DVector::zeros(contacts),
            seen: DVector::from_element(contacts, (f64::NAN, false)),
            is_reached: DVector::from_element(bodies, false),
            rebounds: DVector::from_element(bodies, false),
            is_slow: DVector::from_element(contacts, false),
            rests: DVector::from_element(contacts, false),
            is_in: DVector::from_element(contacts, false),
            least: DVector::zeros(contacts),
            since: DVector::zeros(contacts),
            gap: DVector::zeros(contacts),
            changed: DVector::from_element(bodies, [0.0; COORDINATES]),
            chosen: DVector::zeros(contacts),
            problem: Problem::new(contacts),
            sorted: Problem::new(contacts),
        }
    }

    pub fn set(&mut self, bodies: &[Body], contacts: &[Contact], h: f64) {
        self.h = h;
        self.rests.fill(false);
        self.strikes.fill(0);
        for (k, contact) in contacts.iter().enumerate() {
            let [t1, t2] = tangents(&contact.normal);
            let axes = [contact.normal, t1, t2];
            (self.axes[k], self.turned[k]) = (axes, contact.turned);
            for (i, sign) in [1.0, -1.0].into_iter().enumerate() {
                self.sides[k][i] = contact.bodies[i].map(|body| {
                    let rows = axes.map(|axis| {
                        let turn = cross(&contact.arms[i], &axis);
                        [axis[0], axis[1], axis[2], turn[0], turn[1], turn[2]].map(|part| sign * part)
                    });
                    Side::new(body, rows, &bodies[body].inverse)
                });
            }
        }
        let sides = &self.sides.as_slice()[..contacts.len()];
        join(sides, self.reach.as_mut_slice());
        self.adjacency.set(sides);
        self.looked.first(contacts.len());
        self.to_look.clear();
        self.due.clear();
        for (b, body) in bodies.iter().enumerate() {
            self.free[b] = Motion { v: body.velocity, a: body.free, ..Motion::default() };
            self.held[b] = self.free[b];
        }
        for (k, contact) in contacts.iter().enumerate() {
            let along = self.along(k, contact.force());
            for side in self.sides[k].iter().flatten() {
                let change = side.change(along);
                (0..COORDINATES).for_each(|i| self.held[side.body()].a[i] += change[i]);
            }
        }
        self.let_go(contacts);
    }

    /// Bodies that move of contact `k`, of which there is one: twice the same if it has no other.
    pub fn bodies(&self, k: usize) -> [usize; 2] {
        self.adjacency.pair(k)
    }

    /// Has a round of impacts look at all contacts of a body, again at those it has looked at.
    pub fn look_at(&mut self, body: usize) {
        for contact in self.adjacency.of(body) {
            self.looked.mark(*contact);
            self.to_look.mark(*contact);
        }
    }

    /// The next contact to look at, from `next` on and around, which is then the one behind it; None: there is no more.
    pub fn next_to_look(&mut self, next: &mut usize) -> Option<usize> {
        let contact = self.to_look.next(*next).or_else(|| self.to_look.next(0))?;
        self.to_look.unmark(contact);
        *next = contact + 1;
        Some(contact)
    }

    /// What contacts hold accelerates less than without them, by its mass: |a|² − |a_free|² = F·(a + a_free) ≤ 0. Forces that have
    /// stopped a body do not hold it.
    fn let_go(&mut self, contacts: &[Contact]) {
        self.gained.fill(0.0);
        for (k, contact) in contacts.iter().enumerate() {
            let along = self.along(k, contact.force());
            for side in self.sides[k].iter().flatten() {
                let (held, free) = (&self.held[side.body()].a, &self.free[side.body()].a);
                let both = core::array::from_fn(|i| held[i] + free[i]);
                let u = side.velocity(&both);
                self.gained[side.body()] += along[0] * u[0] + along[1] * u[1] + along[2] * u[2];
            }
        }
        for (b, gained) in self.gained.iter().enumerate() {
            if *gained > 0.0 {
                self.held[b] = self.free[b];
            }
        }
    }

    /// What loads make of the velocities of the bodies at contact `k` in the time `h`, each body on its own [m/s]: slower
    /// approaches of bodies at rest, of which one may hold the other or not, are none. Angular accelerations count as far as they close the contact: those of a body that
    /// spins are of its gyration and no load.
    pub fn slow(&self, k: usize, h: f64) -> f64 {
        let mut speed = 0.0;
        for side in self.sides[k].iter().flatten() {
            let [a, b, c, d, e, f] = self.free[side.body()].a;
            let [x, y, z] = side.velocity(&[a, b, c, 0.0, 0.0, 0.0]);
            let [turning, ..] = side.velocity(&[0.0, 0.0, 0.0, d, e, f]);
            speed += (x * x + y * y + z * z).sqrt() + (-turning).max(0.0);
        }
        SLOW * h * speed
    }

    /// What loads make of the velocities of the bodies of an island in the whole step, the most [m/s]: the scale of residuals of velocities.
    pub fn load_speed(&self, island: usize) -> f64 {
        let mut most = 0.0;
        for at in self.islands.range(island) {
            let k = self.chosen[self.islands.order()[at]];
            for side in self.sides[k].iter().flatten() {
                let [x, y, z, ..] = self.free[side.body()].a;
                most = f64::max(most, (x * x + y * y + z * z).sqrt());
            }
        }
        most * self.h.max(self.whole)
    }

    /// Whether the sorted problem of an island has an impulse that is more than [`JAMMED`] times all that moves its bodies: their velocities, and loads in
    /// the time `h` [s].
    pub fn is_jammed(&self, island: usize, h: f64) -> bool {
        let (mut moves, mut most) = (0.0, 0.0);
        for at in self.islands.range(island) {
            let k = self.chosen[self.islands.order()[at]];
            let mut gives = 0.0;
            for side in self.sides[k].iter().flatten() {
                let [x, y, z, ..] = self.free[side.body()].a;
                moves += h * (x * x + y * y + z * z).sqrt() * side.mass();
                gives += side.velocity(&side.change([1.0, 0.0, 0.0]))[0];
            }
            let [x, y, z] = [0, 1, 2].map(|i| self.sorted.q[3 * at + i]);
            moves += (x * x + y * y + z * z).sqrt() / gives;
            most = f64::max(most, self.sorted.p[3 * at]);
        }
        most > JAMMED * moves
    }

    /// Time of the last impact of the bodies of contact `k` [s], 0 for none.
    pub fn last_impact(&self, k: usize) -> f64 {
        self.sides[k].iter().flatten().fold(0.0, |since, side| f64::max(since, self.held[side.body()].since))
    }

    /// Whether the bodies of contact `k` have gone on under the forces of the step before: nothing has let them go or thrown them back.
    pub fn goes_on(&self, k: usize) -> bool {
        self.sides[k].iter().flatten().all(|side| self.held[side.body()].a != self.free[side.body()].a)
    }

    /// Moment ∫(h − t)·f dt of the impulse `p` of lasting contact `k`, both along n, t₁, t₂: a force that is held over the step, or from when it has come
    /// to rest on. Of bodies that have gone on under the forces of the step before, and that nothing holds on, it is that of before until then, and what is left
    /// of the impulse after that. Contacts of a body share one rule, as one corner may bear what another one could.
    pub fn moment_of_lasting(&self, k: usize, contact: &Contact, p: [f64; 3], h: f64) -> [f64; 3] {
        let goes_on = contact.held.normal > 0.0 && self.goes_on(k);
        let is_held_on = self.sides[k].iter().flatten().any(|side| self.is_held_on[side.body()]);
        let from = if self.rests[k] && !(goes_on && is_held_on) { self.struck_at[k] } else { self.since[k] };
        let before = if goes_on && from > 0.0 { self.along(k, contact.force()) } else { [0.0; 3] };
        core::array::from_fn(|i| 0.5 * (h - from) * p[i] + 0.5 * h * from * before[i])
    }

    /// World axes into n, t₁, t₂ of contact `k`.
    pub fn along(&self, k: usize, v: [f64; 3]) -> [f64; 3] {
        self.axes[k].map(|axis| axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2])
    }

    /// Velocity after the time `t` [s] of the side of contact `k` that nothing moves, along n, t₁, t₂ [m/s].
    pub fn driven(&self, k: usize, of: &Contact, t: f64) -> [f64; 3] {
        self.along(k, [0, 1, 2].map(|i| of.driven[i] + of.driven_rate[i] * t))
    }

    /// What the velocity with which contact `k` touches has then beside that of its bodies: of that side, and of what turns [m/s].
    pub fn beside(&self, k: usize, of: &Contact, t: f64) -> [f64; 3] {
        let (turned, part) = (&self.turned[k], 1.0 - 2.0 * t / self.h);
        self.along(k, [0, 1, 2].map(|i| of.driven[i] + of.driven_rate[i] * t + turned[i] * part))
    }

    /// By what that changes, along n [m/s²].
    pub fn beside_rate(&self, k: usize, of: &Contact) -> f64 {
        let turned = &self.turned[k];
        self.along(k, [0, 1, 2].map(|i| of.driven_rate[i] - 2.0 / self.h * turned[i]))[0]
    }

    /// How far it has brought the sides towards n by then [m].
    pub fn beside_way(&self, k: usize, of: &Contact, t: f64) -> f64 {
        let (turned, part) = (&self.turned[k], 1.0 - t / self.h);
        self.along(k, [0, 1, 2].map(|i| (of.driven[i] + 0.5 * of.driven_rate[i] * t + turned[i] * part) * t))[0]
    }

    pub fn world(&self, k: usize, v: [f64; 3]) -> [f64; 3] {
        let axes = &self.axes[k];
        [0, 1, 2].map(|i| axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2])
    }

    /// What `chosen` of this problem's contacts touch.
    pub fn part(problem: &Problem, count: usize, bodies: usize) -> Bodies<'_> {
        Bodies::new(&problem.sides.as_slice()[..count], bodies)
    }

    /// Puts the first `count` contacts of the problem into the order of their islands; the number of islands.
    pub fn sort(&mut self, count: usize) -> usize {
        let bodies = self.free.len();
        let islands = self.islands.find(&Work::part(&self.problem, count, bodies));
        let (from, to) = (&self.problem, &mut self.sorted);
        for (at, &k) in self.islands.order().iter().enumerate() {
            to.mu[at] = from.mu[k];
            to.compliance[at] = from.compliance[k];
            to.struck[at] = from.struck[k];
            for i in 0..3 {
                to.q[3 * at + i] = from.q[3 * k + i];
                to.p[3 * at + i] = from.p[3 * k + i];
            }
        }
        islands
    }

    /// The impulses of the sorted problem back in the order of the contacts.
    pub fn sort_back(&mut self) {
        for (at, &k) in self.islands.order().iter().enumerate() {
            for i in 0..3 {
                self.problem.p[3 * k + i] = self.sorted.p[3 * at + i];
            }
        }
    }
}

impl Contact {
    /// Of the step before, on body 1 [N].
    pub(super) fn force(&self) -> [f64; 3] {
        core::array::from_fn(|i| self.held.normal * self.normal[i] + self.held.friction[i])
    }
}
