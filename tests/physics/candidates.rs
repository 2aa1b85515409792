//! Where rigid bodies may touch, against distances by a search of our own.

use crate::common::random::Random;
use asperity::meet::table::Meeting;
use asperity::meet::{Candidate, Geometry, HoldsSolids, Place, candidates};
use asperity::physics::rotation::{Rotation, quaternion_of};
use asperity::physics::{Body, Inputs, Parameters, Quaternion, Vector3};
use asperity::shape::{Capsule, Cone, Shape};
use asperity::unit::solid_pair::SolidPair;

type V3 = Vector3<f64>;

const UNTURNED: Quaternion<f64> = Quaternion::new(1.0, 0.0, 0.0, 0.0);

/// Radius of capsules and cylinders [m]
const R: f64 = 0.02;

/// The place of a convex shape that is nearest to `at`, by closed forms.
fn nearest(shape: &Shape<f64>, at: &V3) -> V3 {
    match shape {
        Shape::Box { half } => at.zip_map(half, |x, h| x.clamp(-h, h)),
        Shape::Capsule(Capsule { radius, length }) => {
            let on_line = V3::new(0.0, 0.0, at[2].clamp(-0.5 * length, 0.5 * length));
            let away = at - on_line;
            on_line + away * (radius / away.norm()).min(1.0)
        }
        Shape::Cone(Cone { radius, length, .. }) => {
            let inward = (radius / at.xy().norm()).min(1.0);
            V3::new(at[0] * inward, at[1] * inward, at[2].clamp(-0.5 * length, 0.5 * length))
        }
        _ => unreachable!(),
    }
}

/// Distance of two convex bodies that are apart: to and fro between their nearest places, with Nesterov's momentum, so many times.
fn distance(shapes: &[Shape<f64>; 2], bodies: [&Body<f64>; 2], rounds: usize) -> f64 {
    let onto = |k: usize, at: &V3| {
        let turn = Rotation::of(&bodies[k].orientation);
        turn.of_vector(&nearest(&shapes[k], &turn.back(&(at - bodies[k].position)))) + bodies[k].position
    };
    let start = onto(1, &bodies[0].position);
    let (mut at, mut before, mut momentum, mut least) = (start, start, 1.0_f64, f64::INFINITY);
    for _ in 0..rounds {
        let longer = 0.5 * (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt());
        let next = onto(1, &onto(0, &(at + (at - before) * ((momentum - 1.0) / longer))));
        let found = (onto(0, &next) - next).norm();
        // begun anew where it has gone too far
        momentum = if found > least { 1.0 } else { longer };
        least = least.min(found);
        (before, at) = (at, next);
    }
    least
}

/// A rod or a block beside a box: any way round, or across its long edge.
fn drawn(random: &mut Random, half: &V3, is_across: bool) -> (Body<f64>, V3) {
    let mut body = Body { orientation: Quaternion::from_fn(|_, _| random.signed()).normalize(), ..Body::default() };
    let mut aim = V3::from_fn(|k, _| half[k] * random.signed());
    body.position = random.direction();
    if is_across {
        let angle = random.within(0.1, 1.4);
        let axis = V3::new(0.0, -angle.sin(), angle.cos());
        body.orientation = quaternion_of(&V3::new(angle, 0.0, 0.0));
        aim = V3::new(0.3 * aim[0], half[1], half[2]) + axis * random.within(-0.15, 0.15);
        body.position = aim + V3::new(0.0, angle.cos(), angle.sin());
    }
    (body, (aim - body.position).normalize())
}

/// The nearest candidate is as far as the bodies are, wherever they meet. Beside the edges of a box a capsule was up to 6 cm farther than it is, and a cylinder across
/// the edge of a thin plate overlapped the other side of it by up to 12 cm.
#[test]
fn nearest_candidate_is_as_far_as_the_bodies_are() {
    let mut random = Random(91);
    // how much nearer and farther they may be [m]: on corners a cylinder is a prism whose edges lie 0.14 % of R above it and the middles of its sides 0.07 % below; faces
    // whose edges meet within 0.8° of their normal lie on each other, by 1e-4 of their way from there
    let shapes = [
        (Shape::Capsule(Capsule { radius: R, length: 0.3 }), [0.0, 0.0]),
        (Shape::Cone(Cone { radius: R, top_radius: R, length: 0.4 }), [1.4e-3 * R, 7e-4 * R]),
        (Shape::Box { half: V3::new(0.05, 0.1, 0.02) }, [5e-5, 0.0]),
    ];
    let boxes = [[0.3, 0.1, 0.1], [0.2, 0.01, 0.015], [0.05, 0.05, 0.05], [0.2, 0.1, 0.005]].map(V3::from);
    for ((shape, [nearer, farther]), half) in shapes.into_iter().flat_map(|shape| boxes.map(|half| (shape, half))) {
        let pair = [shape, Shape::Box { half }];
        let [i, j] = pair.map(|shape| shape.placed(V3::zeros(), &UNTURNED));
        let Meeting { geometry, solids, is_exchanged } = Geometry::default().between(&i, &j).unwrap();
        let held = SolidPair::new(geometry.settings.way.unwrap(), solids.unwrap(), [None, None]).unwrap();
        let place = Place { geometry: &geometry, solids: Some(&held as &dyn HoldsSolids) };
        let fixed = Body::default();
        let mut count = 0;
        for k in 0..160 {
            let (mut free, way) = drawn(&mut random, &half, k % 4 > 0);
            let wanted = random.size(1e-4, 2e-2);
            let mut apart = 1.0;
            for _ in 0..20 {
                apart = distance(&pair, [&free, &fixed], 300);
                free.position += way * (apart - wanted);
                if (apart - wanted).abs() < 1e-6 {
                    break;
                }
            }
            // some miss each other
            if (apart - wanted).abs() > 1e-4 {
                continue;
            }
            let (body_i, body_j) = if is_exchanged { (fixed, free) } else { (free, fixed) };
            let inputs = Inputs { body_i, body_j, ..Inputs::default() };
            let mut least = f64::INFINITY;
            let mut near = |candidate: Candidate| least = least.min(candidate.gap);
            // at rest beside each other's faces they have none
            if candidates(&Parameters::default(), place, &inputs, [f64::INFINITY, 1e-3], &mut near) {
                continue;
            }
            count += 1;
            let apart = distance(&pair, [&free, &fixed], 2000);
            // along the normal of a face edges are nearer than they are, but apart; the search leaves up to 3e-8 m
            let (low, high) = (-1e-9 - nearer, apart + 1e-7 + farther);
            assert!(least > low && least < high, "{pair:?}: {least} for {apart} m, {free:?}");
        }
        assert!(count > 50, "{pair:?}: {count} draws");
    }
}
