//! Geometry of the pairs: penetration, normal and point of action in closed form, their rates along a motion, ω_c round
//! a cylinder, and the places where the normal has no direction.

use crate::common::*;
use asperity::meet::{self, Geometry, Pair, PointOfAction};
use asperity::physics::parameters::FrictionMap;
use asperity::physics::rotation::{self, Rotation};
use asperity::physics::{Body, Dual, Inputs, Parameters, Quaternion, State, Vector3, respond};
use asperity::shape::{Pose, Shape};
use asperity::stepping::{ContactState, InputRates};

/// Numbers by hand: spheres of 0.1 m and 1 m, the cylinder along y through the origin; 5 cm deep and 5 cm apart. The
/// surface of body j is 1 m from its centre or axis: p_a lies there and at the deepest point of the sphere in the mean.
#[test]
fn each_round_pair_has_the_penetration_normal_and_point_of_its_sketch() {
    let out = vector(0.6, 0.0, 0.8);
    // ρ, x, and from centre or axis the deepest point of the sphere
    for (pair, distance, x, side, deepest, along) in [
        (Pair::SphereSphere, 1.05, 0.05, 1.0, 0.95, 0.0),
        (Pair::SphereOnCylinder, 1.05, 0.05, 1.0, 0.95, 7.0),
        (Pair::SphereInSphere, 0.95, 0.05, -1.0, 1.05, 0.0),
        (Pair::SphereInCylinder, 0.95, 0.05, -1.0, 1.05, 7.0),
        (Pair::SphereSphere, 1.15, -0.05, 1.0, 1.05, 0.0),
        (Pair::SphereOnCylinder, 1.15, -0.05, 1.0, 1.05, 7.0),
        (Pair::SphereInSphere, 0.85, -0.05, -1.0, 0.95, 0.0),
        (Pair::SphereInCylinder, 0.85, -0.05, -1.0, 0.95, 7.0),
    ] {
        let mut inputs = Inputs::default();
        inputs.body_i.position = out * distance + V3::y() * along;
        for (point, reach) in [(PointOfAction::Middle, 0.5 * (1.0 + deepest)), (PointOfAction::Paper, deepest)] {
            let mut parameters = with_pair(pair);
            parameters.geometry.settings.point = point;
            let frame = contact_frame(&parameters, &inputs, None).unwrap();
            assert_close("x", frame.penetration, x, 1e-15, 1.0);
            assert_vectors("n", &frame.normal, &(out * side), 1e-15, 1.0);
            assert_vectors("p_a", &frame.point, &(out * reach + V3::y() * along), 2e-15, 1.0);
        }
    }
}

/// Every pair with shapes under every point of action.
fn pairs_and_points() -> impl Iterator<Item = (Pair, PointOfAction)> {
    PAIRS[1..].iter().flat_map(|pair| PointOfAction::ALL.iter().map(|point| (*pair, *point)))
}

#[test]
fn every_pair_gives_penetration_normal_point_and_slip_in_a_tilted_pose() {
    for (pair, point) in pairs_and_points() {
        let (mut parameters, mut inputs) = general_position(pair);
        parameters.geometry.settings.point = point;
        for x in [-0.05, -1e-6, 1e-6, 8e-4, 0.02] {
            let met = bring(&parameters, &mut inputs, x, 0.3, 0.2);
            let frame = contact_frame(&parameters, &inputs, None).unwrap();
            // positions of 0.5 m and velocities of 0.5 m/s, summed from a dozen terms each
            assert_close("x", frame.penetration, x, 1e-15, 1.0);
            assert_vectors("n", &frame.normal, &met.normal, 3e-15, 1.0);
            assert_vectors("p_a", &frame.point, &met.point, 1e-15, 1.0);
            assert_vectors("v_t", &frame.v_t, &(met.across * 0.3), 3e-15, 1.0);
            assert_close("ẋ", frame.penetration_rate, 0.2, 3e-15, 1.0);
        }
    }
}

