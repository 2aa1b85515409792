//! The polyhedral set of friction forces: its planes, and the nearest point against two oracles of this file.
//!
//! The corners are found by brute force, as every triple of planes whose meeting point no other plane cuts off. A
//! point x of a convex set is nearest to y exactly when (y − x)·(c − x) ≤ 0 for every corner c.

use asperity::physics::parameters::FrictionMap;
use asperity::physics::polyhedron::{self, Face};
use asperity::physics::{LimitSurface, Planar};
use nalgebra::{Matrix3, Vector3};
use proptest::prelude::*;
use std::sync::LazyLock;

type V3 = Vector3<f64>;

/// Normals of the planes: around at the latitudes 0 and ±45°, and the poles.
fn planes(sides: u32) -> Vec<V3> {
    let mut planes = vec![V3::z(), -V3::z()];
    for k in 0..sides {
        let angle = 2.0 * core::f64::consts::PI * f64::from(k) / f64::from(sides);
        let (sine, cosine) = angle.sin_cos();
        planes.push(Vector3::new(cosine, sine, 0.0));
        for up in [1.0, -1.0] {
            planes.push(Vector3::new(cosine, sine, up) / 2f64.sqrt());
        }
    }
    planes
}

/// How far a point reaches: 1 on the polyhedron of size 1.
fn gauge(planes: &[V3], x: &V3) -> f64 {
    planes.iter().map(|n| n.dot(x)).fold(0.0, f64::max)
}

fn corners(planes: &[V3]) -> Vec<V3> {
    let mut corners: Vec<V3> = Vec::new();
    for (a, n) in planes.iter().enumerate() {
        for (b, m) in planes.iter().enumerate().skip(a + 1) {
            for l in &planes[b + 1..] {
                let rows = Matrix3::from_rows(&[n.transpose(), m.transpose(), l.transpose()]);
                let Some(x) = rows.try_inverse().map(|inverse| inverse * V3::from_element(1.0)) else { continue };
                // almost parallel triples meet far away
                let is_new = x.norm() < 2.0 && corners.iter().all(|c| (c - x).norm() > 1e-9);
                if is_new && gauge(planes, &x) < 1.0 + 1e-12 {
                    corners.push(x);
                }
            }
        }
    }
    corners
}

struct Polyhedron {
    sides: u32,
    planes: Vec<V3>,
    corners: Vec<V3>,
}

static POLYHEDRA: LazyLock<Vec<Polyhedron>> = LazyLock::new(|| {
    let of = |sides| {
        let planes = planes(sides);
        Polyhedron { sides, corners: corners(&planes), planes }
    };
    [4, 6, 8, 10, 14, 32].map(of).into()
});

/// The crate's answer.
fn found(sides: u32, y: &V3, size: f64) -> V3 {
    match nearest(sides, [y.x, y.y, y.z], size) {
        Face::Inside => *y,
        Face::On { along, offset } => V3::from_fn(|r, _| V3::from(along[r]).dot(y) + offset[r] * size),
    }
}

/// Not outside, and no corner lies further towards y. Distances are right to some roundings of the point given.
fn assert_nearest(polyhedron: &Polyhedron, y: &V3, size: f64) {
    let Polyhedron { sides, planes, corners } = polyhedron;
    let x = found(*sides, y, size);
    let rounding = 1e-13 * (y.norm() + size);
    let beyond = gauge(planes, &x) - size;
    assert!(beyond <= rounding, "{sides} sides: {y} comes to {x}, {beyond:e} outside of {size:e}");
    for corner in corners {
        let towards = (y - x).dot(&(corner * size - x));
        let scale = (y - x).norm() + size;
        assert!(
            towards <= rounding * scale,
            "{sides} sides, {size:e}: {y} comes to {x}, nearer to {corner}: {towards:e}"
        );
    }
}

