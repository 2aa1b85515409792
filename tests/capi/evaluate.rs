//! Pure functions: the same bits as the physics they stand for.

use crate::common::{PAIRS, bring, contact_frame, general_position, noise};
use crate::{Given, *};
use asperity::capi::evaluate::*;
use asperity::capi::laws::*;
use asperity::meet::contact_frame as contact_frame_in;
use asperity::physics::{Inputs, Latch, State, contact, loads, respond};
use asperity::unit::parameters::ContactParameters;

/// The C struct of inputs of the physics.
pub fn of_physics(inputs: &Inputs<f64>) -> asperity_inputs {
    let body = |body: &asperity::physics::Body<f64>| asperity_body {
        position: body.position.into(),
        orientation: body.orientation.into(),
        velocity: body.velocity.into(),
        angular_velocity: body.angular_velocity.into(),
    };
    asperity_inputs {
        penetration: inputs.penetration,
        relative_velocity: inputs.relative_velocity.into(),
        normal: inputs.contact_normal.into(),
        point: inputs.contact_point.into(),
        body_i: body(&inputs.body_i),
        body_j: body(&inputs.body_j),
    }
}

/// The parameters of [`general_position`] through the names.
pub fn in_general_position(pair: usize) -> (Given, Inputs<f64>) {
    in_general_position_with(pair, &[])
}

/// The same with changes.
fn in_general_position_with(pair: usize, others: &[(&str, f64)]) -> (Given, Inputs<f64>) {
    let (of, inputs) = general_position(PAIRS[pair]);
    let shapes = &of.geometry.shapes;
    let mut changes = vec![
        ("geometry.pair".to_owned(), pair as f64 + 1.0),
        ("friction.sigma_2".into(), of.friction.sigma_2),
        ("geometry.heightJ".into(), shapes.height_j),
        ("geometry.radiusJ".into(), shapes.radius_j),
    ];
    let vectors = [
        ("centerI", shapes.center_i),
        ("normalJ", shapes.normal_j),
        ("axisJ", shapes.axis_j),
        ("centerJ", shapes.center_j),
    ];
    for (name, vector) in vectors {
        changes.extend((0..3).map(|k| (format!("geometry.{name}[{}]", k + 1), vector[k])));
    }
    let changes = changes.iter().map(|(name, value)| (name.as_str(), *value));
    let changes: Vec<_> = changes.chain(others.iter().copied()).collect();
    (Given::with(&changes), inputs)
}

#[test]
fn evaluate_and_rates_give_the_bits_of_the_physics_in_every_pair() {
    let mut noise = noise();
    for (pair, item) in PAIRS.into_iter().enumerate() {
        let (given, mut inputs) = in_general_position(pair);
        let (of, _) = general_position(item);
        for k in 0..50 {
            bring(&of, &mut inputs, 2e-3 * noise(), noise(), noise());
            let latch = asperity_latch { contact: f64::from(k % 4 != 0), v_i: 0.3, a: 1.1 };
            let z = [1e-5 * noise(), 1e-5 * noise(), 1e-5 * noise()];
            let state = asperity_state { z, s_dw: 0.5 + 0.5 * noise(), ..RESTING };
            let latch_of = Latch { contact: latch.contact != 0.0, v_i: latch.v_i, a: latch.a };
            let state_of = State { z: z.into(), s_dw: state.s_dw, ..State::default() };
            let frame = contact_frame(&of, &inputs, None).unwrap();
            let expected = respond(&of, &inputs, &frame, &latch_of, &state_of);

            let c = of_physics(&inputs);
            let (mut outputs, mut rates) = (unsafe { std::mem::zeroed::<asperity_outputs>() }, RESTING);
            let status = unsafe { asperity_evaluate(given.0, &c, &latch, &state, &mut outputs, &mut rates) };
            assert_eq!(status, ASPERITY_OK);
            let o = &expected.outputs;
            let lists: [&[f64]; 15] = [
                o.force_i.as_slice(),
                o.torque_i.as_slice(),
                o.force_j.as_slice(),
                o.torque_j.as_slice(),
                &[o.normal_force],
                o.friction_force.as_slice(),
                o.friction_moment.as_slice(),
                &[o.gap],
                &[o.slip_speed],
                &[o.sticking],
                o.point_of_action.as_slice(),
                o.normal_direction.as_slice(),
                &[o.effective_restitution],
                &[o.energy_elastic],
                &[expected.penetration_rate],
            ];
            assert_eq!(bits(numbers(&outputs)), bits(&lists.concat()), "pair {pair}");
            let r = &expected.rates;
            let e = &r.energy;
            let expected = [r.z[0], r.z[1], r.z[2], r.s_dw, e.work, e.dissipated_normal, e.dissipated_friction, r.z_r];
            assert_eq!(bits(numbers(&rates)), bits(&expected), "pair {pair}");

            let (mut wrench, mut again) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
            let status = unsafe { asperity_rates(given.0, &c, &latch, &state, &mut wrench, &mut again) };
            assert_eq!(status, ASPERITY_OK);
            assert_eq!(bits(numbers(&wrench)), bits(numbers(&outputs.wrench)), "pair {pair}");
            assert_eq!(bits(numbers(&again)), bits(numbers(&rates)), "pair {pair}");
        }
    }
}

