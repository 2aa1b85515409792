//! Garbage is refused with a status and a text, and changes nothing.

use crate::{Given, *};
use asperity::capi::batch::*;
use asperity::capi::evaluate::*;
use asperity::capi::laws::*;
use std::ffi::c_char;
use std::ptr::{null, null_mut};

const PRESSED: asperity_latch = asperity_latch { contact: 1.0, v_i: 1.0, a: 1.0 };

/// What asperity_explain says, and its status.
fn explained(
    given: &Given,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> (asperity_status, String) {
    let mut text = [b'x'; 600];
    let place = text.as_mut_ptr().cast::<c_char>();
    let status = unsafe { asperity_explain(given.0, inputs, latch, state, place, text.len()) };
    (status, CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap().to_owned())
}

/// Status of asperity_rates and asperity_evaluate, which agree and write nothing if they fail.
fn evaluated(
    given: &Given,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> asperity_status {
    let untouched = asperity_state { s_dw: 77.0, ..RESTING };
    let (mut wrench, mut rates) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, untouched);
    let fast = unsafe { asperity_rates(given.0, inputs, latch, state, &mut wrench, &mut rates) };
    assert!(fast == ASPERITY_OK || (rates == untouched && wrench.force_i == [0.0; 3]));
    let fast_rates = rates;
    let (mut outputs, mut rates) = (unsafe { std::mem::zeroed::<asperity_outputs>() }, untouched);
    let slow = unsafe { asperity_evaluate(given.0, inputs, latch, state, &mut outputs, &mut rates) };
    assert!(slow == ASPERITY_OK || (rates == untouched && outputs.normal_force == 0.0));
    assert_eq!(fast, slow);
    assert!(slow != ASPERITY_OK || (wrench, fast_rates) == (outputs.wrench, rates));
    fast
}

/// All of their results are finite, but not what they come to together.
#[test]
fn numbers_whose_sum_alone_overflows_are_taken() {
    let mut at = inputs();
    at.penetration = 1e-3;
    let latch = asperity_latch { v_i: 1.2e308, a: 1.2e308, ..PRESSED };
    assert_eq!(evaluated(&Given::with(&[]), &at, &latch, &RESTING), ASPERITY_OK);
    assert_eq!(evaluated(&Given::with(&[("friction.e_r", 0.01)]), &at, &latch, &RESTING), ASPERITY_OK);
}

#[test]
fn every_number_that_is_read_and_not_finite_is_found_and_named() {
    let names = |fields: &[(&str, usize)]| -> Vec<String> {
        let name = |(name, length): &(&str, usize)| match length {
            1 => vec![(*name).to_owned()],
            _ => (0..*length).map(|k| format!("{name}[{k}]")).collect(),
        };
        fields.iter().flat_map(name).collect()
    };
    let fields = names(asperity_inputs::FIELDS);
    assert_eq!(fields.len(), 36);
    for (pair, first) in [(1.0, 0), (2.0, 10)] {
        let given = Given::with(&[("geometry.pair", pair), ("friction.e_r", 0.01), ("friction.map", 2.0)]);
        let mut start = inputs();
        (start.penetration, start.body_i.position) = (1e-3, [0.0, 0.0, 0.099]);
        let contact = Stepped::new(&given);
        assert_eq!(contact.start(&start, None, 0.0), ASPERITY_OK);
        for (k, field) in fields.iter().enumerate() {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut bad = start;
                // SAFETY: 36 doubles
                unsafe { *ptr::from_mut(&mut bad).cast::<f64>().add(k) = value };
                let (status, text) = explained(&given, &bad, &PRESSED, &RESTING);
                if k < first {
                    assert_eq!((status, text.as_str()), (ASPERITY_OK, ""), "{field} is not read");
                    assert_eq!(evaluated(&given, &bad, &PRESSED, &RESTING), ASPERITY_OK);
                    assert!(contact.step(&bad, None, None, 1e-6).is_ok());
                    continue;
                }
                let text_expected = format!("inputs->{field} = {value} is not a finite number");
                assert_eq!((status, text), (ASPERITY_INPUTS, text_expected.clone()));
                // an external contact has its own velocity, and only body j's axes count
                let idle = ["body_i.orientation", "body_i.velocity", "body_j.velocity"];
                if first > 0 || !idle.iter().any(|name| field.starts_with(name)) {
                    assert_eq!(evaluated(&given, &bad, &PRESSED, &RESTING), ASPERITY_INPUTS, "{field} = {value}");
                }
                let mut latch = PRESSED;
                let status = unsafe { asperity_latch_update(given.0, &bad, &mut latch) };
                assert_eq!((status, latch), (ASPERITY_INPUTS, PRESSED));
                assert_eq!(contact.step(&bad, None, None, 1e-6), Err(ASPERITY_INPUTS));
                assert_eq!(contact.message(), text_expected);
            }
        }
    }
    let given = Given::with(&[]);
    let pressed = asperity_inputs { penetration: 1e-3, ..inputs() };
    for (k, field) in names(asperity_state::FIELDS).iter().enumerate() {
        let mut state = RESTING;
        // SAFETY: eight doubles
        unsafe { *ptr::from_mut(&mut state).cast::<f64>().add(k) = f64::NAN };
        let expected = (ASPERITY_INPUTS, format!("state->{field} = NaN is not a finite number"));
        assert_eq!(explained(&given, &pressed, &PRESSED, &state), expected);
    }
    for (k, field) in names(asperity_latch::FIELDS).iter().enumerate() {
        let mut latch = PRESSED;
        // SAFETY: three doubles
        unsafe { *ptr::from_mut(&mut latch).cast::<f64>().add(k) = f64::INFINITY };
        let expected = (ASPERITY_INPUTS, format!("latch->{field} = inf is not a finite number"));
        assert_eq!(explained(&given, &pressed, &latch, &RESTING), expected);
    }
    // the clip at 0 must not hide a damping that is no number, nor a comparison with ẋ such a v_i
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let latches = [
            asperity_latch { a: bad, ..PRESSED },
            asperity_latch { v_i: bad, ..PRESSED },
            asperity_latch { contact: bad, ..PRESSED },
        ];
        for latch in latches {
            assert_eq!(evaluated(&given, &pressed, &latch, &RESTING), ASPERITY_INPUTS, "{latch:?}");
        }
    }
}

