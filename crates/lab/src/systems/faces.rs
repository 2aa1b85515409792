//! Shapes with an end as polygons, for pictures.

use asperity_pack::system::{Part, Shape};
use std::f64::consts::TAU;

/// Sides of what is round.
const SIDES: usize = 24;

/// Corners of a face, counter-clockwise as seen from outside, in the frame of the shape [m].
pub type Face = Vec<[f64; 3]>;

/// A ring of corners at a height.
fn ring(radii: [f64; 2], height: f64) -> Face {
    let angle = |k: usize| TAU * k as f64 / SIDES as f64;
    (0..SIDES).map(|k| [radii[0] * angle(k).cos(), radii[1] * angle(k).sin(), height]).collect()
}

/// Faces between two rings, the lower one first.
fn between<'a>(low: &'a Face, high: &'a Face) -> impl Iterator<Item = Face> + 'a {
    (0..low.len()).map(|k| {
        let next = (k + 1) % low.len();
        vec![low[k], low[next], high[next], high[k]]
    })
}

/// The faces of a shape with an end that is no ball.
pub fn faces(part: &Part) -> Option<Vec<Face>> {
    if let Some(facets) = &part.facets {
        let mesh = facets.mesh();
        let corner = |k: u32| mesh.corners[k as usize];
        return Some(mesh.triangles.iter().map(|of| of.map(corner).into()).collect());
    }
    Some(match &part.shape {
        Shape::Box { half: h } => {
            let ring = |z: f64| vec![[-h[0], -h[1], z], [h[0], -h[1], z], [h[0], h[1], z], [-h[0], h[1], z]];
            let (low, high) = (ring(-h[2]), ring(h[2]));
            let sides: Vec<Face> = between(&low, &high).collect();
            [vec![low.iter().rev().copied().collect(), high], sides].concat()
        }
        Shape::Cone(cone) => {
            let half = 0.5 * cone.length;
            let (low, high) = (ring([cone.radius; 2], -half), ring([cone.top_radius; 2], half));
            let sides: Vec<Face> = between(&low, &high).collect();
            [vec![low.iter().rev().copied().collect(), high], sides].concat()
        }
        Shape::Ellipsoid { half: h } => {
            let rings: Vec<Face> = (0..=SIDES / 2)
                .map(|k| {
                    let latitude = TAU / 2.0 * (k as f64 / (SIDES / 2) as f64 - 0.5);
                    ring([h[0] * latitude.cos(), h[1] * latitude.cos()], h[2] * latitude.sin())
                })
                .collect();
            rings.windows(2).flat_map(|pair| between(&pair[0], &pair[1]).collect::<Vec<_>>()).collect()
        }
        Shape::Capsule(capsule) => {
            let half = 0.5 * capsule.length;
            let cap = |k: usize, side: f64| {
                let latitude = TAU / 4.0 * (k as f64 / (SIDES / 4) as f64);
                let height = side * (half + capsule.radius * latitude.sin());
                ring([capsule.radius * latitude.cos(); 2], height)
            };
            let low = (0..=SIDES / 4).rev().map(|k| cap(k, -1.0));
            let rings: Vec<Face> = low.chain((0..=SIDES / 4).map(|k| cap(k, 1.0))).collect();
            rings.windows(2).flat_map(|pair| between(&pair[0], &pair[1]).collect::<Vec<_>>()).collect()
        }
        Shape::Torus(torus) => {
            let rings: Vec<Face> = (0..=SIDES / 2)
                .map(|k| {
                    let angle = TAU * k as f64 / (SIDES / 2) as f64;
                    ring([torus.radius + torus.tube * angle.cos(); 2], torus.tube * angle.sin())
                })
                .collect();
            rings.windows(2).flat_map(|pair| between(&pair[0], &pair[1]).collect::<Vec<_>>()).collect()
        }
        Shape::Sphere { .. } | Shape::Plane { .. } | Shape::Cylinder { .. } | Shape::Facets { .. } => return None,
    })
}
