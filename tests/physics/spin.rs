//! Spinning friction as a limit surface: force and moment share one bound, and sliding takes out the most power that
//! the set of [PT96] allows. The sets are written here once more, from their inequalities.

use crate::common::*;
use asperity::physics::parameters::{BristleLimit, FrictionLaw, FrictionMap, SpinRadiusSource};
use asperity::physics::{Inputs, Latch, Response, State};
use asperity::stepping::{ContactState, InputRates};
use nalgebra::Vector3;
use proptest::prelude::*;

/// (f_t, c_r/e_r) without the viscous part, and V = (v_t, e_r·ω_n), with n = z.
fn in_scale(parameters: &Setup, inputs: &Inputs<f64>, response: &Response<f64>, e_r: f64) -> [V3; 2] {
    let o = &response.outputs;
    let spin = inputs.body_i.angular_velocity.z - inputs.body_j.angular_velocity.z;
    let slip = vector(inputs.relative_velocity.x, inputs.relative_velocity.y, e_r * spin);
    let force = vector(o.friction_force.x, o.friction_force.y, o.friction_moment.z / e_r);
    [force + slip * parameters.friction.sigma_2, slip]
}

fn spinning(x: f64, v: V3, spin: f64) -> Inputs<f64> {
    let mut inputs = external(x, v);
    (inputs.body_i.angular_velocity.z, inputs.body_j.angular_velocity.z) = (0.7 * spin, -0.3 * spin);
    // what is not about the normal must not count
    inputs.body_i.angular_velocity += vector(3.0, -2.0, 0.0);
    inputs
}

