//! Whether the contact gives the bodies more energy than it has got from them (docs/numerics.md step 24).
//!
//! A constant force of impulse p over a step does the work p·½(v₀ + v₁) on the bodies, whatever their masses are and
//! whatever else acts on them, and v_r is measured at both ends. A contact is passive: from any time on it gives no
//! more than what is stored in it and on its way to the bodies at that time.

use crate::stepping::interface::answers::EnergyBalance;
use crate::stepping::interface::past::Past;
use crate::stepping::interface::{CouplingMemory, Options, Order, Port};

/// Fraction of the turnover that a surplus may have: turning normals and arms change the work of an impulse, too,
const RIGHT: f64 = 0.01;
/// and this fraction for each radian by which they turn in a step.
const TURNING: f64 = 4.0;

/// A surplus below so many times ½·u²/W_nn, u what b or the load brings in one step, is not given from a body that comes to rest.
const UNSEEN: f64 = 6.0;

/// Weight of the newest impulse where the load grows: of an impact it is little.
const BORNE: f64 = 0.02;

/// Steps in a row from which a surplus counts: of two steps that give momentum and place the first gives more than is due.
const LASTING: u8 = 4;

/// Fraction of the speed from which the answer to an impulse shows the mass.
const CLEAR: f64 = 0.02;

/// … and from which it is remembered: a pulse that asks for mass and order is less.
const SEEN: f64 = 1e-3;

/// Energy that has come from nothing [J], once it is too much; else 0. After [`probe::observe`](super::probe::observe), which learns the order
/// and b; `was`: the order before that; `stored`: energy in the contact [J].
pub fn observe(
    port: &Port,
    past: &Past,
    options: &Options,
    memory: &mut CouplingMemory,
    stored: f64,
    was: Order,
) -> f64 {
    let h = memory.h;
    let order = memory.order(options);
    let n = port.frame.normal;
    let factor = memory.fraction_of_w();
    let w = n.dot(&past.along_normal.linear) * factor;
    let b_n = n.dot(&memory.b.linear);
    // the work that lifts the bodies out of an overlap, against what presses them together
    let lift = port.frame.penetration.max(0.0) * (-b_n).max(0.0) / w;
    if h == 0.0 {
        // bodies may start in contact
        memory.balance.surplus = 0.0 - (stored + lift);
        return 0.0;
    }

    let (returned, pending) = (past.turned(&memory.returned_impulse), past.turned(&memory.pending.impulse));
    // two steps ago
    let returned_before = past.turned(&past.turned(&memory.returned_impulse_before));
    let (impulse, bend, due, elsewhere) = match order {
        Order::Sequential => (&returned, memory.bend, pending, &returned_before),
        Order::Parallel => (&returned_before, memory.bend_before, pending + returned, &returned),
    };
    // turned alike, impulse and velocities work as they have; a slope s works with b: s·b·H³/12
    let work = 0.5 * impulse.dot(&(past.before + past.now)) + bend * b_n / w;
    let to_come = due.dot(&(past.now + port.response(&due) * (0.5 * factor)));
    let to_give = (stored + to_come).max(0.0) + lift;
    let before = memory.balance;
    let surplus = if was != order {
        // all before has been otherwise
        work
    } else if memory.waiting > 0 {
        // the repetition will say what is stored
        before.surplus + work
    } else {
        // which zero the larger is depends on the build
        (before.surplus + work).max(-to_give) + 0.0
    };
    let is_still = impulse.is_zero() && due.is_zero();
    let flies = is_still && memory.waiting == 0 && stored == 0.0;
    let motion = 0.5 * memory.v_r.linear.dot(&memory.v_r.linear) / w;
    let turnover = match before {
        // what it has made of the bodies is no measure for it
        EnergyBalance { lasting: 1.., turnover, .. } => turnover,
        EnergyBalance { .. } if flies => motion,
        EnergyBalance { turnover, .. } => turnover.max(motion),
    };
    let [expected, other] = [impulse, elsewhere].map(|of| factor * past.along_normal.dot(of));
    let free = if options.b_known { n.dot(&past.free().linear) } else { b_n };
    let answer = n.dot(&past.change().linear) - free * h;
    let speed = memory.v_r.linear.dot(&memory.v_r.linear).sqrt();
    if expected.abs().max(other.abs()) > SEEN * speed {
        memory.evidence.note(answer, expected, other, h);
    }
    let is_clear = expected.abs() > CLEAR * speed;
    let lighter = if is_clear { (answer / expected).max(before.lighter) } else { before.lighter };
    let lighter = if flies { 1.0 } else { lighter.max(1.0) };
    // the load of others is not in b
    let load = expected.min(before.load + BORNE * (expected - before.load)).max(0.0) + 0.0;
    let brought = load.max((b_n * h).abs());
    let allowed = (RIGHT + TURNING * port.turning_angle) * turnover / lighter + UNSEEN * 0.5 * brought * brought / w;
    let is_much = surplus > allowed;
    let lasting = if is_much { before.lasting + 1 } else { 0 };
    let counts = lasting >= LASTING;
    memory.balance = if counts {
        EnergyBalance { surplus: -to_give, turnover, lighter, load, lasting: 0 }
    } else {
        EnergyBalance { surplus, turnover, lighter, load, lasting }
    };
    if counts { surplus } else { 0.0 }
}
