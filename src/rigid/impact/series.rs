//! Slip that turns, by power series.
//!
//! In the variable x with dP_n = (s/A)·dx, s = |u_t|, A = |W_tn| + μ·max β, nothing gets steeper as slip vanishes, and
//! all but s is linear:
//!   du_t/dx = (s·W_tn − μ·W_tt·u_t)/A,   du_n/dx = (s·w_nn − μ·W_tn·u_t)/A,   dP_t/dx = −μ·u_t/A.

use crate::rigid::impact::yielding::{Yielding, dot, norm};

/// Terms of a series beyond the first.
const ORDER: usize = 16;

/// Terms left out, in the speed of slip at the start.
const LEFT_OUT: f64 = 1e-16;

/// Longest stretch; slip that changes so little has long settled.
const LONGEST: f64 = 100.0;

type Terms = [f64; ORDER + 1];

fn sum(terms: &Terms, x: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
}

/// Σ_j x_j·y_(k−j)
fn product(x: &Terms, y: &Terms, k: usize) -> f64 {
    (0..=k).map(|j| x[j] * y[k - j]).sum()
}

/// Velocities and impulses from one point of the process on, in units of the speed of slip there, and of that by A.
pub struct Series {
    speed: f64,
    /// speed/A [N·s]
    impulse: f64,
    normal: f64,
    mu: f64,
    slip: [Terms; 2],
    /// Change of u_n
    rise: Terms,
    /// P_n
    pressed: Terms,
    /// ∫ rise dP_n
    lifted: Terms,
    /// ∫ u_t dx
    rubbed: [Terms; 2],
    /// ∫ s² dx
    heated: Terms,
    /// As far as it may be used
    pub length: f64,
}

/// What a stretch of the process changes.
#[derive(Clone, Copy)]
pub struct Change {
    pub slip: [f64; 2],
    pub normal: f64,
    /// P_n, and P_t along the principal axes
    pub pressed: f64,
    pub rubbed: [f64; 2],
    pub work_normal: f64,
    pub work_tangential: f64,
}

impl Series {
    /// From slip ≠ 0 and u_n = `normal` with friction μ; `rate` is A.
    pub fn new(w: &Yielding, mu: f64, rate: f64, slip: [f64; 2], normal: f64) -> Series {
        let speed = norm(slip);
        let alpha = [w.tn[0] / rate, w.tn[1] / rate];
        let kappa = [mu * (w.beta[0] / rate), mu * (w.beta[1] / rate)];
        let nn = w.nn / rate;
        let none = [0.0; ORDER + 1];
        let (mut s, mut square, mut v) = (none, none, [none; 2]);
        let (mut rise, mut pressed, mut lifted, mut rubbed, mut heated) = (none, none, none, [none; 2], none);
        (v[0][0], v[1][0]) = (slip[0] / speed, slip[1] / speed);
        (s[0], square[0]) = (1.0, 1.0);
        for k in 0..ORDER {
            let share = 1.0 / (k + 1) as f64;
            for i in 0..2 {
                v[i][k + 1] = (s[k] * alpha[i] - kappa[i] * v[i][k]) * share;
                rubbed[i][k + 1] = v[i][k] * share;
            }
            rise[k + 1] = (s[k] * nn - mu * dot(alpha, [v[0][k], v[1][k]])) * share;
            pressed[k + 1] = s[k] * share;
            lifted[k + 1] = product(&rise, &s, k) * share;
            heated[k + 1] = square[k] * share;
            square[k + 1] = product(&v[0], &v[0], k + 1) + product(&v[1], &v[1], k + 1);
            // 2·s_0·s_(k+1) and the products of the terms between make up that of the square
            let between: f64 = (1..=k).map(|j| s[j] * s[k + 1 - j]).sum();
            s[k + 1] = 0.5 * (square[k + 1] - between);
        }
        let last = |k: usize| v[0][k].abs().max(v[1][k].abs()).max(s[k].abs());
        let mut length = (LEFT_OUT / last(ORDER)).sqrt().sqrt().sqrt().sqrt().min(LONGEST);
        while power(length, ORDER - 1) * last(ORDER - 1) > LEFT_OUT {
            length *= 0.8;
        }
        Series { speed, impulse: speed / rate, normal, mu, slip: v, rise, pressed, lifted, rubbed, heated, length }
    }

    /// u_n
    pub fn normal(&self, x: f64) -> f64 {
        self.normal + self.speed * sum(&self.rise, x)
    }

    /// P_n since the start
    pub fn pressed(&self, x: f64) -> f64 {
        self.impulse * sum(&self.pressed, x)
    }

    /// ∫ u_n dP_n since the start
    pub fn work_normal(&self, x: f64) -> f64 {
        self.impulse * (self.normal * sum(&self.pressed, x) + self.speed * sum(&self.lifted, x))
    }

    pub fn change(&self, x: f64) -> Change {
        Change {
            slip: [0, 1].map(|i| self.speed * sum(&self.slip[i], x)),
            normal: self.normal(x),
            pressed: self.pressed(x),
            rubbed: [0, 1].map(|i| -self.mu * self.impulse * sum(&self.rubbed[i], x)),
            work_normal: self.work_normal(x),
            work_tangential: -self.mu * self.impulse * self.speed * sum(&self.heated, x),
        }
    }
}

fn power(x: f64, n: usize) -> f64 {
    (0..n).fold(1.0, |power, _| power * x)
}
