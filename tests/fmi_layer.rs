//! The FMI layer on a second, tiny model that has nothing to do with contact: a first-order lag  T·ẋ = u − x.
//!
//! Driven through the generic functions behind the C names, so it also shows what a host sees: status and log.
#![cfg_attr(miri, feature(c_variadic))]

use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::description::{Bound, Causality, Dependency, Enumeration, Item, Kind, Row, Variability};
use asperity::fmi::lifecycle::State;
use asperity::fmi::model::{self, Entry, Events, Package, Run, Table, Variable};
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::{CALLS, Call};
use asperity::fmi::variables::Access;
use asperity::fmi::{Fault, Interface, Layout, Model};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Id {
    Time,
    U,
    X,
    Rate,
    Lag,
    Gain,
    Limit,
    Steps,
}

const GAINS: Enumeration = Enumeration {
    name: "Gain",
    description: "Gain of the lag",
    items: &[Item { name: "one", description: "1" }, Item { name: "two", description: "2" }],
};

const fn row(id: Id, name: &'static str, value_reference: u32, causality: Causality) -> Row<Id> {
    Row {
        id,
        name,
        value_reference,
        elements: &[],
        kind: Kind::Real,
        causality,
        variability: Variability::Continuous,
        start: &[],
        low: Bound::Open,
        high: Bound::Open,
        nominal: None,
        unit: None,
        display_unit: None,
        description: "",
        source: "",
        derivative_of: None,
        depends_on: &[],
    }
}

static TABLE: &[Row<Id>] = &[
    row(Id::Time, "time", 0, Causality::Independent),
    Row { start: &[0.0], ..row(Id::U, "u", 1, Causality::Input) },
    Row { start: &[1.0], nominal: Some(5.0), low: Bound::Including(-50.0), ..row(Id::X, "x", 2, Causality::Output) },
    Row {
        derivative_of: Some(Id::X),
        depends_on: &[&[Dependency::All(Id::U), Dependency::All(Id::X)]],
        ..row(Id::Rate, "der(x)", 3, Causality::Local)
    },
    Row {
        start: &[2.0],
        low: Bound::Excluding(0.0),
        high: Bound::Including(10.0),
        variability: Variability::Tunable,
        ..row(Id::Lag, "T", 4, Causality::Parameter)
    },
    Row {
        start: &[1.0],
        kind: Kind::Enumeration(&GAINS),
        variability: Variability::Fixed,
        ..row(Id::Gain, "gain", 5, Causality::Parameter)
    },
    Row {
        start: &[9.0],
        kind: Kind::Integer,
        variability: Variability::Fixed,
        low: Bound::Including(1.0),
        high: Bound::Including(99.0),
        ..row(Id::Limit, "limit", 6, Causality::Parameter)
    },
    Row { kind: Kind::Integer, variability: Variability::Discrete, ..row(Id::Steps, "steps", 7, Causality::Output) },
];
static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static VARIABLES: Table<Id> = Table { rows: TABLE, by_reference: &BY_REFERENCE, rates: &RATES };

/// An input at which the model panics, one at which it cannot be evaluated, and one of which it warns once.
const PANICS: f64 = 666.0;
const FAULTY: f64 = 13.0;
const LARGE: f64 = 100.0;

#[derive(Clone)]
struct Lag {
    time: f64,
    u: f64,
    x: f64,
    lag: f64,
    gain: i32,
    limit: i32,
    steps: i32,
    warned: bool,
}

impl Lag {
    fn rate(&self) -> Result<f64, Fault> {
        match self.u {
            PANICS => panic!("100 % broken #1"),
            // a NUL would end the text for the importer
            FAULTY => Err(Fault("u = 13 cannot \0be evaluated".into())),
            u => Ok((f64::from(self.gain) * u - self.x) / self.lag),
        }
    }
}

impl Model for Lag {
    type Id = Id;
    type Tangent = (f64, f64, f64);

