//! Systems: started, stepped, looked at, saved.

use crate::capi::guard::enter;
use crate::capi::status::{Refusal, asperity_status};
use crate::capi::structs::{asperity_body, asperity_outputs};
use crate::capi::system::{Failure, asperity_body_wrench, asperity_system};
use crate::physics::Body;
use crate::unit::system::Wrench;
use crate::unit::system::linked::LinkedSystem;
use crate::unit::system::tasks::Workers;
use core::ffi::c_char;
use core::slice;

/// An array with one entry for each body; NULL is none.
///
/// # Safety
/// `bodies` is NULL or `count` live structs.
unsafe fn motions<'a>(bodies: *const asperity_body, count: usize) -> Option<&'a [Body<f64>]> {
    // SAFETY: by the caller's promise; same memory
    (!bodies.is_null()).then(|| unsafe { slice::from_raw_parts(bodies.cast(), count) })
}

/// Starts, also again: states 0, contact where shapes overlap at `time` [s]. From here on nothing can be added.
///
/// `bodies`: the motion of every body in the order of their numbers, those that are fixed are not read; NULL: as they
/// were added. `wrenches`: written, one for each body; may be NULL.
/// ASPERITY_NULL, ASPERITY_PARAMETERS (there is no contact, or shapes overlap by far as they were added), ASPERITY_RANGE (time),
/// ASPERITY_INPUTS: the system is as before, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
/// kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_start(
    system: *mut asperity_system,
    bodies: *const asperity_body,
    time: f64,
    wrenches: *mut asperity_body_wrench,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(system, |handle| {
            if !time.is_finite() {
                return Err(Refusal::Range { name: "time", value: time, must: "a finite number" }.into());
            }
            let linked = &mut handle.linked;
            linked.check().map_err(Failure::Unbuilt)?;
            linked.start(motions(bodies, linked.body_count()), time).map_err(Failure::Stopped)?;
            give(linked, wrenches)
        })
    }
}

/// Writes the wrenches if they are asked for.
unsafe fn give<'a>(linked: &mut LinkedSystem, wrenches: *mut asperity_body_wrench) -> Result<(), Failure<'a>> {
    let found = linked.wrenches().map_err(Failure::Stopped)?;
    if !wrenches.is_null() {
        // SAFETY: by the promise of the exported functions; same memory
        unsafe { slice::from_raw_parts_mut(wrenches.cast::<Wrench>(), found.len()) }.copy_from_slice(found);
    }
    Ok(())
}

/// One communication step of `h` [s] > 0 from the motion that `bodies` give at its start; `wrenches` are those at its
/// end. All contacts step, or none.
///
/// `bodies`, `wrenches`: as asperity_system_start, and not NULL. `rates`: rates of `bodies`, of which those of
/// velocities are read; NULL: velocities are held.
/// ASPERITY_OK may come with something to say once in asperity_system_message.
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS: states and time stay those of the step's start,
/// `wrenches` is not written, asperity_system_message names body and contact; another step with better inputs goes on.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
/// kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_step(
    system: *mut asperity_system,
    bodies: *const asperity_body,
    rates: *const asperity_body,
    h: f64,
    wrenches: *mut asperity_body_wrench,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { enter(system, |handle| step(handle, (bodies, rates), h, wrenches, None)) }
}

/// A step of the kinematic coupling, by workers if there are any.
///
/// # Safety
/// The arrays are NULL or have an entry for each body.
pub(super) unsafe fn step<'a>(
    asperity_system { linked, message, .. }: &mut asperity_system,
    (bodies, rates): (*const asperity_body, *const asperity_body),
    h: f64,
    wrenches: *mut asperity_body_wrench,
    workers: Option<&mut Workers>,
) -> Result<(), Failure<'a>> {
    if !linked.is_started() {
        return Err(Failure::NotStarted);
    }
    if wrenches.is_null() {
        return Err(Refusal::Null("wrenches").into());
    }
    let count = linked.body_count();
    // SAFETY: by the caller's promise
    let (bodies, rates) = unsafe { (motions(bodies, count), motions(rates, count)) };
    let bodies = bodies.ok_or(Refusal::Null("bodies"))?;
    if !(h > 0.0 && (linked.time() + h).is_finite()) {
        return Err(Refusal::Range { name: "h", value: h, must: "a finite number > 0" }.into());
    }
    linked.step(bodies, rates, h, workers, &mut |text| message.add(text)).map_err(Failure::Stopped)?;
    // SAFETY: by the caller's promise
    unsafe { give(linked, wrenches) }
}

