//! The problem and what it must fulfil.

use crate::rigid::Fault;
use crate::rigid::acceleration::contact::{ContactMotion, FrictionMap, RigidContact};
use crate::rigid::acceleration::elimination::Elimination;
use crate::rigid::acceleration::fault::AccelerationFault;
use crate::rigid::acceleration::{eigen, polytope, scaled};
use nalgebra::{DMatrix, DVector, Dim, Matrix, RawStorage, Vector3};

/// Fraction of √(a_ii·a_jj) by which two mirrored elements of A may differ.
const SYMMETRY: f64 = 1e-12;
/// Fraction of the largest eigenvalue of the scaled A below which one is 0.
pub(super) const RANK: f64 = 1e-11;

const POSITIVE: &str = "above 0 and finite";

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
        let least = eigen::symmetric(mass).values.min();
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

    pub(super) fn check(&self) -> Result<(), AccelerationFault> {
        let rows = self.contacts.iter().map(|contact| contact.map.rows()).sum();
        sized("rows of A", self.a.nrows(), rows)?;
        sized("columns of A", self.a.ncols(), rows)?;
        sized("b", self.b.len(), rows)?;
        finite("A", &self.a)?;
        finite("b", &self.b)?;
        for (k, contact) in self.contacts.iter().enumerate() {
            check_contact(k, contact)?;
        }
        symmetric("A", &self.a)?;
        let values = eigen::symmetric(&scaled::by(&self.a, &scaled::units(self))).values;
        let (least, largest) = if rows == 0 { (0.0, 0.0) } else { (values.min(), values.max()) };
        if least < -RANK * largest {
            return Err(AccelerationFault::Indefinite { least, largest });
        }
        Ok(())
    }
}

fn sized(name: &'static str, found: usize, needed: usize) -> Result<(), Fault> {
    if found == needed { Ok(()) } else { Err(Fault::WrongSize { name, found, needed }) }
}

/// Elements of vectors are named by their row alone.
fn finite<R: Dim, C: Dim, S: RawStorage<f64, R, C>>(name: &'static str, m: &Matrix<f64, R, C, S>) -> Result<(), Fault> {
    for column in 0..m.ncols() {
        for row in 0..m.nrows() {
            let value = m[(row, column)];
            if !value.is_finite() && C::is::<nalgebra::U1>() {
                return Err(Fault::NotFiniteElement { name, index: row, value });
            }
            if !value.is_finite() {
                return Err(Fault::NotFiniteEntry { name, row, column, value });
            }
        }
    }
    Ok(())
}

fn symmetric(name: &'static str, a: &DMatrix<f64>) -> Result<(), Fault> {
    for row in 0..a.nrows() {
        for column in 0..row {
            let (value, mirrored) = (a[(row, column)], a[(column, row)]);
            let scale = a[(row, row)].abs().sqrt() * a[(column, column)].abs().sqrt();
            if (value - mirrored).abs() > SYMMETRY * f64::max(scale, f64::min(value.abs(), mirrored.abs())) {
                return Err(Fault::NotSymmetric { name, row, column, value, mirrored });
            }
        }
    }
    Ok(())
}

fn check_contact(contact: usize, of: &RigidContact) -> Result<(), AccelerationFault> {
    let out = |name, value, must| Err(AccelerationFault::OutOfRange { contact, name, value, must });
    if !(of.mu >= 0.0 && of.mu.is_finite()) {
        return out("mu", of.mu, "0 or more and finite");
    }
    let positive = |sizes: &[(&'static str, f64)]| match sizes.iter().find(|(_, e)| !(*e > 0.0 && e.is_finite())) {
        Some(&(name, value)) => out(name, value, POSITIVE),
        None => Ok(()),
    };
    match &of.map {
        FrictionMap::Line => {}
        FrictionMap::Ellipsoid { e_t, e_o, e_r } => {
            positive(&[("e_t", *e_t), ("e_o", *e_o), ("e_r", e_r.unwrap_or(1.0))])?;
        }
        FrictionMap::Mixed { e_t, e_o, e_r } => positive(&[("e_t", *e_t), ("e_o", *e_o), ("e_r", *e_r)])?,
        FrictionMap::Polyhedron { planes } => {
            finite("planes", planes)?;
            if let Some(d) = polytope::unlimited(planes) {
                return Err(AccelerationFault::Unlimited { contact, t: d[0], o: d[1], r: d[2] });
            }
        }
    }
    let ContactMotion::Sliding { v } = &of.motion else { return Ok(()) };
    for (value, name) in v.iter().zip(["v_t", "v_o", "v_r"]) {
        if !value.is_finite() {
            return out(name, *value, "finite");
        }
    }
    for (k, row) in ["t", "o", "r"].into_iter().enumerate().skip(of.map.rows() - 1) {
        if v[k] != 0.0 {
            return Err(AccelerationFault::NoSuchRow { contact, row, value: v[k] });
        }
    }
    if *v == Vector3::zeros() {
        return Err(AccelerationFault::SlidesAtRest { contact });
    }
    Ok(())
}
