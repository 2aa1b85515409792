//! One contact whose state the caller owns: pure functions, nothing is remembered.

use crate::capi::guard::{Message, guard, guard_and_tell, read};
use crate::capi::parameters::asperity_parameters;
use crate::capi::status::{ASPERITY_NULL, ASPERITY_SIZE, Refusal, asperity_status};
use crate::capi::structs::{
    Numbers, asperity_inputs, asperity_latch, asperity_outputs, asperity_state, asperity_wrench, inputs_read,
};
use crate::meet::{self, Geometry, contact_frame, frame_of};
use crate::physics::friction::Usual;
use crate::physics::{
    ContactFault, ContactFrame, Energies, Inputs, Latch, Parameters, Response, State, Vector3, contact, loads, respond,
};
use crate::unit::parameters::ContactParameters;
use core::ffi::c_char;

/// Makes or loses contact, and latches the approach speed of an impact. Call it at the start, after each accepted step,
/// and at events (gap = 0, and penetration_rate = 2*v_i in contact), never inside a step. A motion faster than v_i has the
/// damping of its own speed, so that no force jumps there. Bodies that are found deeper than their speed brings them in 1 ms
/// were set down: v_i is the penetration by 1 ms, at most compliance.vMin.
///
/// `inputs`, `latch`: caller's memory; `latch` is read and written.
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: `latch` is as before. From any thread.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or live structs,
/// and `latch` is used by no other thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_latch_update(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *mut asperity_latch,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let parameters = read("parameters", parameters)?.checked()?;
            let inputs = read("inputs", inputs)?;
            let before = read("latch", latch)?;
            check(parameters, inputs)?;
            before.check("latch").map_err(Refusal::Input)?;
            let ContactParameters { laws, geometry, .. } = parameters;
            let frame = contact_frame(laws, geometry, inputs.physics(), None)?;
            let after = Latch::from(before).updated(laws, &frame.approach());
            if !(after.v_i + after.a + frame.penetration).is_finite() {
                return Err(ContactFault::Overflow { what: "the damping" }.into());
            }
            latch.write(asperity_latch::from(&after));
            Ok(())
        })
    }
}

/// Errors: a number that the geometry pair reads is not finite.
pub(super) fn check(parameters: &ContactParameters<f64>, inputs: &asperity_inputs) -> Result<(), Refusal<'static>> {
    inputs.check_parts("inputs", &[inputs_read(parameters.geometry.settings.pair)]).map_err(Refusal::Input)
}

/// Everything that follows from inputs, latch and state, and the rates of the state. The latch is taken as it is: with
/// contact = 0 there is no force, also where the bodies overlap.
///
/// `outputs`, `rates`: written; they may be the memory of the arguments.
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: nothing is written; asperity_explain says
/// why. From any thread.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or live structs
/// that no other thread writes.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_evaluate(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    outputs: *mut asperity_outputs,
    rates: *mut asperity_state,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let parameters = read("parameters", parameters)?.checked()?;
            let (inputs, latch) = (read("inputs", inputs)?, read("latch", latch)?);
            let state = read("state", state)?;
            if outputs.is_null() {
                return Err(Refusal::Null("outputs"));
            }
            if rates.is_null() {
                return Err(Refusal::Null("rates"));
            }
            let response = evaluated(parameters, inputs, latch, state)?;
            outputs.write(asperity_outputs::from(&response));
            rates.write(asperity_state::from(&response.rates));
            Ok(())
        })
    }
}

/// One evaluation with every check. Becomes part of its caller, so that nothing is copied.
#[inline(always)]
fn evaluated(
    parameters: &ContactParameters<f64>,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> Result<Response<f64>, Refusal<'static>> {
    check(parameters, inputs)?;
    latch.check("latch").map_err(Refusal::Input)?;
    state.check("state").map_err(Refusal::Input)?;
    let ContactParameters { laws, geometry, .. } = parameters;
    let inputs = inputs.physics();
    meet::check(laws, geometry, inputs)?;
    let frame = frame_of(laws, geometry, inputs, None);
    let response = respond(laws, inputs, &frame, &Latch::from(latch), state.physics());
    response.finite()?;
    Ok(response)
}

