//! A body on its course through a step.

use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, Matrix3, Quaternion, Vector3};
use crate::stepping::bodies::inverse_inertia::InverseInertia;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::bodies::step_body::{StepBody, StepBodyFault, Told};
use crate::stepping::bodies::top::Top;
use crate::stepping::coupling::MassSource;
use crate::stepping::interface::Spatial;

/// A body while the step runs.
#[derive(Clone, Copy, Debug)]
pub struct MovingBody {
    pub motion: Body<f64>,
    /// Half a micro-step on, with the velocity of its start
    pub middle: Body<f64>,
    /// Where the forces that it has lead in the micro-step
    pub ahead: Body<f64>,
    /// Y there
    pub inverse_inertia: InverseInertia,
    /// Acceleration of the origin and of the turning in the micro-step, contact forces in the mean [m/s², rad/s²]
    pub acceleration: Spatial,
    /// Force and torque about the origin in the micro-step [N, N·m]
    force: Spatial,
    told: Told,
    source: MassSource,
    /// What its own turning adds to the acceleration at the step's start
    own_at_start: Spatial,
    /// What it adds in the micro-step
    own: Spatial,
    /// Y is 0
    is_held: bool,
    /// Time since the start of what it is told [s]
    gone: f64,
    /// Whether Y and its own turning change with its pose
    is_lopsided: bool,
    /// ∫ of the force, and ∫(H − τ)·f dτ
    impulse: Spatial,
    moment: Spatial,
    /// Force and torque about the origin in the micro-step before, and Σ w·F² of its contacts [N²/kg]
    before: Spatial,
    borne: f64,
    /// (44) of the micro-step [1]
    pub changed: f64,
}

/// Share of ω by which another own turning changes it in a step that is not worth another search for the forces.
const SLIGHT: f64 = 1e-8;

impl MovingBody {
    /// A body at a step's start.
    ///
    /// Errors: its orientation or inertia is none.
    pub fn new(motion: &Body<f64>, told: &Told, source: MassSource) -> Result<Self, StepBodyFault> {
        let StepBody { motion, inverse_inertia, free } = StepBody::new(motion, told, source)?;
        let [xx, yy, zz, xy, xz, yz] = told.inertia.into();
        let is_round = xx == yy && yy == zz && [xy, xz, yz] == [0.0; 3];
        let turns = told.mass > 0.0 && xx > 0.0;
        let mut body = MovingBody {
            motion,
            middle: motion,
            ahead: motion,
            inverse_inertia,
            acceleration: free,
            force: Spatial::zero(),
            told: *told,
            source,
            own_at_start: Spatial::zero(),
            own: Spatial::zero(),
            is_held: inverse_inertia == InverseInertia::none(),
            gone: 0.0,
            is_lopsided: source == MassSource::Bodies
                && turns
                && !(is_round && told.center_of_mass == Vector3::zeros()),
            impulse: Spatial::zero(),
            moment: Spatial::zero(),
            before: Spatial::zero(),
            borne: 0.0,
            changed: 0.0,
        };
        if body.is_lopsided {
            body.own_at_start = body.own_acceleration(&motion);
        }
        Ok(body)
    }

    /// The same body in another pose, with what its own turning adds there.
    ///
    /// Errors: as [`new`](Self::new).
    pub fn placed(&self, place: &Body<f64>) -> Result<Self, StepBodyFault> {
        let mut body = MovingBody::new(place, &self.told, self.source)?;
        let more = body.own_at_start - self.own_at_start;
        body.told.free += more;
        body.acceleration += more;
        Ok(body)
    }

    /// What a body does by its own turning:  ω̇ = −I⁻¹·(ω×I·ω),  v̇ = c×ω̇ − ω×(ω×c)  with c from the origin to the mass centre.
    fn own_acceleration(&self, motion: &Body<f64>) -> Spatial {
        let turn = Rotation::of(&motion.orientation);
        let omega = motion.angular_velocity;
        let [xx, yy, zz, xy, xz, yz] = self.told.inertia.into();
        let inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        let momentum = turn.of_vector(&(inertia * turn.back(&omega)));
        let angular = self.inverse_inertia.angular * -omega.cross(&momentum);
        let c = turn.of_vector(&self.told.center_of_mass);
        Spatial { linear: c.cross(&angular) - omega.cross(&omega.cross(&c)), angular }
    }