/// The bodies after `t` [s] of uniform motion, turned by nalgebra.
fn moved(inputs: &Inputs<f64>, t: f64) -> Inputs<f64> {
    let body = |b: &Body<f64>| Body {
        position: b.position + b.velocity * t,
        orientation: composed(&rotation(b.angular_velocity, b.angular_velocity.norm() * t), &b.orientation),
        ..*b
    };
    Inputs { body_i: body(&inputs.body_i), body_j: body(&inputs.body_j), ..*inputs }
}

#[test]
fn rates_of_penetration_and_normal_hold_along_a_motion_of_every_pair() {
    // fourth order: h⁴/30 times a fifth derivative of (v/ρ)⁵ with 0.5 m/s round a radius of 0.2 m, 100/s⁵
    let h = 1e-3;
    for (pair, point) in pairs_and_points() {
        let (mut parameters, mut inputs) = general_position(pair);
        parameters.geometry.settings.point = point;
        for x in [-0.02, 1e-3] {
            bring(&parameters, &mut inputs, x, 0.3, 0.2);
            let at = |t: f64| contact_frame(&parameters, &moved(&inputs, t), None).unwrap();
            let around = [1.0, -1.0, 2.0, -2.0].map(|steps| at(steps * h));
            let now = at(0.0);
            let [a, b, c, d] = around.map(|frame| frame.penetration);
            let x_rate = (8.0 * (a - b) - (c - d)) / (12.0 * h);
            assert_close("ẋ", now.penetration_rate, x_rate, 1e-10, 1.0);
            let [a, b, c, d] = around.map(|frame| frame.normal);
            let n_rate = ((a - b) * 8.0 - (c - d)) / (12.0 * h);
            assert_vectors("ω_c×n", &now.omega_c.cross(&now.normal), &n_rate, 1e-10, 1.0);
            let spin = 0.5 * (inputs.body_i.angular_velocity + inputs.body_j.angular_velocity).dot(&now.normal);
            assert_close("ω_c·n", now.omega_c.dot(&now.normal), spin, 1e-14, 1.0);
        }
    }
}

/// Turning rate of the ball about the axis [rad/s].
const ROUND_AND_ROUND: f64 = 5.0;

/// How deep that ball lies [m].
const DEPTH: f64 = 7e-4;

/// A ball rolling round the inside of a cylinder at rest, its axis along y: pose and rates at time t.
fn rolling(parameters: &Setup, t: f64) -> (Inputs<f64>, InputRates) {
    let (radius, angle) = (parameters.geometry.shapes.radius_i, ROUND_AND_ROUND * t);
    let distance = parameters.geometry.shapes.radius_j - radius + DEPTH;
    let omega = V3::y() * ROUND_AND_ROUND;
    let mut inputs = Inputs::default();
    inputs.body_i.position = vector(angle.sin(), 0.0, angle.cos()) * distance;
    inputs.body_i.velocity = omega.cross(&inputs.body_i.position);
    // v + ω_i×((R − x/2)·u) = 0
    inputs.body_i.angular_velocity = -omega * (distance / (radius - 0.5 * DEPTH));
    let mut rates = InputRates::default();
    rates.inputs.body_i.velocity = omega.cross(&inputs.body_i.velocity);
    (inputs, rates)
}

#[test]
fn omega_c_of_a_ball_rolling_in_a_cylinder_is_its_rate_about_the_axis() {
    let parameters = with_pair(Pair::SphereInCylinder);
    for t in [0.0, 0.3, 1.1] {
        let frame = contact_frame(&parameters, &rolling(&parameters, t).0, None).unwrap();
        assert_vectors("v_t", &frame.v_t, &V3::zeros(), 1e-14, 1.0);
        assert_vectors("ω_c", &frame.omega_c, &(V3::y() * ROUND_AND_ROUND), 1e-14, ROUND_AND_ROUND);
    }
}

