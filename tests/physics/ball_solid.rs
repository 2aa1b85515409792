//! A ball against boxes, cylinders, cones and ellipsoids: distances by brute force, turns by differences, and what must not jump.

use crate::common::extrapolated::{Compared, slopes};
use crate::common::random::Random;
use asperity::meet::table::Meeting;
use asperity::meet::{Geometry, Place, Way, contact_frame};
use asperity::physics::{Body, Dual, Inputs, Parameters, Quaternion, Scalar, Vector3};
use asperity::shape::{Capsule, Cone, Placed, Shape, Torus};
use asperity::unit::solid_pair::SolidPair;
use std::f64::consts::{PI, TAU};

type V3 = Vector3<f64>;

fn solids() -> [Shape<f64>; 7] {
    let cone = |radius, top_radius, length| Shape::Cone(Cone { radius, top_radius, length });
    [
        Shape::Box { half: V3::new(0.1, 0.07, 0.05) },
        cone(0.05, 0.05, 0.12),
        cone(0.06, 0.02, 0.1),
        cone(0.06, 0.0, 0.1),
        Shape::Ellipsoid { half: V3::new(0.1, 0.07, 0.05) },
        Shape::Capsule(Capsule { radius: 0.05, length: 0.1 }),
        Shape::Torus(Torus { radius: 0.1, tube: 0.04 }),
    ]
}

/// A point of the surface of a shape by two parameters 0…1; the box by one face of the six.
fn on_surface(shape: &Shape<f64>, part: usize, u: f64, v: f64) -> V3 {
    match shape {
        Shape::Box { half } => {
            let (axis, side) = (part / 2, if part.is_multiple_of(2) { 1.0 } else { -1.0 });
            let mut at = V3::zeros();
            at[axis] = side * half[axis];
            at[(axis + 1) % 3] = (2.0 * u - 1.0) * half[(axis + 1) % 3];
            at[(axis + 2) % 3] = (2.0 * v - 1.0) * half[(axis + 2) % 3];
            at
        }
        Shape::Cone(Cone { radius, top_radius, length }) => {
            let (rho, z) = match part {
                0 => (u * radius, -0.5 * length),
                1 => (u * top_radius, 0.5 * length),
                _ => (radius + (top_radius - radius) * u, (u - 0.5) * length),
            };
            V3::new(rho * (TAU * v).cos(), rho * (TAU * v).sin(), z)
        }
        Shape::Ellipsoid { half } => {
            // a cube blown up to a ball has no poles
            let on_cube = on_surface(&Shape::Box { half: V3::new(1.0, 1.0, 1.0) }, part, u, v);
            half.component_mul(&(on_cube / on_cube.dot(&on_cube).sqrt()))
        }
        Shape::Capsule(Capsule { radius, length }) => {
            // what balls of R + ε·(1 − (2s/l)²) along the line envelop: n_z = 8ε/l²·s, on the caps more
            let (crown, phi) = (1e-4 * radius.min(*length), TAU * v);
            let place = if part == 2 { (u - 0.5) * length } else { (part as f64 - 0.5) * length };
            let ball = radius + crown * (1.0 - (2.0 * place / length).powi(2));
            let edge = 8.0 * crown / (length * length) * place;
            let up = if part == 2 { edge } else { edge.signum() * (edge.abs().acos() * u).cos() };
            let (rho, z) = (ball * (1.0 - up * up).sqrt(), place + ball * up);
            V3::new(rho * phi.cos(), rho * phi.sin(), z)
        }
        Shape::Torus(Torus { radius, tube }) => {
            let rho = radius + tube * (TAU * u).cos();
            V3::new(rho * (TAU * v).cos(), rho * (TAU * v).sin(), tube * (TAU * u).sin())
        }
        _ => unreachable!(),
    }
}

