//! Which shapes meet, and that exchanging the bodies exchanges the answer.

use crate::common::*;
use asperity::meet::table::{Meeting, NoPair, of, shapes};
use asperity::meet::{Geometry, Pair};
use asperity::physics::{Body, Inputs, Outputs, Quaternion, State};
use asperity::shape::{Placed, Shape};

fn sphere(radius: f64, hollow: bool) -> Shape<f64> {
    Shape::Sphere { radius, hollow }
}

fn cylinder(hollow: bool) -> Shape<f64> {
    Shape::Cylinder { radius: 0.3, axis: vector(-0.3, 1.5, 0.4), hollow }
}

fn plane() -> Shape<f64> {
    Shape::Plane { normal: vector(0.1, 0.2, 2.0), height: 0.05 }
}

/// What meets a ball, and as which pair.
fn others() -> impl Iterator<Item = (Shape<f64>, Pair)> {
    PAIRS.into_iter().filter_map(|pair| {
        let other = match pair {
            Pair::External => return None,
            Pair::SpherePlane => plane(),
            Pair::SphereSphere => sphere(0.3, false),
            Pair::SphereInCylinder => cylinder(true),
            Pair::SphereOnCylinder => cylinder(false),
            Pair::SphereInSphere => sphere(0.3, true),
        };
        Some((other, pair))
    })
}

fn at_origin(shape: Shape<f64>) -> Placed<f64> {
    unturned(shape, V3::zeros())
}

fn unturned(shape: Shape<f64>, center: V3) -> Placed<f64> {
    Placed { shape, center, orientation: Quaternion::new(1.0, 0.0, 0.0, 0.0) }
}

#[test]
fn a_ball_meets_every_shape_from_either_side_and_others_are_refused() {
    let ball = sphere(0.1, false);
    for (other, pair) in others() {
        assert_eq!(of(&ball, &other), Ok((pair, false)));
        assert_eq!(of(&other, &ball), Ok((pair, pair != Pair::SphereSphere)));
        for (second, _) in others() {
            if pair != Pair::SphereSphere && second != sphere(0.3, false) {
                let refusal = of(&other, &second).unwrap_err();
                assert_eq!(refusal, NoPair { names: [other.name(), second.name()] });
            }
        }
    }
    let text = of(&plane(), &cylinder(true)).unwrap_err().to_string();
    assert!(text.starts_with("a plane and a hollow cylinder do not meet"), "{text}");
}

#[test]
fn a_pair_has_the_shapes_that_it_was_made_of() {
    let ball = at_origin(sphere(0.1, false));
    for (other, pair) in others() {
        let geometry = Geometry::default().between(&ball, &at_origin(other)).unwrap().geometry;
        assert_eq!(geometry.settings.pair, pair);
        assert_eq!(shapes(&geometry), Some([ball.shape, other]));
    }
    assert_eq!(shapes(&parameters().geometry), None);
}

/// A pose in which the ball is about where a shape of 0.3 m is touched, both bodies moving and turning.
fn motion(pair: Pair) -> Inputs<f64> {
    let (setup, mut inputs) = general_position(pair);
    bring(&setup, &mut inputs, 8e-4, 0.005, 0.05);
    inputs
}

fn outputs(setup: &Setup, inputs: &Inputs<f64>) -> Outputs<f64> {
    let state = with_bristles(vector(2e-5, -1e-5, 3e-6), 0.3);
    evaluate(setup, inputs, &touching(setup, 0.1), &state).unwrap().outputs
}

#[test]
fn exchanging_the_bodies_exchanges_the_answer() {
    for (other, pair) in others().filter(|(_, pair)| *pair != Pair::SphereSphere) {
        let (setup, inputs) = (general_position(pair).0, motion(pair));
        let ball = unturned(sphere(0.1, false), setup.geometry.shapes.center_i);
        let center = if pair == Pair::SpherePlane { V3::zeros() } else { setup.geometry.shapes.center_j };
        let other = unturned(other, center);
        let [one, two] = [(&ball, &other), (&other, &ball)].map(|(a, b)| {
            let found = setup.geometry.between(a, b).unwrap();
            (found.geometry, found.is_exchanged)
        });
        assert_eq!((one.0, one.1, two.1), (two.0, false, true), "{pair:?}");
        let o = outputs(&Setup { geometry: one.0, ..setup }, &inputs);
        assert!(o.normal_force > 10.0, "{pair:?}: {}", o.normal_force);
    }
}

/// Two balls have no order of their own: whichever is called i, the forces are opposite.
#[test]
fn two_balls_have_the_same_forces_whichever_comes_first() {
    let (setup, inputs) = (general_position(Pair::SphereSphere).0, motion(Pair::SphereSphere));
    let [a, b] = [setup.geometry.shapes.center_i, setup.geometry.shapes.center_j];
    let [a, b] = [(0.1, a), (0.3, b)].map(|(radius, center)| unturned(sphere(radius, false), center));
    let of = |a, b, inputs: &Inputs<f64>| {
        let Meeting { geometry, is_exchanged, .. } = setup.geometry.between(a, b).unwrap();
        assert!(!is_exchanged);
        evaluate(&Setup { geometry, ..setup }, inputs, &touching(&setup, 0.1), &State::default()).unwrap().outputs
    };
    let one = of(&a, &b, &inputs);
    let two = of(&b, &a, &Inputs { body_i: inputs.body_j, body_j: inputs.body_i, ..inputs });
    let size = one.force_i.norm();
    assert!(size > 1.0);
    assert_vectors("force", &one.force_i, &two.force_j, 1e-11, size);
    assert_vectors("torque", &one.torque_i, &two.torque_j, 1e-11, size);
    assert_vectors("torque", &one.torque_j, &two.torque_i, 1e-11, size);
}

/// A shape that sits turned on its body is the same as a body that is turned.
#[test]
fn a_shape_may_sit_anywhere_on_its_body() {
    let (center, orientation) = (vector(0.2, -0.1, 0.3), rotation(vector(1.0, -0.5, 0.2), 0.7) * 1.3);
    let unit: Quaternion<f64> = orientation / 1.3;
    for (other, pair) in others() {
        let (setup, mut inputs) = (general_position(pair).0, motion(pair));
        (inputs.body_i.angular_velocity, inputs.body_j.angular_velocity) = (V3::zeros(), V3::zeros());
        let ball = unturned(sphere(0.1, false), setup.geometry.shapes.center_i);
        let centered = if pair == Pair::SpherePlane { V3::zeros() } else { setup.geometry.shapes.center_j };
        let plain = setup.geometry.between(&ball, &unturned(other, centered)).unwrap().geometry;
        let placed = other.placed(center + matrix(&unit) * centered, &orientation);
        let moved = setup.geometry.between(&ball, &placed).unwrap().geometry;
        // the body that carries it so stands turned back
        let turned = composed(&inputs.body_j.orientation, &Quaternion::new(unit[0], -unit[1], -unit[2], -unit[3]));
        let position = inputs.body_j.position - matrix(&turned) * center;
        let body_j = Body { position, orientation: turned, ..inputs.body_j };
        let frames = [(plain, inputs), (moved, Inputs { body_j, ..inputs })]
            .map(|(geometry, inputs)| contact_frame(&Setup { geometry, ..setup }, &inputs, None).unwrap());
        assert_close("x", frames[0].penetration, frames[1].penetration, 1e-14, 1.0);
        assert_vectors("n", &frames[0].normal, &frames[1].normal, 1e-14, 1.0);
        assert_vectors("p_a", &frames[0].point, &frames[1].point, 1e-14, 1.0);
    }
}
