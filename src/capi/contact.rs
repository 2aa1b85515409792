//! A contact that remembers: communication steps without FMI, in both couplings.

#![allow(non_camel_case_types)]

use crate::capi::evaluate;
use crate::capi::guard::{Handle, Message, enter, read, write};
use crate::capi::parameters::{asperity_parameters, free_handle, new_handle};
use crate::capi::status::{Refusal, asperity_status};
use crate::capi::steps;
use crate::capi::structs::{
    Numbers, asperity_inputs, asperity_latch, asperity_mobility, asperity_outputs, asperity_state, asperity_wrench,
    rates_read,
};
use crate::physics::{ContactFault, Vector3};
use crate::stepping::coupling::CouplingMode;
use crate::unit::linked::{Given, Linked};
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use core::ffi::c_char;
use core::ptr;
use core::slice;
use std::panic::catch_unwind;

/// A contact between communication steps: the Co-Simulation of the unit without FMI, with the same bits. A handle; one
/// thread at a time, also for the functions that take it as const. Contacts know nothing of each other.
pub struct asperity_contact {
    linked: Linked,
    is_checked: bool,
    message: Message,
}

impl Handle for asperity_contact {
    type Refusal<'a> = Refusal<'a>;

    fn message(&mut self) -> &mut Message {
        &mut self.message
    }

    /// It has to be started again.
    fn spoil(&mut self) {
        self.linked.spoil();
    }
}

/// A contact with a copy of the parameters. NULL: there is no memory, or `parameters` is NULL. Parameters that were not
/// checked are refused by asperity_contact_start. Free it with asperity_contact_free. From any thread.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_create(parameters: *const asperity_parameters) -> *mut asperity_contact {
    // SAFETY: by the caller's promise
    let Some(handle) = (unsafe { parameters.as_ref() }) else { return ptr::null_mut() };
    new_handle(|| asperity_contact {
        linked: Linked::new(&handle.parameters, steps::best()),
        is_checked: handle.checked().is_ok(),
        message: Message::EMPTY,
    })
}

/// Frees the contact. NULL does nothing.
///
/// # Safety
/// `contact` is NULL or a live handle that nothing uses any more.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_free(contact: *mut asperity_contact) {
    // SAFETY: by the caller's promise
    unsafe { free_handle(contact) }
}

/// What a step is told, if it is sound.
///
/// # Safety
/// Each pointer is NULL or points to a struct that lives as long as `'a`.
unsafe fn given<'a>(
    linked: &Linked,
    inputs: *const asperity_inputs,
    rates: *const asperity_inputs,
    mobility: *const asperity_mobility,
) -> Result<Given<'a>, Refusal<'static>> {
    let parameters = linked.parameters();
    let ContactParameters { geometry, coupling, .. } = parameters;
    // SAFETY: by the caller's promise
    let (inputs, rates, mobility) = unsafe { (read("inputs", inputs)?, rates.as_ref(), mobility.as_ref()) };
    evaluate::check(parameters, inputs)?;
    if let Some(rates) = rates {
        rates.check_parts("rates", &rates_read(geometry.settings.pair)).map_err(Refusal::Input)?;
    }
    let mobility = mobility.filter(|_| coupling.settings.mode == CouplingMode::Interface);
    match mobility {
        Some(mobility) => mobility.check("mobility").map_err(Refusal::Input)?,
        None if linked.needs_mobility() => return Err(Refusal::Null("mobility")),
        None => {}
    }
    Ok(Given {
        inputs: inputs.physics(),
        rates: rates.map(asperity_inputs::physics),
        mobility: mobility.map(asperity_mobility::physics),
    })
}

/// Starts, also again: states 0, contact where the bodies overlap at `time` [s]. Parameters stay.
///
/// `mobility`: NULL in kinematic coupling; in interface coupling needed unless coupling.massSource = bodies and
/// coupling.freeAccelerationSource = estimated.
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE (time), ASPERITY_INPUTS, ASPERITY_OVERFLOW: the contact is as
/// before, asperity_contact_message says why.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; the others are NULL or live structs, and are not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_start(
    contact: *mut asperity_contact,
    inputs: *const asperity_inputs,
    mobility: *const asperity_mobility,
    time: f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(contact, |handle| {
            if !handle.is_checked {
                return Err(Refusal::NotChecked);
            }
            let given = given(&handle.linked, inputs, ptr::null(), mobility)?;
            if !time.is_finite() {
                return Err(Refusal::Range { name: "time", value: time, must: "a finite number" });
            }
            handle.linked.start(&given, time)?;
            Ok(())
        })
    }
}

/// One communication step of `h` [s] > 0 from the motion that `inputs` give at its start; `outputs` are those at its
/// end, forces and torques in interface coupling the means over the step.
///
/// `rates`: rates of `inputs`, of which those of velocities, normal and point are read; NULL: velocities and point are
/// held, and a given normal turns with body j. `mobility`: as for asperity_contact_start.
/// ASPERITY_OK may come with something to say once in asperity_contact_message.
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS, ASPERITY_OVERFLOW: states and time stay those of
/// the step's start, `outputs` is not written, asperity_contact_message says why; another step with better inputs goes
/// on.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; the others are NULL or live structs, and are not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_step(
    contact: *mut asperity_contact,
    inputs: *const asperity_inputs,
    rates: *const asperity_inputs,
    mobility: *const asperity_mobility,
    h: f64,
    outputs: *mut asperity_outputs,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(contact, |handle| {
            if outputs.is_null() {
                return Err(Refusal::Null("outputs"));
            }
            started(handle)?;
            let given = given(&handle.linked, inputs, rates, mobility)?;
            let response = step(handle, &given, h)?;
            outputs.write(response);
            Ok(())
        })
    }
}

