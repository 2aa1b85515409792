//! A cylinder or a cone over a face of another body.

use crate::meet::candidates::axis::Axis;
use crate::meet::candidates::candidate::{Candidate, EDGES, NEARER, Turning};
use crate::meet::candidates::on_plane::OnPlane;
use crate::meet::candidates::round::{OverFace, RoundOnFaces};
use crate::physics::Vector3;
use crate::shape::Shape;

/// How far the normal of an end of a cylinder may lie beside its axis by rounding [1]: its sides are none of its faces.
const AT_END: f64 = 1e-9;

/// Feature of the far end of a line that reaches over an edge, beside those of the edge.
const FAR_END: usize = 3;

impl RoundOnFaces<'_> {
    /// Candidates as over the plane of the face along whose normal they meet last in a step of `h` [s], or else are farthest apart, where the lowest place is over that face
    /// then, or a line along the side that lies on it and reaches over its edges. None of what stands on its end over an edge. `penetration` [m]: that of the prism
    pub fn over_a_face(&self, h: f64, penetration: &dyn Fn() -> f64, near: &mut dyn FnMut(Candidate)) -> OverFace {
        let RoundOnFaces { round, cone, convex, on, bodies, pose, of_flat, slack } = self;
        let (round, flat, slack) = (*round, self.flat(), *slack);
        let passing = |place: &Vector3<f64>| self.passing(place);
        let axes = |found: &mut dyn FnMut(Axis)| {
            for (face, [x, y, z, height]) in convex.planes.iter().enumerate() {
                let normal = Vector3::new(*x, *y, *z);
                let lowest = pose.place_in_world(&cone.lowest(&pose.to_shape(&normal)));
                let closing = h * normal.dot(&passing(&lowest));
                found(Axis { apart: normal.dot(&lowest) - height, closing, k: flat, face });
            }
        };
        let best = Axis::last(&axes, slack);
        let Some([x, y, z, height]) = convex.planes.get(best.face) else { return OverFace::Beside(best.apart, None) };
        let (up, rim) = (Vector3::new(*x, *y, *z), convex.rim(best.face));
        if matches!(on[flat].shape, Shape::Cone(_)) && up[2].abs() < 1.0 - AT_END {
            return OverFace::Beside(best.apart, None);
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
        let is_above = |at: &Vector3<f64>, above: f64| {
            convex.planes.iter().any(|[x, y, z, height]| Vector3::new(*x, *y, *z).dot(at) - height > above)
        };
        // over a face, below its plane and not in the body: beyond it, where nothing of the face touches it
        let is_beyond =
            |part: f64| low.gap + (high.gap - low.gap) * part < -slack && is_above(&(at_low + along * part), slack);
        let lies = (high.gap - low.gap).powi(2) <= 2.0 * NEARER * along.dot(&along);
        if from > until || is_beyond(from) {
            return OverFace::Beside(best.apart, None);
        }
        let as_of = |of: Candidate| {
            let turning = if of.turning == Turning::Round { of.turning } else { Turning::With([round, flat]) };
            let (points, normal) = self.as_of(of.points[0], of.points[1], of.normal);
            Candidate { turning, points, normal, ..of }
        };
        let ends = [(low, from), (high, until)].map(|(of, part)| {
            let points = [0, 1].map(|k| low.points[k] + (high.points[k] - low.points[k]) * part);
            as_of(Candidate { points, gap: low.gap + (high.gap - low.gap) * part, ..of })
        });
        // edges that overlap by far less than faces are what has met: none where the lowest place is as deep below all faces, as along a normal
        // between those of two faces it is no less deep than the lesser of both
        let by_edges = || {
            let lowest = pose.place_in_world(&cone.lowest(&pose.to_shape(&up)));
            let is_amid = !is_above(&lowest, best.apart + slack);
            let penetration = if is_amid { 0.0 } else { penetration() };
            penetration > 0.0 && penetration < EDGES * -best.apart - slack
        };
        if from > 0.0 && !lies || best.apart < -slack && by_edges() {
            let far = Candidate { feature: FAR_END, corner: FAR_END, ..ends[1] };
            return OverFace::Beside(best.apart, (from < until && !is_beyond(until)).then_some(far));
        }
        let mut are_over = true;
        plane.around_rim(cone, h, &mut |candidate| are_over &= self.is_over(rim, &up, &place(&candidate)));
        if !are_over {
            return OverFace::Beside(best.apart, None);
        }
        ends.into_iter().for_each(&mut *near);
        plane.around_rim(cone, h, &mut |of| near(as_of(of)));
        OverFace::Within
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
