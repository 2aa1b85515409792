//! Closed forms of friction. Every number comes from the theory (a formula of this file, or a converged
//! value that the theory prints) and none from the code under test.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::{BristleLimit, FrictionLaw};
use asperity::physics::{Dual, Inputs, Latch, Planar, Response, State, Vector3, friction, limit_surface};

#[test]
fn slip_direction_has_a_continuous_value_and_slope() {
    let width = 2e-4;
    // length of dir_ε along x and its slopes along and across, by exact derivatives
    let along = |v: f64| friction::slip_direction(&in_plane(dual(v), 0.0.into()), width.into()).t[0];
    let across = |v: f64| friction::slip_direction(&in_plane(v.into(), dual(0.0)), width.into()).t[1];
    let delta = 1e-9;
    let (inside, outside) = (along(width * (1.0 - delta)), along(width * (1.0 + delta)));
    assert_close("value beyond v_eps", outside.value, 1.0, 1e-15, 1.0);
    // second order in δ
    assert_close("value at v_eps", inside.value, 1.0, 1e-15, 1.0);
    // slope 3/2·(1 − (v/v_ε)²)/v_ε = 3δ/v_ε inside, 0 outside up to rounding
    assert_close("slope at v_eps from inside", inside.slope, 3.0 * delta / width, 1e-15, 4.0 / width);
    assert_close("slope at v_eps from outside", outside.slope, 0.0, 1e-15, 1.0 / width);
    for v in [width * (1.0 - delta), width * (1.0 + delta)] {
        assert_relative("slope across", across(v).slope, 1.0 / width, 4.0 * delta);
    }
    assert_relative("slope at 0", along(0.0).slope, 1.5 / width, 1e-15);
    assert_eq!(along(0.0).value, 0.0);
    assert_relative("half way", along(0.5 * width).value, 0.5 * (1.5 - 0.125), 1e-15);
    assert_eq!(parameters().friction.direction_width(), 1e-4, "v_S/100 unless given");
}

fn in_plane(x: Dual, y: Dual) -> Planar<Dual> {
    Planar { t: Vector3::new(x, y, 0.0.into()), r: 0.0.into() }
}

fn dual(value: f64) -> Dual {
    Dual { value, slope: 1.0 }
}

#[test]
fn saturation_keeps_the_direction_and_bounds_the_length() {
    let f = vector(3.0, -4.0, 12.0);
    let saturate = |f: &V3, bound: f64| limit_surface::shortened(&Planar { t: *f, r: 0.0 }, bound).t;
    assert_eq!(saturate(&f, 13.0), f);
    assert_eq!(saturate(&f, 14.0), f);
    assert_vectors("direction", &saturate(&f, 2.6), &(f / 5.0), 1e-15, 2.6);
    assert_eq!(saturate(&f, 0.0), V3::zeros());
    assert_eq!(saturate(&V3::zeros(), 0.0), V3::zeros());
}

/// Steady response: z and s_dw where their rates are zero, by following their rates for long in their own time scale.
fn steady(parameters: &Setup, inputs: &Inputs<f64>) -> (State<f64>, Response<f64>) {
    let latch = touching(parameters, 1e-3);
    let s = (-inputs.relative_velocity.norm_squared() / parameters.friction.v_S.powi(2)).exp();
    let mut state = with_bristles(V3::zeros(), s);
    let tau = parameters.friction.sigma_1 / parameters.friction.sigma_0;
    let follow = |rates: &State<f64>, state: &State<f64>, h: f64| with_bristles(state.z + rates.z * h, state.s_dw);
    // the slowest rate of eq. (22) is (1−s)/τ_br
    let count = (40.0 / (1.0 - s)).clamp(200.0, 400_000.0) as usize;
    for _ in 0..count {
        let rates = evaluate(parameters, inputs, &latch, &state).unwrap().rates;
        state = follow(&rates, &state, 0.5 * tau);
    }
    (state, evaluate(parameters, inputs, &latch, &state).unwrap())
}

