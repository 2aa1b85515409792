//! Which body is called i: with `geometry.point = middle` two spheres exchange their answers as they exchange their names,
//! and between any two curved surfaces the force acts half-way.

use crate::common::*;
use asperity::meet::{Pair, PointOfAction};
use asperity::physics::parameters::{FrictionLaw, FrictionMap, NormalLaw, SpinRadiusSource};
use asperity::physics::{Inputs, Response, State};
use asperity::stepping::{ContactState, InputRates};
use core::mem::swap;
use proptest::prelude::*;

/// Two spheres of 0.1 m about the origins of their bodies, pressed `x` [m] deep along z and slipping along x.
fn equal_spheres(point: PointOfAction, x: f64) -> Response<f64> {
    let mut parameters = with_pair(Pair::SphereSphere);
    (parameters.geometry.shapes.radius_j, parameters.geometry.settings.point) = (0.1, point);
    let mut inputs = Inputs::default();
    inputs.body_i.position.z = 0.2 - x;
    inputs.body_i.velocity.x = 0.3;
    evaluate(&parameters, &inputs, &touching(&parameters, 0.1), &with_bristles(V3::zeros(), 0.3)).unwrap()
}

#[test]
fn equal_spheres_get_equal_torques_and_with_paper_those_of_their_arms() {
    for x in [1e-6, 1e-3, 0.02] {
        let o = equal_spheres(PointOfAction::Middle, x).outputs;
        assert!(o.torque_i.y > 0.0, "friction against a slip along x turns both about y");
        assert_close("ratio of torques", o.torque_i.y / o.torque_j.y, 1.0, 1e-12, 1.0);
        // half-way, each has the arm R − x/2
        assert_relative("torque", o.torque_i.y, o.friction_force.norm() * (0.1 - 0.5 * x), 1e-12);
        let o = equal_spheres(PointOfAction::Paper, x).outputs;
        // eq. (27): R on body i, what x leaves of it on body j
        assert_close("ratio of torques", o.torque_i.y / o.torque_j.y, 0.1 / (0.1 - x), 1e-12, 1.0);
    }
}

/// The same contact with the bodies' names exchanged.
fn exchanged(parameters: &Setup, inputs: &Inputs<f64>) -> (Setup, Inputs<f64>) {
    let (mut parameters, mut inputs) = (*parameters, *inputs);
    swap(&mut parameters.geometry.shapes.radius_i, &mut parameters.geometry.shapes.radius_j);
    swap(&mut parameters.geometry.shapes.center_i, &mut parameters.geometry.shapes.center_j);
    let materials = &mut parameters.materials;
    swap(&mut materials.i, &mut materials.j);
    swap(&mut inputs.body_i, &mut inputs.body_j);
    (parameters, inputs)
}

/// Bristles of the other body lean the other way; what turns about the normal turns with it.
fn leaning_back(state: &State<f64>) -> State<f64> {
    State { z: -state.z, ..*state }
}

/// Force of the deepest overlap of [`spheres`], k·x^p at 2 mm [N]: what places of 0.5 m round off by is 1e-16 m, of a
/// shallow overlap a greater part.
const STRONGEST: f64 = 90.0;

