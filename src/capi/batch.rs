//! Many contacts in one call, structure of arrays.

#![allow(non_camel_case_types)]

use crate::capi::contact::{asperity_contact, asperity_contact_step};
use crate::capi::guard::{guard, read};
use crate::capi::parameters::asperity_parameters;
use crate::capi::status::{ASPERITY_NULL, ASPERITY_OK, DIRECTIONS, Refusal, asperity_status};
use crate::capi::structs::{
    ASPERITY_INPUT_NUMBERS, ASPERITY_MOBILITY_NUMBERS, ASPERITY_OUTPUT_NUMBERS, asperity_inputs, asperity_mobility,
    asperity_outputs,
};
use crate::capi::vector;
use crate::physics::batch::{Contacts, Rates};
use crate::physics::parameters::SpinRadiusSource;
use crate::physics::{ContactFault, Parameters, Vector3, rotation};
use crate::unit::parameters::ContactParameters;
use core::mem::{MaybeUninit, size_of, transmute};
use core::ptr;
use core::slice;

/// n contacts with the same parameters. Each pointer is an array of n doubles, caller's memory; outputs do not overlap
/// inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct asperity_batch {
    /// x [m]
    pub penetration: *const f64,
    /// n outward from body j, any length from 1e-100 to 1e100, by axis [1]
    pub normal: [*const f64; 3],
    /// v_r of body i against body j, by axis [m/s]
    pub relative_velocity: [*const f64; 3],
    /// Turning rate of the contact frame omega_c = n x der(n) + n*(omega_i + omega_j).n/2, by axis [rad/s]; all three
    /// NULL: 0
    pub turning_rate: [*const f64; 3],
    /// z, by axis [m]
    pub z: [*const f64; 3],
    /// s_dw [1]
    pub s_dw: *const f64,
    /// a of the latch [s/m], of a contact faster than its v_i asperity_damping of its own approach speed; NaN: apart
    pub damping: *const f64,
    /// Written: force on body i, by axis [N]
    pub force: [*mut f64; 3],
    /// Written: z by time, by axis [m/s]
    pub z_rate: [*mut f64; 3],
    /// Written: s_dw by time [1/s]
    pub s_dw_rate: *mut f64,
}

/// Errors: a pointer that has to be there is NULL; those of the turning rate only together.
fn complete(batch: &asperity_batch) -> Result<(), Refusal<'static>> {
    let b = batch;
    let one = [("batch->penetration", b.penetration), ("batch->s_dw", b.s_dw), ("batch->damping", b.damping)];
    let three = [("batch->normal", b.normal), ("batch->relative_velocity", b.relative_velocity), ("batch->z", b.z)];
    let written = [("batch->force", b.force), ("batch->z_rate", b.z_rate)]
        .map(|(name, by)| (name, by.map(<*mut f64>::cast_const)));
    if let Some((name, _)) = one.iter().find(|(_, of)| of.is_null()) {
        return Err(Refusal::Null(name));
    }
    let turns = b.turning_rate.iter().any(|of| !of.is_null());
    let turning = turns.then_some(("batch->turning_rate", b.turning_rate));
    for (name, by_axis) in three.into_iter().chain(written).chain(turning) {
        if let Some(axis) = by_axis.iter().position(|of| of.is_null()) {
            return Err(Refusal::NullInside(name, axis));
        }
    }
    if b.s_dw_rate.is_null() { Err(Refusal::Null("batch->s_dw_rate")) } else { Ok(()) }
}

