//! Objectivity: whoever turns, moves or boosts the whole scene gets the same contact, turned, moved or boosted with it.
//!
//! The oracle is the transformation itself, by nalgebra's rotations. Relative tolerances of 1e-12 stand for rounding:
//! at 10 rad/s the velocities of the turning scene are some 1000 times the slip in it, 1e3·2^-53 ≈ 1e-13.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::{BristleFrame, BristleLimit, FrictionLaw, FrictionMap};
use asperity::physics::{Body, Inputs, Latch, Quaternion, Response, State, respond, rotation as turning};
use asperity::stepping::{ContactState, InputRates};
use nalgebra::Matrix3;

const ROUNDING: f64 = 1e-12;
const RATE: f64 = 10.0;

fn axis() -> V3 {
    vector(1.0, -2.0, 3.0).normalize()
}

/// How the scene is moved: r → Q·r + c, v → Q·v + Ω×(Q·r) + u.
struct Turn {
    q: Quaternion<f64>,
    matrix: Matrix3<f64>,
    omega: V3,
    shift: V3,
    boost: V3,
}

impl Turn {
    fn new(angle: f64, omega: V3) -> Self {
        let q = rotation(axis(), angle);
        Turn { q, matrix: matrix(&q), omega, shift: V3::zeros(), boost: V3::zeros() }
    }

    fn body(&self, b: &Body<f64>) -> Body<f64> {
        let r = self.matrix * b.position;
        Body {
            position: r + self.shift,
            orientation: composed(&self.q, &b.orientation),
            velocity: self.matrix * b.velocity + self.omega.cross(&r) + self.boost,
            angular_velocity: self.matrix * b.angular_velocity + self.omega,
        }
    }

    fn inputs(&self, inputs: &Inputs<f64>) -> Inputs<f64> {
        Inputs {
            penetration: inputs.penetration,
            relative_velocity: self.matrix * inputs.relative_velocity,
            contact_normal: self.matrix * inputs.contact_normal,
            contact_point: self.matrix * inputs.contact_point + self.shift,
            body_i: self.body(&inputs.body_i),
            body_j: self.body(&inputs.body_j),
        }
    }

    fn state(&self, state: &State<f64>) -> State<f64> {
        State { z: self.matrix * state.z, ..*state }
    }
}

type Scene = (Setup, Inputs<f64>, State<f64>);

/// A scene in contact with everything moving, shapes with offsets, both bodies spinning: 0.8 mm deep, approaching at
/// 5 cm/s and slipping by half of v_S.
fn scene(pair: Pair) -> Scene {
    let (parameters, mut inputs) = general_position(pair);
    bring(&parameters, &mut inputs, 8e-4, 0.005, 0.05);
    (parameters, inputs, with_bristles(vector(2e-5, -1e-5, 3e-6), 0.3))
}

/// The same with spinning and rolling friction, e_t and e_o: e_r·ω_n is of the size of the slip.
fn spinning_scene(pair: Pair, map: FrictionMap, e: [f64; 2]) -> Scene {
    let (mut parameters, inputs, state) = scene(pair);
    parameters.settings.friction_map = map;
    let f = &mut parameters.friction;
    (f.e_r, f.mu_r, f.w_small) = (0.01, 0.05, 1.0);
    [f.e_t, f.e_o] = e;
    parameters.settings.planes = some_planes();
    (parameters, inputs, State { z_r: -2e-5, ..state })
}

fn response(parameters: &Setup, inputs: &Inputs<f64>, state: &State<f64>) -> Response<f64> {
    evaluate(parameters, inputs, &touching(parameters, 0.1), state).unwrap()
}

