//! The one door of every exported function: null check → `catch_unwind` → lifecycle table → body → status and log.

use crate::fmi::instance::{Answer, Instance, Refusal, Status};
use crate::fmi::lifecycle::State;
use crate::fmi::log::{Kind, Log};
use crate::fmi::model::Model;
use crate::fmi::v2::abi::{FMI2_DISCARD, FMI2_ERROR, FMI2_OK, fmi2Component, fmi2Status};
use crate::fmi::v2::calls::Call;
use core::any::Any;
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

/// Runs the body of a call. A refusal is logged and leaves the instance as it was; a panic is caught, logged, and puts the
/// instance into the error state.
///
/// # Safety
/// `component` is NULL or what `fmi2Instantiate` of the same model returned, and not used by another thread meanwhile.
pub unsafe fn enter<M: Model>(
    component: fmi2Component,
    call: Call,
    body: impl FnOnce(&mut Instance<M>) -> Answer,
) -> fmi2Status {
    // SAFETY: by the caller's promise
    let Some(instance) = (unsafe { component.cast::<Instance<M>>().as_mut() }) else { return FMI2_ERROR };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        if !call.is_allowed(instance.core.interface, instance.core.state) {
            return Err(Refusal::error(call.refusal(instance.core.interface, instance.core.state)));
        }
        body(instance)
    }));
    match outcome {
        Ok(Ok(())) => FMI2_OK,
        Ok(Err(refusal)) => report(call, &instance.log, refusal),
        Err(panic) => {
            instance.core.state = State::Error;
            report(call, &instance.log, internal_error(&*panic))
        }
    }
}

#[cold]
#[inline(never)]
fn internal_error(panic: &(dyn Any + Send)) -> Refusal {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Refusal::error(format!("internal error ({text}); reset the instance or restore an earlier state"))
}

/// Logs a refusal; the answer is its status.
#[cold]
#[inline(never)]
fn report(call: Call, log: &Log, refusal: Refusal) -> fmi2Status {
    let (kind, status) = match refusal.status {
        Status::Discard => (Kind::Discard, FMI2_DISCARD),
        Status::Error => (Kind::Error, FMI2_ERROR),
    };
    let text = format!("{}: {}", call.name(), refusal.text);
    // a panic of the host's logger must not leave the library either
    let _ = catch_unwind(AssertUnwindSafe(|| log.send(kind, &text)));
    status
}

/// `length` values at `pointer`; none of them for length 0, whatever the pointer.
///
/// # Safety
/// `pointer` is NULL or points to `length` values that live during the call.
#[inline]
pub unsafe fn slice<'a, T>(name: &str, pointer: *const T, length: usize) -> Result<&'a [T], Refusal> {
    match is_array(pointer, length) {
        // SAFETY: neither NULL nor crooked, the rest by the caller's promise
        true => Ok(unsafe { core::slice::from_raw_parts(pointer, length) }),
        false if length == 0 => Ok(&[]),
        false => Err(no_array(name, pointer.cast(), align_of::<T>(), length)),
    }
}

/// As [`slice`], for writing.
///
/// # Safety
/// As for [`slice`], and nothing else refers to the values during the call.
#[inline]
pub unsafe fn slice_mut<'a, T>(name: &str, pointer: *mut T, length: usize) -> Result<&'a mut [T], Refusal> {
    match is_array(pointer, length) {
        // SAFETY: neither NULL nor crooked, the rest by the caller's promise
        true => Ok(unsafe { core::slice::from_raw_parts_mut(pointer, length) }),
        false if length == 0 => Ok(&mut []),
        false => Err(no_array(name, pointer.cast(), align_of::<T>(), length)),
    }
}

/// The host's variable for an FMU state or a text, which must be there.
///
/// # Safety
/// `place` is NULL or points to a valid `T`.
pub unsafe fn place<'a, T>(name: &str, place: *mut T) -> Result<&'a mut T, Refusal> {
    // SAFETY: by the caller's promise
    unsafe { place.as_mut() }.ok_or_else(|| Refusal::error(format!("{name} is NULL")))
}

#[inline]
fn is_array<T>(pointer: *const T, length: usize) -> bool {
    !pointer.is_null() && pointer.is_aligned() && length <= isize::MAX as usize / size_of::<T>().max(1)
}

#[cold]
#[inline(never)]
fn no_array(name: &str, pointer: *const u8, alignment: usize, length: usize) -> Refusal {
    Refusal::error(match () {
        _ if pointer.is_null() => format!("{name} is NULL with {length} values"),
        _ if !pointer.addr().is_multiple_of(alignment) => {
            format!("{name} is not a valid array: its address must be a multiple of {alignment}")
        }
        _ => format!("{name} is not a valid array: {length} values are more than memory holds"),
    })
}
