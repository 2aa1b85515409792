//! Regularised sliding friction of [M3D]: its curve, its bound, and that it remembers nothing.

use crate::common::*;
use asperity::physics::parameters::FrictionLaw;
use asperity::physics::rolling::reg;
use asperity::physics::{Latch, Response, State};
use num_dual::Dual2_64;
use proptest::prelude::*;

const WIDTH: f64 = 0.04;

/// The polynomial of [M3D] with its first and second derivative, by num-dual.
fn polynomial(v: f64) -> Dual2_64 {
    let v = Dual2_64::from_re(v).derivative();
    v * v / WIDTH * (-v / (3.0 * WIDTH) + 1.0) + WIDTH / 3.0
}

#[test]
fn reg_is_the_polynomial_of_the_paper_below_v_small_and_the_speed_above() {
    for n in 0..100 {
        let v = WIDTH * f64::from(n) / 100.0;
        assert_relative("reg", reg(v, WIDTH), polynomial(v).re, 4e-16);
    }
    for v in [WIDTH, 0.041, 1.0, 1e6] {
        assert_eq!(reg(v, WIDTH), v);
    }
    assert_relative("at rest", reg(0.0, WIDTH), WIDTH / 3.0, 2e-16);
    let least = (0..=2000).map(|n| reg(WIDTH * f64::from(n) / 1000.0, WIDTH)).fold(f64::INFINITY, f64::min);
    assert_relative("least", least, WIDTH / 3.0, 2e-16);
}

#[test]
fn reg_joins_with_value_slope_and_curvature() {
    let edge = polynomial(WIDTH);
    assert_relative("value", edge.re, WIDTH, 4e-16);
    assert_relative("slope", edge.v1, 1.0, 4e-16);
    assert_close("curvature", edge.v2, 0.0, 1e-15, 1.0 / WIDTH);
    // of the crate's function, by differences across the edge: without a jump of the slope the second difference is of
    // first order in h, with one of j it is j/h
    for h in [1e-3, 1e-4] {
        let at = |steps: f64| reg(WIDTH * (1.0 + steps * h), WIDTH);
        let second = (at(1.0) - 2.0 * at(0.0) + at(-1.0)) / (WIDTH * h).powi(2);
        // inside the third derivative is −2/v_small², outside 0: that leaves h/3
        assert!(second.abs() * WIDTH < 0.5 * h + 1e-15 / (h * h), "{second}");
    }
}

fn coulomb() -> Setup {
    let mut parameters = parameters();
    parameters.settings.friction_law = FrictionLaw::Coulomb;
    parameters.friction.v_small = WIDTH;
    parameters
}

fn at(parameters: &Setup, v: V3, state: &State<f64>) -> Response<f64> {
    evaluate(parameters, &external(penetration_for(parameters, 20.0), v), &touching(parameters, 1e-3), state).unwrap()
}

#[test]
fn force_follows_the_paper_at_every_slip() {
    let parameters = coulomb();
    for speed in [0.0, 1e-9, 1e-3, 0.02, 0.0399, WIDTH, 0.0401, 0.3, 50.0] {
        let v = vector(0.6, -0.8, 0.0) * speed;
        let o = at(&parameters, v, &State::default()).outputs;
        let wanted = -v * 0.4 * 20.0 / if speed < WIDTH { polynomial(speed).re } else { speed };
        assert_vectors("f_t", &o.friction_force, &wanted, 1e-14, 8.0);
        assert_relative("f_n", o.normal_force, 20.0, 1e-14);
        assert_eq!(o.sticking, 0.0);
    }
    // slope at rest: 3·μ_C·f_n/v_small
    let force = at(&parameters, vector(1e-9, 0.0, 0.0), &State::default()).outputs.friction_force.x;
    assert_relative("slope at rest", force / 1e-9, -3.0 * 8.0 / WIDTH, 1e-13);
}

#[test]
fn it_has_no_memory_and_lets_bristles_and_dwell_state_spring_back() {
    let mut parameters = coulomb();
    // of the bristle law: not looked at
    (parameters.friction.sigma_2, parameters.friction.mu_S) = (7.0, 0.9);
    let v = vector(0.01, 0.02, 0.0);
    let clean = at(&parameters, v, &State::default());
    let state = State { z: vector(2e-5, -3e-5, 0.0), s_dw: 0.8, z_r: 4e-5, ..State::default() };
    let strained = at(&parameters, v, &state);
    assert_eq!(clean.outputs.force_i, strained.outputs.force_i);
    assert_eq!(clean.outputs.friction_moment, strained.outputs.friction_moment);
    let tau_br = 316.227766 / 1e5;
    assert_vectors("ż", &strained.rates.z, &(-state.z / tau_br), 1e-15, 0.02);
    assert_relative("ż_r", strained.rates.z_r, -4e-5 / tau_br, 1e-15);
    assert_relative("ṡ_dw", strained.rates.s_dw, -0.8 / tau_br, 1e-15);
    // what they held is lost, twice as fast as they are
    let held = 0.5 * 1e5 * (state.z.norm_squared() + 16e-10);
    let lost = strained.rates.energy.dissipated_friction - clean.rates.energy.dissipated_friction;
    assert_relative("lost", lost, 2.0 * held / tau_br, 1e-12);
    assert_eq!(strained.rates.energy.work, clean.rates.energy.work);
}

#[test]
fn apart_there_is_none() {
    let parameters = coulomb();
    let response =
        evaluate(&parameters, &external(-1e-3, vector(0.3, 0.0, 0.0)), &Latch::default(), &State::default()).unwrap();
    assert_eq!(response.outputs.force_i, V3::zeros());
    assert_eq!(response.outputs.friction_moment, V3::zeros());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn it_opposes_the_slip_and_never_exceeds_its_bound(
        decade in -9.0..2.0f64, angle in 0.0..core::f64::consts::TAU, x in 1e-7..5e-3f64, rate in -0.5..1.0f64,
    ) {
        let parameters = coulomb();
        let v = vector(angle.cos(), angle.sin(), 0.0) * 10f64.powf(decade);
        let inputs = external(x, v - vector(0.0, 0.0, rate));
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 0.5), &State::default()).unwrap();
        let o = response.outputs;
        prop_assert!(o.friction_force.norm() <= 0.4 * o.normal_force * (1.0 + 1e-15));
        let (along, length) = (o.friction_force.dot(&v), o.friction_force.norm() * v.norm());
        prop_assert!((along + length).abs() <= 1e-15 * length);
        prop_assert!(response.rates.energy.dissipated_friction >= 0.0);
    }
}