/// [`asperity_rates`] as the processor takes it, and as every processor does.
const BOTH_PATHS: [unsafe extern "C" fn(
    *const asperity_parameters,
    *const asperity_inputs,
    *const asperity_latch,
    *const asperity_state,
    *mut asperity_wrench,
    *mut asperity_state,
) -> asperity_status; 2] = [asperity_rates, portable_rates];

/// Settings of the usual contact, and one that is another's.
const SETTINGS: [&[(&str, f64)]; 8] = [
    &[],
    &[("compliance.source", 2.0)],
    &[("compliance.p", 1.0)],
    &[("compliance.p", 2.2)],
    &[("compliance.law", 2.0), ("friction.v_eps", 5e-3)],
    &[("compliance.law", 5.0), ("friction.tau_dw", 0.02)],
    &[("ledger.track", 0.0), ("friction.sigma_1", 20.0)],
    &[("friction.e_r", 0.01)],
];

#[test]
fn rates_have_the_bits_of_the_model_that_asks_the_settings() {
    let mut noise = noise();
    let (mut faster, mut falling) = (0, 0);
    for (pair, settings) in (0..2).flat_map(|pair| SETTINGS.map(|settings| (pair, settings))) {
        let (given, mut inputs) = in_general_position_with(pair, settings);
        let ContactParameters { laws, geometry, .. } = unsafe { &*given.0 }.checked().unwrap();
        for k in 0..60 {
            bring(&general_position(PAIRS[pair]).0, &mut inputs, 2e-3 * noise(), 0.02 * noise(), noise());
            let latch = asperity_latch { contact: f64::from(k % 6 != 0), v_i: 0.3, a: 1.1 };
            let state =
                asperity_state { z: [1e-3 * noise(), 1e-5 * noise(), 1e-5], s_dw: 0.5 + 0.5 * noise(), ..RESTING };
            let (frame, latch_of) = (contact_frame_in(laws, geometry, &inputs, None).unwrap(), Latch::from(&latch));
            let state_of = State { z: state.z.into(), s_dw: state.s_dw, ..State::default() };
            let loads = loads::loads(laws, &frame, &latch_of, &state_of);
            let forces = contact::wrench(&frame.point, &loads.force, &loads.couple, inputs.positions());
            let expected = (asperity_wrench::from(forces), asperity_state::from(&loads.rates));
            faster += usize::from(frame.penetration_rate > latch.v_i);
            falling += usize::from(loads.rates.s_dw < 0.0);
            for path in BOTH_PATHS {
                let (mut wrench, mut rates) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
                let c = of_physics(&inputs);
                assert_eq!(unsafe { path(given.0, &c, &latch, &state, &mut wrench, &mut rates) }, ASPERITY_OK);
                assert_eq!(bits(numbers(&wrench)), bits(numbers(&expected.0)), "pair {pair}, {settings:?}, {k}");
                assert_eq!(bits(numbers(&rates)), bits(numbers(&expected.1)), "pair {pair}, {settings:?}, {k}");
            }
        }
    }
    assert!(faster > 100 && falling > 100, "{faster} {falling}");
}

