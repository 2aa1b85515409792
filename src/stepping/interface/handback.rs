//! The unit's own penetration, and how it is given back to the measured one (docs/numerics.md steps 5 and 6); what a step
//! hands to the host, and what it then still owes (docs/numerics.md step 15).
//!
//! A host that applies a mean force does not follow the contact inside the step: its penetration is not the one the
//! impulse came from. So the unit goes on from its own while the bodies touch, and reads the velocity only.

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::answers::Asked;
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::owed::{Handed, Owed};
use crate::stepping::interface::pace::{SHRINKS, is_same};
use crate::stepping::interface::{Carried, Inside, Options, Order, Port, Spatial, probe};

/// x to start from [m], and whether it is the unit's own: own until it and the measured one are both not above 0.
///
/// `now` and `start`: measured at the step's start, and there where the interval starts. Contact made between the two
/// came too early to be answered: it is met at x = 0, so that the impact is none the harder for it. In parallel order that may be
/// an overlap that is there already, as long as the slope of the force applied last can have made it: whether the host applies
/// slopes is not known, and the prediction is without.
pub fn penetration(carried: &Carried, now: f64, start: f64, order: Order) -> (f64, bool) {
    let unpredicted = if order == Order::Parallel { carried.bend_before.abs() } else { 0.0 };
    if carried.own && (carried.penetration > 0.0 || start > 0.0) {
        (carried.penetration, true)
    } else if now <= unpredicted && start > 0.0 {
        (0.0, true)
    } else {
        (start, false)
    }
}

/// How far the measured penetration has jumped since the last step's start [m]: what the measured velocities do not
/// explain, be it a pose that was set or a shape that was changed. The unit's own penetration jumps with it.
///
/// A host that applies the mean moves x by ½(ẋ₀ + ẋ₁)·H, with the slope by `bend` more. What an integrator of the
/// host's and a turning normal make of that stays within the way of the fastest velocity.
pub fn jump(carried: &Carried, port: &Port, v_r: &Vector3<f64>, order: Order) -> f64 {
    if carried.h == 0.0 {
        return 0.0;
    }
    let bend = if order == Order::Parallel { carried.bend_before } else { carried.bend };
    let before = carried.v_r.linear;
    let way = -0.5 * carried.h * port.frame.normal.dot(&(before + v_r));
    let jump = port.frame.penetration - carried.x - way;
    let reach = carried.h * (before.dot(&before).sqrt() + v_r.dot(v_r).sqrt()) + bend.abs() + ROUNDING;
    if jump.abs() > reach { jump } else { 0.0 }
}

/// What poses far from the origin round to [m].
const ROUNDING: f64 = 1e-9;

/// Speed u [m/s] by which ẋ_own differs from −v_n, so that own and measured penetration come together:
/// u = clip(−δ/τ_hb, ±0.1·|b_n|·H),  δ = x_own − x,  τ_hb = max(0.1 s, 10·H).
///
/// Only in lasting contact: after a whole step without onset or release. As a velocity that the damping sees, too, it
/// moves the contact out of a place where stiff damping holds it; the bound keeps its force a share of the resting
/// force.
pub fn speed(carried: &Carried, own: f64, measured: f64, b_n: f64, h: f64) -> f64 {
    if !(carried.wholly && own > 0.0) {
        return 0.0;
    }
    let most = SHARE * b_n.abs() * h;
    ((measured - own) / TIME.max(STEPS * h)).min(most).max(-most)
}

/// Largest u as a share of what b_n changes in a step.
const SHARE: f64 = 0.1;
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
    pub start: &'a Inside,
    /// Approach speed there [m/s]
    pub approach: f64,
    /// What the contact has given in the interval, and its moment [N·s, N·m·s; N·s², N·m·s²]
    pub impulse: Spatial,
    pub moment: Spatial,
    /// Lengths of the interval and of the step [s]
    pub length: f64,
    pub h: f64,
    /// Other contacts bear a load that b does not tell
    pub is_shared: bool,
    /// The step has repeated what a probe began
    pub is_replayed: bool,
}

impl Due<'_> {
    /// What the host is handed. A probe or a pulse that begins is noted in `carried`.
    pub fn handed(&self, carried: &mut Carried) -> Handed {
        let Due { port, options, order, impulse, h, .. } = *self;
        let n = port.frame.normal;
        let due = carried.owed.after(&impulse, &self.moment, h);
        let was_owed = carried.owed != Owed::default();
        let flies = impulse == Spatial::zero();
        let nothing = Spatial::zero();
        let varies = carried.h > 0.0 && !is_same(carried.h, h);
        carried.longest = h.max(SHRINKS * carried.longest);
        carried.waiting = 0;
        if carried.is_mass_open(options)
            && let Some(share) = probe::share(self.mechanics, n.dot(&impulse.linear), self.approach, h)
        {
            carried.waiting = if order == Order::Parallel { 2 } else { 1 };
            (carried.snapshot, carried.span) = (*self.start, self.length);
            return carried.owed.after(&nothing, &nothing, h).lent(&(impulse * share), h);
        }
        if flies && let Some(pulse) = carried.pulse(options, self.mechanics, &n, self.start, h) {
            carried.asked = Asked::Now;
            return due.lent(&pulse, h);
        }
        let can_wait = || probe::can_wait(self.mechanics, n.dot(&due.impulse.linear), self.approach, h);
        if flies && carried.asked.waits() || carried.is_mass_open(options) && can_wait() {
            due.lent(&nothing, h)
        } else if self.is_replayed && n.dot(&due.impulse.linear) < 0.0 {
            // a mass smaller than a probe can stop: contact does not pull back what it has sent too much
            Owed::default().lent(&nothing, h)
        } else if self.is_replayed && options.hand_back == HandBack::TwoStep {
            // its place comes so late that two steps would have to throw the bodies there
            due.handed(HandBack::Mean, h)
        } else if order == Order::Parallel && carried.longest > h {
            let load = port.load(h).min(n.dot(&due.impulse.linear)).max(0.0);
            due.spread(&Spatial { linear: n * load, angular: Vector3::zeros() }, h, carried.longest)
        } else if flies && was_owed && !self.is_replayed {
            // of a pulse nothing stays, in any host that holds the mean
            due.handed(HandBack::TwoStep, h)
        } else if self.is_shared || options.hand_back == HandBack::TwoStep && varies {
            // by two steps, contacts that do not know of each other would swing, and one whose second step has another length
            due.handed(HandBack::Mean, h)
        } else {
            due.handed(options.hand_back, h)
        }
    }
}
