//! Convex bodies pressed into each other: against volumes by another program, slopes of the energy, distances by search.

mod rounded;
mod touching;

use crate::common::extrapolated::{Compared, slopes};
use crate::common::random::Random;
use asperity::meet::table::Meeting;
use asperity::meet::{Geometry, HoldsSolids, Place, Solids, Way, met};
use asperity::physics::rotation;
use asperity::physics::{Body, ContactFrame, Dual, Inputs, Matrix3, Parameters, Quaternion, Region, Scalar, Vector3};
use asperity::shape::convex::{Convex, Faced, MOST_FACES};
use asperity::shape::overlap::{Overlap, Passing, overlap};
use asperity::shape::{Cone, Placed, Pose, Shape, apart};
use asperity::unit::convex::Faces;
use asperity::unit::facets::Facets;
use asperity::unit::solid_pair::SolidPair;
use asperity::unit::system::hull;
use std::sync::Arc;

type V3 = Vector3<f64>;
type Q = Quaternion<f64>;

/// Written by table.py beside this file.
const TABLE: &str = include_str!("table.csv");

const UNTURNED: Q = Q::new(1.0, 0.0, 0.0, 0.0);
const AT_REST: Passing<f64> =
    Passing { velocity: V3::new(0.0, 0.0, 0.0), omega_i: V3::new(0.0, 0.0, 0.0), omega_j: V3::new(0.0, 0.0, 0.0) };

fn cuboid(half: V3) -> (Shape<f64>, Option<Arc<Facets>>) {
    (Shape::Box { half }, None)
}

/// The hull of drawn points on an ellipsoid.
fn drawn_hull(random: &mut Random, points: usize, half: V3) -> (Shape<f64>, Option<Arc<Facets>>) {
    let points: Vec<[f64; 3]> = (0..points).map(|_| random.direction().component_mul(&half).into()).collect();
    let facets = hull::of(&points).unwrap();
    (Shape::Facets { size: facets.size(), is_convex: true }, Some(Arc::new(facets)))
}

fn drawn_orientation(random: &mut Random) -> Q {
    let axis = random.direction();
    let angle = random.within(0.0, 3.0);
    let (s, c) = (0.5 * angle).sin_cos();
    Q::new(c, s * axis[0], s * axis[1], s * axis[2])
}

fn faced<'a>(faces: &'a Faces, shape: Shape<f64>, position: V3, orientation: &Q) -> Faced<'a, f64> {
    let on = shape.placed(V3::zeros(), &UNTURNED);
    Faced::new(faces.convex(), &Pose::at(&on, &position, orientation))
}

/// Two bodies, the second one about the origin.
struct Two {
    shapes: [(Shape<f64>, Option<Arc<Facets>>); 2],
    faces: [Faces; 2],
}

impl Two {
    fn new(i: (Shape<f64>, Option<Arc<Facets>>), j: (Shape<f64>, Option<Arc<Facets>>)) -> Self {
        let faces = [&i, &j].map(|(shape, facets)| Faces::of(shape, facets.as_deref()).unwrap());
        Two { shapes: [i, j], faces }
    }

    fn at(&self, position: V3, orientation: &Q) -> [Faced<'_, f64>; 2] {
        let [i, j] = &self.faces;
        let i = faced(i, self.shapes[0].0, position, orientation);
        [i, faced(j, self.shapes[1].0, V3::zeros(), &UNTURNED)]
    }

    fn overlap(&self, position: V3, orientation: &Q) -> Option<Overlap<f64>> {
        let [i, j] = self.at(position, orientation);
        overlap(&i, &j, &AT_REST, true)
    }
}

/// Boxes, cones and hulls, flat on each other, turned, deep and hardly touching.
fn drawn_pose(random: &mut Random) -> (Two, V3, Q) {
    loop {
        let half = |random: &mut Random| V3::from_fn(|_, _| random.within(0.3, 1.0));
        let body = |random: &mut Random| {
            let size = half(random);
            match random.below(5) {
                0 => {
                    let cone = Cone { radius: size[0], top_radius: 0.5 * size[1], length: 2.0 * size[2] };
                    (Shape::Cone(cone), None)
                }
                1 | 2 => cuboid(size),
                _ => drawn_hull(random, 16, size),
            }
        };
        let two = Two::new(body(random), body(random));
        let is_flat = random.chance(0.2);
        let orientation = if is_flat { UNTURNED } else { drawn_orientation(random) };
        let position = random.direction() * random.within(0.3, 1.8);
        if two.overlap(position, &orientation).is_some_and(|found| found.force.norm() > 1e-5) {
            return (two, position, orientation);
        }
    }
}

