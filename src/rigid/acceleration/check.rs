//! What a problem must fulfil.

use crate::rigid::acceleration::contact::{ContactMotion, FrictionMap, RigidContact};
use crate::rigid::acceleration::fault::AccelerationFault;
use crate::rigid::acceleration::numbers::{finite, sized, symmetric};
use crate::rigid::acceleration::problem::ContactProblem;
use crate::rigid::acceleration::{eigen, polytope, scaled};
use nalgebra::Vector3;

/// Fraction of the largest eigenvalue of the scaled A below which one is 0.
pub const RANK: f64 = 1e-11;

const POSITIVE: &str = "above 0 and finite";

pub fn check(problem: &ContactProblem) -> Result<(), AccelerationFault> {
    let rows = problem.contacts.iter().map(|contact| contact.map.rows()).sum();
    sized("rows of A", problem.a.nrows(), rows)?;
    sized("columns of A", problem.a.ncols(), rows)?;
    sized("b", problem.b.len(), rows)?;
    finite("A", &problem.a)?;
    finite("b", &problem.b)?;
    for (k, contact) in problem.contacts.iter().enumerate() {
        check_contact(k, contact)?;
    }
    symmetric("A", &problem.a)?;
    let values = eigen::values(&scaled::by(&problem.a, &scaled::units(problem)));
    let (least, largest) = if rows == 0 { (0.0, 0.0) } else { (values.min(), values.max()) };
    if least < -RANK * largest {
        return Err(AccelerationFault::Indefinite { least, largest });
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
