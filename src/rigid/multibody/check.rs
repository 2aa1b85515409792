//! Whether bodies and contacts describe a step.

use crate::rigid::Fault;
use crate::rigid::cones::COORDINATES;
use crate::rigid::fault::finite;
use crate::rigid::multibody::{Body, Contact, Law};

/// Share by which a normal may miss the length 1, and an inverse mass its mirror image.
const ROUNDING: f64 = 1e-6;

pub fn check(bodies: &[Body], contacts: &[Contact], h: f64) -> Result<(), Fault> {
    finite(&[("h", h)])?;
    if h <= 0.0 {
        return Err(Fault::OutOfRange { name: "h", value: h, range: "above 0" });
    }
    for body in bodies {
        for value in body.velocity.iter().chain(&body.free) {
            finite(&[("a body's velocity or acceleration", *value)])?;
        }
        inverse_mass(&body.inverse)?;
    }
    for contact in contacts {
        for body in contact.bodies.iter().flatten() {
            if *body >= bodies.len() {
                return Err(Fault::WrongSize { name: "bodies", found: bodies.len(), needed: *body + 1 });
            }
        }
        if let [Some(a), Some(b)] = contact.bodies
            && a == b
        {
            return Err(Fault::OutOfRange { name: "body 2", value: b as f64, range: "another one than body 1" });
        }
        for value in contact
            .arms
            .iter()
            .flatten()
            .chain(&contact.normal)
            .chain(&contact.driven)
            .chain(&contact.driven_rate)
            .chain(&contact.turned)
            .chain(&contact.held.friction)
        {
            finite(&[("a contact's arms, normal, velocity or force", *value)])?;
        }
        let square: f64 = contact.normal.iter().map(|part| part * part).sum();
        if (square - 1.0).abs() > ROUNDING {
            return Err(Fault::OutOfRange { name: "the length of a normal", value: square.sqrt(), range: "1" });
        }
        let Law { mu, e, least_speed, give_back, stiffness, threshold } = contact.law;
        finite(&[("the gap", contact.gap), ("mu", mu), ("e", e), ("lambda_N", contact.held.normal)])?;
        if mu < 0.0 {
            return Err(Fault::NegativeFriction { name: "mu", value: mu });
        }
        if !(0.0..=1.0).contains(&e) {
            return Err(Fault::RestitutionOutOfRange { e });
        }
        for (name, value) in [
            ("the slowest approach that rebounds", least_speed),
            ("the speed at which overlap is given back", give_back),
            ("v_th", threshold),
            ("lambda_N", contact.held.normal),
        ] {
            if value.is_nan() || value < 0.0 {
                return Err(Fault::OutOfRange { name, value, range: "0 or above" });
            }
        }
        if stiffness.is_nan() || stiffness <= 0.0 {
            return Err(Fault::OutOfRange {
                name: "k_T",
                value: stiffness,
                range: "above 0, infinite for rigid bristles",
            });
        }
    }
    Ok(())
}

/// Finite, symmetric, and positive semidefinite as elimination shows it.
fn inverse_mass(inverse: &[[f64; COORDINATES]; COORDINATES]) -> Result<(), Fault> {
    let mut left = *inverse;
    for row in 0..COORDINATES {
        for column in 0..COORDINATES {
            finite(&[("an inverse mass", inverse[row][column])])?;
            let (value, mirrored) = (inverse[row][column], inverse[column][row]);
            let slack = ROUNDING * (inverse[row][row].abs() * inverse[column][column].abs()).sqrt();
            if (value - mirrored).abs() > slack {
                return Err(Fault::NotSymmetric { name: "an inverse mass", row, column, value, mirrored });
            }
        }
    }
    for k in 0..COORDINATES {
        let (pivot, own) = (left[k][k], inverse[k][k].abs());
        if pivot < -ROUNDING * own {
            return Err(Fault::NotPositiveSemidefinite { row: k, pivot });
        }
        if pivot <= ROUNDING * ROUNDING * own {
            continue;
        }
        for i in k + 1..COORDINATES {
            let factor = left[i][k] / pivot;
            (k..COORDINATES).for_each(|j| left[i][j] -= factor * left[k][j]);
        }
    }
    Ok(())
}