#[test]
fn energy_force_and_moment_of_boxes_are_those_of_volumes() {
    let mut rows = 0;
    for line in TABLE.lines().skip(1) {
        let numbers: Vec<f64> = line.split(',').map(|word| word.parse().unwrap()).collect();
        let vector = |at: usize| V3::new(numbers[at], numbers[at + 1], numbers[at + 2]);
        let two = Two::new(cuboid(vector(0)), cuboid(vector(3)));
        let found = two.overlap(vector(6), &Q::from_row_slice(&numbers[9..13])).unwrap();
        let (force, moment, energy) = (vector(13), vector(16), numbers[19]);
        // Qhull joins planes within some 1e-9 of the size 1; its integral over p was asked for 1e-8 of the energy
        assert!((found.force - force).norm() < 1e-8 * force.norm(), "{line}: {:?}", found.force);
        assert!((found.moment - moment).norm() < 1e-8 * force.norm(), "{line}: {:?}", found.moment);
        assert!((found.energy - energy).abs() < 3e-8 * energy, "{line}: {}", found.energy);
        rows += 1;
    }
    assert_eq!(rows, 24);
}

#[test]
fn force_and_moment_are_slopes_of_the_energy() {
    let mut random = Random(21);
    for _ in 0..120 {
        let (two, position, orientation) = drawn_pose(&mut random);
        let found = two.overlap(position, &orientation).unwrap();
        // a central difference of U, of the fourth degree within a cell: 1e-10 relative to what bends, 1e-16/h for what rounds
        let h = 1e-5;
        let energy = |shift: V3, turn: V3| {
            let turned = rotation::product(&rotation::quaternion_of(&turn), &orientation);
            two.overlap(position + shift, &turned).map_or(0.0, |found| found.energy)
        };
        let none = V3::zeros();
        for k in 0..3 {
            let step = V3::from_fn(|at, _| if at == k { h } else { 0.0 });
            let force = -(energy(step, none) - energy(-step, none)) / (2.0 * h);
            assert!(
                (force - found.force[k]).abs() < 1e-6 * found.force.norm() + 1e-10,
                "{k}: {force} {:?}",
                found.force
            );
            // body i turns about its own origin
            let about = found.moment - position.cross(&found.force);
            let moment = -(energy(none, step) - energy(none, -step)) / (2.0 * h);
            assert!((moment - about[k]).abs() < 1e-6 * found.force.norm() + 1e-10, "{k}: {moment} {about:?}");
        }
    }
}

/// A hull whose upper and lower faces lie in one plane but for 1e-8, as in files of single precision.
fn nearly_flat(random: &mut Random) -> (Shape<f64>, Option<Arc<Facets>>) {
    // some are refused: they are no closed surface, or not convex, by rounding
    loop {
        let points: Vec<[f64; 3]> = (0..24)
            .map(|k| {
                let (at, height) = (random.direction(), if k % 2 == 0 { 0.5 } else { -0.5 });
                [at[0], at[1], height + 2e-6 * random.signed()]
            })
            .collect();
        let Ok(facets) = hull::of(&points) else { continue };
        let shape = Shape::Facets { size: facets.size(), is_convex: true };
        let Ok(faces) = Faces::of(&shape, Some(&facets)) else { continue };
        let normals: Vec<V3> = faces.convex().planes.iter().map(|of| V3::new(of[0], of[1], of[2])).collect();
        let is_one = |k: usize| normals[..k].iter().any(|before| (before - normals[k]).norm() < 1e-6);
        if (0..normals.len()).any(is_one) {
            return (shape, Some(Arc::new(facets)));
        }
    }
}

