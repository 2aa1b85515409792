//! The problem.

use crate::rigid::Fault;
use crate::rigid::acceleration::contact::RigidContact;
use crate::rigid::acceleration::eigen;
use crate::rigid::acceleration::elimination::Elimination;
use crate::rigid::acceleration::fault::AccelerationFault;
use crate::rigid::acceleration::numbers::{finite, sized, symmetric};
use nalgebra::{DMatrix, DVector};

/// a = A·c + b at contacts that touch  [PT96 (i)].
///
/// Contact k has the rows n, t[, o[, r]] ([`FrictionMap::rows`]), one contact after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactProblem {
    /// A = J·M⁻¹·Jᵀ [1/kg; 1/(kg·m) and 1/(kg·m²) in rows and columns r], symmetric and positive semidefinite; the
    /// print has 𝒥ᵀ·ℳ·𝒥 with ℳ the inertia
    pub a: DMatrix<f64>,
    /// b = J·M⁻¹·f + J̇·q̇ [m/s²; rad/s² in rows r]: accelerations without contact forces
    pub b: DVector<f64>,
    pub contacts: DVector<RigidContact>,
}

impl ContactProblem {
    /// A = J·M⁻¹·Jᵀ, b = J·M⁻¹·f + J̇·q̇.
    ///
    /// `jacobian` J, a row for each row of the contacts; `mass` M, symmetric and positive definite; `force` f, all that
    /// acts beside the contacts, gyroscopic terms included; `bias` J̇·q̇ [m/s², rad/s²].
    ///
    /// Errors: sizes that differ, numbers that are not finite, M not symmetric or not positive definite.
    pub fn of_bodies(
        jacobian: &DMatrix<f64>,
        mass: &DMatrix<f64>,
        force: &DVector<f64>,
        bias: &DVector<f64>,
        contacts: DVector<RigidContact>,
    ) -> Result<Self, AccelerationFault> {
        let (rows, n) = jacobian.shape();
        sized("rows of M", mass.nrows(), n)?;
        sized("columns of M", mass.ncols(), n)?;
        sized("f", force.len(), n)?;
        sized("Jdot*qdot", bias.len(), rows)?;
        finite("J", jacobian)?;
        finite("M", mass)?;
        finite("f", force)?;
        finite("Jdot*qdot", bias)?;
        symmetric("M", mass)?;
        let least = eigen::values(mass).min();
        if n > 0 && least <= 0.0 {
            return Err(Fault::NotDefinite { name: "M", row: 0, left: least }.into());
        }
        let elimination = Elimination::new(mass);
        let mut yields = DMatrix::zeros(n, rows);
        for k in 0..rows {
            yields.set_column(k, &elimination.solve(&jacobian.row(k).transpose()));
        }
        let a = jacobian * &yields;
        let a = (&a + a.transpose()) * 0.5;
        let b = yields.tr_mul(force) + bias;
        Ok(ContactProblem { a, b, contacts })
    }

    /// First row of each contact.
    pub fn first_rows(&self) -> DVector<usize> {
        let mut next = 0;
        self.contacts.map(|contact| {
            next += contact.map.rows();
            next - contact.map.rows()
        })
    }
}
