//! What a rigid contact remembers.

use crate::physics::Vector3;
use crate::stepping::coupling::{Coupling, StepFriction};
use crate::stepping::saved::saved;

/// What the last step leaves to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidForces {
    /// Mean normal force λ_N [N]
    pub normal: f64,
    /// The same of lasting contact alone, without the impulse of an impact [N]
    pub lasting: f64,
    /// λ_T on body i [N], in world axes
    pub friction: Vector3<f64>,
    /// c_r/e_r on body i [N]
    pub spin: f64,
}

saved!(RigidForces { normal, lasting, friction, spin });

impl RigidForces {
    /// Energy in bristles of the stiffness k_T under λ_T and c_r/e_r,  ½(|λ_T|² + (c_r/e_r)²)/k_T  [J].
    pub fn stored(&self, coupling: &Coupling<f64>) -> f64 {
        let k_t = coupling.time_stepping.k_T;
        let holds = coupling.settings.step_friction == StepFriction::Regularised && k_t > 0.0;
        if holds { 0.5 * (self.friction.dot(&self.friction) + self.spin * self.spin) / k_t } else { 0.0 }
    }

    /// 1 where the contact sticks: λ_N > 0 and a slip speed, with spin e_r·ω_n, [m/s] of at most v_th; otherwise 0.
    pub fn sticking(&self, coupling: &Coupling<f64>, slip_speed: f64) -> f64 {
        let sticks = self.normal > 0.0 && slip_speed <= coupling.time_stepping.v_th;
        f64::from(u8::from(sticks))
    }
}
