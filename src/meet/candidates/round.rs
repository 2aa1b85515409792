//! A cylinder or a cone that meets a body of faces: round as it is, where nothing but one face or one edge can touch it. Elsewhere it is a prism.

use crate::meet::candidates::candidate::{BEYOND, Candidate};
use crate::physics::{Body, ContactFrame, Inputs, Vector3, inputs};
use crate::shape::convex::Convex;
use crate::shape::{Cone, Placed, Pose, Shape};

/// A cylinder or a cone, and the faces of another body, in the frame of whose shape it is seen.
pub struct RoundOnFaces<'a> {
    /// Which one is round, 0 or 1 for i or j
    pub round: usize,
    pub cone: &'a Cone<f64>,
    pub convex: Convex<'a>,
    pub on: [&'a Placed<f64>; 2],
    pub bodies: [&'a Body<f64>; 2],
    /// Where the round shape is in the frame of the other one
    pub pose: Pose<f64>,
    /// Where that is in the world
    pub of_flat: Pose<f64>,
    /// Distance below which there is none [m]
    pub slack: f64,
}

/// What the face nearest to a cylinder or a cone says of it.
pub enum OverFace {
    /// They meet there; the candidates are handed on
    Within,
    /// An edge may be what meets, unless it is deeper in the round body than the face is, which is apart by so much [m]; with the far end of a line along the side, where that is over
    /// the face
    Beside(f64, Option<Candidate>),
}

/// Candidates of a cylinder or a cone on a face or an edge of the other body, for a step of `h` [s]; whether it is there that they meet.
pub fn of_round(
    on: [&Placed<f64>; 2],
    convex: [Convex; 2],
    (inputs, h): (&Inputs<f64>, f64),
    frame: &dyn Fn() -> ContactFrame<f64>,
    near: &mut dyn FnMut(Candidate),
) -> bool {
    let bodies = [&inputs.body_i, &inputs.body_j];
    (0..2).any(|round| {
        let Shape::Cone(cone) = &on[round].shape else { return false };
        let flat = 1 - round;
        let [of_round, of_flat] = [round, flat].map(|k| Pose::of(on[k], bodies[k]));
        let pose =
            Pose { axes: of_flat.axes.transpose() * of_round.axes, origin: of_flat.place_in_shape(&of_round.origin) };
        let slack = BEYOND * (convex[flat].radius + cone.reach());
        let both = RoundOnFaces { round, cone, convex: convex[flat], on, bodies, pose, of_flat, slack };
        match both.over_a_face(h, &|| frame().penetration, near) {
            OverFace::Within => true,
            OverFace::Beside(apart, far) => {
                let is_on_edge = both.over_an_edge(h, apart, near);
                far.filter(|_| is_on_edge).into_iter().for_each(&mut *near);
                is_on_edge
            }
        }
    })
}

impl RoundOnFaces<'_> {
    /// Which one has the faces, 0 or 1 for i or j.
    pub fn flat(&self) -> usize {
        1 - self.round
    }

    /// Velocity of the flat body seen from the round one at a place, both in the frame of its shape [m/s].
    pub fn passing(&self, place: &Vector3<f64>) -> Vector3<f64> {
        let at = self.of_flat.place_in_world(place);
        self.of_flat.to_shape(&inputs::relative_velocity(self.bodies[self.flat()], self.bodies[self.round], &at))
    }

    /// Ends of an edge of a face, counter-clockwise, in the frame of its shape [m].
    pub fn edge(&self, rim: &[u32], k: usize) -> [Vector3<f64>; 2] {
        let next = if k + 1 < rim.len() { k + 1 } else { 0 };
        [k, next].map(|k| self.convex.corner(rim.get(k).map_or(0, |k| *k as usize)))
    }

    /// Points of body i and of body j, and the normal from j to i, by those of the round body and that from the flat one to it.
    pub fn as_of(
        &self,
        on_round: Vector3<f64>,
        on_flat: Vector3<f64>,
        normal: Vector3<f64>,
    ) -> ([Vector3<f64>; 2], Vector3<f64>) {
        if self.round == 0 { ([on_round, on_flat], normal) } else { ([on_flat, on_round], -normal) }
    }
}
