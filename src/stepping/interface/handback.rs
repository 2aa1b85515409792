//! The unit's own penetration, and how it is given back to the measured one (docs/numerics.md steps 5 and 6); what a step
//! returns to the importer, and what is then still pending (docs/numerics.md step 15).
//!
//! An importer that applies a mean force does not follow the contact inside the step: its penetration is not the one the
//! impulse came from. So the unit goes on from its own while the bodies touch, and reads the velocity only.

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::answers::PulseProgress;
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::pace::{SHRINKS, is_same};
use crate::stepping::interface::pending_impulse::{PendingImpulse, ReturnedImpulse};
use crate::stepping::interface::{ContactSubstate, CouplingMemory, Options, Order, Port, Spatial, probe};

/// x to start from [m], and whether it is the unit's own: own until it and the measured one are both not above 0.
///
/// `now` and `start`: measured at the step's start, and there where the interval starts. Contact made between the two
/// came too early to be answered: it is met at x = 0, so that the impact is none the harder for it. In parallel order that may be
/// an overlap that is there already, as long as the slope of the force applied last can have made it: whether the importer applies
/// slopes is not known, and the prediction is without.
pub fn penetration(memory: &CouplingMemory, now: f64, start: f64, order: Order) -> (f64, bool) {
    let unpredicted = if order == Order::Parallel { memory.bend_before.abs() } else { 0.0 };
    if memory.own && (memory.penetration > 0.0 || start > 0.0) {
        (memory.penetration, true)
    } else if now <= unpredicted && start > 0.0 {
        (0.0, true)
    } else {
        (start, false)
    }
}

/// How far the measured penetration has jumped since the last step's start [m]: what the measured velocities do not
/// explain, be it a pose that was set or a shape that was changed. The unit's own penetration jumps with it.
///
/// An importer that applies the mean moves x by ½(ẋ₀ + ẋ₁)·H, with the slope by `bend` more. What an integrator of the
/// importer's and a turning normal make of that stays within the path of the fastest velocity.
pub fn jump(memory: &CouplingMemory, port: &Port, v_r: &Vector3<f64>, order: Order) -> f64 {
    if memory.h == 0.0 {
        return 0.0;
    }
    let bend = if order == Order::Parallel { memory.bend_before } else { memory.bend };
    let before = memory.v_r.linear;
    let path = -0.5 * memory.h * port.frame.normal.dot(&(before + v_r));
    let jump = port.frame.penetration - memory.x - path;
    let reach = memory.h * (before.dot(&before).sqrt() + v_r.dot(v_r).sqrt()) + bend.abs() + ROUNDING;
    if jump.abs() > reach { jump } else { 0.0 }
}

/// What poses far from the origin round to [m].
const ROUNDING: f64 = 1e-9;

/// Speed u [m/s] by which ẋ_own differs from −v_n, so that own and measured penetration come together:
/// u = clip(−δ/τ_hb, ±0.1·|b_n|·H),  δ = x_own − x,  τ_hb = max(0.1 s, 10·H).
///
/// Only in lasting contact: after a whole step without onset or release. As a velocity that the damping sees, too, it
/// moves the contact out of a place where stiff damping keeps it; the bound keeps its force a fraction of the resting
/// force.
pub fn speed(memory: &CouplingMemory, own: f64, measured: f64, b_n: f64, h: f64) -> f64 {
    if !(memory.contact_throughout && own > 0.0) {
        return 0.0;
    }
    let most = FRACTION * b_n.abs() * h;
    ((measured - own) / TIME.max(STEPS * h)).min(most).max(-most)
}

/// Largest u as a fraction of what b_n changes in a step.
const FRACTION: f64 = 0.1;
/// τ_hb [s] at small steps
const TIME: f64 = 0.1;
/// τ_hb in steps at large ones
const STEPS: f64 = 10.0;

/// What a step has to give, and how it came to it.
pub struct Due<'a> {
    pub port: &'a Port,
    pub options: &'a Options,
    pub mechanics: &'a Mechanics,
    pub order: Order,
    /// The contact at the interval's start
    pub start: &'a ContactSubstate,
    /// Approach speed there [m/s]
    pub approach: f64,
    /// What the contact has given in the interval, and its moment [N·s, N·m·s; N·s², N·m·s²]
    pub impulse: &'a Spatial,
    pub moment: &'a Spatial,
    /// Lengths of the interval and of the step [s]
    pub length: f64,
    pub h: f64,
    /// Other contacts bear a load missing from b
    pub is_load_shared: bool,
    /// The step has repeated what a probe began
    pub is_replayed: bool,
    /// Something was pending before it
    pub was_pending: bool,
}

impl Due<'_> {
    /// What is returned to the importer. A probe or a pulse that begins is noted in `memory`.
    pub fn returned(&self, memory: &mut CouplingMemory) -> ReturnedImpulse {
        let Due { port, options, order, impulse, h, .. } = *self;
        let n = port.frame.normal;
        let due = memory.pending.after(impulse, self.moment, h);
        let flies = impulse.is_zero();
        let nothing = Spatial::zero();
        let varies = memory.h > 0.0 && !is_same(memory.h, h);
        let (settles, is_shorter) = (flies && self.was_pending && !self.is_replayed, varies && h < memory.h);
        memory.longest = h.max(SHRINKS * memory.longest);
        memory.waiting = 0;
        if memory.is_mass_open(options)
            && let Some(fraction) = probe::fraction(self.mechanics, n.dot(&impulse.linear), self.approach, h)
        {
            memory.waiting = if order == Order::Parallel { 2 } else { 1 };
            (memory.snapshot, memory.span) = (*self.start, self.length);
            return memory.pending.after(&nothing, &nothing, h).returning(&(*impulse * fraction), h);
        }
        if flies && let Some(pulse) = memory.pulse(options, self.mechanics, &n, self.start, h) {
            memory.pulse = PulseProgress::Now;
            return due.returning(&pulse, h);
        }
        let can_wait = || probe::can_wait(self.mechanics, n.dot(&due.impulse.linear), self.approach, h);
        if flies && memory.pulse.waits() || memory.is_mass_open(options) && can_wait() {
            due.returning(&nothing, h)
        } else if self.is_replayed && n.dot(&due.impulse.linear) < 0.0 {
            // a mass smaller than a probe can stop: contact does not pull back what it has returned too much
            PendingImpulse::default().returning(&nothing, h)
        } else if self.is_replayed && options.hand_back == HandBack::TwoStep {
            // its place comes so late that two steps would have to throw the bodies there
            due.returned(HandBack::Mean, h)
        } else if order == Order::Parallel && memory.longest > h {
            let load = port.load(h).min(n.dot(&due.impulse.linear)).max(0.0);
            due.spread(&Spatial { linear: n * load, angular: Vector3::zeros() }, h, memory.longest)
        } else if settles && !is_shorter {
            // of a pulse nothing stays, in any importer that applies the mean
            due.returned(HandBack::TwoStep, h)
        } else if self.is_load_shared || settles || options.hand_back == HandBack::TwoStep && varies {
            // by two steps, contacts that do not know of each other would swing, and one whose second step has another length; to settle a place in a step shorter
            // than the last would throw the bodies
            due.returned(HandBack::Mean, h)
        } else {
            due.returned(options.hand_back, h)
        }
    }
}
