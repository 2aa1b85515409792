//! Several contacts on shared bodies: the handle, and what it is built of; [`super::system_shapes`] has their
//! shapes and [`super::system_steps`] its steps.

#![allow(non_camel_case_types)]

use crate::capi::guard::{Handle, Message, enter, text, write};
use crate::capi::parameters::{asperity_parameters, free_handle, new_handle};
use crate::capi::status::{ASPERITY_INPUTS, ASPERITY_ORDER, ASPERITY_PARAMETERS, Refusal, Why, asperity_status};
use crate::capi::steps;
use crate::capi::structs::asperity_body;
use crate::capi::tasks::Tasks;
use crate::physics::Body;
use crate::unit::system::linked::LinkedSystem;
use crate::unit::system::{Fault, Wrench};
use core::ffi::c_char;
use core::fmt;
use core::mem::{align_of, offset_of, size_of};
use std::sync::Arc;

/// Bodies with shapes and the contacts between them: first it is built, by
/// asperity_system_add_body, asperity_system_add_sphere ... or asperity_system_read, then started and stepped. A
/// handle, for one thread at a time, also for the functions that take it as const. Memory is allocated until
/// asperity_system_start has answered, by asperity_system_restore, for the text of what is refused or said, and for pairs
/// of bodies that come near each other for the first time, after the first twelve a body.
pub struct asperity_system {
    pub(super) linked: LinkedSystem,
    pub(super) message: Message,
    pub(super) tasks: Arc<Tasks>,
}

/// Sum of the forces and torques of all contacts on one body, world axes; the torque about the origin of the body's
/// frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_body_wrench {
    /// [N]
    pub force: [f64; 3],
    /// [N m]
    pub torque: [f64; 3],
}

// what the casts below rest on
const _: () = {
    assert!(size_of::<asperity_body_wrench>() == size_of::<Wrench>());
    assert!(align_of::<asperity_body_wrench>() == align_of::<Wrench>());
    assert!(offset_of!(asperity_body_wrench, torque) == offset_of!(Wrench, torque));
};

/// Why a call on a system is refused.
pub enum Failure<'a> {
    Refusal(Refusal<'a>),
    /// While it is built
    Unbuilt(Fault),
    /// While it runs
    Stopped(Fault),
    NotStarted,
    Started,
    NoContact {
        number: usize,
        count: usize,
    },
}

impl Why for Failure<'_> {
    fn status(&self) -> asperity_status {
        match self {
            Failure::Refusal(refusal) => refusal.status(),
            Failure::Unbuilt(_) => ASPERITY_PARAMETERS,
            Failure::Stopped(_) | Failure::NoContact { .. } => ASPERITY_INPUTS,
            Failure::NotStarted | Failure::Started => ASPERITY_ORDER,
        }
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Refusal(refusal) => refusal.fmt(f),
            Failure::Unbuilt(Fault(why)) | Failure::Stopped(Fault(why)) => f.write_str(why),
            Failure::NotStarted => f.write_str("the system is not started: call asperity_system_start first"),
            Failure::Started => f.write_str("the system is started: build another one"),
            Failure::NoContact { number, count } => {
                write!(f, "there is no contact {number}: there are {count}, counted from 0")
            }
        }
    }
}

impl<'a> From<Refusal<'a>> for Failure<'a> {
    fn from(refusal: Refusal<'a>) -> Self {
        Failure::Refusal(refusal)
    }
}

impl Handle for asperity_system {
    type Refusal<'a> = Failure<'a>;

    fn message(&mut self) -> &mut Message {
        &mut self.message
    }

    /// It has to be started again.
    fn spoil(&mut self) {
        self.linked.spoil();
    }
}

/// Runs the body on a system that is still being built and writes the number of what it added.
pub(super) unsafe fn build<'a>(
    system: *mut asperity_system,
    number: *mut usize,
    add: impl FnOnce(&mut LinkedSystem) -> Result<usize, Failure<'a>>,
) -> asperity_status {
    // SAFETY: by the promise of the exported functions
    unsafe {
        enter(system, |handle| {
            if handle.linked.is_built() {
                return Err(Failure::Started);
            }
            let added = add(&mut handle.linked)?;
            if let Some(number) = number.as_mut() {
                *number = added;
            }
            Ok(())
        })
    }
}

/// An empty system. NULL: there is no memory. Free it with asperity_system_free. From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_system_create() -> *mut asperity_system {
    new_handle(|| asperity_system {
        linked: LinkedSystem::new(steps::best()),
        message: Message::EMPTY,
        tasks: Arc::default(),
    })
}

