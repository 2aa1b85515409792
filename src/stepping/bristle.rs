//! Bristles and dwell state over one phase of a step.
//!
//! Both are linear in themselves, so each takes an exponential step with its coefficients frozen at mid-phase: second order,
//! exact where they are constant, stable for every length.

use crate::physics::normal::NormalForce;
use crate::physics::parameters::{BristleLimit, Parameters};
use crate::physics::{
    ContactFrame, Energies, Fault, State, Vector3, contact, contact_frame, friction, normal, rotation,
};
use crate::stepping::{ContactState, Motion};

/// A phase in contact, from `from` to `until` [s since the step's start].
pub fn touch(motion: &Motion, from: f64, until: f64, next: &mut ContactState) -> Result<(), Fault> {
    let parameters = motion.parameters;
    let h = until - from;
    let inputs = motion.inputs_at(from + 0.5 * h);
    let frame = contact_frame(parameters, &inputs, motion.normal_rate())?;
    next.latch = next.latch.relatched(parameters, &frame);

    let turn = friction::bristle_turning_rate(parameters, &frame) * (0.5 * h);
    let z = rotation::turned(&next.continuous.z, &turn);
    let middle = Middle::of(parameters, &frame, next, h);
    let z_middle = middle.advanced(&z, 0.5 * h, &z);
    // a bound that has fallen is left behind within the step: the second half starts where the first one ended
    let z_end = if middle.is_saturated(&z) && !middle.is_saturated(&z_middle) {
        middle.advanced(&z_middle, 0.5 * h, &z_middle)
    } else {
        middle.advanced(&z, h, &z_middle)
    };

    if parameters.settings.track_ledger {
        let power = middle.powers(&z_middle);
        let energy = &mut next.continuous.energy;
        energy.work += power.work * h;
        energy.dissipated_normal += power.dissipated_normal * h;
        energy.dissipated_friction += power.dissipated_friction * h;
    }
    next.continuous.s_dw = relaxed(next.continuous.s_dw, middle.drive.s, h / middle.dwell_time);
    next.continuous.z = rotation::turned(&z_end, &turn);
    Ok(())
}

/// A phase apart: the bristles turn with the frame and relax with τ_br, as does s_dw; what they held is dissipated.
pub fn spring_back(motion: &Motion, from: f64, until: f64, next: &mut ContactState) -> Result<(), Fault> {
    let State { z, s_dw, energy } = next.continuous;
    if z == Vector3::zeros() && s_dw == 0.0 {
        return Ok(());
    }
    let (parameters, f) = (motion.parameters, &motion.parameters.friction);
    let h = until - from;
    let frame = motion.frame(from + 0.5 * h)?;
    let decay = libm::exp(-h / f.tau_br());
    let rest = rotation::turned(&z, &(friction::bristle_turning_rate(parameters, &frame) * h)) * decay;
    next.continuous.z = rest;
    next.continuous.s_dw = relaxed(s_dw, 0.0, h / friction::dwell_time(f, 0.0, s_dw));
    if parameters.settings.track_ledger {
        let lost = 0.5 * f.sigma_0 * (z.dot(&z) - rest.dot(&rest));
        next.continuous.energy.dissipated_friction = energy.dissipated_friction + lost;
    }
    Ok(())
}

/// The friction law's coefficients at mid-phase.
struct Middle<'a> {
    parameters: &'a Parameters<f64>,
    frame: &'a ContactFrame<f64>,
    normal: NormalForce<f64>,
    drive: friction::Drive<f64>,
    /// s_dw at mid-phase, by its own exponential
    s_dw: f64,
    dwell_time: f64,
    /// f_max [N]
    bound: f64,
}

impl<'a> Middle<'a> {
    fn of(parameters: &'a Parameters<f64>, frame: &'a ContactFrame<f64>, state: &ContactState, h: f64) -> Self {
        let f = &parameters.friction;
        let normal = normal::normal_force(parameters, frame, &state.latch);
        let drive = friction::drive(parameters, true, &frame.v_t, normal.force);
        let dwell_time = friction::dwell_time(f, drive.s, state.continuous.s_dw);
        let s_dw = relaxed(state.continuous.s_dw, drive.s, 0.5 * h / dwell_time);
        let bound = friction::friction_bound(f, normal.force, s_dw);
        Middle { parameters, frame, normal, drive, s_dw, dwell_time, bound }
    }

