//! Bristles and dwell state while bodies are apart.

use crate::physics::{Planar, State, elementary, friction, rotation};
use crate::stepping::{ContactState, Motion};

/// Whether bristles and dwell state have nothing left to lose.
#[inline(always)]
pub fn are_relaxed(state: &State<f64>) -> bool {
    state.s_dw == 0.0 && state.deflection() == Planar::zero()
}

/// A phase apart: the bristles turn with the frame and relax with τ_br, as does s_dw; what they stored is dissipated.
pub fn relax(motion: &Motion, from: f64, until: f64, next: &mut ContactState) {
    if are_relaxed(&next.continuous) {
        return;
    }
    let State { s_dw, energy, .. } = next.continuous;
    let z = next.continuous.deflection();
    let parameters = motion.parameters();
    let f = &parameters.friction;
    let h = until - from;
    let frame = motion.frame(from + 0.5 * h);
    let decay = elementary::exp(-h / f.tau_br());
    let turned = rotation::turned(&z.t, &(friction::bristle_turning_rate(parameters, &frame) * h));
    let rest = Planar { t: turned, r: z.r } * decay;
    (next.continuous.z, next.continuous.z_r) = (rest.t, rest.r);
    next.continuous.s_dw = s_dw * elementary::exp(-h / friction::dwell_time(f, 0.0, s_dw));
    if parameters.settings.track_ledger {
        let lost = 0.5 * f.sigma_0 * (z.dot(&z) - rest.dot(&rest));
        next.continuous.energy.dissipated_friction = energy.dissipated_friction + lost;
    }
}
