//! An importer of the lag, as far as the tests need one.

use crate::lag::Lag;
use asperity::fmi::lifecycle::State;
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::v2::calls::Call;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null;
use std::sync::{Arc, Mutex};

/// What a host keeps of the log: (instance name, status, category, message).
pub type Messages = Mutex<Vec<(String, fmi2Status, String, String)>>;

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
pub struct Host {
    pub c: fmi2Component,
    pub messages: Arc<Messages>,
}

impl Host {
    pub fn new(kind: fmi2Type) -> Self {
        let (host, c) = Host::try_new("lag", kind, "lag-1");
        assert!(!c.is_null());
        host
    }

    pub fn try_new(name: &str, kind: fmi2Type, guid: &str) -> (Self, fmi2Component) {
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

    pub fn started(kind: fmi2Type) -> Self {
        let host = Host::new(kind);
        unsafe {
            assert_eq!(api::setup_experiment::<Lag>(host.c, 0.0, FMI2_TRUE, 10.0), FMI2_OK);
            let enter = Call::EnterInitializationMode;
            assert_eq!(api::change_state::<Lag>(host.c, enter, State::Initialization), FMI2_OK);
            assert_eq!(api::exit_initialization_mode::<Lag>(host.c), FMI2_OK);
        }
        host
    }

    pub fn set(&self, reference: u32, value: f64) -> fmi2Status {
        unsafe { api::set_real::<Lag>(self.c, &reference, 1, &value) }
    }

    pub fn get(&self, reference: u32) -> f64 {
        let mut value = f64::NAN;
        assert_eq!(unsafe { api::get_real::<Lag>(self.c, &reference, 1, &mut value) }, FMI2_OK);
        value
    }

    pub fn step(&self, point: f64, h: f64) -> fmi2Status {
        unsafe { api::do_step::<Lag>(self.c, point, h) }
    }

    pub fn last(&self) -> (String, fmi2Status, String, String) {
        self.messages.lock().unwrap().last().cloned().unwrap()
    }

    /// The last message has this status, category and text in it.
    pub fn says(&self, status: fmi2Status, category: &str, text: &str) {
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
