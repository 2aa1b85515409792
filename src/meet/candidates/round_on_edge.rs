//! The side of a cylinder on an edge of another body.

use crate::meet::candidates::candidate::{Candidate, NEARER, Turning};
use crate::meet::candidates::round::RoundOnFaces;
use crate::physics::Vector3;
use crate::shape::Shape;

/// Share of its radius at which the axis of a cylinder that lies on an edge is from it at least: deeper the edge is not what has met.
const DEEP: f64 = 0.5;

/// The part of an edge that is beside a cylinder: its ends, and their ways from the axis [m].
#[derive(Clone, Copy)]
struct Beside {
    places: [Vector3<f64>; 2],
    away: [Vector3<f64>; 2],
}

impl Beside {
    /// The same of a place between them.
    fn between(&self, t: f64) -> [Vector3<f64>; 2] {
        [self.places, self.away].map(|[from, to]| from + (to - from) * t)
    }

    /// Where it is nearest to the axis, and how far away [1, m].
    fn nearest(&self) -> (f64, f64) {
        let [from, to] = self.away;
        let along = to - from;
        let square = along.dot(&along);
        let t = if square > 0.0 { (-along.dot(&from) / square).clamp(0.0, 1.0) } else { 0.0 };
        let [_, away] = self.between(t);
        (t, away.dot(&away).sqrt())
    }
}

impl RoundOnFaces<'_> {
    /// Candidates of the side of a cylinder on that edge of the other body which is nearest to its axis: the ends of the part that is beside the side, and where it is nearest
    /// if that is between them; whether no end of the axis is nearer.
    pub fn over_an_edge(&self, near: &mut dyn FnMut(Candidate)) -> bool {
        let RoundOnFaces { cone, convex, on, pose, of_flat, slack, .. } = self;
        let flat = self.flat();
        let radius = cone.radius;
        if cone.top_radius != radius || matches!(on[flat].shape, Shape::Cone(_)) {
            return false;
        }
        let mut best: Option<(Beside, f64, f64)> = None;
        for face in 0..convex.planes.len() {
            let rim = convex.rim(face);
            for beside in (0..rim.len()).filter_map(|k| self.beside(self.edge(rim, k))) {
                let (t, distance) = beside.nearest();
                if best.is_none_or(|(.., least)| distance < least) {
                    best = Some((beside, t, distance));
                }
            }
        }
        let Some((beside, nearest, distance)) = best else { return false };
        let half = pose.axes.column(2) * (0.5 * cone.length);
        let from_ends = [-half, half].map(|half| convex.nearest(&(pose.origin + half)).distance);
        if distance < DEEP * radius || distance * (1.0 - NEARER) > from_ends[0].min(from_ends[1]) {
            return false;
        }
        let mut touched = |feature: usize, t: f64| {
            let [place, away] = beside.between(t);
            let distance = away.dot(&away).sqrt();
            let normal = of_flat.to_world(&(-away / distance));
            let on_flat = of_flat.place_in_world(&place);
            let (points, normal) = self.as_of(on_flat + normal * (distance - radius), on_flat, normal);
            near(Candidate {
                feature,
                corner: feature,
                turning: Turning::Round,
                points,
                normal,
                gap: distance - radius,
            });
        };
        touched(0, 0.0);
        touched(1, 1.0);
        let [from, to] = beside.away.map(|away| away.dot(&away).sqrt());
        if distance < from + (to - from) * nearest - slack {
            touched(2, nearest);
        }
        true
    }

    /// The part of an edge beside the side, from the lower end to the upper one.
    fn beside(&self, [from, to]: [Vector3<f64>; 2]) -> Option<Beside> {
        let (axis, half) = (self.pose.axes.column(2).into_owned(), 0.5 * self.cone.length);
        let mut places = [from, to];
        let mut heights = places.map(|place| axis.dot(&(place - self.pose.origin)));
        if heights[0] > heights[1] {
            (places, heights) = ([places[1], places[0]], [heights[1], heights[0]]);
        }
        let [low, high] = heights;
        if low > half || high < -half {
            return None;
        }
        let along = places[1] - places[0];
        let ends =
            if high > low { [-half, half].map(|end| (end.clamp(low, high) - low) / (high - low)) } else { [0.0, 1.0] };
        let places = ends.map(|t| places[0] + along * t);
        let away = places.map(|place| {
            let from = place - self.pose.origin;
            from - axis * axis.dot(&from)
        });
        Some(Beside { places, away })
    }
}
