//! The functions of FMI 2.0 for any [`Model`], before they get their C names in [`export_fmi2!`](crate::export_fmi2).
//!
//! # Safety
//! Each function takes pointers as the standard describes them: `component` is NULL or came from [`instantiate`] of the same
//! model; arrays are NULL or as long as their count says; strings are NULL or NUL-terminated. NULL where something is needed
//! is refused. An instance is used by one thread at a time.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

use crate::fmi2::abi::*;
use crate::fmi2::guard::{enter, slice, slice_mut};
use crate::fmi2::instance::{Answer, Instance, Refusal};
use crate::fmi2::lifecycle::{Call, State};
use crate::fmi2::log::{Kind, Log};
use crate::fmi2::model::{Interface, Model};
use crate::fmi2::snapshot::Snapshot;
use crate::fmi2::variables::{self, Access};
use core::ffi::{CStr, c_char};
use core::panic::AssertUnwindSafe;
use core::ptr;
use std::ffi::CString;
use std::panic::catch_unwind;

/// A new instance, or NULL with the reason in the log. `resource_location` is not looked at: models here need no files.
pub unsafe fn instantiate<M: Model>(
    name: fmi2String,
    kind: fmi2Type,
    guid: fmi2String,
    functions: *const fmi2CallbackFunctions,
    logging_on: fmi2Boolean,
) -> fmi2Component {
    // SAFETY: NULL or the host's struct, by the module's contract
    let Some(functions) = (unsafe { functions.as_ref() }) else { return ptr::null_mut() };
    let made = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: strings by the module's contract
        let (name, guid) = unsafe { (text(name), text(guid)) };
        let log_name = CString::from(name.unwrap_or_default());
        let log = Log::new(functions.logger, functions.component_environment, log_name, logging_on != FMI2_FALSE);
        match checked_interface::<M>(name, kind, guid) {
            Ok(interface) => Box::into_raw(Box::new(Instance::<M>::new(interface, log))).cast(),
            Err(reason) => {
                log.send(Kind::Error, &format!("fmi2Instantiate: {reason}"));
                ptr::null_mut()
            }
        }
    }));
    made.unwrap_or(ptr::null_mut())
}

fn checked_interface<M: Model>(name: Option<&CStr>, kind: fmi2Type, guid: Option<&CStr>) -> Result<Interface, String> {
    if name.is_none_or(|name| name.to_bytes().iter().all(u8::is_ascii_whitespace)) {
        return Err("instanceName is missing or blank".into());
    }
    match guid {
        None => return Err("fmuGUID is missing".into()),
        Some(guid) if guid.to_bytes() != M::GUID.as_bytes() => {
            return Err(format!("fmuGUID = {guid:?} is not {:?}: modelDescription.xml and binary differ", M::GUID));
        }
        Some(_) => {}
    }
    match kind {
        FMI2_MODEL_EXCHANGE => Ok(Interface::ModelExchange),
        FMI2_CO_SIMULATION => Ok(Interface::CoSimulation),
        other => Err(format!("fmuType = {other} is neither 0 (Model Exchange) nor 1 (Co-Simulation)")),
    }
}

/// # Safety
/// `text` is NULL or NUL-terminated and lives during the call.
unsafe fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: by the caller's promise
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

pub unsafe fn free_instance<M: Model>(component: fmi2Component) {
    if component.is_null() {
        return;
    }
    // SAFETY: from `instantiate`, and the host does not use it again
    let instance = unsafe { Box::from_raw(component.cast::<Instance<M>>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
}

pub unsafe fn set_debug_logging<M: Model>(
    component: fmi2Component,
    on: fmi2Boolean,
    count: usize,
    categories: *const fmi2String,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetDebugLogging, |instance| {
            let names = slice("categories", categories, count)?.iter().map(|name| text(*name));
            let Some(names) = names.collect::<Option<Vec<_>>>() else {
                return Err(Refusal::error("a category is NULL"));
            };
            instance.log.switch(on != FMI2_FALSE, &names).map_err(Refusal::error)
        })
    }
}

pub unsafe fn setup_experiment<M: Model>(
    component: fmi2Component,
    start: fmi2Real,
    stop_defined: fmi2Boolean,
    stop: fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetupExperiment, |instance| {
            instance.setup(start, (stop_defined != FMI2_FALSE).then_some(stop))
        })
    }
}