#[test]
fn steady_sliding_force_is_coulombs() {
    let parameters = parameters();
    // 30·v_S: s = exp(−900) = 0
    let inputs = slipping(&parameters, 20.0, 0.3);
    let (state, response) = steady(&parameters, &inputs);
    assert_relative("f_t", response.outputs.friction_force.x, -0.4 * 20.0, 1e-14);
    assert_relative("z", state.z.x, 0.4 * 20.0 / 1e5, 1e-14);
    let mut viscous = parameters;
    viscous.friction.sigma_2 = 3.0;
    let (_, response) = steady(&viscous, &inputs);
    assert_relative("with σ2", response.outputs.friction_force.x, -(0.4 * 20.0 + 3.0 * 0.3), 1e-14);
}

#[test]
fn steady_friction_follows_the_stribeck_curve_where_the_bristles_reach_it() {
    let f_n = 20.0;
    for slip in [0.2f64, 0.5, 0.8, 1.0, 1.1209, 1.5, 2.0, 3.0] {
        for factor in [1.01, 0.9] {
            let mut parameters = parameters();
            let f = &mut parameters.friction;
            // guideline: 1.567·σ1·v_S ≥ (μ_S−μ_C)·f_n, where 1.567 is the least of y/(1−exp(−y²)), at y = 1.1209. That
            // sum has exp(−y²) on both sides: s·σ1·v/(1−s) against (μ_S−μ_C)·s·f_n
            f.sigma_1 = factor * (f.mu_S - f.mu_C) * f_n / (1.567 * f.v_S);
            let f = parameters.friction;
            let s = (-slip * slip).exp();
            let bound = f_n * (f.mu_C + (f.mu_S - f.mu_C) * s);
            let reached = f.mu_C * f_n + f.sigma_1 * s * slip * f.v_S / (1.0 - s);
            let (_, response) = steady(&parameters, &slipping(&parameters, f_n, slip * f.v_S));
            let force = -response.outputs.friction_force.x;
            // steady by 40 time constants or the fixed point of a saturated law: rounding
            assert_relative("steady friction", force, bound.min(reached), 1e-12);
            if factor > 1.0 {
                assert_relative("the Stribeck curve is reached", force, bound, 1e-12);
            } else if slip == 1.1209 {
                assert!(force < bound * (1.0 - 1e-3), "with too small σ1 it is not reached: {force}");
            }
        }
    }
}

#[test]
fn small_displacements_meet_the_bristle_stiffness() {
    let parameters = parameters();
    let (f_n, displacement, slip) = (20.0, 1e-6, 1e-6);
    let inputs = slipping(&parameters, f_n, slip);
    let latch = touching(&parameters, 1e-3);
    let count = 100;
    let y = (0..count).fold([0.0], |y, _| {
        rk4(0.0, &y, displacement / slip / f64::from(count), |_, y| {
            let state = with_bristles(vector(y[0], 0.0, 0.0), 0.0);
            [evaluate(&parameters, &inputs, &latch, &state).unwrap().rates.z.x]
        })
    });
    let held = external(inputs.penetration, V3::zeros());
    let force = evaluate(&parameters, &held, &latch, &with_bristles(vector(y[0], 0.0, 0.0), 0.0)).unwrap();
    // s = exp(−1e-8), and (1−s)/τ_br·t = 1e-8·316 of z relaxes in 1 s towards f_C of 1.5·v/v_ε·μ_C·f_n = 0.12 N
    assert_relative("σ0", -force.outputs.friction_force.x / displacement, 1e5, 5e-6);
}

