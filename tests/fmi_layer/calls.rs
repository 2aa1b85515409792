//! Calls by their states, and what the log says of them.

use crate::host::Host;
use crate::lag::Lag;
use asperity::fmi::Interface;
use asperity::fmi::lifecycle::State;
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::{CALLS, Call};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

#[test]
fn the_stop_time_may_be_the_start_time_and_not_before_it() {
    let setup = |start: f64, stop: f64| {
        let host = Host::new(FMI2_CO_SIMULATION);
        let answer = unsafe { api::setup_experiment::<Lag>(host.c, start, FMI2_TRUE, stop) };
        (answer, host)
    };
    for (start, stop) in [(0.0, 0.0), (5.0, 5.0), (-2.0, -1.0)] {
        assert_eq!(setup(start, stop).0, FMI2_OK, "{start} to {stop}");
    }
    for (start, stop) in [(1.0, 0.5), (0.0, -1e-3), (0.0, f64::NAN), (0.0, f64::INFINITY)] {
        let (answer, host) = setup(start, stop);
        assert_eq!(answer, FMI2_ERROR, "{start} to {stop}");
        host.says(FMI2_ERROR, "logStatusError", &format!("stopTime = {stop} does not lie after startTime = {start}"));
    }
    let (answer, host) = setup(f64::INFINITY, 1.0);
    assert_eq!(answer, FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "startTime = inf is not a finite number");
}

#[test]
fn instantiate_refuses_with_null_and_the_reason() {
    for (name, kind, guid, says) in [
        (" ", FMI2_CO_SIMULATION, "lag-1", "instanceName is missing or blank"),
        ("lag", 7, "lag-1", "fmuType = 7"),
        ("lag", FMI2_CO_SIMULATION, "other", "modelDescription.xml and binary differ"),
    ] {
        let (host, c) = Host::try_new(name, kind, guid);
        assert!(c.is_null());
        assert!(host.last().3.contains(says), "{:?}", host.last());
    }
    unsafe {
        assert!(api::instantiate::<Lag>(null(), 1, null(), null(), null(), 0).is_null());
        assert_eq!(api::reset::<Lag>(null_mut()), FMI2_ERROR);
        api::free_instance::<Lag>(null_mut());
    }
}

/// The tables of FMI 2.0.5, sections 3.2.3 and 4.2.4: I instantiated, i initialization mode, e event mode, c continuous-time
/// mode, s step complete, t terminated, x error. Beyond the standard: gets before initialization and in the error state,
/// fmi2SetTime in event mode, and a set of integers in continuous-time mode, where a fixed parameter may be set to the value it has.
#[rustfmt::skip]
const ALLOWED: [(&str, &str, &str); 41] = [
    ("fmi2SetDebugLogging", "Iiectx", "Iistx"), ("fmi2FreeInstance", "Iiectx", "Iistx"),
    ("fmi2SetupExperiment", "I", "I"), ("fmi2EnterInitializationMode", "I", "I"),
    ("fmi2ExitInitializationMode", "i", "i"), ("fmi2Terminate", "ec", "s"), ("fmi2Reset", "Iiectx", "Iistx"),
    ("fmi2GetReal", "Iiectx", "Iistx"), ("fmi2GetInteger", "Iiectx", "Iistx"), ("fmi2GetBoolean", "Iiectx", "Iistx"),
    ("fmi2GetString", "Iiectx", "Iistx"), ("fmi2SetReal", "Iiec", "Iis"), ("fmi2SetInteger", "Iiec", "Iis"),
    ("fmi2SetBoolean", "Iiec", "Iis"), ("fmi2SetString", "Iie", "Iis"), ("fmi2GetFMUstate", "Iiectx", "Iistx"),
    ("fmi2SetFMUstate", "Iiectx", "Iistx"), ("fmi2FreeFMUstate", "Iiectx", "Iistx"),
    ("fmi2SerializedFMUstateSize", "Iiectx", "Iistx"), ("fmi2SerializeFMUstate", "Iiectx", "Iistx"),
    ("fmi2DeSerializeFMUstate", "Iiectx", "Iistx"), ("fmi2GetDirectionalDerivative", "iectx", "istx"),
    ("fmi2EnterEventMode", "ec", ""), ("fmi2NewDiscreteStates", "e", ""), ("fmi2EnterContinuousTimeMode", "e", ""),
    ("fmi2CompletedIntegratorStep", "c", ""), ("fmi2SetTime", "ec", ""), ("fmi2SetContinuousStates", "c", ""),
    ("fmi2GetDerivatives", "iectx", ""), ("fmi2GetEventIndicators", "iectx", ""),
    ("fmi2GetContinuousStates", "iectx", ""), ("fmi2GetNominalsOfContinuousStates", "Iiectx", ""),
    ("fmi2SetRealInputDerivatives", "", "Iis"), ("fmi2GetRealOutputDerivatives", "", "stx"), ("fmi2DoStep", "", "s"),
    ("fmi2CancelStep", "", ""), ("fmi2GetStatus", "", "st"), ("fmi2GetRealStatus", "", "st"),
    ("fmi2GetIntegerStatus", "", "st"), ("fmi2GetBooleanStatus", "", "st"), ("fmi2GetStringStatus", "", "st"),
];

