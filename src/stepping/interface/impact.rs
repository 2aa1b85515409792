//! The normal motion where friction does not act on it, by micro-steps of fourth order (docs/numerics.md step 41).

use crate::physics::stiffness::Stiffness;
use crate::physics::{Latch, Parameters, normal as laws};
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::spring::Spring;

/// ẍ = b_n − w·f_e·(1 + a·ẋ)₊, while nothing else acts along n.
pub struct Impact<'a> {
    pub parameters: &'a Parameters<f64>,
    pub latch: &'a Latch<f64>,
    pub stiffness: Stiffness<f64>,
    /// W_nn [1/kg] > 0
    pub w: f64,
    /// b_n [m/s²]
    pub b: f64,
}

/// The motion over one micro-step, at both its ends where there are two.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// [s]
    pub h: f64,
    /// x [m]
    pub x: [f64; 2],
    /// ẋ [m/s]
    pub v: [f64; 2],
    /// f_n [N]
    force: [f64; 2],
    /// ∫f_n dτ [N·s]
    pub impulse: f64,
    /// ∫(h − τ)·f_n dτ [N·s²]
    pub moment: f64,
    /// What damping takes, ∫(f_n − f_e)·ẋ dτ [J]
    pub dissipated: f64,
}

/// By how much of √(w·M_kk) W_nt may differ from 0 for friction not to act along n.
const ALONE: f64 = 1e-9;

/// Length by that of step 8.
const LONGER: f64 = 4.0;

/// Share of a micro-step's length in the time constant of damping.
const DAMPED: f64 = 1.0;

/// Share of the impact speed that b_n may take in a micro-step: what is pulled off is not as deep as step 8 takes it for.
const PULLED: f64 = 0.25;

/// Corrections of the energy.
const CORRECTIONS: u32 = 2;

/// Greatest correction as a share of the motion; what asks for more is rounding.
const SLIGHT: f64 = 0.01;

/// Trials for the release.
const TRIALS: u32 = 2;

/// Whether friction leaves the normal motion alone, and the law has no kink while the spring is compressed.
pub fn is_alone(parameters: &Parameters<f64>, mechanics: &Mechanics) -> bool {
    let Mechanics { w, size, across, inverse_mass, .. } = mechanics;
    let is_beside = |k: usize| across[k] * across[k] <= ALONE * ALONE * w * inverse_mass[k][k];
    *w > 0.0 && parameters.settings.normal_law.form().is_power_law() && (0..*size).all(is_beside)
}

impl Impact<'_> {
    /// The length [s] beside `fitting` of step 8, down to `deepest` [m]. None where damping asks for micro-steps as short as those, or b_n
    /// pulls the bodies apart.
    pub fn micro_step(&self, fitting: f64, deepest: f64) -> Option<f64> {
        let rate = self.w * self.latch.a * Spring::at(self.stiffness, 0.0).force(deepest);
        let h = if rate * LONGER * fitting > DAMPED { DAMPED / rate } else { LONGER * fitting };
        let is_pulled_off = -self.b * h > PULLED * self.latch.v_i;
        (h > fitting && !is_pulled_off).then_some(h)
    }

    /// w·f_n and w·(f_n − f_e) [m/s²].
    fn pressed(&self, spring: &Spring, x: f64, v: f64) -> [f64; 2] {
        let pressed = self.w * spring.force(x);
        let damped = (laws::acting_damping(self.parameters, self.latch, v) * v).max(-1.0);
        [pressed * (1.0 + damped), pressed * damped]
    }

    /// The classical step of Runge and Kutta from x and ẋ over `h` [s] > 0, brought to the energy that damping leaves.
    pub fn step(&self, [x, v]: [f64; 2], h: f64) -> Stretch {
        let Impact { w, b, .. } = *self;
        let spring = Spring::at(self.stiffness, x);
        let half = 0.5 * h;
        let [p1, q1] = self.pressed(&spring, x, v);
        let v2 = v + half * (b - p1);
        let [p2, q2] = self.pressed(&spring, x + half * v, v2);
        let v3 = v + half * (b - p2);
        let [p3, q3] = self.pressed(&spring, x + half * v2, v3);
        let v4 = v + h * (b - p3);
        let [p4, q4] = self.pressed(&spring, x + h * v3, v4);
        let mut slowed = h / 6.0 * (p1 + 2.0 * (p2 + p3) + p4);
        let mut held_back = h * h / 6.0 * (p1 + p2 + p3);
        let lost = h / 6.0 * (q1 * v + 2.0 * (q2 * v2 + q3 * v3) + q4 * v4);
        let is_clipped = [[p1, q1], [p2, q2], [p3, q3], [p4, q4]].iter().any(|[p, q]| *p == 0.0 && *q != 0.0);
        let end = |slowed: f64, held_back: f64| [x + h * (v + half * b) - held_back, v + b * h - slowed];
        // ½ẋ² + w·E − b·x is what it was less what damping has taken
        let left = 0.5 * v * v + w * spring.energy - b * x - lost;
        for _ in 0..CORRECTIONS {
            let [x_1, v_1] = end(slowed, held_back);
            let pull = h * (w * spring.force(x_1) - b);
            let surplus = 0.5 * v_1 * v_1 + w * spring.energy(x_1) - b * x_1 - left;
            let square = pull * pull + v_1 * v_1;
            if is_clipped || surplus.abs() >= SLIGHT * square {
                break;
            }
            slowed = (slowed + surplus * v_1 / square).max(0.0);
            held_back += surplus * pull * h / square;
        }
        let [x_1, v_1] = end(slowed, held_back);
        let [p_1, _] = self.pressed(&spring, x_1, v_1);
        Stretch {
            h,
            x: [x, x_1],
            v: [v, v_1],
            force: [p1 / w, p_1 / w],
            impulse: slowed / w,
            moment: held_back / w,
            dissipated: lost / w,
        }
    }

    /// The same no longer than to the release, which `beyond` has passed: x = 0 at its end.
    pub fn released(&self, beyond: &Stretch) -> Stretch {
        let mut stretch = *beyond;
        for _ in 0..TRIALS {
            let ([x, v], a) = ([stretch.x[1], stretch.v[1]], self.b - self.w * stretch.force[1]);
            if v >= 0.0 {
                break;
            }
            let root = (v * v - 2.0 * a * x).max(0.0).sqrt();
            let h = (stretch.h + 2.0 * x / (root - v)).clamp(0.0, beyond.h);
            stretch = self.step([beyond.x[0], beyond.v[0]], h);
        }
        stretch.x[1] = 0.0;
        stretch
    }
}

impl Stretch {
    /// ∫f_n dτ over the first `part` of it [N·s].
    pub fn impulse_until(&self, part: f64) -> f64 {
        let (t, rest) = (part, 1.0 - part);
        let [first, last] = self.force;
        self.impulse * t * t * (1.0 + 2.0 * rest) + self.h * t * rest * (first * rest - last * t)
    }

    /// By how much f_n differs at both ends, by the larger of them [1].
    pub fn unevenness(&self) -> f64 {
        let [first, last] = self.force;
        (first - last).abs() / first.max(last).max(f64::MIN_POSITIVE)
    }

    /// x after `part` of it [m].
    pub fn depth(&self, part: f64) -> f64 {
        let (t, rest) = (part, 1.0 - part);
        let ([x_0, x_1], [v_0, v_1]) = (self.x, self.v);
        let between = x_0 * rest * rest * (1.0 + 2.0 * t) + x_1 * t * t * (1.0 + 2.0 * rest);
        (between + self.h * t * rest * (v_0 * rest - v_1 * t)).max(0.0)
    }
}
