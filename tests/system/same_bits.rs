//! Every pair of shapes answers the same bits on every platform, in every build.

use super::all_pairs::{AllPairs, PAIRS, STEPS};
use asperity::fmi::Interface;
use asperity::meet::{Way, table};
use asperity::physics::Vector3;
use asperity::shape::{Capsule, Cone, Shape, Torus};
use std::collections::BTreeSet;

/// FNV-1a over the bytes of each number, lowest first. `cargo test --target …` says the same of aarch64 and Windows (docs/platforms.md).
const WANTED: u64 = 0x404d_6de8_93af_d446;

/// A step of each pair after the other through contact and out of it, and slopes of its force and torque in Model Exchange.
#[test]
fn every_pair_of_shapes_has_the_same_bits_everywhere() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |numbers: &[f64]| {
        for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut steps = AllPairs::new(Interface::CoSimulation);
    let mut exchange = AllPairs::new(Interface::ModelExchange);
    let mut greatest = [0.0_f64; PAIRS.len()];
    for step in 0..STEPS {
        steps.step(step);
        exchange.update(step);
        for (k, greatest) in greatest.iter_mut().enumerate() {
            let wrench = steps.wrench(k);
            *greatest = greatest.max(wrench[2]);
            add(&wrench);
            if step % 10 == 5 {
                add(&exchange.slopes(k));
            }
        }
    }
    for (pair, greatest) in PAIRS.iter().zip(greatest) {
        assert!(greatest > 0.1, "{pair:?} never touched");
    }
    assert_eq!(hash, WANTED, "{hash:#018x}");
}

/// The keys of a shape of systems; none of those that the one-contact FMU has as well. A new shape has one here, and stands in the list below.
fn keys(shape: &Shape<f64>) -> &'static [&'static str] {
    match shape {
        Shape::Sphere { hollow: false, .. } => &["sphere"],
        Shape::Plane { .. } => &["plane"],
        Shape::Box { .. } => &["box"],
        Shape::Cone(_) => &["cone", "cylinder"],
        Shape::Ellipsoid { .. } => &["ellipsoid"],
        Shape::Capsule(_) => &["capsule"],
        Shape::Torus(_) => &["torus"],
        Shape::Facets { is_convex: true, .. } => &["convex"],
        Shape::Facets { is_convex: false, .. } => &["mesh"],
        Shape::Sphere { hollow: true, .. } | Shape::Cylinder { .. } => &[],
    }
}

#[test]
fn the_list_has_every_two_shapes_that_meet_and_every_way() {
    let listed: BTreeSet<_> = PAIRS
        .iter()
        .flat_map(|(upper, lower, way)| {
            let [upper, lower] = [upper, lower].map(|text| text.split(' ').next().unwrap());
            [(upper, lower, *way), (lower, upper, *way)]
        })
        .collect();
    let all = [
        Shape::Sphere { radius: 1.0, hollow: false },
        Shape::Plane { normal: Vector3::z(), height: 0.0 },
        Shape::Box { half: Vector3::repeat(1.0) },
        Shape::Cone(Cone { radius: 1.0, top_radius: 0.5, length: 1.0 }),
        Shape::Ellipsoid { half: Vector3::repeat(1.0) },
        Shape::Capsule(Capsule { radius: 1.0, length: 1.0 }),
        Shape::Torus(Torus { radius: 1.0, tube: 0.1 }),
        Shape::Facets { size: 1.0, is_convex: true },
        Shape::Facets { size: 1.0, is_convex: false },
    ];
    let mut missing = Vec::new();
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for (name, way) in Way::NAMES {
            let way_text = format!("way = \"{name}\"");
            let mut of_keys = keys(a).iter().flat_map(|a| keys(b).iter().map(move |b| (*a, *b)));
            let is_listed = of_keys.any(|(a, b)| listed.contains(&(a, b, way_text.as_str())));
            if table::way(a, b, Some(way)).is_ok() != is_listed {
                missing.push((a.name(), b.name(), name));
            }
        }
    }
    assert!(missing.is_empty(), "PAIRS of tests/common/all_pairs.rs lacks, or has too many of: {missing:?}");
}