prop_compose! {
    fn contact()(
        law in prop_oneof![Just(FrictionLaw::Dwell), Just(FrictionLaw::Coulomb)],
        limit in prop_oneof![Just(BristleLimit::Limited), Just(BristleLimit::Paper)],
        (map, half_sides) in (0..3usize, 2..=16u32),
        e_r_decade in -4.0..-0.5f64,
        x in 1e-6..5e-3f64,
        (slip_decade, angle, spin_decade) in (-6.0..1.0f64, 0.0..core::f64::consts::TAU, -6.0..1.0f64),
        rate in -0.2..1.0f64,
        (direction, held) in ([-1.0..1.0f64, -1.0..1.0, -1.0..1.0], -3.0..2.0f64),
        (s_dw, sigma_2) in (0.0..1.0f64, prop_oneof![Just(0.0), 0.0..5.0f64]),
    ) -> (Setup, Inputs<f64>, State<f64>) {
        let mut parameters = parameters();
        let e_r = 10f64.powf(e_r_decade);
        parameters.settings.friction_law = law;
        parameters.settings.bristle_limit = limit;
        parameters.settings.friction_map = MAPS[map];
        parameters.settings.sides = 2 * half_sides;
        (parameters.friction.e_r, parameters.friction.sigma_2) = (e_r, sigma_2);
        let v = vector(angle.cos(), angle.sin(), 0.0) * 10f64.powf(slip_decade) - vector(0.0, 0.0, rate);
        let inputs = spinning(x, v, 10f64.powf(spin_decade) / e_r);
        let z = V3::from(direction) * (10f64.powf(held) * 0.4 * 1e6 * x.powf(1.5) / 1e5);
        let state = State { z: vector(z.x, z.y, 0.0), z_r: z.z, s_dw, ..State::default() };
        (parameters, inputs, state)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn force_and_moment_never_leave_the_set((parameters, inputs, state) in contact()) {
        let f = parameters.friction;
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 0.5), &state).unwrap();
        // Coulomb's law has no viscous part
        let sigma_2 = if parameters.settings.friction_law == FrictionLaw::Coulomb { 0.0 } else { f.sigma_2 };
        let mut plain = parameters;
        plain.friction.sigma_2 = sigma_2;
        let [force, slip] = in_scale(&plain, &inputs, &response, f.e_r);
        let bound = match parameters.settings.friction_law {
            FrictionLaw::Coulomb => f.mu_C,
            _ => f.mu_C + (f.mu_S - f.mu_C) * state.s_dw,
        } * response.outputs.normal_force;
        // rounding of the bound, of the viscous part added and taken off, and for (b) of the bristle force that is
        // projected
        let pushed = match parameters.settings.friction_map {
            FrictionMap::Polyhedron => f.sigma_0 * state.deflection().norm() + f.sigma_1 * slip.norm() + 1e4 * bound,
            _ => 0.0,
        };
        let rounding = 1e-12 * bound + 1e-15 * sigma_2 * slip.norm() + 1e-14 * pushed;
        let reach = gauge(&parameters, &force);
        prop_assert!(reach <= bound + rounding, "{reach:e} of {bound:e}");
        // the moment is about the normal alone
        prop_assert_eq!(response.outputs.friction_moment.xy(), nalgebra::Vector2::zeros());
    }

    #[test]
    fn saturated_force_and_moment_lie_on_the_surface((parameters, inputs, state) in contact()) {
        let mut parameters = parameters;
        parameters.settings.friction_law = FrictionLaw::Dwell;
        parameters.friction.sigma_2 = 0.0;
        let f = parameters.friction;
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 0.5), &state).unwrap();
        let bound = response.outputs.normal_force * (f.mu_C + (f.mu_S - f.mu_C) * state.s_dw);
        let [force, slip] = in_scale(&parameters, &inputs, &response, f.e_r);
        // f_br, from eqs. (15), (22); f_C is at most μ_C·f_n·widest
        let s = (-slip.norm_squared() / f.v_S.powi(2)).exp();
        let z = vector(state.z.x, state.z.y, state.z_r);
        let pushed = (z * f.sigma_0 + slip * f.sigma_1) * s;
        let coulomb = (1.0 - s) * f.mu_C * response.outputs.normal_force * widest(parameters.settings.sides);
        let is_pushed = gauge(&parameters, &pushed) > 2.0 * (bound + coulomb);
        if is_pushed && parameters.settings.friction_map != FrictionMap::Mixed {
            let reach = gauge(&parameters, &force);
            prop_assert!((reach - bound).abs() <= 1e-12 * bound + 1e-14 * pushed.norm(), "{reach:e} of {bound:e}");
        }
    }

    #[test]
    fn action_is_reaction_and_the_moment_is_part_of_both_torques((parameters, inputs, state) in contact()) {
        let latch = touching(&parameters, 0.5);
        let with = evaluate(&parameters, &inputs, &latch, &state).unwrap().outputs;
        // about the point of action, which is both origins here
        prop_assert_eq!(with.torque_i, with.friction_moment);
        prop_assert_eq!(with.torque_j, -with.friction_moment);
        prop_assert_eq!(with.force_i, -with.force_j);
    }
}

/// Sliding: |V| of 30·v_S, so that s = exp(−900) and the bristles carry f_C whatever their deflection.
fn sliding_contacts() -> impl Iterator<Item = (Setup, Inputs<f64>, State<f64>)> {
    let laws = [FrictionLaw::Dwell, FrictionLaw::Coulomb];
    let sides = |map| if map == FrictionMap::Polyhedron { vec![4, 8, 32] } else { vec![8] };
    let cases = laws
        .into_iter()
        .flat_map(move |law| MAPS.into_iter().flat_map(move |map| sides(map).into_iter().map(move |n| (law, map, n))));
    cases.flat_map(|(law, map, sides)| {
        (0..24).map(move |n| {
            let mut parameters = parameters();
            parameters.settings.friction_law = law;
            parameters.settings.friction_map = map;
            parameters.settings.sides = sides;
            parameters.friction.e_r = 0.004;
            let (turn, up) = (f64::from(n) * 2.4, (f64::from(n) + 0.5) / 12.0 - 1.0);
            let across = (1.0 - up * up).sqrt();
            let v = vector(turn.cos() * across, turn.sin() * across, up) * 0.3;
            let inputs = spinning(penetration_for(&parameters, 20.0), vector(v.x, v.y, 0.0), v.z / 0.004);
            let z = vector((3.0 * turn).sin(), turn.cos(), 0.0) * 5e-5;
            (parameters, inputs, State { z, z_r: 3e-5 * up, ..State::default() })
        })
    })
}