/// Frees the system. NULL does nothing.
///
/// # Safety
/// `system` is NULL or a live handle that nothing uses any more.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_free(system: *mut asperity_system) {
    // SAFETY: by the caller's promise
    unsafe { free_handle(system) }
}

/// Takes bodies, shapes and contacts from the text of a system file, in the place of what was built: the format of
/// `asperity pack --system`, with materials as { E = ..., nu = ... } and without contacts.external.
///
/// ASPERITY_NULL, ASPERITY_NAME (no UTF-8), ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
/// asperity_system_message names line and key.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `toml` is NULL or ends with NUL, and is not kept.
#[cfg(feature = "text")]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_read(system: *mut asperity_system, toml: *const c_char) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        build(system, core::ptr::null_mut(), |linked| {
            linked.read(text("toml", toml)?).map_err(Failure::Unbuilt)?;
            Ok(0)
        })
    }
}

/// Adds a body; `number`: written, the first has 0; may be NULL.
///
/// `start`: its motion at the start; NULL: at rest in the origin, and shapes that overlap there are no error. `moves`:
/// 0 fixes it to the world.
/// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
/// asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, `start` is NULL or a live struct,
/// and both are not kept; `number` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_body(
    system: *mut asperity_system,
    name: *const c_char,
    start: *const asperity_body,
    moves: i32,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise; same memory
    unsafe {
        build(system, number, |linked| {
            let name = text("name", name)?;
            linked.add_body(name, start.cast::<Body<f64>>().as_ref(), moves != 0).map_err(Failure::Unbuilt)
        })
    }
}

/// Adds the contact of two shapes of different bodies, in any order: of a sphere that is not hollow with a sphere,
/// plane, endless cylinder, box, cone or ellipsoid, of an ellipsoid with an ellipsoid, box or cone, or, by volume, of a
/// box, cone or ellipsoid with a plane. There compliance.k is k_A [N/m^3], and
/// friction.e_rSource = contactRadius takes the radius of the region.
///
/// `name`: NULL: body__body, with the names of the shapes. `parameters`: checked; all but those
/// of the geometry, which follow from the shapes, are copied; NULL: start values. `number`: written, the first contact
/// has 0; may be NULL.
/// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
/// asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, and is not kept; `parameters` is
/// NULL or a live handle that no other thread changes meanwhile; `number` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_contact(
    system: *mut asperity_system,
    name: *const c_char,
    body_a: usize,
    shape_a: usize,
    body_b: usize,
    shape_b: usize,
    parameters: *const asperity_parameters,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        build(system, number, |linked| {
            let name = if name.is_null() { None } else { Some(text("name", name)?) };
            let given = parameters.as_ref().map(asperity_parameters::checked).transpose()?;
            linked.add_contact(name, [(body_a, shape_a), (body_b, shape_b)], given).map_err(Failure::Unbuilt)
        })
    }
}

/// Number of bodies; 0 for NULL.
///
/// # Safety
/// `system` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_body_count(system: *const asperity_system) -> usize {
    // SAFETY: by the caller's promise
    unsafe { system.as_ref() }.map_or(0, |handle| handle.linked.body_count())
}

/// Number of contacts; 0 for NULL.
///
/// # Safety
/// `system` is NULL or a live handle of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_contact_count(system: *const asperity_system) -> usize {
    // SAFETY: by the caller's promise
    unsafe { system.as_ref() }.map_or(0, |handle| handle.linked.contact_count())
}

/// The number of the body of this name.
///
/// ASPERITY_NULL, ASPERITY_NAME: `number` is not written, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL; `number` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_find_body(
    system: *const asperity_system,
    name: *const c_char,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { find(system, name, number, "body", LinkedSystem::find_body) }
}

/// The number of the contact of this name.
///
/// ASPERITY_NULL, ASPERITY_NAME: `number` is not written, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL; `number` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_find_contact(
    system: *const asperity_system,
    name: *const c_char,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { find(system, name, number, "contact", LinkedSystem::find_contact) }
}

unsafe fn find(
    system: *const asperity_system,
    name: *const c_char,
    number: *mut usize,
    what: &'static str,
    place: fn(&LinkedSystem, &str) -> Option<usize>,
) -> asperity_status {
    // SAFETY: by the promise of the exported functions; handles are made mutable and belong to one thread
    unsafe {
        enter(system.cast_mut(), |handle| {
            let (name, number) = (text("name", name)?, write("number", number)?);
            *number = place(&handle.linked, name).ok_or(Refusal::NoSuch { what, name })?;
            Ok(())
        })
    }
}
