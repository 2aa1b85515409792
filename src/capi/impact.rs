//! Impacts of rigid bodies at one point: nothing is remembered.

#![allow(non_camel_case_types)]

use crate::capi::guard::{guard_and_write, read};
use crate::capi::status::{Refusal, asperity_status};
use crate::rigid::{self, Case, Friction, Hypothesis, InverseMass, Velocity};
use core::ffi::c_char;
use nalgebra::{Matrix3, Vector3};

/// When restitution ends, with the numbers of timeStepping.impact. More may come.
pub type asperity_hypothesis = i32;

/// The normal impulse has given back e^2 times the work of compression. Never gains energy.
pub const ASPERITY_STRONGE: asperity_hypothesis = 1;
/// The normal impulse is e times that of compression.
pub const ASPERITY_POISSON: asperity_hypothesis = 2;
/// The bodies part at e times the speed of approach. Gains energy at times, where slip stops.
pub const ASPERITY_NEWTON: asperity_hypothesis = 3;

/// What slip does in an impact in the plane.
pub type asperity_impact_case = i32;

/// It stops in compression and goes on the other way.
pub const ASPERITY_REVERSED_ON_COMPRESSION: asperity_impact_case = 1;
/// It stops in restitution and goes on the other way.
pub const ASPERITY_REVERSED_ON_RESTITUTION: asperity_impact_case = 2;
/// It stops in compression for good.
pub const ASPERITY_STICKING_ON_COMPRESSION: asperity_impact_case = 3;
/// It stops in restitution for good.
pub const ASPERITY_STICKING_ON_RESTITUTION: asperity_impact_case = 4;
/// It keeps its direction.
pub const ASPERITY_FORWARD_SLIDING: asperity_impact_case = 5;
/// There is none before the impact, and friction is too weak to prevent it.
pub const ASPERITY_DIRECT_SLIDING: asperity_impact_case = 6;
/// There is none before the impact, nor during it.
pub const ASPERITY_DIRECT_STICKING: asperity_impact_case = 7;
/// There is no approach, but sliding draws the bodies together until it stops.
pub const ASPERITY_JAM: asperity_impact_case = 8;

/// An impact in the plane of n and t. n points from body j to body i.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_inputs {
    /// W = J*M^-1*J^T at the contact [1/kg] as nn tt nt, positive definite
    pub inverse_mass: [f64; 3],
    /// Velocity of body i against body j before [m/s] along n, t; u_n < 0, or u_n = 0 where sliding draws the bodies
    /// together
    pub velocity: [f64; 2],
    /// Static friction coefficient [1], >= mu_k
    pub mu_s: f64,
    /// Sliding friction coefficient [1], >= 0
    pub mu_k: f64,
    /// Coefficient of restitution [1], 0...1
    pub e: f64,
    pub hypothesis: asperity_hypothesis,
}

/// A part of an impact in the plane: compression or restitution.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_phase {
    /// Impulse on body i [N s] along n, t
    pub impulse: [f64; 2],
    /// Work of its normal part on the bodies [J]
    pub work_normal: f64,
    /// Work of friction on the bodies [J], never positive
    pub work_friction: f64,
}

/// What an impact in the plane does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_outputs {
    /// Velocity of body i against body j after it [m/s] along n, t
    pub velocity: [f64; 2],
    pub compression: asperity_impact_phase,
    pub restitution: asperity_impact_phase,
    /// Normal impulse at which slip stops [N s]; NaN if it does not
    pub slip_stop: f64,
    pub slip_case: asperity_impact_case,
}

/// An impact in space. n points from body j to body i; n, t1, t2 are at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_spatial_inputs {
    /// W = J*M^-1*J^T at the contact [1/kg] as nn t1t1 t2t2 nt1 nt2 t1t2, positive definite; 0 along a tangent, also in
    /// its product with n, where nothing yields
    pub inverse_mass: [f64; 6],
    /// Velocity of body i against body j before [m/s] along n, t1, t2; u_n < 0, or u_n = 0 where sliding draws the bodies
    /// together
    pub velocity: [f64; 3],
    /// Static friction coefficient [1], >= mu_k
    pub mu_s: f64,
    /// Sliding friction coefficient [1], >= 0
    pub mu_k: f64,
    /// Coefficient of restitution [1], 0...1
    pub e: f64,
    pub hypothesis: asperity_hypothesis,
}

/// A part of an impact in space: compression or restitution.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_spatial_phase {
    /// Impulse on body i [N s] along n, t1, t2
    pub impulse: [f64; 3],
    /// Work of its normal part on the bodies [J]
    pub work_normal: f64,
    /// Work of friction on the bodies [J], never positive
    pub work_friction: f64,
}

/// What an impact in space does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impact_spatial_outputs {
    /// Velocity of body i against body j after it [m/s] along n, t1, t2
    pub velocity: [f64; 3],
    pub compression: asperity_impact_spatial_phase,
    pub restitution: asperity_impact_spatial_phase,
    /// Normal impulse at which slip stops [N s]; NaN if it does not
    pub slip_stop: f64,
}