/// Random forces of the set of size 1: evenly inside, on its surface, and for (b) its corners, which are the strongest.
fn admissible(parameters: &Setup, count: usize) -> Vec<V3> {
    let mut uniform = noise();
    let sides = parameters.settings.sides;
    (0..count)
        .map(|n| {
            let mut force = vector(uniform(), uniform(), uniform());
            if n % 4 == 0 && parameters.settings.friction_map == FrictionMap::Polyhedron {
                // edges between neighbours around, where they meet the slanted planes
                let angle = (n as f64 + 0.5) * core::f64::consts::TAU / f64::from(sides);
                let radius = (core::f64::consts::PI / f64::from(sides)).cos().recip();
                force = vector(angle.cos() * radius, angle.sin() * radius, (2f64.sqrt() - 1.0) * uniform().signum());
            }
            let reach = gauge(parameters, &force);
            if n % 3 == 0 { force * uniform().abs() / reach } else { force / reach }
        })
        .collect()
}

/// [PT96 (iv), (iv)′]. (a) and (c) are exact. (b) takes the point of the set nearest to V·³⁄₂/v_ε, of length at most
/// 1e4: with y that point's origin, (y − x)·(c − x) ≤ 0 leaves the power of any other force c at most (x·c − x²)/|y|
/// ≤ (widest − 1)/|y| above.
#[test]
fn in_sliding_no_admissible_force_and_moment_takes_out_more_power() {
    let mut cases = 0;
    let mut most = [0.0f64; 2];
    for (parameters, inputs, state) in sliding_contacts() {
        let f = &parameters.friction;
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &state).unwrap();
        let [force, slip] = in_scale(&parameters, &inputs, &response, f.e_r);
        let bound = f.mu_C * response.outputs.normal_force;
        let power = -force.dot(&slip);
        let is_polyhedron = parameters.settings.friction_map == FrictionMap::Polyhedron;
        let left = if is_polyhedron {
            let slope =
                if parameters.settings.friction_law == FrictionLaw::Dwell { 150.0 / f.v_S } else { 3.0 / f.v_small };
            (widest(parameters.settings.sides) - 1.0) / (slope * slip.norm()).min(1e4)
        } else {
            0.0
        };
        assert!(gauge(&parameters, &force) <= bound * (1.0 + 1e-12));
        for other in admissible(&parameters, 10_000) {
            let taken = other.dot(&slip) * bound;
            let excess = (taken - power) / (bound * slip.norm());
            most[usize::from(is_polyhedron)] = most[usize::from(is_polyhedron)].max(excess);
            assert!(excess <= left + 1e-12, "{:?}: {excess:e} more", parameters.settings.friction_map);
        }
        // all of it is lost, none stored: the bristles only relax
        let lost = response.rates.energy.dissipated_friction;
        let tau_br = f.tau_br();
        let z = state.deflection();
        let stored_rate = match parameters.settings.friction_law {
            FrictionLaw::Dwell => z.dot(&response_rate(&response)) * f.sigma_0,
            _ => -f.sigma_0 * z.dot(&z) / tau_br,
        };
        assert_close("power", lost + stored_rate, power, 1e-12, power);
        cases += 1;
    }
    println!("{cases} contacts; most above: ball and (c) {:e}, polyhedron {:e}", most[0], most[1]);
    assert_eq!(cases, 2 * 5 * 24);
}

fn response_rate(response: &Response<f64>) -> asperity::physics::Planar<f64> {
    response.rates.deflection()
}

/// What [PT96] writes after (iv), with e_t = e_o = 1: c_r = −e_r²·μ·f_n·ω/√(v² + e_r²·ω²).
#[test]
fn in_sliding_force_and_moment_are_those_of_the_equations_of_the_paper() {
    let mut parameters = parameters();
    parameters.friction.e_r = 0.004;
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb] {
        parameters.settings.friction_law = law;
        for (v, spin) in [
            (vector(0.3, 0.0, 0.0), 0.0),
            (vector(0.2, -0.1, 0.0), 80.0),
            (V3::zeros(), -200.0),
            (vector(0.0, 1e-3, 0.0), 1e3),
        ] {
            let inputs = spinning(penetration_for(&parameters, 20.0), v, spin);
            let o = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &State::default()).unwrap().outputs;
            let root = (v.norm_squared() + (0.004 * spin).powi(2)).sqrt();
            assert_vectors("f_t", &o.friction_force, &(-v * (8.0 / root)), 1e-13, 8.0);
            let moment = -0.004 * 0.004 * 8.0 * spin / root;
            assert_close("c_r", o.friction_moment.z, moment, 1e-13, 8.0 * 0.004);
        }
    }
}

