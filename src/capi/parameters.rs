//! Parameters by name.

#![allow(non_camel_case_types)]

use crate::capi::guard::{Handle, Message, enter, guard, read, text, write};
use crate::capi::status::{Refusal, asperity_status};
use crate::physics::ContactFault;
use crate::physics::friction::{Constants, Usual};
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::stepping::coupling::CouplingMode;
use crate::stepping::inverse_mass;
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use core::ffi::c_char;
use core::panic::AssertUnwindSafe;
use core::ptr;
use std::panic::catch_unwind;

/// Parameters of a contact, by the names, ranges and start values of the unit's variable table ("friction.mu_S",
/// "geometry.normalJ[3]"). A handle; set, choose and check are for one thread at a time. After
/// asperity_parameters_check it is only read, by any number of threads and contacts.
pub struct asperity_parameters {
    pub(super) parameters: ContactParameters<f64>,
    is_checked: bool,
    /// Of the usual contact that is checked
    usual: Option<Prepared>,
    message: Message,
}

impl asperity_parameters {
    /// Of the usual contact that is checked.
    #[inline(always)]
    pub(super) fn usual(&self) -> Option<(&Prepared, &ContactParameters<f64>)> {
        self.usual.as_ref().map(|prepared| (prepared, &self.parameters))
    }

    /// They have to be checked anew.
    fn change(&mut self) {
        (self.is_checked, self.usual) = (false, None);
    }

    /// The parameters, if they were checked.
    #[inline(always)]
    pub fn checked(&self) -> Result<&ContactParameters<f64>, Refusal<'static>> {
        if self.is_checked { Ok(&self.parameters) } else { Err(Refusal::NotChecked) }
    }
}

/// What follows from the parameters of the usual contact alone, where the bodies meet in a point that is found in a few operations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    pub constants: Constants<f64>,
    pub stiffness: Stiffness<f64>,
    /// Whether this processor knows AVX
    #[cfg(target_arch = "x86_64")]
    pub has_avx: bool,
}

impl Prepared {
    /// Of parameters that are in order; None of any other contact.
    fn of(ContactParameters { laws, geometry, .. }: &ContactParameters<f64>) -> Option<Self> {
        let is_direct = geometry.is_direct() && geometry.settings.way.is_none();
        Usual::constants_of(laws).filter(|_| is_direct).map(|constants| Prepared {
            constants,
            stiffness: stiffness(laws, geometry.radius_for(laws)),
            #[cfg(target_arch = "x86_64")]
            has_avx: std::arch::is_x86_feature_detected!("avx"),
        })
    }
}

/// Memory for a handle; NULL if there is none.
pub(super) fn new_handle<T>(make: impl FnOnce() -> T) -> *mut T {
    let made = catch_unwind(AssertUnwindSafe(|| {
        let layout = core::alloc::Layout::new::<T>();
        // SAFETY: handles have a size; the memory is initialised before it is owned
        unsafe {
            let place = std::alloc::alloc(layout).cast::<T>();
            if !place.is_null() {
                place.write(make());
            }
            place
        }
    }));
    made.unwrap_or(ptr::null_mut())
}

/// # Safety
/// `handle` is NULL or came from [`new_handle`] and is not used again.
pub(super) unsafe fn free_handle<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: by the caller's promise; Box uses the same allocator and layout
        let _ = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(handle) })));
    }
}

impl Handle for asperity_parameters {
    type Refusal<'a> = Refusal<'a>;

    fn message(&mut self) -> &mut Message {
        &mut self.message
    }

    /// The message is that of the last call that failed.
    fn begin(&mut self) {}
}

/// Parameters at their start values. NULL: there is no memory. Free them with asperity_parameters_free. From any
/// thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_parameters_create() -> *mut asperity_parameters {
    new_handle(|| asperity_parameters {
        parameters: named::start_values(),
        is_checked: false,
        usual: None,
        message: Message::EMPTY,
    })
}

