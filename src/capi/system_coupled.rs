//! Systems in interface coupling: masses, and steps through which the library moves the bodies.

use crate::capi::guard::{enter, read_array};
use crate::capi::status::{Refusal, asperity_status};
use crate::capi::structs::asperity_body;
use crate::capi::system::{Failure, asperity_body_wrench, asperity_system, build};
use crate::physics::Body;
use crate::stepping::interface::Spatial;
use crate::unit::system::Wrench;
use core::mem::{align_of, offset_of, size_of};
use core::slice;

/// How a body accelerates without the contact forces, world axes: the origin of its frame, and its turning.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_body_acceleration {
    /// [m/s^2]
    pub linear: [f64; 3],
    /// [rad/s^2]
    pub angular: [f64; 3],
}

// what the casts below rest on
const _: () = {
    assert!(size_of::<asperity_body_acceleration>() == size_of::<Spatial>());
    assert!(align_of::<asperity_body_acceleration>() == align_of::<Spatial>());
    assert!(offset_of!(asperity_body_acceleration, angular) == offset_of!(Spatial, angular));
};

/// Mass of body `body` for interface coupling.
///
/// `mass` [kg] > 0. `inertia`: xx, yy, zz, xy, xz, yz about the mass centre in body axes [kg m^2], 6 doubles; NULL: from
/// the shapes. `center_of_mass`: in the body's frame [m], 3 doubles; NULL: 0.
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed, asperity_system_message says
/// why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; the arrays are NULL or as long as said, and are not kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_set_mass(
    system: *mut asperity_system,
    body: usize,
    mass: f64,
    inertia: *const f64,
    center_of_mass: *const f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        build(system, core::ptr::null_mut(), |linked| {
            let inertia = if inertia.is_null() { None } else { Some(*read_array::<6>("inertia", inertia)?) };
            let center =
                if center_of_mass.is_null() { [0.0; 3] } else { *read_array::<3>("center_of_mass", center_of_mass)? };
            linked.set_mass(body, mass, inertia, center.into()).map_err(Failure::Unbuilt)?;
            Ok(0)
        })
    }
}

/// One communication step of `h` [s] > 0 of a system whose contacts are in interface coupling: the library moves the
/// bodies through it from the motion that `bodies` give at its start and the accelerations that they have there without
/// contacts. All contacts step, or none.
///
/// `wrenches`: force and torque that the caller applies over the same step, F(t) = wrench + slope*(t - h/2) with
/// coupling.handBack = meanAndSlope; the mean alone with mean or twoStep; at the start of the step with line.
/// `slopes`: written, their rates in N/s and N m/s; may be NULL: then the wrench is the mean, from the second step on.
/// `bodies`, `free_accelerations`: an entry for each body.
/// ASPERITY_OK may come with something to say once in asperity_system_message.
/// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS (also: the coupling is kinematic): states and time
/// stay those of the step's start, nothing is written, asperity_system_message says why.
///
/// # Safety
/// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
/// kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_step_coupled(
    system: *mut asperity_system,
    bodies: *const asperity_body,
    free_accelerations: *const asperity_body_acceleration,
    h: f64,
    wrenches: *mut asperity_body_wrench,
    slopes: *mut asperity_body_wrench,
) -> asperity_status {
    // SAFETY: by the caller's promise; same memory
    unsafe {
        enter(system, |handle| {
            let asperity_system { linked, message, .. } = handle;
            if !linked.is_started() {
                return Err(Failure::NotStarted);
            }
            let given = [(bodies.is_null(), "bodies"), (free_accelerations.is_null(), "free_accelerations")];
            if let Some((_, name)) = given.into_iter().chain([(wrenches.is_null(), "wrenches")]).find(|of| of.0) {
                return Err(Refusal::Null(name).into());
            }
            let count = linked.body_count();
            if !(h > 0.0 && (linked.time() + h).is_finite()) {
                return Err(Refusal::Range { name: "h", value: h, must: "a finite number > 0" }.into());
            }
            let motions = slice::from_raw_parts(bodies.cast::<Body<f64>>(), count);
            let free = slice::from_raw_parts(free_accelerations.cast::<Spatial>(), count);
            linked.step_coupled(motions, free, h, &mut |text| message.add(text)).map_err(Failure::Stopped)?;
            let found = linked.wrenches().map_err(Failure::Stopped)?;
            slice::from_raw_parts_mut(wrenches.cast::<Wrench>(), count).copy_from_slice(found);
            if !slopes.is_null() {
                linked.slopes(slice::from_raw_parts_mut(slopes.cast::<Wrench>(), count));
            }
            Ok(())
        })
    }
}
