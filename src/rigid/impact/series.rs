//! Slip that turns, by power series.
//!
//! In the variable x with dP_n = (s/A)·dx, s = |u_t|, A = |W_tn| + μ·max β, nothing gets steeper as slip vanishes, and
//! all but s is linear:
//!   du_t/dx = (s·W_tn − μ·W_tt·u_t)/A,   du_n/dx = (s·w_nn − μ·W_tn·u_t)/A,   dP_t/dx = −μ·u_t/A.

use crate::rigid::impact::principal_inverse_mass::{PrincipalInverseMass, dot, norm};

/// Terms of a series beyond the first.
const ORDER: usize = 32;

/// Terms left out, in the speed of slip at the start.
const LEFT_OUT: f64 = 1e-16;

/// Longest stretch: its powers stay numbers.
const LONGEST: f64 = 1e6;

/// A stretch of whose series nothing but the first terms counts, and whose square is to underflow nowhere: slip that is so much faster than
/// the bodies approach.
const SHORT: f64 = 1e-140;

type Terms = [f64; ORDER + 1];

fn sum(terms: &Terms, x: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
}

/// Adds to the terms k of a sum of two products of series what the terms k of the series, `of`, and those `below` bring in:
/// Σ_j of_0·below_0j + of_1·below_1j to term k + j.
fn add(sums: &mut Terms, k: usize, of: [f64; 2], below: [&[f64]; 2]) {
    for ((sum, x), y) in sums[k..].iter_mut().zip(below[0]).zip(below[1]) {
        *sum += of[0] * x + of[1] * y;
    }
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
pub struct ImpactChange {
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
    pub fn new(w: &PrincipalInverseMass, mu: f64, rate: f64, slip: [f64; 2], normal: f64) -> Series {
        let speed = norm(slip);
        let alpha = [w.tn[0] / rate, w.tn[1] / rate];
        let kappa = [mu * (w.beta[0] / rate), mu * (w.beta[1] / rate)];
        let nn = w.nn / rate;
        let none = [0.0; ORDER + 1];
        let (mut s, mut v, mut squared) = (none, [none; 2], none);
        let (mut rise, mut pressed, mut lifted, mut rubbed, mut heated) = (none, none, none, [none; 2], none);
        // s² less what has s_0 = 1 in it; s·rise
        let (mut between, mut lifting) = (none, none);
        (v[0][0], v[1][0]) = (slip[0] / speed, slip[1] / speed);
        (s[0], squared[0]) = (1.0, 1.0);
        for k in 0..ORDER {
            let (next, share) = (k + 1, 1.0 / (k + 1) as f64);
            pressed[next] = s[k] * share;
            lifted[next] = lifting[k] * share;
            heated[next] = squared[k] * share;
            rise[next] = (s[k] * nn - mu * dot(alpha, [v[0][k], v[1][k]])) * share;
            for i in 0..2 {
                rubbed[i][next] = v[i][k] * share;
                v[i][next] = (s[k] * alpha[i] - kappa[i] * v[i][k]) * share;
            }
            let of = [v[0][next], v[1][next]];
            add(&mut squared, next, [2.0 * of[0], 2.0 * of[1]], [&v[0][..next], &v[1][..next]]);
            s[next] = 0.5 * (squared[next] - between[next]);
            if next < ORDER {
                let rest = between[next + 1..].iter_mut().zip(&s[1..next]);
                rest.for_each(|(sum, other)| *sum += 2.0 * s[next] * other);
            }
            add(&mut lifting, next, [s[next], rise[next]], [&rise[..next], &s[..next]]);
            if 2 * next <= ORDER {
                squared[2 * next] += dot(of, of);
                between[2 * next] += s[next] * s[next];
                lifting[2 * next] += s[next] * rise[next];
            }
        }
        let term = |k: usize| v[0][k].abs().max(v[1][k].abs()).max(s[k].abs()).max(squared[k].abs());
        let last = term(ORDER - 1).max(term(ORDER));
        // the root of this order
        let length = (LEFT_OUT / last).sqrt().sqrt().sqrt().sqrt().sqrt().min(LONGEST);
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
        if x < SHORT {
            return (self.impulse * x) * (self.normal + (self.speed * x) * self.lifted[2]);
        }
        self.impulse * (self.normal * sum(&self.pressed, x) + self.speed * sum(&self.lifted, x))
    }

    pub fn change(&self, x: f64) -> ImpactChange {
        ImpactChange {
            slip: [0, 1].map(|i| self.speed * sum(&self.slip[i], x)),
            normal: self.normal(x),
            pressed: self.pressed(x),
            rubbed: [0, 1].map(|i| -self.mu * self.impulse * sum(&self.rubbed[i], x)),
            work_normal: self.work_normal(x),
            work_tangential: -self.mu * self.impulse * self.speed * sum(&self.heated, x),
        }
    }
}