    /// Whether it moves, by what it is told alone.
    pub fn is_led(&self) -> bool {
        self.is_held
            && (self.can_turn() || self.motion.velocity != Vector3::zeros() || self.told.free != Spatial::zero())
    }

    /// Begins a micro-step of `h` [s]: the pose of its middle, and the acceleration without contact forces.
    pub fn begin(&mut self, h: f64) {
        self.middle = moved(&self.motion, &self.velocity(), 0.5 * h);
        self.force = Spatial::zero();
        (self.before, self.borne) = (Spatial::zero(), 0.0);
        self.acceleration = self.told.free + self.told.rate * (self.gone + 0.5 * h);
        if self.is_lopsided {
            let turn = Rotation::of(&self.middle.orientation);
            // an inertia that was one at the step's start is one
            if let Ok(turned) = self.told.inverse_inertia(self.source, &turn) {
                self.inverse_inertia = turned;
            }
            self.own = self.own_acceleration(&self.middle);
            self.acceleration += self.own - self.own_at_start;
        }
    }

    /// What its own turning adds, by the mean of ω over a micro-step of `h` [s] under the forces that it has: so it does no work.
    pub fn turn_on(&mut self, h: f64) {
        if self.is_lopsided {
            let omega = self.motion.angular_velocity + self.acceleration.angular * (0.5 * h);
            let own = self.own_acceleration(&Body { angular_velocity: omega, ..self.middle });
            self.acceleration += own - self.own;
            self.own = own;
        }
    }

    /// The same by the mean of ω [rad/s] that a micro-step of `h` [s] has had; false, and nothing is changed, if it is no other one.
    pub fn turn_by(&mut self, mean: &Vector3<f64>, h: f64) -> bool {
        if !self.is_lopsided {
            return false;
        }
        let own = self.own_acceleration(&Body { angular_velocity: *mean, ..self.middle });
        let more = own - self.own;
        let is_other = h * h * more.angular.dot(&more.angular) > SLIGHT * SLIGHT * mean.dot(mean);
        if is_other {
            self.acceleration += more;
            self.own = own;
        }
        is_other
    }

    /// Looks where the forces that it has lead in a micro-step of `h` [s].
    pub fn look_ahead(&mut self, h: f64) {
        self.turn_on(h);
        self.ahead = moved(&self.motion, &(self.velocity() + self.acceleration * (0.5 * h)), h);
    }

    /// Whether its own turning accelerates it much: if it turns, or when something strikes it, as its mass centre is beside its origin.
    pub fn is_lopsided(&self, turns: bool) -> bool {
        self.is_lopsided && (turns || self.told.center_of_mass != Vector3::zeros())
    }

    /// Whether no force moves it.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Takes the impulses over that another course of it was given.
    pub fn take_given(&mut self, other: &Self) {
        (self.impulse, self.moment) = (other.impulse, other.moment);
    }

    /// Without any acceleration.
    pub fn rest(&mut self) {
        (self.force, self.acceleration) = (Spatial::zero(), Spatial::zero());
    }

    /// Adds a force at a point, and a couple, to those of the micro-step.
    #[inline]
    pub fn push(&mut self, point: &Vector3<f64>, to: &Spatial) {
        let wrench = self.wrench(point, to);
        self.force += wrench;
        if !self.is_held {
            self.acceleration += self.inverse_inertia.response(&wrench);
        }
    }

    /// The forces that it has are those of the micro-step before.
    pub fn have_before(&mut self) {
        self.before = self.force;
    }

    /// Bears a contact's force F, w·F² of it [N²/kg].
    pub fn bear(&mut self, square: f64) {
        self.borne += square;
    }

    /// Force and torque about the origin of a force at a point and a couple.
    #[inline]
    pub fn wrench(&self, point: &Vector3<f64>, to: &Spatial) -> Spatial {
        Spatial { linear: to.linear, angular: to.angular + (point - self.middle.position).cross(&to.linear) }
    }