/// Least distance of a point from a surface: the best of a grid, refined by grids around it.
fn by_force(shape: &Shape<f64>, point: &V3) -> f64 {
    let parts = match shape {
        Shape::Box { .. } | Shape::Ellipsoid { .. } => 6,
        Shape::Cone(_) | Shape::Capsule(_) => 3,
        _ => 1,
    };
    let mut least = f64::INFINITY;
    for part in 0..parts {
        let (mut centre, mut width, count) = ([0.5, 0.5], 1.0, 24);
        for _ in 0..30 {
            let mut best = (f64::INFINITY, centre);
            for a in 0..=count {
                for b in 0..=count {
                    let offset = |k: i32| width * (f64::from(k) / f64::from(count) - 0.5);
                    let u = centre[0] + offset(a);
                    let u = if matches!(shape, Shape::Torus(_)) { u } else { u.clamp(0.0, 1.0) };
                    // around the axis there is no end
                    let v = if parts == 6 { (centre[1] + offset(b)).clamp(0.0, 1.0) } else { centre[1] + offset(b) };
                    let away = on_surface(shape, part, u, v) - point;
                    let distance = away.dot(&away).sqrt();
                    if distance < best.0 {
                        best = (distance, [u, v]);
                    }
                }
            }
            least = least.min(best.0);
            centre = best.1;
            width *= 0.45;
        }
    }
    least
}

/// Within 1e-9 m: the grids end at 1e-10 of the surface.
#[test]
fn distances_are_those_of_a_search_over_the_surface() {
    let mut random = Random(5);
    for shape in solids() {
        for k in 0..40 {
            // some inside, near the surface where it is unique
            let far = if k % 4 == 0 { 0.9 } else { random.within(1.0, 2.5) };
            let direction: V3 = random.direction();
            let point = shape.support(&direction).unwrap() * far + random.direction() * 0.002;
            let found = shape.nearest(&point).unwrap();
            let wanted = by_force(&shape, &point);
            assert!((found.distance.abs() - wanted).abs() < 1e-9, "{shape:?} {point:?}: {}, {wanted}", found.distance);
            assert!((found.normal.dot(&found.normal) - 1.0).abs() < 1e-14);
        }
    }
}

/// Deep inside an ellipsoid too, in its planes of symmetry and beside them, where the surface is as near on both sides.
#[test]
fn an_ellipsoid_is_as_far_as_it_is_deep_inside() {
    for half in [[0.1, 0.07, 0.05], [0.05, 0.1, 0.07], [0.1, 0.1, 0.05], [0.1, 0.05, 0.05], [0.06, 0.06, 0.06]] {
        let shape = Shape::Ellipsoid { half: half.into() };
        for x in [0.0, 0.01, 0.3, 0.5, 0.74, 0.76, 0.95] {
            for y in [0.0, 0.1, 0.2] {
                for z in [0.0, 1e-300, 1e-12, 0.2] {
                    let point = V3::new(x * half[0], y * half[1], z * half[2]);
                    let found = shape.nearest(&point).unwrap();
                    let wanted = by_force(&shape, &point);
                    assert!(
                        (found.distance + wanted).abs() < 1e-9,
                        "{half:?} {point:?}: {}, −{wanted}",
                        found.distance
                    );
                    assert!(found.bend.iter().all(|number| number.is_finite()), "{point:?}: {found:?}");
                }
            }
        }
    }
}

/// A ball that passes over the tip of a cone turns about it, also exactly above it.
#[test]
fn the_normal_turns_about_a_tip() {
    let cone = Shape::Cone(Cone { radius: 0.06, top_radius: 0.0, length: 0.1 });
    for x in [0.0, 1e-6, -1e-3] {
        let found = cone.nearest(&V3::new(x, 0.0, 0.07)).unwrap();
        let away = f64::hypot(x, 0.02);
        let turn = found.bend * V3::new(0.0, 1.0, 0.0);
        assert!((turn[1] * away - 1.0).abs() < 1e-12, "{x}: {turn:?}");
    }
}