/// Changes the state of the lifecycle and nothing else.
pub unsafe fn change_state<M: Model>(component: fmi2Component, call: Call, to: State) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |instance| {
            instance.core.state = to;
            Ok(())
        })
    }
}

pub unsafe fn exit_initialization_mode<M: Model>(component: fmi2Component) -> fmi2Status {
    unsafe { enter::<M>(component, Call::ExitInitializationMode, Instance::exit_initialization) }
}

pub unsafe fn terminate<M: Model>(component: fmi2Component) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::Terminate, |instance| {
            instance.terminate();
            Ok(())
        })
    }
}

pub unsafe fn reset<M: Model>(component: fmi2Component) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::Reset, |instance| {
            instance.reset();
            Ok(())
        })
    }
}

pub unsafe fn get_real<M: Model>(
    component: fmi2Component,
    references: *const fmi2ValueReference,
    count: usize,
    values: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetReal, |instance| {
            let (references, values) = (slice("vr", references, count)?, slice_mut("value", values, count)?);
            variables::get_real(&mut instance.core, references, values)
        })
    }
}

/// fmi2GetInteger and fmi2GetBoolean.
pub unsafe fn get_integer<M: Model>(
    component: fmi2Component,
    call: Call,
    access: Access,
    references: *const fmi2ValueReference,
    count: usize,
    values: *mut fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |instance| {
            let (references, values) = (slice("vr", references, count)?, slice_mut("value", values, count)?);
            variables::get_integer(&mut instance.core, access, references, values)
        })
    }
}

/// fmi2GetString and fmi2SetString: no model of this layer has String variables.
pub unsafe fn no_string<M: Model>(
    component: fmi2Component,
    call: Call,
    references: *const fmi2ValueReference,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |_| match slice("vr", references, count)?.first() {
            None => Ok(()),
            Some(reference) => {
                Err(Refusal::error(format!("value reference {reference} is no String variable; this model has none")))
            }
        })
    }
}

pub unsafe fn set_real<M: Model>(
    component: fmi2Component,
    references: *const fmi2ValueReference,
    count: usize,
    values: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetReal, |instance| {
            let (references, values) = (slice("vr", references, count)?, slice("value", values, count)?);
            variables::set_real(&mut instance.core, references, values)
        })
    }
}

/// fmi2SetInteger and fmi2SetBoolean.
pub unsafe fn set_integer<M: Model>(
    component: fmi2Component,
    call: Call,
    access: Access,
    references: *const fmi2ValueReference,
    count: usize,
    values: *const fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |instance| {
            let (references, values) = (slice("vr", references, count)?, slice("value", values, count)?);
            variables::set_integer(&mut instance.core, access, references, values)
        })
    }
}

/// The host's variable for an FMU state or a text, which must be there.
///
/// # Safety
/// `place` is NULL or points to a valid `T`.
unsafe fn place<'a, T>(name: &str, place: *mut T) -> Result<&'a mut T, Refusal> {
    // SAFETY: by the caller's promise
    unsafe { place.as_mut() }.ok_or_else(|| Refusal::error(format!("{name} is NULL")))
}

/// # Safety
/// `state` is NULL or came from `get_fmu_state`.
unsafe fn snapshot<'a, M: Model>(state: fmi2FMUstate) -> Result<&'a Snapshot<M>, Refusal> {
    // SAFETY: by the caller's promise
    unsafe { state.cast::<Snapshot<M>>().as_ref() }.ok_or_else(|| Refusal::error("FMUstate is NULL"))
}

pub unsafe fn get_fmu_state<M: Model>(component: fmi2Component, state: *mut fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetFmuState, |instance| {
            let state = place("FMUstate", state)?;
            let taken = Snapshot::of(&instance.core);
            match state.cast::<Snapshot<M>>().as_mut() {
                Some(reused) => {
                    reused.core_for(instance.core.interface).map_err(Refusal::error)?;
                    *reused = taken;
                }
                None => *state = Box::into_raw(Box::new(taken)).cast(),
            }
            Ok(())
        })
    }
}