fn numbers_mut<T>(of: &mut T) -> &mut [f64] {
    unsafe { std::slice::from_raw_parts_mut(std::ptr::from_mut(of).cast(), size_of::<T>() / 8) }
}

#[test]
fn rates_refuse_each_number_that_is_none_or_do_without_it() {
    for (pair, item) in PAIRS.into_iter().enumerate().take(2) {
        let (given, mut inputs) = in_general_position(pair);
        bring(&general_position(item).0, &mut inputs, 1e-3, 0.1, 0.02);
        let latch = asperity_latch { contact: 1.0, v_i: 0.3, a: 1.1 };
        let state = asperity_state { z: [1e-5, 2e-5, 0.0], s_dw: 0.5, ..RESTING };
        let sound = (of_physics(&inputs), latch, state);
        for path in BOTH_PATHS {
            let answer = |(c, latch, state): (asperity_inputs, asperity_latch, asperity_state)| {
                let (mut wrench, mut rates) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
                let status = unsafe { path(given.0, &c, &latch, &state, &mut wrench, &mut rates) };
                (status, bits(&[numbers(&wrench), numbers(&rates)].concat()))
            };
            let (right, nothing) = (answer(sound), bits(&[0.0; 20]));
            assert_eq!(right.0, ASPERITY_OK);
            let mut refused = 0;
            for (k, wrong) in (0..36 + 3 + 8).flat_map(|k| [f64::NAN, f64::INFINITY].map(|wrong| (k, wrong))) {
                let (mut c, mut latch, mut state) = sound;
                match k {
                    0..36 => numbers_mut(&mut c)[k] = wrong,
                    36..39 => numbers_mut(&mut latch)[k - 36] = wrong,
                    _ => numbers_mut(&mut state)[k - 39] = wrong,
                }
                let (status, results) = answer((c, latch, state));
                refused += usize::from(status == ASPERITY_INPUTS && results == nothing);
                assert!(status == ASPERITY_INPUTS && results == nothing || (status, results) == right, "{k}: {wrong}");
            }
            assert!(refused >= 2 * 30, "{refused}");
        }
    }
}

#[test]
fn rates_want_parameters_checked_anew_and_take_them_then() {
    let (given, mut inputs) = in_general_position(0);
    bring(&general_position(PAIRS[0]).0, &mut inputs, 1e-3, 0.1, 0.02);
    let (c, latch) = (of_physics(&inputs), asperity_latch { contact: 1.0, v_i: 0.3, a: 1.1 });
    let rates = |given: &Given| {
        let (mut wrench, mut rates) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
        let status = unsafe { asperity_rates(given.0, &c, &latch, &RESTING, &mut wrench, &mut rates) };
        (status, bits(numbers(&rates)))
    };
    let before = rates(&given);
    assert_eq!(before.0, ASPERITY_OK);
    assert_eq!(given.set("friction.v_S", 0.2), ASPERITY_OK);
    assert_eq!(rates(&given).0, ASPERITY_PARAMETERS);
    assert_eq!(given.check(), ASPERITY_OK);
    let after = rates(&given);
    assert_eq!(after, rates(&in_general_position_with(0, &[("friction.v_S", 0.2)]).0));
    assert_ne!(after, before);
}

#[test]
fn results_may_take_the_place_of_the_arguments() {
    let (given, mut inputs) = in_general_position(1);
    bring(&general_position(PAIRS[1]).0, &mut inputs, 1e-3, 0.1, 0.2);
    let c = of_physics(&inputs);
    let latch = asperity_latch { contact: 1.0, v_i: 0.3, a: 1.1 };
    let state = asperity_state { z: [1e-5, 2e-5, 0.0], s_dw: 0.5, ..RESTING };
    let (mut wrench, mut rates, mut shared) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING, state);
    unsafe {
        assert_eq!(asperity_rates(given.0, &c, &latch, &state, &mut wrench, &mut rates), ASPERITY_OK);
        let place = &raw mut shared;
        assert_eq!(asperity_rates(given.0, &c, &latch, place, &mut wrench, place), ASPERITY_OK);
    }
    assert_eq!(bits(numbers(&shared)), bits(numbers(&rates)));
}