/// A copy, checked if the original is, without its message. NULL: there is no memory, or `parameters` is NULL.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_clone(parameters: *const asperity_parameters) -> *mut asperity_parameters {
    // SAFETY: by the caller's promise
    let Some(original) = (unsafe { parameters.as_ref() }) else { return ptr::null_mut() };
    new_handle(|| asperity_parameters {
        parameters: original.parameters,
        is_checked: original.is_checked,
        usual: original.usual,
        message: Message::EMPTY,
    })
}

/// Frees the handle; contacts that were created from it keep their own copy. NULL does nothing.
///
/// # Safety
/// `parameters` is NULL or a live handle that nothing uses any more.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_free(parameters: *mut asperity_parameters) {
    // SAFETY: by the caller's promise
    unsafe { free_handle(parameters) }
}

/// Sets a parameter: a number in its SI unit, an enumeration by the number of its item (1 for the first), a Boolean as
/// 0 or 1. An element of a vector is named "geometry.normalJ[3]", counted from 1. asperity_parameters_check is needed
/// afterwards.
///
/// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_RANGE: nothing is changed, asperity_parameters_message says why.
///
/// # Safety
/// `parameters` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_set(
    parameters: *mut asperity_parameters,
    name: *const c_char,
    value: f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(parameters, |handle| {
            named::set(&mut handle.parameters, text("name", name)?, value)?;
            handle.change();
            Ok(())
        })
    }
}

/// Chooses an item of an enumeration by its name ("geometry.pair", "spherePlane"), or "false" or "true" of a Boolean.
/// asperity_parameters_check is needed afterwards.
///
/// ASPERITY_NULL, ASPERITY_NAME: nothing is changed, asperity_parameters_message says why.
///
/// # Safety
/// `parameters` is NULL or a live handle of this thread; `name` and `item` are NULL or end with NUL, and are not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_choose(
    parameters: *mut asperity_parameters,
    name: *const c_char,
    item: *const c_char,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(parameters, |handle| {
            named::choose(&mut handle.parameters, text("name", name)?, text("item", item)?)?;
            handle.change();
            Ok(())
        })
    }
}

/// Reads a parameter as asperity_parameters_set takes it.
///
/// ASPERITY_NULL, ASPERITY_NAME: `value` is not written. No message: the handle may be shared.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; `name` is NULL or ends with NUL;
/// `value` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_get(
    parameters: *const asperity_parameters,
    name: *const c_char,
    value: *mut f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let handle = read("parameters", parameters)?;
            let value = write("value", value)?;
            *value = named::get(&handle.parameters, text("name", name)?)?;
            Ok(())
        })
    }
}

/// Judges the whole: the order of friction coefficients and velocities, that shapes fit together, that masses can move.
/// Needed before use and after each change; until then every use answers ASPERITY_PARAMETERS.
///
/// ASPERITY_NULL, ASPERITY_PARAMETERS: asperity_parameters_message names the parameters at fault.
///
/// # Safety
/// `parameters` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_check(parameters: *mut asperity_parameters) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(parameters, |handle| {
            handle.change();
            validate(&handle.parameters)?;
            (handle.is_checked, handle.usual) = (true, Prepared::of(&handle.parameters));
            Ok(())
        })
    }
}

/// What the unit checks before it uses parameters.
fn validate(parameters: &ContactParameters<f64>) -> Result<(), ContactFault> {
    let coupling = &parameters.coupling;
    let is_interface = coupling.settings.mode == CouplingMode::Interface;
    parameters.validate(is_interface && coupling.is_rigid())?;
    if is_interface { inverse_mass::validate(coupling) } else { Ok(()) }
}

/// Why the last call that failed on this handle did: "" if none has, never NULL. The text lives until the next call on
/// the handle.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_parameters_message(parameters: *const asperity_parameters) -> *const c_char {
    // SAFETY: by the caller's promise
    unsafe { parameters.as_ref() }.map_or(c"parameters is NULL".as_ptr(), |handle| handle.message.as_ptr())
}
