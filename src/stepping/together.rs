//! Bodies that move as one, at least in part.

use crate::physics::rotation::Rotation;
use crate::physics::{Body, Inputs, Vector3};

/// √(3/5): distance of the outer points of Gauss' rule from the middle [1].
const NODE: f64 = 0.774_596_669_241_483_4;

/// Bodies that move as one, at least in part: two that turn with the same ω and slip on each other with no velocity have
/// the accelerations α×r + ω×v, which a velocity that is held in world axes lacks. Ω = w·½(ω_i+ω_j) is the part of
/// their turning by which both velocities turn, with
///
/// w = (ω_i·ω_j/|½(ω_i+ω_j)|²)₊ · (1 − |u|²/|v_i−v_j|²)₊,  u = v_i − v_j − ½(ω_i+ω_j)×(r_i−r_j)
///
/// w is 1 for such bodies, and 0 where one of them does not turn, or moves against the other as if it were free of it.
#[derive(Clone, Copy)]
pub struct Together {
    /// Ω [rad/s]
    omega: Vector3<f64>,
    /// Ω̇ [rad/s²]
    alpha: Vector3<f64>,
    /// Velocities have derivatives; without, they are held in the turning axes
    accelerate: bool,
}

impl Together {
    #[inline(always)]
    pub fn of(inputs: &Inputs<f64>, rates: &Inputs<f64>, accelerate: impl FnOnce() -> bool) -> Option<Self> {
        let (i, j) = (&inputs.body_i, &inputs.body_j);
        let common = i.angular_velocity.dot(&j.angular_velocity);
        if common > 0.0 { Together::turning(i, j, common, rates, accelerate()) } else { None }
    }

    #[inline(never)]
    fn turning(i: &Body<f64>, j: &Body<f64>, common: f64, rates: &Inputs<f64>, accelerate: bool) -> Option<Self> {
        let omega = (i.angular_velocity + j.angular_velocity) * 0.5;
        let apart = i.velocity - j.velocity;
        let slip = apart - omega.cross(&(i.position - j.position));
        let whole = apart.dot(&apart);
        let share = common / omega.dot(&omega) * ((whole - slip.dot(&slip)) / whole);
        let Inputs { body_i, body_j, .. } = rates;
        let alpha = (body_i.angular_velocity + body_j.angular_velocity) * (0.5 * share);
        // no number where something overflows, or where velocities do not differ
        (share > 0.0).then(|| Together { omega: omega * share, alpha, accelerate })
    }

    /// The rotation by ∫Ω over [0, tau].
    fn turn(&self, tau: f64) -> Rotation<f64> {
        Rotation::by(&((self.omega + self.alpha * (0.5 * tau)) * tau))
    }

    /// Acceleration in the turning axes  c = v̇ − Ω×v  [m/s²], 0 without derivatives.
    fn acceleration(&self, now: &Body<f64>, rates: &Body<f64>) -> Vector3<f64> {
        if self.accelerate { rates.velocity - self.omega.cross(&now.velocity) } else { Vector3::zeros() }
    }

    /// Position and velocity v = R(∫Ω)·(v + c·τ) after `tau` [s], the former by Gauss' rule of three points: bristles follow
    /// the velocity, and an error of the integral would count as slip that they have missed.
    pub fn moved(self, now: &Body<f64>, rates: &Body<f64>, tau: f64) -> (Vector3<f64>, Vector3<f64>) {
        let c = self.acceleration(now, rates);
        let at = |t: f64| self.turn(t).of_vector(&(now.velocity + c * t));
        let [first, middle, last] = [1.0 - NODE, 1.0, 1.0 + NODE].map(|node| at(0.5 * tau * node));
        (now.position + ((first + last) * 5.0 + middle * 8.0) * (tau / 18.0), at(tau))
    }

    /// v̇ after `tau` [m/s²].
    pub fn rate(&self, now: &Body<f64>, rates: &Body<f64>, tau: f64) -> Vector3<f64> {
        let (c, turn) = (self.acceleration(now, rates), self.turn(tau));
        let velocity = turn.of_vector(&(now.velocity + c * tau));
        (self.omega + self.alpha * tau).cross(&velocity) + turn.of_vector(&c)
    }
}