#[test]
fn a_deflection_stays_tangent_for_a_ball_rolling_in_a_cylinder() {
    let parameters = with_pair(Pair::SphereInCylinder);
    let latch = touching(&parameters, 1e-3);
    let z0 = vector(3e-5, 2e-5, 0.0);
    // one turn by Runge-Kutta over der(z): (ω·h)⁴ = 1e-10 of a turn
    let h = core::f64::consts::TAU / ROUND_AND_ROUND / 1000.0;
    let rate = |t: f64, z: &[f64; 3]| {
        let (inputs, _) = rolling(&parameters, t);
        let frame = contact_frame(&parameters, &inputs, None).unwrap();
        let state = with_bristles(Vector3::from(*z), 0.0);
        respond(&parameters, &inputs, &frame, &latch, &state).rates.z.into()
    };
    let mut z = z0.into();
    for step in 0..1000 {
        let t = f64::from(step) * h;
        z = rk4(t, &z, h, rate);
        let n = contact_frame(&parameters, &rolling(&parameters, t + h).0, None).unwrap().normal;
        assert_close("z·n", Vector3::from(z).dot(&n), 0.0, 1e-9, z0.norm());
    }
    assert_vectors("z after one turn", &Vector3::from(z), &z0, 1e-9, z0.norm());
}

#[test]
fn steps_carry_a_deflection_round_with_the_ball_in_the_cylinder() {
    let parameters = with_pair(Pair::SphereInCylinder);
    let z0 = vector(3e-5, 2e-5, 0.0);
    let mut state = ContactState {
        continuous: with_bristles(z0, 0.0),
        latch: touching(&parameters, 1e-3),
        ..ContactState::default()
    };
    let h = 1e-4;
    for step in 0..5000 {
        let (inputs, rates) = rolling(&parameters, f64::from(step) * h);
        let done = parameters.advance(&inputs, &rates, &state, h).unwrap();
        state = done.state;
        let z = state.continuous.z;
        let at_end = contact_frame(&parameters, &rolling(&parameters, f64::from(step + 1) * h).0, None).unwrap();
        // parabola against circle: (ω·h)³/24 = 5e-12 of a radian per step, of which the decay within τ_br = 32 steps
        // leaves 32 steps' worth; without ω_c it would be ω·τ_br = 0.016
        assert_close("z·n", z.dot(&at_end.normal), 0.0, 1e-9, z0.norm());
    }
    let turned = matrix(&rotation(V3::y(), ROUND_AND_ROUND * 0.5)) * z0;
    // a velocity linear in the step is off by ω²v·h²/8 = 1.4e-7 m/s in its middle: 7e-8 m of slip in half a second
    assert_vectors("z after half a second", &state.continuous.z, &turned, 1e-7, 1.0);
}

// ---- where the direction is lost ----

#[test]
fn the_centre_of_a_hollow_body_has_no_force_and_a_body_fixed_direction() {
    for (pair, RoundGap { about_axis, is_hollow }) in round_pairs() {
        let (mut parameters, mut inputs) = general_position(pair);
        let j = inputs.body_j;
        // without offsets, which a rounding would leave beside the centre
        (parameters.geometry.shapes.center_i, parameters.geometry.shapes.center_j) = (V3::zeros(), V3::zeros());
        inputs.body_i.position = j.position;
        let frame = contact_frame(&parameters, &inputs, None).unwrap();
        // depth R − R_j inside, R + R_j outside
        assert_close("x", frame.penetration, 0.1 + if is_hollow { -0.3 } else { 0.3 }, 1e-15, 1.0);
        assert_close("|n|", frame.normal.norm(), 1.0, 1e-15, 1.0);
        if about_axis {
            let axis = matrix(&j.orientation) * parameters.geometry.shapes.axis_j.normalize();
            assert_close("n·a", frame.normal.dot(&axis), 0.0, 1e-15, 1.0);
        }
        let n_rate = frame.omega_c.cross(&frame.normal);
        assert_vectors("ṅ", &n_rate, &j.angular_velocity.cross(&frame.normal), 1e-15, 1.0);
        let latch = asperity::physics::Latch::default().updated(&parameters, &frame.approach());
        let response = respond(&parameters, &inputs, &frame, &latch, &State::default());
        assert_eq!(response.finite(), Ok(()));
        assert_eq!(response.outputs.force_i.norm() == 0.0, is_hollow, "{pair:?}");
    }
}