pub unsafe fn set_fmu_state<M: Model>(component: fmi2Component, state: fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetFmuState, |instance| {
            let core = snapshot::<M>(state)?.core_for(instance.core.interface).map_err(Refusal::error)?;
            instance.core = core.clone();
            Ok(())
        })
    }
}

pub unsafe fn free_fmu_state<M: Model>(component: fmi2Component, state: *mut fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::FreeFmuState, |instance| {
            let Some(state) = state.as_mut() else { return Ok(()) };
            if !state.is_null() {
                snapshot::<M>(*state)?.core_for(instance.core.interface).map_err(Refusal::error)?;
                drop(Box::from_raw(state.cast::<Snapshot<M>>()));
                *state = ptr::null_mut();
            }
            Ok(())
        })
    }
}

pub unsafe fn serialized_fmu_state_size<M: Model>(
    component: fmi2Component,
    state: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SerializedFmuStateSize, |instance| {
            let snapshot = snapshot::<M>(state)?;
            snapshot.core_for(instance.core.interface).map_err(Refusal::error)?;
            *place("size", size)? = snapshot.size();
            Ok(())
        })
    }
}

pub unsafe fn serialize_fmu_state<M: Model>(
    component: fmi2Component,
    state: fmi2FMUstate,
    bytes: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SerializeFmuState, |instance| {
            let snapshot = snapshot::<M>(state)?;
            snapshot.core_for(instance.core.interface).map_err(Refusal::error)?;
            let bytes = slice_mut("serializedState", bytes.cast::<u8>(), size)?;
            if bytes.len() != snapshot.size() {
                let text = format!("serializedState has {size} bytes; the state has {}", snapshot.size());
                return Err(Refusal::error(text));
            }
            snapshot.write(bytes);
            Ok(())
        })
    }
}

pub unsafe fn de_serialize_fmu_state<M: Model>(
    component: fmi2Component,
    bytes: *const fmi2Byte,
    size: usize,
    state: *mut fmi2FMUstate,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::DeSerializeFmuState, |instance| {
            let bytes = slice("serializedState", bytes.cast::<u8>(), size)?;
            let read = Snapshot::<M>::read(bytes, instance.core.interface).map_err(Refusal::error)?;
            let state = place("FMUstate", state)?;
            match state.cast::<Snapshot<M>>().as_mut() {
                Some(reused) => {
                    reused.core_for(instance.core.interface).map_err(Refusal::error)?;
                    *reused = read;
                }
                None => *state = Box::into_raw(Box::new(read)).cast(),
            }
            Ok(())
        })
    }
}

pub unsafe fn get_directional_derivative<M: Model>(
    component: fmi2Component,
    unknowns: *const fmi2ValueReference,
    unknown_count: usize,
    knowns: *const fmi2ValueReference,
    known_count: usize,
    seeds: *const fmi2Real,
    derivatives: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetDirectionalDerivative, |instance| {
            let unknowns = slice("vUnknown_ref", unknowns, unknown_count)?;
            let derivatives = slice_mut("dvUnknown", derivatives, unknown_count)?;
            let knowns = slice("vKnown_ref", knowns, known_count)?;
            let seeds = slice("dvKnown", seeds, known_count)?;
            variables::directional_derivative(&mut instance.core, unknowns, knowns, seeds, derivatives)
        })
    }
}

// Model Exchange

pub unsafe fn new_discrete_states<M: Model>(component: fmi2Component, info: *mut fmi2EventInfo) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::NewDiscreteStates, |instance| {
            let info = place("fmi2eventInfo", info)?;
            let changed = instance.new_discrete_states()?;
            *info = fmi2EventInfo {
                values_of_continuous_states_changed: fmi2Boolean::from(changed),
                ..fmi2EventInfo::default()
            };
            Ok(())
        })
    }
}

pub unsafe fn completed_integrator_step<M: Model>(
    component: fmi2Component,
    enter_event_mode: *mut fmi2Boolean,
    terminate_simulation: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::CompletedIntegratorStep, |_| {
            *place("enterEventMode", enter_event_mode)? = FMI2_FALSE;
            *place("terminateSimulation", terminate_simulation)? = FMI2_FALSE;
            Ok(())
        })
    }
}

