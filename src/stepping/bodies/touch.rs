//! A contact in a micro-step (docs/numerics.md step 29).

use crate::physics::kinematics::Approach;
use crate::physics::normal as laws_of_normal;
use crate::physics::{Energies, LimitSurface, Parameters, Spot, Vector3, friction, rotation};
use crate::stepping::bodies::elastic::{Ahead, Elastic};
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::slot::{Contacts, Met, Slot, inputs_of};
use crate::stepping::bodies::tilting;
use crate::stepping::interface::friction_step::friction_step;
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics};
use crate::stepping::interface::normal::kick;
use crate::stepping::interface::tangential::{Middle, SlipState};
use crate::stepping::interface::{Port, Spatial, Turning};

/// Whether elastic forces follow their path in the sweeps. Where a vibration is too fast for the micro-step that would make it grow, as a frozen
/// force does: there they are implicit, f_e + h·f_e'·ẋ, and what is left of it dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Springs {
    Followed,
    Implicit,
}

/// Numbers of a contact that a sweep starts from.
pub const NUMBERS: usize = 26;
pub type Guess = [f64; NUMBERS];

/// A contact in a micro-step.
pub struct Touch {
    pub contact: usize,
    pub met: Met,
    pub mechanics: Mechanics,
    /// Directions that friction asks for, in local axes
    axes: [Vector3<f64>; 2],
    elastic: Elastic,
    /// Half the angle by which bristles turn with the contact frame [rad]
    turn: Vector3<f64>,
    /// ẋ and the other velocities at its start, and ω
    pub rate: f64,
    slip: SlipState,
    omega: Vector3<f64>,
    /// Those of the sweep before at its end
    rate_end: f64,
    slip_end: SlipState,
    middle: Middle,
    /// Elastic force, force of the normal direction, mean resistance of friction, and couples of faces on body i
    elastic_force: f64,
    normal_force: f64,
    resistance: Coordinates,
    couples: [Vector3<f64>; 2],
    /// What acts on body i
    pub force: Spatial,
    /// x and ẋ at the end
    pub at_end: Approach<f64>,
    /// When it parts within the micro-step, more than its length if it does not [s]
    pub parts_after: f64,
}

impl Touch {
    /// Of a micro-step of `h` [s] that the bodies have begun.
    pub fn new(contacts: &impl Contacts, contact: usize, slot: &Slot, bodies: &[MovingBody], h: f64) -> Self {
        let (laws, place) = (contacts.laws(contact), contacts.place(contact));
        let met = Met::new(contacts, contact, bodies);
        let frame = met.frame;
        let turning = met.bears_moments.then(|| Turning { l: met.l, g: met.g, b: Vector3::zeros() });
        let port = Port {
            frame,
            w: met.w,
            b: Vector3::zeros(),
            b_measured: Vector3::zeros(),
            turning_angle: 0.0,
            turning,
            expected: None,
        };
        let mechanics = Mechanics::new(laws, &port, 1.0, &Spatial::zero());
        let (rate, across) = mechanics.coordinates(&Spatial { linear: frame.velocity(), angular: frame.omega });
        let turn = friction::bristle_turning_rate(laws, &frame) * (0.5 * h);
        let z = mechanics.local(&rotation::turned(&slot.state.z, &turn));
        let slip = SlipState { v: across, z, z_r: slot.state.z_r, s_dw: slot.state.s_dw };
        let elastic = Elastic::new(laws, &place, &frame, met.region.as_ref(), h);
        let along = met.frame.normal.dot(&slot.force.linear);
        let axes = [mechanics.local(&slot.force.linear), mechanics.local(&slot.force.angular)];
        let mut resistance = [0.0; COORDINATES];
        (resistance[0], resistance[1]) = (-axes[0][0], -axes[0][1]);
        if met.bears_moments && met.region.is_none() {
            (resistance[2], resistance[3], resistance[4]) = (-axes[1][2], -axes[1][0], -axes[1][1]);
        }
        Touch {
            contact,
            mechanics,
            axes: frame.axes().map(|axis| mechanics.local(&axis)),
            elastic_force: elastic.mean_force(rate, h),
            elastic,
            turn,
            rate,
            slip,
            omega: frame.omega,
            rate_end: rate,
            slip_end: slip,
            middle: Middle::between(&slip, &slip),
            normal_force: along.max(0.0),
            resistance,
            couples: [Vector3::zeros(); 2],
            force: slot.force,
            at_end: frame.approach(),
            parts_after: f64::INFINITY,
            met,
        }
    }