/// There rounding decides which faces are beside which: left to it, some of 1442 drawn pairs had forces up to 24 % off.
#[test]
fn all_faces_of_a_body_are_beside_each_other_where_two_are_nearly_one() {
    let mut random = Random(32);
    for _ in 0..4 {
        let (shape, facets) = nearly_flat(&mut random);
        let faces = Faces::of(&shape, facets.as_deref()).unwrap();
        assert!(faces.convex().together.iter().all(|from| *from == 0.0));
    }
    // and not of others
    let (shape, facets) = drawn_hull(&mut random, 30, V3::new(1.0, 1.0, 1.0));
    assert!(Faces::of(&shape, facets.as_deref()).unwrap().convex().together.iter().any(|from| *from > 0.1));
}

#[test]
fn faces_that_cannot_be_the_nearest_together_are_left_out_for_nothing() {
    let mut random = Random(31);
    let (mut deepest, mut found) = (0.0f64, 0);
    while found < 300 {
        let body = |random: &mut Random| {
            let size = V3::from_fn(|_, _| random.within(0.1, 1.0));
            let cone = |top_radius: f64| Shape::Cone(Cone { radius: size[0], top_radius, length: 2.0 * size[2] });
            match random.below(5) {
                0 => (cone(size[0]), None),
                1 => (cone(0.0), None),
                2 => (cone(0.5 * size[1]), None),
                3 => cuboid(size),
                _ => drawn_hull(random, 30, size),
            }
        };
        let two = Two::new(body(&mut random), body(&mut random));
        let (position, orientation) = (random.direction() * random.within(0.0, 1.2), drawn_orientation(&mut random));
        let Some(by_some) = two.overlap(position, &orientation) else { continue };
        // every face beside every other one
        let all = [0.0; MOST_FACES * MOST_FACES];
        let [i, j] = [(0, position, orientation), (1, V3::zeros(), UNTURNED)].map(|(k, at, turned)| {
            let convex = two.faces[k].convex();
            let on = two.shapes[k].0.placed(V3::zeros(), &UNTURNED);
            let convex = Convex { together: &all[..convex.together.len()], ..convex };
            Faced::<f64>::new(convex, &Pose::at(&on, &at, &turned))
        });
        let by_all = overlap(&i, &j, &AT_REST, true).unwrap();
        // cuts that take nothing away may round: 1e-16 of places of the size 1
        let (size, energy) = (by_all.force.norm(), by_all.energy);
        assert!((by_some.force - by_all.force).norm() < 1e-12 * size + 1e-15, "{position} {orientation}");
        assert!((by_some.moment - by_all.moment).norm() < 1e-12 * size + 1e-15, "{position} {orientation}");
        assert!((by_some.energy - energy).abs() < 1e-12 * energy + 1e-15, "{} {energy}", by_some.energy);
        deepest = deepest.max(energy / size);
        found += 1;
    }
    // far deeper than where only faces that share an edge meet
    assert!(deepest > 0.1, "{deepest}");
}

#[test]
fn the_force_has_the_rate_of_its_differences() {
    let mut random = Random(22);
    for _ in 0..60 {
        let (two, position, orientation) = drawn_pose(&mut random);
        let [v_i, v_j, omega_i, omega_j] = [(); 4].map(|()| random.direction());
        let at = |t: f64| {
            let [i, j] = &two.faces;
            let turned = |omega: &V3, q: &Q| rotation::product(&rotation::quaternion_of(&(omega * t)), q);
            let i = faced(i, two.shapes[0].0, position + v_i * t, &turned(&omega_i, &orientation));
            let j = faced(j, two.shapes[1].0, v_j * t, &turned(&omega_j, &UNTURNED));
            let velocity = v_i - v_j - omega_i.cross(&(position + v_i * t)) + omega_j.cross(&(v_j * t));
            overlap(&i, &j, &Passing { velocity, omega_i, omega_j }, false)
        };
        let (found, h) = (at(0.0).unwrap(), 1e-6);
        let force = |t: f64| at(t).map_or(V3::zeros(), |found| found.force);
        let rate = (force(h) - force(-h)) / (2.0 * h);
        // the force is of the third degree in the pose: differences over 1e-6 see its bends at new edges to that part of the size
        assert!((rate - found.force_rate).norm() < 1e-5 * (1.0 + rate.norm()), "{rate:?} {:?}", found.force_rate);
    }
}

