//! Invariants of the whole contact over random situations, its energy, oblique impacts, refusals. Every number comes from
//! the theory (a formula of this file, or a converged value that the theory prints) and none from the code under test.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::{BristleFrame, BristleLimit, FrictionLaw, NormalLaw};
use asperity::physics::{ContactFault, Inputs, Latch, Response, State};
use asperity::stepping::{ContactState, InputRates};
use proptest::prelude::*;

// ---- invariants over random contacts ----

fn three(scale: f64) -> impl Strategy<Value = V3> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0].prop_map(move |[x, y, z]: [f64; 3]| vector(x, y, z) * scale)
}

/// Slip over five decades around v_S, in any direction of the plane, and ẋ.
fn velocity() -> impl Strategy<Value = V3> {
    (-5.0..0.0f64, 0.0..core::f64::consts::TAU, -1.5..1.5f64).prop_map(|(decade, angle, rate)| {
        let slip = 10f64.powf(decade);
        vector(slip * angle.cos(), slip * angle.sin(), -rate)
    })
}

prop_compose! {
    /// External contact with its state; z tangent and within the bound if `held` ≤ 1.
    fn contact()(
        limit in prop_oneof![Just(BristleLimit::Limited), Just(BristleLimit::Paper)],
        friction in prop_oneof![Just(table_i()), Just(table_ii()), Just(table_iii()), Just(parameters().friction)],
        e in 0.001..1.0f64,
        x in 1e-6..5e-3f64,
        v in velocity(),
        v_i in 1e-3..2.0f64,
        angle in 0.0..core::f64::consts::TAU,
        held in 0.0..1.0f64,
        s_dw in 0.0..1.0f64,
    ) -> (Setup, Inputs<f64>, Latch<f64>, State<f64>) {
        let mut parameters = parameters();
        parameters.friction = friction;
        parameters.settings.bristle_limit = limit;
        parameters.compliance.e = e;
        let latch = touching(&parameters, v_i);
        let inputs = external(x, v);
        let f_n = evaluate(&parameters, &inputs, &latch, &State::default()).unwrap().outputs.normal_force;
        let f_max = f_n * (friction.mu_C + (friction.mu_S - friction.mu_C) * s_dw);
        let z = vector(angle.cos(), angle.sin(), 0.0) * (held * f_max / friction.sigma_0);
        (parameters, inputs, latch, with_bristles(z, s_dw))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn friction_never_exceeds_its_bound((parameters, inputs, latch, state) in contact(), wound_up in 0.0..50.0f64) {
        let f = parameters.friction;
        let state = State { z: state.z * wound_up, ..state };
        let o = evaluate(&parameters, &inputs, &latch, &state).unwrap().outputs;
        let f_max = o.normal_force * (f.mu_C + (f.mu_S - f.mu_C) * state.s_dw);
        let v_t = vector(inputs.relative_velocity.x, inputs.relative_velocity.y, 0.0);
        let viscous = f.sigma_2 * v_t;
        // |f| ≤ f_max up to the rounding of the scaling and of adding and taking off the viscous part
        prop_assert!((o.friction_force + viscous).norm() <= f_max * (1.0 + 1e-14) + 1e-15 * viscous.norm());
    }

    #[test]
    fn dissipation_in_the_normal_direction_is_never_negative((parameters, inputs, latch, state) in contact()) {
        // f_n − k·x^p and ẋ have one sign, exactly
        let rates = evaluate(&parameters, &inputs, &latch, &state).unwrap().rates;
        prop_assert!(rates.energy.dissipated_normal >= 0.0);
    }

    #[test]
    fn dissipation_by_friction_keeps_its_lower_bound((parameters, inputs, latch, state) in contact()) {
        let f = parameters.friction;
        let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let slip2 = inputs.relative_velocity.xy().norm_squared();
        let s = (-slip2 / f.v_S.powi(2)).exp();
        let least = -(1.0 - s) * (f.mu_C * response.outputs.normal_force).powi(2) / (4.0 * f.sigma_1);
        // −f_t·v_t and σ0·z·ż cancel: a few roundings of them
        let stored = f.sigma_0 * state.z.dot(&response.rates.z);
        let spent = response.outputs.friction_force.norm() * slip2.sqrt();
        prop_assert!(response.rates.energy.dissipated_friction >= least - 1e-14 * (stored.abs() + spent));
    }

    #[test]
    fn action_is_reaction_and_torques_balance_about_any_point(
        r_i in three(0.02), v_i in three(1.0), omega_i in three(5.0), q_i in three(1.0),
        r_j in three(0.3), v_j in three(1.0), omega_j in three(5.0), q_j in three(1.0),
        about in three(3.0), z in three(1e-4), offset in three(0.05),
    ) {
        let mut parameters = sphere_plane();
        parameters.friction.sigma_2 = 2.0;
        parameters.geometry.shapes.center_i = offset;
        let mut inputs = Inputs::default();
        inputs.body_j.position = r_j;
        inputs.body_j.orientation = rotation(q_j + vector(0.0, 0.0, 1.1), q_j.norm());
        let n = matrix(&inputs.body_j.orientation) * vector(0.0, 0.0, 1.0);
        inputs.body_i.orientation = rotation(q_i + vector(0.0, 0.0, 1.1), q_i.norm());
        // the sphere about 1 mm deep, anywhere on the plane
        inputs.body_i.position = r_j + n * 0.099 + (r_i - n * n.dot(&r_i))
            - matrix(&inputs.body_i.orientation) * offset;
        (inputs.body_i.velocity, inputs.body_i.angular_velocity) = (v_i, omega_i);
        (inputs.body_j.velocity, inputs.body_j.angular_velocity) = (v_j, omega_j);
        let o = evaluate(&parameters, &inputs, &touching(&parameters, 0.5), &with_bristles(z, 0.3)).unwrap().outputs;
        assert_relative("depth", o.gap, -1e-3, 1e-12);
        prop_assert_eq!(o.force_i, -o.force_j);
        let torque = o.torque_i + (inputs.body_i.position - about).cross(&o.force_i)
            + o.torque_j + (inputs.body_j.position - about).cross(&o.force_j);
        // arms of up to 6 m
        prop_assert!(torque.norm() <= 1e-14 * 6.0 * (1.0 + o.force_i.norm()));
        let parts = n * o.normal_force + o.friction_force;
        prop_assert!((o.force_i - parts).norm() <= 1e-12 * o.force_i.norm());
        prop_assert!(o.friction_force.dot(&n).abs() <= 1e-12 * (o.friction_force.norm() + o.force_i.norm()));
    }
}

// ---- energy ----

#[test]
fn work_is_stored_or_dissipated_at_every_instant() {
    // external contact moving on with its velocity: d(stored)/dt by differences along x + ẋ·δ, z + ż·δ
    for limit in [BristleLimit::Limited, BristleLimit::Paper] {
        for (slip, rate, stretch) in
            [(1e-4, 0.1, 0.3), (0.004, -0.05, 1.0), (0.008, 0.2, 20.0), (0.3, -0.2, 1.0), (0.1, -3.0, 5.0)]
        {
            let mut parameters = parameters();
            parameters.settings.bristle_limit = limit;
            parameters.friction.sigma_2 = 0.7;
            let mut inputs = external(8e-4, vector(0.6 * slip, 0.8 * slip, -rate));
            // turning bristles store nothing
            inputs.body_j.angular_velocity = vector(0.0, 0.0, 3.0);
            inputs.body_i.angular_velocity = vector(0.0, 0.0, 2.0);
            let latch = touching(&parameters, 0.5);
            let state = with_bristles(vector(3e-5, -1e-5, 0.0) * stretch, 0.4);
            let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
            let stored = |t: f64| {
                let moved = external(inputs.penetration + rate * t, inputs.relative_velocity);
                let state = State { z: state.z + response.rates.z * t, ..state };
                evaluate(&parameters, &moved, &latch, &state).unwrap().outputs.energy_elastic
            };
            let h = 1e-7;
            let stored_rate = (stored(h) - stored(-h)) / (2.0 * h);
            let power = -response.outputs.force_i.dot(&inputs.relative_velocity);
            let rates = response.rates.energy;
            let scale =
                power.abs() + rates.dissipated_friction.abs() + rates.dissipated_normal.abs() + stored_rate.abs();
            // differences: rounding of stored energies of 0.01 J over 1e-7 s, and (ẋ·h/x)² of the normal part
            assert_close(
                "balance",
                power,
                stored_rate + rates.dissipated_normal + rates.dissipated_friction,
                1e-7,
                scale,
            );
            assert_relative("work", rates.work, power, 1e-13);
        }
    }
}

/// Friction has several ways to be computed, of which the usual one knows but one form of normal force: f_n is the same number under every
/// friction law, and a step has the same bristles under the bristle frame of the paper, which takes another way and where nothing turns
/// is the same.
#[test]
fn no_friction_law_and_no_bristle_frame_changes_the_normal_force() {
    let mut cases = 0;
    for law in NormalLaw::ALL {
        let mut usual = with_normal_law(*law);
        (usual.compliance.d_max, usual.compliance.mass) = (0.5, 2.0);
        let paper = {
            let mut setup = usual;
            setup.settings.bristle_frame = BristleFrame::Paper;
            setup
        };
        for rate in [-0.4, -0.05, 0.0, 0.05, 0.3, 2.0] {
            let (inputs, latch) = (external(8e-4, vector(0.01, 0.0, -rate)), touching(&usual, 0.3));
            let what = format!("{law:?} {rate} m/s");
            let f_n = |setup: &Setup| evaluate(setup, &inputs, &latch, &State::default()).unwrap().outputs.normal_force;
            for friction_law in FrictionLaw::ALL {
                let mut setup = usual;
                setup.settings.friction_law = *friction_law;
                assert_eq!(f_n(&setup), f_n(&paper), "{what} {friction_law:?}");
                cases += 1;
            }
            let start = ContactState { latch, ..ContactState::default() };
            let [z, of_paper] = [&usual, &paper]
                .map(|setup| setup.advance(&inputs, &InputRates::default(), &start, 1e-5).unwrap().state.continuous.z);
            assert_vectors(&what, &z, &of_paper, 1e-14, 1e-7);
        }
    }
    assert_eq!(cases, NormalLaw::ALL.len() * FrictionLaw::ALL.len() * 6);
}

#[test]
fn without_the_ledger_its_rates_are_zero() {
    let mut parameters = parameters();
    parameters.settings.track_ledger = false;
    let inputs = slipping(&parameters, 20.0, 0.3);
    let response = evaluate(&parameters, &inputs, &touching(&parameters, 1e-3), &State::default()).unwrap();
    assert_eq!(response.rates.energy, State::default().energy);
}

// ---- oblique impact ----

/// Tangential velocity of a sphere of 2 kg and 0.1 m, and of its contact point, after an oblique impact without
/// gravity: RK4 over the crate's forces with v_n = 1 m/s.
fn oblique(parameters: &Setup, v_t: f64) -> (f64, f64) {
    let (mass, radius) = (2.0, 0.1);
    let inertia = 0.4 * mass * radius * radius;
    let latch = touching(parameters, 1.0);
    // height, v_x, v_z, ω_y, z_x, s_dw
    let mut y = [radius, v_t, -1.0, 0.0, 0.0, 0.0];
    let respond_at = |y: &[f64; 6]| {
        let mut inputs = Inputs::default();
        inputs.body_i.position.z = y[0].min(radius);
        inputs.body_i.velocity = vector(y[1], 0.0, y[2]);
        inputs.body_i.angular_velocity.y = y[3];
        evaluate(parameters, &inputs, &latch, &with_bristles(vector(y[4], 0.0, 0.0), y[5])).unwrap()
    };
    while y[0] <= radius {
        y = rk4(0.0, &y, 2e-6, |_, y| {
            let r = respond_at(y);
            let (f, torque) = (r.outputs.force_i, r.outputs.torque_i);
            [y[2], f.x / mass, f.z / mass, torque.y / inertia, r.rates.z.x, r.rates.s_dw]
        });
    }
    // slip of the contact point: v_x − R·ω_y with ω×(−R·n)
    (y[1], y[1] - radius * y[3])
}

#[test]
fn a_sphere_slides_through_an_oblique_impact_iff_fast_enough() {
    let (mu, e) = (0.2, 0.5);
    let mut parameters = sphere_plane();
    (parameters.friction.mu_S, parameters.friction.mu_C, parameters.compliance.e) = (mu, mu, e);
    // gross slip iff v_t/v_n ≥ 7/2·μ(1+e); then the impulse is μ(1+e)·v_n at every instant of the impact
    let threshold = 3.5 * mu * (1.0 + e);
    for ratio in [1.05, 1.5, 3.0] {
        let v_t = ratio * threshold;
        let (after, slip) = oblique(&parameters, v_t);
        // at least 5·v_S of slip are left: 1−s = 1 − 1e-11, and RK4 at 1e-4 of the contact time with an end one step
        // late
        assert_close("v_t'", after, v_t - mu * (1.0 + e), 1e-8, v_t);
        assert_close("slip after", slip, v_t - threshold, 1e-8, v_t);
    }
    for ratio in [0.95, 0.7, 0.4] {
        let v_t = ratio * threshold;
        let (after, slip) = oblique(&parameters, v_t);
        // the slip ends inside the impact: the impulse is less than in gross slip, which would have turned the slip
        // around
        let gross = v_t - mu * (1.0 + e);
        assert!(after > gross + 0.1 * (threshold - v_t), "v_t' = {after} m/s, gross slip {gross} m/s");
        assert!(slip.abs() < 0.5 * (threshold - v_t), "still slipping at {slip} m/s");
    }
}

// ---- what is refused ----

#[test]
fn contradicting_parameters_are_refused_by_name_value_and_bound() {
    assert_eq!(parameters().validate(), Ok(()));
    let refusal = |change: fn(&mut Setup)| {
        let mut parameters = sphere_plane();
        change(&mut parameters);
        parameters.validate().unwrap_err().to_string()
    };
    let text = refusal(|p| p.friction.mu_S = 0.3);
    assert!(text.starts_with("friction.mu_S = 0.3 is below friction.mu_C = 0.4;"), "{text}");
    let text = refusal(|p| p.friction.v_eps = 0.02);
    assert!(text.starts_with("friction.v_eps = 0.02 m/s is above friction.v_S = 0.01 m/s;"), "{text}");
    let text = refusal(|p| p.geometry.shapes.normal_j = V3::zeros());
    assert!(text.starts_with("geometry.normalJ = (0.0, 0.0, 0.0) has no direction;"), "{text}");
    for pair in [Pair::SphereInCylinder, Pair::SphereOnCylinder] {
        let mut parameters = with_pair(pair);
        parameters.geometry.shapes.axis_j = V3::zeros();
        let text = parameters.validate().unwrap_err().to_string();
        assert!(text.starts_with("geometry.axisJ = (0.0, 0.0, 0.0) has no direction;"), "{text}");
    }
    for pair in [Pair::SphereInCylinder, Pair::SphereInSphere] {
        let mut parameters = with_pair(pair);
        parameters.geometry.shapes.radius_j = 0.1;
        let text = parameters.validate().unwrap_err().to_string();
        assert!(text.starts_with("geometry.radiusI = 0.1 m is not below geometry.radiusJ = 0.1 m;"), "{text}");
        parameters.geometry.shapes.radius_j = 0.100001;
        assert_eq!(parameters.validate(), Ok(()));
    }
    for pair in [Pair::SphereSphere, Pair::SphereOnCylinder] {
        let mut parameters = with_pair(pair);
        parameters.geometry.shapes.radius_j = 0.01;
        assert_eq!(parameters.validate(), Ok(()));
    }
    // equality is allowed, and a normal or axis nobody looks at may be anything
    let mut edge = parameters();
    (edge.friction.mu_S, edge.friction.v_eps) = (edge.friction.mu_C, edge.friction.v_S);
    (edge.geometry.shapes.normal_j, edge.geometry.shapes.axis_j) = (V3::zeros(), V3::zeros());
    assert_eq!(edge.validate(), Ok(()));
}

#[test]
fn directions_that_are_none_are_refused_by_name() {
    let text =
        |parameters: &Setup, inputs: &Inputs<f64>| contact_frame(parameters, inputs, None).unwrap_err().to_string();
    let mut inputs = Inputs { contact_normal: V3::zeros(), ..Inputs::default() };
    assert!(text(&parameters(), &inputs).starts_with("contactNormal = (0.0, 0.0, 0.0) has no direction"));
    inputs = Inputs::default();
    inputs.body_j.orientation.fill(0.0);
    let refused = text(&sphere_plane(), &inputs);
    assert!(refused.starts_with("orientationJ = (0.0, 0.0, 0.0, 0.0) has no direction"), "{refused}");
    assert!(refused.contains("not connected? wire it or leave it at 1,0,0,0"), "{refused}");
    // as an angular velocity leaves it whose square overflows
    inputs.body_j.orientation.fill(f64::NAN);
    let refused = text(&sphere_plane(), &inputs);
    assert!(refused.ends_with("has no direction; look for an angular velocity far too large"), "{refused}");
}

/// Whichever output or rate is not finite, an evaluation says so; sums that only overflow together are in order.
#[test]
fn every_output_and_rate_that_is_not_finite_is_refused() {
    type Place = fn(&mut Response<f64>) -> &mut f64;
    let places: [(&str, Place); 19] = [
        ("the contact force", |r| &mut r.outputs.force_i[0]),
        ("the contact force", |r| &mut r.outputs.force_i[2]),
        ("the contact force", |r| &mut r.outputs.torque_i[1]),
        ("the contact force", |r| &mut r.outputs.torque_j[2]),
        ("the gap or a velocity", |r| &mut r.outputs.gap),
        ("the gap or a velocity", |r| &mut r.outputs.slip_speed),
        ("the gap or a velocity", |r| &mut r.penetration_rate),
        ("the gap or a velocity", |r| &mut r.clip_margin),
        ("the bristle rate", |r| &mut r.rates.z[0]),
        ("the bristle rate", |r| &mut r.rates.z[1]),
        ("the bristle rate", |r| &mut r.rates.z[2]),
        ("the bristle rate", |r| &mut r.rates.z_r),
        ("the bristle rate", |r| &mut r.rates.s_dw),
        ("the restitution or the sticking level", |r| &mut r.outputs.effective_restitution),
        ("the restitution or the sticking level", |r| &mut r.outputs.sticking),
        ("the energy ledger", |r| &mut r.outputs.energy_elastic),
        ("the energy ledger", |r| &mut r.rates.energy.work),
        ("the energy ledger", |r| &mut r.rates.energy.dissipated_normal),
        ("the energy ledger", |r| &mut r.rates.energy.dissipated_friction),
    ];
    for (what, place) in places {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut response = Response::default();
            assert_eq!(response.finite(), Ok(()));
            *place(&mut response) = bad;
            assert_eq!(response.finite(), Err(ContactFault::Overflow { what }), "{bad}");
        }
    }
    let mut response = Response::<f64>::default();
    (response.outputs.gap, response.outputs.energy_elastic) = (1.5e308, 1.5e308);
    assert_eq!(response.finite(), Ok(()));
}