fn case_of(case: Case) -> asperity_impact_case {
    match case {
        Case::ReversedOnCompression => ASPERITY_REVERSED_ON_COMPRESSION,
        Case::ReversedOnRestitution => ASPERITY_REVERSED_ON_RESTITUTION,
        Case::StickingOnCompression => ASPERITY_STICKING_ON_COMPRESSION,
        Case::StickingOnRestitution => ASPERITY_STICKING_ON_RESTITUTION,
        Case::ForwardSliding => ASPERITY_FORWARD_SLIDING,
        Case::DirectSliding => ASPERITY_DIRECT_SLIDING,
        Case::DirectSticking => ASPERITY_DIRECT_STICKING,
        Case::Jam => ASPERITY_JAM,
    }
}

/// The hypothesis of this number.
fn hypothesis_of(number: asperity_hypothesis) -> Result<Hypothesis, Refusal<'static>> {
    match number {
        ASPERITY_STRONGE => Ok(Hypothesis::Stronge),
        ASPERITY_POISSON => Ok(Hypothesis::Poisson),
        ASPERITY_NEWTON => Ok(Hypothesis::Newton),
        _ => Err(Refusal::Range { name: "hypothesis", value: f64::from(number), must: "1, 2 or 3" }),
    }
}

/// Impact of two rigid bodies at one point in the plane with Coulomb friction, by Routh's construction
/// (Wang and Kumar 1991, chapter 3).
///
/// `outputs`: written; it may be the memory of `inputs`. `text`: caller's memory of `size` bytes; written is why it is
/// refused, a text that ends with NUL, cut where it does not fit, "" if there is no fault; may be NULL.
/// ASPERITY_NULL, ASPERITY_RANGE (a coefficient or the hypothesis), ASPERITY_INPUTS (another number that is not finite, an
/// inverse mass that does not exist, bodies that do not approach), ASPERITY_OVERFLOW: `outputs` is not written. From any
/// thread.
///
/// # Safety
/// `inputs` is NULL or a live struct, `outputs` is NULL or writable, `text` is NULL or `size` writable bytes.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_impact(
    inputs: *const asperity_impact_inputs,
    outputs: *mut asperity_impact_outputs,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || {
        // SAFETY: by the caller's promise
        let given = *unsafe { read("inputs", inputs) }?;
        if outputs.is_null() {
            return Err(Refusal::Null("outputs"));
        }
        let [nn, tt, tn] = given.inverse_mass;
        let [normal, slip] = given.velocity;
        let friction = Friction { mu_s: given.mu_s, mu_k: given.mu_k };
        let hypothesis = hypothesis_of(given.hypothesis)?;
        let of = rigid::impact(&InverseMass { tt, tn, nn }, Velocity { slip, normal }, friction, hypothesis, given.e)?;
        let phase = |phase: &rigid::ImpactPhase| asperity_impact_phase {
            impulse: [phase.impulse.normal, phase.impulse.tangential],
            work_normal: phase.work.normal,
            work_friction: phase.work.tangential,
        };
        let answer = asperity_impact_outputs {
            velocity: [of.after.normal, of.after.slip],
            compression: phase(&of.compression),
            restitution: phase(&of.restitution),
            slip_stop: of.slip_stop.unwrap_or(f64::NAN),
            slip_case: case_of(of.case),
        };
        // SAFETY: not NULL, the rest by the caller's promise
        unsafe { outputs.write(answer) };
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}

/// Impact of two rigid bodies at one point in space with Coulomb friction; slip may turn. Takes some ten microseconds.
///
/// `outputs`, `text`, answers: as for asperity_impact.
///
/// # Safety
/// As for asperity_impact.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_impact_spatial(
    inputs: *const asperity_impact_spatial_inputs,
    outputs: *mut asperity_impact_spatial_outputs,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || {
        // SAFETY: by the caller's promise
        let given = *unsafe { read("inputs", inputs) }?;
        if outputs.is_null() {
            return Err(Refusal::Null("outputs"));
        }
        let [nn, t1t1, t2t2, nt1, nt2, t1t2] = given.inverse_mass;
        let w = Matrix3::new(nn, nt1, nt2, nt1, t1t1, t1t2, nt2, t1t2, t2t2);
        let friction = Friction { mu_s: given.mu_s, mu_k: given.mu_k };
        let hypothesis = hypothesis_of(given.hypothesis)?;
        let of = rigid::spatial(&w, Vector3::from(given.velocity), friction, hypothesis, given.e)?;
        let phase = |phase: &rigid::SpatialPhase| asperity_impact_spatial_phase {
            impulse: phase.impulse.into(),
            work_normal: phase.work.normal,
            work_friction: phase.work.tangential,
        };
        let answer = asperity_impact_spatial_outputs {
            velocity: of.after.into(),
            compression: phase(&of.compression),
            restitution: phase(&of.restitution),
            slip_stop: of.slip_stop.unwrap_or(f64::NAN),
        };
        // SAFETY: not NULL, the rest by the caller's promise
        unsafe { outputs.write(answer) };
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}