#[test]
fn the_direction_across_an_axis_is_found_for_every_axis() {
    for axis in [V3::x(), V3::y(), V3::z(), vector(1.0, 1.0, 0.0), vector(1.0, -1.0, 1.0), vector(0.1, 0.2, -3.0)] {
        let mut parameters = with_pair(Pair::SphereInCylinder);
        parameters.geometry.shapes.axis_j = axis;
        let frame = contact_frame(&parameters, &Inputs::default(), None).unwrap();
        assert_close("n·a", frame.normal.dot(&axis), 0.0, 1e-15, axis.norm());
        assert_close("|n|", frame.normal.norm(), 1.0, 1e-15, 1.0);
    }
}

/// Where two coordinate axes lie equally far along the axis of body j, z goes before x and x before y; bits of old runs
/// hang on it.
#[test]
fn the_direction_on_an_axis_is_the_coordinate_axis_projected_across_it() {
    for (axis, farthest) in [
        (V3::x(), V3::z()),
        (V3::y(), V3::z()),
        (V3::z(), V3::x()),
        (vector(1.0, 1.0, 0.0), V3::z()),
        (vector(1.0, -1.0, 1.0), V3::z()),
        (vector(1.0, 1.0, 3.0), V3::x()),
        (vector(3.0, 1.0, 1.0), V3::z()),
        (vector(-2.0, 1.0, 3.0), V3::y()),
        (vector(0.1, 0.2, -3.0), V3::x()),
    ] {
        let mut parameters = with_pair(Pair::SphereOnCylinder);
        parameters.geometry.shapes.axis_j = axis;
        let a = axis.normalize();
        let across = (farthest - a * a.dot(&farthest)).normalize();
        // on the axis, and so close beside it that squares underflow: the same direction
        for beside in [0.0, 1e-120, 1e-150] {
            let mut inputs = Inputs::default();
            inputs.body_i.position = a.cross(&across) * beside;
            let frame = contact_frame(&parameters, &inputs, None).unwrap();
            assert_vectors("n", &frame.normal, &across, 4e-16, 1.0);
        }
    }
}

/// The range that the messages state: beyond 1e±100 squares are about to be lost.
#[test]
fn directions_are_taken_from_1e_minus_100_to_1e100() {
    let parameters = parameters();
    for (length, is_one) in [
        (0.0, false),
        (1e-145, false),
        (0.9e-100, false),
        (1.1e-100, true),
        (1.0, true),
        (0.9e100, true),
        (1.1e100, false),
        (1e145, false),
        (1e306, false),
        (f64::INFINITY, false),
        (f64::NAN, false),
    ] {
        let mut inputs = external(1e-4, V3::zeros());
        inputs.contact_normal = vector(0.0, length, 0.0);
        let frame = contact_frame(&parameters, &inputs, None);
        assert_eq!(frame.is_ok(), is_one, "a normal of {length:e}");
        assert!(frame.is_err() || frame.is_ok_and(|frame| frame.normal == V3::y()));
        let mut inputs = Inputs::default();
        inputs.body_j.orientation *= length;
        assert_eq!(contact_frame(&sphere_plane(), &inputs, None).is_ok(), is_one, "an orientation of {length:e}");
    }
}

/// A given normal that its derivative takes beyond all lengths, or to 0, is refused by the step and not answered with n = 0.
#[test]
fn a_step_refuses_a_normal_that_loses_its_direction_on_the_way() {
    let (parameters, h) = (parameters(), 1e-2);
    for touching in [1e-4, -1e-4] {
        for (rate, is_lost) in
            [(1e306, true), (-1e306, true), (1e150, true), (-1.0 / h, true), (1.0, false), (1e90, false)]
        {
            let inputs = external(touching, vector(0.1, 0.0, 0.0));
            let mut rates = InputRates { normal_given: true, ..InputRates::default() };
            rates.inputs.contact_normal = vector(0.0, 0.0, rate);
            match parameters.advance(&inputs, &rates, &ContactState::default(), h) {
                Ok(step) => {
                    assert!(!is_lost, "{rate:e}");
                    assert_close("|n|", step.response.outputs.normal_direction.norm(), 1.0, 1e-15, 1.0);
                }
                Err(fault) => {
                    let text = fault.to_string();
                    assert!(is_lost && text.starts_with("contactNormal at the end of the step"), "{rate:e}: {text}");
                }
            }
        }
    }
}

