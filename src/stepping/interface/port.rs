//! How the contact point is found and moves: what a step is given of the bodies.

use crate::physics::{ContactFrame, Vector3};
use crate::stepping::interface::Spatial;
pub use crate::stepping::inverse_mass::Matrix3;

/// How the contact point is found and moves: x, v_r and ω measured at the step's start; n, p_a, W and b are frozen over
/// the step, and best those of its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Port {
    pub frame: ContactFrame<f64>,
    /// Inverse mass of the relative motion at the contact point W [1/kg], symmetric, positive semidefinite
    pub w: Matrix3,
    /// Relative acceleration of the contact point without the contact force b [m/s²]
    pub b: Vector3<f64>,
    /// The same in the mean from this measurement to the next, by which measured velocities are judged [m/s²]
    pub b_measured: Vector3<f64>,
    /// By how much normal and arms turn in the step [rad]
    pub turning_angle: f64,
    /// How the bodies turn against each other; None where the contact bears no moments ([`bears_moments`])
    pub turning: Option<Turning>,
    /// Parallel order: where the bodies will be at the interval's start, if that is known better than (3) of docs/numerics.md has it
    pub expected: Option<PredictedMotion>,
}

/// Where the bodies will be when they have got what was returned last, in the directions of the port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedMotion {
    /// x [m]
    pub penetration: f64,
    /// v_r [m/s]
    pub velocity: Vector3<f64>,
}

/// How ω = ω_i − ω_j moves under the contact force f and its couple m:  ω̇ = L·m + G·f + b_w,  v̇_r = W·f + Gᵀ·m + b.
/// The matrix [[W, Gᵀ], [G, L]] is positive semidefinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning {
    /// I_i⁻¹ + I_j⁻¹ [1/(kg·m²)]
    pub l: Matrix3,
    /// Σ I_b⁻¹·[ρ_b]ₓ [1/(kg·m)]
    pub g: Matrix3,
    /// Relative angular acceleration without the contact b_w [rad/s²]. A couple that the contact holds but is not given
    /// of leaves ω at ½·b_w·H, in parallel order at 3/2·b_w·H
    pub b: Vector3<f64>,
}

impl Port {
    /// Change of v_r and ω under an impulse, or their accelerations under a force.
    #[inline(always)]
    pub fn response(&self, to: &Spatial) -> Spatial {
        let linear = self.w * to.linear;
        match &self.turning {
            None => Spatial { linear, angular: Vector3::zeros() },
            Some(Turning { l, g, .. }) => {
                Spatial { linear: linear + g.tr_mul(&to.angular), angular: g * to.linear + l * to.angular }
            }
        }
    }

    /// W·n and G·n: their product with an impulse is the change of n·v_r that it makes.
    #[inline(always)]
    pub(super) fn along_normal(&self) -> Spatial {
        let n = self.frame.normal;
        Spatial { linear: self.w * n, angular: self.turning.as_ref().map_or(Vector3::zeros(), |turning| turning.g * n) }
    }

    /// Impulse along n that balances b over `h` [s] [N·s].
    pub(super) fn load(&self, h: f64) -> f64 {
        let n = self.frame.normal;
        (-n.dot(&self.b) * h).max(0.0) / n.dot(&(self.w * n))
    }

    /// b and b_w by which measured velocities are judged [m/s², rad/s²]
    pub(super) fn free_measured(&self) -> Spatial {
        Spatial { linear: self.b_measured, angular: self.turning.map_or(Vector3::zeros(), |turning| turning.b) }
    }

    /// v_r and ω, this one 0 where it does not matter
    pub(super) fn velocity(&self) -> Spatial {
        Spatial { linear: self.frame.velocity(), angular: self.turning.map_or(Vector3::zeros(), |_| self.frame.omega) }
    }
}

/// `v` [any unit] with the least rotation that takes the direction `from` to `to`, unit vectors that are not opposite.
#[inline(always)]
pub fn transported(v: &Vector3<f64>, from: &Vector3<f64>, to: &Vector3<f64>) -> Vector3<f64> {
    // most normals stay: nothing to be rounded
    if from == to {
        return *v;
    }
    let sum = from + to;
    v + to * (2.0 * from.dot(v)) - sum * (sum.dot(v) / (1.0 + from.dot(to)))
}
