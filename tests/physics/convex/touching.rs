//! Bodies that touch up to rounding: their normal is that of what meets.

use super::{Q, UNTURNED, V3, body, contact, cuboid, drawn_orientation};
use crate::common::random::Random;
use asperity::meet::{Solids, Way};
use asperity::physics::Inputs;
use asperity::physics::rotation::{self, Rotation};
use asperity::shape::{Cone, Placed, Shape};
use asperity::unit::facets::Facets;
use asperity::unit::solid_pair::SolidPair;
use asperity::unit::system::hull;
use std::sync::Arc;

type Part = (Shape<f64>, Option<Arc<Facets>>);

/// A body i over another one j that it touches in the plane z = 0: how both are turned, and where they are.
struct Meeting {
    bodies: [Part; 2],
    turned: [Q; 2],
    places: [V3; 2],
}

fn octahedron() -> Part {
    let points: Vec<[f64; 3]> =
        [V3::x(), V3::y(), V3::z()].iter().flat_map(|axis| [axis * 0.1, axis * -0.1]).map(Into::into).collect();
    let facets = hull::of(&points).unwrap();
    (Shape::Facets { size: facets.size(), is_convex: true }, Some(Arc::new(facets)))
}

fn meetings() -> Vec<Meeting> {
    let cube = || cuboid(V3::new(0.1, 0.1, 0.1));
    let cone = |top_radius: f64| (Shape::Cone(Cone { radius: 0.08, top_radius, length: 0.2 }), None);
    let disc = || (Shape::Cone(Cone { radius: 0.12, top_radius: 0.12, length: 0.2 }), None);
    let small = || cuboid(V3::new(0.001, 0.001, 0.001));
    let block = || cuboid(V3::new(0.4, 0.3, 0.1));
    let root = 2.0f64.sqrt();
    let on_corner = {
        let diagonal = V3::new(1.0, 1.0, 1.0).normalize();
        rotation::quaternion_of(&(diagonal.cross(&-V3::z()).normalize() * diagonal.angle(&-V3::z())))
    };
    let low = V3::new(0.0, 0.0, -0.1);
    let [about_x, about_y] =
        [V3::x(), V3::y()].map(|axis| rotation::quaternion_of(&(axis * std::f64::consts::FRAC_PI_4)));
    let over = |height: f64| V3::new(0.07, -0.04, height);
    let meeting =
        |i: Part, j: Part, turned: Q, at: V3| Meeting { bodies: [i, j], turned: [turned, UNTURNED], places: [at, low] };
    vec![
        meeting(cube(), block(), UNTURNED, over(0.1)),
        meeting(cube(), block(), about_x, over(0.1 * root)),
        meeting(cube(), block(), on_corner, over(0.1 * 3.0f64.sqrt())),
        meeting(octahedron(), block(), UNTURNED, over(0.1)),
        meeting(cone(0.08), block(), UNTURNED, over(0.1)),
        meeting(cone(0.03), block(), UNTURNED, over(0.1)),
        // its tip downwards
        meeting(cone(0.0), block(), Q::new(0.0, 1.0, 0.0, 0.0), over(0.1)),
        meeting(cone(0.08), disc(), UNTURNED, V3::new(0.01, 0.02, 0.1)),
        // small ones beside the edge of a large one: a corner, an edge and a face
        meeting(small(), block(), on_corner, V3::new(0.3999, 0.1, 0.001 * 3.0f64.sqrt())),
        meeting(small(), block(), about_x, V3::new(0.3989, 0.1, 0.001 * root)),
        meeting(small(), block(), UNTURNED, V3::new(0.3989, 0.2989, 0.001)),
        // edge across edge, of which the lower one is along x
        Meeting {
            bodies: [cube(), (Shape::Box { half: V3::new(0.4, 0.1, 0.1) }, None)],
            turned: [about_y, about_x],
            places: [V3::new(0.01, 0.02, 0.1 * root), V3::new(0.0, 0.0, -0.1 * root)],
        },
    ]
}

