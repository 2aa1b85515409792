//! A cylinder or a cone over a face of another body.

use crate::meet::candidates::axis::Axis;
use crate::meet::candidates::candidate::{Candidate, EDGES, NEARER, Turning};
use crate::meet::candidates::on_plane::OnPlane;
use crate::meet::candidates::round::RoundOnFaces;
use crate::physics::{Vector3, inputs};
use crate::shape::Shape;

/// How far the normal of an end of a cylinder may lie beside its axis by rounding [1]: its sides are none of its faces.
const AT_END: f64 = 1e-9;

impl RoundOnFaces<'_> {
    /// Candidates as over the plane of the face along whose normal they meet last in a step of `h` [s], or else are farthest apart; whether the lowest place is over that face
    /// then, or a line along the side that lies on it and reaches over its edges. None of what stands on its end over an edge. `penetration` [m]: that of the prism
    pub fn over_a_face(&self, h: f64, penetration: &dyn Fn() -> f64, near: &mut dyn FnMut(Candidate)) -> bool {
        let RoundOnFaces { round, cone, convex, on, bodies, pose, of_flat, slack } = self;
        let (round, flat, slack) = (*round, self.flat(), *slack);
        // of the flat body seen from the round one
        let passing = |place: &Vector3<f64>| {
            of_flat.to_shape(&inputs::relative_velocity(bodies[flat], bodies[round], &of_flat.place_in_world(place)))
        };
        let axes = |found: &mut dyn FnMut(Axis)| {
            for (face, [x, y, z, height]) in convex.planes.iter().enumerate() {
                let normal = Vector3::new(*x, *y, *z);
                let lowest = pose.place_in_world(&cone.lowest(&pose.to_shape(&normal)));
                let closing = h * normal.dot(&passing(&lowest));
                found(Axis { apart: normal.dot(&lowest) - height, closing, k: flat, face });
            }
        };
        let best = Axis::last(&axes, slack);
        let Some([x, y, z, height]) = convex.planes.get(best.face) else { return false };
        let (up, rim) = (Vector3::new(*x, *y, *z), convex.rim(best.face));
        if matches!(on[flat].shape, Shape::Cone(_)) && up[2].abs() < 1.0 - AT_END {
            return false;
        }
        // edges that overlap by far less than faces are what has met
        if best.apart < -slack {
            let penetration = penetration();
            if penetration > 0.0 && penetration < EDGES * -best.apart - slack {
                return false;
            }
        }
        let gone = passing(&pose.origin) * (h * best.until_met(slack));
        let place = |candidate: &Candidate| of_flat.place_in_shape(&candidate.points[0]) - gone;
        let normal = of_flat.to_world(&up);
        let over_frame = height + normal.dot(&(of_flat.origin - bodies[flat].position));
        let plane = OnPlane::over((on[round], bodies[round]), bodies[flat], &normal, over_frame);
        let [mut low, mut high] = plane.rims(cone);
        if high.gap < low.gap {
            core::mem::swap(&mut low, &mut high);
        }
        // the part of the line between them that is over the face
        let (at_low, at_high) = (place(&low), place(&high));
        let (mut from, mut until) = (0.0_f64, 1.0_f64);
        for k in 0..rim.len() {
            let [a, b] = [&at_low, &at_high].map(|at| self.depth(rim, k, &up, at));
            let crossing = a / (a - b);
            if a < -slack {
                from = from.max(if b > a { crossing } else { f64::INFINITY });
            }
            if b < -slack {
                until = until.min(if a > b { crossing } else { f64::NEG_INFINITY });
            }
        }
        let along = at_high - at_low;
        let lies = (high.gap - low.gap).powi(2) <= 2.0 * NEARER * along.dot(&along);
        if from > until || from > 0.0 && !lies {
            return false;
        }
        let mut are_over = true;
        plane.around_rim(cone, &mut |candidate| are_over &= self.is_over(rim, &up, &place(&candidate)));
        if !are_over {
            return false;
        }
        let mut of_both = |of: Candidate| {
            let turning = if of.turning == Turning::Round { of.turning } else { Turning::With([round, flat]) };
            let (points, normal) = self.as_of(of.points[0], of.points[1], of.normal);
            near(Candidate { turning, points, normal, ..of });
        };
        for (of, part) in [(low, from), (high, until)] {
            let points = [0, 1].map(|k| low.points[k] + (high.points[k] - low.points[k]) * part);
            of_both(Candidate { points, gap: low.gap + (high.gap - low.gap) * part, ..of });
        }
        plane.around_rim(cone, &mut of_both);
        true
    }

    /// How far a place is within an edge of a face with this normal [m].
    fn depth(&self, rim: &[u32], k: usize, normal: &Vector3<f64>, at: &Vector3<f64>) -> f64 {
        let [from, to] = self.edge(rim, k);
        let outward = (to - from).cross(normal);
        outward.dot(&(from - at)) / outward.dot(&outward).sqrt()
    }

    fn is_over(&self, rim: &[u32], normal: &Vector3<f64>, at: &Vector3<f64>) -> bool {
        (0..rim.len()).all(|k| self.depth(rim, k, normal, at) >= -self.slack)
    }
}
