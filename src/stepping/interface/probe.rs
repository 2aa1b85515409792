//! What the measured velocities tell: whether the mass is right, and the free acceleration where it is not given
//! (docs/numerics.md step 4, step 16, step 17).
//!
//! An impact inside one step under a wrong mass m̂ throws the body back with (1+e)m̂/m − 1, and what is gained cannot
//! be taken back: contact does not pull. So the first impact sends no more than a body of a quarter of the mass would
//! need to be stopped, measures the answer, repeats what has passed meanwhile with the mass it shows, and sends the
//! rest. In parallel order the answer comes one step later, and that step sends nothing.

use crate::physics::rotation;
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::{Carried, Options, Order, Port, Spatial};

/// Least true mass as a share κ of the given one: down to it nothing is gained.
const LEAST_MASS: f64 = 0.25;

/// Share of the approach speed that an impulse must change for its answer to be measured: the rounding of the host's
/// velocities is then below 1e-9 of it, and what it does under a wrong mass is below 1e-6·v.
const MEASURABLE: f64 = 1e-6;

/// A mass that shows itself this close to the given one is taken as given: turning normals, changing W and other
/// contacts answer, too.
const RIGHT: f64 = 0.01;

/// Weight of the newest estimate of b: at rest, with a mass m̂, the estimate is stable only below 2·m/m̂.
const NEWEST: f64 = 0.5;

/// What the last step has taught.
pub struct Observed {
    /// b and b_w [m/s², rad/s²], given or estimated
    pub b: Spatial,
    /// Share of W, 1 until it is measured
    pub factor: f64,
    /// Energy gained because the mass is smaller than given [J]
    pub gained: f64,
}

/// Compares `v_r`, measured now, with what the impulse of the last step should have made of it. Updates factor and
/// estimate in `carried`.
pub fn observe(port: &Port, v_r: &Spatial, options: &Options, carried: &mut Carried) -> Observed {
    let impulse = sent(options, carried);
    let begun = match options.order {
        Order::Sequential => carried.begun,
        Order::Parallel => carried.begun_before,
    };
    let h = carried.h;
    let first = h == 0.0;
    // In the directions of now: the contact frame has turned since.
    let turned = |v: &_| rotation::turned(v, &(port.frame.omega_c * h));
    let before = Spatial { linear: turned(&carried.v_r.linear), angular: turned(&carried.v_r.angular) };
    let change = *v_r - before;
    let n = port.frame.normal;
    // b moved from what the host told at that step's start to what it tells now
    let now = port.free();
    let then = if options.b_known && !first { carried.b } else { now };
    let between = (then + now) * 0.5;
    let moved = n.dot(&(now.linear - then.linear)).abs();
    if carried.waiting == 1 {
        let expected = n.dot(&port.response(&impulse).linear);
        let answer = n.dot(&(change.linear - between.linear * h)) / expected;
        // where b does not tell the free motion, the answer does not tell the mass
        let is_clear = (carried.stray + 0.5 * moved) * h <= RIGHT * expected.abs();
        let is_mass = is_clear && answer.is_finite() && answer > 0.0 && (answer - 1.0).abs() > RIGHT;
        carried.factor = if is_mass { answer } else { 1.0 };
    }
    let factor = if carried.factor > 0.0 { carried.factor } else { 1.0 };
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
    // work of the impulse on the moving port, less what the inside thought it did
    let surplus_of = |b: Spatial| impulse.dot(&(carried.v_r - begun + (change - b * h - by_contact) * 0.5));
    let surplus = if options.b_known { surplus_of(then).min(surplus_of(now)) } else { surplus_of(b) };
    let counts = options.b_known && !first && carried.waiting == 0 && surplus > RIGHT * 0.5 * impulse.dot(&by_contact);
    if options.b_known {
        carried.b = now;
    }
    Observed { b, factor, gained: if counts { surplus } else { 0.0 } }
}

/// Impulse that the host has applied over the last step [N·s, N·m·s].
pub fn sent(options: &Options, carried: &Carried) -> Spatial {
    match options.order {
        Order::Sequential => carried.sent,
        Order::Parallel => carried.sent_before,
    }
}

/// Whether the mass is still to be measured.
pub fn is_due(options: &Options, carried: &Carried) -> bool {
    !options.mass_known && options.b_known && carried.factor == 0.0
}

/// Share of `impulse` that a probe may send, J_c = min(J, κ·m̂·v) with the fastest approach v of the step, if its
/// answer can be measured.
pub fn share(mechanics: &Mechanics, impulse: f64, rate: f64, h: f64) -> Option<f64> {
    let fastest = rate.max(0.0) + mechanics.b_n.max(0.0) * h;
    let share = (LEAST_MASS * fastest / (mechanics.w * impulse)).min(1.0);
    (mechanics.w * impulse * share > MEASURABLE * fastest && share > 0.0).then_some(share)
}