/// A flat disc that spins without slipping meets f_n·μ·e_r: (3π/16)·a under Hertz's pressure from the penetration.
#[test]
fn spinning_moment_with_the_contact_radius_is_3_pi_16_mu_a_f_n() {
    let mut parameters = parameters();
    parameters.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
    parameters.friction.e_r = 17.0;
    for f_n in [1.0, 20.0, 300.0] {
        let x = penetration_for(&parameters, f_n);
        let a = (0.1 * x).sqrt();
        // 50·v_S at the radius e_r
        let e_r = 3.0 * core::f64::consts::PI / 16.0 * a;
        let inputs = spinning(x, V3::zeros(), 0.5 / e_r);
        let o = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &State::default()).unwrap().outputs;
        assert_relative("moment", o.friction_moment.z, -0.4 * f_n * e_r, 1e-13);
        assert_relative("f_n", o.normal_force, f_n, 1e-13);
    }
}

#[test]
fn small_twists_meet_the_torsional_stiffness_sigma_0_e_r_2() {
    let mut parameters = parameters();
    let e_r = 0.004;
    parameters.friction.e_r = e_r;
    let latch = touching(&parameters, 1e-3);
    for map in MAPS {
        parameters.settings.friction_map = map;
        // 1 µm of twist at the radius e_r in 1 s
        let spin = 1e-6 / e_r;
        let inputs = spinning(penetration_for(&parameters, 20.0), V3::zeros(), spin);
        let count = 100;
        let y = (0..count).fold([0.0], |y, _| {
            rk4(0.0, &y, 1.0 / f64::from(count), |_, y| {
                let state = State { z_r: y[0], ..State::default() };
                let rates = evaluate(&parameters, &inputs, &latch, &state).unwrap().rates;
                assert_eq!(rates.z.norm(), 0.0);
                [rates.z_r]
            })
        });
        let still = spinning(inputs.penetration, V3::zeros(), 0.0);
        let o = evaluate(&parameters, &still, &latch, &State { z_r: y[0], ..State::default() }).unwrap().outputs;
        // as for the translation: 1 − s = 1e-8, times 316 relaxations
        assert_relative("σ0·e_r²", -o.friction_moment.z / spin, 1e5 * e_r * e_r, 5e-6);
        assert_relative("stored", o.energy_elastic - 20.0 * inputs.penetration / 2.5, 0.5 * 1e5 * 1e-12, 2e-5);
    }
}

#[test]
fn apart_the_twist_springs_back_and_there_is_no_moment() {
    for map in MAPS {
        for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb, FrictionLaw::None] {
            let mut parameters = parameters();
            parameters.friction.e_r = 0.004;
            parameters.settings.friction_map = map;
            parameters.settings.friction_law = law;
            let state = State { z: vector(1e-5, 0.0, 0.0), z_r: 3e-5, ..State::default() };
            for x in [-1e-3, 1e-3] {
                let inputs = spinning(x, vector(0.1, 0.0, 0.0), 40.0);
                let response = evaluate(&parameters, &inputs, &Latch::default(), &state).unwrap();
                assert_eq!(response.outputs.friction_moment, V3::zeros());
                assert_eq!(response.outputs.torque_i, V3::zeros());
                let tau_br = 316.227766 / 1e5;
                assert_relative("ż_r", response.rates.z_r, -3e-5 / tau_br, 1e-14);
                let lost = 1e5 * (1e-10 + 9e-10) / tau_br;
                assert_relative("lost", response.rates.energy.dissipated_friction, lost, 1e-13);
            }
        }
    }
}