    /// Rates of the ledger at mid-phase, with the bristles' deflection `z` there.
    fn powers(&self, z: &Vector3<f64>) -> Energies<f64> {
        let Middle { parameters, frame, normal, drive, s_dw, .. } = self;
        let friction = friction::friction_force(parameters, frame, drive, normal.force, z, *s_dw);
        contact::powers(parameters, frame, normal, &friction, z)
    }

    fn bristle_force(&self, z: &Vector3<f64>) -> Vector3<f64> {
        let Middle { parameters, frame, drive, .. } = self;
        friction::bristle_force(&parameters.friction, drive.s, &frame.tangential(z), &frame.v_t, &drive.f_c)
    }

    /// Whether the bound holds back bristles deflected by `z`.
    fn is_saturated(&self, z: &Vector3<f64>) -> bool {
        self.drive.active
            && self.parameters.settings.bristle_limit == BristleLimit::Limited
            && friction::exceeds(&self.bristle_force(z), self.bound)
    }

    /// z after `h` [s] from `z`; `z_test` tells whether, and in which direction, the bristles are saturated.
    ///
    /// Unsaturated: ż = s·v_t + (1−s)(f_C/σ1 − z/τ_br). Saturated and limited: ż = (sat(f_br) − σ0·z)/σ1, linear in z
    /// about f_br of `z_test` with c = f_max/|f_br|: along it σ0·z relaxes towards f_max with τ_br, across it
    /// ż = c·s·v_t + c·(1−s)·f_C/σ1 − (1 − c·s)·z/τ_br.
    fn advanced(&self, z: &Vector3<f64>, h: f64, z_test: &Vector3<f64>) -> Vector3<f64> {
        let f = &self.parameters.friction;
        let tau_br = f.tau_br();
        let held = self.frame.tangential(z);
        let stray = (z - held) * libm::exp(-h / tau_br);
        if !self.drive.active {
            return held * libm::exp(-h / tau_br) + stray;
        }
        let s = self.drive.s;
        let rate = self.frame.v_t * s + self.drive.f_c * ((1.0 - s) / f.sigma_1);
        let grown = |z: &Vector3<f64>, rate: &Vector3<f64>, held_back: f64| {
            let y = held_back * h / tau_br;
            z * libm::exp(-y) + rate * (h * phi_1(y))
        };
        if self.parameters.settings.bristle_limit == BristleLimit::Paper {
            return grown(&held, &rate, 1.0 - s) + stray;
        }
        let f_br = self.bristle_force(z_test);
        let end = if friction::exceeds(&f_br, self.bound) {
            let length = f_br.dot(&f_br).sqrt();
            let (along, c) = (f_br / length, self.bound / length);
            let across = |u: &Vector3<f64>| u - along * along.dot(u);
            along * relaxed(along.dot(&held), self.bound / f.sigma_0, h / tau_br)
                + grown(&across(&held), &(across(&rate) * c), 1.0 - c * s)
        } else {
            grown(&held, &rate, 1.0 - s)
        };
        // the equations never leave the bound from within, and come back to it from outside with τ_br; a long step that would
        // not is shortened in its own direction
        let reach = self.bound.max(relaxed(f.sigma_0 * held.dot(&held).sqrt(), self.bound, h / tau_br));
        friction::saturate(&(end * f.sigma_0), reach) / f.sigma_0 + stray
    }
}

/// Exponential approach from `from` to `to` over `y` time constants.
fn relaxed(from: f64, to: f64, y: f64) -> f64 {
    from + (to - from) * -libm::expm1(-y)
}

/// φ₁(−y) = (1 − exp(−y))/y, 1 at y = 0.
fn phi_1(y: f64) -> f64 {
    if y > 0.0 { -libm::expm1(-y) / y } else { 1.0 }
}