    /// Acceleration of a point of it in the micro-step, without what its turning adds, and of its turning.
    #[inline]
    pub fn acceleration_at(&self, point: &Vector3<f64>) -> Spatial {
        let Spatial { linear, angular } = self.acceleration;
        Spatial { linear: linear + angular.cross(&(point - self.middle.position)), angular }
    }

    /// The mass centre from the origin of its frame, where that is told and beside it; what other bodies turn about is taken to be the origin.
    #[inline(never)]
    pub fn arm(&self, orientation: &Quaternion<f64>) -> Vector3<f64> {
        let center = &self.told.center_of_mass;
        let is_beside = self.is_lopsided && *center != Vector3::zeros();
        if is_beside { Rotation::of(orientation).of_vector(center) } else { Vector3::zeros() }
    }

    /// Velocity and acceleration in the micro-step, of the mass centre and of the turning:  v + ω×c, and a + α×c of what loads make of them.
    #[inline(never)]
    pub fn of_center(&self) -> [Spatial; 2] {
        let Spatial { linear, angular } = self.velocity();
        let velocity = linear + angular.cross(&self.arm(&self.motion.orientation));
        let loads = self.acceleration - self.own;
        let acceleration = loads.linear + loads.angular.cross(&self.arm(&self.middle.orientation));
        let angular_acceleration = self.acceleration.angular;
        [Spatial { linear: velocity, angular }, Spatial { linear: acceleration, angular: angular_acceleration }]
    }

    /// Begins a micro-step as [`begin`](Self::begin) does, in which its mass centre goes straight on.
    pub fn begin_about_center(&mut self, h: f64) {
        self.begin(h);
        let [velocity, _] = self.of_center();
        self.middle = self.moved_by(&velocity, Spatial::zero(), 0.5 * h);
    }

    /// Where it is after `t` [s], with the acceleration of the micro-step or without.
    pub fn after(&self, t: f64, accelerates: bool) -> Body<f64> {
        let [velocity, acceleration] = self.of_center();
        let change = if accelerates { acceleration * t } else { Spatial::zero() };
        self.moved_by(&(velocity + change * 0.5), change, t)
    }

    /// Where it is after `h` [s] with a mean velocity of its mass centre and its turning, and with so much more at the end than at the start.
    fn moved_by(&self, mean: &Spatial, change: Spatial, h: f64) -> Body<f64> {
        let [velocity, _] = self.of_center();
        let center = self.motion.position + self.arm(&self.motion.orientation);
        let mut there = moved(&Body { position: center, ..self.motion }, mean, h);
        let arm = self.arm(&there.orientation);
        there.position -= arm;
        there.angular_velocity += change.angular;
        there.velocity = velocity.linear + change.linear - there.angular_velocity.cross(&arm);
        there
    }

    fn velocity(&self) -> Spatial {
        Spatial { linear: self.motion.velocity, angular: self.motion.angular_velocity }
    }

    /// What an acceleration that changes leaves of the mean velocity in `h` [s], beside that by the acceleration of its middle.
    fn bend(&self, h: f64) -> Spatial {
        self.told.rate * (-h * h / 12.0)
    }

    /// Ends a micro-step of `h` [s], of whose start `left` [s] are left of the step.
    pub fn end(&mut self, h: f64, left: f64) {
        let change = self.acceleration * h;
        let mean = self.velocity() + change * 0.5 + self.bend(h);
        self.motion = moved(&self.motion, &mean, h);
        self.gone += h;
        self.motion.velocity += change.linear;
        self.motion.angular_velocity += change.angular;
        let impulse = self.force * h;
        self.impulse += impulse;
        self.moment += impulse * (left - 0.5 * h);
        let change = self.force - self.before;
        let by = self.inverse_inertia.response(&change);
        let square = change.linear.dot(&by.linear) + change.angular.dot(&by.angular);
        self.changed = if square > 0.0 { (square / self.borne).sqrt() } else { 0.0 };
    }

    /// How it turns, by an inertia that is told.
    pub fn top(&self) -> Option<Top> {
        (self.source == MassSource::Bodies).then(|| Top::new(&self.told, self.told.free - self.own_at_start)).flatten()
    }