#[test]
fn rates_and_mobility_are_checked_where_they_are_read() {
    let given = Given::with(&[("coupling.mode", 2.0), ("coupling.massSource", 2.0)]);
    let contact = Stepped::new(&given);
    let mut mobility = asperity_mobility {
        inverse_mass: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        free_acceleration: [0.0, 0.0, -9.81],
        inverse_inertia: [0.0; 6],
        free_angular_acceleration: [0.0; 3],
        turning_by_force: [0.0; 9],
    };
    let at = asperity_inputs { penetration: -1e-3, ..inputs() };
    assert_eq!(contact.start(&at, None, 0.0), ASPERITY_NULL);
    assert_eq!(contact.message(), "mobility is NULL");
    assert_eq!(contact.start(&at, Some(&mobility), 0.0), ASPERITY_OK);
    assert_eq!(contact.step(&at, None, None, 1e-3), Err(ASPERITY_NULL));
    let mut rates = no_rates();
    (rates.penetration, rates.body_i.position, rates.body_j.orientation[2]) = (f64::NAN, [f64::NAN; 3], f64::NAN);
    assert!(contact.step(&at, Some(&rates), Some(&mobility), 1e-3).is_ok(), "{}", contact.message());
    rates.body_j.angular_velocity[1] = f64::NAN;
    assert_eq!(contact.step(&at, Some(&rates), Some(&mobility), 1e-3), Err(ASPERITY_INPUTS));
    assert_eq!(contact.message(), "rates->body_j.angular_velocity[1] = NaN is not a finite number");
    mobility.free_acceleration[2] = f64::INFINITY;
    assert_eq!(contact.step(&at, None, Some(&mobility), 1e-3), Err(ASPERITY_INPUTS));
    assert_eq!(contact.message(), "mobility->free_acceleration[2] = inf is not a finite number");
    mobility.free_acceleration[2] = -9.81;
    mobility.inverse_mass = [1.0, 1.0, -1.0, 0.0, 0.0, 0.0];
    assert_eq!(contact.step(&at, None, Some(&mobility), 1e-3), Err(ASPERITY_INPUTS));
    assert!(contact.message().starts_with("inverse_mass = [1.0, 1.0, -1.0,"), "{}", contact.message());
    mobility.inverse_mass = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(contact.step(&at, None, Some(&mobility), 1e-3), Err(ASPERITY_INPUTS));
    assert!(contact.message().contains("allows no motion along the normal"), "{}", contact.message());
}

