//! What closes within a step that the forces of the step do not know of (docs/numerics.md step 34).

use crate::rigid::cones::{COORDINATES, Side};
use crate::rigid::multibody::impacts::{AT_ONCE, CLOSE, TOUCHING};
use crate::rigid::multibody::motion::relative;
use crate::rigid::multibody::work::Work;
use crate::rigid::multibody::{Contact, Stepper};
use crate::rigid::time_stepping::time_to_touch;

/// Way by which a force that is held over a step may lift what an impact elsewhere has opened [m].
const LIFTED: f64 = 1e-6;

impl Stepper {
    /// Time [s] up to which the last step is right, of the same contacts and length: within it an impact has met a body that others have held
    /// meanwhile, or bodies have come to overlap. None if all of it is.
    ///
    /// The impulses of lasting contact are those of a force that is held over the step, or from the last impact of its bodies on.
    pub fn right_until(&mut self, contacts: &[Contact], h: f64) -> Option<f64> {
        let Stepper { work, stepped, .. } = self;
        work.changed.fill([0.0; COORDINATES]);
        work.earliest.fill(f64::INFINITY);
        for (k, contact) in contacts.iter().enumerate() {
            let stepped = &stepped[k];
            let along = work.along(k, stepped.lasting);
            let moment = work.moment_of_lasting(k, contact, along, h);
            let presses = along[0] > 0.0 || contact.held.normal > 0.0;
            let from = if stepped.is_struck { stepped.struck_after } else { 0.0 };
            for side in work.sides[k].iter().flatten() {
                let change = side.change(moment);
                (0..COORDINATES).for_each(|i| work.changed[side.body()][i] += change[i]);
                if presses {
                    let earliest = &mut work.earliest[side.body()];
                    *earliest = earliest.min(from);
                }
            }
        }
        let mut until = f64::INFINITY;
        for (k, contact) in contacts.iter().enumerate() {
            let (sides, stepped) = (&work.sides[k], &stepped[k]);
            if stepped.is_struck {
                let t = stepped.struck_after;
                let is_before = |side: &Side| work.earliest[side.body()] < t;
                if t > AT_ONCE * work.whole && sides.iter().flatten().any(is_before) {
                    // what has come to rest before is held by other forces since then
                    until =
                        sides.iter().flatten().fold(until.min(t), |until, side| until.min(work.rested[side.body()]));
                }
                continue;
            }
            let way = relative(sides, |body| work.free[body].way(h))[0] + relative(sides, |body| work.changed[body])[0];
            let end = contact.gap + way + work.beside_way(k, contact, h);
            if contact.gap > TOUCHING && end < -CLOSE {
                let start = relative(sides, |body| work.free[body].v)[0] + work.beside(k, contact, 0.0)[0];
                let bent = 2.0 * (end - contact.gap - start * h) / (h * h);
                until = until.min(time_to_touch(-contact.gap, -start, -bent).unwrap_or(f64::INFINITY));
            }
            let presses = work.along(k, stepped.lasting)[0] > 0.0;
            if presses && end > LIFTED {
                until = until.min(comes_back(work, contact, k).unwrap_or(f64::INFINITY));
            }
        }
        (until < h).then_some(until.max(AT_ONCE * work.whole))
    }
}

/// When contact `k`, which impacts of others have opened, closes again [s]; a force that were held meanwhile would lift its bodies.
fn comes_back(work: &Work, contact: &Contact, k: usize) -> Option<f64> {
    let sides = &work.sides[k];
    let since = work.last_impact(k);
    let u = relative(sides, |body| work.held[body].velocity(since))[0] + work.beside(k, contact, since)[0];
    let b = relative(sides, |body| work.free[body].a)[0] + work.beside_rate(k, contact);
    time_to_touch(-work.gap[k].max(0.0), -u, -b).filter(|after| *after > 0.0).map(|after| since + after)
}