    /// Where it is after `h` [s] under what it was handed.
    pub fn led_by(&self, under: &Returned, h: f64) -> Body<f64> {
        if let Some(top) = self.top() {
            return top.led(&self.motion, under, h);
        }
        let Told { free, rate, .. } = &self.told;
        let by = *free * h + *rate * (0.5 * h * h) + self.inverse_inertia.response(&under.impulse(h));
        let aside = *free * (0.5 * h * h) + *rate * (h * h * h / 6.0) + self.inverse_inertia.response(&under.moment(h));
        let mut end = moved(&self.motion, &(self.velocity() + aside / h), h);
        end.velocity += by.linear;
        end.angular_velocity += by.angular;
        end
    }

    /// Whether it turns, or a force may make it turn.
    pub fn can_turn(&self) -> bool {
        self.inverse_inertia.angular != Matrix3::zeros()
            || [self.motion.angular_velocity, self.acceleration.angular] != [Vector3::zeros(); 2]
    }

    /// What its own turning adds to the acceleration where it was made.
    pub fn own_at_start(&self) -> Spatial {
        self.own_at_start
    }

    /// Goes on for `h` [s] without contact.
    pub fn fly(&mut self, h: f64) {
        self.begin(h);
        let end = if self.is_lopsided { self.top().map(|top| top.flown(&self.motion, h)) } else { None };
        self.end(h, h);
        self.motion = end.unwrap_or(self.motion);
    }

    /// Ends a micro-step as [`end`](Self::end) does, with an impulse about the mass centre at its start, and the moment of it about its end, in
    /// the place of forces. A moment that would move it farther than `most` [m] is that of an impulse in the middle: impulses of bodies that are wedged may cancel, whatever they are,
    /// but not what they do at different times.
    pub fn end_under(&mut self, given: [Spatial; 2], most: f64, [h, left]: [f64; 2]) {
        let arm = self.arm(&self.middle.orientation);
        let about_origin = |of: Spatial| Spatial { angular: of.angular + arm.cross(&of.linear), ..of };
        let [impulse, moment] = given.map(about_origin);
        let answer = |of: &Spatial| {
            let Spatial { linear, angular } = self.inverse_inertia.response(of);
            Spatial { linear: linear + angular.cross(&arm), angular }
        };
        let (by, aside) = (answer(&impulse), answer(&moment));
        let is_possible = aside.linear.dot(&aside.linear) <= most * most;
        let (moment, aside) = if is_possible { (moment, aside) } else { (impulse * (0.5 * h), by * (0.5 * h)) };
        let [velocity, acceleration] = self.of_center();
        let change = acceleration * h;
        let mean = velocity + change * 0.5 + self.bend(h) + aside / h;
        self.motion = self.moved_by(&mean, change + by, h);
        self.gone += h;
        self.impulse += impulse;
        self.moment += moment + impulse * (left - h);
    }

    /// Impulse of force and torque of the step, and its moment ∫(H − τ)·f dτ.
    pub fn given(&self) -> [Spatial; 2] {
        [self.impulse, self.moment]
    }

    /// A velocity that it has beside the measured one in this step.
    pub fn drift(&mut self, by: &Spatial) {
        self.motion.velocity += by.linear;
        self.motion.angular_velocity += by.angular;
    }

    /// Not finite if a number is not.
    pub fn sum(&self) -> f64 {
        let Body { position, orientation, velocity, angular_velocity } = &self.motion;
        let motion = position.sum() + orientation.sum() + velocity.sum() + angular_velocity.sum();
        motion + self.impulse.sum() + self.moment.sum()
    }
}

/// A body that goes on with a velocity for `h` [s].
fn moved(from: &Body<f64>, velocity: &Spatial, h: f64) -> Body<f64> {
    let angle = velocity.angular * h;
    let orientation = if angle == Vector3::zeros() {
        from.orientation
    } else {
        rotation::product(&rotation::quaternion_of(&angle), &from.orientation)
    };
    Body { position: from.position + velocity.linear * h, orientation, ..*from }
}
