//! One communication step of the interface coupling: the unit knows how its contact point moves under a force,
//! integrates the contact itself at micro-steps, and hands back the impulse as mean force and slope. Derived in
//! docs/numerics.md steps 1 to 18; the page also says where every constant of these files comes from.

mod carried;
mod cause;
mod exponential;
pub mod handback;
pub mod impulse;
mod inside;
mod interval;
mod linear;
mod local;
mod moments;
mod normal;
mod order;
mod outcome;
mod pace;
mod port;
mod probe;
mod rigid;
mod safe;
mod spatial;
mod strike;
mod surplus;
mod tangential;

pub use carried::{CARRIED, Carried};
pub use cause::{Cause, Likely};
pub use impulse::Mean;
pub use local::bears_moments;
pub use outcome::{End, MOST_CHANGES, Outcome};
pub use port::{Expected, Port, Turning, carried};
pub use rigid::{Held, is_rigid};
pub use spatial::Spatial;
pub use strike::Lowered;

use crate::physics::parameters::HandBack;
use crate::physics::{Fault, Parameters, State, Vector3, friction};
use crate::stepping::ContactState;
use handback::Owed;
use inside::Inside;
use interval::Solved;
use local::Mechanics;
use order::Asked;
use outcome::{Changes, finite};
use pace::{SHRINKS, is_same};

/// A 3×3 matrix, in world axes.
pub type Matrix3 = nalgebra::Matrix3<f64>;

/// When the host applies the force it is handed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The unit steps first, the host applies the force on the same interval.
    #[default]
    Sequential,
    /// All units step at once: the host applies the force on the next interval.
    Parallel,
}

/// How a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// None: what the bodies' answers show; sequential where b is not known
    pub order: Option<Order>,
    pub hand_back: HandBack,
    /// Most micro-steps in one step, ≥ 1; beyond, they become larger. A step that a probe repeats has as many again
    pub max_micro_steps: u32,
    /// Whether [`Port::b`] and [`Turning::b`] are given; otherwise they are estimated from the measured velocities
    pub b_known: bool,
    /// Whether [`Port::w`] is trusted; otherwise a pulse before the first impact measures it, or that impact, if b is given
    pub mass_known: bool,
}

/// One step of length `h` [s] > 0. The damping in `contact.latch` must belong to the parameters ([`Latch::refreshed`]).
///
/// docs/numerics.md step 3: in parallel order the host applies the force it was last sent over this step, and the one of this call over the
/// next: the state at t+H is predicted, and [t+H, t+2H] is integrated.
/// Errors: a result is not finite; what the caller holds stays as it was.
pub fn advance(
    parameters: &Parameters<f64>,
    port: &Port,
    contact: &ContactState,
    carried: &Carried,
    options: &Options,
    h: f64,
) -> Result<Outcome, Fault> {
    advance_along(parameters, port, contact, carried, options, h, |_| Ok(*port))
}