#[test]
fn exchanged_bodies_have_the_opposite_force() {
    let mut random = Random(23);
    for _ in 0..100 {
        let (two, position, orientation) = drawn_pose(&mut random);
        let [i, j] = two.at(position, &orientation);
        let [there, back] = [overlap(&i, &j, &AT_REST, true), overlap(&j, &i, &AT_REST, true)].map(Option::unwrap);
        let size = there.force.norm();
        assert!((there.force + back.force).norm() <= 1e-14 * size);
        assert!((there.moment + back.moment).norm() <= 1e-13 * size);
        assert!((there.energy - back.energy).abs() <= 1e-13 * there.energy);
    }
}

/// A box on a larger one: what is below its face by δ is ½·δ² per area but for a rim of the width δ/2, where the side is nearer.
#[test]
fn flat_boxes_press_as_an_elastic_layer_does() {
    let two = Two::new(cuboid(V3::new(0.5, 0.4, 0.3)), cuboid(V3::new(2.0, 2.0, 1.0)));
    for depth in [1e-3, 1e-6] {
        let found = two.overlap(V3::new(0.2, -0.1, 1.3 - depth), &UNTURNED).unwrap();
        let area = 1.0 * 0.8;
        // the field of the lower box has no rim there; that of the upper one lacks ½·∫∫ (z − y) = δ²/4 per length in the force
        let force = area * depth - 0.5 * (1.0 + 0.8) * 2.0 * 0.5 * depth * depth;
        // the next term, and the rounding of the position 1.3
        let error = (found.force - V3::new(0.0, 0.0, force)).norm();
        assert!(error < 3.0 * depth.powi(3) + 1e-15, "{:?} {force}", found.force);
        assert!((found.energy / (0.5 * area * depth * depth) - 1.0).abs() < 3.0 * depth);
    }
}

/// Every alignment of faces and edges is passed, 1e5 steps: no force jumps.
#[test]
fn no_force_jumps_as_boxes_align() {
    let half = V3::new(0.5, 0.5, 0.5);
    let two = Two::new(cuboid(half), cuboid(half));
    let mut last: Option<V3> = None;
    let steps = 100_000;
    for k in 0..=steps {
        let s = f64::from(k) / f64::from(steps) * 2.0 - 1.0;
        // slides across, turns through all right angles, and tips through flat
        let turn = V3::new(0.01 * s, -0.02 * s, 3.5 * s);
        let orientation = rotation::quaternion_of(&turn);
        let found = two.overlap(V3::new(0.3 * s, 0.0, 0.99), &orientation);
        let force = found.map_or(V3::zeros(), |found| found.force);
        if let Some(last) = last {
            // a step moves corners by 7e-5, and the stiffness of the whole face is 1
            assert!((force - last).norm() < 2e-4, "at {s}: {last:?} {force:?}");
        }
        last = Some(force);
    }
}

#[test]
fn force_is_continuous_where_equal_boxes_come_into_line() {
    let half = V3::new(0.5, 0.5, 0.5);
    let two = Two::new(cuboid(half), cuboid(half));
    let force = |shift: f64| two.overlap(V3::new(shift, 0.0, 0.99), &UNTURNED).unwrap().force;
    for shift in [1e-6, 1e-9, 1e-12] {
        // sides that stand over are pushed no more than their area times the depth there
        let jump = (force(shift) - force(-shift)).norm();
        assert!(jump < 0.1 * shift, "{shift}: {jump}");
    }
    assert_eq!(force(0.0)[0], 0.0);
}

