//! The one door of every exported function: null check → `catch_unwind` → lifecycle table → body → status and log.

use crate::fmi2::abi::{FMI2_DISCARD, FMI2_ERROR, FMI2_OK, fmi2Component, fmi2Status};
use crate::fmi2::instance::{Answer, Instance, Refusal};
use crate::fmi2::lifecycle::{Call, State};
use crate::fmi2::log::Kind;
use crate::fmi2::model::Model;
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
    let refusal = match outcome {
        Ok(Ok(())) => return FMI2_OK,
        Ok(Err(refusal)) => refusal,
        Err(panic) => {
            instance.core.state = State::Error;
            let text =
                format!("internal error ({}); reset the instance or restore an earlier state", panic_text(&*panic));
            Refusal::error(text)
        }
    };
    let kind = if refusal.status == FMI2_DISCARD { Kind::Discard } else { Kind::Error };
    let text = format!("{}: {}", call.name(), refusal.text);
    // a panic of the host's logger must not leave the library either
    let _ = catch_unwind(AssertUnwindSafe(|| instance.log.send(kind, &text)));
    refusal.status
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// `length` values at `pointer`; none of them for length 0, whatever the pointer.
///
/// # Safety
/// `pointer` is NULL or points to `length` values that live during the call.
pub unsafe fn slice<'a, T>(name: &str, pointer: *const T, length: usize) -> Result<&'a [T], Refusal> {
    check(name, pointer, length)?;
    // SAFETY: not NULL by the check, the rest by the caller's promise
    Ok(if length == 0 { &[] } else { unsafe { core::slice::from_raw_parts(pointer, length) } })
}

/// As [`slice`], for writing.
///
/// # Safety
/// As for [`slice`], and nothing else refers to the values during the call.
pub unsafe fn slice_mut<'a, T>(name: &str, pointer: *mut T, length: usize) -> Result<&'a mut [T], Refusal> {
    check(name, pointer, length)?;
    // SAFETY: not NULL by the check, the rest by the caller's promise
    Ok(if length == 0 { &mut [] } else { unsafe { core::slice::from_raw_parts_mut(pointer, length) } })
}

fn check<T>(name: &str, pointer: *const T, length: usize) -> Answer {
    if length > 0 && pointer.is_null() {
        return Err(Refusal::error(format!("{name} is NULL with {length} values")));
    }
    if length > 0 && (!pointer.is_aligned() || length > isize::MAX as usize / size_of::<T>().max(1)) {
        return Err(Refusal::error(format!("{name} with {length} values is no valid array")));
    }
    Ok(())
}
