//! Whether system and contacts describe a step.

use crate::rigid::Fault;
use crate::rigid::fault::finite;
use crate::rigid::time_stepping::{Contact, Friction, Method, ROWS, SpinningContact, System};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, U4};

/// Share of a row's own diagonal element that counts as rounding,
const ROUNDING: f64 = 1e-9;
/// and as rounding of an importer that writes W with seven digits.
const SEVEN_DIGITS: f64 = 1e-6;

/// Whether W is symmetric and semidefinite only within [`SEVEN_DIGITS`].
pub fn check<D: Dim>(system: &System<D>, contacts: &[Contact], method: &Method) -> Result<bool, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let (rows, needed) = (system.free.len(), ROWS * contacts.len());
    if rows < needed {
        return Err(Fault::TooFewRows { rows, needed });
    }
    let is_rounded = mechanics(system)?;
    for contact in contacts {
        brought(contact)?;
    }
    law(method)?;
    Ok(is_rounded)
}

/// The same of a contact with friction against spin, which the law must know.
pub fn check_spinning(system: &System<U4>, of: &SpinningContact, method: &Method) -> Result<bool, Fault> {
    let is_rounded = mechanics(system)?;
    let SpinningContact { contact, spin_friction, spin_slip } = of;
    brought(contact)?;
    finite(&[("the friction against spin", *spin_friction), ("the slip of spin", *spin_slip)])?;
    law(method)?;
    match method.friction {
        Friction::Polygonal { .. } => Ok(is_rounded),
        Friction::Regularised { .. } if method.isotropic => Ok(is_rounded),
        Friction::Regularised { .. } | Friction::Box => Err(Fault::NoSpin),
    }
}

fn mechanics<D: Dim>(system: &System<D>) -> Result<bool, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let rows = system.free.len();
    finite(&[("h", system.h)])?;
    if system.h <= 0.0 {
        return Err(Fault::OutOfRange { name: "h", value: system.h, range: "above 0" });
    }
    for value in &system.free {
        finite(&[("the free velocity", *value)])?;
    }
    for (name, found) in [("rows of W", system.w.nrows()), ("columns of W", system.w.ncols())] {
        if found != rows {
            return Err(Fault::WrongSize { name, found, needed: rows });
        }
    }
    let is_rounded = semidefinite(&system.w, ROUNDING).is_err();
    if is_rounded {
        semidefinite(&system.w, SEVEN_DIGITS)?;
    }
    Ok(is_rounded)
}

fn brought(contact: &Contact) -> Result<(), Fault> {
    let Contact { mu, least, normal, friction: [f1, f2], slip: [v1, v2] } = *contact;
    finite(&[("mu", mu), ("the minimum separation velocity", least), ("lambda_N", normal)])?;
    finite(&[("lambda_T1", f1), ("lambda_T2", f2), ("v_T1", v1), ("v_T2", v2)])?;
    if mu < 0.0 {
        return Err(Fault::NegativeFriction { name: "mu", value: mu });
    }
    if normal < 0.0 {
        return Err(Fault::OutOfRange { name: "lambda_N", value: normal, range: "0 or above" });
    }
    Ok(())
}

fn law(method: &Method) -> Result<(), Fault> {
    if method.passes == 0 {
        return Err(Fault::OutOfRange { name: "passes", value: 0.0, range: "1 or above" });
    }
    match method.friction {
        Friction::Regularised { stiffness, .. } if stiffness.is_nan() || stiffness <= 0.0 => {
            Err(Fault::OutOfRange { name: "k_T", value: stiffness, range: "above 0, infinite for rigid bristles" })
        }
        Friction::Regularised { threshold, .. } if threshold.is_nan() || threshold < 0.0 => {
            Err(Fault::OutOfRange { name: "v_th", value: threshold, range: "0 or above" })
        }
        Friction::Polygonal { sides } if sides < 4 || !sides.is_multiple_of(2) => Err(Fault::NoPolygon { sides }),
        _ => Ok(()),
    }
}

/// What all rows of a matrix with n of them have in common of rounding, in n·ε of the largest diagonal element: a host
/// turns W into other axes.
const SHARED: f64 = 16.0;

/// W symmetric and positive semidefinite: what is left of it after elimination of the rows before, with `rounding`
/// added, has a diagonal above 0.
fn semidefinite<D: Dim>(w: &OMatrix<f64, D, D>, rounding: f64) -> Result<(), Fault>
where
    DefaultAllocator: Allocator<D, D>,
{
    for value in w {
        finite(&[("W", *value)])?;
    }
    let n = w.nrows();
    let size = |k: usize| w[(k, k)].max(0.0);
    let shared = SHARED * f64::EPSILON * n as f64 * (0..n).map(size).fold(0.0, f64::max);
    let mut left = w.clone();
    for k in 0..n {
        for i in 0..k {
            let slack = rounding * (size(i) * size(k)).sqrt() + shared;
            if (w[(i, k)] - w[(k, i)]).abs() > slack {
                return Err(Fault::NotSymmetric {
                    name: "W",
                    row: k,
                    column: i,
                    value: w[(k, i)],
                    mirrored: w[(i, k)],
                });
            }
        }
    }
    for k in 0..n {
        let pivot = left[(k, k)] + rounding * size(k) + shared;
        if pivot < 0.0 || (pivot == 0.0 && (k..n).any(|i| left[(i, k)] != 0.0)) {
            return Err(Fault::NotPositiveSemidefinite { row: k, pivot: left[(k, k)] });
        }
        if pivot == 0.0 {
            continue;
        }
        for i in k + 1..n {
            let factor = left[(i, k)] / pivot;
            for j in k + 1..n {
                left[(i, j)] -= factor * left[(k, j)];
            }
        }
    }
    Ok(())
}