/// Every output and rate of the moved scene against the moved outputs and rates; `z_rate` is judged by the caller.
fn assert_turned(turn: &Turn, still: &Response<f64>, moved: &Response<f64>) {
    let (a, b) = (&moved.outputs, &still.outputs);
    let q = &turn.matrix;
    let force = b.force_i.norm();
    for (what, turned, plain) in [
        ("forceI", a.force_i, b.force_i),
        ("forceJ", a.force_j, b.force_j),
        ("frictionForce", a.friction_force, b.friction_force),
        ("frictionMoment", a.friction_moment, b.friction_moment),
        // arms of about 0.1 m
        ("torqueI", a.torque_i, b.torque_i),
        ("torqueJ", a.torque_j, b.torque_j),
    ] {
        assert_vectors(what, &turned, &(q * plain), ROUNDING, force);
    }
    assert!(force > 1.0 && b.friction_force.norm() > 0.1, "the scene has a force worth turning");
    assert_vectors("normalDirection", &a.normal_direction, &(q * b.normal_direction), ROUNDING, 1.0);
    assert_vectors("pointOfAction", &a.point_of_action, &(q * b.point_of_action + turn.shift), ROUNDING, 1.0);
    assert_relative("normalForce", a.normal_force, b.normal_force, ROUNDING);
    // x and v_t are small differences: of positions of 0.1 m and of velocities of 1 m/s
    assert_close("gap", a.gap, b.gap, ROUNDING, 1e-3);
    assert_close("slipSpeed", a.slip_speed, b.slip_speed, ROUNDING, 0.01);
    assert_close("sticking", a.sticking, b.sticking, ROUNDING, 1.0);
    assert_close("effectiveRestitution", a.effective_restitution, b.effective_restitution, ROUNDING, 1.0);
    assert_relative("energyElastic", a.energy_elastic, b.energy_elastic, ROUNDING);
    let (a, b) = (&moved.rates, &still.rates);
    assert_close("der(s_dw)", a.s_dw, b.s_dw, ROUNDING, 1.0);
    assert_close("der(z_r)", a.z_r, b.z_r, ROUNDING, Z_RATE);
    assert_relative("work", a.energy.work, b.energy.work, ROUNDING);
    assert_relative("normal", a.energy.dissipated_normal, b.energy.dissipated_normal, ROUNDING);
    // a difference of −f_t·v_t and σ0·z·ż, both below f·v
    assert_close("friction", a.energy.dissipated_friction, b.energy.dissipated_friction, ROUNDING, force * 0.01);
}

/// Every pair as it starts, with spinning and rolling friction on every map, even and uneven, and with Coulomb's law.
fn scenes(limit: BristleLimit) -> Vec<Scene> {
    let of_pair = |pair| {
        let spinning = MAPS.map(|map| spinning_scene(pair, map, [1.0; 2]));
        let uneven = ALL_MAPS.map(|map| spinning_scene(pair, map, [0.6, 1.5]));
        let mut coulomb = spinning[1];
        coulomb.0.settings.friction_law = FrictionLaw::Coulomb;
        [scene(pair), coulomb].into_iter().chain(spinning).chain(uneven)
    };
    let limited = |(mut parameters, inputs, state): Scene| {
        parameters.settings.bristle_limit = limit;
        (parameters, inputs, state)
    };
    PAIRS.into_iter().flat_map(of_pair).map(limited).collect()
}

/// Scale of ż [m/s]: the slip and 10 rad/s times z are both below it.
const Z_RATE: f64 = 0.01;

#[test]
fn turning_the_whole_scene_turns_every_output_with_it() {
    for limit in [BristleLimit::Limited, BristleLimit::Paper] {
        for (parameters, inputs, state) in scenes(limit) {
            let still = response(&parameters, &inputs, &state);
            for angle in [0.0, 0.7, 2.9] {
                let turn = Turn::new(angle, V3::zeros());
                let moved = response(&parameters, &turn.inputs(&inputs), &turn.state(&state));
                assert_turned(&turn, &still, &moved);
                assert_vectors("der(z)", &moved.rates.z, &(turn.matrix * still.rates.z), ROUNDING, Z_RATE);
            }
        }
    }
}

#[test]
fn outputs_and_rates_turn_with_a_scene_rotating_about_a_tilted_axis() {
    for limit in [BristleLimit::Limited, BristleLimit::Paper] {
        for (parameters, inputs, state) in scenes(limit) {
            let still = response(&parameters, &inputs, &state);
            for angle in [0.0, 0.7, 2.9] {
                let turn = Turn::new(angle, axis() * RATE);
                let state = turn.state(&state);
                let moved = response(&parameters, &turn.inputs(&inputs), &state);
                assert_turned(&turn, &still, &moved);
                let wanted = turn.matrix * still.rates.z + turn.omega.cross(&state.z);
                assert_vectors("der(z)", &moved.rates.z, &wanted, ROUNDING, Z_RATE);
            }
        }
    }
}

#[test]
fn a_turning_scene_apart_turns_its_bristles_with_it() {
    for (parameters, inputs, state) in scenes(BristleLimit::Limited) {
        let turn = Turn::new(0.7, axis() * RATE);
        let latch = Latch::default();
        let still = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let turned_state = turn.state(&state);
        let moved = evaluate(&parameters, &turn.inputs(&inputs), &latch, &turned_state).unwrap();
        let wanted = turn.matrix * still.rates.z + turn.omega.cross(&turned_state.z);
        assert_vectors("der(z)", &moved.rates.z, &wanted, ROUNDING, Z_RATE);
    }
}