/// That `other` is the answer with the bodies exchanged, within `tolerance` of the largest of each kind.
fn assert_exchanged(one: &Response<f64>, other: &Response<f64>, tolerance: f64) {
    let (a, b) = (&one.outputs, &other.outputs);
    let force = STRONGEST.max(a.force_i.norm());
    for (what, of_a, of_b, scale) in [
        ("force on the first", a.force_i, b.force_j, force),
        ("force on the second", a.force_j, b.force_i, force),
        ("torque on the first", a.torque_i, b.torque_j, force),
        ("torque on the second", a.torque_j, b.torque_i, force),
        ("friction", a.friction_force, -b.friction_force, force),
        ("moment", a.friction_moment, -b.friction_moment, force),
        ("p_a", a.point_of_action, b.point_of_action, 1.0),
        ("n", a.normal_direction, -b.normal_direction, 1.0),
        ("ż", one.rates.z, -other.rates.z, 1.0),
    ] {
        assert_vectors(what, &of_a, &of_b, tolerance, scale);
    }
    let power = |response: &Response<f64>| {
        let energy = &response.rates.energy;
        [energy.work, energy.dissipated_normal, energy.dissipated_friction]
    };
    let largest = power(one).into_iter().fold(force, |most, power| most.max(power.abs()));
    for (of_a, of_b) in power(one).into_iter().zip(power(other)) {
        assert_close("power of the ledger", of_a, of_b, tolerance, largest);
    }
    for (what, of_a, of_b) in [
        ("gap", a.gap, b.gap),
        ("slip", a.slip_speed, b.slip_speed),
        ("s", a.sticking, b.sticking),
        ("e", a.effective_restitution, b.effective_restitution),
        ("stored energy", a.energy_elastic, b.energy_elastic),
        ("ẋ", one.penetration_rate, other.penetration_rate),
        ("ṡ_dw", one.rates.s_dw, other.rates.s_dw),
        ("ż_r", one.rates.z_r, other.rates.z_r),
    ] {
        assert_close(what, of_a, of_b, tolerance, of_a.abs().max(1.0));
    }
}

/// Laws between which the choice is free; the sides of a polyhedron stand on body j and are exchanged with nothing.
fn laws() -> impl Strategy<Value = Setup> {
    let choices = (
        prop::sample::select(vec![FrictionLaw::Dwell, FrictionLaw::Coulomb, FrictionLaw::None]),
        prop::sample::select(vec![FrictionMap::Ellipsoid, FrictionMap::Mixed]),
        prop::sample::select(vec![SpinRadiusSource::Given, SpinRadiusSource::ContactRadius]),
        prop::sample::select(vec![NormalLaw::Gonthier, NormalLaw::HuntCrossley, NormalLaw::Flores]),
        prop::sample::select(vec![0.0, 5e-3]),
        prop::sample::select(vec![0.0, 0.05]),
    );
    choices.prop_map(|(friction, map, radius, normal, e_r, mu_r)| {
        let mut parameters = with_pair(Pair::SphereSphere);
        let settings = &mut parameters.settings;
        (settings.friction_law, settings.friction_map, settings.normal_law) = (friction, map, normal);
        settings.spin_radius_source = radius;
        (parameters.friction.e_r, parameters.friction.mu_r, parameters.friction.sigma_2) = (e_r, mu_r, 0.7);
        parameters
    })
}

fn three(most: f64) -> impl Strategy<Value = V3> {
    [-most..most, -most..most, -most..most].prop_map(V3::from)
}

/// Any two spheres about `x` [m] deep in each other, on bodies that move and turn.
fn spheres() -> impl Strategy<Value = (Setup, Inputs<f64>)> {
    let shapes = ((0.02..0.3), (0.02..0.3), three(0.1), three(0.1), -1e-4..2e-3);
    let turns = (three(1.0), three(1.0), three(1.0));
    let motion = (three(0.3), three(0.3), three(0.3), three(5.0), three(5.0));
    (laws(), shapes, turns, motion).prop_map(|(mut parameters, shapes, turns, motion)| {
        let (radius_i, radius_j, center_i, center_j, x) = shapes;
        let (r_j, v_i, v_j, omega_i, omega_j) = motion;
        let places = &mut parameters.geometry.shapes;
        (places.radius_i, places.radius_j, places.center_i, places.center_j) = (radius_i, radius_j, center_i, center_j);
        let up = vector(0.0, 0.0, 1.1);
        let [q_i, q_j] = [turns.0, turns.1].map(|axis| rotation(axis + up, 3.0 * axis.norm()));
        let n = (turns.2 + up).normalize();
        let mut inputs = Inputs::default();
        let (i, j) = (&mut inputs.body_i, &mut inputs.body_j);
        (j.position, j.orientation, j.velocity, j.angular_velocity) = (r_j, q_j, v_j, omega_j);
        (i.orientation, i.velocity, i.angular_velocity) = (q_i, v_i, omega_i);
        i.position = r_j + matrix(&q_j) * center_j + n * (radius_i + radius_j - x) - matrix(&q_i) * center_i;
        (parameters, inputs)
    })
}

