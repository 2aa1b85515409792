//! Drift of the rows by differences, and which features face each other.

use asperity_lab::planar::{Body, Fixture, Piece, Shape, System, pairs};
use nalgebra::{DVector, Vector2, Vector3};

use super::coulomb;

fn body(name: &str, shape: Shape, place: [f64; 3]) -> Body {
    Body { name: name.into(), mass: 1.0, inertia: 0.1, shape, place: place.into(), velocity: Vector3::zeros() }
}

/// Every kind of pair: corner and disc on edges of bodies and of the world, disc on disc and on corner.
fn everything() -> System {
    let fixture = |name: &str, piece| Fixture { name: name.into(), piece };
    System {
        gravity: Vector2::zeros(),
        bodies: vec![
            body("box", Shape::rectangle(0.3, 0.2), [0.1, 0.2, 0.3]),
            body("disc", Shape::Disc { radius: 0.15 }, [1.2, 0.4, -0.4]),
            body("coin", Shape::Disc { radius: 0.1 }, [-0.9, 0.7, 0.2]),
            body("rod", Shape::rod(0.8), [0.4, 1.6, 0.7]),
        ],
        fixtures: vec![
            fixture("floor", Piece::HalfPlane { point: Vector2::new(0.0, -1.0), normal: Vector2::new(0.1, 1.0) }),
            fixture("wall", Piece::Segment { from: Vector2::new(2.0, -1.0), to: Vector2::new(2.5, 1.0) }),
            fixture("post", Piece::Disc { centre: Vector2::new(-2.0, 0.3), radius: 0.2 }),
        ],
        joints: vec![],
        springs: vec![],
        loads: vec![],
        law: coulomb(0.3, 0.5),
        laws: vec![],
    }
}

/// d/dt of φ is ζ_N, and d/dt of ζ = J·q̇ with q̇ fixed is J̇·q̇: central differences with 1e-5 s miss it by 1e-10 of the
/// third derivatives, and by rounding of 1e-11.
#[test]
fn drift_of_each_row_is_that_of_differences() {
    let system = everything();
    let (q, _) = system.start();
    let v = DVector::from_iterator(q.len(), (0..q.len()).map(|k| (1.7 * k as f64 + 0.3).sin()));
    let h = 1e-5;
    let mut seen = 0;
    for pair in pairs(&system) {
        let here = pair.touch(&q, &v);
        let [before, after] = [-h, h].map(|h| pair.touch(&(&q + &v * h), &v));
        let difference = |before: f64, after: f64| (after - before) / (2.0 * h);
        let name = &pair.name;
        let close = |found: f64, expected: f64, what: &str| {
            assert!((found - expected).abs() < 1e-8, "{name}, {what}: {found} instead of {expected}");
        };
        close(here.rate[0], difference(before.gap, after.gap), "rate of the gap");
        for (row, what) in ["normal", "tangential"].iter().enumerate() {
            close(here.bias[row], difference(before.rate[row], after.rate[row]), what);
        }
        if here.inside.is_finite() && before.inside.is_finite() && after.inside.is_finite() {
            close(here.inside_rate, difference(before.inside, after.inside), "rate of the distance from an end");
        }
        // the rows give the rates
        for (row, rate) in here.rows.iter().zip(here.rate) {
            let sum: f64 = row
                .iter()
                .zip(pair.owners)
                .filter(|(_, owner)| 3 * owner < q.len())
                .map(|(row, owner)| row.dot(&Vector3::new(v[3 * owner], v[3 * owner + 1], v[3 * owner + 2])))
                .sum();
            assert!((sum - rate).abs() < 1e-14, "{name}: {sum} {rate}");
        }
        seen += 1;
    }
    assert!(seen > 60, "{seen} pairs");
}

/// By hand: ½·r², (w² + h²)/12, l²/12, and a right triangle of legs a, b: (a² + b²)/18.
#[test]
fn uniform_shapes_have_the_inertia_of_the_books() {
    let triangle = [[-1.0, -1.0], [2.0, -1.0], [-1.0, 2.0]].map(|[x, y]| Vector2::new(x, y)).to_vec();
    for (shape, expected) in [
        (Shape::Disc { radius: 0.2 }, 0.02),
        (Shape::rectangle(0.3, 0.2), (0.36 + 0.16) / 12.0),
        (Shape::rod(0.6), 0.03),
        (Shape::Polygon { corners: triangle }, 1.0),
    ] {
        let (square, off) = shape.uniform();
        assert!((square - expected).abs() < 1e-15 && off < 1e-15, "{shape:?}: {square} {off}");
    }
}
