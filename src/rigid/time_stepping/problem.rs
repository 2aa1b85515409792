//! What a step is given and what it gives: system, contacts, method and the answer.

use crate::rigid::complementarity::Status;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Rows of one contact: normal and two tangents at right angles.
pub const ROWS: usize = 3;
/// Rows of a contact with friction against spin: those, and e_r times the turn about the normal.
pub const SPINNING_ROWS: usize = 4;

/// Mechanics of one step in the space of its constraints: rows 3k, 3k+1, 3k+2 are normal and tangents of contact k, the
/// rows after those of all contacts are bilateral constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct System<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    /// W = J·M⁻¹·Jᵀ [1/kg], symmetric and positive semidefinite
    pub w: OMatrix<f64, D, D>,
    /// Velocities at the end of the step without impulses  J·(v + h·M⁻¹·(f_app − c))  [m/s]; for bilateral rows less
    /// the given u of eq. (2)
    pub free: OVector<f64, D>,
    /// Length of the step h [s], > 0
    pub h: f64,
}

/// What a contact brings into a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Coefficient of friction μ [1], ≥ 0
    pub mu: f64,
    /// Least velocity of separation at the end of the step [m/s]
    pub least: f64,
    /// λ_N of the previous step [N], ≥ 0
    pub normal: f64,
    /// λ_T of the previous step along the two tangents [N]
    pub friction: [f64; 2],
    /// v_T at the start of the step [m/s]
    pub slip: [f64; 2],
}

/// What a contact with friction against spin brings into a step ([`crate::rigid::time_stepping::advance_spinning`]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpinningContact {
    /// As of a contact without
    pub contact: Contact,
    /// c_r/e_r of the previous step [N]
    pub spin_friction: f64,
    /// e_r·ω_n at the start of the step [m/s]
    pub spin_slip: f64,
}

/// Law of friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Friction {
    /// [P16]: while |v_T| ≤ v_th bristles of stiffness k_T [N/m] > 0 that remember λ_T (eqs. 9–15), `f64::INFINITY` for
    /// rigid ones (eq. 29); above, μ·λ_N along the slip and the drift viscosity b_μ = μ·λ_N/|v_T| across it (eqs.
    /// 16–20). The tangents are turned along the previous force, or the slip, and each component is bounded by μ·λ_N
    /// (eq. 12).
    ///
    /// Two bounds let a contact that sticks hold up to √2·μ·λ_N, unless [`Method::isotropic`]. One that slides exceeds
    /// μ·λ_N where its slip turns within the step: √(1 + (v_T2⁺/v_T)²) times, √2 at most, less the shorter the step.
    Regularised {
        /// k_T [N/m]
        stiffness: f64,
        /// v_th [m/s], ≥ 0
        threshold: f64,
    },
    /// [L06]: each component along the tangents as they are is bounded by μ·λ_N.
    Box,
    /// [AP97]: forces in the regular polygon with its corners at μ·λ_N⁺, the first on the first tangent; even number of
    /// sides.
    Polygonal {
        /// Sides of the polygon, even, ≥ 4
        sides: u32,
    },
}

/// How a step is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    pub friction: Friction,
    /// Times the problem is solved at most, ≥ 1. λ_N in eqs. (12), (18) and (20) is that of the previous step first,
    /// then what brings it together with λ_N⁺; fewer where they agree. Polygons and cones need no repetition.
    pub passes: u32,
    /// Whether a contact that sticks by bristles holds no more than μ·λ_N in any direction, a deviation from [P16]:
    /// where its two bounds would let it, it is μ·λ_N against the slip, Coulomb's friction. So is that of all contacts by
    /// bristles, also of those that slide, where there are several or bilateral rows: they are one problem with cones
    /// ([`crate::rigid::cones`]). One alone goes to its cone directly; where it finds none its tangents are turned, by up
    /// to 200 problems more. Rigid bristles of one contact alone, and box, then bear no force in a direction that
    /// neither moves nor can; among several contacts such a force is one of many that the cones allow.
    pub isotropic: bool,
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    /// [`Status::Solved`], or what keeps the rest from meaning anything
    pub status: Status,
    /// p = h·λ⁺ [N·s]
    pub impulse: OVector<f64, D>,
    /// u⁺ [m/s]
    pub velocity: OVector<f64, D>,
    /// Of the problem that gave it, see [`crate::rigid::complementarity`]; of one with cones its natural map, see
    /// [`crate::rigid::cones`], which counts as solved up to [`crate::rigid::cones::LARGEST_RESIDUAL`]
    pub residual: f64,
    /// Problems solved; of one with cones sweeps and iterations
    pub passes: u32,
    /// Whether the bounds of friction are those of λ_N⁺ and, with [`Method::isotropic`], no contact that sticks holds
    /// more than that, to 1e-12; with cones whether it is solved
    pub agrees: bool,
    /// Whether W is symmetric and semidefinite only within the rounding of seven digits
    pub is_rounded: bool,
}

impl<D: Dim> Step<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    /// u⁺ = W·p + `free`: eq. (21) times J·M⁻¹, which is eqs. (3), (4) and (2) less u.
    pub(super) fn of(system: &System<D>, impulse: OVector<f64, D>, status: Status, residual: f64, passes: u32) -> Self {
        let velocity = &system.w * &impulse + &system.free;
        Step { status, impulse, velocity, residual, passes, agrees: true, is_rounded: false }
    }

    /// The contact at the start of the next step: λ_N⁺, λ_T⁺ and v_T⁺ of contact `k`; `h` [s] is that of the step. λ_T⁺ = −k_T·s⁺ stands
    /// for the deflection s⁺ of eq. (10), as the text after eq. (11) has it.
    pub fn next(&self, k: usize, contact: &Contact, h: f64) -> Contact {
        let row = ROWS * k;
        Contact {
            normal: self.impulse[row] / h,
            friction: [self.impulse[row + 1] / h, self.impulse[row + 2] / h],
            slip: [self.velocity[row + 1], self.velocity[row + 2]],
            ..*contact
        }
    }
}