#[test]
fn directions_that_are_none_are_named_as_in_c() {
    let external = Given::with(&[]);
    let mut at = asperity_inputs { penetration: 1e-3, ..inputs() };
    at.normal = [0.0; 3];
    let text = "normal = [0.0, 0.0, 0.0] has no direction: give a vector of length 1";
    assert_eq!(explained(&external, &at, &PRESSED, &RESTING), (ASPERITY_INPUTS, text.into()));
    assert_eq!(evaluated(&external, &at, &PRESSED, &RESTING), ASPERITY_INPUTS);
    let plane = Given::with(&[("geometry.pair", 2.0)]);
    let mut at = inputs();
    at.body_j.orientation = [0.0; 4];
    let text =
        "body_j.orientation = [0.0, 0.0, 0.0, 0.0] has no direction: give w, x, y, z, without a rotation 1, 0, 0, 0";
    assert_eq!(explained(&plane, &at, &PRESSED, &RESTING), (ASPERITY_INPUTS, text.into()));
    assert_eq!(evaluated(&plane, &at, &PRESSED, &RESTING), ASPERITY_INPUTS);
    let contact = Stepped::new(&plane);
    assert_eq!(contact.start(&at, None, 0.0), ASPERITY_INPUTS);
    assert_eq!(contact.message(), text);
}

#[test]
fn a_result_that_overflows_is_refused() {
    let given = Given::with(&[]);
    let at = asperity_inputs { penetration: 1e250, ..inputs() };
    assert_eq!(evaluated(&given, &at, &PRESSED, &RESTING), ASPERITY_OVERFLOW);
    let (status, text) = explained(&given, &at, &PRESSED, &RESTING);
    assert_eq!(status, ASPERITY_OVERFLOW);
    assert!(text.starts_with("the contact force overflows; look for"), "{text}");
    let mut f_n = 7.0;
    let status = unsafe { asperity_normal_force(given.0, 1e250, 0.0, 0.0, &mut f_n) };
    assert_eq!((status, f_n), (ASPERITY_OVERFLOW, 7.0));

    let contact = Stepped::new(&given);
    assert_eq!(contact.start(&inputs(), None, 0.0), ASPERITY_OK);
    let before = contact.state();
    assert_eq!(contact.step(&at, None, None, 1e-3), Err(ASPERITY_OVERFLOW));
    assert!(contact.message().contains("overflows"), "{}", contact.message());
    assert_eq!(contact.state(), before);
    assert!(contact.step(&inputs(), None, None, 1e-3).is_ok());
    assert_eq!(contact.message(), "");
}

/// What a start refuses of the coupling alone, for either method and order.
#[test]
fn estimated_accelerations_are_refused_where_parameters_are_checked() {
    for with in [("coupling.order", 2.0), ("coupling.method", 2.0)] {
        let given = Given::new();
        for (name, value) in [("coupling.mode", 2.0), ("coupling.freeAccelerationSource", 2.0), with] {
            given.set(name, value);
        }
        assert_eq!(given.check(), ASPERITY_PARAMETERS, "{with:?}");
        let text = given.message();
        assert!(text.contains("coupling.freeAccelerationSource = estimated") && text.contains(with.0), "{text}");
    }
}

#[test]
fn a_contact_wants_checked_parameters_a_start_and_a_step() {
    let given = Given::new();
    let contact = Stepped::new(&given);
    let text = "the contact is not started: call asperity_contact_start first";
    assert_eq!(contact.step(&inputs(), None, None, 1e-3), Err(ASPERITY_ORDER));
    assert_eq!(contact.message(), text);
    assert_eq!(contact.start(&inputs(), None, 0.0), ASPERITY_PARAMETERS);
    assert_eq!(contact.message(), "the parameters are not checked: call asperity_parameters_check first");
    assert_eq!(given.check(), ASPERITY_OK);
    let contact = Stepped::new(&given);
    let mut bytes = vec![0; asperity_contact_size()];
    let mut slopes = unsafe { std::mem::zeroed::<asperity_wrench>() };
    unsafe {
        assert_eq!(asperity_contact_save(contact.0, bytes.as_mut_ptr(), bytes.len()), ASPERITY_ORDER);
        assert_eq!(asperity_contact_slopes(contact.0, &mut slopes), ASPERITY_ORDER);
    }
    assert_eq!(contact.start(&inputs(), None, f64::NAN), ASPERITY_RANGE);
    assert_eq!(contact.message(), "time = NaN must be a finite number");
    assert_eq!(contact.start(&inputs(), None, 0.0), ASPERITY_OK);
    for h in [0.0, -1e-3, f64::NAN, f64::INFINITY, -0.0] {
        assert_eq!(contact.step(&inputs(), None, None, h), Err(ASPERITY_RANGE), "{h}");
        assert_eq!(contact.message(), format!("h = {h:?} must be a finite number > 0"));
    }
    assert!(contact.step(&inputs(), None, None, 1e-3).is_ok());
}