fn states() -> impl Strategy<Value = State<f64>> {
    (three(3e-4), 0.0..1.0, -1e-4..1e-4).prop_map(|(z, s_dw, z_r)| State { z_r, ..with_bristles(z, s_dw) })
}

proptest! {
    /// Places of 0.5 m against radii of 0.02 m and bristles of 0.1 mm: a rounding of x or v_t of 1e-16 is 1e-13 of a force.
    #[test]
    fn spheres_exchange_their_answers_with_their_names((parameters, inputs) in spheres(), state in states()) {
        let (other_parameters, other_inputs) = exchanged(&parameters, &inputs);
        let latch = touching(&parameters, 0.1);
        let one = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let other = evaluate(&other_parameters, &other_inputs, &latch, &leaning_back(&state)).unwrap();
        assert_exchanged(&one, &other, 1e-12);
    }

    /// Twenty steps in which the bodies speed up and turn: forces and ledger stay exchanged.
    #[test]
    fn kinematic_steps_carry_exchanged_spheres_to_exchanged_answers(
        (parameters, inputs) in spheres(), state in states(), pushes in [three(3.0), three(3.0), three(20.0), three(20.0)],
    ) {
        let (other_parameters, _) = exchanged(&parameters, &inputs);
        let mut rates = InputRates::default();
        let mut other_rates = rates;
        let [a_i, a_j, alpha_i, alpha_j] = pushes;
        for (rates, [i, j]) in [(&mut rates, [(a_i, alpha_i), (a_j, alpha_j)]), (&mut other_rates, [(a_j, alpha_j), (a_i, alpha_i)])] {
            (rates.inputs.body_i.velocity, rates.inputs.body_i.angular_velocity) = i;
            (rates.inputs.body_j.velocity, rates.inputs.body_j.angular_velocity) = j;
        }
        let start = |continuous| ContactState { continuous, latch: touching(&parameters, 0.1), ..ContactState::default() };
        let mut now = inputs;
        let (mut one, mut other) = (start(state), start(leaning_back(&state)));
        let h = 1e-4;
        for _ in 0..20 {
            let (_, other_now) = exchanged(&parameters, &now);
            let a = parameters.advance(&now, &rates, &one, h).unwrap();
            let b = other_parameters.advance(&other_now, &other_rates, &other, h).unwrap();
            (one, other) = (a.state, b.state);
            // twenty steps of roundings that the bristles remember
            assert_exchanged(&a.response, &b.response, 1e-11);
            let [of_a, of_b] = [&one, &other].map(|state| state.continuous.energy);
            let scale = of_a.work.abs() + of_a.dissipated_normal.abs() + of_a.dissipated_friction.abs() + 1e-6;
            assert_close("work", of_a.work, of_b.work, 1e-11, scale);
            assert_close("normal losses", of_a.dissipated_normal, of_b.dissipated_normal, 1e-11, scale);
            assert_close("friction losses", of_a.dissipated_friction, of_b.dissipated_friction, 1e-11, scale);
            now = moved(&now, &rates, h);
        }
    }
}

