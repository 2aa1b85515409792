//! Steps of other lengths than the last one, and how far the contact is ahead (docs/numerics.md step 3).

use crate::stepping::interface::{CouplingMemory, Order, Port, Spatial};

impl CouplingMemory {
    /// Fraction of W that was measured, 1 until then.
    pub fn fraction_of_w(&self) -> f64 {
        if self.factor > 0.0 { self.factor } else { 1.0 }
    }

    /// Whether steps of `h` [s] follow each other evenly, so that in parallel order the contact is one ahead.
    pub fn is_even(&self, h: f64) -> bool {
        self.h > 0.0 && is_same(self.h, h) && (self.lead == 0.0 || is_same(self.lead, h)) && self.waiting == 0
    }

    /// How far the contact is ahead of the bodies [s]: in parallel order a step, that of before if it is just found out, and more where the
    /// steps have become shorter. A rigid contact starts from the bodies in every step.
    pub(super) fn ahead(&self, order: Order, is_rigid: bool, h: f64) -> f64 {
        match order {
            Order::Sequential => 0.0,
            Order::Parallel if is_rigid => h,
            Order::Parallel => {
                let lead = [self.lead, self.h].into_iter().find(|length| *length > 0.0).unwrap_or(h);
                if is_same(lead, h) { h } else { lead }
            }
        }
    }

    /// The importer holds over `h` [s] the force that was returned for a step of the last length: it gets so much more or less, and
    /// what is missing is pending, but for the `load` in it [N·s], which belongs to every step by its length.
    pub(super) fn rescale(&mut self, normal: f64, load: f64, h: f64) {
        if self.h > 0.0 && !is_same(self.h, h) {
            let applied = self.returned_impulse * (h / self.h);
            let fraction = if normal > 0.0 { (1.0 - load / normal).max(0.0) } else { 1.0 };
            self.pending.impulse += (self.returned_impulse - applied) * fraction;
            self.returned_impulse = applied;
        }
    }

    /// Keeps what was measured at the step's start, and how far the rate of ẍ that the force's slope brings, `jerk`
    /// [m/s³], moves x along n in a step: H³/12 of it.
    pub(super) fn follow(&mut self, port: &Port, v_r: &Spatial, h: f64, jerk: f64) {
        (self.v_r, self.x, self.h) = (*v_r, port.frame.penetration, h);
        self.turning_angle = port.turning_angle;
        (self.bend_before, self.bend) = (self.bend, jerk * h * h * h / 12.0);
    }
}

/// Whether two lengths of steps differ by no more than the rounding of the importer's clock.
pub(in crate::stepping) fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= CLOCK * other
}

/// Fraction of the longest step that counts after each shorter one.
pub(in crate::stepping) const SHRINKS: f64 = 0.9;

/// Fraction of a step that the importer's clock may round.
const CLOCK: f64 = 1e-9;
