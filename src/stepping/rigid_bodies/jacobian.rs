//! Where two bodies meet in a sub-step, as their velocities see it.

use crate::meet::Candidate;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Vector3};
use crate::stepping::bodies::MovingBody;

/// Radius of curvature, by the distance of the point from a body's mass centre, up to which it goes round the body as that turns. What goes faster has
/// jumped, as from one end of a capsule to the other.
const FLATTEST: f64 = 10.0;

/// What has come no further has not jumped, however little the body turns: a rim that all but lies, or a flat round, by that distance.
const BESIDE: f64 = 0.25;

/// How bodies turn in a sub-step.
pub struct SubStep {
    /// Its length [s]
    pub h: f64,
    /// Each until half of it
    pub by: [Rotation<f64>; 2],
    /// Both together until then [rad]
    pub angle: f64,
}

impl SubStep {
    pub fn of(bodies: [&MovingBody; 2], h: f64) -> Self {
        let omega = bodies.map(|body| body.motion.angular_velocity);
        let by = omega.map(|omega| Rotation::by(&(omega * (0.5 * h))));
        SubStep { h, by, angle: 0.5 * h * (length(&omega[0]) + length(&omega[1])) }
    }
}

/// What a body turns about, where it is at some time.
fn center(body: &MovingBody, there: &Body<f64>) -> Vector3<f64> {
    there.position + body.arm(&there.orientation)
}

pub fn length(v: &Vector3<f64>) -> f64 {
    v.dot(v).sqrt()
}

/// Where two bodies meet, as their velocities see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jacobian {
    pub normal: Vector3<f64>,
    /// From what both bodies turn about, their mass centres [m]
    pub arms: [Vector3<f64>; 2],
}

impl Jacobian {
    /// Of bodies that are there at this time.
    pub fn of(candidate: &Candidate, bodies: [&MovingBody; 2], there: [&Body<f64>; 2]) -> Self {
        let Candidate { points, normal, .. } = *candidate;
        Jacobian { normal, arms: [0, 1].map(|k| points[k] - center(bodies[k], there[k])) }
    }

    /// Whether the point has come here round body i since `start`, which is the rounder one. `angle`: by how much both bodies turn until then [rad]
    pub fn goes_on(&self, start: &Self, angle: f64) -> bool {
        let turns = angle + length(&(self.normal - start.normal));
        let most = (FLATTEST * turns).max(BESIDE);
        length(&(self.arms[0] - start.arms[0])) <= most * length(&start.arms[0])
    }

    /// Half-way through a sub-step with the velocities of its start, by which bodies turn so far: this is the start, a corner over a face.
    /// `[point, normal]`: the bodies with which they turn
    pub fn turned(&self, bodies: [&MovingBody; 2], by: &[Rotation<f64>; 2], [point, normal]: [usize; 2]) -> Self {
        let other = 1 - point;
        let mut arms = self.arms;
        arms[point] = by[point].of_vector(&self.arms[point]);
        let [to, from] = [point, other].map(|k| center(bodies[k], &bodies[k].middle));
        arms[other] = arms[point] + (to - from);
        Jacobian { normal: by[normal].of_vector(&self.normal), arms }
    }
}
