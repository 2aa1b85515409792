//! By how much impulses miss Coulomb's law: the natural map of its cones.

use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::per_contact::{Local, length};

/// The nearest point of the cone |x_T| ≤ μ·x_n.
fn projected(x: [f64; 3], mu: f64) -> [f64; 3] {
    let aside = length(x[1], x[2]);
    if aside <= mu * x[0] {
        return x;
    }
    if mu * aside <= -x[0] {
        return [0.0; 3];
    }
    let normal = (x[0] + mu * aside) / (1.0 + mu * mu);
    let factor = mu * normal / aside;
    [normal, x[1] * factor, x[2] * factor]
}

/// The nearest point of the part of the cone with x_n ≥ `least`.
fn projected_above(x: [f64; 3], mu: f64, least: f64) -> [f64; 3] {
    let near = projected(x, mu);
    if near[0] >= least {
        return near;
    }
    let (aside, reach) = (length(x[1], x[2]), mu * least);
    let factor = if aside > reach { reach / aside } else { 1.0 };
    [least, x[1] * factor, x[2] * factor]
}

/// `p` in the part of its cone where it must be.
pub fn put_in(local: &Local, p: [f64; 3]) -> [f64; 3] {
    projected_above(p, local.mu, local.pressed)
}

/// λ·(p − Π_K(p − û/λ)),  û = u + (μ·|u_T|, 0, 0),  λ the largest eigenvalue of the contact's block  [m/s]; of a contact
/// that cannot move what its normal velocity lacks. K is cut off below the impulse that is given.
fn missed(local: &Local, p: [f64; 3], u: [f64; 3]) -> [f64; 3] {
    let (mu, scale) = (local.mu, local.largest);
    if scale == 0.0 {
        return [u[0].min(0.0), 0.0, 0.0];
    }
    let u = [u[0] + mu * length(u[1], u[2]), u[1], u[2]];
    let near = projected_above([0, 1, 2].map(|i| p[i] - u[i] / scale), mu, local.pressed);
    [0, 1, 2].map(|i| scale * (p[i] - near[i]))
}

/// Those of contact `k`.
pub fn three(x: &[f64], k: usize) -> [f64; 3] {
    [x[3 * k], x[3 * k + 1], x[3 * k + 2]]
}

pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The contacts of a problem.
#[derive(Debug)]
pub struct Contacts<'a, W> {
    pub w: &'a W,
    /// Velocities without impulses [m/s]
    pub q: &'a [f64],
    pub local: &'a [Local],
}

impl<W: Delassus> Contacts<'_, W> {
    /// u = W·p + q of contact `k`.
    pub fn velocity(&self, state: &[f64], k: usize) -> [f64; 3] {
        let (u, free) = (self.w.velocity(k, state), three(self.q, k));
        [0, 1, 2].map(|i| u[i] + free[i])
    }

    /// The state of the impulses `p`.
    pub fn set_state(&self, p: &[f64], state: &mut [f64]) {
        state.fill(0.0);
        for k in 0..self.local.len() {
            self.w.add(k, three(p, k), state);
        }
    }

    /// ‖λ·(p − Π_K(p − û/λ))‖ of all contacts [m/s], or what p rounds to if that is more: impulses without end would hide û.
    pub fn natural(&self, p: &[f64], state: &[f64]) -> f64 {
        let (mut sum, mut pressed) = (0.0, 0.0);
        for (k, local) in self.local.iter().enumerate() {
            let [n, x, y] = missed(local, three(p, k), self.velocity(state, k));
            sum += n * n + x * x + y * y;
            pressed += three(p, k).iter().map(|p| (local.largest * p) * (local.largest * p)).sum::<f64>();
        }
        let (sum, rounding) = (sum.sqrt(), f64::EPSILON * pressed.sqrt());
        if sum > rounding {
            sum
        } else if rounding.is_finite() {
            rounding
        } else {
            f64::INFINITY
        }
    }
}
