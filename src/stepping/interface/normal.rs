//! The normal direction: free flight, length of the micro-steps, and the kick.

use crate::physics::parameters::Compliance;
use crate::stepping::interface::exponential::phi;

/// Time until x, now ≤ 0, reaches 0 upwards under constant acceleration [s]:  −2x/(v + √(v² − 2·b_n·x)), the form that
/// does not cancel. None if it never does.
pub fn time_to_touch(x: f64, v: f64, b_n: f64) -> Option<f64> {
    if x == 0.0 {
        return if v > 0.0 || (v == 0.0 && b_n > 0.0) {
            Some(0.0)
        } else if b_n > 0.0 {
            Some(-2.0 * v / b_n)
        } else {
            None
        };
    }
    let square = v * v - 2.0 * b_n * x;
    let sum = v + square.max(0.0).sqrt();
    if square < 0.0 || sum <= 0.0 {
        return None;
    }
    Some(-2.0 * x / sum)
}

/// Micro-steps per contact time of Hertz's impact: at 50 the worst error of the restitution over a grid of 1728 impacts is
/// 9e-5, at 100 2e-5, in proportion to the square.
const PER_CONTACT: f64 = 100.0;

/// Contact time of Hertz's impact times its greatest frequency √(w·k·p·x_max^{p−1}), p = 3/2: 2.943275·√(15/8) [1].
const HERTZ: f64 = 4.03;

/// Length of a micro-step [s]:  h = 4.03/(N·√(w·k·p·x_s^{p−1})),  x_s = max(x, x_i + 2·x_r).
///
/// x_i: penetration of an impact at `v`, ((p+1)v²/(2wk))^{1/(p+1)}; x_r: of rest, (b_n/(wk))^{1/p}. So an impact gets N
/// micro-steps, and rest and press as many per contact time of a small impact there.
pub fn micro_step(c: &Compliance<f64>, w: f64, b_n: f64, x: f64, v: f64) -> f64 {
    let stiffness = w * c.k;
    let x_i = libm::pow(0.5 * (c.p + 1.0) * v * v / stiffness, 1.0 / (c.p + 1.0));
    let x_r = libm::pow(b_n.max(0.0) / stiffness, 1.0 / c.p);
    let x_s = x.max(x_i + 2.0 * x_r);
    HERTZ / (PER_CONTACT * (stiffness * c.p * libm::pow(x_s, c.p - 1.0)).sqrt())
}

/// What one kick does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kick {
    /// ẋ after it [m/s]
    pub v: f64,
    /// ∫f_n [N·s]
    pub impulse: f64,
}

/// Normal force over `h` [s] with x held:  v̇ = b_n − w·f_e·(1 + a·v)₊, solved exactly, so that damping however strong is
/// no matter of the step: with y = w·a·f_e·h,  v₁ = v₀ + h·v̇₀·φ₁(−y),  J = h·f_e·((1 + a·v₀)φ₁ + a·b_n·h·φ₂).
///
/// `elastic` f_e = k·x^p [N]. Where 1 + a·v passes 0 the motion is cut into a part with and a part without force.
pub fn kick(elastic: f64, a: f64, w: f64, b_n: f64, v: f64, h: f64) -> Kick {
    let free = Kick { v: v + b_n * h, impulse: 0.0 };
    if elastic <= 0.0 {
        return free;
    }
    let ratio = 1.0 + a * v;
    if ratio < 0.0 {
        // pulled off faster than the compliance follows, until b_n has slowed it down
        let until = if b_n > 0.0 { -ratio / (a * b_n) } else { f64::INFINITY };
        return if until < h { damped(elastic, a, w, b_n, -1.0 / a, h - until) } else { free };
    }
    let end = damped(elastic, a, w, b_n, v, h);
    if b_n < 0.0 && 1.0 + a * end.v < 0.0 {
        // 1 + a·v goes towards a·b_n/λ < 0 with rate λ
        let rate = w * a * elastic;
        let goal = a * b_n / rate;
        let until = (libm::log((ratio - goal) / -goal) / rate).clamp(0.0, h);
        let first = damped(elastic, a, w, b_n, v, until);
        return Kick { v: first.v + b_n * (h - until), ..first };
    }
    end
}

fn damped(elastic: f64, a: f64, w: f64, b_n: f64, v: f64, h: f64) -> Kick {
    let ratio = 1.0 + a * v;
    let [first, second] = phi(w * a * elastic * h);
    Kick {
        v: v + h * (b_n - w * elastic * ratio) * first,
        impulse: (h * elastic * (ratio * first + a * b_n * h * second)).max(0.0),
    }
}
