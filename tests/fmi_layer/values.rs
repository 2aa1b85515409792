//! Values that are read and set.

use crate::host::Host;
use crate::lag::*;
use asperity::fmi::lifecycle::State;
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::Call;
use asperity::fmi::variables::Access;
use std::ptr::{null, null_mut};

#[test]
fn values_are_refused_by_name_value_and_bound_and_nothing_is_stored() {
    let host = Host::started(FMI2_CO_SIMULATION);
    for (value, says) in [
        (0.0, "T = 0.0 must be > 0"),
        (10.5, "T = 10.5 is above its maximum 10"),
        (f64::NAN, "T = NaN is not a finite number"),
        (f64::NEG_INFINITY, "T = -inf is not a finite number"),
    ] {
        assert_eq!(host.set(4, value), FMI2_DISCARD);
        host.says(FMI2_DISCARD, "logStatusDiscard", says);
        assert_eq!(host.get(4), 2.0);
    }
    // one bad value refuses the whole call
    let answer = unsafe { api::set_real::<Lag>(host.c, [1, 4].as_ptr(), 2, [5.0, -1.0].as_ptr()) };
    assert_eq!((answer, host.get(1)), (FMI2_DISCARD, 0.0));
    assert_eq!(host.set(99, 1.0), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "there is no variable with value reference 99");
    assert_eq!(host.set(5, 1.0), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "gain (value reference 5) is not of type Real");
    assert_eq!(host.set(3, 1.0), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "der(x) is calculated");
    assert_eq!(host.set(3, host.get(3)), FMI2_ERROR, "its own value makes it no parameter");
    let gain =
        |value: i32| unsafe { api::set_integer::<Lag>(host.c, Call::SetInteger, Access::Integer, &5, 1, &value) };
    assert_eq!(gain(1), FMI2_OK, "a fixed parameter may be set to the value it has");
    assert_eq!(gain(2), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "gain is a fixed parameter");
    let fresh = Host::new(FMI2_CO_SIMULATION);
    let answer = unsafe { api::set_integer::<Lag>(fresh.c, Call::SetInteger, Access::Integer, &5, 1, &3) };
    assert_eq!(answer, FMI2_DISCARD);
    fresh.says(FMI2_DISCARD, "logStatusDiscard", "gain = 3 is not a valid item; there are 1 one, 2 two");
}

/// What a host sets is checked; a solver's trial point of a state may leave the range.
#[test]
fn a_state_may_leave_its_range_in_continuous_time_mode_only() {
    let fresh = Host::new(FMI2_MODEL_EXCHANGE);
    assert_eq!(fresh.set(2, -60.0), FMI2_DISCARD);
    fresh.says(FMI2_DISCARD, "logStatusDiscard", "x = -60.0 is below its minimum -50; nothing was set");
    assert_eq!(fresh.set(2, -50.0), FMI2_OK);
    let host = Host::started(FMI2_MODEL_EXCHANGE);
    let enter = Call::EnterContinuousTimeMode;
    assert_eq!(unsafe { api::change_state::<Lag>(host.c, enter, State::Continuous) }, FMI2_OK);
    assert_eq!((host.set(2, -60.0), host.get(2)), (FMI2_OK, -60.0));
    assert_eq!((host.set(2, f64::NAN), host.get(2)), (FMI2_DISCARD, -60.0));
    // an input or a parameter may not
    assert_eq!(host.set(4, -1.0), FMI2_ERROR);
}

#[test]
fn integers_are_read_set_within_their_range_and_are_no_reals() {
    let set = |host: &Host, reference: u32, value: i32| unsafe {
        api::set_integer::<Lag>(host.c, Call::SetInteger, Access::Integer, &reference, 1, &value)
    };
    let get = |host: &Host, reference: u32| {
        let mut value = -1;
        let answer =
            unsafe { api::get_integer::<Lag>(host.c, Call::GetInteger, Access::Integer, &reference, 1, &mut value) };
        (answer, value)
    };
    let fresh = Host::new(FMI2_CO_SIMULATION);
    for (value, says) in [
        (0, "limit = 0 is below its minimum 1; nothing was set"),
        (-7, "limit = -7 is below its minimum 1"),
        (100, "limit = 100 is above its maximum 99"),
        (i32::MIN, "limit = -2147483648 is below its minimum 1"),
    ] {
        assert_eq!(set(&fresh, 6, value), FMI2_DISCARD);
        fresh.says(FMI2_DISCARD, "logStatusDiscard", says);
    }
    for value in [1, 99] {
        assert_eq!(set(&fresh, 6, value), FMI2_OK);
    }
    assert_eq!(fresh.set(6, 5.0), FMI2_ERROR);
    fresh.says(FMI2_ERROR, "logStatusError", "limit (value reference 6) is not of type Real");
    assert_eq!(set(&fresh, 7, 5), FMI2_ERROR);
    fresh.says(FMI2_ERROR, "logStatusError", "steps is calculated");
    let host = Host::started(FMI2_CO_SIMULATION);
    assert_eq!((get(&host, 6), get(&host, 7)), ((FMI2_OK, 9), (FMI2_OK, 0)));
    assert_eq!((host.step(0.0, 0.1), get(&host, 7)), (FMI2_OK, (FMI2_OK, 1)));
    assert_eq!((set(&host, 6, 9), set(&host, 6, 8)), (FMI2_OK, FMI2_ERROR));
    host.says(FMI2_ERROR, "logStatusError", "limit is a fixed parameter");
}

