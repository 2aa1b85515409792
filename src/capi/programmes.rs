//! Complementarity problems and quadratic programmes: nothing is remembered.

#![allow(non_camel_case_types)]

use crate::capi::guard::{guard_and_write, product, read_many};
use crate::capi::status::{Refusal, asperity_status};
use crate::rigid::complementarity::{Status, lemke, programme};
use core::ffi::c_char;
use nalgebra::{DMatrix, DVector};

/// What came of a complementarity problem or a programme.
pub type asperity_programme_verdict = i32;

/// The answer fulfils all conditions.
pub const ASPERITY_PROGRAMME_SOLVED: asperity_programme_verdict = 1;
/// It is proven that nothing does: the inequalities exclude each other, or the value falls without end.
pub const ASPERITY_PROGRAMME_NO_SOLUTION: asperity_programme_verdict = 2;
/// Neither was found.
pub const ASPERITY_PROGRAMME_UNSOLVED: asperity_programme_verdict = 3;

/// What is known of the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_programme_report {
    pub verdict: asperity_programme_verdict,
    /// 1: no other x is a minimum, -1: others are, 0: not known (always of asperity_lcp)
    pub unique: i32,
    /// Largest change of matrix and vector, relative to the elements, that the answer needs to be exact
    pub residual: f64,
    /// Exchanges and direct solutions
    pub pivots: usize,
}

fn verdict_of(status: Status) -> asperity_programme_verdict {
    match status {
        Status::Solved => ASPERITY_PROGRAMME_SOLVED,
        Status::NoSolution => ASPERITY_PROGRAMME_NO_SOLUTION,
        Status::Cycling => ASPERITY_PROGRAMME_UNSOLVED,
    }
}

/// Where results go: `count` numbers.
#[derive(Clone, Copy)]
struct Target {
    name: &'static str,
    pointer: *mut f64,
    count: usize,
}

impl Target {
    fn checked(self) -> Result<(), Refusal<'static>> {
        if self.count > 0 && self.pointer.is_null() { Err(Refusal::Null(self.name)) } else { Ok(()) }
    }

    /// # Safety
    /// The pointer is `count` writable numbers, where there are any.
    unsafe fn write(self, values: &DVector<f64>) {
        if self.count > 0 {
            // SAFETY: by the caller's promise
            unsafe { core::ptr::copy_nonoverlapping(values.as_ptr(), self.pointer, self.count) }
        }
    }
}

/// Linear complementarity: 0 <= z, 0 <= w = M*z + q, z*w = 0. Certain for positive semidefinite M, symmetric or not; others
/// may end unsolved.
///
/// `matrix` M (n x n, row by row), `vector` q (n) · written are `z` and `w` (n each) and `report`; without a solution they
/// are the best point that was found. `text`: caller's memory of `size` bytes; written is why it is refused, a text that ends
/// with NUL, cut where it does not fit, "" if there is no fault; may be NULL. Takes memory from the heap and gives it back.
/// ASPERITY_NULL, ASPERITY_RANGE (n), ASPERITY_INPUTS (numbers that are not finite), ASPERITY_OVERFLOW: nothing is written.
/// From any thread.
///
/// # Safety
/// `matrix` is NULL or n*n numbers, `vector`, `z` and `w` are NULL or n, `report` is NULL or writable, `text` is NULL or
/// `size` writable bytes.
#[allow(clippy::too_many_arguments)]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_lcp(
    n: usize,
    matrix: *const f64,
    vector: *const f64,
    z: *mut f64,
    w: *mut f64,
    report: *mut asperity_programme_report,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || -> Result<(), Refusal<'static>> {
        let elements = product("n", n, n)?;
        // SAFETY: by the caller's promise
        let (m, q) = unsafe { (read_many("matrix", matrix, elements)?, read_many("vector", vector, n)?) };
        let (z, w) = (Target { name: "z", pointer: z, count: n }, Target { name: "w", pointer: w, count: n });
        z.checked()?;
        w.checked()?;
        if report.is_null() {
            return Err(Refusal::Null("report"));
        }
        let solution = lemke(&DMatrix::from_row_slice(n, n, m), &DVector::from_row_slice(q))?;
        let answer = asperity_programme_report {
            verdict: verdict_of(solution.status),
            unique: 0,
            residual: solution.residual,
            pivots: solution.pivots as usize,
        };
        // SAFETY: checked, the rest by the caller's promise
        unsafe {
            z.write(&solution.z);
            w.write(&solution.w);
            report.write(answer);
        }
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}

/// Quadratic programme: least 1/2*x*Q*x + g*x over x >= 0 with H*x <= K.
///
/// `hessian` Q (n x n, row by row, symmetric and positive semidefinite), `gradient` g (n), `rows` H (m x n, row by row),
/// `limits` K (m) · written are `x` (n), `multipliers` u >= 0 (m, by how much the minimum falls per unit of K) and `report`;
/// without a solution they are the best point that was found. `text` and `size` as in asperity_lcp. Takes memory from the
/// heap and gives it back.
/// ASPERITY_NULL, ASPERITY_RANGE (n, m), ASPERITY_INPUTS (numbers that are not finite, Q not symmetric or not semidefinite),
/// ASPERITY_OVERFLOW: nothing is written. From any thread.
///
/// # Safety
/// `hessian` is NULL or n*n numbers, `gradient` and `x` are NULL or n, `rows` is NULL or m*n, `limits` and `multipliers` are
/// NULL or m, `report` is NULL or writable, `text` is NULL or `size` writable bytes.
#[allow(clippy::too_many_arguments)]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_qp(
    n: usize,
    m: usize,
    hessian: *const f64,
    gradient: *const f64,
    rows: *const f64,
    limits: *const f64,
    x: *mut f64,
    multipliers: *mut f64,
    report: *mut asperity_programme_report,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || -> Result<(), Refusal<'static>> {
        let (squares, elements) = (product("n", n, n)?, product("m", m, n)?);
        // SAFETY: by the caller's promise
        let (q, g) = unsafe { (read_many("hessian", hessian, squares)?, read_many("gradient", gradient, n)?) };
        // SAFETY: by the caller's promise
        let (h, k) = unsafe { (read_many("rows", rows, elements)?, read_many("limits", limits, m)?) };
        let x = Target { name: "x", pointer: x, count: n };
        let u = Target { name: "multipliers", pointer: multipliers, count: m };
        x.checked()?;
        u.checked()?;
        if report.is_null() {
            return Err(Refusal::Null("report"));
        }
        let matrix = DMatrix::from_row_slice;
        let vector = DVector::from_row_slice;
        let solution = programme(&matrix(n, n, q), &vector(g), &matrix(m, n, h), &vector(k))?;
        let verdict = verdict_of(solution.status);
        let unique = match (verdict, solution.unique) {
            (ASPERITY_PROGRAMME_SOLVED, true) => 1,
            (ASPERITY_PROGRAMME_SOLVED, false) => -1,
            _ => 0,
        };
        let (residual, pivots) = (solution.residual, solution.pivots as usize);
        // SAFETY: checked, the rest by the caller's promise
        unsafe {
            x.write(&solution.x);
            u.write(&solution.multipliers);
            report.write(asperity_programme_report { verdict, unique, residual, pivots });
        }
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}
