//! One instance of a unit, with slices for pointers and errors for statuses.

mod model_exchange;

use std::ffi::CString;

use super::HostError;
use super::description::Kind;
use super::fmu::Fmu;
use super::log::{Log, Message, logger, status_name};
use asperity::fmi::v2::abi::*;

/// An instance. It is used from one thread at a time, which the raw pointer inside ensures.
pub struct Instance<'fmu> {
    fmu: &'fmu Fmu,
    component: fmi2Component,
    log: Box<Log>,
    // The standard lets the unit keep only the pointers inside; many keep the pointer to the struct.
    _callbacks: Box<fmi2CallbackFunctions>,
}

impl<'fmu> Instance<'fmu> {
    /// Calls fmi2Instantiate for co-simulation.
    pub fn co_simulation(fmu: &'fmu Fmu, name: &str) -> Result<Self, HostError> {
        Self::new(fmu, name, FMI2_CO_SIMULATION)
    }

    /// Calls fmi2Instantiate for model exchange.
    pub fn model_exchange(fmu: &'fmu Fmu, name: &str) -> Result<Self, HostError> {
        Self::new(fmu, name, FMI2_MODEL_EXCHANGE)
    }

    fn new(fmu: &'fmu Fmu, name: &str, kind: fmi2Type) -> Result<Self, HostError> {
        let text =
            |text: &str| CString::new(text).map_err(|_| HostError::Request(format!("{text:?} contains a zero byte")));
        let (name, guid) = (text(name)?, text(&fmu.description.guid)?);
        let log = Box::new(Log::default());
        let callbacks = Box::new(fmi2CallbackFunctions {
            logger: Some(logger()),
            allocate_memory: None,
            free_memory: None,
            step_finished: None,
            component_environment: std::ptr::from_ref(log.as_ref()).cast_mut().cast(),
        });
        // SAFETY: all pointers live during the call, log and callbacks as long as the instance.
        let component = unsafe {
            (fmu.functions.instantiate)(
                name.as_ptr(),
                kind,
                guid.as_ptr(),
                fmu.resources.as_ptr(),
                &*callbacks,
                FMI2_FALSE,
                FMI2_FALSE,
            )
        };
        if component.is_null() {
            let log = join(&log.take());
            return Err(HostError::Call { function: "fmi2Instantiate", status: "no instance", log });
        }
        Ok(Self { fmu, component, log, _callbacks: callbacks })
    }

