//! One contact: its friction and whether it slides.

use nalgebra::{MatrixXx3, Vector3};

/// ℱ(τ), the set of friction (c_t, c_o, c_r) at τ = μ·c_n [N]  [PT96 (1), section 2 (a) to (c)]; c_r is a moment [N·m].
#[derive(Clone, Debug, PartialEq)]
pub enum FrictionMap {
    /// |c_t| ≤ τ: a contact in the plane. Rows n, t.
    Line,
    /// (c_t/e_t)² + (c_o/e_o)² + (c_r/e_r)² ≤ τ²  (a). Rows n, t, o, r; a point contact, without e_r, has no row r.
    Ellipsoid { e_t: f64, e_o: f64, e_r: Option<f64> },
    /// α·c_t + β·c_o + γ·c_r ≤ τ for each row (α, β, γ) of `planes`; γ [1/m]  (b). Rows n, t, o, r.
    Polyhedron { planes: MatrixXx3<f64> },
    /// (c_t/e_t)² + (c_o/e_o)² ≤ τ², |c_r| ≤ e_r·τ  (c; the print has e_r = 1, which has no unit). Rows n, t, o, r.
    Mixed { e_t: f64, e_o: f64, e_r: f64 },
}

impl FrictionMap {
    /// How many rows the contact has, the normal one included.
    pub fn rows(&self) -> usize {
        match self {
            FrictionMap::Line => 2,
            FrictionMap::Ellipsoid { e_r: None, .. } => 3,
            _ => 4,
        }
    }
}

/// Whether friction is ruled by the velocity or by the acceleration  [PT96 section 2].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactMotion {
    /// ℛ: no slip and no spin; friction resists the acceleration.
    Rolling,
    /// 𝒩: slip along t, o [m/s] and spin about n [rad/s] of body 1 against body 2, not all 0; friction resists it.
    Sliding { v: Vector3<f64> },
}

/// A contact that touches: its normal velocity is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RigidContact {
    /// Friction coefficient μ [1], ≥ 0
    pub mu: f64,
    pub map: FrictionMap,
    pub motion: ContactMotion,
}

/// What a contact is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactState {
    /// Carries nothing.
    Separating,
    /// Carries, and does not start to slip.
    Rolling,
    /// Carries, and slips or starts to.
    Sliding,
}
