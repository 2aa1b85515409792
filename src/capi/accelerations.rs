//! Accelerations and forces of rigid bodies that touch: nothing is remembered.

#![allow(non_camel_case_types)]

use crate::capi::guard::{guard_and_write, product, read_many};
use crate::capi::status::{ASPERITY_INPUTS, ASPERITY_RANGE, Refusal, Why, asperity_status};
use crate::rigid::acceleration::{
    AccelerationFault, ContactMotion, ContactProblem, Existence, FrictionMap, RigidContact, Uniqueness, Verdict,
    accelerations,
};
use core::ffi::c_char;
use core::fmt;
use nalgebra::{DMatrix, DVector, MatrixXx3, Vector3};

/// What limits friction (c_t, c_o, c_r) at tau = mu*c_n. More may come.
pub type asperity_friction_map = i32;

/// |c_t| <= tau. Rows n, t.
pub const ASPERITY_LINE: asperity_friction_map = 1;
/// (c_t/e_t)^2 + (c_o/e_o)^2 + (c_r/e_r)^2 <= tau^2. Rows n, t, o, r; without r where e_r = 0, a point contact.
pub const ASPERITY_ELLIPSOID: asperity_friction_map = 2;
/// p . (c_t, c_o, c_r) <= tau for all planes p. Rows n, t, o, r.
pub const ASPERITY_POLYHEDRON: asperity_friction_map = 3;
/// (c_t/e_t)^2 + (c_o/e_o)^2 <= tau^2, |c_r| <= e_r*tau. Rows n, t, o, r.
pub const ASPERITY_MIXED: asperity_friction_map = 4;

/// A contact that touches. n points from body j to body i.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_rigid_contact {
    /// Friction coefficient [1], >= 0
    pub mu: f64,
    pub map: asperity_friction_map,
    /// 1: it slides or spins with v; 0: it does not, and v is 0
    pub sliding: i32,
    /// e_t [1], e_o [1], e_r [m] of ellipsoids and mixed limits, > 0; not read otherwise
    pub e: [f64; 3],
    /// 3 numbers of each plane: 1, 1, 1/m; read of polyhedra only
    pub planes: *const f64,
    pub plane_count: usize,
    /// Velocity of body i against body j along t, o [m/s] and about n [rad/s]; 0 where the contact has no row
    pub v: [f64; 3],
}

/// What came of a problem of rigid contacts.
pub type asperity_rigid_verdict = i32;

/// c and a fulfil all conditions.
pub const ASPERITY_RIGID_SOLVED: asperity_rigid_verdict = 1;
/// It is proven that no c and a do.
pub const ASPERITY_RIGID_NO_SOLUTION: asperity_rigid_verdict = 2;
/// Neither was found.
pub const ASPERITY_RIGID_UNSOLVED: asperity_rigid_verdict = 3;

/// What is known of a problem of rigid contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_rigid_report {
    pub verdict: asperity_rigid_verdict,
    /// 1: it is certain from the start that there is a solution, 0: it is not
    pub exists: i32,
    /// 1: there is one at most, 0: not known, -1: there are several
    pub unique: i32,
    /// Solutions found, a family of them counted twice; 0 without one
    pub solutions: usize,
    /// Rank of A
    pub rank: usize,
    /// Below this friction coefficient of all contacts there is exactly one solution [1]; 0 where A is singular
    pub mu_bar: f64,
    /// Largest violation of the conditions as a fraction of |b| + |A|*|c|
    pub residual: f64,
}

/// Why a problem is refused.
enum Refused {
    Call(Refusal<'static>),
    Problem(AccelerationFault),
}

impl From<Refusal<'static>> for Refused {
    fn from(refusal: Refusal<'static>) -> Self {
        Refused::Call(refusal)
    }
}

impl Why for Refused {
    fn status(&self) -> asperity_status {
        match self {
            Refused::Call(refusal) => refusal.status(),
            Refused::Problem(AccelerationFault::Number(fault)) => Refusal::from(*fault).status(),
            Refused::Problem(AccelerationFault::OutOfRange { .. } | AccelerationFault::Unlimited { .. }) => {
                ASPERITY_RANGE
            }
            Refused::Problem(_) => ASPERITY_INPUTS,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refused::Call(refusal) => refusal.fmt(f),
            Refused::Problem(fault) => fault.fmt(f),
        }
    }
}

/// # Safety
/// `planes` of a polyhedron is NULL or 3 numbers for each plane.
unsafe fn contact_of(contact: usize, given: &asperity_rigid_contact) -> Result<RigidContact, Refusal<'static>> {
    let wrong = |name, value, must| Err(Refusal::OfContact { name, contact, value, must });
    let [e_t, e_o, e_r] = given.e;
    let map = match given.map {
        ASPERITY_LINE => FrictionMap::Line,
        ASPERITY_ELLIPSOID => FrictionMap::Ellipsoid { e_t, e_o, e_r: (e_r != 0.0).then_some(e_r) },
        ASPERITY_MIXED => FrictionMap::Mixed { e_t, e_o, e_r },
        ASPERITY_POLYHEDRON => {
            // SAFETY: by the caller's promise
            let planes = unsafe { read_many("planes", given.planes, product("plane_count", given.plane_count, 3)?) }?;
            FrictionMap::Polyhedron { planes: MatrixXx3::from_row_slice(planes) }
        }
        map => return wrong("map", f64::from(map), "1, 2, 3 or 4"),
    };
    let motion = match given.sliding {
        0 => match given.v.iter().find(|v| **v != 0.0) {
            None => ContactMotion::Rolling,
            Some(value) => return wrong("v", *value, "0 where sliding = 0"),
        },
        1 => ContactMotion::Sliding { v: Vector3::from(given.v) },
        sliding => return wrong("sliding", f64::from(sliding), "0 or 1"),
    };
    Ok(RigidContact { mu: given.mu, map, motion })
}