#[test]
fn bodies_apart_are_as_far_as_a_search_finds() {
    let mut random = Random(25);
    for _ in 0..200 {
        let half = |random: &mut Random| V3::from_fn(|_, _| random.within(0.2, 0.6));
        let (a, b) = (half(&mut random), half(&mut random));
        let two = Two::new(drawn_hull(&mut random, 12, a), cuboid(b));
        let [i, j] = two.at(random.direction() * random.within(1.3, 3.0), &drawn_orientation(&mut random));
        let found = apart::witnesses(&i, &j);
        let [on_i, on_j] = apart::places(&found, &i, &j);
        assert!((on_i - on_j - found.apart).norm() < 1e-14);
        // the planes across the shortest way hold both bodies on their sides: so it is the shortest
        let n = found.apart.normalize();
        let lowest = i.corners().iter().map(|x| x.dot(&n)).fold(f64::INFINITY, f64::min);
        let highest = j.corners().iter().map(|x| x.dot(&n)).fold(f64::NEG_INFINITY, f64::max);
        assert!((lowest - highest - found.apart.norm()).abs() < 1e-12, "{} {}", lowest - highest, found.apart.norm());
        // and they are places of the bodies
        for (place, body) in [(on_i, &i), (on_j, &j)] {
            assert!(body.planes().iter().all(|(normal, height)| normal.dot(&place) - height < 1e-14));
        }
    }
}

/// Faces that are those of a box know where it is nearest as the box does, in all regions around it and on the borders between them.
#[test]
fn nearest_places_of_faces_are_those_of_their_box() {
    let half = V3::new(0.3, 0.2, 0.1);
    let shape = Shape::Box { half };
    let faces = Faces::of(&shape, None).unwrap();
    let mut random = Random(28);
    for k in 0..3000 {
        let mut point = V3::from_fn(|_, _| random.within(-0.6, 0.6));
        for at in 0..3 {
            if random.chance(0.1) {
                point[at] = 0.0;
            }
        }
        let [found, of_box] = [faces.convex().nearest(&point), shape.nearest(&point).unwrap()];
        if found.distance < 0.0 && (found.normal - of_box.normal).norm() > 0.1 {
            // two faces are as near
            assert!((found.distance - of_box.distance).abs() < 1e-15);
            continue;
        }
        assert!((found.distance - of_box.distance).abs() < 1e-14, "{k}: {point:?} {found:?} {of_box:?}");
        assert!((found.normal - of_box.normal).norm() < 1e-12, "{k}: {point:?} {found:?} {of_box:?}");
        assert!((found.bend - of_box.bend).norm() < 1e-10 * (1.0 + of_box.bend.norm()), "{k}: {found:?} {of_box:?}");
    }
}

/// Just beyond an edge its way from a place above is not yet that of the face: by 1e-7 m of 0.05 m the normal has turned by 2e-6. The search for the
/// nearest corners compares squares of distances, which tell 1e-8 of them apart.
#[test]
fn normals_turn_at_once_beyond_an_edge() {
    let half = V3::new(0.3, 0.2, 0.1);
    let shape = Shape::Box { half };
    let faces = Faces::of(&shape, None).unwrap();
    let mut random = Random(29);
    for _ in 0..1000 {
        let beyond = 10.0_f64.powf(random.within(-9.0, -6.0)) * random.signed().signum();
        let point = V3::new(half[0] + beyond, random.within(-0.19, 0.19), half[2] + random.within(0.03, 0.1));
        let [found, of_box] = [faces.convex().nearest(&point), shape.nearest(&point).unwrap()];
        assert!((found.normal - of_box.normal).norm() < 3e-8, "{beyond:e}: {found:?} {of_box:?}");
        assert!((found.distance - of_box.distance).abs() < 1e-15, "{beyond:e}: {found:?} {of_box:?}");
    }
}

/// Frame and region of a contact of two bodies.
fn contact<T: Scalar>(held: &SolidPair, inputs: &Inputs<T>) -> (ContactFrame<T>, Region<T>) {
    let mut geometry = Geometry::<T>::default();
    geometry.settings.way = Some(Way::Volume);
    let place = Place { geometry: &geometry, solids: Some(held as &dyn HoldsSolids) };
    let mut region = None;
    let frame = met(&Parameters::default(), place, inputs, None, &mut region);
    (frame, region.unwrap())
}

fn body(position: V3, orientation: Q, velocity: V3, angular_velocity: V3) -> Body<f64> {
    Body { position, orientation, velocity, angular_velocity }
}