#[test]
fn a_given_rate_of_the_normal_turns_with_the_scene() {
    let (parameters, inputs, state) = scene(Pair::External);
    let rate = vector(0.3, 0.2, -0.1);
    let z_rate = |inputs: &Inputs<f64>, state: &State<f64>, rate: V3| {
        let frame = contact_frame(&parameters, inputs, Some(rate)).unwrap();
        respond(&parameters, inputs, &frame, &touching(&parameters, 0.1), state).rates.z
    };
    let still = z_rate(&inputs, &state, rate);
    let turn = Turn::new(0.7, axis() * RATE);
    let (inputs, state) = (turn.inputs(&inputs), turn.state(&state));
    let moved = z_rate(&inputs, &state, turn.matrix * rate + turn.omega.cross(&inputs.contact_normal));
    assert_vectors("der(z)", &moved, &(turn.matrix * still + turn.omega.cross(&state.z)), ROUNDING, Z_RATE);
}

#[test]
fn with_bristle_frame_paper_z_stays_behind_by_exactly_its_turning() {
    for (mut parameters, inputs, state) in scenes(BristleLimit::Paper) {
        parameters.settings.bristle_frame = BristleFrame::Paper;
        let still = response(&parameters, &inputs, &state);
        let turn = Turn::new(0.7, axis() * RATE);
        let state = turn.state(&state);
        let moved = response(&parameters, &turn.inputs(&inputs), &state);
        let missing = turn.omega.cross(&state.z);
        let left = turn.matrix * still.rates.z + missing - moved.rates.z;
        assert_vectors("what is missing", &left, &missing, ROUNDING, Z_RATE);
        assert!(left.norm() > 0.5 * RATE * state.z.norm(), "a clear difference, not rounding: {left}");
    }
}

#[test]
fn moving_and_boosting_the_whole_scene_changes_nothing() {
    for (parameters, inputs, state) in scenes(BristleLimit::Limited) {
        let still = response(&parameters, &inputs, &state);
        let shifted = Turn { shift: vector(1.5, -0.7, 0.9), ..Turn::new(0.0, V3::zeros()) };
        let boosted = Turn { boost: vector(-0.8, 1.1, 0.6), ..Turn::new(0.0, V3::zeros()) };
        for turn in [shifted, boosted] {
            let moved = response(&parameters, &turn.inputs(&inputs), &state);
            assert_turned(&turn, &still, &moved);
            assert_vectors("der(z)", &moved.rates.z, &still.rates.z, ROUNDING, Z_RATE);
        }
    }
}

/// 1000 steps of 1 ms of a scene that turns at 10 rad/s about a tilted axis through the common origin of both body
/// frames, without slip. Held inputs describe this motion exactly: only orientations change. Returns z(10 rad) and the
/// turn.
fn turned_by_steps(pair: Pair, frame: BristleFrame, map: FrictionMap) -> (V3, V3, Matrix3<f64>) {
    let mut parameters = with_pair(pair);
    (parameters.settings.friction_map, parameters.friction.e_r) = (map, 0.01);
    parameters.settings.bristle_frame = frame;
    // sphere 0.7 mm deep in a surface 0.3 m beside the origin, which is round for most pairs
    let rest = 7e-4;
    let n = vector(0.0, 0.0, 1.0);
    let shapes = &mut parameters.geometry.shapes;
    shapes.height_j = 0.3;
    shapes.center_i = vector(0.2, 0.1, 0.3 + shapes.radius_i - rest);
    shapes.center_j = match pair {
        Pair::SphereInCylinder | Pair::SphereInSphere => vector(0.2, 0.1, 0.3 + shapes.radius_j),
        Pair::External | Pair::SpherePlane | Pair::SphereSphere | Pair::SphereOnCylinder => {
            vector(0.2, 0.1, 0.3 - shapes.radius_j)
        }
    };
    let mut still = external(rest, V3::zeros());
    still.contact_normal = n;
    still.contact_point = vector(0.2, 0.1, 0.3 - rest);
    // half the bound of k·x^1.5 = 18.5 N with mu_C = 0.4
    let (z0, z_r0) = (vector(3e-5, -2e-5, 0.0), 1e-5);
    let mut state = ContactState {
        continuous: State { z_r: z_r0, ..with_bristles(z0, 0.0) },
        latch: touching(&parameters, 1e-3),
        ..ContactState::default()
    };
    let h = 1e-3;
    for step in 0..1000 {
        let turn = Turn::new(RATE * h * f64::from(step), axis() * RATE);
        let inputs = turn.inputs(&still);
        let done = parameters.advance(&inputs, &InputRates::default(), &state, h).unwrap();
        state = done.state;
        if frame == BristleFrame::Contact {
            let after = Turn::new(RATE * h * f64::from(step + 1), axis() * RATE);
            let wanted = after.matrix * (z0 * -parameters.friction.sigma_0);
            assert_vectors("sticking force", &done.response.outputs.friction_force, &wanted, 1e-11, wanted.norm());
            let wanted = after.matrix * (n * (-0.01 * parameters.friction.sigma_0 * z_r0));
            assert_vectors("sticking moment", &done.response.outputs.friction_moment, &wanted, 1e-11, wanted.norm());
        }
    }
    (z0, state.continuous.z, Turn::new(RATE, axis()).matrix)
}

