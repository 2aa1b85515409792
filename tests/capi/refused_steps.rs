//! A step that is refused changes nothing: neither what a step remembers nor what a contact or system answers between steps.

use crate::systems::*;
use crate::{Given, *};
use asperity::capi::system_coupled::*;

/// Kinematic coupling, interface coupling, and that of rigid contacts.
const MODES: [&[(&str, f64)]; 3] = [
    &[],
    &[("coupling.mode", 2.0), ("coupling.handBack", 2.0)],
    &[("coupling.mode", 2.0), ("coupling.handBack", 2.0), ("coupling.method", 2.0)],
];
const H: f64 = 1e-4;

fn falling() -> asperity_inputs {
    let mut falling = inputs();
    (falling.body_i.position, falling.body_i.velocity) = ([0.0, 0.0, 0.0999], [0.3, 0.0, -0.2]);
    falling
}

fn mobility() -> asperity_mobility {
    asperity_mobility {
        inverse_mass: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        free_acceleration: [0.0, 0.0, -9.81],
        inverse_inertia: [0.0; 6],
        free_angular_acceleration: [0.0; 3],
        turning_by_force: [0.0; 9],
    }
}

/// What a contact answers, and what it remembers.
fn answers(contact: &Stepped) -> (Vec<u64>, Vec<u8>) {
    let mut slopes = unsafe { std::mem::zeroed::<asperity_wrench>() };
    let status = unsafe { asperity_contact_slopes(contact.0, &mut slopes) };
    assert_eq!(status, ASPERITY_OK, "{}", contact.message());
    let mut bytes = vec![0; asperity_contact_size()];
    assert_eq!(unsafe { asperity_contact_save(contact.0, bytes.as_mut_ptr(), bytes.len()) }, ASPERITY_OK);
    (bits(numbers(&slopes)), bytes)
}

#[test]
fn refused_step_of_a_contact_leaves_no_trace() {
    for (mode, pair) in (0..3).flat_map(|mode| [(mode, 2.0), (mode, 3.0)]) {
        let given = Given::with(&[MODES[mode], &[("geometry.pair", pair)]].concat());
        let mut start = falling();
        if pair == 3.0 {
            start.body_i.position[2] = 1.0999;
        }
        let told = (mode > 0).then(mobility);
        let [stepped, twin] = [Stepped::new(&given), Stepped::new(&given)];
        for contact in [&stepped, &twin] {
            assert_eq!(contact.start(&start, told.as_ref(), 0.0), ASPERITY_OK, "{}", contact.message());
        }
        for k in 0..3 {
            let before = answers(&stepped);
            let (mut fast, mut far, mut turned) = (start, start, start);
            (fast.body_i.velocity[0], far.body_i.position[0]) = (1e200, 1e308);
            (turned.body_i.position[2], turned.body_j.orientation) = (0.03, [0.0; 4]);
            let pulled = told.map(|told| asperity_mobility { free_acceleration: [1e200, 0.0, 0.0], ..told });
            let mut rates = no_rates();
            rates.body_i.velocity[0] = 1e300;
            let mut refused = 0;
            for (inputs, rates, pulled) in [
                (&fast, None, told),
                (&far, None, told),
                (&turned, None, told),
                (&start, None, pulled),
                (&start, Some(&rates), told),
            ] {
                // what no law looks at is no fault
                let kept = answers(&stepped).1;
                if stepped.step(inputs, rates, pulled.as_ref(), H).is_err() {
                    refused += 1;
                    assert!(answers(&stepped) == before, "mode {mode}, pair {pair}, step {k}: {}", stepped.message());
                }
                let restored = unsafe { asperity_contact_restore(stepped.0, kept.as_ptr(), kept.len()) };
                assert_eq!(restored, ASPERITY_OK);
            }
            assert!(refused > 1, "mode {mode}, pair {pair}");
            // without a restored snapshot in between
            assert!(stepped.step(&fast, None, told.as_ref(), H).is_err());
            assert!(answers(&stepped) == before);
            start.body_i.position[2] -= 2e-5;
            let [after, expected] = [&stepped, &twin].map(|of| of.step(&start, None, told.as_ref(), H).unwrap());
            assert_eq!(bits(numbers(&after)), bits(numbers(&expected)), "mode {mode}, pair {pair}, step {k}");
        }
    }
}

/// Two balls in touch on a floor.
fn pair_on_floor(mode: usize) -> Made {
    pair_on_floor_with(mode, &[])
}

