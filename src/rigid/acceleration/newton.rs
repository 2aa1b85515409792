//! Semismooth Newton on the natural map.

use crate::rigid::acceleration::elimination::Elimination;
use crate::rigid::acceleration::natural_map::{map_at, residual, steps};
use crate::rigid::acceleration::reduced::Reduced;
use nalgebra::DVector;

/// Residual that counts as solved, as in the complementarity problems.
pub const TOLERANCE: f64 = 1e-12;
/// Steps before a start is given up; a dozen is much.
const STEPS: usize = 80;
/// Halvings of a step.
const HALVINGS: usize = 30;
/// Fraction of the decrease promised that is asked for.
const DECREASE: f64 = 1e-4;

pub struct Reached {
    pub x: DVector<f64>,
    pub residual: f64,
}

/// From `start` until the residual no longer falls.
pub fn newton(problem: &Reduced, start: &DVector<f64>) -> Reached {
    let steps = steps(problem);
    let mut x = start.clone();
    let mut best = Reached { residual: residual(problem, &steps, &x), x: x.clone() };
    for _ in 0..STEPS {
        let at = map_at(problem, &steps, &x);
        let merit = at.value.dot(&at.value);
        if merit == 0.0 {
            break;
        }
        let step = Elimination::new(&at.slope).solve(&-&at.value);
        let mut share = 1.0;
        let mut next = None;
        for _ in 0..HALVINGS {
            let trial = &x + &step * share;
            let value = map_at(problem, &steps, &trial).value;
            let reached = value.dot(&value);
            if reached <= (1.0 - DECREASE * share) * merit {
                next = Some(trial);
                break;
            }
            share *= 0.5;
        }
        let Some(next) = next else { break };
        x = next;
        let reached = residual(problem, &steps, &x);
        if reached < best.residual {
            best = Reached { x: x.clone(), residual: reached };
        } else if best.residual <= TOLERANCE {
            break;
        }
    }
    best
}