/// Force on body i and rates of bristles and dwell state of n contacts.
///
/// `culprit`: written with the number of the first contact at fault, n if there is none; may be NULL. n = 0 does
/// nothing.
/// ASPERITY_NULL, ASPERITY_SIZE (an array that is written overlaps another one), ASPERITY_PARAMETERS (also with rolling
/// or spinning friction, or friction.map = polyhedron or planes, friction.e_t or friction.e_o other than 1, which a batch does not
/// know): nothing is written.
/// ASPERITY_INPUTS, ASPERITY_OVERFLOW: every contact is calculated, and what is written of those at fault is of no use.
/// From any thread; for several threads give each its own part of the arrays.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; `batch` is NULL or a live struct whose
/// pointers are NULL or arrays of n doubles, and those that are written are used by nothing else meanwhile; `culprit`
/// is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_batch_rates(
    parameters: *const asperity_parameters,
    n: usize,
    batch: *const asperity_batch,
    culprit: *mut usize,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        if let Some(culprit) = culprit.as_mut() {
            *culprit = n;
        }
        guard(|| {
            let parameters = read("parameters", parameters)?.checked()?;
            supported(&parameters.laws)?;
            if n == 0 {
                return Ok(());
            }
            let batch = read("batch", batch)?;
            complete(batch)?;
            apart(batch, n)?;
            let Some((first, refusal)) = rates(parameters, n, batch) else { return Ok(()) };
            if let Some(culprit) = culprit.as_mut() {
                *culprit = first;
            }
            Err(refusal)
        })
    }
}

/// Errors: the parameters ask for moments, or for a direction that turns with body j.
pub fn supported(parameters: &Parameters<f64>) -> Result<(), Refusal<'static>> {
    let f = &parameters.friction;
    let spins = f.e_r > 0.0 || parameters.settings.spin_radius_source == SpinRadiusSource::ContactRadius;
    if spins || f.mu_r > 0.0 {
        return Err(Refusal::Unsupported("a batch has no moments: friction.mu_r and friction.e_r must be 0"));
    }
    if parameters.asks_for_directions() {
        return Err(Refusal::Unsupported(DIRECTIONS));
    }
    Ok(())
}

/// Errors: an array that is written shares memory with another one.
fn apart(batch: &asperity_batch, n: usize) -> Result<(), Refusal<'static>> {
    let b = batch;
    let written = b.force.iter().chain(&b.z_rate).chain([&b.s_dw_rate]).map(|of| of.cast_const());
    let read = b.normal.iter().chain(&b.relative_velocity).chain(&b.turning_rate).chain(&b.z);
    let read = read.copied().chain([b.penetration, b.s_dw, b.damping]).filter(|of| !of.is_null());
    let bytes = n.saturating_mul(size_of::<f64>());
    let overlap = |p: *const f64, q: *const f64| p.addr().abs_diff(q.addr()) < bytes;
    for (k, of) in written.clone().enumerate() {
        let mut others = written.clone().skip(k + 1).chain(read.clone());
        if others.any(|other| overlap(of, other)) {
            return Err(Refusal::Overlap);
        }
    }
    Ok(())
}

/// Calculates every contact; the first at fault and why.
///
/// # Safety
/// Every pointer that has to be there is an array of n doubles, and those that are written overlap nothing.
unsafe fn rates(
    ContactParameters { laws, geometry, .. }: &ContactParameters<f64>,
    n: usize,
    batch: &asperity_batch,
) -> Option<(usize, Refusal<'static>)> {
    // SAFETY: by the caller's promise
    let one = |of: *const f64| unsafe { slice::from_raw_parts(of, n) };
    let three = |of: [*const f64; 3]| of.map(one);
    // SAFETY: as above
    let written = |of: *mut f64| unsafe { slice::from_raw_parts_mut(of, n) };
    let contacts = Contacts {
        penetration: one(batch.penetration),
        normal: three(batch.normal),
        relative_velocity: three(batch.relative_velocity),
        turning_rate: (!batch.turning_rate[0].is_null()).then(|| three(batch.turning_rate)),
        z: three(batch.z),
        s_dw: one(batch.s_dw),
        damping: one(batch.damping),
    };
    let mut to = Rates {
        force: batch.force.map(written),
        z_rate: batch.z_rate.map(written),
        s_dw_rate: written(batch.s_dw_rate),
    };
    let first = vector::rates(laws, geometry.effective_radius(), &contacts, &mut to)?;
    Some((first, fault_of(&contacts, first)))
}