#[test]
fn slopes_at_and_beside_the_centre_are_numbers() {
    for (pair, _) in round_pairs() {
        for offset in [0.0, 1e-200, 1e-99, 1e-30] {
            let (laws, mut geometry) = (Parameters::<Dual>::default(), Geometry::<Dual>::default());
            geometry.settings.pair = pair;
            geometry.shapes.radius_i = Dual::from(0.1);
            geometry.shapes.radius_j = Dual::from(1.0);
            geometry.shapes.axis_j.y = Dual::from(1.0);
            let mut inputs = Inputs::<Dual>::default();
            inputs.body_i.velocity = V3::new(0.3, 0.2, -0.1).map(Dual::from);
            inputs.body_i.position.x = Dual { value: offset, slope: 1.0 };
            let frame = meet::contact_frame(&laws, &geometry, &inputs, None).unwrap();
            let numbers = [frame.normal, frame.point, frame.v_t].map(|v| v.sum());
            for number in numbers.iter().chain([&frame.penetration, &frame.penetration_rate]) {
                assert!(number.value.is_finite() && number.slope.is_finite(), "{pair:?} at {offset}: {number:?}");
            }
            assert!(frame.omega_c.sum().value.is_finite(), "{pair:?} at {offset}");
        }
    }
}

#[test]
fn a_step_across_the_middle_of_a_hollow_body_goes_on() {
    for pair in [Pair::SphereInCylinder, Pair::SphereInSphere] {
        let parameters = with_pair(pair);
        let mut inputs = Inputs::default();
        inputs.body_i.velocity = vector(1.0, 0.0, 0.0);
        let state = ContactState { continuous: with_bristles(vector(0.0, 1e-6, 1e-6), 0.5), ..ContactState::default() };
        for start in [-0.05, -0.1, 0.0] {
            inputs.body_i.position.x = start;
            let done = parameters.advance(&inputs, &InputRates::default(), &state, 0.1).unwrap();
            assert_eq!(done.response.outputs.force_i, V3::zeros());
            assert!(done.state.continuous.z.norm() <= state.continuous.z.norm());
            assert_close("gap", done.response.outputs.gap, 0.9 - (start + 0.1).abs(), 1e-15, 1.0);
        }
    }
}

// ---- onsets inside a step ----

#[test]
fn a_step_finds_where_a_sphere_grazes_a_round_body_and_leaves_it() {
    // past the centre at 0.6 m with 1 m/s: the radii of 0.1 m and 1 m meet where x² + 0.6² = 1.1²
    let half_chord = (1.1f64 * 1.1 - 0.6 * 0.6).sqrt();
    for pair in [Pair::SphereSphere, Pair::SphereOnCylinder] {
        let mut inputs = Inputs::default();
        inputs.body_i.position = vector(-2.0, 0.0, 0.6);
        inputs.body_i.velocity.x = 1.0;
        let state = ContactState::default();
        let done = with_pair(pair).advance(&inputs, &InputRates::default(), &state, 4.0).unwrap();
        for (change, at, contact) in [(0, 2.0 - half_chord, true), (1, 2.0 + half_chord, false)] {
            let change = done.changes.all()[change];
            assert_eq!(change.contact, contact);
            assert_close("after", change.after, at, 1e-15, 4.0);
            let speed = if contact { half_chord / 1.1 } else { -half_chord / 1.1 };
            assert_close("ẋ", change.penetration_rate, speed, 2e-15, 1.0);
        }
        assert_eq!(done.response.outputs.force_i, V3::zeros());
    }
}

#[test]
fn an_impact_from_wall_to_wall_of_a_hollow_body_is_found_inside_one_step() {
    // 0.1 m from the wall on the one side, through the middle to the other in 1.7 s of a step of 1.75 s at 1 m/s
    for pair in [Pair::SphereInCylinder, Pair::SphereInSphere] {
        let mut inputs = Inputs::default();
        inputs.body_i.position.x = -0.8;
        inputs.body_i.velocity.x = 1.0;
        let state = ContactState::default();
        let done = with_pair(pair).advance(&inputs, &InputRates::default(), &state, 1.75).unwrap();
        let impact = done.changes.all()[0];
        assert!(impact.contact);
        assert_close("after", impact.after, 1.7, 1e-15, 1.0);
        assert_close("ẋ", impact.penetration_rate, 1.0, 1e-15, 1.0);
    }
}