    /// Looks at the energy stored where the forces so far lead in a micro-step of `h` [s].
    pub fn look_ahead(&mut self, contacts: &impl Contacts, slot: &Slot, bodies: &[MovingBody], h: f64) {
        let (laws, place) = (contacts.laws(self.contact), contacts.place(self.contact));
        let change = self.met.acceleration(bodies) * (0.5 * h);
        let rate = self.rate + self.mechanics.coordinates(&change).0;
        if !self.elastic.is_long(h * rate) {
            return;
        }
        let [i, j] = self.met.bodies;
        let at_end = slot.elastic_at(laws, place, &inputs_of(&bodies[i].ahead, &bodies[j].ahead));
        let by_twist = self.met.region.as_ref().map_or(0.0, |region| {
            -h * laws.compliance.k * region.twist * self.met.frame.normal.dot(&(self.omega + change.angular))
        });
        let reach = |body: usize| {
            let origin = bodies[body].ahead.position;
            origin.amax() + (self.met.frame.point - origin).amax()
        };
        self.elastic.look_ahead(Ahead {
            rise: at_end.energy - slot.elastic - by_twist,
            force: at_end.elastic,
            path: h * rate,
            rounding: ROUNDED_POSE * at_end.elastic * (reach(i) + reach(j)),
            yields: self.mechanics.w * h * h,
        });
        self.elastic_force = self.elastic.mean_force(rate, h);
    }

    /// The forces of this contact under those that the others have now; the answer: by how much they have changed, in the size of forces, and
    /// the size itself [N].
    pub fn sweep(
        &mut self,
        laws: &Parameters<f64>,
        slot: &Slot,
        bodies: &mut [MovingBody],
        h: f64,
        (is_first, springs): (bool, Springs),
    ) -> [f64; 2] {
        // without its own force
        let free = self.met.acceleration(bodies) - self.met.response(&self.force);
        self.mechanics.set_free(&match self.met.region {
            // couples of faces act beside friction, and on it by the bodies
            Some(_) => {
                let couples = Spatial { linear: Vector3::zeros(), angular: self.couples[0] + self.couples[1] };
                free + self.met.response(&couples)
            }
            None => free,
        });
        if !is_first && springs == Springs::Followed {
            self.elastic_force = self.elastic.mean_force(0.5 * (self.rate + self.rate_end), h);
        }
        let by_friction = (1..self.mechanics.size).fold(self.mechanics.across[0] * self.resistance[0], |sum, k| {
            sum + self.mechanics.across[k] * self.resistance[k]
        });
        let rate = if is_first { self.rate } else { 0.5 * (self.rate + self.rate_end) };
        let a = laws_of_normal::acting_damping(laws, &slot.latch, rate);
        let implicit = match springs {
            Springs::Followed => 0.0,
            Springs::Implicit => h * self.elastic.steepness(),
        };
        let damping = implicit
            + match self.elastic.is_of_faces() {
                false => laws_of_normal::frozen_damping(laws, a, self.elastic_force),
                true => a,
            };
        let kick = kick(self.elastic_force, damping, self.mechanics.w, self.mechanics.b_n + by_friction, self.rate, h);
        self.rate_end = kick.v;
        self.normal_force = kick.impulse / h;
        let frame = &self.met.frame;
        let e_r = || match &self.met.region {
            Some(_) => friction::spin_radius_at(laws, physics_spot(&self.met)),
            None => {
                friction::spin_radius(laws, frame.effective_radius, frame.penetration + 0.25 * h * (kick.v - self.rate))
            }
        };
        let step = friction_step(
            laws,
            &self.mechanics,
            &LimitSurface::new(laws, self.axes),
            &self.slip,
            &self.middle,
            (frame.rolling_radius, &e_r),
            [self.normal_force, h],
        );
        self.slip_end = step.end;
        self.middle = Middle::between(&self.slip, &step.end);
        self.resistance = step.mean;
        let mut force = self.mechanics.spatial(self.normal_force, &step.mean.map(|mean| -mean));
        if let Some(region) = &self.met.region {
            let b = free + self.met.response(&force);
            let after = self.omega + b.angular * h;
            let omega = [self.omega, after];
            let pressed = [self.normal_force, a + AGAINST_TILTING * implicit];
            self.couples = tilting::couples(laws, region, &frame.normal, pressed, omega, &self.met.l, h);
            force.angular += self.couples[0] + self.couples[1];
        }
        let change = force - self.force;
        self.met.push(&change, bodies);
        self.force = force;
        [change.linear.dot(&change.linear).sqrt(), force.linear.dot(&force.linear).sqrt()]
    }