#[test]
fn steps_carry_a_sticking_deflection_along_with_the_turning_scene() {
    for pair in PAIRS {
        let map = if pair == Pair::SpherePlane { FrictionMap::Polyhedron } else { FrictionMap::Ellipsoid };
        let (z0, z, turned) = turned_by_steps(pair, BristleFrame::Contact, map);
        // 1000 steps of some ten roundings each, which also turn p_a by 1e-16: 1000·10·2^-53 = 1e-12, times 10 for the
        // slip of 1e-16 m/s that rounding leaves at the contact
        assert_relative("length", z.norm(), z0.norm(), 1e-11);
        assert_vectors("direction in the body", &(turned.transpose() * z), &z0, 1e-11, z0.norm());
    }
}

#[test]
fn with_bristle_frame_paper_steps_leave_the_deflection_behind() {
    for pair in PAIRS {
        let (z0, z, turned) = turned_by_steps(pair, BristleFrame::Paper, FrictionMap::Ellipsoid);
        let back = turned.transpose() * z;
        assert!((back - z0).norm() > 0.3 * z0.norm(), "z turned with the scene: {back}");
    }
}

/// The sides of the polyhedron are fixed to body j: turning it about n alone turns the force that a turned slip
/// meets; turning body i changes nothing.
#[test]
fn a_polyhedron_turns_with_body_j_and_not_with_body_i() {
    // n along z; the x axis of body j near n, where its y axis counts
    for base in [rotation(vector(0.3, 1.0, -0.2), 0.4), rotation(vector(0.0, 1.0, 0.1), -1.5)] {
        let (mut parameters, mut inputs, state) = spinning_scene(Pair::External, FrictionMap::Polyhedron, [1.0; 2]);
        parameters.settings.sides = 6;
        inputs.contact_normal = V3::z();
        let v = vector(0.2, 0.11, -0.05);
        let at = |orientation_j, orientation_i, turn: Matrix3<f64>| {
            let mut inputs = inputs;
            (inputs.body_j.orientation, inputs.body_i.orientation) = (orientation_j, orientation_i);
            inputs.relative_velocity = turn * v;
            let state = State { z: turn * state.z, ..state };
            response(&parameters, &inputs, &state).outputs
        };
        let still = at(base, inputs.body_i.orientation, Matrix3::identity());
        for angle in [0.1, 0.3, 1.0, 2.5] {
            let about_n = rotation(V3::z(), angle);
            let turn = matrix(&about_n);
            let with_j = at(composed(&about_n, &base), inputs.body_i.orientation, turn);
            assert_vectors("force", &with_j.friction_force, &(turn * still.friction_force), 1e-11, 10.0);
            let with_i = at(base, composed(&about_n, &inputs.body_i.orientation), Matrix3::identity());
            assert_eq!(with_i.friction_force, still.friction_force);
            // the slip alone: another corner, by a sixth of a turn at least
            let without = at(base, inputs.body_i.orientation, turn);
            let stayed = (without.friction_force - turn * still.friction_force).norm() < 1e-3;
            assert!(!stayed, "{angle}: the polyhedron stays behind");
        }
    }
}

#[test]
fn quaternion_algebra_of_the_crate_is_that_of_nalgebra() {
    let (a, b) = (rotation(axis(), 0.8), rotation(vector(0.0, 1.0, 1.0), -2.0));
    let v = vector(0.3, -0.4, 1.2);
    assert!((turning::product(&a, &b) - composed(&a, &b)).norm() < 1e-15);
    let turn = turning::Rotation::of(&(a * 3.0));
    assert_vectors("turn", &turn.of_vector(&v), &(matrix(&a) * v), 1e-15, v.norm() * 4.0);
    assert_vectors("back", &turn.back(&v), &(matrix(&a).transpose() * v), 1e-15, v.norm() * 4.0);
    assert_vectors("turned", &turning::turned(&v, &(axis() * 0.8)), &(matrix(&a) * v), 1e-15, v.norm() * 4.0);
}
