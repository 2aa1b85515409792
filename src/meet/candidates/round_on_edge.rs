//! The side of a cylinder on an edge of another body.

use crate::meet::candidates::candidate::{Candidate, NEARER, Turning};
use crate::meet::candidates::round::RoundOnFaces;
use crate::physics::Vector3;
use crate::shape::Shape;

/// Share of its radius at which the axis of a cylinder that lies on an edge is from it at least: deeper the edge is not what has met.
const DEEP: f64 = 0.5;

/// Share of its radius by which a cylinder comes nearer to an edge in a step [1], and angle by which its axis turns [rad], beyond which the edge need not be what it meets. Chosen:
/// what rolls over a seam or off an edge does less, what is thrown does more.
const SLOWLY: f64 = 0.02;
const TURNING: f64 = 0.1;

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

/// The edge nearest to the axis.
struct Nearest {
    beside: Beside,
    /// Where on its part, and how far from the axis [1, m]
    t: f64,
    distance: f64,
}

impl RoundOnFaces<'_> {
    /// Candidates of the side of a cylinder on that edge of the other body which is nearest to its axis: the ends of the part that is beside the side, and where it is nearest
    /// if that is between them. Whether it is there that they meet in a step of `h` [s]: no end of the axis is nearer, now and when they have moved on, they come together by little,
    /// as in rolling, and the axis hardly turns. What is thrown at an edge may slide off it before it meets it. `apart` [m]: distance from the nearest face along its normal, as what
    /// overlaps does so least where it meets
    pub fn over_an_edge(&self, h: f64, apart: f64, near: &mut dyn FnMut(Candidate)) -> bool {
        let RoundOnFaces { cone, on, bodies, pose, of_flat, slack, .. } = self;
        let radius = cone.radius;
        if cone.top_radius != radius || matches!(on[self.flat()].shape, Shape::Cone(_)) {
            return false;
        }
        let Some(Nearest { beside, t: nearest, distance }) = self.nearest_edge(&pose.origin) else { return false };
        if distance - radius < apart - slack {
            return false;
        }
        let [place, away] = beside.between(nearest);
        let closing = -h * self.passing(&place).dot(&away) / distance;
        let omega = of_flat.to_shape(&(bodies[self.round].angular_velocity - bodies[self.flat()].angular_velocity));
        let turning = omega.cross(&pose.axes.column(2)) * h;
        if closing > SLOWLY * radius || turning.dot(&turning) > TURNING * TURNING {
            return false;
        }
        if self.nearest_edge(&(pose.origin - self.passing(&pose.origin) * h)).is_none() {
            return false;
        }
        let mut touched = |feature: usize, t: f64| {
            let [place, away] = beside.between(t);
            let distance = away.dot(&away).sqrt();
            let normal = of_flat.to_world(&(-away / distance));
            let on_flat = of_flat.place_in_world(&place);
            let (points, normal) = self.as_of(on_flat + normal * (distance - radius), on_flat, normal);
            let gap = distance - radius;
            near(Candidate { feature, corner: feature, turning: Turning::Round, points, normal, gap });
        };
        // as those of a line over a face, which goes on over its edge
        touched(0, 0.0);
        touched(1, 1.0);
        let [from, to] = beside.away.map(|away| away.dot(&away).sqrt());
        if distance < from + (to - from) * nearest - slack {
            touched(2, nearest);
        }
        true
    }

    /// The edge nearest to the axis with its middle at a place, unless one of its ends is nearer to the body, or the edge deep in the cylinder.
    fn nearest_edge(&self, middle: &Vector3<f64>) -> Option<Nearest> {
        let RoundOnFaces { cone, convex, pose, .. } = self;
        let axis = pose.axes.column(2).into_owned();
        let mut best: Option<Nearest> = None;
        for face in 0..convex.planes.len() {
            let rim = convex.rim(face);
            for beside in (0..rim.len()).filter_map(|k| self.beside(middle, &axis, self.edge(rim, k))) {
                let (t, distance) = beside.nearest();
                if best.as_ref().is_none_or(|best| distance < best.distance) {
                    best = Some(Nearest { beside, t, distance });
                }
            }
        }
        let half = axis * (0.5 * cone.length);
        let from_ends = [-half, half].map(|half| convex.nearest(&(middle + half)).distance);
        best.filter(|Nearest { distance, .. }| {
            *distance >= DEEP * cone.radius && distance * (1.0 - NEARER) <= from_ends[0].min(from_ends[1])
        })
    }

    /// The part of an edge beside the side, from the lower end to the upper one.
    fn beside(&self, middle: &Vector3<f64>, axis: &Vector3<f64>, [from, to]: [Vector3<f64>; 2]) -> Option<Beside> {
        let half = 0.5 * self.cone.length;
        let mut places = [from, to];
        let mut heights = places.map(|place| axis.dot(&(place - middle)));
        if heights[0] > heights[1] {
            (places, heights) = ([places[1], places[0]], [heights[1], heights[0]]);
        }
        let [low, high] = heights;
        // one that is level with an end is not beside the side, which passes over it
        if low > half - self.slack || high < self.slack - half {
            return None;
        }
        let along = places[1] - places[0];
        let ends =
            if high > low { [-half, half].map(|end| (end.clamp(low, high) - low) / (high - low)) } else { [0.0, 1.0] };
        let places = ends.map(|t| places[0] + along * t);
        let away = places.map(|place| {
            let from = place - middle;
            from - axis * axis.dot(&from)
        });
        Some(Beside { places, away })
    }
}