/// As asperity_evaluate, for wrench and rates only: the fast one, for the right-hand side of an integrator. Numbers
/// that do not bear on the result are not checked.
///
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: nothing is written; asperity_explain says
/// why. From any thread.
///
/// # Safety
/// As for asperity_evaluate.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_rates(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let handle = read("parameters", parameters)?;
            let (inputs, latch) = (read("inputs", inputs)?, read("latch", latch)?);
            let state = read("state", state)?;
            if wrench.is_null() {
                return Err(Refusal::Null("wrench"));
            }
            if rates.is_null() {
                return Err(Refusal::Null("rates"));
            }
            let parameters = handle.checked()?;
            let ContactParameters { laws, geometry, .. } = parameters;
            let (inputs_of, latch_of, state_of) = (inputs.physics(), Latch::from(latch), state.physics());
            // the clip at 0 would hide a damping that is no number, and a motion is never faster than a v_i that is none
            let is_latch = (latch.contact + latch.v_i + latch.a).is_finite();
            let is_finite = is_latch
                && match Usual::of(laws, state_of.z_r) {
                    // in one piece: nothing is kept in memory for a call
                    Some(usual) if latch_of.contact && geometry.is_direct() => {
                        answer(Some(usual), laws, geometry, inputs_of, &latch_of, state_of, wrench, rates)
                    }
                    _ => answer_any(laws, geometry, inputs_of, &latch_of, state_of, wrench, rates),
                };
            if is_finite { Ok(()) } else { Err(diagnosed(parameters, inputs, latch, state)) }
        })
    }
}

/// [`answer`] by any laws.
///
/// # Safety
/// As [`answer`].
#[inline(never)]
unsafe fn answer_any(
    laws: &Parameters<f64>,
    geometry: &Geometry<f64>,
    inputs: &Inputs<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> bool {
    // SAFETY: by the caller's promise
    unsafe { answer(None, laws, geometry, inputs, latch, state, wrench, rates) }
}

/// Writes wrench and rates if they are finite, and answers whether they are: not where the geometry lacks a direction.
///
/// # Safety
/// `wrench` and `rates` are writable.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "in a struct they would not stay in registers")]
unsafe fn answer(
    usual: Option<Usual<f64>>,
    laws: &Parameters<f64>,
    geometry: &Geometry<f64>,
    inputs: &Inputs<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> bool {
    if meet::check(laws, geometry, inputs).is_err() {
        return false;
    }
    let frame = frame_of(laws, geometry, inputs, None);
    let loads = match usual {
        Some(usual) => loads::loads_of_usual(laws, &usual, &frame, latch, state),
        None => loads::any_loads(laws, &frame, latch, state),
    };
    let forces = contact::wrench(&frame.point, &loads.force, &loads.couple, inputs.positions());
    let is_finite = is_finite(&frame, &forces, &loads.rates);
    if is_finite {
        // SAFETY: by the caller's promise
        unsafe {
            wrench.write(asperity_wrench::from(forces));
            rates.write(asperity_state::from(&loads.rates));
        }
    }
    is_finite
}

/// Whether wrench, rates and the penetration, which the force may hide, are finite. The force on body j is the opposite
/// of the other.
#[inline(always)]
fn is_finite(
    frame: &ContactFrame<f64>,
    [force_i, torque_i, _, torque_j]: &[Vector3<f64>; 4],
    rates: &State<f64>,
) -> bool {
    let Energies { work, dissipated_normal, dissipated_friction } = rates.energy;
    let wrench = force_i.sum() + (torque_i.sum() + torque_j.sum());
    let rates = rates.z.sum() + (rates.s_dw + rates.z_r) + (work + dissipated_normal + dissipated_friction);
    ((frame.penetration + frame.penetration_rate) + (wrench + rates)).is_finite()
}

/// Why an evaluation failed.
#[cold]
#[inline(never)]
fn diagnosed(
    parameters: &ContactParameters<f64>,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> Refusal<'static> {
    match evaluated(parameters, inputs, latch, state) {
        Err(refusal) => refusal,
        Ok(_) => Refusal::ContactFault(ContactFault::Overflow { what: "a sum of forces, torques and rates" }),
    }
}

/// What asperity_evaluate and asperity_rates say of these arguments, and why: they have no handle for a message.
///
/// `text`: caller's memory of `size` bytes; written is a text that ends with NUL, cut where it does not fit, "" if
/// there is no fault. The status is that of asperity_evaluate; ASPERITY_SIZE: `size` is 0 and nothing is written. From
/// any thread.
///
/// # Safety
/// As for asperity_evaluate; `text` is NULL or `size` writable bytes.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_explain(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    if text.is_null() {
        return ASPERITY_NULL;
    }
    if size == 0 {
        return ASPERITY_SIZE;
    }
    // SAFETY: by the caller's promise
    unsafe {
        let mut said = Message::EMPTY;
        let status = guard_and_tell(
            || {
                let parameters = read("parameters", parameters)?.checked()?;
                let (inputs, latch) = (read("inputs", inputs)?, read("latch", latch)?);
                evaluated(parameters, inputs, latch, read("state", state)?).map(|_| ())
            },
            |_, why| said = Message::of(why),
        );
        said.copy(text, size);
        status
    }
}