/// What a contact answers now, its wrench that on its own two bodies: body i is that of the sphere.
///
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_INPUTS (there is no such contact), ASPERITY_OVERFLOW: `outputs` is not
/// written, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `outputs` is NULL or a live struct.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_contact(
    system: *const asperity_system,
    contact: usize,
    outputs: *mut asperity_outputs,
) -> asperity_status {
    // SAFETY: by the caller's promise; handles are made mutable and belong to one thread
    unsafe {
        enter(system.cast_mut(), |handle| {
            let linked = &mut handle.linked;
            if outputs.is_null() {
                return Err(Refusal::Null("outputs").into());
            }
            if !linked.is_started() {
                return Err(Failure::NotStarted);
            }
            let none = Failure::NoContact { number: contact, count: linked.contact_count() };
            let response = linked.response(contact).ok_or(none)?.map_err(Refusal::ContactFault)?;
            outputs.write(asperity_outputs::from(response));
            Ok(())
        })
    }
}

/// Bytes of a snapshot of this system; 0 before asperity_system_start.
///
/// # Safety
/// `system` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_size(system: *const asperity_system) -> usize {
    // SAFETY: by the caller's promise
    unsafe { system.as_ref() }.map_or(0, |handle| handle.linked.size())
}

/// Writes everything that the system remembers into `bytes`, caller's memory of `size` bytes, at least
/// asperity_system_size. Little-endian on every platform.
///
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: nothing is written, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `bytes` is NULL or `size` writable bytes.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_save(
    system: *const asperity_system,
    bytes: *mut u8,
    size: usize,
) -> asperity_status {
    // SAFETY: by the caller's promise; handles are made mutable and belong to one thread
    unsafe {
        enter(system.cast_mut(), |handle| {
            if bytes.is_null() {
                return Err(Refusal::Null("bytes").into());
            }
            if !handle.linked.is_started() {
                return Err(Failure::NotStarted);
            }
            let needed = handle.linked.size();
            if size < needed {
                return Err(Refusal::Size { given: size, needed }.into());
            }
            handle.linked.save(slice::from_raw_parts_mut(bytes, needed));
            Ok(())
        })
    }
}

/// Goes on from a snapshot; `size` is asperity_system_size. Another system of the same bodies, contacts and parameters
/// may have saved it, also on another machine, but of the same version.
///
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: the system is as before, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `bytes` is NULL or `size` readable bytes, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_restore(
    system: *mut asperity_system,
    bytes: *const u8,
    size: usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(system, |handle| {
            if bytes.is_null() {
                return Err(Refusal::Null("bytes").into());
            }
            if !handle.linked.is_built() {
                return Err(Failure::NotStarted);
            }
            let needed = handle.linked.size();
            if size != needed {
                return Err(Refusal::Size { given: size, needed }.into());
            }
            handle.linked.restore(slice::from_raw_parts(bytes, size)).map_err(Refusal::Snapshot)?;
            Ok(())
        })
    }
}

/// Why the last call failed, or what the last step had to say although it is done; "" if neither, never NULL. The text
/// lives until the next call on the handle.
///
/// # Safety
/// `system` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_message(system: *const asperity_system) -> *const c_char {
    // SAFETY: by the caller's promise
    unsafe { system.as_ref() }.map_or(c"system is NULL".as_ptr(), |handle| handle.message.as_ptr())
}