/// Why contact k failed.
pub fn fault_of(contacts: &Contacts, k: usize) -> Refusal<'static> {
    let at = |of: &[&[f64]; 3]| Vector3::new(of[0][k], of[1][k], of[2][k]);
    let normal = at(&contacts.normal);
    let turning = contacts.turning_rate.as_ref().map_or(Vector3::zeros(), at);
    let vectors = [normal, at(&contacts.relative_velocity), at(&contacts.z), turning];
    let damping = Some(contacts.damping[k]).filter(|a| !a.is_nan()).unwrap_or(0.0);
    let numbers = [contacts.penetration[k], contacts.s_dw[k], damping];
    let mut inputs = vectors.iter().flatten().chain(&numbers);
    if inputs.all(|number| number.is_finite()) && rotation::check_direction(&normal, "contactNormal").is_ok() {
        Refusal::ContactFault(ContactFault::Overflow { what: "a result" })
    } else {
        Refusal::Garbage
    }
}

/// Contact k of a structure of arrays: number f at [f*n + k].
///
/// # Safety
/// `numbers` has N*n doubles, and k < n.
unsafe fn gathered<const N: usize>(numbers: *const f64, n: usize, k: usize) -> [f64; N] {
    // SAFETY: by the caller's promise
    core::array::from_fn(|f| unsafe { *numbers.add(f * n + k) })
}

/// One communication step of n contacts, velocities held, one after the other: asperity_contact_step without rates.
/// Each keeps its own parameters and message.
///
/// `inputs`: 36*n doubles, `mobility`: 27*n doubles or NULL, `outputs`: 31*n doubles, written; number f of contact k is
/// at [f*n + k], numbers in the order of the structs. `statuses`: n, written, may be NULL. n = 0 does nothing.
/// Answers ASPERITY_OK or the status of the first contact that failed; the others are stepped, the outputs of those
/// that failed are not written. ASPERITY_NULL without any status written: an array is NULL.
///
/// # Safety
/// The arrays are NULL or as long as said, what is written overlaps nothing else; each contact is NULL or a live handle
/// of this thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_batch_step(
    contacts: *const *mut asperity_contact,
    n: usize,
    inputs: *const f64,
    mobility: *const f64,
    h: f64,
    outputs: *mut f64,
    statuses: *mut asperity_status,
) -> asperity_status {
    if n == 0 {
        return ASPERITY_OK;
    }
    if contacts.is_null() || inputs.is_null() || outputs.is_null() {
        return ASPERITY_NULL;
    }
    let mut answer = ASPERITY_OK;
    for k in 0..n {
        // SAFETY: k < n, the rest by the caller's promise; structs of doubles are as good as their numbers
        let status = unsafe {
            let inputs = transmute::<[f64; ASPERITY_INPUT_NUMBERS], asperity_inputs>(gathered(inputs, n, k));
            let mobility = (!mobility.is_null())
                .then(|| transmute::<[f64; ASPERITY_MOBILITY_NUMBERS], asperity_mobility>(gathered(mobility, n, k)));
            let mobility = mobility.as_ref().map_or(ptr::null(), ptr::from_ref);
            let mut of = MaybeUninit::<asperity_outputs>::uninit();
            let status = asperity_contact_step(*contacts.add(k), &inputs, ptr::null(), mobility, h, of.as_mut_ptr());
            if status == ASPERITY_OK {
                let of = transmute::<asperity_outputs, [f64; ASPERITY_OUTPUT_NUMBERS]>(of.assume_init());
                of.iter().enumerate().for_each(|(f, number)| outputs.add(f * n + k).write(*number));
            }
            if !statuses.is_null() {
                statuses.add(k).write(status);
            }
            status
        };
        if answer == ASPERITY_OK {
            answer = status;
        }
    }
    answer
}