/// f_n·ẋ and the couple about the normal are all of the power, for every motion.
#[test]
fn power_of_the_frame_is_the_rate_of_the_energy() {
    let mut random = Random(26);
    for _ in 0..60 {
        let (two, position, orientation) = drawn_pose(&mut random);
        let [i, j] = two.shapes.clone();
        let placed = |shape: &Shape<f64>| Placed { shape: *shape, center: V3::zeros(), orientation: UNTURNED };
        let solids = Solids { i: placed(&i.0), j: placed(&j.0) };
        let held = SolidPair::new(Way::Volume, solids, [i.1, j.1]).unwrap();
        let [v_i, v_j, omega_i, omega_j] = [(); 4].map(|()| random.direction());
        let offset = V3::new(3.0, -2.0, 5.0);
        let at = |t: f64| {
            let turned = |omega: &V3, q: &Q| rotation::product(&rotation::quaternion_of(&(omega * t)), q);
            let body_i = body(offset + position + v_i * t, turned(&omega_i, &orientation), v_i, omega_i);
            let body_j = body(offset + v_j * t, turned(&omega_j, &UNTURNED), v_j, omega_j);
            contact(&held, &Inputs { body_i, body_j, ..Inputs::default() })
        };
        let (frame, region) = at(0.0);
        let h = 1e-6;
        let rate = (at(h).1.depth - at(-h).1.depth) / (2.0 * h);
        let power = region.volume * frame.penetration_rate - region.twist * frame.normal.dot(&frame.omega);
        assert!((rate - power).abs() < 1e-6 * region.volume + 1e-9, "{rate} {power}");
        assert!(frame.penetration > 0.0);
        // the normal turns as its differences do
        let normal_rate = (at(h).0.normal - at(-h).0.normal) / (2.0 * h);
        let spin = (omega_i + omega_j).dot(&frame.normal) * 0.5;
        let turning = frame.normal.cross(&normal_rate) + frame.normal * spin;
        assert!(
            (turning - frame.omega_c).norm() < 1e-4 * (1.0 + normal_rate.norm()),
            "{turning:?} {:?}",
            frame.omega_c
        );
    }
}

/// Slopes of force, moment and energy along a direction are those of extrapolated differences; forces are of the size of 1.
#[test]
fn slopes_are_those_of_differences() {
    let mut random = Random(27);
    let mut compared = Compared::default();
    for _ in 0..30 {
        let (two, position, orientation) = drawn_pose(&mut random);
        let direction = random.direction();
        let [i, j] = &two.faces;
        let dual = |v: &V3, slope: &V3| Vector3::from_fn(|k, _| Dual { value: v[k], slope: slope[k] });
        let placed = |k: usize| two.shapes[k].0.placed(V3::zeros(), &UNTURNED).constant::<Dual>();
        let zero = Vector3::from_element(Dual::from(0.0));
        let at = |k: usize, place: &_, turn: &Q| Pose::at(&placed(k), place, &turn.map(Dual::from));
        let pose = at(0, &dual(&position, &direction), &orientation);
        let i = Faced::<_, MOST_FACES>::new(i.convex(), &pose);
        let j = Faced::new(j.convex(), &at(1, &zero, &UNTURNED));
        let passing = Passing { velocity: zero, omega_i: zero, omega_j: zero };
        let found = overlap(&i, &j, &passing, true).unwrap();
        let wanted = slopes(1e-4, |by| {
            let there = two.overlap(position + direction * by, &orientation).unwrap();
            let ([x, y, z], [a, b, c]) = (there.force.into(), there.moment.into());
            [x, y, z, a, b, c, there.energy]
        });
        let of = found.force.iter().chain(&found.moment).map(|x| x.slope).chain([found.energy.slope]);
        for (k, (slope, wanted)) in of.zip(wanted).enumerate() {
            assert!(!compared.differs(slope, wanted, 1.0), "number {k} has {slope:e}, {wanted:?}");
        }
    }
    assert!(compared.share() > 0.7, "{}", compared.share());
}

