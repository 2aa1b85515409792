//! Steps, what ends them, and states that are kept.

use crate::host::Host;
use crate::lag::*;
use asperity::fmi::lifecycle::State;
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::Call;
use std::ptr::null_mut;

#[test]
fn the_lag_steps_by_its_closed_form() {
    let host = Host::started(FMI2_CO_SIMULATION);
    assert_eq!(host.set(1, 3.0), FMI2_OK);
    assert_eq!(host.step(0.0, 0.5), FMI2_OK);
    // x(t) = u + (x0 − u)·exp(−t/T) with x0 = 1, T = 2
    assert_eq!(host.get(2), 3.0 - 2.0 * libm::exp(-0.25));
    assert_eq!(host.get(0), 0.5);
    let mut time = 0.0;
    assert_eq!(unsafe { api::get_real_status::<Lag>(host.c, FMI2_LAST_SUCCESSFUL_TIME, &mut time) }, FMI2_OK);
    assert_eq!(time, 0.5);
}

#[test]
fn a_warning_of_a_step_comes_with_it_and_the_step_is_ok() {
    let host = Host::started(FMI2_CO_SIMULATION);
    assert_eq!((host.set(1, LARGE), host.step(0.0, 0.1)), (FMI2_OK, FMI2_OK));
    host.says(FMI2_WARNING, "logStatusWarning", "fmi2DoStep: u = 100 is large");
    let count = || host.messages.lock().unwrap().len();
    let before = count();
    assert_eq!((host.step(0.1, 0.1), count()), (FMI2_OK, before));
}

#[test]
fn no_panic_crosses_the_boundary_and_reset_recovers() {
    let host = Host::started(FMI2_CO_SIMULATION);
    assert_eq!(host.set(1, PANICS), FMI2_OK);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let status = host.step(0.0, 0.1);
    std::panic::set_hook(hook);
    assert_eq!(status, FMI2_ERROR);
    // % and # are doubled: the host's logger reads them as escapes
    host.says(FMI2_ERROR, "logStatusError", "fmi2DoStep: internal error (100 %% broken ##1)");
    assert_eq!(host.step(0.0, 0.1), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "fmi2DoStep: not allowed in state error of Co-Simulation");
    assert_eq!(unsafe { api::reset::<Lag>(host.c) }, FMI2_OK);
    unsafe {
        assert_eq!(api::setup_experiment::<Lag>(host.c, 0.0, FMI2_FALSE, 0.0), FMI2_OK);
        let enter = Call::EnterInitializationMode;
        assert_eq!(api::change_state::<Lag>(host.c, enter, State::Initialization), FMI2_OK);
        assert_eq!(api::exit_initialization_mode::<Lag>(host.c), FMI2_OK);
    }
    assert_eq!((host.step(0.0, 0.1), host.get(1)), (FMI2_OK, 0.0));
}

#[test]
fn a_failed_evaluation_is_discard_in_me_and_error_in_co_simulation() {
    let me = Host::started(FMI2_MODEL_EXCHANGE);
    assert_eq!(me.set(1, FAULTY), FMI2_OK);
    let mut rate = [0.0];
    let answer = unsafe { api::get_continuous::<Lag>(me.c, Call::GetDerivatives, rate.as_mut_ptr(), 1) };
    assert_eq!(answer, FMI2_DISCARD);
    me.says(FMI2_DISCARD, "logStatusDiscard", "u = 13 cannot be evaluated");
    let cs = Host::started(FMI2_CO_SIMULATION);
    assert_eq!(cs.set(1, FAULTY), FMI2_OK);
    assert_eq!(cs.step(0.0, 0.1), FMI2_ERROR);
    assert_eq!((cs.get(0), cs.get(2)), (0.0, 1.0), "the state is that of the step's start");
    assert_eq!((cs.set(1, 1.0), cs.step(0.0, 0.1)), (FMI2_OK, FMI2_OK), "better values recover");
}

