//! How the inputs move on inside a step: each against its integral, worked out by hand.

use crate::common::{V3, assert_vectors, rotation, vector};
use asperity::physics::{Body, Inputs};
use asperity::stepping::{InputRates, Motion};

const TAU: f64 = 0.25;

#[test]
fn poses_take_up_velocities_and_accelerations() {
    let p = crate::common::sphere_plane();
    let mut inputs = Inputs::<f64>::default();
    let mut rates = InputRates::default();
    (inputs.body_i.velocity, rates.inputs.body_i.velocity) = (vector(1.0, -2.0, 0.5), vector(0.0, 4.0, -8.0));
    (inputs.body_j.angular_velocity, rates.inputs.body_j.angular_velocity) = (V3::z() * 0.8, V3::z() * -1.6);
    let Body { position, velocity, .. } =
        Motion { parameters: &p, inputs: &inputs, rates: &rates }.inputs_at(TAU).body_i;
    // v·τ + ½·a·τ², v + a·τ
    assert_vectors("position", &position, &vector(0.25, -0.375, -0.125), 1e-15, 1.0);
    assert_vectors("velocity", &velocity, &vector(1.0, -1.0, -1.5), 1e-15, 1.0);
    let turned = Motion { parameters: &p, inputs: &inputs, rates: &rates }.inputs_at(TAU).body_j.orientation;
    // 0.8·τ − ½·1.6·τ²
    assert!((turned - rotation(V3::z(), 0.15)).norm() < 1e-15, "{turned:?}");
}

#[test]
fn an_external_contact_takes_up_its_rates_and_its_normal_turns_with_body_j() {
    let p = crate::common::parameters();
    let mut inputs = crate::common::external(1e-3, vector(0.3, 0.0, -0.1));
    let mut rates = InputRates::default();
    rates.inputs.relative_velocity = vector(0.0, 0.0, 0.8);
    rates.inputs.contact_point = vector(1.0, 2.0, 3.0);
    let at = Motion { parameters: &p, inputs: &inputs, rates: &rates }.inputs_at(TAU);
    assert_vectors("point", &at.contact_point, &vector(0.25, 0.5, 0.75), 1e-15, 1.0);
    crate::common::assert_close("x", at.penetration, 1e-3 + 0.1 * TAU - 0.4 * TAU * TAU, 1e-15, 1.0);
    // turning normal: x grows by ∫ −v_r·n, n = (sin θ, 0, cos θ), θ = ω·τ
    rates = InputRates::default();
    inputs.body_j.angular_velocity = V3::y();
    let at = Motion { parameters: &p, inputs: &inputs, rates: &rates }.inputs_at(TAU);
    assert_vectors("normal", &at.contact_normal, &vector(TAU.sin(), 0.0, TAU.cos()), 1e-15, 1.0);
    let exact = 1e-3 - 0.3 * (1.0 - TAU.cos()) + 0.1 * TAU.sin();
    // Simpson's error τ⁵/2880 of the integrand's fourth derivative
    crate::common::assert_close("x", at.penetration, exact, 2e-7, 1.0);
}