/// Second moments of a flat face about its middle: δ·a·b·(a², b²)/12.
#[test]
fn second_moments_of_a_flat_face_are_those_of_a_rectangle() {
    let two = Two::new(cuboid(V3::new(0.5, 0.4, 0.3)), cuboid(V3::new(2.0, 2.0, 1.0)));
    let depth = 1e-7;
    let found = two.overlap(V3::new(0.2, -0.1, 1.3 - depth), &UNTURNED).unwrap();
    let n = V3::z();
    let mean = found.mean_place(&n);
    assert!((mean - V3::new(0.2, -0.1, 1.0)).norm() < 1e-6);
    let expected = Matrix3::from_diagonal(&(V3::new(1.0, 0.64, 0.0) / 12.0)) * 0.8 * depth;
    assert!((found.second(&n, &mean) - expected).norm() < 1e-6 * depth);
}

#[test]
fn boxes_and_convex_bodies_meet_and_meshes_do_not() {
    let placed = |shape: Shape<f64>| Placed { shape, center: V3::zeros(), orientation: UNTURNED };
    let cuboid = placed(Shape::Box { half: V3::new(0.1, 0.1, 0.1) });
    let facets = |is_convex| placed(Shape::Facets { size: 0.1, is_convex });
    let Meeting { geometry, solids, is_exchanged } = Geometry::default().between(&cuboid, &facets(true)).unwrap();
    assert_eq!((geometry.settings.way, is_exchanged), (Some(Way::Volume), false));
    assert_eq!(solids.unwrap(), Solids { i: cuboid, j: facets(true) });
    let refused = Geometry::default().between(&cuboid, &facets(false)).unwrap_err().to_string();
    assert!(refused.starts_with("a box and a mesh do not meet; "), "{refused}");
}

/// Prisms and pyramids have the volume of the cylinders and cones that they stand for, and their faces bound them.
#[test]
fn round_bodies_have_faces_of_the_same_cross_sections() {
    for cone in [(0.3, 0.3, 0.5), (0.3, 0.1, 0.5), (0.3, 0.0, 0.4), (0.1, 0.3, 0.4)] {
        let (radius, top_radius, length) = cone;
        let shape = Shape::Cone(Cone { radius, top_radius, length });
        let faces = Faces::of(&shape, None).unwrap();
        let body = faced(&faces, shape, V3::zeros(), &UNTURNED);
        let mut volume = 0.0;
        for ((normal, corners), (_, height)) in body.faces().zip(body.planes()) {
            let corners: Vec<V3> = corners.iter().map(|k| body.corner(*k as usize)).collect();
            assert!(corners.iter().all(|x| (normal.dot(x) - height).abs() < 1e-15), "{cone:?}");
            let fan =
                corners[1..].windows(2).map(|pair| (pair[0] - corners[0]).cross(&(pair[1] - corners[0])).dot(normal));
            let area = 0.5 * fan.sum::<f64>();
            assert!(area > 0.0);
            volume += area * height / 3.0;
        }
        let whole = shape.whole().unwrap().volume;
        assert!((volume - whole).abs() < 1e-14 * whole, "{cone:?}: {volume} {whole}");
        for (normal, height) in body.planes() {
            assert!(body.corners().iter().all(|x| normal.dot(x) - height < 1e-15));
        }
        let farthest = body.corners().iter().map(|x| x.norm()).fold(0.0, f64::max);
        assert!((farthest - body.radius()).abs() < 1e-15);
    }
}

#[test]
fn faces_of_one_plane_are_one_and_too_many_are_refused() {
    let corners: Vec<[f64; 3]> = (0..8).map(|k| [0, 1, 2].map(|axis| f64::from(k >> axis & 1))).collect();
    let facets = hull::of(&corners).unwrap();
    assert_eq!(facets.mesh().triangles.len(), 12);
    let shape = Shape::Facets { size: 0.5, is_convex: true };
    let faces = Faces::of(&shape, Some(&facets)).unwrap();
    assert_eq!((faces.convex().planes.len(), faces.convex().corners.len(), faces.convex().loops.len()), (6, 8, 24));
    let (shape, facets) = drawn_hull(&mut Random(3), 60, V3::new(1.0, 1.0, 1.0));
    let refused = Faces::of(&shape, facets.as_deref()).unwrap_err().to_string();
    assert!(refused.contains("of 116 faces meets planes only: at most 64 meet others"), "{refused}");
}