    /// The unit this is an instance of.
    pub fn fmu(&self) -> &'fmu Fmu {
        self.fmu
    }

    /// Lets the unit log its events as well.
    pub fn log_events(&self) -> Result<(), HostError> {
        let categories = [c"logEvents".as_ptr()];
        // SAFETY: the component is alive, and the array has the length that is passed.
        let status = unsafe {
            (self.fmu.functions.set_debug_logging)(self.component, FMI2_TRUE, categories.len(), categories.as_ptr())
        };
        self.answer("fmi2SetDebugLogging", status)
    }

    /// Takes out what the unit has logged since the last call that failed.
    pub fn messages(&self) -> Vec<Message> {
        self.log.take()
    }

    /// Announces start and, where given, stop time, and enters the initialization mode.
    pub fn enter_initialization(&self, start: f64, stop: Option<f64>) -> Result<(), HostError> {
        let functions = &self.fmu.functions;
        let defined = fmi2Boolean::from(stop.is_some());
        // SAFETY: the component is alive.
        let status = unsafe {
            (functions.setup_experiment)(self.component, FMI2_FALSE, 0.0, start, defined, stop.unwrap_or(start))
        };
        self.answer("fmi2SetupExperiment", status)?;
        // SAFETY: the component is alive.
        let status = unsafe { (functions.enter_initialization)(self.component) };
        self.answer("fmi2EnterInitializationMode", status)
    }

    /// Leaves the initialization mode.
    pub fn exit_initialization(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.exit_initialization)(self.component) };
        self.answer("fmi2ExitInitializationMode", status)
    }

    /// Ends the simulation.
    pub fn terminate(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.terminate)(self.component) };
        self.answer("fmi2Terminate", status)
    }

    /// Takes the instance back to where it was after fmi2Instantiate.
    pub fn reset(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.reset)(self.component) };
        self.answer("fmi2Reset", status)
    }

    /// Sets Real variables by value reference.
    pub fn set_reals(&self, references: &[u32], values: &[f64]) -> Result<(), HostError> {
        same_length(references.len(), values.len())?;
        // SAFETY: both arrays have the length that is passed.
        let status = unsafe {
            (self.fmu.functions.set_real)(self.component, references.as_ptr(), references.len(), values.as_ptr())
        };
        self.answer("fmi2SetReal", status)
    }

    /// Reads Real variables by value reference.
    pub fn get_reals(&self, references: &[u32], values: &mut [f64]) -> Result<(), HostError> {
        same_length(references.len(), values.len())?;
        // SAFETY: both arrays have the length that is passed.
        let status = unsafe {
            (self.fmu.functions.get_real)(self.component, references.as_ptr(), references.len(), values.as_mut_ptr())
        };
        self.answer("fmi2GetReal", status)
    }

    /// Sets the first derivatives of Real inputs with respect to time, for the next step.
    pub fn set_input_derivatives(&self, references: &[u32], values: &[f64]) -> Result<(), HostError> {
        same_length(references.len(), values.len())?;
        let orders = vec![1; references.len()];
        // SAFETY: the three arrays have the length that is passed.
        let status = unsafe {
            (self.fmu.functions.set_input_derivatives)(
                self.component,
                references.as_ptr(),
                references.len(),
                orders.as_ptr(),
                values.as_ptr(),
            )
        };
        self.answer("fmi2SetRealInputDerivatives", status)
    }

    /// Reads the first derivatives of Real outputs with respect to time.
    pub fn get_output_derivatives(&self, references: &[u32], values: &mut [f64]) -> Result<(), HostError> {
        same_length(references.len(), values.len())?;
        let orders = vec![1; references.len()];
        // SAFETY: the three arrays have the length that is passed.
        let status = unsafe {
            (self.fmu.functions.get_output_derivatives)(
                self.component,
                references.as_ptr(),
                references.len(),
                orders.as_ptr(),
                values.as_mut_ptr(),
            )
        };
        self.answer("fmi2GetRealOutputDerivatives", status)
    }

    /// Saves the state into the slot, in place of what was there.
    pub fn keep(&self, slot: &mut Slot) -> Result<(), HostError> {
        // SAFETY: the pointer is null or came from this instance.
        let status = unsafe { (self.fmu.functions.get_state)(self.component, &mut slot.0) };
        self.answer("fmi2GetFMUstate", status)
    }

    /// Goes back to the state in the slot.
    pub fn go_back(&self, slot: &Slot) -> Result<(), HostError> {
        if slot.0.is_null() {
            return Err(HostError::Request("no state was saved to go back to".into()));
        }
        // SAFETY: the state came from this instance and is alive.
        let status = unsafe { (self.fmu.functions.set_state)(self.component, slot.0) };
        self.answer("fmi2SetFMUstate", status)
    }

    /// Frees the state in the slot.
    pub fn clear(&self, slot: &mut Slot) {
        if !slot.0.is_null() {
            // SAFETY: the state came from this instance and is not used again.
            unsafe { (self.fmu.functions.free_state)(self.component, &mut slot.0) };
        }
    }

    /// Sets one Real variable by name.
    pub fn set_real(&self, name: &str, value: f64) -> Result<(), HostError> {
        self.set_reals(&[self.fmu.description.reference(name, Kind::Real)?], &[value])
    }

    /// Reads one Real variable by name.
    pub fn get_real(&self, name: &str) -> Result<f64, HostError> {
        let mut value = [0.0];
        self.get_reals(&[self.fmu.description.reference(name, Kind::Real)?], &mut value)?;
        Ok(value[0])
    }

    /// Sets one Integer or Enumeration variable by name.
    pub fn set_integer(&self, name: &str, value: i32) -> Result<(), HostError> {
        let reference = self.fmu.description.reference(name, Kind::Integer)?;
        // SAFETY: one reference, one value.
        let status = unsafe { (self.fmu.functions.set_integer)(self.component, &reference, 1, &value) };
        self.answer("fmi2SetInteger", status)
    }

    /// Reads one Integer or Enumeration variable by name.
    pub fn get_integer(&self, name: &str) -> Result<i32, HostError> {
        let reference = self.fmu.description.reference(name, Kind::Integer)?;
        let mut value = 0;
        // SAFETY: one reference, one value.
        let status = unsafe { (self.fmu.functions.get_integer)(self.component, &reference, 1, &mut value) };
        self.answer("fmi2GetInteger", status)?;
        Ok(value)
    }

    /// Sets one Boolean variable by name.
    pub fn set_boolean(&self, name: &str, value: bool) -> Result<(), HostError> {
        let reference = self.fmu.description.reference(name, Kind::Boolean)?;
        let value = fmi2Boolean::from(value);
        // SAFETY: one reference, one value.
        let status = unsafe { (self.fmu.functions.set_boolean)(self.component, &reference, 1, &value) };
        self.answer("fmi2SetBoolean", status)
    }

    /// Reads one Boolean variable by name.
    pub fn get_boolean(&self, name: &str) -> Result<bool, HostError> {
        let reference = self.fmu.description.reference(name, Kind::Boolean)?;
        let mut value = FMI2_FALSE;
        // SAFETY: one reference, one value.
        let status = unsafe { (self.fmu.functions.get_boolean)(self.component, &reference, 1, &mut value) };
        self.answer("fmi2GetBoolean", status)?;
        Ok(value != FMI2_FALSE)
    }

    /// Sets a variable of any type by name from a text: a number, the name of an item of its enumeration, true or false.
    pub fn assign(&self, name: &str, text: &str) -> Result<(), HostError> {
        let description = &self.fmu.description;
        let variable = description.variables.get(name).ok_or_else(|| description.lacks(name))?;
        let wrong = |expected: &str| HostError::Request(format!("{name} cannot be {text:?}: {expected} is expected"));
        match variable.kind {
            Kind::Real => self.set_real(name, text.parse().map_err(|_| wrong("a number"))?),
            Kind::Boolean => self.set_boolean(name, text.parse().map_err(|_| wrong("true or false"))?),
            Kind::Integer if variable.items.is_empty() => {
                self.set_integer(name, text.parse().map_err(|_| wrong("a whole number"))?)
            }
            Kind::Integer => match variable.items.iter().find(|(item, _)| item == text) {
                Some((_, value)) => self.set_integer(name, *value),
                None => {
                    let items: Vec<&str> = variable.items.iter().map(|(item, _)| item.as_str()).collect();
                    Err(wrong(&format!("one of {}", items.join(", "))))
                }
            },
            Kind::String => Err(wrong("nothing: texts cannot be set here")),
        }
    }

    /// Steps from `time` [s] over `step` [s].
    pub fn do_step(&self, time: f64, step: f64) -> Result<(), HostError> {
        // This host may go back to a saved state at any time, so the unit must not throw anything away.
        let no_way_back = FMI2_FALSE;
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.do_step)(self.component, time, step, no_way_back) };
        self.answer("fmi2DoStep", status)
    }

    /// Saves the instance's state.
    pub fn state(&self) -> Result<State<'_, 'fmu>, HostError> {
        let mut pointer = std::ptr::null_mut();
        // SAFETY: the unit writes a pointer of its own into `pointer`.
        let status = unsafe { (self.fmu.functions.get_state)(self.component, &mut pointer) };
        self.answer("fmi2GetFMUstate", status)?;
        Ok(State { instance: self, pointer })
    }

    /// An error unless the unit answered fmi2OK; a warning stays in the log.
    fn answer(&self, function: &'static str, status: fmi2Status) -> Result<(), HostError> {
        if status == FMI2_OK || status == FMI2_WARNING {
            return Ok(());
        }
        Err(HostError::Call { function, status: status_name(status), log: join(&self.log.take()) })
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        // SAFETY: the component came from this library, which is still loaded, and is not used again.
        unsafe { (self.fmu.functions.free_instance)(self.component) };
    }
}

/// Room for a saved state that is overwritten again and again. Whoever holds the instance clears it.
pub struct Slot(fmi2FMUstate);

impl Default for Slot {
    fn default() -> Self {
        Self(std::ptr::null_mut())
    }
}

/// A saved state of an instance.
pub struct State<'instance, 'fmu> {
    instance: &'instance Instance<'fmu>,
    pointer: fmi2FMUstate,
}

impl State<'_, '_> {
    /// Takes the instance back to this state. It can be used again.
    pub fn restore(&self) -> Result<(), HostError> {
        // SAFETY: the state came from this instance and is alive.
        let status = unsafe { (self.instance.fmu.functions.set_state)(self.instance.component, self.pointer) };
        self.instance.answer("fmi2SetFMUstate", status)
    }
}

impl Drop for State<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: the state came from this instance and is not used again.
        unsafe { (self.instance.fmu.functions.free_state)(self.instance.component, &mut self.pointer) };
    }
}

fn same_length(references: usize, values: usize) -> Result<(), HostError> {
    if references == values {
        return Ok(());
    }
    Err(HostError::Request(format!("{references} value references and {values} values")))
}

fn join(messages: &[Message]) -> String {
    let texts: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
    texts.join("; ")
}
