//! What the measured velocities tell: whether the mass is right, and the free acceleration where it is not given
//! (docs/numerics.md step 4, step 16, step 17).
//!
//! An impact inside one step under a wrong mass m̂ throws the body back with (1+e)m̂/m − 1, and what is gained cannot
//! be taken back: contact does not pull. So a pulse asks for the mass before the first impact ([`super::order`]). Where there is
//! no time for it, that impact returns no more than a body of a quarter of the mass would need to be stopped, measures
//! the answer, repeats what has passed meanwhile with the mass it shows, and returns the rest. In parallel order the
//! answer comes one step later, and that step returns nothing.

use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::order::{MeasuredResponse, ROUNDED};
use crate::stepping::interface::past::Past;
use crate::stepping::interface::{CouplingMemory, Options, Order, Port, Spatial};

/// Lower limit of the true mass as a fraction κ of the given one: down to it nothing is gained.
const LEAST_MASS: f64 = 0.25;

/// Fraction of the approach speed that an impulse must change for its answer to be measured: the rounding of the importer's
/// velocities is then below 1e-9 of it, and what it does under a wrong mass is below 1e-6·v.
const MEASURABLE: f64 = 1e-6;

/// Weight of the newest estimate of b: at rest, with a mass m̂, the estimate is stable only below 2·m/m̂.
const NEWEST: f64 = 0.5;

/// What the last step has taught.
pub struct MassEstimate {
    /// b and b_w [m/s², rad/s²], given or estimated
    pub b: Spatial,
    /// Fraction of W, 1 until it is measured
    pub factor: f64,
}

/// Compares the velocity of now with what the impulse of the last step should have made of it. Updates factor and
/// estimate in `memory`.
pub fn observe(port: &Port, past: &Past, options: &Options, memory: &mut CouplingMemory) -> MassEstimate {
    let h = memory.h;
    let first = h == 0.0;
    let n = port.frame.normal;
    let (v_r, now) = (past.now, past.free_now);
    let change = past.change();
    let is_told = options.b_known && !first;
    let between = if is_told { past.free() } else { now };
    let moved = if is_told { n.dot(&(now.linear - past.free_then.linear)).abs() } else { 0.0 };
    let along = |impulse: &Spatial| past.along_normal.dot(impulse);
    if is_told {
        let fastest = n.dot(&v_r.linear).abs() + n.dot(&now.linear).abs() * h;
        let answer = MeasuredResponse {
            change: n.dot(&(change.linear - between.linear * h)),
            if_sequential: along(&memory.returned_impulse),
            if_parallel: along(&memory.returned_impulse_before),
            noise: (memory.unexplained_acceleration + 0.5 * moved) * h,
            least: ROUNDED * fastest,
        };
        if let Some(fraction) = memory.learn(options, &answer)
            && memory.is_mass_open(options)
        {
            memory.factor = fraction;
        }
        if memory.waiting == 1 {
            memory.factor = answer.factor(along(&applied_impulse(options, memory))).unwrap_or(1.0);
        }
    }
    let impulse = applied_impulse(options, memory);
    let factor = memory.fraction_of_w();
    if !options.b_known && !first {
        let newest = (change - port.response(&impulse) * factor) / h;
        let weight = if memory.b.is_zero() { 1.0 } else { NEWEST };
        memory.b += (newest - memory.b) * weight;
    }
    let b = if options.b_known { now } else { memory.b };
    if !first && impulse.is_zero() {
        let mean = if options.b_known { between } else { b };
        memory.unexplained_acceleration = (n.dot(&(change.linear / h - mean.linear)).abs() - 0.5 * moved).max(0.0);
    }
    if options.b_known {
        memory.b = now;
    }
    MassEstimate { b, factor }
}

/// Impulse that the importer has applied over the last step [N·s, N·m·s].
pub fn applied_impulse(options: &Options, memory: &CouplingMemory) -> Spatial {
    match memory.order(options) {
        Order::Sequential => memory.returned_impulse,
        Order::Parallel => memory.returned_impulse_before,
    }
}

/// Fraction of `impulse` that a probe may return, J_c = min(J, κ·m̂·v) with the fastest approach v of the step, if its
/// answer can be measured.
pub fn fraction(mechanics: &Mechanics, impulse: f64, rate: f64, h: f64) -> Option<f64> {
    let fastest = fastest(mechanics, rate, h);
    let fraction = (LEAST_MASS * fastest / (mechanics.w * impulse)).min(1.0);
    (mechanics.w * impulse * fraction > MEASURABLE * fastest && fraction > 0.0).then_some(fraction)
}

/// Whether `impulse` does so little that it can wait for the answer to a probe.
pub fn can_wait(mechanics: &Mechanics, impulse: f64, rate: f64, h: f64) -> bool {
    let change = mechanics.w * impulse;
    change > 0.0 && change <= MEASURABLE * fastest(mechanics, rate, h)
}

fn fastest(mechanics: &Mechanics, rate: f64, h: f64) -> f64 {
    rate.max(0.0) + mechanics.b_n.max(0.0) * h
}