/// Forces and accelerations of rigid bodies that touch: a = A*c + b with 0 <= c_n, 0 <= a_n, c_n*a_n = 0 and friction
/// within its limit that does the greatest work against slip, or without slip against the acceleration
/// (Pang and Trinkle 1996).
///
/// `contacts`: n of them; their rows n, t, o, r follow one another in `matrix` (A = J*M^-1*J^T, rows x rows, symmetric and
/// positive semidefinite), `unforced` (b, accelerations without contact forces), `forces` (c on body i) and `acceleration`
/// (a), which are written, as is `report`; without a solution c and a are the best that was found. `text`: caller's memory of
/// `size` bytes; written is why it is refused, a text that ends with NUL, cut where it does not fit, "" if there is no
/// fault; may be NULL. Takes memory from the heap and gives it back.
/// ASPERITY_NULL, ASPERITY_RANGE (a coefficient, a limit, a number that stands for a choice), ASPERITY_INPUTS (numbers that
/// are not finite, A that does not exist, slip that contradicts itself), ASPERITY_OVERFLOW: nothing is written. From any
/// thread.
///
/// # Safety
/// `contacts` is NULL or n live structs, with planes as they say; `matrix`, `unforced`, `forces` and `acceleration` are NULL or
/// as large as the rows ask for, `report` is NULL or writable, `text` is NULL or `size` writable bytes.
#[allow(clippy::too_many_arguments)]
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_accelerations(
    contacts: *const asperity_rigid_contact,
    n: usize,
    matrix: *const f64,
    unforced: *const f64,
    forces: *mut f64,
    acceleration: *mut f64,
    report: *mut asperity_rigid_report,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let body = || -> Result<(), Refused> {
        product("n", n, size_of::<asperity_rigid_contact>() / 8)?;
        // SAFETY: by the caller's promise
        let given = unsafe { read_many("contacts", contacts, n) }?;
        let mut contacts =
            DVector::repeat(0, RigidContact { mu: 0.0, map: FrictionMap::Line, motion: ContactMotion::Rolling });
        for (k, contact) in given.iter().enumerate() {
            // SAFETY: by the caller's promise
            contacts.extend([unsafe { contact_of(k, contact) }?]);
        }
        let rows = contacts.iter().map(|contact| contact.map.rows()).sum();
        let elements = product("n", rows, rows)?;
        // SAFETY: by the caller's promise
        let (a, b) = unsafe { (read_many("matrix", matrix, elements)?, read_many("unforced", unforced, rows)?) };
        for (name, is_null) in [("forces", forces.is_null()), ("acceleration", acceleration.is_null())] {
            if rows > 0 && is_null {
                return Err(Refusal::Null(name).into());
            }
        }
        if report.is_null() {
            return Err(Refusal::Null("report").into());
        }
        let problem =
            ContactProblem { a: DMatrix::from_row_slice(rows, rows, a), b: DVector::from_row_slice(b), contacts };
        let outcome = accelerations(&problem).map_err(Refused::Problem)?;
        let (verdict, found) = match outcome.verdict {
            Verdict::Solved => (ASPERITY_RIGID_SOLVED, 1),
            Verdict::NoSolution(_) => (ASPERITY_RIGID_NO_SOLUTION, 0),
            Verdict::Unsolved => (ASPERITY_RIGID_UNSOLVED, 0),
        };
        let (unique, solutions) = match outcome.certificate.uniqueness {
            Uniqueness::Guaranteed => (1, found),
            Uniqueness::NotGuaranteed => (0, found),
            Uniqueness::Refuted(count) => (-1, count),
        };
        let answer = asperity_rigid_report {
            verdict,
            exists: i32::from(outcome.certificate.existence != Existence::NotGuaranteed),
            unique,
            solutions,
            rank: outcome.certificate.rank,
            mu_bar: outcome.certificate.mu_bar,
            residual: outcome.solution.residual,
        };
        // SAFETY: not NULL where there are rows, the rest by the caller's promise
        unsafe {
            if rows > 0 {
                core::ptr::copy_nonoverlapping(outcome.solution.c.as_ptr(), forces, rows);
                core::ptr::copy_nonoverlapping(outcome.solution.a.as_ptr(), acceleration, rows);
            }
            report.write(answer);
        }
        Ok(())
    };
    // SAFETY: by the caller's promise
    unsafe { guard_and_write(body, text, size) }
}
