//! A cylinder or a cone that meets a body of faces: round as it is, where nothing but one face or one edge can touch it. Elsewhere it is a prism.

use crate::meet::candidates::candidate::{BEYOND, Candidate};
use crate::physics::{Body, ContactFrame, Inputs, Vector3};
use crate::shape::convex::{Convex, FEW_FACES, Faced, MOST_FACES};
use crate::shape::{Cone, Placed, Pose, Shape};

/// A cylinder or a cone, and the faces of another body, in world axes about the frame of that.
pub struct RoundOnFaces<'a, const FACES: usize> {
    /// Which one is round, 0 or 1 for i or j
    pub round: usize,
    pub cone: &'a Cone<f64>,
    pub convex: Convex<'a>,
    pub faced: Faced<'a, f64, FACES>,
    pub on: [&'a Placed<f64>; 2],
    pub bodies: [&'a Body<f64>; 2],
    pub of_round: Pose<f64>,
    pub of_flat: Pose<f64>,
    /// Distance below which there is none [m]
    pub slack: f64,
}

/// Candidates of a cylinder or a cone on a face or an edge of the other body, for a step of `h` [s]; whether it is there that they meet.
pub fn of_round(
    on: [&Placed<f64>; 2],
    convex: [Convex; 2],
    (inputs, h): (&Inputs<f64>, f64),
    frame: &dyn Fn() -> ContactFrame<f64>,
    near: &mut dyn FnMut(Candidate),
) -> bool {
    (0..2).any(|round| {
        let Shape::Cone(cone) = &on[round].shape else { return false };
        let bodies = [&inputs.body_i, &inputs.body_j];
        if convex[1 - round].planes.len() <= FEW_FACES {
            RoundOnFaces::<FEW_FACES>::new((round, cone), on, convex, bodies).meets(h, frame, near)
        } else {
            RoundOnFaces::<MOST_FACES>::new((round, cone), on, convex, bodies).meets(h, frame, near)
        }
    })
}

impl<'a, const FACES: usize> RoundOnFaces<'a, FACES> {
    fn new(
        (round, cone): (usize, &'a Cone<f64>),
        on: [&'a Placed<f64>; 2],
        convex: [Convex<'a>; 2],
        bodies: [&'a Body<f64>; 2],
    ) -> Self {
        let flat = 1 - round;
        let pose = |k: usize| {
            let from = bodies[k].position - bodies[flat].position;
            Pose::at(on[k], &from, &bodies[k].orientation)
        };
        let (of_round, of_flat, convex) = (pose(round), pose(flat), convex[flat]);
        let faced = Faced::new(convex, &of_flat);
        let slack = BEYOND * (faced.radius() + cone.reach());
        RoundOnFaces { round, cone, convex, faced, on, bodies, of_round, of_flat, slack }
    }

    fn meets(&self, h: f64, frame: &dyn Fn() -> ContactFrame<f64>, near: &mut dyn FnMut(Candidate)) -> bool {
        self.over_a_face(h, &|| frame().penetration, near) || self.over_an_edge(near)
    }

    /// Which one has the faces, 0 or 1 for i or j.
    pub fn flat(&self) -> usize {
        1 - self.round
    }

    /// Ends of the edges of a face, one after the other, counter-clockwise [m].
    pub fn edges<'b>(&'b self, rim: &'b [u32]) -> impl Iterator<Item = [Vector3<f64>; 2]> {
        let next = rim.iter().cycle().skip(1);
        rim.iter().zip(next).map(|(from, to)| [from, to].map(|k| self.faced.corner(*k as usize)))
    }
}
