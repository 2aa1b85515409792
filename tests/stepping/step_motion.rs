//! How the inputs move on inside a step: each against its integral, worked out by hand.

use crate::common::{V3, assert_close, assert_vectors, external, parameters, rotation, touching, vector};
use asperity::physics::{Body, Inputs, Latch};
use asperity::stepping::{ContactState, InputRates};

const TAU: f64 = 0.25;

#[test]
fn poses_take_up_velocities_and_accelerations() {
    let p = crate::common::sphere_plane();
    let mut inputs = Inputs::<f64>::default();
    let mut rates = InputRates::default();
    (inputs.body_i.velocity, rates.inputs.body_i.velocity) = (vector(1.0, -2.0, 0.5), vector(0.0, 4.0, -8.0));
    (inputs.body_j.angular_velocity, rates.inputs.body_j.angular_velocity) = (V3::z() * 0.8, V3::z() * -1.6);
    let Body { position, velocity, .. } = p.motion(&inputs, &rates).inputs_at(TAU).body_i;
    // v·τ + ½·a·τ², v + a·τ
    assert_vectors("position", &position, &vector(0.25, -0.375, -0.125), 1e-15, 1.0);
    assert_vectors("velocity", &velocity, &vector(1.0, -1.0, -1.5), 1e-15, 1.0);
    let turned = p.motion(&inputs, &rates).inputs_at(TAU).body_j.orientation;
    // 0.8·τ − ½·1.6·τ²
    assert!((turned - rotation(V3::z(), 0.15)).norm() < 1e-15, "{turned:?}");
}

#[test]
fn an_external_contact_uses_its_rates_and_its_normal_turns_with_j() {
    let p = parameters();
    let mut inputs = external(1e-3, vector(0.3, 0.0, -0.1));
    let mut rates = InputRates::default();
    rates.inputs.relative_velocity = vector(0.0, 0.0, 0.8);
    rates.inputs.contact_point = vector(1.0, 2.0, 3.0);
    let at = p.motion(&inputs, &rates).inputs_at(TAU);
    assert_vectors("point", &at.contact_point, &vector(0.25, 0.5, 0.75), 1e-15, 1.0);
    assert_close("x", at.penetration, 1e-3 + 0.1 * TAU - 0.4 * TAU * TAU, 1e-15, 1.0);
    // turning normal: x grows by ∫ −v_r·n, n = (sin θ, 0, cos θ), θ = ω·τ
    rates = InputRates::default();
    inputs.body_j.angular_velocity = V3::y();
    let at = p.motion(&inputs, &rates).inputs_at(TAU);
    assert_vectors("normal", &at.contact_normal, &vector(TAU.sin(), 0.0, TAU.cos()), 1e-15, 1.0);
    let exact = 1e-3 - 0.3 * (1.0 - TAU.cos()) + 0.1 * TAU.sin();
    // Simpson's error τ⁵/2880 of the integrand's fourth derivative
    assert_close("x", at.penetration, exact, 2e-7, 1.0);
}

/// x = ∓10⁻⁴ m ± 0.1 m/s·t ∓ 10 m/s²·t² is 0 at (0.1 ∓ √0.006)/20 s, twice in a step of 10 ms that begins and ends alike.
#[test]
fn a_touch_and_a_gap_that_begin_and_end_inside_a_step_are_found() {
    let (p, h, root) = (parameters(), 1e-2, 0.006_f64.sqrt());
    for (sign, contact) in [(1.0, false), (-1.0, true)] {
        let inputs = external(-1e-4 * sign, vector(0.0, 0.0, -0.1 * sign));
        let mut rates = InputRates::default();
        rates.inputs.relative_velocity = vector(0.0, 0.0, 20.0 * sign);
        let latch = if contact { touching(&p, 0.1) } else { Latch::default() };
        let step = p.advance(&inputs, &rates, &ContactState { latch, ..ContactState::default() }, h).unwrap();
        let [first, second] = step.changes.all() else { panic!("{:?}", step.changes) };
        for (change, after, rate) in [(first, (0.1 - root) / 20.0, root), (second, (0.1 + root) / 20.0, -root)] {
            assert_close("time", change.after, after, 1e-15, 1.0);
            assert_close("rate", change.penetration_rate, sign * rate, 1e-14, 1.0);
            assert_eq!(change.contact, sign * rate > 0.0);
        }
        assert_eq!(step.state.latch.contact, contact);
    }
}

/// 10 mm/s latched; ẋ goes from 0 through 15 to 30 mm/s: more than twice 10 at the end of the step alone.
#[test]
fn a_blow_that_grows_until_the_end_of_a_step_is_latched_there() {
    let (p, h) = (parameters(), 1e-3);
    let inputs = external(1e-3, V3::zeros());
    let mut rates = InputRates::default();
    rates.inputs.relative_velocity = vector(0.0, 0.0, -30.0);
    let before = ContactState { latch: touching(&p, 0.01), ..ContactState::default() };
    let step = p.advance(&inputs, &rates, &before, h).unwrap();
    assert_close("v_i", step.state.latch.v_i, 0.03, 1e-15, 1.0);
}

/// x = 0 is apart, at the start of a step and at its end.
#[test]
fn surfaces_that_just_meet_do_not_touch() {
    let (p, h) = (parameters(), 0.125);
    for (x, speed) in [(0.0, 0.0), (-0.125, 1.0), (0.0, -1.0)] {
        let inputs = external(x, vector(0.0, 0.0, -speed));
        let step = p.advance(&inputs, &InputRates::default(), &ContactState::default(), h).unwrap();
        assert_eq!((step.changes.all(), step.state.latch.contact), (&[][..], false), "{x} {speed}");
    }
}
