//! Derivatives of states, inputs and outputs, and along directions.

use crate::host::Host;
use crate::lag::*;
use asperity::fmi::lifecycle::State;
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::Call;

#[test]
fn model_exchange_gives_states_rates_nominals_indicators_and_derivatives() {
    let host = Host::started(FMI2_MODEL_EXCHANGE);
    let (mut x, mut z, mut slope) = ([0.0], [0.0], [0.0; 2]);
    let mut info = fmi2EventInfo::default();
    unsafe {
        assert_eq!(api::new_discrete_states::<Lag>(host.c, &mut info), FMI2_OK);
        assert_eq!(info, fmi2EventInfo::default());
        let enter = Call::EnterContinuousTimeMode;
        assert_eq!(api::change_state::<Lag>(host.c, enter, State::Continuous), FMI2_OK);
        assert_eq!(api::set_continuous_states::<Lag>(host.c, &4.0, 1), FMI2_OK);
        assert_eq!(host.set(1, 1.0), FMI2_OK);
        assert_eq!(api::get_continuous::<Lag>(host.c, Call::GetDerivatives, x.as_mut_ptr(), 1), FMI2_OK);
        assert_eq!((x[0], host.get(3)), (-1.5, -1.5));
        assert_eq!(api::get_continuous::<Lag>(host.c, Call::GetContinuousStates, x.as_mut_ptr(), 1), FMI2_OK);
        assert_eq!(x[0], 4.0);
        let nominals = Call::GetNominalsOfContinuousStates;
        assert_eq!(api::get_continuous::<Lag>(host.c, nominals, x.as_mut_ptr(), 1), FMI2_OK);
        assert_eq!(x[0], 5.0);
        assert_eq!(api::get_event_indicators::<Lag>(host.c, z.as_mut_ptr(), 1), FMI2_OK);
        assert_eq!(z[0], 3.5);
        let answer = api::get_directional_derivative::<Lag>(
            host.c,
            [3, 2].as_ptr(),
            2,
            [1, 2].as_ptr(),
            2,
            [1.0, 4.0].as_ptr(),
            slope.as_mut_ptr(),
        );
        assert_eq!((answer, slope), (FMI2_OK, [-1.5, 4.0]));
        assert_eq!(api::get_event_indicators::<Lag>(host.c, z.as_mut_ptr(), 2), FMI2_ERROR);
    }
    host.says(FMI2_ERROR, "logStatusError", "fmi2GetEventIndicators: ni = 2, but there are 1");
}

#[test]
fn output_derivatives_are_those_the_model_has_and_of_first_order() {
    let host = Host::started(FMI2_CO_SIMULATION);
    let get = |reference: u32, order: i32| {
        let mut value = f64::NAN;
        let answer = unsafe { api::get_real_output_derivatives::<Lag>(host.c, &reference, 1, &order, &mut value) };
        (answer, value)
    };
    assert_eq!(host.set(1, 4.0), FMI2_OK);
    // ẋ = (u − x)/T with x = 1, T = 2
    assert_eq!(get(2, 1), (FMI2_OK, 1.5));
    for order in [0, 2, -1] {
        assert_eq!(get(2, order).0, FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", &format!("order {order} of x: there are derivatives of order 1 only"));
    }
    for (reference, says) in
        [(3, "there is no derivative of der(x)"), (7, "steps (value reference 7) is not of type Real")]
    {
        assert_eq!(get(reference, 1).0, FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", says);
    }
    assert_eq!((host.set(1, FAULTY), get(2, 1).0), (FMI2_OK, FMI2_ERROR));
    host.says(FMI2_ERROR, "logStatusError", "u = 13 cannot be evaluated");
    // ẋ = u/T beyond the largest double: never an infinite number with OK
    assert_eq!((host.set(4, 1e-200), host.set(1, 1e200)), (FMI2_OK, FMI2_OK));
    assert_eq!(get(2, 1).0, FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "fmi2GetRealOutputDerivatives: the derivative of x overflows");
}

#[test]
fn a_directional_derivative_that_overflows_is_discarded() {
    let host = Host::started(FMI2_MODEL_EXCHANGE);
    assert_eq!(host.set(4, 1e-200), FMI2_OK);
    let mut slope = 0.0;
    let answer = unsafe { api::get_directional_derivative::<Lag>(host.c, &3, 1, &1, 1, &1e200, &mut slope) };
    assert_eq!((answer, slope), (FMI2_DISCARD, 0.0));
    host.says(FMI2_DISCARD, "logStatusDiscard", "the derivative of der(x) overflows with these seeds");
}

#[test]
fn input_derivatives_are_of_inputs_of_first_order_and_finite() {
    let host = Host::started(FMI2_CO_SIMULATION);
    let set = |reference: u32, order: i32, value: f64| unsafe {
        api::set_real_input_derivatives::<Lag>(host.c, &reference, 1, &order, &value)
    };
    assert_eq!(set(1, 1, 0.5), FMI2_OK);
    for (reference, order, value, status, says) in [
        (2, 1, 0.5, FMI2_ERROR, "x is not an input"),
        (4, 1, 0.5, FMI2_ERROR, "T is not an input"),
        (1, 0, 0.5, FMI2_ERROR, "order 0 of u: only derivatives of order 1 are used"),
        (1, 2, 0.5, FMI2_ERROR, "order 2 of u: only derivatives of order 1 are used"),
        (1, 1, f64::INFINITY, FMI2_DISCARD, "derivative of u = inf is not a finite number; nothing was set"),
        (1, 1, f64::NAN, FMI2_DISCARD, "derivative of u = NaN is not a finite number; nothing was set"),
    ] {
        assert_eq!(set(reference, order, value), status, "{says}");
        let category = if status == FMI2_DISCARD { "logStatusDiscard" } else { "logStatusError" };
        host.says(status, category, &format!("fmi2SetRealInputDerivatives: {says}"));
    }
}

/// After initialization the knowns are inputs and states, the unknowns outputs and rates; in it also start values.
#[test]
fn directional_derivatives_are_of_unknowns_by_knowns() {
    let host = Host::new(FMI2_MODEL_EXCHANGE);
    let ask = |unknown: u32, known: u32, seed: f64| unsafe {
        api::get_directional_derivative::<Lag>(host.c, &unknown, 1, &known, 1, &seed, &mut 0.0)
    };
    unsafe { api::change_state::<Lag>(host.c, Call::EnterInitializationMode, State::Initialization) };
    assert_eq!([ask(3, 1, 1.0), ask(3, 2, 1.0), ask(3, 4, 1.0)], [FMI2_OK; 3]);
    assert_eq!(ask(2, 1, 1.0), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "x is not an unknown here");
    assert_eq!(unsafe { api::exit_initialization_mode::<Lag>(host.c) }, FMI2_OK);
    assert_eq!([ask(3, 1, 1.0), ask(3, 2, 1.0), ask(2, 2, 1.0)], [FMI2_OK; 3]);
    for (unknown, known, says) in [(3, 4, "T is not a known here"), (3, 3, "der(x) is not a known here")] {
        assert_eq!(ask(unknown, known, 1.0), FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", says);
    }
    for unknown in [1, 4] {
        assert_eq!(ask(unknown, 1, 1.0), FMI2_ERROR);
        host.says(FMI2_ERROR, "logStatusError", "is not an unknown here");
    }
    for seed in [f64::NAN, f64::INFINITY] {
        assert_eq!(ask(3, 1, seed), FMI2_DISCARD);
        host.says(FMI2_DISCARD, "logStatusDiscard", &format!("seed of u = {seed:?} is not a finite number"));
    }
}