/// The gradient is the normal and its derivative the bend, by extrapolated differences and by dual numbers.
#[test]
fn normals_and_bends_are_slopes_of_the_distance() {
    let mut random = Random(7);
    let mut compared = Compared::default();
    for shape in solids() {
        for _ in 0..200 {
            let point =
                shape.support(&random.direction()).unwrap() * random.within(1.05, 3.0) + random.direction() * 0.01;
            let found = shape.nearest(&point).unwrap();
            let along: V3 = random.direction();
            let wanted = slopes(1e-4, |by| {
                let there = shape.nearest(&(point + along * by)).unwrap();
                let [x, y, z] = there.normal.into();
                [there.distance, x, y, z]
            });
            let [x, y, z] = (found.bend * along).into();
            for (k, (slope, wanted)) in [found.normal.dot(&along), x, y, z].into_iter().zip(wanted).enumerate() {
                // normals turn by up to 1/(distance) = 100 1/m and more
                let scale = if k == 0 { 1.0 } else { 100.0 };
                assert!(!compared.differs(slope, wanted, scale), "{shape:?} {point:?}: {k} has {slope}, {wanted:?}");
            }
            let placed = Placed { shape, center: V3::zeros(), orientation: Quaternion::new(1.0, 0.0, 0.0, 0.0) };
            let dual = placed.constant::<Dual>().shape;
            let seeded = point.zip_map(&along, |value, slope| Dual { value, slope });
            let slopes = dual.nearest(&seeded).unwrap();
            assert!((slopes.distance.slope - found.normal.dot(&along)).abs() < 1e-12);
            let wanted = found.bend * along;
            assert!(
                (slopes.normal.map(|of| of.slope) - wanted).iter().all(|off| off.abs() < 1e-9),
                "{shape:?} {point:?}"
            );
            assert_eq!(slopes.normal.map(Dual::value), found.normal);
        }
    }
    assert!(compared.share() > 0.9, "{}", compared.share());
}

fn placed(shape: Shape<f64>, center: V3) -> Placed<f64> {
    Placed { shape, center, orientation: Quaternion::new(0.8, 0.1, -0.3, 0.4) }
}

fn random_body(random: &mut Random, position: V3) -> Body<f64> {
    let vector = |random: &mut Random| V3::from_fn(|_, _| random.signed());
    let orientation = Quaternion::from_fn(|_, _| random.signed());
    Body { position, orientation, velocity: vector(random), angular_velocity: vector(random) }
}

fn moved(body: &Body<f64>, by: f64) -> Body<f64> {
    let spin = Quaternion::new(0.0, body.angular_velocity[0], body.angular_velocity[1], body.angular_velocity[2]);
    let turn = asperity::physics::rotation::product(&spin, &body.orientation) * 0.5;
    Body { position: body.position + body.velocity * by, orientation: body.orientation + turn * by, ..*body }
}

/// ẋ and ṅ along motions of both bodies; the exchanged pair has the exchanged answer.
#[test]
fn rates_follow_both_bodies_and_exchanged_bodies_have_the_same_contact() {
    let mut random = Random(9);
    let laws = Parameters::<f64>::default();
    for shape in solids() {
        let ball = placed(Shape::Sphere { radius: 0.04, hollow: false }, V3::new(0.01, -0.02, 0.03));
        let other = placed(shape, V3::new(-0.02, 0.05, 0.01));
        let [Meeting { geometry, solids, is_exchanged }, turned] =
            [(&ball, &other), (&other, &ball)].map(|(a, b)| Geometry::default().between(a, b).unwrap());
        assert_eq!((geometry, solids, is_exchanged), (turned.geometry, turned.solids, !turned.is_exchanged));
        let solids = solids.unwrap();
        let held = SolidPair::new(Way::Point, solids, [None, None]).unwrap();
        let place = Place { geometry: &geometry, solids: Some(&held) };
        for _ in 0..100 {
            let apart = random.direction() * 0.15;
            let inputs = Inputs {
                body_i: random_body(&mut random, apart),
                body_j: random_body(&mut random, V3::zeros()),
                ..Inputs::default()
            };
            let at = |by: f64| {
                let (body_i, body_j) = (moved(&inputs.body_i, by), moved(&inputs.body_j, by));
                contact_frame(&laws, place, &Inputs { body_i, body_j, ..inputs }, None).unwrap()
            };
            let (here, step) = (at(0.0), 1e-6);
            let [low, high] = [at(-step), at(step)];
            let rate = (high.penetration - low.penetration) / (2.0 * step);
            assert!((rate - here.penetration_rate).abs() < 1e-7, "{shape:?}: {rate}, {}", here.penetration_rate);
            let turn = (high.normal - low.normal) / (2.0 * step);
            // ω_c has n×ṅ: crossed with n it is ṅ again
            let wanted = here.omega_c.cross(&here.normal);
            assert!((turn - wanted).iter().all(|off| off.abs() < 2e-3), "{shape:?}: {turn:?}, {wanted:?}");
            assert!((here.point - inputs.body_i.position).dot(&here.normal).is_finite());
        }
    }
}

