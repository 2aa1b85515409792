//! How bodies move through a step while nothing but impacts changes their velocities.

use crate::rigid::cones::{COORDINATES, Side};

/// v(t) = v + a·t and s(t) = v·t + ½·a·t² + offset, from the last impact on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    pub v: [f64; COORDINATES],
    pub a: [f64; COORDINATES],
    pub offset: [f64; COORDINATES],
    /// Time of the last impact [s]
    pub since: f64,
}

impl Motion {
    pub fn velocity(&self, t: f64) -> [f64; COORDINATES] {
        core::array::from_fn(|i| self.v[i] + self.a[i] * t)
    }

    pub fn way(&self, t: f64) -> [f64; COORDINATES] {
        core::array::from_fn(|i| self.offset[i] + t * (self.v[i] + 0.5 * self.a[i] * t))
    }

    /// An impact at `t`.
    pub fn strike(&mut self, change: &[f64; COORDINATES], t: f64) {
        for (i, change) in change.iter().enumerate() {
            self.v[i] += change;
            self.offset[i] -= change * t;
        }
        self.since = self.since.max(t);
    }

    /// From `t` on with the acceleration `a`.
    pub fn go_on_with(&mut self, a: &[f64; COORDINATES], t: f64) {
        for (i, a) in a.iter().enumerate() {
            let more = a - self.a[i];
            self.v[i] -= more * t;
            self.offset[i] += 0.5 * more * t * t;
        }
        self.a = *a;
    }
}

/// Sum over the sides of a contact of what `of` gives in coordinates of their bodies.
pub fn relative(sides: &[Option<Side>; 2], of: impl Fn(usize) -> [f64; COORDINATES]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for side in sides.iter().flatten() {
        let part = side.velocity(&of(side.body()));
        (0..3).for_each(|i| sum[i] += part[i]);
    }
    sum
}
