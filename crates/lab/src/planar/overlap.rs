//! How far bodies are inside each other before anything moves.

use nalgebra::Vector2;

use super::bodies::{Owner, Piece, Shape, System, edges};
use super::linear::{length, unit};
use super::pairs::{joined, turned};

/// A convex set in the world: the hull of points, with a rim of this radius.
struct Hull {
    points: Vec<Vector2<f64>>,
    radius: f64,
    /// Of a half-plane: outwards; `points` then holds one point of its line.
    normal: Option<Vector2<f64>>,
}

impl Hull {
    fn new(system: &System, owner: Owner) -> Self {
        let hull = |points, radius| Self { points, radius, normal: None };
        let Some(body) = system.bodies.get(owner) else {
            return match &system.fixtures[owner - system.bodies.len()].piece {
                Piece::HalfPlane { point, normal } => {
                    Self { points: vec![*point], radius: 0.0, normal: Some(unit(normal)) }
                }
                Piece::Segment { from, to } => hull(vec![*from, *to], 0.0),
                Piece::Disc { centre, radius } => hull(vec![*centre], *radius),
            };
        };
        let centre = body.place.xy();
        match &body.shape {
            Shape::Disc { radius } => hull(vec![centre], *radius),
            Shape::Polygon { corners } => {
                hull(corners.iter().map(|corner| centre + turned(corner, body.place.z)).collect(), 0.0)
            }
        }
    }

    /// Least and greatest value along a direction of length 1.
    fn along(&self, d: &Vector2<f64>) -> (f64, f64) {
        let values = || self.points.iter().map(|point| point.dot(d));
        let (least, greatest) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        (least - self.radius, greatest + self.radius)
    }

    /// Normals of its sides.
    fn normals(&self) -> Vec<Vector2<f64>> {
        let sides = edges(&self.points).map(|(a, b)| b - a).filter(|side| length(side) > 0.0);
        sides.map(|side| unit(&Vector2::new(side.y, -side.x))).collect()
    }
}

/// Depth by which two of them overlap, the least way to part them; ≤ 0 where they do not.
fn depth(a: &Hull, b: &Hull) -> f64 {
    if let Some(normal) = a.normal {
        return normal.dot(&a.points[0]) - b.along(&normal).0;
    }
    if b.normal.is_some() {
        return depth(b, a);
    }
    let mut axes = a.normals();
    axes.extend(b.normals());
    for (round, other) in [(a, b), (b, a)] {
        for (p, q) in round.points.iter().flat_map(|p| other.points.iter().map(move |q| (p, q))) {
            if round.radius > 0.0 && p != q {
                axes.push(unit(&(p - q)));
            }
        }
    }
    let apart = |d: &Vector2<f64>| {
        let ((a_low, a_high), (b_low, b_high)) = (a.along(d), b.along(d));
        f64::min(a_high - b_low, b_high - a_low)
    };
    axes.iter().map(apart).fold(f64::INFINITY, f64::min)
}

/// The two that are deepest in each other, and how deep [m].
pub fn deepest(system: &System) -> Option<([String; 2], f64)> {
    let hulls: Vec<Hull> = (0..system.owners()).map(|owner| Hull::new(system, owner)).collect();
    let mut found: Option<([String; 2], f64)> = None;
    for a in 0..system.bodies.len() {
        for b in (a + 1..system.owners()).filter(|b| !joined(system, [a, *b])) {
            let depth = depth(&hulls[a], &hulls[b]);
            if found.as_ref().is_none_or(|(_, known)| depth > *known) {
                found = Some(([a, b].map(|owner| system.name(owner).to_owned()), depth));
            }
        }
    }
    found
}