#[test]
fn arguments_of_the_laws_are_checked() {
    let given = Given::with(&[]);
    for e in [f64::NAN, f64::INFINITY, 0.0, 9e-4, 1.0 + 1e-15, -1.0] {
        assert!(asperity_damping_factor(e).is_nan(), "{e}");
    }
    for u in [f64::NAN, f64::INFINITY, -1e-300] {
        assert!(asperity_restitution(u).is_nan(), "{u}");
    }
    let mut written = 7.0;
    let garbage = [f64::NAN, f64::INFINITY, -1.0];
    for bad in garbage {
        assert_eq!(unsafe { asperity_damping(given.0, bad, &mut written) }, ASPERITY_RANGE);
        assert_eq!(unsafe { asperity_normal_force(given.0, 1e-3, 0.0, bad, &mut written) }, ASPERITY_RANGE);
    }
    for bad in &garbage[..2] {
        assert_eq!(unsafe { asperity_normal_force(given.0, *bad, 0.0, 0.0, &mut written) }, ASPERITY_RANGE);
        assert_eq!(unsafe { asperity_normal_force(given.0, 1e-3, *bad, 0.0, &mut written) }, ASPERITY_RANGE);
    }
    let friction = |given: &Given, normal: &[f64; 3], v_t: &[f64; 3], f_n: f64, z: &[f64; 3], s_dw: f64| {
        let (mut f_t, mut z_rate, mut s_dw_rate) = ([7.0; 3], [7.0; 3], 7.0);
        let status = unsafe {
            let (f_t, z_rate) = (f_t.as_mut_ptr(), z_rate.as_mut_ptr());
            asperity_friction(
                given.0,
                normal.as_ptr(),
                v_t.as_ptr(),
                f_n,
                z.as_ptr(),
                s_dw,
                f_t,
                z_rate,
                &mut s_dw_rate,
            )
        };
        assert!(status == ASPERITY_OK || (f_t == [7.0; 3] && z_rate == [7.0; 3] && s_dw_rate == 7.0));
        status
    };
    let (up, still, bad) = ([0.0, 0.0, 1.0], [0.0; 3], [0.0, f64::NAN, 0.0]);
    assert_eq!(friction(&given, &up, &still, 1.0, &still, 0.0), ASPERITY_OK);
    assert_eq!(friction(&given, &bad, &still, 1.0, &still, 0.0), ASPERITY_RANGE);
    assert_eq!(friction(&given, &up, &bad, 1.0, &still, 0.0), ASPERITY_RANGE);
    assert_eq!(friction(&given, &up, &still, -1.0, &still, 0.0), ASPERITY_RANGE);
    assert_eq!(friction(&given, &up, &still, 1.0, &bad, 0.0), ASPERITY_RANGE);
    assert_eq!(friction(&given, &up, &still, 1.0, &still, f64::NAN), ASPERITY_RANGE);
    assert_eq!(friction(&given, &still, &still, 1.0, &still, 0.0), ASPERITY_INPUTS);
    assert_eq!(friction(&given, &up, &still, 1.0, &[1e305, 0.0, 0.0], 0.0), ASPERITY_OVERFLOW);
    for (name, value) in [("friction.map", 2.0), ("friction.e_t", 2.0)] {
        let directed = Given::with(&[(name, value)]);
        assert_eq!(friction(&directed, &up, &still, 1.0, &still, 0.0), ASPERITY_PARAMETERS, "{name}");
    }
    assert_eq!(written, 7.0);
}

