//! Parameters of the laws, by the group they are named under, and the settings that choose a law.

mod planes;
mod settings;

pub use planes::{MOST_PLANES, Planes};
pub use settings::*;

use crate::physics::Scalar;
use crate::physics::scalar::select;

/// Normal direction [G04 §2.1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compliance<T> {
    /// Stiffness k [N/m^p], > 0
    pub k: T,
    /// Exponent p [1], 1…5
    pub p: T,
    /// Coefficient of restitution at impact speed 0, e₀ [1], 0…1, in compliant contacts 0.001…1
    pub e: T,
    /// Decrease of restitution with impact speed α [s/m], ≥ 0 [G04 eq. 12]
    pub alpha: T,
    /// Impact speed up to which the power law has e₀, v_ref [m/s], > 0
    pub v_ref: T,
    /// Exponent of the power law q [1], ≥ 0
    pub q: T,
    /// Points of [`RestitutionCurve::Table`]
    pub table: RestitutionTable<T>,
    /// Impact speed of a body that is set down [m/s], > 0
    pub v_min: T,
    /// Most damping of the law of Flores d_max [s/m], > 0 [M3D]
    pub d_max: T,
    /// Impact speed up to which the law of Flores takes e = 0 [m/s], ≥ 0 [M3D]
    pub v_small: T,
    /// Effective mass, m_i·m_j/(m_i + m_j), for the linear spring and damper [kg], > 0
    pub mass: T,
}

/// Most points of a restitution table.
pub const RESTITUTION_POINTS: usize = 8;

/// Restitution measured at several impact speeds; [`Settings::restitution_points`] of them are used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RestitutionTable<T> {
    /// Impact speeds [m/s], ≥ 0, rising
    pub speed: [T; RESTITUTION_POINTS],
    /// e there [1], 0.001…1
    pub e: [T; RESTITUTION_POINTS],
}

/// Tangential direction [G04 §2.2]; symbols of the paper.
#[allow(non_snake_case)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Friction<T> {
    /// Stiction coefficient [1], ≥ mu_C
    pub mu_S: T,
    /// Coulomb coefficient [1], ≥ 0
    pub mu_C: T,
    /// Bristle stiffness [N/m], > 0
    pub sigma_0: T,
    /// Bristle damping [N·s/m], > 0
    pub sigma_1: T,
    /// Viscous friction [N·s/m], ≥ 0
    pub sigma_2: T,
    /// Stribeck velocity [m/s], > 0
    pub v_S: T,
    /// Width of the smoothed direction [m/s], 0…v_S; 0 means v_S/100
    pub v_eps: T,
    /// Dwell time [s], > 0
    pub tau_dw: T,
    /// Slip speed below which `coulomb` is smoothed [m/s], > 0 [M3D]
    pub v_small: T,
    /// Coefficient of rolling resistance [1], ≥ 0 [M3D]
    pub mu_r: T,
    /// Rolling speed below which it is smoothed [rad/s], > 0 [M3D]
    pub w_small: T,
    /// Moment of spinning friction by the bound of the friction force e_r [m], ≥ 0, 0: no moment [PT96 eq. 1]
    pub e_r: T,
    /// Largest friction force along the first direction of the tangent plane by that bound e_t [1], > 0 [PT96 eq. 1]
    pub e_t: T,
    /// The same along the direction across it e_o [1], > 0 [PT96 eq. 1]
    pub e_o: T,
}

impl<T: Scalar> Friction<T> {
    /// Bristle time constant  τ_br = σ1/σ0  [s]  [G04 below eq. 21].
    #[inline(always)]
    pub fn tau_br(&self) -> T {
        self.sigma_1 / self.sigma_0
    }

    /// Whether friction is the same along every direction of the tangent plane, and its derivatives: e_t = e_o = 1.
    #[inline(always)]
    pub fn is_even(&self) -> bool {
        (self.e_t - T::one()).is_zero() && (self.e_o - T::one()).is_zero()
    }

    /// Width of the smoothed direction v_ε [m/s]; v_S/100 unless given [G04 below eq. 26].
    #[inline(always)]
    pub fn direction_width(&self) -> T {
        select(self.v_eps.value() > 0.0, self.v_eps, self.v_S * T::from(0.01))
    }
}

/// Elasticity of one body's material.
#[allow(non_snake_case)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solid<T> {
    /// Young's modulus [Pa], > 0
    pub E: T,
    /// Poisson's ratio ν [1], 0…0.5
    pub nu: T,
}

/// What the stiffness is made of with [`ComplianceSource::Materials`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Materials<T> {
    pub i: Solid<T>,
    pub j: Solid<T>,
    /// Reduction of the stiffness [1], > 0 [M3D]
    pub k_red: T,
}

/// All parameters of the laws. By default nothing is set, every number is 0: start values are in the table of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters<T: Scalar> {
    pub settings: Settings,
    pub compliance: Compliance<T>,
    pub friction: Friction<T>,
    pub materials: Materials<T>,
}

impl<T: Scalar> Parameters<T> {
    /// Whether friction asks for directions of the tangent plane that turn with body j: a polyhedral limit surface, e_t or e_o.
    #[inline(always)]
    pub fn asks_for_directions(&self) -> bool {
        let is_of_planes = match self.settings.friction_map {
            FrictionMap::Polyhedron | FrictionMap::Planes => true,
            FrictionMap::Ellipsoid | FrictionMap::Mixed => false,
        };
        is_of_planes || !self.friction.is_even()
    }

    /// Whether friction has a moment about the normal: e_r, given or of the contact area.
    #[inline(always)]
    pub fn holds_a_moment(&self) -> bool {
        self.friction.e_r.value() > 0.0 || self.settings.spin_radius_source == SpinRadiusSource::ContactRadius
    }

    /// Whether a law asks for the effective radius of the contact: stiffness from materials, rolling resistance, spinning
    /// friction of the contact area.
    #[inline(always)]
    pub fn asks_for_radius(&self) -> bool {
        let Settings { compliance_source, spin_radius_source, .. } = self.settings;
        compliance_source == ComplianceSource::Materials
            || spin_radius_source == SpinRadiusSource::ContactRadius
            || !self.friction.mu_r.is_zero()
    }
}
