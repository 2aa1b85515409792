//! Corners and rims of body i over a plane of body j.

use crate::meet::candidates::candidate::{Candidate, MOST_CANDIDATES, Turning};
use crate::meet::plane::Plane;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Inputs, Vector3};
use crate::shape::cone::lowest_around;
use crate::shape::{Cone, Mesh, Placed, Torus};

/// How far a corner of a mesh may be farther out to count less than a lower one, over the difference of their heights.
const OUT_BY_HEIGHT: f64 = 10.0;

/// Cosine and sine of a tenth of a turn: a rim is ten points, and its lowest one.
const TENTH: [f64; 2] = [0.809_016_994_374_947_5, 0.587_785_252_292_473_1];
const ON_RIM: usize = 10;

/// Sine of the greatest tilt at which the points around a rim count: a sub-step turns bodies by half of it, so that a rim that falls flat has them in time. Below that, so many times as far as the rim can
/// tilt in a step, and where it all but lies: one that rolls, or wobbles, would stumble over them. Chosen.
const FLAT: f64 = 0.2;
const TILTS: f64 = 2.0;
const LIES: f64 = 0.01;

/// A shape of body i over a plane of body j.
pub struct OnPlane {
    normal: Vector3<f64>,
    /// Normal in the shape's frame
    up: Vector3<f64>,
    origin: Vector3<f64>,
    /// Of the shape's frame above the plane [m]
    height: f64,
    turns: [Rotation<f64>; 2],
    /// How fast its axis turns, and it comes nearer or goes [rad/s, m/s]
    tilting: f64,
    closing: f64,
}

impl OnPlane {
    pub fn new(i: &Placed<f64>, j: &Placed<f64>, inputs: &Inputs<f64>) -> Self {
        let (body_i, body_j) = (&inputs.body_i, &inputs.body_j);
        let Plane { normal, height } = Plane::of(j, body_j);
        OnPlane::over((i, body_i), body_j, &normal, height)
    }

    /// Over the plane of a face of another body: its unit normal in world axes, and its height over the origin of that body [m].
    pub fn over(
        (i, body_i): (&Placed<f64>, &Body<f64>),
        body_j: &Body<f64>,
        normal: &Vector3<f64>,
        height: f64,
    ) -> Self {
        let turns = [Rotation::of(&body_i.orientation), Rotation::of(&i.orientation)];
        let origin = body_i.position + turns[0].of_vector(&i.center);
        let omega = body_i.angular_velocity - body_j.angular_velocity;
        let tilting = omega.cross(&turns[0].of_vector(&turns[1].of_vector(&Vector3::z())));
        OnPlane {
            normal: *normal,
            up: turns[1].back(&turns[0].back(normal)),
            origin,
            height: (origin - body_j.position).dot(normal) - height,
            turns,
            tilting: tilting.dot(&tilting).sqrt(),
            closing: normal.dot(&(body_i.velocity - body_j.velocity)).abs(),
        }
    }

    pub fn candidate(&self, feature: usize, at: &Vector3<f64>) -> Candidate {
        let [body, shape] = &self.turns;
        let (point, gap) = (self.origin + body.of_vector(&shape.of_vector(at)), self.height + self.up.dot(at));
        let points = [point, point - self.normal * gap];
        Candidate { feature, corner: feature, turning: Turning::With([0, 1]), points, normal: self.normal, gap }
    }

    /// A ball about a place of the shape's frame, which the shape holds.
    fn ball(&self, feature: usize, at: &Vector3<f64>, radius: f64) -> Candidate {
        let Candidate { points: [place, below], gap, .. } = self.candidate(feature, at);
        let points = [place - self.normal * radius, below];
        Candidate { feature, corner: feature, turning: Turning::Round, points, normal: self.normal, gap: gap - radius }
    }

    /// Sine of the angle between the axis of the shape and the normal.
    fn tilt(&self) -> f64 {
        (self.up[0] * self.up[0] + self.up[1] * self.up[1]).sqrt()
    }

    /// Directions all around, where a rim of this radius [m] may lie flat within a step of `h` [s].
    fn around(&self, radius: f64, h: f64) -> impl Iterator<Item = [f64; 2]> {
        let tilts = LIES + TILTS * h * (self.tilting + self.closing / radius);
        around_a_rim().take(if self.tilt() <= tilts.min(FLAT) { ON_RIM } else { 0 })
    }

