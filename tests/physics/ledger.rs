//! The energy ledger with spinning and rolling friction, under every law: work is stored or lost, at every instant
//! and, within the error of the step, over a motion.

use crate::common::*;
use asperity::physics::parameters::{BristleLimit, ComplianceSource, FrictionLaw, FrictionMap, NormalLaw};
use asperity::physics::{Inputs, Latch, State, Vector3};
use asperity::stepping::{ContactState, InputRates};
use proptest::prelude::*;

const E_R: f64 = 0.006;
/// e_t and e_o of friction that is even and of one that is not
const EVENNESS: [[f64; 2]; 2] = [[1.0, 1.0], [0.6, 1.5]];

const NORMAL_LAWS: [NormalLaw; NormalLaw::ALL.len()] = *NormalLaw::ALL.first_chunk().unwrap();

fn with_everything(normal: NormalLaw, law: FrictionLaw, map: FrictionMap, e: [f64; 2]) -> Setup {
    let mut parameters = with_normal_law(normal);
    let settings = &mut parameters.settings;
    (settings.friction_law, settings.friction_map) = (law, map);
    let f = &mut parameters.friction;
    (f.e_r, f.mu_r, f.w_small, f.sigma_2) = (E_R, 0.02, 0.5, 0.7);
    [f.e_t, f.e_o] = e;
    parameters.settings.planes = some_planes();
    parameters
}

/// x, slip along two axes, spin and rolling, ẋ.
fn moving(x: f64, slip: [f64; 2], spin: f64, roll: f64, rate: f64) -> Inputs<f64> {
    let mut inputs = external(x, vector(slip[0], slip[1], -rate));
    inputs.body_i.angular_velocity = vector(0.6 * roll, 0.8 * roll, 0.8 * spin);
    inputs.body_j.angular_velocity = vector(0.0, 0.0, -0.2 * spin);
    inputs
}

