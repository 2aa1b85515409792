//! The C types of FMI 2.0.5, section 2.1 and 2.3, as written in the standard's text (platform "default").
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_double, c_int, c_uint, c_void};

pub type fmi2Component = *mut c_void;
pub type fmi2ComponentEnvironment = *mut c_void;
pub type fmi2FMUstate = *mut c_void;
pub type fmi2ValueReference = c_uint;
pub type fmi2Real = c_double;
pub type fmi2Integer = c_int;
pub type fmi2Boolean = c_int;
pub type fmi2String = *const c_char;
pub type fmi2Byte = c_char;

/// What every function answers. The host's number, so a plain integer: an enum could be given a value it does not have.
pub type fmi2Status = c_int;
pub const FMI2_OK: fmi2Status = 0;
pub const FMI2_WARNING: fmi2Status = 1;
pub const FMI2_DISCARD: fmi2Status = 2;
pub const FMI2_ERROR: fmi2Status = 3;
pub const FMI2_FATAL: fmi2Status = 4;
pub const FMI2_PENDING: fmi2Status = 5;

pub type fmi2Type = c_int;
pub const FMI2_MODEL_EXCHANGE: fmi2Type = 0;
pub const FMI2_CO_SIMULATION: fmi2Type = 1;

pub type fmi2StatusKind = c_int;
pub const FMI2_DO_STEP_STATUS: fmi2StatusKind = 0;
pub const FMI2_PENDING_STATUS: fmi2StatusKind = 1;
pub const FMI2_LAST_SUCCESSFUL_TIME: fmi2StatusKind = 2;
pub const FMI2_TERMINATED: fmi2StatusKind = 3;

pub const FMI2_FALSE: fmi2Boolean = 0;
pub const FMI2_TRUE: fmi2Boolean = 1;

/// The host's log function; called with a finished text and no variadic arguments.
pub type fmi2CallbackLogger = unsafe extern "C" fn(
    environment: fmi2ComponentEnvironment,
    instance_name: fmi2String,
    status: fmi2Status,
    category: fmi2String,
    message: fmi2String,
    ...
);

/// Callbacks of the host; valid only during `fmi2Instantiate`, so the pointers in it are copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct fmi2CallbackFunctions {
    pub logger: Option<fmi2CallbackLogger>,
    pub allocate_memory: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    pub free_memory: Option<unsafe extern "C" fn(*mut c_void)>,
    pub step_finished: Option<unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2Status)>,
    pub component_environment: fmi2ComponentEnvironment,
}

/// What `fmi2NewDiscreteStates` tells the host.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct fmi2EventInfo {
    pub new_discrete_states_needed: fmi2Boolean,
    pub terminate_simulation: fmi2Boolean,
    pub nominals_of_continuous_states_changed: fmi2Boolean,
    pub values_of_continuous_states_changed: fmi2Boolean,
    pub next_event_time_defined: fmi2Boolean,
    pub next_event_time: fmi2Real,
}