    fn instantiate(_interface: Interface, package: &Package) -> Result<Self, String> {
        package.expect("lag-1")?;
        Ok(Lag { time: 0.0, u: 0.0, x: 1.0, lag: 2.0, gain: 1, limit: 9, steps: 0, warned: false })
    }
    fn layout(&self) -> Layout<Id> {
        Layout::of(&VARIABLES, 1)
    }
    fn guid(&self) -> &str {
        "lag-1"
    }
    fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        for (run, value) in runs.iter().zip(values) {
            *value = match run.id {
                Id::Time => self.time,
                Id::U => self.u,
                Id::X => self.x,
                Id::Lag => self.lag,
                _ => self.rate()?,
            };
        }
        Ok(())
    }
    fn integer(&mut self, variable: Variable<Id>) -> Result<i32, Fault> {
        Ok(match variable.id {
            Id::Limit => self.limit,
            Id::Steps => self.steps,
            _ => self.gain,
        })
    }
    fn set_reals(&mut self, runs: &[Run<Id>], values: &[f64]) {
        for (run, value) in runs.iter().zip(values) {
            match run.id {
                Id::U => self.u = *value,
                Id::X => self.x = *value,
                _ => self.lag = *value,
            }
        }
    }
    fn set_integer(&mut self, variable: Variable<Id>, value: i32) {
        if variable.id == Id::Limit { self.limit = value } else { self.gain = value }
    }
    fn set_input_derivatives(&mut self, _run: Run<Id>, _values: &[f64]) {}
    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault> {
        events(format_args!("starts at {}", self.time));
        self.rate().map(|_| ())
    }
    fn set_time(&mut self, time: f64) {
        self.time = time;
    }
    fn new_discrete_states(&mut self, _events: &mut Events) -> Result<bool, Fault> {
        Ok(false)
    }
    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        indicators[0] = self.x - 0.5;
        Ok(())
    }
    fn do_step(&mut self, time: f64, h: f64, _events: &mut Events) -> Result<(), Fault> {
        let target = f64::from(self.gain) * self.u;
        self.rate()?;
        // not that of the standard library: Miri changes its last bits from call to call
        self.x = target + (self.x - target) * libm::exp(-h / self.lag);
        self.time = time + h;
        self.steps += 1;
        Ok(())
    }
    fn warnings(&mut self, say: &mut Events) {
        if self.u == LARGE && !self.warned {
            self.warned = true;
            say(format_args!("u = {} is large", self.u));
        }
    }
    fn terminate(&mut self, _events: &mut Events) {}
    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Self::Tangent, Fault> {
        let mut tangent = (0.0, 0.0, self.lag);
        for (run, seed) in seeds {
            if run.id == Id::U { tangent.0 += seed } else { tangent.1 += seed }
        }
        Ok(tangent)
    }
    fn tangent_of(&self, (u, x, lag): &mut Self::Tangent, element: Run<Id>) -> f64 {
        if element.id == Id::X { *x } else { (*u - *x) / *lag }
    }
    fn has_time_derivative(id: Id) -> bool {
        id == Id::X
    }
    fn time_derivatives(&mut self) -> Result<Self::Tangent, Fault> {
        Ok((0.0, self.rate()?, self.lag))
    }
    fn save(&self, to: &mut Writer) {
        [self.time, self.u, self.x, self.lag].into_iter().for_each(|value| to.f64(value));
        [self.gain, self.limit, self.steps].into_iter().for_each(|value| to.i32(value));
        to.u8(u8::from(self.warned));
    }
    fn restore(&self, from: &mut Reader) -> Option<Self> {
        let (time, u, x, lag) = (from.f64()?, from.f64()?, from.f64()?, from.f64()?);
        let (gain, limit, steps, warned) = (from.i32()?, from.i32()?, from.i32()?, from.u8()? != 0);
        Some(Lag { time, u, x, lag, gain, limit, steps, warned })
    }
}