/// (c): each part has a bound of its own; (a): the spin takes from the force, the more the faster (a sliding disc
/// that spins slides further).
#[test]
fn spin_takes_from_the_force_with_the_ellipsoid_and_not_with_mixed() {
    let force = |map, spin: f64| {
        let mut parameters = parameters();
        parameters.friction.e_r = 0.01;
        parameters.settings.friction_map = map;
        let inputs = spinning(penetration_for(&parameters, 20.0), vector(0.3, 0.0, 0.0), spin);
        let o = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &State::default()).unwrap().outputs;
        (-o.friction_force.x, -o.friction_moment.z / 0.01)
    };
    let (f_t, c_r) = force(FrictionMap::Ellipsoid, 30.0);
    assert_relative("f_t", f_t, 8.0 / 2f64.sqrt(), 1e-13);
    assert_relative("c_r/e_r", c_r, 8.0 / 2f64.sqrt(), 1e-13);
    let (f_t, c_r) = force(FrictionMap::Mixed, 30.0);
    assert_relative("f_t", f_t, 8.0, 1e-13);
    assert_relative("c_r/e_r", c_r, 8.0, 1e-13);
    // along a side, equal slip and spin: the edge of the side and the slanted plane
    let (f_t, c_r) = force(FrictionMap::Polyhedron, 45.0);
    assert!(Vector3::new(f_t, c_r, 0.0).norm() <= 8.0 * widest(8));
}

/// Without slip the moment is μ·f_n·e_r until the spin ends: after I·ω/(μ·f_n·e_r).
#[test]
fn a_spinning_body_stops_after_the_time_of_its_closed_form() {
    let mut parameters = parameters();
    let (e_r, inertia, omega) = (0.004, 0.008, 20.0);
    parameters.friction.e_r = e_r;
    parameters.friction.mu_S = parameters.friction.mu_C;
    let latch = touching(&parameters, 1e-3);
    let x = penetration_for(&parameters, 20.0);
    let moment = 0.4 * 20.0 * e_r;
    // ω, z_r, s_dw; the bristles already carry what they will
    let (mut y, h, mut steps) = ([omega, moment / e_r / 1e5, 0.0], 2e-4, 0);
    let mut before = y;
    while y[0] > 0.0 {
        before = y;
        y = rk4(0.0, &y, h, |_, y| {
            let mut inputs = external(x, V3::zeros());
            inputs.body_i.angular_velocity.z = y[0];
            let state = State { z_r: y[1], s_dw: y[2], ..State::default() };
            let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
            [response.outputs.torque_i.z / inertia, response.rates.z_r, response.rates.s_dw]
        });
        steps += 1;
    }
    let time = h * (f64::from(steps - 1) + before[0] / (before[0] - y[0]));
    assert_relative("time", time, inertia * omega / moment, 1e-6);
}

/// Bristles about the normal that bear no moment, be it by a start value or by an e_r that is set to 0 in contact: they take nothing
/// from the bound and spring back with τ_br, as those that touch nothing.
#[test]
fn a_twist_without_a_radius_bears_nothing_and_springs_back() {
    let parameters = parameters();
    let inputs = external(7.4e-4, vector(1e-3, 0.0, 0.0));
    let latch = touching(&parameters, 1e-3);
    let twisted = State { z: vector(7e-5, 0.0, 0.0), z_r: 7e-5, s_dw: 0.5, ..State::default() };
    let plain = State { z_r: 0.0, ..twisted };
    let [with, without] = [twisted, plain].map(|state| evaluate(&parameters, &inputs, &latch, &state).unwrap());
    assert_eq!(with.outputs.friction_force, without.outputs.friction_force);
    assert_eq!(with.outputs.friction_moment, V3::zeros());
    let tau_br = parameters.friction.sigma_1 / parameters.friction.sigma_0;
    assert_relative("rate", with.rates.z_r, -7e-5 / tau_br, 1e-15);

    let h = 2.0 * tau_br;
    let start = ContactState { continuous: twisted, latch, ..ContactState::default() };
    let step = parameters.advance(&inputs, &InputRates::default(), &start, h).unwrap();
    assert_relative("after two time constants", step.state.continuous.z_r, 7e-5 * (-2.0f64).exp(), 1e-14);
}
