//! One contact whose state the caller owns: pure functions, nothing is remembered.

use crate::capi::guard::{Message, guard, guard_and_tell, read};
use crate::capi::parameters::asperity_parameters;
use crate::capi::rates::{usual_rates, usual_response, write_finite};
use crate::capi::status::{ASPERITY_NULL, ASPERITY_OK, ASPERITY_SIZE, Refusal, asperity_status};
use crate::capi::structs::{
    Numbers, asperity_inputs, asperity_latch, asperity_outputs, asperity_state, asperity_wrench, inputs_read,
};
use crate::meet::{self, contact_frame, frame_of};
use crate::physics::{ContactFault, Latch, Response, loads, respond};
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
            let handle = read("parameters", parameters)?;
            let parameters = handle.checked()?;
            let (inputs, latch) = (read("inputs", inputs)?, read("latch", latch)?);
            let state = read("state", state)?;
            if outputs.is_null() {
                return Err(Refusal::Null("outputs"));
            }
            if rates.is_null() {
                return Err(Refusal::Null("rates"));
            }
            match handle.usual() {
                // apart from others, whose response is in memory
                Some((prepared, _)) if state.z_r == 0.0 => {
                    check_all(parameters, inputs, latch, state)?;
                    let response = usual_response(prepared, parameters, inputs.physics(), latch, state.physics());
                    response.finite()?;
                    write_all(&response, outputs, rates);
                }
                _ => write_all(&evaluated(parameters, inputs, latch, state)?, outputs, rates),
            }
            Ok(())
        })
    }
}

/// # Safety
/// `outputs` and `rates` are writable.
#[inline(always)]
unsafe fn write_all(response: &Response<f64>, outputs: *mut asperity_outputs, rates: *mut asperity_state) {
    // SAFETY: by the caller's promise
    unsafe {
        outputs.write(asperity_outputs::from(response));
        rates.write(asperity_state::from(&response.rates));
    }
}

/// Every check of arguments.
#[inline(always)]
fn check_all(
    parameters: &ContactParameters<f64>,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> Result<(), Refusal<'static>> {
    check(parameters, inputs)?;
    latch.check("latch").map_err(Refusal::Input)?;
    state.check("state").map_err(Refusal::Input)?;
    let ContactParameters { laws, geometry, .. } = parameters;
    Ok(meet::check(laws, geometry, inputs.physics())?)
}

/// One evaluation with every check.
#[inline(never)]
fn evaluated(
    parameters: &ContactParameters<f64>,
    inputs: &asperity_inputs,
    latch: &asperity_latch,
    state: &asperity_state,
) -> Result<Response<f64>, Refusal<'static>> {
    check_all(parameters, inputs, latch, state)?;
    let ContactParameters { laws, geometry, .. } = parameters;
    let inputs = inputs.physics();
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
        match parameters.as_ref().and_then(asperity_parameters::usual) {
            #[cfg(target_arch = "x86_64")]
            Some((prepared, _)) if prepared.has_avx => rates_by_avx(parameters, inputs, latch, state, wrench, rates),
            Some(_) => portable_rates(parameters, inputs, latch, state, wrench, rates),
            None => any_rates(parameters, inputs, latch, state, wrench, rates),
        }
    }
}

/// [`asperity_rates`] with AVX: a result need not be written over an operand, which spares every eighth instruction. Products are not
/// fused with sums, so the bits are the same.
///
/// # Safety
/// As there; the processor knows AVX.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
unsafe extern "C" fn rates_by_avx(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { rates_by(parameters, inputs, latch, state, wrench, rates) }
}

/// [`asperity_rates`] in the instructions the library is compiled for: apart, so that who chooses saves no registers.
///
/// # Safety
/// As there.
#[inline(never)]
pub unsafe extern "C" fn portable_rates(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe { rates_by(parameters, inputs, latch, state, wrench, rates) }
}

/// [`asperity_rates`] in the instructions of the function it becomes part of.
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn rates_by(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        if usual_rates(parameters, inputs, latch, state, wrench, rates) {
            ASPERITY_OK
        } else {
            any_rates(parameters, inputs, latch, state, wrench, rates)
        }
    }
}

/// [`asperity_rates`] of any contact, with every check.
///
/// # Safety
/// As there.
#[inline(never)]
unsafe extern "C" fn any_rates(
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
            let inputs_of = inputs.physics();
            let is_written = meet::check(laws, geometry, inputs_of).is_ok() && {
                let frame = frame_of(laws, geometry, inputs_of, None);
                let loads = loads::any_loads(laws, &frame, &Latch::from(latch), state.physics());
                write_finite(&frame, &frame.point, latch, &loads, inputs_of, wrench, rates)
            };
            if is_written {
                return Ok(());
            }
            // why not; or a sum overflows of numbers that are finite, as an evaluation sees that looks at them group by group
            let response = evaluated(parameters, inputs, latch, state)?;
            let o = &response.outputs;
            wrench.write([o.force_i, o.torque_i, o.force_j, o.torque_j].into());
            rates.write(asperity_state::from(&response.rates));
            Ok(())
        })
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
