//! Where two shapes meet: one frame of each kind of pair, in contact and far.

use super::Case;
use asperity::meet::{Geometry, HoldsSolids, Place, met};
use asperity::physics::{Body, Inputs, Parameters, Quaternion, Vector3};
use asperity::shape::{Capsule, Cone, Placed, Shape};
use asperity::unit::facets::Facets;
use asperity::unit::solid_pair::SolidPair;
use std::hint::black_box;
use std::sync::Arc;

type V3 = Vector3<f64>;

/// A double pyramid of this radius and half height, with so many sides each way.
fn pyramids(sides: usize, radius: f64) -> Arc<Facets> {
    let ring = |k: usize| {
        let (s, c) = (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
        [radius * c, radius * s, 0.0]
    };
    let mut corners: Vec<[f64; 3]> = (0..sides).map(ring).collect();
    corners.extend([[0.0, 0.0, radius], [0.0, 0.0, -radius]]);
    let triangles = (0..sides).flat_map(|k| {
        let next = (k + 1) % sides;
        [[k, next, sides], [next, k, sides + 1]]
    });
    Arc::new(Facets::new(&corners, &triangles.collect::<Vec<_>>()).expect("they are closed"))
}

/// A frame of two shapes, the first one `height` over the second one and turned.
fn case(name: &'static str, shapes: [Shape<f64>; 2], facets: [Option<Arc<Facets>>; 2], height: f64, turn: f64) -> Case {
    let placed = |shape| Placed { shape, center: V3::zeros(), orientation: Quaternion::new(1.0, 0.0, 0.0, 0.0) };
    let meeting = Geometry::default().between(&placed(shapes[0]), &placed(shapes[1])).expect("the shapes meet");
    let (solids, way) = (meeting.solids.expect("they are no pair"), meeting.geometry.settings.way.expect("a way"));
    let held = SolidPair::new(way, solids, facets).expect("their faces are few");
    let body_i = Body {
        position: V3::new(0.01, 0.02, height),
        orientation: Quaternion::new(1.0, 0.3 * turn, -0.2 * turn, turn),
        ..Body::default()
    };
    let inputs = Inputs { body_i, ..Inputs::default() };
    let laws = Parameters::default();
    let run = move || {
        let place = Place { geometry: &meeting.geometry, solids: Some(&held as &dyn HoldsSolids) };
        let mut region = None;
        let frame = met(&laws, place, black_box(&inputs), None, &mut region);
        frame.penetration + region.map_or(0.0, |region| region.volume)
    };
    Case { name, run: Box::new(run) }
}

/// Pairs of shapes.
pub fn shapes() -> Vec<Case> {
    let cube = Shape::Box { half: V3::new(0.1, 0.1, 0.1) };
    let ball = Shape::Sphere { radius: 0.05, hollow: false };
    let plane = Shape::Plane { normal: V3::z(), height: 0.0 };
    let cone = Shape::Cone(Cone { radius: 0.1, top_radius: 0.1, length: 0.2 });
    let capsule = Shape::Capsule(Capsule { radius: 0.05, length: 0.1 });
    let ellipsoid = Shape::Ellipsoid { half: V3::new(0.1, 0.08, 0.1) };
    let convex = Shape::Facets { size: 0.1, is_convex: true };
    let none = || [None, None];
    let (large, small) = (pyramids(50, 0.1), pyramids(18, 0.1));
    vec![
        case("sphere on a box", [ball, cube], none(), 0.149, 0.0),
        case("sphere on a cylinder", [ball, cone], none(), 0.149, 0.0),
        case("sphere on an ellipsoid", [ball, ellipsoid], none(), 0.149, 0.0),
        case("sphere on a capsule", [ball, capsule], none(), 0.149, 0.0),
        case("sphere on a body of 36 faces", [ball, convex], [None, Some(small.clone())], 0.149, 0.0),
        case("capsule on a box", [capsule, cube], none(), 0.149, 0.1),
        case("capsule on a capsule", [capsule, capsule], none(), 0.0999, 0.3),
        case("ellipsoid on a box", [ellipsoid, cube], none(), 0.195, 0.3),
        case("ellipsoid on an ellipsoid", [ellipsoid, ellipsoid], none(), 0.195, 0.3),
        case("ellipsoid on a cylinder", [ellipsoid, cone], none(), 0.195, 0.3),
        case("box on a plane", [cube, plane], none(), 0.0999, 0.0),
        case("box on a plane, on an edge", [cube, plane], none(), 0.115, 0.8),
        case("cylinder on a plane", [cone, plane], none(), 0.0999, 0.0),
        case("ellipsoid on a plane", [ellipsoid, plane], none(), 0.0999, 0.0),
        case("body of 100 faces on a plane", [convex, plane], [Some(large), None], 0.095, 0.3),
        case("box flat on a box", [cube, cube], none(), 0.1999, 0.0),
        case("box turned on a box", [cube, cube], none(), 0.1999, 0.001),
        case("box on a box, on an edge", [cube, cube], none(), 0.215, 0.8),
        case("cylinder on a box", [cone, cube], none(), 0.1999, 0.0),
        case("two cylinders", [cone, cone], none(), 0.1999, 0.001),
        case("two bodies of 36 faces", [convex, convex], [Some(small.clone()), Some(small)], 0.195, 0.3),
        case("box beside a box", [cube, cube], none(), 0.3, 0.8),
        case("box far from a box", [cube, cube], none(), 2.0, 0.8),
        case("box far from a plane", [cube, plane], none(), 2.0, 0.8),
        case("sphere far from a box", [ball, cube], none(), 2.0, 0.8),
    ]
}
