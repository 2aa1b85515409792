//! Rest and slow pressing: an interval in which the contact is as good as linear, solved as a whole (docs/numerics.md step 39).

use crate::physics::parameters::FrictionLaw;
use crate::physics::stiffness::Stiffness;
use crate::physics::{Latch, Parameters, elementary, friction, normal as laws};
use crate::stepping::interface::exponential::phi_of_matrix;
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics, SLIDING};
use crate::stepping::interface::normal::Kick;
use crate::stepping::interface::spring::Spring;
use crate::stepping::interface::tangential::SlipState;

/// By how much of itself what is not linear may change the normal force in the mean, and by how much of its bound friction.
pub const NONLINEAR: f64 = 1e-6;

/// How far apart the rates of bristles and of the normal motion are, by their sizes, for one to be solved along the other.
const APART: f64 = 1e-3;

/// Fraction of f_e by which f_n may differ from it: far from where damping would pull.
const SWAYED: f64 = 0.5;

/// The normal motion about its start, δ = x − x₀:  δ̈ = b − w·f_e − g·δ − λ·δ̇.
pub struct Rest {
    w: f64,
    /// f_e at the start [N]
    elastic: f64,
    /// g = w·∂f_n/∂x [1/s²]
    slope: f64,
    /// λ = w·∂f_n/∂ẋ [1/s]
    damping: f64,
    /// Fraction of f_e by which f_n differs from it at most
    pub varies: f64,
}

/// The normal motion over the interval.
pub struct Pressed {
    pub kick: Kick,
    /// x₁ − x₀ [m]
    pub path: f64,
    /// ∫(h − τ)·f_n dτ [N·s²]
    pub moment: f64,
    /// ∫f_n·ẋ dτ [J]
    pub work: f64,
}

impl Rest {
    /// Of a contact at x > 0 [m], ẋ = `v` [m/s], under the acceleration b with friction [m/s²]. None where more happens in `h` [s] than
    /// [`NONLINEAR`] allows along n.
    pub fn of(
        parameters: &Parameters<f64>,
        mechanics: &Mechanics,
        stiffness: Stiffness<f64>,
        latch: &Latch<f64>,
        [x, v, b, h]: [f64; 4],
    ) -> Option<Self> {
        let (w, p) = (mechanics.w, stiffness.p);
        let elastic = Spring::at(stiffness, x).force(x);
        let a = laws::frozen_damping(parameters, laws::acting_damping(parameters, latch, v), elastic);
        // spring and damper add, in all other laws they multiply
        let adds = parameters.settings.normal_law.form().adds();
        let factor = if adds { 1.0 } else { 1.0 + a * v };
        let mut rest = Rest { w, elastic, slope: w * elastic * p / x * factor, damping: w * elastic * a, varies: 0.0 };
        if rest.slope.is_nan() || rest.slope <= 0.0 {
            return None;
        }
        // |ẋ| by the energy of a damped vibration, or, where damping is strong, by what it lets through
        let missing = b - w * elastic;
        let vibrating = (v * v + missing * missing / rest.slope).sqrt();
        let creeping = v.abs().max(2.0 * missing.abs() / rest.damping);
        let is_slow = rest.damping > 2.0 * rest.slope * h;
        let fastest = if is_slow { vibrating.min(creeping) } else { vibrating };
        let farthest = (fastest * h).min(2.0 * vibrating / rest.slope.sqrt());
        let follows = ((missing - rest.damping * v).abs() + rest.slope * farthest) / rest.damping;
        let changes = if is_slow { follows.min(fastest + v.abs()) } else { fastest + v.abs() };
        let (farthest, changes) = (farthest / x, a * changes);
        let curved = p * (p - 1.0).abs() * 0.5 * farthest * farthest;
        let crossed = if adds { 0.0 } else { p * farthest * changes };
        // fraction by which f_n differs from f_e at most
        rest.varies = p * farthest + a * fastest.max(v.abs());
        let is_linear = curved + crossed <= NONLINEAR && rest.varies < SWAYED && fastest <= latch.v_i;
        is_linear.then_some(rest)
    }