fn pair_on_floor_with(mode: usize, set: &[(&str, f64)]) -> Made {
    let (made, given) = (Made::new(), Given::with(&[MODES[mode], set].concat()));
    let floor = made.body(c"floor", None, false);
    made.floor(floor);
    for (name, body) in [(c"a", 1), (c"b", 2)] {
        made.body(name, None, true);
        assert_eq!(made.sphere(body, None, [0.0, 0.0, 0.01], 0.05), ASPERITY_OK);
        if mode > 0 {
            let status = unsafe { asperity_system_set_mass(made.0, body, 1.0, ptr::null(), ptr::null()) };
            assert_eq!(status, ASPERITY_OK, "{}", made.message());
        }
    }
    for pair in [[1, 0], [2, 0], [1, 2]] {
        assert_eq!(made.contact((pair[0], 0), (pair[1], 0), Some(&given)), ASPERITY_OK, "{}", made.message());
    }
    made
}

fn status_of_step(made: &Made, mode: usize, bodies: &[asperity_body; 3], pull: f64) -> (asperity_status, Vec<u64>) {
    let mut wrenches = [NONE; 3];
    let mut free = [asperity_body_acceleration { linear: [0.0, 0.0, -9.81], angular: [0.0; 3] }; 3];
    free[2].linear[0] = pull;
    let (all, out) = (bodies.as_ptr(), wrenches.as_mut_ptr());
    let status = if mode == 0 {
        unsafe { asperity_system_step(made.0, all, ptr::null(), H, out) }
    } else {
        unsafe { asperity_system_step_coupled(made.0, all, free.as_ptr(), H, out, ptr::null_mut()) }
    };
    (status, bits_of(&wrenches))
}

/// The same step for so long, with slopes.
fn coupled_step(made: &Made, bodies: &[asperity_body; 3], h: f64) -> (asperity_status, [asperity_body_wrench; 6]) {
    let mut out = [NONE; 6];
    let free = [asperity_body_acceleration { linear: [0.0, 0.0, -9.81], angular: [0.0; 3] }; 3];
    let (wrenches, slopes) = out.split_at_mut(3);
    let status = unsafe {
        let (wrenches, slopes) = (wrenches.as_mut_ptr(), slopes.as_mut_ptr());
        asperity_system_step_coupled(made.0, bodies.as_ptr(), free.as_ptr(), h, wrenches, slopes)
    };
    (status, out)
}

/// What overflowed as it was handed back was refused after the step was kept, and so was every step after it.
#[test]
fn step_of_a_system_that_is_too_short_is_refused_before_it_is_kept() {
    for (mode, hand_back) in [1, 2].into_iter().flat_map(|mode| [1.0, 2.0, 3.0, 4.0].map(|how| (mode, how))) {
        let [stepped, twin] = [(); 2].map(|()| pair_on_floor_with(mode, &[("coupling.handBack", hand_back)]));
        let body = |x: f64| at([x, 0.0, 0.0399], [0.0, 0.0, -0.1]);
        let bodies = [at([0.0; 3], [0.0; 3]), body(0.0), body(0.0999)];
        for made in [&stepped, &twin] {
            assert_eq!(made.start(&bodies), ASPERITY_OK, "{}", made.message());
        }
        let mut refused = 0;
        for h in [1e-320, 1e-300, 1e-155, 1e-150, 1e-120, 1e-100] {
            let before = answers_of_system(&stepped);
            let (status, given) = coupled_step(&stepped, &bodies, h);
            if status == ASPERITY_OK {
                let is_finite = given.iter().flat_map(numbers).all(|number| number.is_finite());
                assert!(is_finite, "mode {mode}, {hand_back}, {h:e}: {given:?}");
                let restored = unsafe { asperity_system_restore(stepped.0, before.1.as_ptr(), before.1.len()) };
                assert_eq!(restored, ASPERITY_OK);
            } else {
                refused += 1;
                let why = stepped.message();
                assert!(why.contains("step size h") || why.contains("over the step"), "{h:e}: {why}");
                assert!(answers_of_system(&stepped) == before, "mode {mode}, {hand_back}, {h:e}: {why}");
            }
        }
        assert!(refused > 2, "mode {mode}, {hand_back}: {refused}");
        let [after, expected] = [&stepped, &twin].map(|made| coupled_step(made, &bodies, H));
        assert_eq!(after.0, ASPERITY_OK, "{}", stepped.message());
        assert_eq!(bits_of(&after.1), bits_of(&expected.1), "mode {mode}, {hand_back}");
    }
}

