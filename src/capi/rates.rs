//! The usual contact in one piece, from what is prepared with its parameters: nothing is kept in memory for a call, and nothing can panic.

use crate::capi::parameters::{Prepared, asperity_parameters};
use crate::capi::structs::{asperity_inputs, asperity_latch, asperity_state, asperity_wrench};
use crate::meet::{self, Pair};
use crate::physics::friction::Usual;
use crate::physics::kinematics::{self, Surface};
use crate::physics::{
    ContactFault, ContactFrame, Energies, Inputs, Latch, Loads, Response, State, Vector3, contact, loads, normal,
};
use crate::unit::parameters::ContactParameters;

/// Writes wrench and rates and answers true where the contact is the usual one, touches, and nothing is wrong.
///
/// # Safety
/// As for asperity_rates.
#[inline(always)]
pub(super) unsafe fn usual_rates(
    parameters: *const asperity_parameters,
    inputs: *const asperity_inputs,
    latch: *const asperity_latch,
    state: *const asperity_state,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> bool {
    // SAFETY: by the caller's promise
    let arguments = unsafe { (parameters.as_ref(), inputs.as_ref(), latch.as_ref(), state.as_ref()) };
    let (Some(handle), Some(inputs), Some(latch), Some(state)) = arguments else { return false };
    if wrench.is_null() || rates.is_null() {
        return false;
    }
    let Some((prepared, parameters)) = handle.usual() else { return false };
    if latch.contact == 0.0 || state.z_r != 0.0 {
        return false;
    }
    let inputs = inputs.physics();
    let call = Call { prepared, parameters, inputs, latch, state: state.physics() };
    // a pair each, so that its numbers are not brought to where those of the other one are
    // SAFETY: by the caller's promise
    unsafe {
        if parameters.geometry.settings.pair == Pair::External {
            call.answered(meet::surface_given(inputs), Some(&inputs.contact_point), wrench, rates)
        } else {
            call.answered(meet::surface_on_plane(&parameters.geometry, inputs), None, wrench, rates)
        }
    }
}

/// Arguments of a usual contact that touches.
struct Call<'a> {
    prepared: &'a Prepared,
    parameters: &'a ContactParameters<f64>,
    inputs: &'a Inputs<f64>,
    latch: &'a asperity_latch,
    state: &'a State<f64>,
}

impl Call<'_> {
    /// `point`: that of the surface, where it stands in memory already
    ///
    /// # Safety
    /// As for [`write_finite`].
    #[inline(always)]
    unsafe fn answered(
        &self,
        surface: Result<Surface<f64>, ContactFault>,
        point: Option<&Vector3<f64>>,
        wrench: *mut asperity_wrench,
        rates: *mut asperity_state,
    ) -> bool {
        let Call { prepared, parameters: ContactParameters { laws, .. }, inputs, latch, state } = self;
        let Ok(surface) = surface else { return false };
        let (frame, touching) = (surface.frame_alone(inputs), Latch::from(*latch));
        if normal::is_faster(&touching, frame.penetration_rate) {
            return false;
        }
        let model = Usual { friction: &laws.friction, constants: &prepared.constants };
        let loads =
            loads::loads_of_usual(laws, &prepared.stiffness, &model, &frame, touching.contact, touching.a, state);
        // found as late as that, they need not be kept
        let (i, j) = (&inputs.body_i, &inputs.body_j);
        let normal_rate = j.angular_velocity.cross(&frame.normal);
        let loads = loads.turned(&kinematics::turning_rate(&frame.normal, &normal_rate, i, j), state);
        // SAFETY: by the caller's promise
        unsafe { write_finite(&frame, point.unwrap_or(&frame.point), latch, &loads, inputs, wrench, rates) }
    }
}

/// Everything of a usual contact whose arguments are in order.
#[inline(always)]
pub(super) fn usual_response(
    prepared: &Prepared,
    ContactParameters { laws, geometry, .. }: &ContactParameters<f64>,
    inputs: &Inputs<f64>,
    latch: &asperity_latch,
    state: &State<f64>,
) -> Response<f64> {
    let (frame, latch) = (meet::frame_of(laws, geometry, inputs, None), Latch::from(latch));
    let model = Usual { friction: &laws.friction, constants: &prepared.constants };
    let a = normal::acting_damping(laws, &latch, frame.penetration_rate);
    let loads = loads::loads_of_usual(laws, &prepared.stiffness, &model, &frame, latch.contact, a, state);
    contact::response(laws, inputs, &frame, &latch, state, &loads.turned(&frame.omega_c, state))
}

/// Writes wrench and rates if they are finite, and answers whether they are. `point` p_a [m]
///
/// # Safety
/// `wrench` and `rates` are writable.
#[inline(always)]
pub(super) unsafe fn write_finite(
    frame: &ContactFrame<f64>,
    point: &Vector3<f64>,
    latch: &asperity_latch,
    loads: &Loads<f64>,
    inputs: &Inputs<f64>,
    wrench: *mut asperity_wrench,
    rates: *mut asperity_state,
) -> bool {
    let forces = contact::wrench(point, &loads.force, &loads.couple, inputs.positions());
    let is_finite = is_finite(frame, latch, &forces, &loads.rates);
    if is_finite {
        // SAFETY: by the caller's promise
        unsafe {
            wrench.write(asperity_wrench::from(forces));
            rates.write(asperity_state::from(&loads.rates));
        }
    }
    is_finite
}

/// Whether wrench, rates and what the force may hide are finite: the penetration, |v_t|² without which friction ends with 1/|v_t|, and the latch, as the clip at 0 hides a damping that
/// is no number, and no motion is faster than a v_i that is none. The force on body j is the opposite of the other.
#[inline(always)]
fn is_finite(
    frame: &ContactFrame<f64>,
    latch: &asperity_latch,
    [force_i, torque_i, _, torque_j]: &[Vector3<f64>; 4],
    rates: &State<f64>,
) -> bool {
    let Energies { work, dissipated_normal, dissipated_friction } = rates.energy;
    // nalgebra's begins with a 0
    let sum = |v: &Vector3<f64>| v[0] + v[1] + v[2];
    let wrench = sum(force_i) + (sum(torque_i) + sum(torque_j));
    let rates = sum(&rates.z) + (rates.s_dw + rates.z_r) + (work + dissipated_normal + dissipated_friction);
    let slip = frame.v_t.dot(&frame.v_t);
    let hidden = (frame.penetration + frame.penetration_rate + slip) + (latch.contact + latch.v_i + latch.a);
    (hidden + (wrench + rates)).is_finite()
}