#[test]
fn calls_are_allowed_in_the_states_of_the_standard() {
    let letter = |state: State| match state {
        State::Instantiated => 'I',
        State::Initialization => 'i',
        State::Event => 'e',
        State::Continuous => 'c',
        State::StepComplete => 's',
        State::Terminated => 't',
        State::Error => 'x',
    };
    assert_eq!(CALLS.len(), ALLOWED.len());
    for ((call, ..), (name, exchange, co_simulation)) in CALLS.iter().zip(ALLOWED) {
        assert_eq!(call.name(), name);
        let of = [(Interface::ModelExchange, exchange, "Iiectx"), (Interface::CoSimulation, co_simulation, "Iistx")];
        for (interface, allowed, states) in of {
            for state in State::ALL.into_iter().filter(|state| states.contains(letter(*state))) {
                let is_allowed = call.is_allowed(interface, state);
                assert_eq!(is_allowed, allowed.contains(letter(state)), "{name} {interface:?} {state:?}");
            }
        }
    }
}

/// Through the exported function too: no status of a step before there can be one.
#[test]
fn a_status_is_asked_for_between_steps_only() {
    let host = Host::new(FMI2_CO_SIMULATION);
    let (mut time, mut is_over) = (7.0, 7);
    let mut ask = |host: &Host| unsafe {
        let of_step = api::no_status::<Lag>(host.c, Call::GetStatus);
        let of_time = api::get_real_status::<Lag>(host.c, FMI2_LAST_SUCCESSFUL_TIME, &mut time);
        [of_step, of_time, api::get_boolean_status::<Lag>(host.c, FMI2_TERMINATED, &mut is_over)]
    };
    assert_eq!(ask(&host), [FMI2_ERROR; 3]);
    unsafe { api::change_state::<Lag>(host.c, Call::EnterInitializationMode, State::Initialization) };
    assert_eq!(ask(&host), [FMI2_ERROR; 3]);
    host.says(FMI2_ERROR, "logStatusError", "fmi2GetBooleanStatus: not allowed in state initialization mode");
    assert_eq!(unsafe { api::exit_initialization_mode::<Lag>(host.c) }, FMI2_OK);
    assert_eq!(ask(&host), [FMI2_DISCARD, FMI2_OK, FMI2_OK]);
    assert_eq!((time, is_over), (0.0, FMI2_FALSE));
    unsafe {
        assert_eq!(api::get_real_status::<Lag>(host.c, FMI2_TERMINATED, &mut time), FMI2_DISCARD);
        assert_eq!(api::get_boolean_status::<Lag>(host.c, FMI2_LAST_SUCCESSFUL_TIME, &mut is_over), FMI2_DISCARD);
    }
}

/// Some importers copy a message into 1000 bytes: it is cut at 900, never within a character or a doubled escape.
#[test]
fn messages_are_at_most_900_bytes_and_cut_between_characters() {
    let host = Host::started(FMI2_CO_SIMULATION);
    for (part, doubled) in [("a", "a"), ("%", "%%"), ("#", "##"), ("ä", "ä"), ("€%", "€%%")] {
        let name = CString::new(part.repeat(950)).unwrap();
        let answer = unsafe { api::set_debug_logging::<Lag>(host.c, FMI2_TRUE, 1, [name.as_ptr()].as_ptr()) };
        assert_eq!(answer, FMI2_ERROR);
        let (.., message) = host.last();
        assert!((880..=900).contains(&message.len()), "{part}: {} bytes", message.len());
        let text = message.strip_prefix("fmi2SetDebugLogging: no log category \"").unwrap();
        // whole parts, the last one perhaps without its end
        let rest = text.replace(doubled, "");
        assert!(doubled.starts_with(&rest) && rest.matches(['%', '#']).count() % 2 == 0, "{part}: {rest:?} at the end");
    }
    // a short one is whole
    assert_eq!(host.set(99, 0.0), FMI2_ERROR);
    assert_eq!(host.last().3, "fmi2SetReal: there is no variable with value reference 99");
}

#[test]
fn a_call_in_the_wrong_state_is_refused_by_call_and_states() {
    let host = Host::new(FMI2_CO_SIMULATION);
    assert_eq!(host.step(0.0, 0.1), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "fmi2DoStep: not allowed in state instantiated of Co-Simulation");
    let exchange = Host::new(FMI2_MODEL_EXCHANGE);
    assert_eq!(unsafe { api::get_continuous::<Lag>(exchange.c, Call::GetDerivatives, null_mut(), 0) }, FMI2_ERROR);
    let states = "it belongs to: initialization mode, event mode, continuous-time mode, terminated, error";
    assert_eq!(exchange.last().3.split("Model Exchange; ").nth(1), Some(states));
    assert_eq!(exchange.step(0.0, 0.1), FMI2_ERROR);
    exchange.says(FMI2_ERROR, "logStatusError", "fmi2DoStep: does not belong to Model Exchange");
}

#[test]
fn categories_are_switched_by_name() {
    let host = Host::started(FMI2_CO_SIMULATION);
    host.says(FMI2_OK, "logEvents", "starts at 0");
    let switch = |on: fmi2Boolean, names: &[*const c_char]| unsafe {
        api::set_debug_logging::<Lag>(host.c, on, names.len(), names.as_ptr())
    };
    assert_eq!(switch(FMI2_TRUE, &[c"logNonsense".as_ptr()]), FMI2_ERROR);
    host.says(FMI2_ERROR, "logStatusError", "no log category \"logNonsense\"");
    let count = || host.messages.lock().unwrap().len();
    let before = count();
    assert_eq!(switch(FMI2_FALSE, &[c"logStatusError".as_ptr()]), FMI2_OK);
    host.set(99, 0.0);
    assert_eq!(count(), before);
    assert_eq!(switch(FMI2_TRUE, &[]), FMI2_OK);
    host.set(99, 0.0);
    assert_eq!(count(), before + 1);
}
