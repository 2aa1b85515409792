//! What the measured velocities tell: whether the mass is right, and the free acceleration where it is not given
//! (docs/numerics.md step 4, step 16, step 17).
//!
//! An impact inside one step under a wrong mass m̂ throws the body back with (1+e)m̂/m − 1, and what is gained cannot
//! be taken back: contact does not pull. So a pulse asks for the mass before the first impact ([`super::order`]). Where there is
//! no time for it, that impact sends no more than a body of a quarter of the mass would need to be stopped, measures
//! the answer, repeats what has passed meanwhile with the mass it shows, and sends the rest. In parallel order the
//! answer comes one step later, and that step sends nothing.

use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::order::{Answer, ROUNDED};
use crate::stepping::interface::past::Past;
use crate::stepping::interface::{Carried, Options, Order, Port, Spatial};

/// Least true mass as a share κ of the given one: down to it nothing is gained.
const LEAST_MASS: f64 = 0.25;

/// Share of the approach speed that an impulse must change for its answer to be measured: the rounding of the host's
/// velocities is then below 1e-9 of it, and what it does under a wrong mass is below 1e-6·v.
const MEASURABLE: f64 = 1e-6;

/// Weight of the newest estimate of b: at rest, with a mass m̂, the estimate is stable only below 2·m/m̂.
const NEWEST: f64 = 0.5;

/// What the last step has taught.
pub struct Observed {
    /// b and b_w [m/s², rad/s²], given or estimated
    pub b: Spatial,
    /// Share of W, 1 until it is measured
    pub factor: f64,
}

/// Compares the velocity of now with what the impulse of the last step should have made of it. Updates factor and
/// estimate in `carried`.
pub fn observe(port: &Port, past: &Past, options: &Options, carried: &mut Carried) -> Observed {
    let h = carried.h;
    let first = h == 0.0;
    let n = port.frame.normal;
    let (v_r, now) = (past.now, past.free_now);
    let change = past.change();
    let is_told = options.b_known && !first;
    let between = if is_told { past.free() } else { now };
    let moved = if is_told { n.dot(&(now.linear - past.free_then.linear)).abs() } else { 0.0 };
    let along = |impulse: &Spatial| n.dot(&port.response(impulse).linear);
    if is_told {
        let fastest = n.dot(&v_r.linear).abs() + n.dot(&now.linear).abs() * h;
        let answer = Answer {
            change: n.dot(&(change.linear - between.linear * h)),
            sent: along(&carried.sent),
            before: along(&carried.sent_before),
            noise: (carried.stray + 0.5 * moved) * h,
            least: ROUNDED * fastest,
        };
        if let Some(share) = carried.learn(options, &answer)
            && carried.is_mass_open(options)
        {
            carried.factor = share;
        }
        if carried.waiting == 1 {
            carried.factor = answer.factor(along(&sent(options, carried))).unwrap_or(1.0);
        }
    }
    let impulse = sent(options, carried);
    let factor = carried.share_of_w();
    let by_contact = port.response(&impulse) * factor;
    if !options.b_known && !first {
        let newest = (change - by_contact) / h;
        let weight = if carried.b == Spatial::zero() { 1.0 } else { NEWEST };
        carried.b += (newest - carried.b) * weight;
    }
    let b = if options.b_known { now } else { carried.b };
    if !first && impulse == Spatial::zero() {
        let mean = if options.b_known { between } else { b };
        carried.stray = (n.dot(&(change.linear / h - mean.linear)).abs() - 0.5 * moved).max(0.0);
    }
    if options.b_known {
        carried.b = now;
    }
    Observed { b, factor }
}

/// Impulse that the host has applied over the last step [N·s, N·m·s].
pub fn sent(options: &Options, carried: &Carried) -> Spatial {
    match carried.order(options) {
        Order::Sequential => carried.sent,
        Order::Parallel => carried.sent_before,
    }
}

/// Share of `impulse` that a probe may send, J_c = min(J, κ·m̂·v) with the fastest approach v of the step, if its
/// answer can be measured.
pub fn share(mechanics: &Mechanics, impulse: f64, rate: f64, h: f64) -> Option<f64> {
    let fastest = fastest(mechanics, rate, h);
    let share = (LEAST_MASS * fastest / (mechanics.w * impulse)).min(1.0);
    (mechanics.w * impulse * share > MEASURABLE * fastest && share > 0.0).then_some(share)
}

/// Whether `impulse` does so little that it can wait for the answer to a probe.
pub fn can_wait(mechanics: &Mechanics, impulse: f64, rate: f64, h: f64) -> bool {
    let change = mechanics.w * impulse;
    change > 0.0 && change <= MEASURABLE * fastest(mechanics, rate, h)
}

fn fastest(mechanics: &Mechanics, rate: f64, h: f64) -> f64 {
    rate.max(0.0) + mechanics.b_n.max(0.0) * h
}
