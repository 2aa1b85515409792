//! The shapes of a system's bodies.

use crate::capi::guard::{read_array, text};
use crate::capi::status::asperity_status;
use crate::capi::system::{Failure, asperity_system, build};
use crate::physics::{Quaternion, Vector3};
use crate::unit::system::shapes::{Cone, Shape};
use core::ffi::c_char;

/// The frame of a shape as that of its body.
const UNTURNED: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// What the functions that add a shape share.
unsafe fn add_shape<'a>(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    [position, orientation]: [*const f64; 2],
    number: *mut usize,
    shape: impl FnOnce() -> Result<Shape, Failure<'a>>,
) -> asperity_status {
    // SAFETY: by the promise of the exported functions
    unsafe {
        build(system, number, |linked| {
            let name = if name.is_null() { "" } else { text("name", name)? };
            let position = if position.is_null() { &[0.0; 3] } else { read_array::<3>("position", position)? };
            let orientation =
                if orientation.is_null() { &UNTURNED } else { read_array::<4>("orientation", orientation)? };
            let (position, orientation) = (Vector3::from(*position), Quaternion::from(*orientation));
            linked.add_shape(body, name, shape()?, &position, &orientation).map_err(Failure::Unbuilt)
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
    unsafe {
        let place = [position, core::ptr::null()];
        add_shape(system, body, name, place, number, || Ok(Shape::Sphere { radius, hollow: hollow != 0 }))
    }
}

/// Adds a half-space to body `body`: all below n*x = `height` [m] in the body's frame.
///
/// `normal`: n, 3 doubles, any length from 1e-100 to 1e100. The rest and the errors as asperity_system_add_sphere.
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
        add_shape(system, body, name, [core::ptr::null(); 2], number, || {
            Ok(Shape::Plane { normal: Vector3::from(*read_array::<3>("normal", normal)?), height })
        })
    }
}

/// Adds an endless cylinder to body `body`.
///
/// `axis`: 3 doubles, any length from 1e-100 to 1e100. `position`: a point of the axis in the body's frame [m]; NULL: 0. The rest and
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
        add_shape(system, body, name, [position, core::ptr::null()], number, || {
            let axis = Vector3::from(*read_array::<3>("axis", axis)?);
            Ok(Shape::Cylinder { radius, axis, hollow: hollow != 0 })
        })
    }
}

/// Adds a box to body `body`, which meets planes by volume, spheres and ellipsoids in a point.
///
/// `size`: lengths of its edges along the axes of its frame [m], 3 doubles > 0. `orientation`: of its frame in that of the
/// body, w, x, y, z, any length from 1e-100 to 1e100; NULL: 1, 0, 0, 0. The rest and the errors as asperity_system_add_sphere.
///
/// # Safety
/// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, `size` NULL or 3 doubles, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_box(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    orientation: *const f64,
    size: *const f64,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        add_shape(system, body, name, [position, orientation], number, || {
            Ok(Shape::Box { half: Vector3::from(*read_array::<3>("size", size)?) * 0.5 })
        })
    }
}

/// Adds an ellipsoid to body `body`, which meets planes by volume, spheres, boxes, cones and ellipsoids in a point.
///
/// `size`: its lengths along the axes of its frame [m], 3 doubles > 0. The rest and the errors as asperity_system_add_box.
///
/// # Safety
/// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, `size` NULL or 3 doubles, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_ellipsoid(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    orientation: *const f64,
    size: *const f64,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        add_shape(system, body, name, [position, orientation], number, || {
            Ok(Shape::Ellipsoid { half: Vector3::from(*read_array::<3>("size", size)?) * 0.5 })
        })
    }
}

/// Adds a truncated cone or, with two equal radii, a cylinder to body `body`, which meets planes by volume and spheres in a point.
///
/// Its axis is z of its frame, the origin half-way up. `radius` [m] > 0 at the lower, `top_radius` [m] >= 0 at the upper end,
/// `length` [m] > 0 between them. The rest and the errors as asperity_system_add_box.
///
/// # Safety
/// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, and is not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_cone(
    system: *mut asperity_system,
    body: usize,
    name: *const c_char,
    position: *const f64,
    orientation: *const f64,
    radius: f64,
    top_radius: f64,
    length: f64,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        add_shape(system, body, name, [position, orientation], number, || {
            Ok(Shape::Cone(Cone { radius, top_radius, length }))
        })
    }
}