    /// What a sweep starts from.
    pub fn guess(&self) -> Guess {
        let mut numbers = [0.0; NUMBERS];
        let [tilting, twisting] = &self.couples;
        let vectors = [&self.force.linear, &self.force.angular, tilting, twisting];
        let of_middle = self.middle.v.iter().chain(&self.middle.z);
        let all = vectors.into_iter().flatten().chain(&self.resistance).chain(of_middle).chain([&self.rate_end]);
        numbers.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
        numbers
    }

    /// Starts the next sweep from there.
    pub fn take(&mut self, guess: &Guess, bodies: &mut [MovingBody]) {
        let before = self.force;
        let [tilting, twisting] = &mut self.couples;
        let vectors = [&mut self.force.linear, &mut self.force.angular, tilting, twisting];
        let of_middle = self.middle.v.iter_mut().chain(&mut self.middle.z);
        let all =
            vectors.into_iter().flatten().chain(&mut self.resistance).chain(of_middle).chain([&mut self.rate_end]);
        all.zip(guess).for_each(|(to, from)| *to = *from);
        self.met.push(&(self.force - before), bodies);
    }

    /// Of two changes of its force: w·F·F' + l·C·C' [N²/kg].
    pub fn product(&self, one: &Spatial, other: &Spatial) -> f64 {
        let about = self.met.l.trace() / 3.0;
        self.mechanics.w * one.linear.dot(&other.linear) + about * one.angular.dot(&other.angular)
    }

    /// By how much of itself the elastic force changes at most in a micro-step of `h` [s] that has ended [1]: of what creeps on a damper, whose whole force
    /// hardly does.
    pub fn gives(&self, h: f64) -> f64 {
        let fastest = self.rate.abs().max(self.at_end.penetration_rate.abs());
        h * fastest * self.elastic.steepness()
    }

    /// Whether the bodies meet in another place than they touched in as a micro-step of `h` [s] began, which parts in it: they approach half-way, where nothing
    /// presses, or an elastic force that more than doubles.
    pub fn meets_anew(&self, h: f64) -> bool {
        self.rate > 0.0 && (self.elastic_force <= 0.0 || self.gives(h) > 1.0)
    }

    /// Where the micro-step has led, and what it has cost; the bodies have the forces of all contacts, and not yet moved. The answer: x and ẋ at
    /// its end.
    pub fn end(
        &mut self,
        laws: &Parameters<f64>,
        slot: &mut Slot,
        bodies: &[MovingBody],
        h: f64,
        left: f64,
    ) -> Approach<f64> {
        let change = self.met.acceleration(bodies) * h;
        let (by_rate, by_slip) = self.mechanics.coordinates(&change);
        let rate = self.rate + 0.5 * by_rate;
        let across: Coordinates = core::array::from_fn(|k| self.slip.v[k] + 0.5 * by_slip[k]);
        let impulse = h * self.normal_force;
        let by_friction = h * (0..self.mechanics.size).fold(0.0, |sum, k| sum + self.resistance[k] * across[k]);
        let (start, end) = (&self.slip, &self.slip_end);
        let twisted = (start.z_r + end.z_r) * (end.z_r - start.z_r);
        let deflected = ((start.z + end.z).dot(&(end.z - start.z)) + twisted) * 0.5;
        let omega = self.omega + change.angular * 0.5;
        let [by_tilting, by_twisting] = self.couples.map(|couple| -h * couple.dot(&omega));
        slot.book(
            laws,
            &Energies {
                work: impulse * rate + by_friction + by_tilting + by_twisting,
                dissipated_normal: (impulse - h * self.elastic_force) * rate + by_tilting,
                dissipated_friction: by_friction - laws.friction.sigma_0 * deflected,
            },
        );
        slot.elastic += h * self.elastic_force * rate + by_twisting;
        let z = rotation::turned(&self.mechanics.world(&end.z), &self.turn);
        (slot.state.z, slot.state.z_r, slot.state.s_dw) = (z, end.z_r, end.s_dw);
        slot.force = self.force;
        slot.add_impulse(&self.met, bodies, h, left);
        let penetration = self.met.frame.penetration - 0.5 * h * self.rate + h * rate;
        let at_end = Approach { penetration, penetration_rate: self.rate + by_rate };
        slot.latch = slot.latch.passed(laws, at_end.penetration_rate);
        at_end
    }
}

fn physics_spot(met: &Met) -> Spot<'_, f64> {
    Spot { frame: &met.frame, region: met.region.as_ref() }
}

/// By how much stiffer faces are taken against tilting than T·A/V where springs are implicit: pressed up to an edge they are 8/3 times as stiff, and 4/3 times along
/// n; half of that has to be taken for vibrations to die, and half of it more for what both do to each other.
const AGAINST_TILTING: f64 = 2.0;

/// Part of a position that is rounding.
const ROUNDED_POSE: f64 = 1e-14;
