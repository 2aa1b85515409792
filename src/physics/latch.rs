//! What an impact leaves behind: whether the bodies touch, and at what speed they met.

use crate::physics::kinematics::Approach;
use crate::physics::{Parameters, Scalar, damping};

/// Discrete state of the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Latch<T> {
    /// The bodies touch. Model Exchange keeps this between events: at a trial point with x ≤ 0 the normal force is 0, the
    /// viscous part of friction still acts.
    pub contact: bool,
    /// Approach speed of the present or last impact, [`damping::SLOWEST_IMPACT`] at least [m/s]; 0 before the first
    pub v_i: T,
    /// Damping of the normal force a [s/m], of the linear spring and damper [s], the value that belongs to v_i and the parameters
    pub a: T,
}

/// An approach this many times faster than the latched one is a new impact.
const RELATCH_FACTOR: f64 = 2.0;

/// A body found deeper than it comes at its speed in this time was set down [s]: the step of an importer that does not locate
/// events.
const SET_DOWN: f64 = 1e-3;

/// Slack of the re-latching test, relative: an importer that locates ẋ = 2·v_i lands a rounding error beside it.
const RELATCH_SLACK: f64 = 1e-9;

impl<T: Scalar> Latch<T> {
    /// Contact from x > 0; at the onset v_i := ẋ; while in contact [`relatched`](Self::relatched).
    pub fn updated(&self, parameters: &Parameters<T>, at: &Approach<T>) -> Self {
        match (self.contact, at.penetration.value() > 0.0) {
            (true, true) => self.relatched(parameters, at),
            (_, touches) => self.switched(parameters, at, touches),
        }
    }

    /// While in contact v_i := ẋ whenever ẋ ≥ 2·v_i. Steps of interface coupling, which bring ẋ up by themselves, take [`passed`](Self::passed) at their
    /// ends; then this finds what has jumped.
    ///
    /// Not in [G04]: a body set down (v_i = vMin) and then hit while touching would otherwise meet a damper v/vMin times
    /// too hard. Without a load it never fires in an impact, where ẋ ≤ v_i; under gravity it does in a slow landing: a ball of 2
    /// kg on k = 1e6 N/m^1.5 latches anew six times from 1 mm/s, once from 30 mm/s, never from 40 mm/s up. The force does not
    /// jump: from ẋ = v_i on it has the damping of ẋ ([`normal::acting_damping`](crate::physics::normal::acting_damping)).
    pub fn relatched(&self, parameters: &Parameters<T>, at: &Approach<T>) -> Self {
        let rate = at.penetration_rate;
        if self.is_met_anew(rate.value()) { self.after_impact(parameters, rate) } else { *self }
    }

    /// While in contact, where a step has brought ẋ up to `rate` [m/s]: v_i is doubled as often as ẋ has passed 2·v_i on its way, which is what
    /// [`relatched`](Self::relatched) comes to if each passing is located, however long the step.
    #[inline(never)]
    pub fn passed(&self, parameters: &Parameters<T>, rate: f64) -> Self {
        // before the first impact there is no speed to double
        if !self.contact || self.v_i.value() <= 0.0 || !self.is_met_anew(rate) || rate == f64::INFINITY {
            return *self;
        }
        let mut v_i = self.v_i;
        while rate >= RELATCH_FACTOR * v_i.value() * (1.0 - RELATCH_SLACK) {
            v_i *= T::from(RELATCH_FACTOR);
        }
        self.after_impact(parameters, v_i)
    }

    /// Whether ẋ = `rate` [m/s] is a new impact while the bodies touch.
    #[inline(always)]
    pub fn is_met_anew(&self, rate: f64) -> bool {
        rate >= self.relatch_speed().value() * (1.0 - RELATCH_SLACK)
    }

    /// A body that was separating and is pressed on again while it touches has no impact, but is as if set down, where that
    /// is a softer damper. Without a load ẋ never turns so in an impact, and where it turns, at ẋ = 0, the force has no damping to jump
    /// by. Without this a body that touched at 1 µm/s keeps a damper that no step of a constant force can follow.
    pub fn set_down(&self, parameters: &Parameters<T>, at: &Approach<T>) -> Self {
        let speed = Self::set_down_speed(parameters, at);
        if !self.contact || speed.value() <= self.v_i.value() {
            return *self;
        }
        let softer = self.after_impact(parameters, speed);
        if softer.a.value() < self.a.value() { softer } else { *self }
    }

    /// Contact made or lost. Contact made while the bodies depart is no new impact but the end of the last one, brought back
    /// by an importer that corrects its poses: v_i stays.
    pub fn switched(&self, parameters: &Parameters<T>, at: &Approach<T>, contact: bool) -> Self {
        let departs = at.penetration_rate.value() < 0.0 && self.v_i.value() > 0.0;
        if contact && !departs { self.met(parameters, at) } else { Latch { contact, ..*self } }
    }

    /// Of rigid bodies at the start: as [`updated`](Self::updated) has it, without damping.
    pub fn of_rigid(parameters: &Parameters<T>, at: &Approach<T>) -> Self {
        let contact = at.penetration.value() > 0.0;
        let slowest = T::from(damping::SLOWEST_IMPACT);
        let v_i = if contact { Self::met_at(parameters, at).at_least(slowest) } else { T::zero() };
        Latch { contact, v_i, a: T::zero() }
    }

    /// Approach speed that counts as a new impact while touching  2·v_i  [m/s].
    pub fn relatch_speed(&self) -> T {
        self.v_i * T::from(RELATCH_FACTOR)
    }

    /// The damping that belongs to v_i under these parameters.
    pub fn refreshed(&self, parameters: &Parameters<T>) -> Self {
        Latch { a: damping::damping(parameters, self.v_i), ..*self }
    }

    fn met(&self, parameters: &Parameters<T>, at: &Approach<T>) -> Self {
        self.after_impact(parameters, Self::met_at(parameters, at))
    }

    /// The bodies have met at ẋ, or one was set down on the other: x is more than ẋ brings in [`SET_DOWN`], and v_i is that
    /// depth by that time, vMin at most.
    fn met_at(parameters: &Parameters<T>, at: &Approach<T>) -> T {
        at.penetration_rate.at_least(Self::set_down_speed(parameters, at))
    }

    fn set_down_speed(parameters: &Parameters<T>, at: &Approach<T>) -> T {
        (at.penetration / T::from(SET_DOWN)).at_most(parameters.compliance.v_min)
    }

    /// In contact since an impact at `v_i` [m/s], of [`damping::SLOWEST_IMPACT`] at least: a latched speed below that would have
    /// rounding errors at rest count as new impacts.
    fn after_impact(&self, parameters: &Parameters<T>, v_i: T) -> Self {
        let v_i = v_i.at_least(T::from(damping::SLOWEST_IMPACT));
        Latch { contact: true, v_i, a: damping::damping(parameters, v_i) }
    }
}
