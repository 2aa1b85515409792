//! What a contact remembers between evaluations, and its energy ledger.

use crate::physics::{Planar, Scalar, Vector3};
use core::ops::AddAssign;

/// Energy ledger [J]; as rates [W].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Energies<T> {
    /// Work the bodies put in  ∫ −(f_c·v_r + m_c·(ω_i−ω_j)) dt, m_c the couple of rolling, spinning and tilting
    pub work: T,
    /// Dissipated in the normal direction  ∫ (f_n − k·x^p)·ẋ dt, and by tilting faces
    pub dissipated_normal: T,
    /// Dissipated by friction  ∫ (−f_t·v_t − m_c·(ω_i−ω_j) − σ0·z̃·ż̃) dt
    pub dissipated_friction: T,
}

impl<T: Scalar> AddAssign<&Energies<T>> for Energies<T> {
    #[inline]
    fn add_assign(&mut self, more: &Energies<T>) {
        self.work += more.work;
        self.dissipated_normal += more.dissipated_normal;
        self.dissipated_friction += more.dissipated_friction;
    }
}

/// Continuous state. Together with parameters, inputs and [`Latch`] it is everything the contact depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct State<T> {
    /// Bristle deflection z [m]  [G04 eq. 16]
    pub z: Vector3<T>,
    /// Dwell state s_dw [1]  [G04 eq. 23]
    pub s_dw: T,
    pub energy: Energies<T>,
    /// Deflection of the bristles about the normal, at the radius e_r [m]
    pub z_r: T,
}

impl<T: Scalar> State<T> {
    /// z̃ = (z, z_r)
    pub fn deflection(&self) -> Planar<T> {
        Planar { t: self.z, r: self.z_r }
    }
}

impl<T: Scalar> Default for State<T> {
    fn default() -> Self {
        State { z: Vector3::from_element(T::zero()), s_dw: T::zero(), energy: Energies::default(), z_r: T::zero() }
    }
}