/// Sine and cosine of the standard library against series and closed form, which meet at a half angle of ¼.
#[test]
fn a_rotation_vector_turns_by_its_length() {
    let axis = vector(2.0, -1.0, 2.0) / 3.0;
    for angle in [1e-9, 1e-3, 0.3, 0.499, 0.501, 1.0, 2.0, 3.0, 3.9, 6.0] {
        let q = rotation::quaternion_of(&(axis * angle));
        let (sin, cos) = (0.5 * angle).sin_cos();
        assert!((q[0] - cos).abs() < 4e-16, "cosine of half of {angle}: {} against {cos}", q[0]);
        assert_vectors("u", &vector(q[1], q[2], q[3]), &(axis * sin), 4e-16, 1.0);
    }
}

/// Rodrigues' formula with sine and cosine of the standard library, and a shape that is turned on a body that is turned, by hand.
#[test]
fn a_matrix_turns_as_its_quaternion_of_any_length_says() {
    let axis = vector(2.0, -1.0, 2.0) / 3.0;
    for angle in [0.0, 1e-3, 0.7, 2.0, 3.1] {
        let (sin, cos) = f64::sin_cos(0.5 * angle);
        let q = Quaternion::new(cos, axis[0] * sin, axis[1] * sin, axis[2] * sin) * 3.0;
        let matrix = Rotation::of(&q).matrix();
        let (sin, cos) = f64::sin_cos(angle);
        for v in [V3::x(), V3::y(), V3::z(), vector(0.3, -0.5, 0.7)] {
            let expected = v * cos + axis.cross(&v) * sin + axis * (axis.dot(&v) * (1.0 - cos));
            assert_vectors("turned", &(matrix * v), &expected, 1e-15, 1.0);
        }
    }
    let quarter = |axis: V3| Quaternion::new(2.0, 2.0 * axis[0], 2.0 * axis[1], 2.0 * axis[2]);
    let shape = Shape::Box { half: vector(1.0, 1.0, 1.0) };
    let on = shape.placed(vector(1.0, 2.0, 3.0), &quarter(V3::x()));
    let pose = Pose::at(&on, &vector(10.0, 20.0, 30.0), &quarter(V3::z()));
    // y of the shape is z of the body and of the world, its z is −y of the body and x of the world
    assert_eq!(pose.origin, vector(8.0, 21.0, 33.0));
    assert_eq!(pose.to_world(&vector(4.0, 5.0, 6.0)), vector(6.0, 4.0, 5.0));
    assert_eq!(pose.to_shape(&vector(6.0, 4.0, 5.0)), vector(4.0, 5.0, 6.0));
    assert_eq!(pose.place_in_shape(&pose.place_in_world(&vector(4.0, 5.0, 6.0))), vector(4.0, 5.0, 6.0));
}

/// The polyhedron lies along the x axis of body j, along its y axis where x is the normal or close to it.
#[test]
fn the_axis_of_the_polyhedron_is_found_under_any_normal() {
    let mut parameters = parameters();
    parameters.settings.friction_map = FrictionMap::Polyhedron;
    for (normal, close) in
        [((1.0, 0.0, 0.0), "y"), ((-1.0, 1e-9, 0.0), "y"), ((0.8, 0.0, 0.6), "x"), ((0.0, 1.0, 0.0), "x")]
    {
        let mut inputs = external(1e-4, V3::zeros());
        inputs.contact_normal = vector(normal.0, normal.1, normal.2);
        let axis = contact_frame(&parameters, &inputs, None).unwrap().axis;
        let along = if close == "x" { V3::x() } else { V3::y() };
        let (n, expected) = (inputs.contact_normal.normalize(), along);
        let expected = (expected - n * n.dot(&expected)).normalize();
        assert_vectors("axis", &axis, &expected, 4e-16, 1.0);
    }
}
