//! The functions of FMI 2.0 for any [`Model`], before they get their C names in [`export_fmi2!`](crate::export_fmi2).
//!
//! # Safety
//! Each function takes pointers as the standard describes them: `component` is NULL or came from [`instantiate`] of the same
//! model; arrays are NULL or as long as their count says; strings are NULL or NUL-terminated. NULL where something is needed
//! is refused. An instance is used by one thread at a time.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

mod co_simulation;
mod model_exchange;
mod states;

pub use co_simulation::*;
pub use model_exchange::*;
pub use states::*;

use crate::fmi::instance::{Instance, Refusal};
use crate::fmi::lifecycle::{Interface, State};
use crate::fmi::log::{Kind, Log};
use crate::fmi::model::{Model, Package};
use crate::fmi::resources;
use crate::fmi::v2::abi::*;
use crate::fmi::v2::calls::Call;
use crate::fmi::v2::guard::{enter, slice, slice_mut};
use crate::fmi::v2::logger;
use crate::fmi::variables::{self, Access};
use core::ffi::{CStr, c_char};
use core::panic::AssertUnwindSafe;
use core::ptr;
use std::ffi::CString;
use std::panic::catch_unwind;

/// A new instance, or NULL with the reason in the log. Whether GUID and resources fit is for the model to say.
pub unsafe fn instantiate<M: Model>(
    name: fmi2String,
    kind: fmi2Type,
    guid: fmi2String,
    resource_location: fmi2String,
    functions: *const fmi2CallbackFunctions,
    logging_on: fmi2Boolean,
) -> fmi2Component {
    // SAFETY: NULL or the host's struct, by the module's contract
    let Some(functions) = (unsafe { functions.as_ref() }) else { return ptr::null_mut() };
    let made = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: strings by the module's contract
        let (name, guid, location) = unsafe { (text(name), text(guid), text(resource_location)) };
        let log_name = CString::from(name.unwrap_or_default());
        let log = Log::new(logger::sink(functions, log_name), logging_on != FMI2_FALSE);
        match checked_interface(name, kind)
            .and_then(|interface| Ok((interface, checked_model(interface, guid, location)?)))
        {
            Ok((interface, model)) => Box::into_raw(Box::new(Instance::<M>::new(interface, model, log))).cast(),
            Err(reason) => {
                log.send(Kind::Error, &format!("fmi2Instantiate: {reason}"));
                ptr::null_mut()
            }
        }
    }));
    made.unwrap_or(ptr::null_mut())
}

fn checked_interface(name: Option<&CStr>, kind: fmi2Type) -> Result<Interface, String> {
    if name.is_none_or(|name| name.to_bytes().iter().all(u8::is_ascii_whitespace)) {
        return Err("instanceName is missing or blank".into());
    }
    match kind {
        FMI2_MODEL_EXCHANGE => Ok(Interface::ModelExchange),
        FMI2_CO_SIMULATION => Ok(Interface::CoSimulation),
        other => Err(format!("fmuType = {other} is neither 0 (Model Exchange) nor 1 (Co-Simulation)")),
    }
}

/// The model that belongs to the GUID and the resources.
fn checked_model<M: Model>(interface: Interface, guid: Option<&CStr>, location: Option<&CStr>) -> Result<M, String> {
    let guid = guid.ok_or("fmuGUID is missing")?.to_string_lossy();
    let named = location.map_or("NULL".into(), |location| format!("\"{}\"", location.to_string_lossy()));
    let resource = |name: &str| resources::resource(location, name);
    M::instantiate(interface, &Package { guid: &guid, resource: &resource, location: &named })
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
    unsafe {
        enter::<M>(component, Call::ExitInitializationMode, |instance| {
            instance.exit_initialization(Call::ExitInitializationMode.name())
        })
    }
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
            variables::get_real(&mut instance.core, &instance.layout, &mut instance.asked, references, values)
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
            variables::get_integer(&mut instance.core, &instance.layout, access, references, values)
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
            Some(reference) => Err(Refusal::error(format!(
                "value reference {reference} is not a String variable; this model has none"
            ))),
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
            variables::set_real(&mut instance.core, &instance.layout, &mut instance.given, references, values)
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
            variables::set_integer(&mut instance.core, &instance.layout, access, references, values)
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
            variables::directional_derivative(
                &mut instance.core,
                &instance.layout,
                unknowns,
                knowns,
                seeds,
                derivatives,
            )
        })
    }
}