    /// Whether the bristles hold all the time, with s = 1, where friction falls apart along the axes.
    pub fn clings(&self, parameters: &Parameters<f64>, mechanics: &Mechanics, slip: &SlipState) -> bool {
        let (f, varies) = (&parameters.friction, self.varies);
        if parameters.settings.friction_law == FrictionLaw::None {
            return true;
        }
        let (mut square, mut held, mut shared) = (0.0, 0.0, 0.0);
        for k in 0..SLIDING {
            let (w, v) = (mechanics.inverse_mass[k][k], slip.v[k]);
            let load = mechanics.free[k] + mechanics.across[k] * self.elastic;
            if w == 0.0 {
                // such bodies slip as they will
                if load != 0.0 || v != 0.0 {
                    return false;
                }
                continue;
            }
            // the energy of a damped vibration of the bristles bounds slip and swing
            let missing = load - w * f.sigma_0 * slip.z[k];
            let fastest = (v * v + missing * missing / (w * f.sigma_0)).sqrt();
            let swing = fastest * ((f.sigma_0 / w).sqrt() + f.sigma_1);
            square += fastest * fastest;
            held += load.abs() / w + swing;
            shared += mechanics.across[k].abs() * (swing + varies * load.abs() / w);
        }
        let least = self.elastic * (1.0 - varies);
        square <= NONLINEAR * f.v_S * f.v_S
            && held <= friction::friction_bound(f, least, slip.s_dw)
            && shared <= NONLINEAR * self.w * self.elastic
    }

    /// The motion over `h` [s] from ẋ = `v` under b, exact: y₁ = y₀ + φ₁(h·A)·h·ẏ₀. Impulse, moment and work follow from
    /// f_n = (b − ẍ)/w.
    pub fn pressed(&self, [v, b, h]: [f64; 3]) -> Pressed {
        let rate = [v, b - self.w * self.elastic - self.damping * v];
        let m = phi_of_matrix([[0.0, h], [-self.slope * h, -self.damping * h]]);
        let [path, gained] = m.map(|row| h * (row[0] * rate[0] + row[1] * rate[1]));
        Pressed {
            kick: Kick { v: v + gained, impulse: (b * h - gained) / self.w },
            path,
            moment: (0.5 * b * h * h - (path - v * h)) / self.w,
            work: (b * path - gained * (v + 0.5 * gained)) / self.w,
        }
    }

    /// Where what relaxes with the rate `kappa` [1/s] towards f_n has come from 0 over the motion [`pressed`](Self::pressed): ∫κ·e^(−κ(h−τ))·f_n dτ [N].
    /// Of y' = A·y + c this integral of y is (A + κ)⁻¹·κ·(y₁ − e^(−κh)·y₀ − c·(1 − e^(−κh))/κ). None where −κ is an eigenvalue of A, or nearly.
    pub fn followed(&self, [v, b, h]: [f64; 3], pressed: &Pressed, kappa: f64) -> Option<f64> {
        let Rest { w, elastic, slope, damping, .. } = *self;
        let gone = -elementary::expm1(-kappa * h);
        let left = pressed.kick.v - (1.0 - gone) * v - (b - w * elastic) * gone / kappa;
        let determinant = kappa * (kappa - damping) + slope;
        let path = ((kappa - damping) * pressed.path - left) / determinant;
        let rate = (slope * pressed.path + kappa * left) / determinant;
        let is_apart = determinant.abs() > APART * (kappa * (kappa + damping) + slope);
        is_apart.then_some(elastic * gone + kappa * (slope * path + damping * rate) / w)
    }
}

/// −f_t of bristles that hold, before anything moves [N].
pub fn held(parameters: &Parameters<f64>, slip: &SlipState) -> Coordinates {
    let f = &parameters.friction;
    let mut held = [0.0; COORDINATES];
    if parameters.settings.friction_law != FrictionLaw::None {
        (0..SLIDING).for_each(|k| held[k] = f.sigma_0 * slip.z[k] + (f.sigma_1 + f.sigma_2) * slip.v[k]);
    }
    held
}

/// −∫f_t·v_t dτ [J] of bristles that hold, whose deflection is the way, from  v̇ = l + w·f_t.
pub fn work_of_friction(
    parameters: &Parameters<f64>,
    mechanics: &Mechanics,
    [start, end]: [&SlipState; 2],
    f_n: f64,
) -> f64 {
    if parameters.settings.friction_law == FrictionLaw::None {
        return 0.0;
    }
    let along = |k: usize| {
        let (w, load) = (mechanics.inverse_mass[k][k], mechanics.free[k] + mechanics.across[k] * f_n);
        let gained = 0.5 * (end.v[k] - start.v[k]) * (end.v[k] + start.v[k]);
        if w > 0.0 { (load * (end.z[k] - start.z[k]) - gained) / w } else { 0.0 }
    };
    (0..SLIDING).map(along).sum()
}