fn answers_of_system(made: &Made) -> (Vec<u64>, Vec<u8>) {
    let outputs = (0..3).flat_map(|contact| bits(numbers(&made.outputs(contact)))).collect();
    (outputs, made.save())
}

#[test]
fn refused_step_of_a_system_leaves_no_trace() {
    for mode in 0..3 {
        let [stepped, twin] = [pair_on_floor(mode), pair_on_floor(mode)];
        let body = |x: f64| at([x, 0.0, 0.0399], [0.0, 0.0, -0.1]);
        let mut bodies = [at([0.0; 3], [0.0; 3]), body(0.0), body(0.0999)];
        for made in [&stepped, &twin] {
            assert_eq!(made.start(&bodies), ASPERITY_OK, "{}", made.message());
        }
        for k in 0..3 {
            let before = answers_of_system(&stepped);
            let mut tried = Vec::new();
            for number in [1e160, 1e200, 1e308] {
                for axis in 0..3 {
                    let mut bad = bodies;
                    bad[1].position[axis] = number;
                    tried.push((bad, 0.0));
                    bad[1] = bodies[1];
                    bad[2].velocity[axis] = number;
                    tried.push((bad, 0.0));
                }
            }
            let mut turned = bodies;
            (turned[1].position[2], turned[1].orientation) = (0.03, [0.0; 4]);
            tried.push((turned, 0.0));
            tried.push((bodies, 1e200));
            let mut refused = 0;
            for (bad, pull) in &tried {
                if status_of_step(&stepped, mode, bad, *pull).0 == ASPERITY_OK {
                    let restored = unsafe { asperity_system_restore(stepped.0, before.1.as_ptr(), before.1.len()) };
                    assert_eq!(restored, ASPERITY_OK);
                    continue;
                }
                refused += 1;
                let why = stepped.message();
                assert!(answers_of_system(&stepped) == before, "mode {mode}, step {k}, {bad:?}, {pull}: {why}");
            }
            assert!(refused > 8, "mode {mode}: {refused}");
            assert_ne!(status_of_step(&stepped, mode, &turned, 0.0).0, ASPERITY_OK);
            bodies[1].position[2] -= 1e-5;
            let [after, expected] = [&stepped, &twin].map(|made| status_of_step(made, mode, &bodies, 0.0));
            assert_eq!(after, expected, "mode {mode}, step {k}");
        }
    }
}

#[test]
fn message_of_a_refused_call_is_gone_after_a_call_that_succeeds() {
    let contact = Stepped::new(&Given::with(&[("geometry.pair", 2.0)]));
    assert_eq!(contact.start(&falling(), None, 0.0), ASPERITY_OK);
    let mut byte = 0;
    let mut refuse = || {
        assert_eq!(unsafe { asperity_contact_save(contact.0, &raw mut byte, 1) }, ASPERITY_SIZE);
        assert_ne!(contact.message(), "");
    };
    refuse();
    let (_, bytes) = answers(&contact);
    assert_eq!(contact.message(), "");
    refuse();
    contact.state();
    assert_eq!(contact.message(), "");
    refuse();
    assert_eq!(unsafe { asperity_contact_restore(contact.0, bytes.as_ptr(), bytes.len()) }, ASPERITY_OK);
    assert_eq!(contact.message(), "");

    let made = pair_on_floor(0);
    let mut number = 0;
    let mut find = |name: &CStr| unsafe { asperity_system_find_body(made.0, name.as_ptr(), &mut number) };
    assert_eq!(find(c"none"), ASPERITY_NAME);
    assert_ne!(made.message(), "");
    assert_eq!(find(c"a"), ASPERITY_OK);
    assert_eq!(made.message(), "");
}

#[test]
fn step_far_too_short_for_interface_coupling_names_the_step_size() {
    let contact = Stepped::new(&Given::with(&[MODES[1], &[("geometry.pair", 2.0)]].concat()));
    let told = mobility();
    assert_eq!(contact.start(&falling(), Some(&told), 0.0), ASPERITY_OK);
    assert!(contact.step(&falling(), None, Some(&told), H).is_ok());
    assert_eq!(contact.step(&falling(), None, Some(&told), 1e-300), Err(ASPERITY_OVERFLOW));
    assert!(contact.message().contains("step size h"), "{}", contact.message());
}
