//! The tangents of a contact, turned along its force or its slip [P16 eqs. 13–17], and its friction in them [P16 eqs. 9, 11, 18–20].

use crate::physics::elementary;
use crate::rigid::time_stepping::Contact;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Of the regularised law.
#[derive(Clone, Copy)]
pub struct RegularisedFriction {
    pub stiffness: f64,
    pub threshold: f64,
}

/// One contact in tangents of its own.
pub struct TangentBasis {
    /// The first tangent; the second is it turned by a quarter
    axis: [f64; 2],
    slip: f64,
    /// h²·C̃_T without the drift viscosity, 1/k_T [m/N]: 0 where bristles are rigid
    compliance: f64,
    /// Previous λ_T along the tangents [N]; None while sliding, where it is −μ·λ_N along the first
    previous: Option<[f64; 2]>,
    /// Whether the tangents may be turned: the contact sticks by its bristles
    pub is_free: bool,
}

impl TangentBasis {
    /// Tangents along the slip (eq. 16), while the contact sticks by its bristles against the force before (eq. 13), turned on from there
    /// by `angle` [rad]. Those that are given without a force before, and without bristles: box friction.
    ///
    /// Misprint: eq. (13) has −λ_T1 for a component that eq. (8) calls λ_T1; eq. (15) shows that −|λ_T| is meant.
    pub fn of(contact: &Contact, bristles: Option<RegularisedFriction>, angle: f64) -> Self {
        let along = |u: &[f64; 2], length: f64| if length > 0.0 { [u[0] / length, u[1] / length] } else { [1.0, 0.0] };
        let Some(RegularisedFriction { stiffness, threshold }) = bristles else {
            return TangentBasis {
                axis: [1.0, 0.0],
                slip: 0.0,
                compliance: 0.0,
                previous: Some([0.0; 2]),
                is_free: false,
            };
        };
        let (slip, force) = (length(&contact.slip), length(&contact.friction));
        let compliance = 1.0 / stiffness;
        if slip > threshold {
            return TangentBasis { axis: along(&contact.slip, slip), slip, compliance, previous: None, is_free: false };
        }
        // eq. (13): against the force, so that it is −|λ_T| along the first tangent
        let [x, y] = along(&contact.friction, force);
        let [x, y] = if force > 0.0 { [-x, -y] } else { [x, y] };
        let (sin, cos) = if angle == 0.0 { (0.0, 1.0) } else { elementary::sin_cos(angle) };
        TangentBasis {
            axis: [cos * x - sin * y, sin * x + cos * y],
            slip,
            compliance,
            previous: Some([-force * cos, force * sin]),
            is_free: true,
        }
    }

    /// Whether bristles have no compliance.
    pub fn is_rigid(&self) -> bool {
        self.compliance == 0.0
    }

    /// To the turned tangents: R of eqs. (14) and (17).
    pub fn there(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x + s * y, c * y - s * x]
    }

    /// And back.
    pub fn back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x - s * y, c * y + s * x]
    }

    /// C̃_T [1/kg] and C̃_T·h·λ̃_T [m/s] of eqs. (25)–(27) and (29), which are eqs. (9) and (11) or (18)–(20), for the bound `reach` =
    /// μ·λ_N·h [N·s].
    pub fn regularisation(&self, h: f64, reach: f64) -> ([f64; 2], [f64; 2]) {
        // of rigid ones 0, also where h² is too small a number
        let first = if self.compliance > 0.0 { self.compliance / (h * h) } else { 0.0 };
        let Some(previous) = self.previous else {
            // 1/(h·b_μ) = |v_T|/(μ·λ_N·h); without a force to speak of no viscosity
            let drift = self.slip / reach;
            return ([first, if drift.is_finite() { drift } else { 0.0 }], [-first * reach, 0.0]);
        };
        ([first, first], previous.map(|force| first * h * force))
    }
}

pub fn length(u: &[f64; 2]) -> f64 {
    (u[0] * u[0] + u[1] * u[1]).sqrt()
}

/// The rows `first` and the one after it.
pub fn turn_vector<D: Dim>(u: &mut OVector<f64, D>, first: usize, turn: impl Fn([f64; 2]) -> [f64; 2])
where
    DefaultAllocator: Allocator<D>,
{
    [u[first], u[first + 1]] = turn([u[first], u[first + 1]]);
}

/// R·W·Rᵀ  (eqs. 14 and 17).
pub fn turn_matrix<D: Dim>(w: &mut OMatrix<f64, D, D>, first: usize, turned: &TangentBasis)
where
    DefaultAllocator: Allocator<D, D>,
{
    for k in 0..w.nrows() {
        [w[(first, k)], w[(first + 1, k)]] = turned.there([w[(first, k)], w[(first + 1, k)]]);
    }
    for k in 0..w.nrows() {
        [w[(k, first)], w[(k, first + 1)]] = turned.there([w[(k, first)], w[(k, first + 1)]]);
    }
}
