//! When two bodies that meet in a point do so within a sub-step (docs/numerics.md step 37).

use crate::meet::{self, Candidate, Place};
use crate::physics::kinematics::Approach;
use crate::physics::{Body, Inputs, Parameters, inputs};
use crate::stepping::bodies::{MovingBody, inputs_of};

/// Trials to find it: the way over an edge that is only just passed becomes half as long in each.
const TRIALS: u32 = 20;

/// Distance at which bodies have met [m].
const MET: f64 = 1e-9;

/// A body as it moves on if nothing meets it.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    pub body: &'a MovingBody,
    /// Something holds it: loads do not accelerate it
    pub is_held: bool,
}

impl Course<'_> {
    /// Where it is after `t` [s].
    pub fn after(&self, t: f64) -> Body<f64> {
        self.body.after(t, !self.is_held)
    }
}

/// After which time two bodies that approach touch as they move on, or are nearest to each other [s], by Newton's steps. None if they touch now, or do not
/// within `h` [s] at their speed of now, or may meet by their edges.
pub fn time_to_meet(laws: &Parameters<f64>, place: Place<f64>, [i, j]: [&Course; 2], h: f64) -> Option<f64> {
    let mut t = 0.0;
    for trial in 0..TRIALS {
        let inputs = inputs_of(&i.after(t), &j.after(t));
        let Approach { penetration: x, penetration_rate: rate } = if place.has_edges() {
            approach_of_round(laws, place, &inputs, h)?
        } else {
            meet::approach_of(place, &inputs, None)
        };
        let has_met = if trial == 0 { x > -MET } else { x.abs() <= MET };
        let next = t - x / rate;
        let is_within = next > 0.0 && next < h;
        if has_met || rate <= 0.0 || !is_within {
            break;
        }
        t = next;
    }
    (t > 0.0).then_some(t)
}

/// How a cylinder or a cone comes near the face of another body; None where it is over none.
fn approach_of_round(laws: &Parameters<f64>, place: Place<f64>, inputs: &Inputs<f64>, h: f64) -> Option<Approach<f64>> {
    let mut lowest: Option<Candidate> = None;
    meet::round_candidates(laws, place, inputs, [f64::INFINITY, h], &mut |candidate| {
        if lowest.is_none_or(|lowest| candidate.gap < lowest.gap) {
            lowest = Some(candidate);
        }
    });
    lowest.map(|Candidate { points: [point, _], normal, gap, .. }| {
        let v_r = inputs::relative_velocity(&inputs.body_i, &inputs.body_j, &point);
        Approach { penetration: -gap, penetration_rate: -normal.dot(&v_r) }
    })
}
