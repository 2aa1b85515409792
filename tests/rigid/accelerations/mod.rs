//! Forces and accelerations at contacts against closed forms, numbers computed elsewhere, and the conditions themselves.

mod certificate;
mod closed_forms;
mod disc;
mod grip;
mod judge;
mod random;
mod refusals;
mod several;

use asperity::rigid::acceleration::{
    AccelerationOutcome, ContactMotion, ContactProblem, ContactState, FrictionMap, RigidContact, Verdict, accelerations,
};
use nalgebra::{DMatrix, DVector, Vector3};

pub const LINE: FrictionMap = FrictionMap::Line;

pub fn rolling(mu: f64, map: FrictionMap) -> RigidContact {
    RigidContact { mu, map, motion: ContactMotion::Rolling }
}

pub fn sliding(mu: f64, map: FrictionMap, v: [f64; 3]) -> RigidContact {
    RigidContact { mu, map, motion: ContactMotion::Sliding { v: v.into() } }
}

pub fn problem<const N: usize>(a: [[f64; N]; N], b: [f64; N], contacts: &[RigidContact]) -> ContactProblem {
    ContactProblem {
        a: DMatrix::from_row_slice(N, N, &a.concat()),
        b: DVector::from_row_slice(&b),
        contacts: DVector::from_row_slice(contacts),
    }
}

/// Solved, and judged.
#[track_caller]
pub fn solved(problem: &ContactProblem) -> AccelerationOutcome {
    let outcome = accelerations(problem).unwrap();
    assert_eq!(outcome.verdict, Verdict::Solved, "{problem:?}\n{outcome:?}");
    judge::assert_solution(problem, &outcome.solution);
    outcome
}

#[track_caller]
pub fn assert_near(found: &DVector<f64>, expected: &[f64], tolerance: f64) {
    let expected = DVector::from_row_slice(expected);
    let size = expected.amax().max(1.0);
    assert!((found - &expected).amax() <= tolerance * size, "{found:?} instead of {expected:?}");
}