/// The same of bodies that turn: `at` gives the port of a force so long after the interval's start [s], `port` that of its middle.
/// An impact far from the middle is taken once more where the bodies are then (docs/numerics.md step 26).
pub fn advance_along(
    parameters: &Parameters<f64>,
    port: &Port,
    contact: &ContactState,
    carried: &Carried,
    options: &Options,
    h: f64,
    mut at: impl FnMut(f64) -> Result<Port, Fault>,
) -> Result<Outcome, Fault> {
    let n = port.frame.normal;
    let measured = port.velocity();
    let mut carried = *carried;
    let known = carried.shown_order(options);
    let judged = Port { b: port.b_measured, ..*port };
    let safe::Counted { scale, b: counted, doubt } = safe::observe(&judged, &measured.linear, options, &mut carried, h);
    let was = carried.order(options);
    let probe::Observed { mut b, mut factor } = probe::observe(&judged, &measured, options, &mut carried);
    let gained = surplus::observe(&judged, &measured, options, &mut carried, contact.stored, was);
    let told_b = n.dot(&judged.b).abs();
    let is_odd = gained > 0.0 || doubt || options.b_known && carried.evidence.is_plain(carried.h, told_b);
    let likely = is_odd.then(|| carried.evidence.likely(carried.h, told_b, carried.factor > 0.0));
    if options.b_known {
        b.linear += port.b - port.b_measured;
    }
    factor *= scale;
    b.linear = counted.unwrap_or(b.linear);
    let order = carried.order(options);
    let found = carried.shown_order(options).filter(|shown| known != Some(*shown));
    carried.penetration += handback::jump(&carried, port, &measured.linear, order);
    let mechanics = Mechanics::new(port, factor, &b);
    let yielded = |to: &Spatial| port.response(to) * factor;

    let solve_at = |port: &Port, b: &Spatial, start: &Inside, length: f64| {
        if is_rigid(parameters) {
            rigid::solve(parameters, port, factor, b, start, length)
        } else {
            let mechanics = Mechanics::new(port, factor, b);
            Ok(interval::solve(parameters, &port.frame, &mechanics, start, length, options.max_micro_steps))
        }
    };
    let solve = |start: &Inside, length: f64| solve_at(port, &b, start, length);

    let mut now = Inside::of(contact, port.frame.penetration, measured, carried.held);
    let mut changes = Changes::default();
    let ahead = carried.ahead(order, is_rigid(parameters), h);
    // of a contact that is ahead by more than the last step what is left of this one and the next
    let length = if order == Order::Parallel { (2.0 * h - ahead).max(0.0) } else { h };
    if order == Order::Parallel {
        let load = if is_rigid(parameters) { port.load(carried.h) } else { 0.0 };
        carried.hold(n.dot(&carried.sent.linear), load, h);
        now.v_r += b * ahead + yielded(&carried.sent);
        now.v_r.linear = counted.map_or(now.v_r.linear, |_| measured.linear);
        now.x -= 0.5 * ahead * n.dot(&(measured.linear + now.v_r.linear));
        if let Some(Expected { penetration, velocity }) = port.expected.filter(|_| counted.is_none()) {
            (now.x, now.v_r.linear) = (penetration, velocity);
        }
        if options.hand_back == HandBack::Line {
            now.x += carried.bend;
        }
    }
    let turn = friction::bristle_turning_rate(parameters, &port.frame) * (0.5 * h);
    let (mut stored, mut repeated) = (contact.stored, None);
    if carried.waiting > 1 {
        let waits = wait(
            contact,
            carried,
            port,
            now.seen(parameters, port, contact.stored),
            &measured,
            (order, found),
            [h, length, ahead],
        );
        return Ok(Outcome { gained, likely, ..waits });
    }
    if carried.waiting == 1 {
        let snapshot = Inside { latch: carried.snapshot.latch.refreshed(parameters), ..carried.snapshot };
        let replay = solve(&snapshot, carried.span)?;
        carried.owed = carried.owed.after(&replay.impulse, &replay.moment, 0.0);
        now = Inside { x: now.x, v_r: now.v_r, ..replay.end.turned(&turn) };
        (carried.own, carried.penetration) = (true, replay.end.x);
        changes.add(replay.changes.into_iter().flatten().skip(1), -carried.h);
        repeated = Some(replay);
    }
    // where the bodies will be once they have got what they are owed
    now.v_r += yielded(&carried.owed.impulse);
    now.x -= n.dot(&yielded(&carried.owed.moment).linear);
    let measured_x = now.x;
    if let Some(replay) = &repeated {
        stored = Inside { x: replay.end.x, ..now }.stored(parameters, port);
    }
    let own;
    (now.x, own) = if is_rigid(parameters) {
        (measured_x, false)
    } else {
        handback::penetration(&carried, port.frame.penetration, measured_x, order)
    };
    // Faster than b_n makes it in a step, the contact is in an impact and not at rest.
    let rests = n.dot(&now.v_r.linear).abs() <= mechanics.b_n.abs() * h;
    let drift = if own && rests { handback::speed(&carried, now.x, measured_x, mechanics.b_n, h) } else { 0.0 };
    let jump = now.jump(parameters, port, stored);
    if parameters.settings.track_ledger {
        now.energy.work += jump;
    }

    let by_hand = Spatial { linear: n * drift, angular: Vector3::zeros() };
    let start = Inside { v_r: now.v_r - by_hand, ..now.turned(&turn) };
    let mut solved = solve(&start, length)?;
    if let Some(centre) = solved.centre_aside(&n, h)
        && carried.waiting == 0
        && counted.is_none()
    {
        // the impact of bodies that turn, once more where they are then
        let there = at(centre)?;
        if (there.frame.normal, there.b, there.w) != (n, port.b, port.w) {
            let (to, mut b) = (there.frame.normal, b);
            b.linear += there.b - port.b;
            solved = solve_at(&there, &b, &start.carried(&n, &to), length)?;
            solved.end = solved.end.carried(&to, &n);
        }
    }
    let Solved { mut end, impulse, moment, micro_steps, capped, wholly, given, lowered, .. } = solved;
    end.v_r += by_hand;
    end = end.turned(&turn);
    let by_drift = n.dot(&impulse.linear) * drift + given;

    let was_owed = carried.owed != Owed::default();
    // as if it had come in the step of the host
    let moment = if length == h { moment } else { moment * (h / length.max(f64::MIN_POSITIVE)) };
    let due = carried.owed.after(&impulse, &moment, h);
    let flies = impulse == Spatial::zero();
    carried.waiting = 0;
    let mut reported = MOST_CHANGES;
    let approach = -n.dot(&now.v_r.linear);
    carried.longest = h.max(SHRINKS * carried.longest);
    let varies = carried.h > 0.0 && !is_same(carried.h, h);
    let handed = if carried.is_mass_open(options)
        && let Some(share) = probe::share(&mechanics, n.dot(&impulse.linear), approach, h)
    {
        carried.waiting = if order == Order::Parallel { 2 } else { 1 };
        (carried.snapshot, carried.span) = (start, length);
        // whatever follows the onset is told when the step has been repeated
        reported = 1;
        carried.owed.after(&Spatial::zero(), &Spatial::zero(), h).lent(&(impulse * share), h)
    } else if flies && let Some(pulse) = carried.pulse(options, &mechanics, &n, &start, h) {
        carried.asked = Asked::Now;
        due.lent(&pulse, h)
    } else if flies && carried.asked.waits()
        || carried.is_mass_open(options) && probe::can_wait(&mechanics, n.dot(&due.impulse.linear), approach, h)
    {
        due.lent(&Spatial::zero(), h)
    } else if repeated.is_some() && n.dot(&due.impulse.linear) < 0.0 {
        // a mass smaller than a probe can stop: contact does not pull back what it has sent too much
        Owed::default().lent(&Spatial::zero(), h)
    } else if repeated.is_some() && options.hand_back == HandBack::TwoStep {
        // its place comes so late that two steps would have to throw the bodies there
        due.handed(HandBack::Mean, h)
    } else if order == Order::Parallel && carried.longest > h {
        let load = port.load(h).min(n.dot(&due.impulse.linear)).max(0.0);
        due.spread(&Spatial { linear: n * load, angular: Vector3::zeros() }, h, carried.longest)
    } else if flies && was_owed && repeated.is_none() {
        // of a pulse nothing stays, in any host that holds the mean
        due.handed(HandBack::TwoStep, h)
    } else {
        // by two steps, contacts that do not know of each other would swing, and one whose second step has another length
        let swings = counted.is_some() || options.hand_back == HandBack::TwoStep && varies;
        due.handed(if swings { HandBack::Mean } else { options.hand_back }, h)
    };
    changes.add(solved.changes.into_iter().flatten().take(reported), ahead);

    let mut next = *contact;
    next.continuous = State { z: end.z, s_dw: end.s_dw, energy: end.energy, z_r: end.z_r };
    next.latch = end.latch;
    next.stored = end.stored(parameters, port);
    if parameters.settings.track_ledger {
        next.host_work += jump + by_drift;
    }
    // what is owed moves the bodies otherwise than the contact has
    carried.own = own || ((micro_steps > 0 || was_owed) && !is_rigid(parameters));
    carried.held = end.held;
    carried.penetration = end.x;
    carried.wholly = wholly;
    carried.lead = ahead + length - h;
    carried.owed = handed.left;
    (carried.sent_before, carried.sent) = (carried.sent, handed.impulse);
    let [force, couple] = handed.forces(h);
    let slope = Spatial { linear: force.slope, angular: couple.slope };
    carried.follow(port, &measured, h, n.dot(&yielded(&slope).linear));
    let shown = if order == Order::Parallel { start } else { end };
    let end = shown.seen(parameters, port, next.stored);
    finite(&next, [&force, &couple], &end)?;
    Ok(Outcome {
        contact: next,
        carried,
        order,
        found,
        force,
        couple,
        end,
        micro_steps: micro_steps + repeated.map_or(0, |replay| replay.micro_steps),
        capped: capped || repeated.is_some_and(|replay| replay.capped),
        gained,
        stray: carried.stray,
        changes: changes.listed,
        lowered,
        doubt,
        likely,
    })
}

/// A step that only waits for the answer to a probe: it sends nothing, and what passes meanwhile is repeated
/// afterwards.
fn wait(
    contact: &ContactState,
    carried: Carried,
    port: &Port,
    end: End,
    measured: &Spatial,
    (order, found): (Order, Option<Order>),
    [h, length, ahead]: [f64; 3],
) -> Outcome {
    let mut carried = Carried {
        waiting: carried.waiting - 1,
        span: carried.span + length,
        lead: ahead + length - h,
        owed: carried.owed.after(&Spatial::zero(), &Spatial::zero(), h),
        sent_before: carried.sent,
        sent: Spatial::zero(),
        ..carried
    };
    carried.follow(port, measured, h, 0.0);
    Outcome {
        contact: *contact,
        carried,
        order,
        found,
        force: Mean::default(),
        couple: Mean::default(),
        end,
        micro_steps: 0,
        capped: false,
        gained: 0.0,
        stray: carried.stray,
        changes: [None; MOST_CHANGES],
        lowered: None,
        doubt: false,
        likely: None,
    }
}