fn started(handle: &asperity_contact) -> Result<(), Refusal<'static>> {
    if handle.linked.is_started() { Ok(()) } else { Err(Refusal::NotStarted) }
}

/// A step of a contact that is started.
pub(super) fn step(handle: &mut asperity_contact, given: &Given, h: f64) -> Result<asperity_outputs, Refusal<'static>> {
    if !(h > 0.0 && (handle.linked.time() + h).is_finite()) {
        return Err(Refusal::Range { name: "h", value: h, must: "a finite number > 0" });
    }
    let asperity_contact { linked, message, .. } = handle;
    message.clear();
    Ok(asperity_outputs::from(linked.step(given, h, &mut |text| message.add(text))?))
}

/// Force and torque by time [N/s, N m/s]: in interface coupling over the last step with coupling.handBack = meanAndSlope,
/// F(t) = mean + slope*(t - h/2) with the means that asperity_contact_step gave, and with line, F(t) = start + slope*t
/// with the values at its start that it gave; 0 with mean and twoStep, which are held; in kinematic coupling at its end, while the motion goes on as in the
/// step.
///
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_OVERFLOW: `slopes` is not written, asperity_contact_message says why.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; `slopes` is NULL or a live struct.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_slopes(
    contact: *const asperity_contact,
    slopes: *mut asperity_wrench,
) -> asperity_status {
    // SAFETY: by the caller's promise; handles are made mutable and belong to one thread
    unsafe {
        enter(contact.cast_mut(), |handle| {
            if slopes.is_null() {
                return Err(Refusal::Null("slopes"));
            }
            started(handle)?;
            let rates = handle.linked.wrench_rates()?;
            if !rates.iter().map(Vector3::sum).sum::<f64>().is_finite() {
                return Err(ContactFault::Overflow { what: "the rate of the contact force" }.into());
            }
            slopes.write(rates.into());
            Ok(())
        })
    }
}

/// The state that the contact remembers, as the functions for integrators take it.
///
/// ASPERITY_NULL: nothing is written.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; the others are NULL or live structs.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_state(
    contact: *const asperity_contact,
    state: *mut asperity_state,
    latch: *mut asperity_latch,
) -> asperity_status {
    // SAFETY: by the caller's promise; handles are made mutable and belong to one thread
    unsafe {
        enter(contact.cast_mut(), |handle| {
            let (state, latch) = (write("state", state)?, write("latch", latch)?);
            *state = handle.linked.state().into();
            *latch = handle.linked.latch().into();
            Ok(())
        })
    }
}

/// Bytes of a snapshot, the same for every contact of this version of the library; 0 after an error of the library.
/// From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_contact_size() -> usize {
    catch_unwind(|| Linked::new(&named::start_values(), steps::best()).size()).unwrap_or(0)
}

/// Writes everything that the contact remembers, parameters included, into `bytes`, caller's memory of `size` bytes, at
/// least asperity_contact_size. Little-endian on every platform; the same as fmi2SerializeFMUstate of the unit.
///
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: nothing is written, asperity_contact_message says why.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; `bytes` is NULL or `size` writable bytes.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_save(
    contact: *const asperity_contact,
    bytes: *mut u8,
    size: usize,
) -> asperity_status {
    // SAFETY: by the caller's promise; handles are made mutable and belong to one thread
    unsafe {
        enter(contact.cast_mut(), |handle| {
            if bytes.is_null() {
                return Err(Refusal::Null("bytes"));
            }
            started(handle)?;
            let needed = handle.linked.size();
            if size < needed {
                return Err(Refusal::Size { given: size, needed });
            }
            handle.linked.save(slice::from_raw_parts_mut(bytes, needed));
            Ok(())
        })
    }
}

/// Goes on from a snapshot, with the parameters of the contact that was saved; `size` is asperity_contact_size. Another
/// contact may have saved it, also in another process or on another machine, but of the same version.
///
/// ASPERITY_NULL, ASPERITY_SIZE: the contact is as before, asperity_contact_message says why.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread; `bytes` is NULL or `size` readable bytes, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_restore(
    contact: *mut asperity_contact,
    bytes: *const u8,
    size: usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(contact, |handle| {
            if bytes.is_null() {
                return Err(Refusal::Null("bytes"));
            }
            let needed = handle.linked.size();
            if size != needed {
                return Err(Refusal::Size { given: size, needed });
            }
            handle.linked.restore(slice::from_raw_parts(bytes, size)).map_err(Refusal::Snapshot)?;
            handle.is_checked = true;
            Ok(())
        })
    }
}

/// Why the last call failed, or what the last step had to say although it is done; "" if neither, never NULL. The text
/// lives until the next call on the handle.
///
/// # Safety
/// `contact` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_contact_message(contact: *const asperity_contact) -> *const c_char {
    // SAFETY: by the caller's promise
    unsafe { contact.as_ref() }.map_or(c"contact is NULL".as_ptr(), |handle| handle.message.as_ptr())
}