#[test]
fn in_slow_slip_the_printed_bristles_wind_up_to_their_fixed_point() {
    // ratios to f_max at f_n = 10 N and 0.1·v_S, printed with 2, 3 and 4 digits
    for (friction, ratio, digits) in [(table_i(), 2.8, 2e-2), (table_iii(), 211.0, 2e-3), (table_ii(), 2214.0, 3e-4)] {
        let mut parameters = parameters();
        parameters.friction = friction;
        parameters.settings.bristle_limit = BristleLimit::Paper;
        let (f_n, slip) = (10.0, 0.1 * friction.v_S);
        let inputs = slipping(&parameters, f_n, slip);
        let s = (-0.01f64).exp();
        let force = friction.mu_C * f_n + friction.sigma_1 * s * slip / (1.0 - s);
        let state = with_bristles(vector(force / friction.sigma_0, 0.0, 0.0), s);
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &state).unwrap();
        // rounding of σ0·z against σ1·v, up to 100 times larger
        assert_close("fixed point of z", response.rates.z.x, 0.0, 1e-13, slip);
        assert_close("fixed point of s_dw", response.rates.s_dw, 0.0, 1e-15, 1.0 / friction.tau_br());
        let f_max = f_n * (friction.mu_C + (friction.mu_S - friction.mu_C) * s);
        assert_relative("wind-up", force / f_max, ratio, digits);
        let applied = -response.outputs.friction_force.x - friction.sigma_2 * slip;
        assert_relative("applied force", applied, f_max, 1e-14);
        let (reached, _) = steady(&parameters, &inputs);
        assert_relative("reached from z = 0", friction.sigma_0 * reached.z.x, force, 1e-8);
    }
}

#[test]
fn dwell_state_rises_with_tau_dw_and_falls_with_tau_br() {
    let parameters = parameters();
    let rate = |slip: f64, s_dw: f64| {
        let inputs = slipping(&parameters, 20.0, slip);
        evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &with_bristles(V3::zeros(), s_dw)).unwrap()
    };
    assert_relative("rising", rate(0.0, 0.25).rates.s_dw, (1.0 - 0.25) / 1.0, 1e-15);
    let s = (-1.0f64).exp();
    assert_relative("falling", rate(0.01, 0.9).rates.s_dw, (s - 0.9) * 1e5 / 316.227766, 1e-14);
    assert_relative("sticking level", rate(0.01, 0.9).outputs.sticking, s, 1e-15);
}

#[test]
fn a_part_of_z_along_the_normal_enters_no_force_and_decays_with_tau_br() {
    for limit in [BristleLimit::Limited, BristleLimit::Paper] {
        for scale in [0.3, 10.0] {
            let mut parameters = parameters();
            parameters.settings.bristle_limit = limit;
            let mut inputs = slipping(&parameters, 20.0, 0.004);
            inputs.contact_normal = vector(0.2, 0.0, 1.0);
            inputs.relative_velocity = vector(0.004, 0.003, -0.0008);
            let n = inputs.contact_normal.normalize();
            let tangent = vector(0.0, scale * 3e-5, 0.0) + n.cross(&vector(0.0, scale * 4e-5, 0.0));
            let stray = n * 7e-5;
            let latch = touching(&parameters, 1e-3);
            let at = |z: V3| evaluate(&parameters, &inputs, &latch, &with_bristles(z, 0.2)).unwrap();
            let (clean, strayed) = (at(tangent), at(tangent + stray));
            let force = clean.outputs.force_i.norm();
            assert_vectors("force", &strayed.outputs.force_i, &clean.outputs.force_i, 1e-14, force);
            let tau_br = parameters.friction.tau_br();
            let difference = strayed.rates.z - clean.rates.z;
            assert_vectors("decay", &difference, &(-stray / tau_br), 1e-13, clean.rates.z.norm() + 7e-5 / tau_br);
        }
    }
}

#[test]
fn apart_every_force_is_exactly_zero_and_the_bristles_spring_back() {
    for pair in [Pair::External, Pair::SpherePlane] {
        // x ≤ 0, and a trial point with x > 0 while contact is off
        for x in [0.0, -1e-3, 1e-3] {
            let mut parameters = parameters();
            parameters.geometry.settings.pair = pair;
            parameters.friction.sigma_2 = 5.0;
            let mut inputs = external(x, vector(0.3, -0.2, -1.0));
            inputs.body_i.position = vector(0.0, 0.0, 0.1 - x);
            inputs.body_i.velocity = vector(0.3, -0.2, -1.0);
            let z = vector(2e-5, 1e-5, 0.0);
            let response = evaluate(&parameters, &inputs, &Latch::default(), &with_bristles(z, 0.8)).unwrap();
            let o = response.outputs;
            for force in [o.force_i, o.torque_i, o.force_j, o.torque_j, o.friction_force] {
                assert_eq!(force, V3::zeros());
            }
            assert_eq!((o.normal_force, o.sticking), (0.0, 0.0));
            let tau_br = 316.227766 / 1e5;
            assert_vectors("ż", &response.rates.z, &(-z / tau_br), 1e-14, z.norm() / tau_br);
            assert_relative("ṡ_dw", response.rates.s_dw, -0.8 / tau_br, 1e-14);
            assert_relative(
                "free bristles lose σ0·z²/τ_br",
                response.rates.energy.dissipated_friction,
                1e5 * z.norm_squared() / tau_br,
                1e-14,
            );
            assert_eq!(
                Latch::default()
                    .updated(&parameters, &contact_frame(&parameters, &inputs, None).unwrap().approach())
                    .contact,
                o.gap < 0.0
            );
        }
    }
}

