//! The laws by themselves: nothing is remembered.

use crate::capi::guard::{guard, read, read_array, write, write_array};
use crate::capi::parameters::asperity_parameters;
use crate::capi::status::{DIRECTIONS, Refusal, asperity_status};
use crate::physics::kinematics::Approach;
use crate::physics::{
    ContactFault, ContactFrame, Latch, Planar, Vector3, damping, friction, normal, restitution, rotation,
};
use crate::unit::parameters::ContactParameters;
use core::ops::RangeInclusive;
use std::panic::catch_unwind;

/// Damping factor d(e) [1] of a restitution e [1] [G04 eq. 10]: the law `gonthier` damps with a = d(e)/(e*v_i). NaN for
/// e outside 0.001...1. From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_damping_factor(e: f64) -> f64 {
    let allowed = restitution::E_MIN..=1.0;
    if allowed.contains(&e) { number(|| restitution::damping_factor(e)) } else { f64::NAN }
}

/// Restitution [1] that a force k*x^p*(1 + a*x_rate) gives an impact, from u = a*v_i >= 0 [1]; the inverse of d(e): u =
/// d(e)/e gives e. NaN for others. From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_restitution(u: f64) -> f64 {
    if u >= 0.0 && u.is_finite() { number(|| restitution::restitution_of_damping(u)) } else { f64::NAN }
}

fn number(of: impl FnOnce() -> f64 + core::panic::UnwindSafe) -> f64 {
    catch_unwind(of).unwrap_or(f64::NAN)
}

fn in_range(
    name: &'static str,
    value: f64,
    range: RangeInclusive<f64>,
    must: &'static str,
) -> Result<(), Refusal<'static>> {
    if range.contains(&value) { Ok(()) } else { Err(Refusal::Range { name, value, must }) }
}

const FINITE: RangeInclusive<f64> = f64::MIN..=f64::MAX;
const NOT_NEGATIVE: RangeInclusive<f64> = 0.0..=f64::MAX;

fn finite(name: &'static str, values: &[f64; 3]) -> Result<(), Refusal<'static>> {
    values.iter().try_for_each(|value| in_range(name, *value, FINITE, "a finite number"))
}

fn result(what: &'static str, sum: f64) -> Result<(), ContactFault> {
    if sum.is_finite() { Ok(()) } else { Err(ContactFault::Overflow { what }) }
}

/// Damping a of the normal force for an impact at v_i [m/s] >= 0, taken not below 1e-7 m/s, 0: vMin: [s/m], with
/// compliance.law = kelvinVoigt [s]. It goes into asperity_latch after parameters have changed in contact.
///
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE, ASPERITY_OVERFLOW: `a` is not written. From any thread.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; `a` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_damping(
    parameters: *const asperity_parameters,
    v_i: f64,
    a: *mut f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let ContactParameters { laws: parameters, .. } = read("parameters", parameters)?.checked()?;
            let a = write("a", a)?;
            in_range("v_i", v_i, NOT_NEGATIVE, "a finite number >= 0")?;
            let damping = damping::damping(parameters, v_i);
            result("the damping", damping)?;
            *a = damping;
            Ok(())
        })
    }
}

/// Normal force f_n [N] >= 0 at the penetration x [m] and its rate x_rate [m/s], with the damping a of
/// asperity_damping: k*x^p*(1 + a*x_rate), 0 for x <= 0 and where it would pull [G04 eqs. 4, 6]; kelvinVoigt: k*(x +
/// a*x_rate).
///
/// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE, ASPERITY_OVERFLOW: `f_n` is not written. From any thread.
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; `f_n` is NULL or writable.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_normal_force(
    parameters: *const asperity_parameters,
    x: f64,
    x_rate: f64,
    a: f64,
    f_n: *mut f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let ContactParameters { laws: parameters, geometry, .. } = read("parameters", parameters)?.checked()?;
            let f_n = write("f_n", f_n)?;
            in_range("x", x, FINITE, "a finite number")?;
            in_range("x_rate", x_rate, FINITE, "a finite number")?;
            in_range("a", a, NOT_NEGATIVE, "a finite number >= 0")?;
            let at = Approach { penetration: x, penetration_rate: x_rate };
            let latch = Latch { contact: x > 0.0, v_i: f64::INFINITY, a };
            let force = normal::normal_force(parameters, geometry.effective_radius(), &at, &latch).force;
            result("the normal force", force)?;
            *f_n = force;
            Ok(())
        })
    }
}

/// Friction force f_t [N] on body i and the rates of the bristles and the dwell state, without spinning and in axes
/// that do not turn [G04 eqs. 15-26]. A contact frame that turns with omega_c adds omega_c x z to z_rate.
///
/// `normal`: n, any length from 1e-100 to 1e100. `v_t`: slip of body i against body j [m/s], its part along n does not count. `f_n`
/// [N] >= 0, 0 means apart. `z` [m], `s_dw` [1]. Written: `f_t` [N], `z_rate` [m/s], `s_dw_rate` [1/s].
/// ASPERITY_NULL, ASPERITY_PARAMETERS (also for friction.map = polyhedron or planes, friction.e_t and friction.e_o other than 1,
/// whose directions turn with body j),
/// ASPERITY_RANGE,
/// ASPERITY_INPUTS (normal without a direction), ASPERITY_OVERFLOW: nothing is written. From any thread.
/// cbindgen:ptrs-as-arrays=[[normal; 3], [v_t; 3], [z; 3], [f_t; 3], [z_rate; 3]]
///
/// # Safety
/// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or arrays of 3,
/// the last one number; what is written overlaps nothing else.
#[allow(clippy::too_many_arguments)]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_friction(
    parameters: *const asperity_parameters,
    normal: *const f64,
    v_t: *const f64,
    f_n: f64,
    z: *const f64,
    s_dw: f64,
    f_t: *mut f64,
    z_rate: *mut f64,
    s_dw_rate: *mut f64,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        guard(|| {
            let ContactParameters { laws: parameters, .. } = read("parameters", parameters)?.checked()?;
            let (normal, v_t, z) = (read_array("normal", normal)?, read_array("v_t", v_t)?, read_array("z", z)?);
            let (f_t, z_rate) = (write_array("f_t", f_t)?, write_array("z_rate", z_rate)?);
            let s_dw_rate = write("s_dw_rate", s_dw_rate)?;
            if parameters.asks_for_directions() {
                return Err(Refusal::Unsupported(DIRECTIONS));
            }
            finite("normal", normal)?;
            finite("v_t", v_t)?;
            in_range("f_n", f_n, NOT_NEGATIVE, "a finite number >= 0")?;
            finite("z", z)?;
            in_range("s_dw", s_dw, FINITE, "a finite number")?;

            let (normal, v_t) = (Vector3::from(*normal), Vector3::from(*v_t));
            rotation::check_direction(&normal, "contactNormal")?;
            let normal = rotation::unit_vector(&normal);
            let frame = ContactFrame { normal, v_t: v_t - normal * normal.dot(&v_t), ..ContactFrame::default() };
            let sliding = friction::sliding(parameters, &frame);
            let drive = friction::drive(parameters, f_n > 0.0, &sliding, f_n);
            let z = Planar { t: Vector3::from(*z), r: 0.0 };
            let of = friction::friction_force(parameters, &frame, &sliding, &drive, f_n, &z, s_dw);
            result("the friction force", of.f_t.sum() + of.z_rate.t.sum() + of.s_dw_rate)?;
            (*f_t, *z_rate, *s_dw_rate) = (of.f_t.into(), of.z_rate.t.into(), of.s_dw_rate);
            Ok(())
        })
    }
}