/// What a host keeps of the log: (instance name, status, category, message).
type Messages = Mutex<Vec<(String, fmi2Status, String, String)>>;

unsafe extern "C" fn log(
    environment: *mut c_void,
    name: *const c_char,
    status: fmi2Status,
    category: *const c_char,
    message: *const c_char,
) {
    let text = |pointer| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_string();
    let messages = unsafe { &*environment.cast::<Messages>() };
    messages.lock().unwrap().push((text(name), status, text(category), text(message)));
}

/// [`log`] as FMI declares it.
#[cfg(not(miri))]
fn logger() -> fmi2CallbackLogger {
    // SAFETY: the layer passes no variadic arguments, and named ones travel alike in both conventions
    unsafe {
        std::mem::transmute::<
            unsafe extern "C" fn(*mut c_void, *const c_char, fmi2Status, *const c_char, *const c_char),
            fmi2CallbackLogger,
        >(log)
    }
}

/// Miri insists on a function that is variadic, which stable Rust cannot define.
#[cfg(miri)]
fn logger() -> fmi2CallbackLogger {
    unsafe extern "C" fn variadic(
        environment: *mut c_void,
        name: *const c_char,
        status: fmi2Status,
        category: *const c_char,
        message: *const c_char,
        _: ...
    ) {
        unsafe { log(environment, name, status, category, message) }
    }
    variadic
}

/// An instance of the lag with its log.
struct Host {
    c: fmi2Component,
    messages: Arc<Messages>,
}

impl Host {
    fn new(kind: fmi2Type) -> Self {
        let (host, c) = Host::try_new("lag", kind, "lag-1");
        assert!(!c.is_null());
        host
    }

    fn try_new(name: &str, kind: fmi2Type, guid: &str) -> (Self, fmi2Component) {
        let messages: Arc<Messages> = Arc::default();
        let callbacks = fmi2CallbackFunctions {
            logger: Some(logger()),
            allocate_memory: None,
            free_memory: None,
            step_finished: None,
            component_environment: Arc::as_ptr(&messages).cast_mut().cast(),
        };
        let (name, guid) = (CString::new(name).unwrap(), CString::new(guid).unwrap());
        let c = unsafe { api::instantiate::<Lag>(name.as_ptr(), kind, guid.as_ptr(), null(), &callbacks, FMI2_TRUE) };
        (Host { c, messages }, c)
    }

    fn started(kind: fmi2Type) -> Self {
        let host = Host::new(kind);
        unsafe {
            assert_eq!(api::setup_experiment::<Lag>(host.c, 0.0, FMI2_TRUE, 10.0), FMI2_OK);
            let enter = Call::EnterInitializationMode;
            assert_eq!(api::change_state::<Lag>(host.c, enter, State::Initialization), FMI2_OK);
            assert_eq!(api::exit_initialization_mode::<Lag>(host.c), FMI2_OK);
        }
        host
    }

    fn set(&self, reference: u32, value: f64) -> fmi2Status {
        unsafe { api::set_real::<Lag>(self.c, &reference, 1, &value) }
    }

    fn get(&self, reference: u32) -> f64 {
        let mut value = f64::NAN;
        assert_eq!(unsafe { api::get_real::<Lag>(self.c, &reference, 1, &mut value) }, FMI2_OK);
        value
    }

    fn step(&self, point: f64, h: f64) -> fmi2Status {
        unsafe { api::do_step::<Lag>(self.c, point, h) }
    }

    fn last(&self) -> (String, fmi2Status, String, String) {
        self.messages.lock().unwrap().last().cloned().unwrap()
    }

    /// The last message has this status, category and text in it.
    fn says(&self, status: fmi2Status, category: &str, text: &str) {
        let (name, sent, of, message) = self.last();
        assert_eq!((name.as_str(), sent, of.as_str()), ("lag", status, category), "{message}");
        assert!(message.contains(text), "{message:?} does not say {text:?}");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        unsafe { api::free_instance::<Lag>(self.c) }
    }
}

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