#[test]
fn without_a_friction_law_the_force_is_normal() {
    let mut parameters = parameters();
    parameters.settings.friction_law = FrictionLaw::None;
    parameters.friction.sigma_2 = 5.0;
    let inputs = slipping(&parameters, 20.0, 0.004);
    let response =
        evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &with_bristles(vector(2e-5, 0.0, 0.0), 1.0))
            .unwrap();
    assert_eq!(response.outputs.friction_force, V3::zeros());
    assert_relative("f_n", response.outputs.normal_force, 20.0, 1e-14);
}

#[test]
fn bristles_turn_with_the_normal_of_body_j_and_the_mean_spin_of_both() {
    for pair in [Pair::External, Pair::SpherePlane] {
        let mut parameters = parameters();
        parameters.geometry.settings.pair = pair;
        let mut inputs = Inputs::default();
        inputs.body_i.angular_velocity = vector(5.0, -7.0, 3.0);
        inputs.body_j.angular_velocity = vector(0.4, 0.9, 2.0);
        inputs.body_i.position.z = 1.0;
        let frame = contact_frame(&parameters, &inputs, None).unwrap();
        // n = e_z: ṅ = ω_j×n gives ω_j's tangential part, rolling of body i none; spin ½(3 + 2)
        assert_vectors("ω_c", &frame.omega_c, &vector(0.4, 0.9, 2.5), 1e-15, 3.0);
    }
}

#[test]
fn rate_of_the_normal_counts_per_length_and_only_across_the_normal() {
    let inputs = Inputs { contact_normal: vector(0.0, 0.0, 2.0), ..Inputs::default() };
    let frame = contact_frame(&parameters(), &inputs, Some(vector(0.6, 0.0, 5.0))).unwrap();
    // ṅ = (0.3, 0, 0), so ω_c = e_z×ṅ
    assert_vectors("ω_c", &frame.omega_c, &vector(0.0, 0.3, 0.0), 1e-15, 1.0);
}

/// A solver's trial point may lie beside 0…1; the bound must neither turn negative nor grow.
#[test]
fn a_dwell_state_beside_its_range_counts_as_its_end() {
    let f = table_i();
    for (s_dw, mu) in [(-8.5, f.mu_C), (0.0, f.mu_C), (1.0, f.mu_S), (7.0, f.mu_S)] {
        assert_relative("f_max", friction::friction_bound(&f, 10.0, s_dw), 10.0 * mu, 1e-15);
    }
}

/// A solver's trial point may lie beside 0…1; the bound stays between sliding friction and stiction.
#[test]
fn the_bound_of_friction_stays_between_sliding_and_stiction() {
    let f = table_ii();
    for (s_dw, mu) in [(-0.5, 0.4), (0.0, 0.4), (0.5, 0.425), (1.0, 0.45), (1.5, 0.45)] {
        assert_close("f_max", friction::friction_bound(&f, 2.0, s_dw), 2.0 * mu, 1e-15, 1.0);
    }
}

/// However narrow the smoothing is, slip 0 has the direction 0: 1/reg may overflow, and 0·∞ is no number.
#[test]
fn slip_0_has_the_direction_0_for_any_width_of_the_smoothing() {
    for width in [1e-2, 1e-150, 1e-308, f64::MIN_POSITIVE / 4.0] {
        assert_eq!(friction::regularised_direction(&V3::zeros(), width), V3::zeros(), "{width:e}");
    }
}