    /// The lowest point of each rim, and points all around the lower one, for a step of `h` [s].
    pub fn cone(&self, cone: &Cone<f64>, h: f64, near: &mut dyn FnMut(Candidate)) {
        self.rims(cone).into_iter().for_each(&mut *near);
        self.around_rim(cone, h, near);
    }

    /// The lowest point of each rim.
    pub fn rims(&self, cone: &Cone<f64>) -> [Candidate; 2] {
        let [lower, upper] = cone.lowest_of_rims(&self.up);
        let rim = |feature: usize, at| Candidate { turning: Turning::Round, ..self.candidate(feature, &at) };
        [rim(0, lower), rim(1, upper)]
    }

    /// Points all around the lower rim, where it may lie flat within a step of `h` [s].
    pub fn around_rim(&self, cone: &Cone<f64>, h: f64, near: &mut dyn FnMut(Candidate)) {
        let ends = cone.ends();
        let [radius, z] = ends[usize::from(self.up[2] < 0.0)];
        for (k, [c, s]) in self.around(radius, h).enumerate().filter(|_| radius > 0.0) {
            near(self.candidate(ends.len() + k, &Vector3::new(radius * c, radius * s, z)));
        }
    }

    /// The lowest point of a ring, and points all around it: those of balls about the middle of its tube.
    pub fn torus(&self, torus: &Torus<f64>, h: f64, near: &mut dyn FnMut(Candidate)) {
        let around = self.around(torus.radius, h);
        for (feature, [x, y]) in core::iter::once(lowest_around(&self.up)).chain(around).enumerate() {
            near(self.ball(feature, &Vector3::new(torus.radius * x, torus.radius * y, 0.0), torus.tube));
        }
    }

    /// The corners that lie farthest out to each side among those within reach, low ones before high ones.
    pub fn mesh(&self, mesh: &Mesh, reach: f64, near: &mut dyn FnMut(Candidate)) {
        let least = [1, 2].into_iter().fold(0, |k, l| if self.up[l].abs() < self.up[k].abs() { l } else { k });
        let mut aside = -self.up * self.up[least];
        aside[least] += 1.0;
        let aside = aside / aside.dot(&aside).sqrt();
        let across = self.up.cross(&aside);
        let mut best = [(f64::NEG_INFINITY, 0); MOST_CANDIDATES];
        let mut ways = [Vector3::zeros(); MOST_CANDIDATES];
        for (way, [c, s]) in ways.iter_mut().zip(around_a_rim()) {
            *way = aside * c + across * s - self.up * OUT_BY_HEIGHT;
        }
        ways[ON_RIM] = -self.up;
        for (k, at) in mesh.corners.iter().enumerate() {
            let at = Vector3::from(*at);
            if self.height + self.up.dot(&at) > reach {
                continue;
            }
            for (best, way) in best.iter_mut().zip(ways).take(ON_RIM + 1) {
                let far = way.dot(&at);
                if far > best.0 {
                    *best = (far, k);
                }
            }
        }
        let mut is_taken = [false; MOST_CANDIDATES];
        let mut next = 0;
        // in their order
        while let Some(k) = best.iter().filter(|(far, k)| far.is_finite() && *k >= next).map(|(_, k)| *k).min() {
            next = k + 1;
            let Some(at) = mesh.corners.get(k) else { continue };
            // the same one for the same corner, as far as others leave it
            let mut features = (0..MOST_CANDIDATES).map(|by| (k + by) % MOST_CANDIDATES);
            if let Some(feature) = features.find(|feature| !is_taken[*feature]) {
                is_taken[feature] = true;
                near(Candidate { corner: k, ..self.candidate(feature, &Vector3::from(*at)) });
            }
        }
    }
}

/// Directions all around, as cosine and sine.
fn around_a_rim() -> impl Iterator<Item = [f64; 2]> {
    let next = |[c, s]: &[f64; 2]| Some([c * TENTH[0] - s * TENTH[1], s * TENTH[0] + c * TENTH[1]]);
    core::iter::successors(Some([1.0, 0.0]), next).take(ON_RIM)
}