/// The bodies after `h` [s], by their velocities and accelerations at its start.
fn moved(inputs: &Inputs<f64>, rates: &InputRates, h: f64) -> Inputs<f64> {
    let mut moved = *inputs;
    for (body, rates) in [(&mut moved.body_i, &rates.inputs.body_i), (&mut moved.body_j, &rates.inputs.body_j)] {
        let turn = (body.angular_velocity + rates.angular_velocity * (0.5 * h)) * h;
        body.orientation = composed(&rotation(turn, turn.norm()), &body.orientation);
        body.position += (body.velocity + rates.velocity * (0.5 * h)) * h;
        body.velocity += rates.velocity * h;
        body.angular_velocity += rates.angular_velocity * h;
    }
    moved
}

/// Pairs whose bodies are no equals: the force acts as far from the one surface as from the other, and what the contact
/// gives the one body of angular momentum it takes from the other.
#[test]
fn force_at_the_middle_of_the_overlap_conserves_angular_momentum() {
    for pair in &PAIRS[2..] {
        for x in [-0.01, 1e-6, 8e-4, 0.02] {
            let (parameters, mut inputs) = general_position(*pair);
            let met = bring(&parameters, &mut inputs, x, 0.3, 0.2);
            let (shapes, i, j) = (&parameters.geometry.shapes, &inputs.body_i, &inputs.body_j);
            let response =
                evaluate(&parameters, &inputs, &touching(&parameters, 0.1), &with_bristles(met.across * 1e-5, 0.3))
                    .unwrap();
            let o = &response.outputs;
            let p_a = o.point_of_action;
            // by the distances from centre and axis: into the sphere of body i, and into body j
            let into_i = shapes.radius_i - (p_a - i.position - matrix(&i.orientation) * shapes.center_i).norm();
            let from_j = p_a - j.position - matrix(&j.orientation) * shapes.center_j;
            let axis = matrix(&j.orientation) * shapes.axis_j.normalize();
            let (distance, is_hollow) = match pair {
                Pair::SphereSphere => (from_j.norm(), false),
                Pair::SphereInSphere => (from_j.norm(), true),
                Pair::SphereOnCylinder => ((from_j - axis * axis.dot(&from_j)).norm(), false),
                Pair::SphereInCylinder => ((from_j - axis * axis.dot(&from_j)).norm(), true),
                Pair::External | Pair::SpherePlane => unreachable!("no curved pair"),
            };
            let into_j = if is_hollow { distance - shapes.radius_j } else { shapes.radius_j - distance };
            assert_close("depth in i", into_i, 0.5 * x, 1e-15, 1.0);
            assert_close("depth in j", into_j, 0.5 * x, 1e-15, 1.0);
            let moment = i.position.cross(&o.force_i) + o.torque_i + j.position.cross(&o.force_j) + o.torque_j;
            assert_vectors("angular momentum", &moment, &V3::zeros(), 1e-15, o.force_i.norm().max(1.0));
        }
    }
}

/// The point moves along n alone: how deep and how fast is the same, and so is the curvature of the surfaces; the slip is
/// that of the point, ω_i − ω_j across n at an arm of x/2.
#[test]
fn the_point_of_action_changes_only_slip_and_torques() {
    for pair in PAIRS {
        for x in [-0.01, 8e-4, 0.02] {
            let (parameters, mut inputs) = general_position(pair);
            bring(&parameters, &mut inputs, x, 0.3, 0.2);
            let mut as_printed = parameters;
            as_printed.geometry.settings.point = PointOfAction::Paper;
            let [middle, paper] = [parameters, as_printed].map(|of| contact_frame(&of, &inputs, None).unwrap());
            assert_eq!((middle.penetration, middle.normal), (paper.penetration, paper.normal));
            assert_close("ẋ", middle.penetration_rate, paper.penetration_rate, 1e-16, 1.0);
            assert_eq!(parameters.geometry.effective_radius(), as_printed.geometry.effective_radius());
            let arm = if matches!(pair, Pair::External | Pair::SpherePlane) { 0.0 } else { 0.5 * x };
            let slip = middle.omega.cross(&middle.normal) * arm;
            assert_vectors("v_t", &(middle.v_t - paper.v_t), &slip, 2e-16, 1.0);
        }
    }
}
