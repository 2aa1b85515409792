//! Several contacts on shared bodies, stepped together.

#![allow(non_camel_case_types)]

use crate::capi::guard::{Message, guard_and_tell, read_array, text, write};
use crate::capi::parameters::{asperity_parameters, free_handle, new_handle};
use crate::capi::status::{
    ASPERITY_INPUTS, ASPERITY_INTERNAL, ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_PARAMETERS, Refusal, Why,
    asperity_status,
};
use crate::capi::structs::{asperity_body, asperity_outputs};
use crate::physics::{Body, Vector3};
use crate::unit::system::linked::LinkedSystem;
use crate::unit::system::shapes::Shape;
use crate::unit::system::{Fault, Wrench};
use core::ffi::c_char;
use core::fmt;
use core::mem::{align_of, offset_of, size_of};
use core::slice;

/// Bodies with shapes and the contacts between them in kinematic coupling: first it is built, by
/// asperity_system_add_body, asperity_system_add_sphere ... or asperity_system_read, then started and stepped. A
/// handle, for one thread at a time, also for the functions that take it as const. Memory is allocated until
/// asperity_system_start has answered, and by asperity_system_restore.
pub struct asperity_system {
    linked: LinkedSystem,
    message: Message,
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
enum Failure<'a> {
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

/// Runs the body on the handle; a refusal is told in its message. A panic leaves a system that has to be started again.
unsafe fn enter<'a>(
    system: *mut asperity_system,
    body: impl FnOnce(&mut asperity_system) -> Result<(), Failure<'a>>,
) -> asperity_status {
    // SAFETY: by the promise of the exported functions
    let Some(handle) = (unsafe { system.as_mut() }) else { return ASPERITY_NULL };
    let mut told = None;
    let status = guard_and_tell(|| body(handle), |_, text| told = Some(Message::of(text)));
    if let Some(message) = told {
        handle.message = message;
    }
    if status == ASPERITY_INTERNAL {
        handle.linked.spoil();
    }
    status
}

/// Runs the body on a system that is still being built and writes the number of what it added.
unsafe fn build<'a>(
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
    new_handle(|| asperity_system { linked: LinkedSystem::default(), message: Message::EMPTY })
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

/// What the functions that add a shape share.
unsafe fn add_shape<'a>(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    number: *mut usize,
    shape: impl FnOnce() -> Result<Shape, Failure<'a>>,
) -> asperity_status {
    // SAFETY: by the promise of the exported functions
    unsafe {
        build(system, number, |linked| {
            let name = if name.is_null() { "" } else { text("name", name)? };
            let position = if position.is_null() { &[0.0; 3] } else { read_array::<3>("position", position)? };
            linked.add_shape(body, name, shape()?, &Vector3::from(*position)).map_err(Failure::Unbuilt)
        })
    }
}

/// Adds a sphere to body `body`.
///
/// `name`: of a shape among several of the body; NULL: "". `position`: its centre in the body's frame [m], 3 doubles;
/// NULL: 0. `radius` [m] > 0. `hollow`: not 0 for a room that is touched from inside. `number`: written, the first
/// shape of a body has 0; may be NULL.
/// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
/// asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, `position` is NULL or 3 doubles,
/// and both are not kept; `number` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_sphere(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    radius: f64,
    hollow: i32,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { add_shape(system, body, name, position, number, || Ok(Shape::Sphere { radius, hollow: hollow != 0 })) }
}

/// Adds a half-space to body `body`: all below n*x = `height` [m] in the body's frame.
///
/// `normal`: n, 3 doubles, any length but 0. The rest and the errors as asperity_system_add_sphere.
///
/// # Safety
/// As asperity_system_add_sphere; `normal` is NULL or 3 doubles, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_plane(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    normal: *const f64,
    height: f64,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        add_shape(system, body, name, core::ptr::null(), number, || {
            Ok(Shape::Plane { normal: Vector3::from(*read_array::<3>("normal", normal)?), height })
        })
    }
}

/// Adds an endless cylinder to body `body`.
///
/// `axis`: 3 doubles, any length but 0. `position`: a point of the axis in the body's frame [m]; NULL: 0. The rest and
/// the errors as asperity_system_add_sphere.
///
/// # Safety
/// As asperity_system_add_sphere; `axis` is NULL or 3 doubles, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_cylinder(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    axis: *const f64,
    radius: f64,
    hollow: i32,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        add_shape(system, body, name, position, number, || {
            let axis = Vector3::from(*read_array::<3>("axis", axis)?);
            Ok(Shape::Cylinder { radius, axis, hollow: hollow != 0 })
        })
    }
}

/// Adds the contact of two shapes of different bodies, one of them a sphere that is not hollow, in any order.
///
/// `name`: NULL: body__body, with the names of the shapes. `parameters`: checked, in kinematic coupling; all but those
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
/// ASPERITY_NULL, ASPERITY_PARAMETERS (there is no contact, or shapes overlap by far), ASPERITY_RANGE (time),
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
            handle.message.clear();
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
    unsafe {
        enter(system, |handle| {
            let asperity_system { linked, message } = handle;
            if !linked.is_started() {
                return Err(Failure::NotStarted);
            }
            if wrenches.is_null() {
                return Err(Refusal::Null("wrenches").into());
            }
            let count = linked.body_count();
            let bodies = motions(bodies, count).ok_or(Refusal::Null("bodies"))?;
            if !(h > 0.0 && (linked.time() + h).is_finite()) {
                return Err(Refusal::Range { name: "h", value: h, must: "a finite number > 0" }.into());
            }
            message.clear();
            let stepped = linked.step(bodies, motions(rates, count), h, &mut |text| message.add(text));
            stepped.map_err(Failure::Stopped)?;
            give(linked, wrenches)
        })
    }
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
