//! Patches of a system.

#![allow(non_camel_case_types)]

use crate::capi::guard::{read, text};
use crate::capi::parameters::asperity_parameters;
use crate::capi::status::asperity_status;
use crate::capi::system::{Failure, asperity_system, build};
use crate::physics::Vector3;
use crate::unit::system::Fault;
use crate::unit::system::patch::{Patch, is_count};
use core::ffi::c_char;
use core::slice;

/// Adds a patch: `count` points in the frame of shape `shape_a` of body `body_a`, each of which meets shape `shape_b` of
/// body `body_b` by a contact of its own, NAME_1, NAME_2 ..., with the stiffness k_A*w and the part w/sum(w) of sigma_0,
/// sigma_1 and sigma_2. Shape a is a box or a cone, b a plane or one of these.
///
/// `points`: 3*count doubles [m]. `weights`: `count` doubles > 0, the areas w [m^2]. `count`: 1 to 4096. `parameters`: as
/// asperity_system_add_contact; their compliance.k is k_A [N/m^(p + 2)] and their friction.mu_r 0; NULL: start values,
/// with k_A = 1e9 and p = 1. `number`: of the first contact, the others follow; may be NULL. The rest and the errors as
/// asperity_system_add_contact.
///
/// # Safety
/// As asperity_system_add_contact; `points` is NULL or 3*count doubles, `weights` is NULL or `count` doubles, and neither
/// is kept.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_add_patch(
    system: *mut asperity_system,
    name: *const c_char,
    body_a: usize,
    shape_a: usize,
    body_b: usize,
    shape_b: usize,
    points: *const f64,
    weights: *const f64,
    count: usize,
    parameters: *const asperity_parameters,
    number: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        build(system, number, |linked| {
            let name = if name.is_null() { None } else { Some(text("name", name)?) };
            let given = parameters.as_ref().map(asperity_parameters::checked).transpose()?;
            let (points, weights) = (read("points", points.cast::<[f64; 3]>())?, read("weights", weights)?);
            let unbuilt = |why| Failure::Unbuilt(Fault(why));
            // before anybody looks at the arrays
            is_count(count).map_err(unbuilt)?;
            let (points, weights) = (slice::from_raw_parts(points, count), slice::from_raw_parts(weights, count));
            let both = points.iter().map(|at| Vector3::from(*at)).zip(weights.iter().copied());
            let patch = Patch::of_points(both.collect()).map_err(unbuilt)?;
            linked.add_patch(name, [(body_a, shape_a), (body_b, shape_b)], &patch, given).map_err(Failure::Unbuilt)
        })
    }
}