#[test]
fn arrays_of_length_zero_may_be_null_and_longer_ones_may_not() {
    let host = Host::started(FMI2_CO_SIMULATION);
    unsafe {
        assert_eq!(api::get_real::<Lag>(host.c, null(), 0, null_mut()), FMI2_OK);
        assert_eq!(api::set_real::<Lag>(host.c, null(), 0, null()), FMI2_OK);
        assert_eq!(api::get_real::<Lag>(host.c, null(), 1, null_mut()), FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", "fmi2GetReal: vr is NULL with 1 values");
        assert_eq!(api::no_string::<Lag>(host.c, Call::GetString, null(), 0), FMI2_OK);
        assert_eq!(api::no_string::<Lag>(host.c, Call::GetString, &1, 1), FMI2_ERROR);
        assert_eq!(api::get_real_output_derivatives::<Lag>(host.c, null(), 0, null(), null_mut()), FMI2_OK);
        assert_eq!(api::get_real_output_derivatives::<Lag>(host.c, null(), 1, null(), null_mut()), FMI2_ERROR);
        assert_eq!(api::no_status::<Lag>(host.c, Call::GetStatus), FMI2_DISCARD);
        assert_eq!(api::no_status::<Lag>(host.c, Call::CancelStep), FMI2_ERROR);
    }
}

#[test]
fn arrays_that_no_array_can_be_are_refused_before_they_are_read() {
    let host = Host::started(FMI2_CO_SIMULATION);
    let (references, mut values) = ([1u32, 1], [0.0; 3]);
    let crooked = |pointer: *mut f64| pointer.cast::<u8>().wrapping_add(4).cast::<f64>();
    unsafe {
        let values = values.as_mut_ptr();
        assert_eq!(api::get_real::<Lag>(host.c, references.as_ptr(), 1, crooked(values)), FMI2_ERROR);
        host.says(
            FMI2_ERROR,
            "logStatusError",
            "fmi2GetReal: value is not a valid array: its address must be a multiple of 8",
        );
        assert_eq!(api::set_real::<Lag>(host.c, references.as_ptr(), 1, crooked(values)), FMI2_ERROR);
        host.says(
            FMI2_ERROR,
            "logStatusError",
            "fmi2SetReal: value is not a valid array: its address must be a multiple of 8",
        );
        let crooked = references.as_ptr().cast::<u8>().wrapping_add(1).cast::<u32>();
        assert_eq!(api::get_real::<Lag>(host.c, crooked, 1, values), FMI2_ERROR);
        host.says(
            FMI2_ERROR,
            "logStatusError",
            "fmi2GetReal: vr is not a valid array: its address must be a multiple of 4",
        );
        assert_eq!(api::get_real::<Lag>(host.c, crooked, 0, values), FMI2_OK, "no value is read of none");
        // more than an address space holds
        assert_eq!(api::get_real::<Lag>(host.c, references.as_ptr(), usize::MAX / 4, values), FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", "values are more than memory holds");
    }
}

/// Importers look at variables before initialization: what cannot be calculated yet reads 0, all else as it is.
#[test]
fn reads_before_initialization_answer() {
    for kind in [FMI2_MODEL_EXCHANGE, FMI2_CO_SIMULATION] {
        let host = Host::new(kind);
        let read = |references: &[u32]| {
            let mut values = vec![f64::NAN; references.len()];
            let count = references.len();
            let answer = unsafe { api::get_real::<Lag>(host.c, references.as_ptr(), count, values.as_mut_ptr()) };
            (answer, values)
        };
        // u, x, its rate (u·gain − x)/T
        let start = read(&[1, 2, 3]);
        assert_eq!(start.0, FMI2_OK);
        assert!(start.1.iter().all(|value| value.is_finite()), "{start:?}");
        assert_eq!(host.set(1, FAULTY), FMI2_OK);
        assert_eq!(read(&[1, 2, 3]), (FMI2_OK, vec![FAULTY, start.1[1], 0.0]));
        let (mut whole, before) = (7, host.messages.lock().unwrap().len());
        let answer = unsafe { api::get_integer::<Lag>(host.c, Call::GetInteger, Access::Integer, &5, 1, &mut whole) };
        assert_eq!((answer, host.messages.lock().unwrap().len()), (FMI2_OK, before));
    }
}

#[test]
fn a_fixed_parameter_may_be_set_to_its_own_value_in_every_mode() {
    let host = Host::started(FMI2_MODEL_EXCHANGE);
    let gain =
        |value: i32| unsafe { api::set_integer::<Lag>(host.c, Call::SetInteger, Access::Integer, &5, 1, &value) };
    let enter = Call::EnterContinuousTimeMode;
    assert_eq!(unsafe { api::change_state::<Lag>(host.c, enter, State::Continuous) }, FMI2_OK);
    assert_eq!((gain(1), gain(2)), (FMI2_OK, FMI2_ERROR));
    host.says(FMI2_ERROR, "logStatusError", "gain is a fixed parameter");
}