/// In the middle, on axes and symmetry planes, at corners: finite, and a normal of length 1.
#[test]
fn nothing_is_undefined_anywhere() {
    for shape in solids() {
        let places = [0.0, 1e-300, 1e-12, 0.02, 0.05, 0.06, 0.07, 0.1, 3.0, 1e6];
        for x in places {
            for y in [0.0, -0.0, 1e-12, 0.05, 0.07] {
                for z in [0.0, 1e-12, 0.05, -0.06, 0.06] {
                    let found = shape.nearest(&V3::new(x, y, z)).unwrap();
                    let is_finite = found.distance.is_finite()
                        && (found.normal.dot(&found.normal) - 1.0).abs() < 1e-9
                        && found.curvature.mean >= 0.0;
                    // on the surface of an edge the bend has no end
                    assert!(is_finite, "{shape:?} at {x} {y} {z}: {found:?}");
                }
            }
        }
    }
}

/// Volume and second moments of the whole torus, by midpoints of rings: exact in the angles, of second order in the radius of the tube.
#[test]
fn moments_of_a_torus_are_those_of_its_rings() {
    let torus = Torus { radius: 0.3, tube: 0.1 };
    let (steps, angles) = (4000, 16);
    let mut sums = [0.0; 3];
    for k in 0..steps {
        let s = 0.1 * (f64::from(k) + 0.5) / f64::from(steps);
        for m in 0..angles {
            let (sin, cos) = (TAU * f64::from(m) / f64::from(angles)).sin_cos();
            let (rho, z) = (0.3 + s * cos, s * sin);
            let volume = TAU * rho * s * (0.1 / f64::from(steps)) * (TAU / f64::from(angles));
            sums[0] += volume;
            sums[1] += volume * 0.5 * rho * rho;
            sums[2] += volume * z * z;
        }
    }
    let whole = Shape::Torus(torus).whole().unwrap();
    let found = [whole.volume, whole.second[(0, 0)], whole.second[(2, 2)]];
    for (found, wanted) in found.iter().zip(sums) {
        assert!((found - wanted).abs() < 1e-6 * wanted, "{found} {wanted}");
    }
}

/// Half the trace of how the normal turns at the surface is the mean curvature, inside and outside of the ring.
#[test]
fn curvature_of_a_torus_is_how_its_normal_turns() {
    let torus = Torus { radius: 0.3, tube: 0.1 };
    for angle in [0.0, 0.5, 1.5, 2.5, PI] {
        let (s, c) = f64::sin_cos(angle);
        let at = V3::new(0.3 + 0.1 * c, 0.0, 0.1 * s);
        let found = torus.nearest(&at);
        let trace = found.bend.trace();
        assert!((0.5 * trace - found.curvature.mean).abs() < 1e-12, "{angle}: {trace} {}", found.curvature.mean);
    }
}