#[test]
fn steps_are_checked() {
    let host = Host::started(FMI2_CO_SIMULATION);
    for (point, h, says) in [
        (0.0, 0.0, "communicationStepSize = 0.0 must be a finite number > 0"),
        (0.0, -0.1, "communicationStepSize = -0.1 must be"),
        (0.0, f64::NAN, "communicationStepSize = NaN must be"),
        (f64::INFINITY, 0.1, "currentCommunicationPoint = inf is not"),
        (9.95, 0.1, "passes stopTime = 10"),
    ] {
        assert_eq!(host.step(point, h), FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", says);
        assert_eq!(host.get(0), 0.0);
    }
    assert_eq!(host.step(1e300, 1.0), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "the step to 1e300 s passes stopTime = 10 s");
    assert_eq!(host.step(0.5, 0.1), FMI2_OK, "a communication point beside the unit's time is only reported");
    host.says(FMI2_WARNING, "logStatusWarning", "currentCommunicationPoint = 0.5 s");
    let said = host.messages.lock().unwrap().len();
    assert_eq!((host.step(0.9, 0.1), host.messages.lock().unwrap().len()), (FMI2_OK, said), "once");
    // 1e-9 of the time is rounding of an importer that adds up steps and no overshoot; beside 0 it is no other time
    for beyond in [1e-3, 1e-6, 2e-8] {
        assert_eq!(host.step(9.9, 0.1 + beyond), FMI2_ERROR, "{beyond}");
        host.says(FMI2_ERROR, "logStatusError", "passes stopTime = 10");
    }
    assert_eq!(host.step(9.9, 0.1 + 5e-9), FMI2_OK);
    let beside = Host::started(FMI2_CO_SIMULATION);
    assert_eq!(beside.step(1e-6, 0.1), FMI2_OK);
    beside.says(FMI2_WARNING, "logStatusWarning", "currentCommunicationPoint = 0.000001 s");
    let rounded = Host::started(FMI2_CO_SIMULATION);
    let said = rounded.messages.lock().unwrap().len();
    assert_eq!((rounded.step(1e-12, 1e-9), rounded.messages.lock().unwrap().len()), (FMI2_OK, said));
}

#[test]
fn snapshots_go_back_bit_for_bit_and_bytes_are_checked() {
    let host = Host::started(FMI2_CO_SIMULATION);
    host.set(1, 0.3);
    host.step(0.0, 0.1);
    let (mut state, mut size) = (null_mut(), 0);
    unsafe {
        assert_eq!(api::get_fmu_state::<Lag>(host.c, &mut state), FMI2_OK);
        assert_eq!(api::serialized_fmu_state_size::<Lag>(host.c, state, &mut size), FMI2_OK);
        let mut bytes = vec![0u8; size];
        assert_eq!(api::serialize_fmu_state::<Lag>(host.c, state, bytes.as_mut_ptr().cast(), size), FMI2_OK);
        host.step(0.1, 0.1);
        let end = host.get(2);
        assert_eq!(api::set_fmu_state::<Lag>(host.c, state), FMI2_OK);
        host.step(0.1, 0.1);
        assert_eq!(host.get(2).to_bits(), end.to_bits());

        let other = Host::new(FMI2_CO_SIMULATION);
        let mut read = null_mut();
        let restore = |bytes: &[u8], read: &mut fmi2FMUstate| {
            api::de_serialize_fmu_state::<Lag>(other.c, bytes.as_ptr().cast(), bytes.len(), read)
        };
        assert_eq!(restore(&bytes, &mut read), FMI2_OK);
        assert_eq!(api::set_fmu_state::<Lag>(other.c, read), FMI2_OK);
        other.step(0.1, 0.1);
        assert_eq!(other.get(2).to_bits(), end.to_bits());

        let mut nothing = null_mut();
        // in an interpreter a few of them do
        for position in (0..size).step_by(if cfg!(miri) { 17 } else { 1 }) {
            let mut damaged = bytes.clone();
            damaged[position] ^= 1;
            assert_eq!(restore(&damaged, &mut nothing), FMI2_ERROR, "byte {position}");
            assert_eq!(restore(&bytes[..position], &mut nothing), FMI2_ERROR, "cut at {position}");
        }
        assert!(nothing.is_null());
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(restore(&longer, &mut nothing), FMI2_ERROR);
        // with a checksum that is right again: bytes between the state and it, and the GUID of another model
        let content = &bytes[..size - 8];
        for more in [1, 8] {
            let stuffed = sealed(content.iter().copied().chain(vec![0; more]).collect());
            assert_eq!(restore(&stuffed, &mut nothing), FMI2_ERROR, "{more} bytes more");
            other.says(FMI2_ERROR, "logStatusError", "the serialized state is damaged");
        }
        let at = content.windows(5).position(|part| part == b"lag-1").unwrap();
        let mut foreign = content.to_vec();
        foreign[at + 4] = b'2';
        assert_eq!(restore(&sealed(foreign), &mut nothing), FMI2_ERROR);
        other.says(FMI2_ERROR, "logStatusError", "the serialized state is of another version of this FMU");
        assert!(nothing.is_null());
        assert_eq!(restore(&sealed(content.to_vec()), &mut nothing), FMI2_OK, "sealed as it was");
        assert_eq!(api::free_fmu_state::<Lag>(other.c, &mut nothing), FMI2_OK);

        let exchange = Host::new(FMI2_MODEL_EXCHANGE);
        assert_eq!(api::set_fmu_state::<Lag>(exchange.c, state), FMI2_ERROR);
        exchange.says(
            FMI2_ERROR,
            "logStatusError",
            "fmi2SetFMUstate: the FMU state is of an instance of the other interface",
        );
        let pointer = bytes.as_ptr().cast();
        assert_eq!(api::de_serialize_fmu_state::<Lag>(exchange.c, pointer, size, &mut nothing), FMI2_ERROR);
        exchange.says(FMI2_ERROR, "logStatusError", "the serialized state is of an instance of the other interface");
        assert!(nothing.is_null());
        let mut place = vec![0u8; size + 1];
        for length in [0, size - 1, size + 1] {
            let place = place.as_mut_ptr().cast();
            assert_eq!(api::serialize_fmu_state::<Lag>(host.c, state, place, length), FMI2_ERROR, "{length} bytes");
            host.says(
                FMI2_ERROR,
                "logStatusError",
                &format!("serializedState has {length} bytes; the state has {size}"),
            );
        }
        assert_eq!(api::free_fmu_state::<Lag>(other.c, &mut read), FMI2_OK);
        assert!(read.is_null());
        assert_eq!(api::free_fmu_state::<Lag>(other.c, &mut read), FMI2_OK);
        assert_eq!(api::free_fmu_state::<Lag>(other.c, null_mut()), FMI2_OK);
        assert_eq!(api::free_fmu_state::<Lag>(host.c, &mut state), FMI2_OK);
    }
}

/// A serialized state with its checksum behind it: FNV-1a over 64 bits, as published.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let sum = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    content.extend(sum.to_le_bytes());
    content
}
