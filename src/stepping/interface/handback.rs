//! The unit's own penetration, and how it is given back to the measured one (docs/numerics.md steps 5 and 6); what a step
//! hands to the host, and what it then still owes (docs/numerics.md step 15).
//!
//! A host that applies a mean force does not follow the contact inside the step: its penetration is not the one the
//! impulse came from. So the unit goes on from its own while the bodies touch, and reads the velocity only.

use crate::physics::Vector3;
use crate::physics::parameters::HandBack;
use crate::stepping::interface::{Carried, Mean, Order, Port, Spatial};

/// What the contact has given and the host has not: the bodies lack P by the velocity W·P and Q by the place W·Q.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Owed {
    /// P on body i [N·s, N·m·s]
    pub impulse: Spatial,
    /// Q on body i [N·s², N·m·s²]
    pub moment: Spatial,
}

/// What a host is handed for one interval.
#[derive(Clone, Copy, Debug)]
pub struct Handed {
    /// Impulse [N·s, N·m·s]
    pub impulse: Spatial,
    /// Its moment ∫(H − τ)·f dτ [N·s², N·m·s²]; None: half of impulse and interval, as of a force that is held
    pub moment: Option<Spatial>,
    /// What is owed after it
    pub left: Owed,
}

impl Handed {
    /// Force and couple over the interval.
    pub fn forces(&self, h: f64) -> [Mean; 2] {
        let Handed { impulse, moment, .. } = self;
        match moment {
            Some(moment) => {
                [Mean::of(&impulse.linear, &moment.linear, h), Mean::of(&impulse.angular, &moment.angular, h)]
            }
            None => {
                [impulse.linear, impulse.angular].map(|impulse| Mean { mean: impulse / h, slope: Vector3::zeros() })
            }
        }
    }
}

impl Owed {
    /// After `h` [s] in which the contact has given an impulse and its moment, and the host nothing.
    pub fn after(&self, impulse: &Spatial, moment: &Spatial, h: f64) -> Self {
        Owed { impulse: self.impulse + *impulse, moment: self.moment + self.impulse * h + *moment }
    }

    /// After an `impulse` that the host has held over `h` [s].
    fn paid(&self, impulse: &Spatial, h: f64) -> Self {
        Owed { impulse: self.impulse - *impulse, moment: self.moment - *impulse * (0.5 * h) }
    }

    /// What the host is handed of all that is owed at the end of an interval of `h` [s] if it gets nothing.
    ///
    /// The mean settles P and forgets Q; with the slope both are settled. `twoStep`: with S₁ now and S₂ in the next interval,
    /// P = S₁ + S₂ and Q + P·H = 3/2·S₁·H + 1/2·S₂·H, so S₁ = P/2 + Q/H.
    pub fn handed(&self, how: HandBack, h: f64) -> Handed {
        let Owed { impulse, moment } = *self;
        match how {
            HandBack::Mean => Handed { impulse, moment: None, left: Owed::default() },
            HandBack::Line | HandBack::MeanAndSlope => Handed { impulse, moment: Some(moment), left: Owed::default() },
            HandBack::TwoStep => {
                let now = impulse * 0.5 + moment / h;
                let left = self.paid(&now, h);
                let is_rounding = |of: &Spatial, size: f64| of.dot(of) <= (RESIDUE * size).powi(2) * now.dot(&now);
                let is_settled = is_rounding(&left.impulse, 1.0) && is_rounding(&left.moment, h);
                let left = if is_settled { Owed::default() } else { left };
                Handed { impulse: now, moment: None, left }
            }
        }
    }

    /// What a host that may hold the force over another length is handed: the `load` [N·s, N·m·s], which belongs to every
    /// step by its length, and of the rest so much that over the `longest` [s] it is no more than is due.
    pub fn spread(&self, load: &Spatial, h: f64, longest: f64) -> Handed {
        let impulse = *load + (self.impulse - *load) * (h / longest);
        Handed { impulse, moment: None, left: Owed { impulse: self.impulse - impulse, moment: Spatial::zero() } }
    }

    /// A given impulse instead, owed for from then on.
    pub fn lent(&self, impulse: &Spatial, h: f64) -> Handed {
        Handed { impulse: *impulse, moment: None, left: self.paid(impulse, h) }
    }
}

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

/// Share of an impulse that is rounding when it settles what is owed.
const RESIDUE: f64 = 1e-12;

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