#[test]
fn the_latch_follows_impact_release_and_a_harder_blow() {
    let given = Given::with(&[("compliance.vMin", 0.01)]);
    let mut latch = APART;
    let mut update = |penetration: f64, rate: f64| {
        let at = asperity_inputs { penetration, relative_velocity: [0.0, 0.0, -rate], ..inputs() };
        assert_eq!(unsafe { asperity_latch_update(given.0, &at, &mut latch) }, ASPERITY_OK);
        latch
    };
    assert_eq!(update(-1e-3, 0.5), APART);
    let struck = update(1e-9, 0.5);
    assert_eq!((struck.contact, struck.v_i), (1.0, 0.5));
    assert_eq!(update(1e-4, 0.2), struck);
    assert_eq!(update(1e-4, 0.99), struck);
    let blow = update(1e-4, 1.0);
    assert_eq!((blow.contact, blow.v_i), (1.0, 1.0));
    assert_eq!(blow.a, struck.a * 0.5, "a = d(e)/(e*v_i) with a constant e");
    assert_eq!(update(-1e-9, -0.4), asperity_latch { contact: 0.0, ..blow });
    // met more slowly than vMin, and set down
    let met = update(1e-9, 1e-3);
    assert_eq!((met.contact, met.v_i), (1.0, 1e-3));
    assert_eq!(update(-1e-9, -1e-3), asperity_latch { contact: 0.0, ..met });
    let set_down = update(1e-4, 1e-3);
    assert_eq!((set_down.contact, set_down.v_i), (1.0, 0.01));
    let mut a = 0.0;
    assert_eq!(unsafe { asperity_damping(given.0, 0.5, &mut a) }, ASPERITY_OK);
    assert_eq!(a, struck.a);
}

#[test]
fn the_laws_by_themselves_are_those_of_an_evaluation() {
    let given = Given::with(&[]);
    let mut noise = noise();
    for _ in 0..50 {
        let (x, rate) = (1e-3 + 9e-4 * noise(), noise());
        let slip = [noise(), noise(), 0.0];
        let mut at = asperity_inputs { penetration: x, ..inputs() };
        at.relative_velocity = [slip[0], slip[1], -rate];
        let latch = asperity_latch { contact: 1.0, v_i: 1.0, a: 0.7 };
        let z = [1e-5 * noise(), 1e-5 * noise(), 0.0];
        let state = asperity_state { z, s_dw: 0.3, ..RESTING };
        let (mut outputs, mut rates) = (unsafe { std::mem::zeroed::<asperity_outputs>() }, RESTING);
        let (mut f_n, mut f_t, mut z_rate, mut s_dw_rate) = (0.0, [0.0; 3], [0.0; 3], 0.0);
        // a normal of another length, and a slip with a part along it
        let (normal, v_t) = ([0.0, 0.0, 4.0], [slip[0], slip[1], 0.25]);
        unsafe {
            assert_eq!(asperity_evaluate(given.0, &at, &latch, &state, &mut outputs, &mut rates), ASPERITY_OK);
            assert_eq!(asperity_normal_force(given.0, x, rate, latch.a, &mut f_n), ASPERITY_OK);
            let (normal, v_t, z) = (normal.as_ptr(), v_t.as_ptr(), z.as_ptr());
            let (f_t, z_rate) = (f_t.as_mut_ptr(), z_rate.as_mut_ptr());
            let status = asperity_friction(given.0, normal, v_t, f_n, z, 0.3, f_t, z_rate, &mut s_dw_rate);
            assert_eq!(status, ASPERITY_OK);
        }
        assert_eq!(f_n, outputs.normal_force);
        assert_eq!((f_t, z_rate, s_dw_rate), (outputs.friction_force, rates.z, rates.s_dw));
    }
}
