//! Impacts of rigid bodies at one point: in the plane, in space with slip that turns, and with slip that turns and stops.

use super::Case;
use asperity::rigid::{Friction, Hypothesis, InverseMass, Velocity, impact, spatial};
use nalgebra::{Matrix3, Vector3};

/// Coefficient of restitution.
const E: f64 = 0.6;

pub fn impacts() -> Vec<Case> {
    let w = Matrix3::new(1.6, -0.9, 0.5, -0.9, 2.4, 0.3, 0.5, 0.3, 3.0);
    let in_space = |name: &'static str, mu: f64| {
        Case::new(name, (w, Vector3::new(-1.0, 0.8, -0.5)), move |(w, before)| {
            let outcome = spatial(w, *before, Friction::coulomb(mu), Hypothesis::Stronge, E);
            outcome.map_or(f64::NAN, |outcome| outcome.after[0])
        })
    };
    let plane = (InverseMass { tt: 2.4, tn: -0.9, nn: 1.6 }, Velocity { slip: 0.8, normal: -1.0 });
    vec![
        Case::new("impact, in the plane", plane, |(w, before)| {
            let outcome = impact(w, *before, Friction::coulomb(0.6), Hypothesis::Stronge, E);
            outcome.map_or(f64::NAN, |outcome| outcome.after.normal)
        }),
        in_space("impact in space, slip turns", 0.25),
        in_space("impact in space, slip turns and stops", 0.6),
    ]
}