pub unsafe fn set_time<M: Model>(component: fmi2Component, time: fmi2Real) -> fmi2Status {
    unsafe { enter::<M>(component, Call::SetTime, |instance| instance.set_time(time)) }
}

/// `count` must be the number of states or indicators; 0 asks for nothing and gets it.
fn check_count(name: &str, count: usize, expected: usize) -> Answer {
    if count == expected || count == 0 {
        return Ok(());
    }
    Err(Refusal::error(format!("{name} = {count}, but there are {expected}")))
}

pub unsafe fn set_continuous_states<M: Model>(
    component: fmi2Component,
    states: *const fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetContinuousStates, |instance| {
            check_count("nx", count, M::layout().rates.len())?;
            variables::set_continuous(&mut instance.core, slice("x", states, count)?)
        })
    }
}

/// fmi2GetContinuousStates, fmi2GetDerivatives and fmi2GetNominalsOfContinuousStates.
pub unsafe fn get_continuous<M: Model>(
    component: fmi2Component,
    call: Call,
    values: *mut fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |instance| {
            check_count("nx", count, M::layout().rates.len())?;
            let values = slice_mut("x", values, count)?;
            variables::continuous(&mut instance.core, values, |model, state, rate| match call {
                Call::GetDerivatives => model.real(rate.row.id, rate.k),
                Call::GetNominalsOfContinuousStates => {
                    Ok(M::layout().row_of(state).and_then(|row| row.nominal).unwrap_or(1.0))
                }
                _ => model.real(state, rate.k),
            })
        })
    }
}

pub unsafe fn get_event_indicators<M: Model>(
    component: fmi2Component,
    indicators: *mut fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetEventIndicators, |instance| {
            check_count("ni", count, M::INFORMATION.event_indicators)?;
            let indicators = slice_mut("eventIndicators", indicators, count)?;
            let answer = instance.core.model.event_indicators(indicators);
            answer.map_err(|fault| Refusal::evaluation(instance.core.interface, fault))
        })
    }
}

// Co-Simulation

pub unsafe fn set_real_input_derivatives<M: Model>(
    component: fmi2Component,
    references: *const fmi2ValueReference,
    count: usize,
    orders: *const fmi2Integer,
    values: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetRealInputDerivatives, |instance| {
            let references = slice("vr", references, count)?;
            let (orders, values) = (slice("order", orders, count)?, slice("value", values, count)?);
            variables::set_input_derivatives(&mut instance.core, references, orders, values)
        })
    }
}

/// Refuses any value: the unit declares maxOutputDerivativeOrder = 0.
pub unsafe fn get_real_output_derivatives<M: Model>(component: fmi2Component, count: usize) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetRealOutputDerivatives, |_| match count {
            0 => Ok(()),
            _ => Err(Refusal::error("maxOutputDerivativeOrder is 0: there are no output derivatives")),
        })
    }
}

pub unsafe fn do_step<M: Model>(component: fmi2Component, point: fmi2Real, step: fmi2Real) -> fmi2Status {
    unsafe { enter::<M>(component, Call::DoStep, |instance| instance.do_step(point, step)) }
}

/// A status that belongs to asynchronous or partial steps, which this layer does not make; also fmi2CancelStep, which the
/// lifecycle table allows nowhere.
pub unsafe fn no_status<M: Model>(component: fmi2Component, call: Call) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |_| {
            Err(Refusal::discard("no step is pending: fmi2DoStep always finishes its step"))
        })
    }
}

pub unsafe fn get_real_status<M: Model>(
    component: fmi2Component,
    kind: fmi2StatusKind,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetRealStatus, |instance| {
            let value = place("value", value)?;
            if kind != FMI2_LAST_SUCCESSFUL_TIME {
                return Err(Refusal::discard(format!("status kind {kind} is not a Real; 2 is fmi2LastSuccessfulTime")));
            }
            *value = instance.core.clock.time;
            Ok(())
        })
    }
}

pub unsafe fn get_boolean_status<M: Model>(
    component: fmi2Component,
    kind: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetBooleanStatus, |_| {
            let value = place("value", value)?;
            if kind != FMI2_TERMINATED {
                return Err(Refusal::discard(format!("status kind {kind} is not a Boolean; 3 is fmi2Terminated")));
            }
            *value = FMI2_FALSE;
            Ok(())
        })
    }
}
