//! The normal direction: length of the micro-steps (docs/numerics.md step 8) and the kick (docs/numerics.md step 10).

use crate::physics::stiffness::Stiffness;
use crate::stepping::interface::exponential::phi;

/// Micro-steps per contact time of Hertz's impact. The worst error of the restitution over a grid of 1440 impacts falls with its
/// square: 4.8e-5 at 100, 1.2e-5 at 200, more than the 1e-4 that are promised at 50.
const PER_CONTACT: f64 = 100.0;

/// Contact time of Hertz's impact times its greatest frequency √(w·k·p·x_max^{p−1}), p = 3/2: 2.943275·√(15/8) [1].
const HERTZ: f64 = 4.03;

/// Fraction of that length for a linear damper, whose force ends with a kink while the spring is still compressed.
pub const AT_A_KINK: f64 = 2.0 / 3.0;

/// A body that b_n presses from x = 0 dips to (p+1)^{1/p}·x_r, which is 2·x_r at most (p = 1).
const BESIDE_REST: f64 = 2.0;

/// Length of a micro-step [s]:  h = 4.03/(N·√(w·k·p·x_s^{p−1})),  x_s of [`deepest`]. So an impact gets N micro-steps, and rest and
/// press as many per contact time of a small impact there.
pub fn micro_step(Stiffness { k, p }: Stiffness<f64>, w: f64, x_s: f64) -> f64 {
    length(w * k * p * libm::pow(x_s, p - 1.0))
}

/// x_s = max(x, x_i + 2·x_r) [m], no less than the contact will be deep: x_i of an impact at `v`, ((p+1)v²/(2wk))^{1/(p+1)}, x_r of rest,
/// (b_n/(wk))^{1/p}.
pub fn deepest(Stiffness { k, p }: Stiffness<f64>, w: f64, b_n: f64, x: f64, v: f64) -> f64 {
    let stiffness = w * k;
    let x_i = libm::pow(0.5 * (p + 1.0) * v * v / stiffness, 1.0 / (p + 1.0));
    let x_r = libm::pow(b_n.max(0.0) / stiffness, 1.0 / p);
    x.max(x_i + BESIDE_REST * x_r)
}

/// Length of a micro-step [s] by the square of the greatest frequency Ω² [1/s²].
pub fn length(square: f64) -> f64 {
    HERTZ / (PER_CONTACT * square.sqrt())
}

/// What one kick does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kick {
    /// ẋ after it [m/s]
    pub v: f64,
    /// ∫f_n [N·s]
    pub impulse: f64,
}

/// Normal force over `h` [s] with x constant:  v̇ = b_n − w·f_e·(1 + a·v)₊  [G04 eq. 5, w in the place of 1/m and b_n added], solved
/// exactly, so that damping however strong is no matter of the step: with y = w·a·f_e·h,  v₁ = v₀ + h·v̇₀·φ₁(−y),  J = h·f_e·((1 + a·v₀)φ₁ + a·b_n·h·φ₂).
///
/// `elastic` f_e = k·x^p [N] · a [s/m] · w [1/kg] · b_n [m/s²] · ẋ = `v` [m/s]. Where 1 + a·v passes 0 the motion is cut into a part with and a part without force.
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