#[test]
fn work_is_stored_or_lost_at_every_instant_under_every_law() {
    let mut cases = 0;
    for normal in NORMAL_LAWS {
        for law in [FrictionLaw::Dwell, FrictionLaw::None, FrictionLaw::Coulomb] {
            for (map, e) in ALL_MAPS.into_iter().flat_map(|map| EVENNESS.map(|e| (map, e))) {
                for (slip, spin, rate, stretch) in
                    [(1e-4, 0.1, 0.1, 0.3), (0.004, -2.0, -0.05, 1.0), (0.008, 1.0, 0.2, 20.0), (0.3, 60.0, -0.2, 1.0)]
                {
                    let parameters = with_everything(normal, law, map, e);
                    let inputs = moving(8e-4, [0.6 * slip, 0.8 * slip], spin, 0.3, rate);
                    let latch = touching(&parameters, 0.5);
                    let z = vector(3e-5, -1e-5, 0.0) * stretch;
                    let state = State { z_r: 2e-5 * stretch, ..with_bristles(z, 0.4) };
                    let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
                    let stored = |t: f64| {
                        let moved = Inputs { penetration: inputs.penetration + rate * t, ..inputs };
                        let (z, z_r) = (state.z + response.rates.z * t, state.z_r + response.rates.z_r * t);
                        let state = State { z, z_r, ..state };
                        evaluate(&parameters, &moved, &latch, &state).unwrap().outputs.energy_elastic
                    };
                    let h = 1e-7;
                    let stored_rate = (stored(h) - stored(-h)) / (2.0 * h);
                    // what both bodies lose, by their own velocities
                    let o = &response.outputs;
                    let omega = inputs.body_i.angular_velocity - inputs.body_j.angular_velocity;
                    let power = -o.force_i.dot(&inputs.relative_velocity) - o.friction_moment.dot(&omega);
                    let rates = response.rates.energy;
                    let lost = rates.dissipated_normal + rates.dissipated_friction;
                    let scale = power.abs() + lost.abs() + stored_rate.abs() + 1e-3;
                    assert_relative("work", rates.work, power, 1e-13);
                    // differences: rounding of 0.01 J over 1e-7 s, (ẋ·h/x)² of the normal part
                    assert_close("balance", power, stored_rate + lost, 1e-6, scale);
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, NORMAL_LAWS.len() * 3 * 4 * 2 * 4);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn loss_is_not_negative_beyond_what_the_law_says(
        (normal, coulomb, map, uneven) in (0..NORMAL_LAWS.len(), prop::bool::ANY, 0..3usize, prop::bool::ANY),
        (x, rate) in (1e-6..5e-3f64, -1.0..1.0f64),
        angle in 0.0..core::f64::consts::TAU,
        [slip_decade, spin_decade, roll_decade] in [-5.0..0.0f64, -5.0..0.0, -3.0..2.0],
        (direction, held, s_dw) in ([-1.0..1.0f64, -1.0..1.0, -1.0..1.0], 0.0..1.0f64, 0.0..1.0f64),
    ) {
        let law = if coulomb { FrictionLaw::Coulomb } else { FrictionLaw::Dwell };
        let parameters = with_everything(NORMAL_LAWS[normal], law, MAPS[map], EVENNESS[usize::from(uneven)]);
        let f = &parameters.friction;
        let slip = 10f64.powf(slip_decade);
        let turned = 10f64.powf(spin_decade);
        let inputs = moving(x, [slip * angle.cos(), slip * angle.sin()], turned / E_R, 10f64.powf(roll_decade), rate);
        let latch = touching(&parameters, 0.5);
        let f_n = evaluate(&parameters, &inputs, &latch, &State::default()).unwrap().outputs.normal_force;
        let f_max = f_n * (f.mu_C + (f.mu_S - f.mu_C) * s_dw);
        let direction = Vector3::from(direction);
        let z = direction / gauge(&parameters, &direction).max(1e-3) * (held * f_max / f.sigma_0);
        let state = State { z_r: z.z, ..with_bristles(vector(z.x, z.y, 0.0), s_dw) };
        let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let rates = response.rates.energy;
        prop_assert!(rates.dissipated_normal >= 0.0);
        // the printed law gives back up to (1−s)·|f_C|²/(4σ1); |f_C| is μ_C·f_n, more in the corners of the other sets
        let corner = match MAPS[map] {
            FrictionMap::Ellipsoid => 1.0,
            FrictionMap::Polyhedron => widest(8),
            FrictionMap::Mixed | FrictionMap::Planes => 2f64.sqrt(),
        };
        let seen = f.e_t.powi(2) * angle.cos().powi(2) + f.e_o.powi(2) * angle.sin().powi(2);
        let speed2 = slip * slip * seen + turned * turned;
        let s = (-speed2 / (f.v_S * f.v_S)).exp();
        let least = if coulomb { 0.0 } else { -(1.0 - s) * (f.mu_C * f_n * corner).powi(2) / (4.0 * f.sigma_1) };
        // a few roundings of what cancels: σ0·z·ż against f·v
        let stored = f.sigma_0 * (z.norm() * response.rates.deflection().norm());
        let spent = f_max * corner * speed2.sqrt();
        prop_assert!(
            rates.dissipated_friction >= least - 1e-14 * (stored + spent),
            "{:e} below {least:e}", rates.dissipated_friction
        );
    }
}

/// Pressing, slipping, spinning and rolling as smooth functions of time, with their rates.
fn motion(t: f64) -> (Inputs<f64>, InputRates) {
    let (w, depth) = (40.0, 4e-4);
    let mut inputs = moving(
        6e-4 + depth * (w * t).sin(),
        [0.03 * (17.0 * t).cos(), 0.01],
        0.02 / E_R * (11.0 * t).sin(),
        0.5 + (5.0 * t).cos(),
        depth * w * (w * t).cos(),
    );
    let mut rates = InputRates::default();
    let acceleration = vector(-0.51 * (17.0 * t).sin(), 0.0, depth * w * w * (w * t).sin());
    rates.inputs.relative_velocity = acceleration;
    let spin = 0.22 / E_R * (11.0 * t).cos();
    let roll = -5.0 * (5.0 * t).sin();
    rates.inputs.body_i.angular_velocity = vector(0.6 * roll, 0.8 * roll, 0.8 * spin);
    rates.inputs.body_j.angular_velocity = vector(0.0, 0.0, -0.2 * spin);
    // the turn of body j, which a polyhedron is fixed to
    let angle = -0.2 * 0.02 / E_R / 11.0 * (1.0 - (11.0 * t).cos());
    inputs.body_j.orientation = rotation(V3::z(), angle);
    (inputs, rates)
}

/// What the ledger leaves open inside the steps, 0.4 s in steps of 0.4 s/`steps`, and all that was lost. Where a step begins with
/// another stored energy than the last one has ended with, the motion has brought it in.
fn residual(parameters: &Setup, steps: usize) -> (f64, f64) {
    let h = 0.4 / steps as f64;
    let (inputs, _) = motion(0.0);
    let latch = Latch { contact: true, v_i: 0.05, a: 0.0 }.refreshed(parameters);
    let start = evaluate(parameters, &inputs, &latch, &State::default()).unwrap().outputs.energy_elastic;
    let mut state = ContactState { latch, stored: start, ..ContactState::default() };
    let mut brought = 0.0;
    for step in 0..steps {
        let (inputs, rates) = motion(h * step as f64);
        let there = evaluate(parameters, &inputs, &state.latch, &state.continuous).unwrap().outputs.energy_elastic;
        brought += there - state.stored;
        state = parameters.advance(&inputs, &rates, &state, h).unwrap().state;
    }
    let energy = state.continuous.energy;
    let lost = energy.dissipated_normal + energy.dissipated_friction;
    (energy.work + brought + start - state.stored - lost, lost)
}

#[test]
fn energy_residual_shrinks_with_the_square_of_the_step() {
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb, FrictionLaw::None] {
        for (map, e) in ALL_MAPS.into_iter().flat_map(|map| EVENNESS.map(|e| (map, e))) {
            for limit in [BristleLimit::Limited, BristleLimit::Paper] {
                let mut parameters = with_everything(NormalLaw::Flores, law, map, e);
                parameters.settings.bristle_limit = limit;
                let open: Vec<_> = [400, 800, 1600, 3200].map(|steps| residual(&parameters, steps)).into();
                let lost = open[3].1;
                assert!(lost > 0.01, "worth measuring: {lost} J");
                let order = (open[0].0 / open[3].0).abs().log2() / 3.0;
                println!(
                    "{law:?}, {map:?}, {e:?}, {limit:?}: {:?}, order {order:.2}",
                    open.iter().map(|o| o.0 / lost).collect::<Vec<_>>()
                );
                // corners are up to 1.8 of the ball's radius away, and forces leap from one to the next
                let most = if map == FrictionMap::Planes { 2e-5 } else { 1e-5 };
                assert!(open[3].0.abs() < most * lost, "{law:?} {map:?} {e:?} {limit:?}: {:e} of {lost:e}", open[3].0);
                assert!(order > 1.7, "{law:?} {map:?} {e:?} {limit:?}: order {order}");
            }
        }
    }
}

/// Stiffness from materials stores and loses as the same stiffness given.
#[test]
fn the_ledger_does_not_mind_where_the_stiffness_comes_from() {
    let mut given =
        with_everything(NormalLaw::LankaraniNikravesh, FrictionLaw::Dwell, FrictionMap::Ellipsoid, EVENNESS[0]);
    let mut made = given;
    made.settings.compliance_source = ComplianceSource::Materials;
    made.materials.k_red = 1e-4;
    made.compliance.k = 1.0;
    // steel on a flat steel body, r_contact = 0.1 m
    given.compliance.k = 1e-4 * 4.0 / 3.0 * 0.1f64.sqrt() * 2.1e11 / 1.82;
    let [(open, lost), (wanted_open, wanted)] = [residual(&made, 400), residual(&given, 400)];
    assert_relative("lost", lost, wanted, 1e-12);
    assert_close("open", open, wanted_open, 1e-10, wanted);
}
