//! The functions of the unit's binary.

use libloading::Library;

use super::HostError;
use asperity::fmi::v2::abi::*;

/// Every function that FMI 2.0 asks of a unit for Model Exchange and Co-Simulation.
pub const NAMES: [&str; 44] = [
    "fmi2GetTypesPlatform",
    "fmi2GetVersion",
    "fmi2SetDebugLogging",
    "fmi2Instantiate",
    "fmi2FreeInstance",
    "fmi2SetupExperiment",
    "fmi2EnterInitializationMode",
    "fmi2ExitInitializationMode",
    "fmi2Terminate",
    "fmi2Reset",
    "fmi2GetReal",
    "fmi2GetInteger",
    "fmi2GetBoolean",
    "fmi2GetString",
    "fmi2SetReal",
    "fmi2SetInteger",
    "fmi2SetBoolean",
    "fmi2SetString",
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
    "fmi2EnterEventMode",
    "fmi2NewDiscreteStates",
    "fmi2EnterContinuousTimeMode",
    "fmi2CompletedIntegratorStep",
    "fmi2SetTime",
    "fmi2SetContinuousStates",
    "fmi2GetDerivatives",
    "fmi2GetEventIndicators",
    "fmi2GetContinuousStates",
    "fmi2GetNominalsOfContinuousStates",
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2DoStep",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
];

type Plain = unsafe extern "C" fn(fmi2Component) -> fmi2Status;
type Get<T> = unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut T) -> fmi2Status;
type Set<T> = unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const T) -> fmi2Status;
type Fill = unsafe extern "C" fn(fmi2Component, *mut fmi2Real, usize) -> fmi2Status;
type InputDerivatives = unsafe extern "C" fn(
    fmi2Component,
    *const fmi2ValueReference,
    usize,
    *const fmi2Integer,
    *const fmi2Real,
) -> fmi2Status;

/// The functions that this host calls. Valid as long as the library is loaded.
pub struct Functions {
    pub instantiate: unsafe extern "C" fn(
        fmi2String,
        fmi2Type,
        fmi2String,
        fmi2String,
        *const fmi2CallbackFunctions,
        fmi2Boolean,
        fmi2Boolean,
    ) -> fmi2Component,
    pub free_instance: unsafe extern "C" fn(fmi2Component),
    pub set_debug_logging: unsafe extern "C" fn(fmi2Component, fmi2Boolean, usize, *const fmi2String) -> fmi2Status,
    pub setup_experiment:
        unsafe extern "C" fn(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real) -> fmi2Status,
    pub enter_initialization: Plain,
    pub exit_initialization: Plain,
    pub terminate: Plain,
    pub reset: Plain,
    pub get_real: Get<fmi2Real>,
    pub get_integer: Get<fmi2Integer>,
    pub get_boolean: Get<fmi2Boolean>,
    pub set_real: Set<fmi2Real>,
    pub set_integer: Set<fmi2Integer>,
    pub set_boolean: Set<fmi2Boolean>,
    pub set_input_derivatives: InputDerivatives,
    pub enter_event_mode: Plain,
    pub new_discrete_states: unsafe extern "C" fn(fmi2Component, *mut fmi2EventInfo) -> fmi2Status,
    pub enter_continuous_time_mode: Plain,
    pub completed_integrator_step:
        unsafe extern "C" fn(fmi2Component, fmi2Boolean, *mut fmi2Boolean, *mut fmi2Boolean) -> fmi2Status,
    pub set_time: unsafe extern "C" fn(fmi2Component, fmi2Real) -> fmi2Status,
    pub set_continuous_states: unsafe extern "C" fn(fmi2Component, *const fmi2Real, usize) -> fmi2Status,
    pub get_derivatives: Fill,
    pub get_event_indicators: Fill,
    pub get_continuous_states: Fill,
    pub get_output_derivatives: unsafe extern "C" fn(
        fmi2Component,
        *const fmi2ValueReference,
        usize,
        *const fmi2Integer,
        *mut fmi2Real,
    ) -> fmi2Status,
    pub do_step: unsafe extern "C" fn(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) -> fmi2Status,
    pub get_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> fmi2Status,
    pub set_state: unsafe extern "C" fn(fmi2Component, fmi2FMUstate) -> fmi2Status,
    pub free_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> fmi2Status,
}

impl Functions {
    /// Looks all of them up. A unit that lacks any of the 44 is refused, with their names.
    pub fn load(library: &Library) -> Result<Self, HostError> {
        let missing: Vec<&'static str> = NAMES
            .into_iter()
            // SAFETY: the symbol is only looked up, not used.
            .filter(|name| unsafe { library.get::<Plain>(name.as_bytes()) }.is_err())
            .collect();
        if !missing.is_empty() {
            return Err(HostError::Missing(missing));
        }
        // SAFETY: every field has the type that the standard gives the function of this name.
        unsafe {
            Ok(Self {
                instantiate: *library.get(b"fmi2Instantiate")?,
                free_instance: *library.get(b"fmi2FreeInstance")?,
                set_debug_logging: *library.get(b"fmi2SetDebugLogging")?,
                setup_experiment: *library.get(b"fmi2SetupExperiment")?,
                enter_initialization: *library.get(b"fmi2EnterInitializationMode")?,
                exit_initialization: *library.get(b"fmi2ExitInitializationMode")?,
                terminate: *library.get(b"fmi2Terminate")?,
                reset: *library.get(b"fmi2Reset")?,
                get_real: *library.get(b"fmi2GetReal")?,
                get_integer: *library.get(b"fmi2GetInteger")?,
                get_boolean: *library.get(b"fmi2GetBoolean")?,
                set_real: *library.get(b"fmi2SetReal")?,
                set_integer: *library.get(b"fmi2SetInteger")?,
                set_boolean: *library.get(b"fmi2SetBoolean")?,
                set_input_derivatives: *library.get(b"fmi2SetRealInputDerivatives")?,
                enter_event_mode: *library.get(b"fmi2EnterEventMode")?,
                new_discrete_states: *library.get(b"fmi2NewDiscreteStates")?,
                enter_continuous_time_mode: *library.get(b"fmi2EnterContinuousTimeMode")?,
                completed_integrator_step: *library.get(b"fmi2CompletedIntegratorStep")?,
                set_time: *library.get(b"fmi2SetTime")?,
                set_continuous_states: *library.get(b"fmi2SetContinuousStates")?,
                get_derivatives: *library.get(b"fmi2GetDerivatives")?,
                get_event_indicators: *library.get(b"fmi2GetEventIndicators")?,
                get_continuous_states: *library.get(b"fmi2GetContinuousStates")?,
                get_output_derivatives: *library.get(b"fmi2GetRealOutputDerivatives")?,
                do_step: *library.get(b"fmi2DoStep")?,
                get_state: *library.get(b"fmi2GetFMUstate")?,
                set_state: *library.get(b"fmi2SetFMUstate")?,
                free_state: *library.get(b"fmi2FreeFMUstate")?,
            })
        }
    }
}
