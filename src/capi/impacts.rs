//! Impacts of rigid bodies at several points at once: nothing is remembered.

#![allow(non_camel_case_types)]

use crate::capi::guard::{guard_and_write, product, read_many};
use crate::capi::status::{Refusal, asperity_status};
use crate::rigid::cones::{Dense, LARGEST_RESIDUAL, Solver};
use crate::rigid::{Fault, Impacts, Struck};
use core::ffi::c_char;
use nalgebra::{DMatrix, DVector};

/// A contact that takes part in an impact: struck itself, or at rest beside those that are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_struck {
    /// Friction coefficient [1], >= 0
    pub mu: f64,
    /// Coefficient of restitution [1], 0...1
    pub e: f64,
}

/// What an impact at several contacts has done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_impacts_report {
    /// 1: the residual is at most 1e-8; 0: it is not, and the impulses are the best that were found
    pub solved: i32,
    /// The larger of the natural maps of compression and restitution as a fraction of the velocities before
    pub residual: f64,
    /// Kinetic energy before less that after [J]
    pub dissipated: f64,
    /// Fraction of the impulses of restitution that is kept: below 1 where all of them would gain energy
    pub kept: f64,
}

/// Fraction of its row's diagonal elements by which W may miss its mirror image, as of seven digits.
const ROUNDING: f64 = 1e-6;

impl asperity_struck {
    fn check(&self, contact: usize) -> Result<(), Refusal<'static>> {
        let wrong = |name, value, must| Err(Refusal::OfContact { name, contact, value, must });
        if !(self.mu >= 0.0 && self.mu.is_finite()) {
            return wrong("mu", self.mu, "0 or more and finite");
        }
        if !(0.0..=1.0).contains(&self.e) {
            return wrong("e", self.e, "from 0 to 1");
        }
        Ok(())
    }
}

fn are_finite(w: &DMatrix<f64>, u: &DVector<f64>) -> Result<(), Fault> {
    let mut entries = (0..w.nrows()).flat_map(|row| (0..w.ncols()).map(move |column| (row, column)));
    if let Some((row, column)) = entries.find(|entry| !w[*entry].is_finite()) {
        return Err(Fault::NotFiniteEntry { name: "matrix", row, column, value: w[(row, column)] });
    }
    match u.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(Fault::NotFiniteElement { name: "before", index, value: u[index] }),
        None => Ok(()),
    }
}

fn symmetric(w: &DMatrix<f64>) -> Result<(), Fault> {
    for row in 0..w.nrows() {
        let own = w[(row, row)];
        if own < 0.0 {
            return Err(Fault::NotPositiveSemidefinite { row, pivot: own });
        }
        for column in 0..row {
            let (value, mirrored) = (w[(row, column)], w[(column, row)]);
            let size = (own * w[(column, column)]).sqrt();
            if (value - mirrored).abs() > ROUNDING * size {
                return Err(Fault::NotSymmetric { name: "W", row, column, value, mirrored });
            }
            if value.abs() > (1.0 + ROUNDING) * size {
                return Err(Fault::NotPositiveSemidefinite { row, pivot: size - value.abs() });
            }
        }
    }
    Ok(())
}

/// Impact of rigid bodies at several contacts at once with Coulomb friction, by Poisson's hypothesis in two problems (after Wang and
/// Kumar 1991, section 2): compression ends without approach anywhere, and restitution gives each contact e times its normal
/// impulse of compression, or more where it must to part. Friction opposes the slip at the end of either. One contact alone is
/// that of asperity_impact_spatial with ASPERITY_POISSON.
///
/// `contacts`: n of them; their rows n, t1, t2 follow one another in `matrix` (W = J*M^-1*J^T [1/kg], 3n x 3n, symmetric and
/// positive semidefinite), `before` (velocities of body i against body j [m/s]; n points from body j to body i), `impulses` (on body i
/// [N s]) and `after` (velocities), which are written, as is `report`. `text`: caller's memory of `size` bytes; written is why it is
/// refused, a text that ends with NUL, cut where it does not fit, "" if there is no fault; may be NULL. Takes memory from the
/// heap and gives it back.
/// ASPERITY_NULL, ASPERITY_RANGE (n, a coefficient), ASPERITY_INPUTS (numbers that are not finite, W that does not exist), ASPERITY_OVERFLOW: nothing is
/// written. From any thread.
///
/// # Safety
/// `contacts` is NULL or n live structs; `matrix`, `before`, `impulses` and `after` are NULL or as large as said, `report` is NULL or
/// writable, `text` is NULL or `size` writable bytes.
#[allow(clippy::too_many_arguments)]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_impacts(
    contacts: *const asperity_struck,
    n: usize,
    matrix: *const f64,
    before: *const f64,
    impulses: *mut f64,
    after: *mut f64,
    report: *mut asperity_impacts_report,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || -> Result<(), Refusal> {
        let elements = product("n", n, 9).and_then(|nine| product("n", n, nine))?;
        let rows = 3 * n;
        // SAFETY: by the caller's promise
        let given = unsafe { read_many("contacts", contacts, n) }?;
        // SAFETY: by the caller's promise
        let (w, u) = unsafe { (read_many("matrix", matrix, elements)?, read_many("before", before, rows)?) };
        for (name, is_null) in [("impulses", impulses.is_null()), ("after", after.is_null())] {
            if rows > 0 && is_null {
                return Err(Refusal::Null(name));
            }
        }
        if report.is_null() {
            return Err(Refusal::Null("report"));
        }
        let (w, u) = (DMatrix::from_row_slice(rows, rows, w), DVector::from_row_slice(u));
        are_finite(&w, &u)?;
        symmetric(&w)?;
        let mut struck = DVector::repeat(n, Struck::default());
        for (contact, (struck, of)) in struck.iter_mut().zip(given).enumerate() {
            of.check(contact)?;
            *struck = Struck { mu: of.mu, e: of.e };
        }
        let mut p = DVector::zeros(rows);
        let operator = Dense::new(w.as_slice(), rows, n)?;
        let mut room = Impacts::new(Solver::new(n, rows), n, rows);
        let of = room.simultaneous(&operator, u.as_slice(), struck.as_slice(), p.as_mut_slice())?;
        let answer = asperity_impacts_report {
            solved: i32::from(of.residual <= LARGEST_RESIDUAL),
            residual: of.residual,
            dissipated: of.dissipated,
            kept: of.kept,
        };
        let velocity = u + w * &p;
        if !(velocity.sum() + p.sum() + answer.residual + answer.dissipated).is_finite() {
            return Err(Fault::Overflow { what: "the impact" }.into());
        }
        // SAFETY: not NULL where there are rows, the rest by the caller's promise
        unsafe {
            if rows > 0 {
                core::ptr::copy_nonoverlapping(p.as_ptr(), impulses, rows);
                core::ptr::copy_nonoverlapping(velocity.as_ptr(), after, rows);
            }
            report.write(answer);
        }
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}