/// However near: by the way from body to body, and by the force of their overlap, n was off by 0.4 at 1e-16 m and ẋ with it; x by 15 mm. Scenes are turned, so
/// that places are off by rounding.
#[test]
fn normal_and_gap_of_bodies_that_hardly_touch_are_those_of_what_meets() {
    let mut random = Random(41);
    for (k, Meeting { bodies: [i, j], turned, places }) in meetings().into_iter().enumerate() {
        let placed = |shape: Shape<f64>| Placed { shape, center: V3::zeros(), orientation: UNTURNED };
        let held = SolidPair::new(Way::Volume, Solids { i: placed(i.0), j: placed(j.0) }, [i.1, j.1]).unwrap();
        for scene in 0..20 {
            let turn = drawn_orientation(&mut random);
            let by = Rotation::of(&turn);
            let shift = random.direction();
            for apart in [1e-16, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6].into_iter().flat_map(|size| [size, -size]) {
                let up = V3::new(0.0, 0.0, apart);
                let velocity = by.of_vector(&V3::new(3.0, 2.0, -1.0));
                let inputs = Inputs {
                    body_i: body(
                        shift + by.of_vector(&(places[0] + up)),
                        rotation::product(&turn, &turned[0]),
                        velocity,
                        V3::zeros(),
                    ),
                    body_j: body(
                        shift + by.of_vector(&places[1]),
                        rotation::product(&turn, &turned[1]),
                        V3::zeros(),
                        V3::zeros(),
                    ),
                    ..Inputs::default()
                };
                let (frame, _) = contact::<f64>(&held, &inputs);
                let normal = by.of_vector(&V3::z());
                let what = format!("{k} in scene {scene}, {apart:e} m apart");
                // 1e-16 of the size over the depth, and as much of an arm along it
                let off = (frame.normal - normal).norm();
                assert!(off < 1e-6, "{what}: n off by {off:e}");
                assert!((frame.penetration_rate - 1.0).abs() < 4e-6, "{what}: {}", frame.penetration_rate);
                let rounded = if apart < -1e-10 { 1e-16 / -apart } else { 0.0 };
                assert!((frame.penetration + apart).abs() < 1e-15 + rounded, "{what}: x = {:e}", frame.penetration);
            }
        }
    }
}

/// A stiff body of 1 mm on one of 200 m: its depth at rest is less than 1e-12 of their size, and the force acts in the middle of its face, where the corner that a search for the
/// nearest places finds would turn it.
#[test]
fn a_body_that_lies_flat_bears_in_its_middle_at_any_depth() {
    let placed = |shape: Shape<f64>| Placed { shape, center: V3::zeros(), orientation: UNTURNED };
    let small = Shape::Box { half: V3::new(1e-3, 1e-3, 1e-3) };
    let large = Shape::Box { half: V3::new(100.0, 100.0, 100.0) };
    let held = SolidPair::new(Way::Volume, Solids { i: placed(small), j: placed(large) }, [None, None]).unwrap();
    for depth in [1e-7, 1e-9, 1e-11, 1e-12] {
        let at = V3::new(0.02, -0.03, 1e-3 - depth);
        let still = V3::zeros();
        let body_i = body(at, UNTURNED, still, still);
        let body_j = body(V3::new(0.0, 0.0, -100.0), UNTURNED, still, still);
        let (frame, region) = contact::<f64>(&held, &Inputs { body_i, body_j, ..Inputs::default() });
        // places 100 m away are rounded by 1e-14 m, and a normal of 1e-15 has an arm of 173 m
        assert!((frame.penetration - depth).abs() < 6e-13, "{depth:e}: {:e}", frame.penetration);
        // less a rim as wide as the depth
        assert!((region.volume / 4e-6 - depth).abs() < 3e-14 + 1e-4 * depth, "{depth:e}: {:e}", region.volume);
        let aside = [frame.point[0] - 0.02, frame.point[1] + 0.03];
        assert!(aside.iter().all(|by| by.abs() < 1e-9), "{depth:e}: {aside:?}");
    }
}