#[test]
fn the_polyhedron_encloses_the_ball_closely() {
    for Polyhedron { sides, planes, corners } in POLYHEDRA.iter() {
        assert_eq!(planes.len(), 3 * *sides as usize + 2);
        // Euler, with four planes at the corners around and three at those about the poles
        assert_eq!(corners.len(), 4 * *sides as usize);
        let widest = corners.iter().map(|c| c.norm()).fold(0.0, f64::max);
        // side at the distance 1 and at half an angle of 180°/sides, height tan 22.5°
        let expected =
            ((core::f64::consts::PI / f64::from(*sides)).cos().powi(-2) + (2f64.sqrt() - 1.0).powi(2)).sqrt();
        assert!((widest - expected).abs() < 1e-12, "{sides}: {widest}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100_000) })]

    #[test]
    fn nearest_point_is_that_of_the_polyhedron(
        which in 0..6usize, direction in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        decade in -3.0..6.0f64, size in 1e-3..1e3f64,
    ) {
        let y = V3::from(direction) * (10f64.powf(decade) * size);
        assert_nearest(&POLYHEDRA[which], &y, size);
    }

    #[test]
    fn nearest_point_is_found_just_about_the_surface(
        which in 0..6usize, direction in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        away in -15.0..0.0f64, size in 1e-3..1e3f64,
    ) {
        let polyhedron = &POLYHEDRA[which];
        let surface = V3::from(direction) / gauge(&polyhedron.planes, &V3::from(direction)).max(1e-3);
        assert_nearest(polyhedron, &(surface * (size * (1.0 + 10f64.powf(away)))), size);
    }
}

/// The symmetric points that random ones miss: over corners, along edges and normals, between them, and those moved
/// by roundings.
#[test]
fn symmetric_points_are_no_exception() {
    for polyhedron in POLYHEDRA.iter() {
        let Polyhedron { planes, corners, .. } = polyhedron;
        let mut points: Vec<V3> = planes.iter().chain(corners).copied().collect();
        for pair in [(0, 1), (1, 2), (2, 3), (0, 5), (3, 4)] {
            points.push(planes[pair.0 % planes.len()] + planes[pair.1 % planes.len()]);
            points.push((corners[pair.0] + corners[pair.1]) * 0.5);
        }
        points.push(V3::zeros());
        for point in &points {
            for stretch in [0.5, 1.0, 1.0 + 1e-15, 1.0 - 1e-15, 1.0 + 1e-9, 1.5, 3.0, 1e3, 1e8, 1e12] {
                for nudge in [V3::zeros(), Vector3::new(1e-16, -2e-16, 3e-16), Vector3::new(-1e-9, 1e-10, 1e-9)] {
                    for size in [1.0, 17.3] {
                        assert_nearest(polyhedron, &((point * stretch + nudge) * size), size);
                    }
                }
            }
        }
    }
}

#[test]
fn the_ball_is_inside_and_stays_where_it_is() {
    for polyhedron in POLYHEDRA.iter() {
        for plane in &polyhedron.planes {
            assert_eq!(nearest(polyhedron.sides, (plane * (1.0 - 1e-15)).into(), 1.0), Face::Inside);
            assert_ne!(nearest(polyhedron.sides, (plane * (1.0 + 1e-12)).into(), 1.0), Face::Inside);
        }
    }
}

fn nearest(sides: u32, point: [f64; 3], size: f64) -> Face {
    polyhedron::Polyhedron::Regular { sides }.nearest(point, size)
}

/// Size 0 is the point 0, whatever stands against it; huge, tiny and meaningless points do not hang or turn out
/// outside.
#[test]
fn sizes_and_points_at_the_ends_of_the_numbers_are_no_exception() {
    for polyhedron in POLYHEDRA.iter() {
        let directions = polyhedron.planes.iter().chain(&polyhedron.corners);
        for direction in directions.copied().chain([Vector3::new(0.3, -0.7, 0.2)]) {
            for length in [1e-300, 1e-150, 1e-10, 1.0, 1e10, 1e150] {
                for size in [0.0, 1e-300, 1e-160, 1e-20, 1.0, 1e20] {
                    let y = direction * length;
                    let x = found(polyhedron.sides, &y, size);
                    let beyond = gauge(&polyhedron.planes, &x) - size;
                    assert!(
                        beyond <= 1e-13 * (y.norm() + size) + f64::MIN_POSITIVE,
                        "{length:e} against {size:e}: {beyond:e} outside"
                    );
                }
            }
        }
        for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
            nearest(polyhedron.sides, [bad, 0.5, 0.5], 1.0);
            nearest(polyhedron.sides, [0.5, 0.5, -bad], 1.0);
            nearest(polyhedron.sides, [0.5, 0.5, 0.5], bad);
        }
    }
}

/// Dykstra's alternating projections: another way to the same point.
#[test]
fn alternating_projections_come_to_the_same_point() {
    let mut y = Vector3::new(1.3, -0.4, 0.7);
    for polyhedron in POLYHEDRA.iter().take(4) {
        for _ in 0..50 {
            y = Vector3::new(y.z + 0.31, -1.1 * y.x, y.y - 0.17).map(|c| c % 3.0);
            let (mut x, mut pulls) = (y, vec![V3::zeros(); polyhedron.planes.len()]);
            for _ in 0..20_000 {
                for (n, pull) in polyhedron.planes.iter().zip(&mut pulls) {
                    let back = x + *pull;
                    x = back - n * (n.dot(&back) - 1.0).max(0.0);
                    *pull = back - x;
                }
            }
            // converges linearly at the edges, with a rate set by the angle between planes
            let difference = (x - found(polyhedron.sides, &y, 1.0)).norm();
            assert!(difference < 1e-9, "{}: {y}: {difference:e}", polyhedron.sides);
        }
    }
}

/// The force that takes most work of a slip is a corner, however fast the slip is: by brute force over the corners. Up to 1e4
/// times the width of the smoothing something of it is left.
#[test]
fn a_fast_slip_meets_the_corner_of_greatest_work() {
    for Polyhedron { sides, corners, .. } in POLYHEDRA.iter() {
        let mut parameters = crate::common::parameters();
        (parameters.settings.friction_map, parameters.settings.sides) = (FrictionMap::Polyhedron, *sides);
        let surface = LimitSurface::new(&parameters, [V3::x(), V3::y()]);
        for slip in [Vector3::new(0.3, -0.7, 0.2), Vector3::new(-0.9, 0.11, -0.05), Vector3::new(0.02, 0.05, 0.99)] {
            let work = |c: &&V3| c.dot(&slip);
            let best = corners.iter().max_by(|a, b| work(a).total_cmp(&work(b))).unwrap();
            for speed in [1.0, 1e5, 1e12, 1e20, 1e100] {
                let slip = Planar { t: Vector3::new(slip.x, slip.y, 0.0), r: slip.z } * speed;
                let Planar { t, r } = surface.direction(&slip, |_| unreachable!("the ball's"), 1e5);
                let off = (Vector3::new(t.x, t.y, r) - best).norm();
                assert!(off < 1e-9, "{sides} sides at {speed:e}: {off:e} beside the corner");
            }
        }
    }
}
