//! Where the body does not answer as it was given: other contacts on it, a mass too large, a force missing from b
//! (docs/numerics.md step 23).
//!
//! N units on one body that each cancel the whole approach are Jacobi's method with up to N times too much impulse. The
//! unit sees it: the velocity has changed by a where b·H + W·p was given. It then counts on an inverse mass that is larger
//! by what it has seen, and takes what the others do as a load that stays.

use crate::physics::Vector3;
use crate::stepping::interface::past::Past;
use crate::stepping::interface::{CouplingMemory, Options, Order, Port, probe};

/// What the step is to count on.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// W_eff over W
    pub scale: f64,
    /// b of the step, where the contact bears a load and b is not as given [m/s²]; v_r is then the one measured, also in
    /// parallel order
    pub b: Option<Vector3<f64>>,
    /// Whether it is to be said that the body does not answer as given
    pub doubt: bool,
}

/// Compares the answer a = Δv − b·H to the impulse p of the last step with W·p. Before [`probe::observe`], which forgets
/// the last b. `h` [s]: length of the step to come. A mass that is trusted is right, and its answers are not judged.
pub fn observe(port: &Port, past: &Past, options: &Options, memory: &mut CouplingMemory, h: f64) -> Counted {
    let last = memory.h;
    let mut check = memory.check;
    let asks = memory.waiting > 0 || memory.pulse.waits() || memory.is_mass_open(options);
    let is_order_open = options.order.or(memory.found).is_none();
    if last == 0.0 || !options.b_known || options.mass_known || asks || is_order_open {
        return Counted { scale: check.scale.max(1.0), b: None, doubt: false };
    }
    let n = port.frame.normal;
    let impulse = probe::applied_impulse(options, memory);
    let factor = memory.fraction_of_w();
    let (v_r, change) = (&past.now.linear, past.change().linear);
    let answer = change - past.free().linear * last;
    let response = port.response(&impulse).linear;
    let expected = response * factor;
    let free = past.free_now.linear;
    // b may have moved anyhow within the step; of several contacts, each part of it from another end
    let missed = (norm(&(answer - expected)) - last * norm(&(free - past.free_then.linear))).max(0.0);
    check.missed = missed.min(check.missed + LASTING * (missed - check.missed));
    let rest = norm(&free) * h + check.missed;

    let mut doubt = false;
    let size = norm(&expected);
    // what asks for mass and order is no load
    let is_pulse = |response: &Vector3<f64>| norm(response) * factor <= PULSE * (norm(v_r) + rest);
    if size > 0.0 && !is_pulse(&response) {
        let rounding = ROUNDED * (norm(v_r) + norm(&memory.v_r.linear) + rest);
        check.doubts = if missed <= RIGHT * size + rounding {
            check.doubts.saturating_sub(1)
        } else if n.dot(&answer) >= CLEAR * n.dot(&expected) {
            check.doubts.saturating_add(ENOUGH)
        } else {
            // an impact of a body that turns fast misses as much along its slip with everything given, but not for long
            check.doubts.saturating_add(ENOUGH / 10)
        };
        if check.doubts >= ENOUGH {
            // by what another impulse has changed: a load that stays is none of the answer
            let by = norm(&(expected - past.turned_vector(&check.expected)));
            let seen = norm(&(answer - past.turned_vector(&check.answer)));
            let measured = if by > NEW * size.max(rest) { seen / by } else { 0.0 };
            check.scale = (MARGIN * measured).max(check.scale).clamp(1.0, MOST);
        } else if check.doubts == 0 {
            check.scale = 0.0;
        }
        doubt = check.doubts >= TOLD;
    }
    (check.expected, check.answer) = (expected, answer);

    let scale = check.scale.max(1.0);
    let flies = || is_pulse(&port.response(&memory.returned_impulse).linear) && is_pulse(&response);
    let bears = (check.scale > 0.0 && !flies()).then(|| {
        // b·H under which the impulse returned last would balance the contact
        let balanced = port.response(&memory.returned_impulse).linear * (-factor * scale * h / last);
        // an impact's impulse is no load
        let fraction = (BORNE * rest / norm(&answer)).min(1.0);
        match memory.order(options) {
            Order::Sequential => {
                let parts = if rest > 0.0 { (2.0 - 2.0 * n.dot(v_r) / rest).clamp(0.0, 1.0) } else { 1.0 };
                let trend = if fraction < 1.0 { Vector3::zeros() } else { change };
                (balanced * (fraction * parts), trend)
            }
            Order::Parallel => {
                let load = past.turned_vector(&check.load) * (1.0 - SLOW) + balanced * SLOW;
                (load * fraction.min(2.0 * scale * rest / norm(&load)), v_r * (DAMPED - 1.0))
            }
        }
    });
    check.load = bears.map_or(free * h, |(load, _)| load);
    memory.check = check;
    Counted { scale, b: bears.map(|(load, trend)| (trend + load) / h), doubt }
}

fn norm(v: &Vector3<f64>) -> f64 {
    v.dot(v).sqrt()
}

/// Fraction of |W·p| within which an answer is right: what turning normals and arms make of one.
const RIGHT: f64 = 0.1;

/// Fraction of the velocities that is rounding.
const ROUNDED: f64 = 1e-6;

/// An answer along n that is so many times the given one leaves no doubt.
const CLEAR: f64 = 1.5;

/// Weight of doubts from which the unit counts on another W: one clear answer, or ten.
const ENOUGH: u8 = 20;

/// Weight from which it is said: three clear answers, or thirty.
const TOLD: u8 = 60;

/// Fraction of the velocities up to which an impulse is one that only asks.
const PULSE: f64 = 1e-3;

/// Weight of the newest |a − W·p| where it grows.
const LASTING: f64 = 0.3;

/// W_eff over what an answer has shown: other motions of the body answer more.
const MARGIN: f64 = 2.0;

/// Fraction by which an impulse must differ from the last one, or from the one at rest, to show W.
const NEW: f64 = 0.1;

/// Largest W_eff over W.
const MOST: f64 = 24.0;

/// Maximum of that all contacts together may count as load, over b·H.
const BORNE: f64 = 1.5;

/// Parallel order: weight of the newest load, and fraction of the velocity that is cancelled.
const SLOW: f64 = 0.06;
const DAMPED: f64 = 0.5;