#[test]
fn null_is_refused_everywhere_and_named_where_there_is_a_handle() {
    let given = Given::with(&[]);
    let contact = Stepped::new(&given);
    let (at, mobility) = (inputs(), unsafe { std::mem::zeroed::<asperity_mobility>() });
    let mut outputs = unsafe { std::mem::zeroed::<asperity_outputs>() };
    let mut wrench = unsafe { std::mem::zeroed::<asperity_wrench>() };
    let (mut state, mut latch, mut number) = (RESTING, APART, 0.0);
    let (mut text, mut bytes) = ([0; 8], [0u8; 8]);
    let name = c"friction.mu_S".as_ptr();
    assert_eq!(contact.start(&at, None, 0.0), ASPERITY_OK);
    unsafe {
        asperity_parameters_free(null_mut());
        asperity_contact_free(null_mut());
        asperity_inputs_init(null_mut());
        assert!(asperity_parameters_clone(null()).is_null());
        assert!(asperity_contact_create(null()).is_null());
        assert_eq!(CStr::from_ptr(asperity_parameters_message(null())), c"parameters is NULL");
        assert_eq!(CStr::from_ptr(asperity_contact_message(null())), c"contact is NULL");

        let calls = [
            asperity_parameters_set(null_mut(), name, 1.0),
            asperity_parameters_choose(null_mut(), name, name),
            asperity_parameters_get(null(), name, &mut number),
            asperity_parameters_get(given.0, null(), &mut number),
            asperity_parameters_get(given.0, name, null_mut()),
            asperity_parameters_check(null_mut()),
            asperity_damping(null(), 1.0, &mut number),
            asperity_damping(given.0, 1.0, null_mut()),
            asperity_normal_force(null(), 1.0, 1.0, 1.0, &mut number),
            asperity_normal_force(given.0, 1.0, 1.0, 1.0, null_mut()),
            asperity_latch_update(null(), &at, &mut latch),
            asperity_latch_update(given.0, null(), &mut latch),
            asperity_latch_update(given.0, &at, null_mut()),
            asperity_evaluate(null(), &at, &latch, &state, &mut outputs, &mut state),
            asperity_evaluate(given.0, null(), &latch, &state, &mut outputs, &mut state),
            asperity_evaluate(given.0, &at, null(), &state, &mut outputs, &mut state),
            asperity_evaluate(given.0, &at, &latch, null(), &mut outputs, &mut state),
            asperity_evaluate(given.0, &at, &latch, &state, null_mut(), &mut state),
            asperity_evaluate(given.0, &at, &latch, &state, &mut outputs, null_mut()),
            asperity_rates(null(), &at, &latch, &state, &mut wrench, &mut state),
            asperity_rates(given.0, null(), &latch, &state, &mut wrench, &mut state),
            asperity_rates(given.0, &at, null(), &state, &mut wrench, &mut state),
            asperity_rates(given.0, &at, &latch, null(), &mut wrench, &mut state),
            asperity_rates(given.0, &at, &latch, &state, null_mut(), &mut state),
            asperity_rates(given.0, &at, &latch, &state, &mut wrench, null_mut()),
            asperity_explain(null(), &at, &latch, &state, text.as_mut_ptr(), 8),
            asperity_explain(given.0, &at, &latch, &state, null_mut(), 8),
            asperity_contact_start(null_mut(), &at, &mobility, 0.0),
            asperity_contact_step(null_mut(), &at, null(), &mobility, 1.0, &mut outputs),
            asperity_contact_slopes(null(), &mut wrench),
            asperity_contact_state(null(), &mut state, &mut latch),
            asperity_contact_save(null(), bytes.as_mut_ptr(), 8),
            asperity_contact_restore(null_mut(), bytes.as_ptr(), 8),
            asperity_batch_rates(null(), 1, null(), null_mut()),
            asperity_batch_rates(given.0, 1, null(), null_mut()),
            asperity_batch_step(null(), 1, &number, null(), 1.0, &mut number, null_mut()),
            asperity_batch_step(&contact.0, 1, null(), null(), 1.0, &mut number, null_mut()),
            asperity_batch_step(&contact.0, 1, &number, null(), 1.0, null_mut(), null_mut()),
        ];
        assert_eq!(calls, [ASPERITY_NULL; 38]);
        assert_eq!(asperity_explain(given.0, &at, &latch, &state, text.as_mut_ptr(), 0), ASPERITY_SIZE);

        let named = [
            (asperity_parameters_set(given.0, null(), 1.0), "name"),
            (asperity_parameters_choose(given.0, null(), name), "name"),
            (asperity_parameters_choose(given.0, name, null()), "item"),
        ];
        assert!(named.iter().all(|(status, _)| *status == ASPERITY_NULL));
        assert_eq!(given.message(), "item is NULL");
        let refused = |status: asperity_status, name: &str| {
            assert_eq!((status, contact.message()), (ASPERITY_NULL, format!("{name} is NULL")));
        };
        refused(asperity_contact_start(contact.0, null(), null(), 0.0), "inputs");
        refused(asperity_contact_step(contact.0, null(), null(), null(), 1.0, &mut outputs), "inputs");
        refused(asperity_contact_step(contact.0, &at, null(), null(), 1.0, null_mut()), "outputs");
        refused(asperity_contact_slopes(contact.0, null_mut()), "slopes");
        refused(asperity_contact_state(contact.0, null_mut(), &mut latch), "state");
        refused(asperity_contact_state(contact.0, &mut state, null_mut()), "latch");
        refused(asperity_contact_save(contact.0, null_mut(), 8), "bytes");
        refused(asperity_contact_restore(contact.0, null(), 8), "bytes");
    }
}
