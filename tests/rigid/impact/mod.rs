//! Rigid-body impact against hand calculations, conservation laws, and an integration over the normal impulse that
//! knows no cases.

mod bodies;
mod by_hand;
mod closed_forms;
mod coefficients;
mod homogeneous;
mod integration;
mod jam;
mod random;
mod reference;
mod refusals;
mod rods;
mod simultaneous;
mod spatial;

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::{assert_close, assert_relative};
use asperity::rigid::{Body, Case, Fault, Friction, Hypothesis, Impulse, InverseMass, Outcome, Velocity, impact};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const fn w(tt: f64, tn: f64, nn: f64) -> InverseMass {
    InverseMass { tt, tn, nn }
}

const fn u(slip: f64, normal: f64) -> Velocity {
    Velocity { slip, normal }
}

#[track_caller]
fn solve(w: &InverseMass, before: Velocity, mu: f64, hypothesis: Hypothesis, e: f64) -> Outcome {
    impact(w, before, Friction::coulomb(mu), hypothesis, e)
        .unwrap_or_else(|fault| panic!("{w:?} {before:?} mu {mu} e {e}: {fault}"))
}

/// ½·uᵀ·W⁻¹·u [J]: the part of the kinetic energy that an impulse at the contact point can change.
fn kinetic_energy(w: &InverseMass, u: Velocity) -> f64 {
    let determinant = w.tt * w.nn - w.tn * w.tn;
    0.5 * (w.nn * u.slip * u.slip - 2.0 * w.tn * u.slip * u.normal + w.tt * u.normal * u.normal) / determinant
}

/// Friction of μ = 0.5 holds, 1 ≤ 0.5·4; du_n/dP_n = 1/2 sliding forward, 3/4 in stick.
const HELD: InverseMass = w(4.0, 1.0, 1.0);
/// Friction of μ = 0.5 does not hold, 1 > 0.5·1; du_n/dP_n = 9/2 sliding backward (u_t < 0), 7/2 forward.
const LOOSE: InverseMass = w(1.0, 1.0, 4.0);
