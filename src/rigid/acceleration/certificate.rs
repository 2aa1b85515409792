//! What [PT96 Theorem 1] says of a problem before it is solved.

use crate::rigid::Fault;
use crate::rigid::acceleration::check::RANK;
use crate::rigid::acceleration::contact::ContactMotion;
use crate::rigid::acceleration::linear::{Plane, planes};
use crate::rigid::acceleration::problem::ContactProblem;
use crate::rigid::acceleration::programme::{Minimum, Programme, minimum};
use crate::rigid::acceleration::reduced::{Limit, Reduced};
use crate::rigid::acceleration::{eigen, scaled};
use core::fmt;
use nalgebra::{DMatrix, DVector, Vector3};

/// Fraction by which friction may be outside its limit when planes are no longer added, and of |b| below which the
/// minimum of (B) is 0.
const OUTSIDE: f64 = 1e-10;
/// Planes added to a ball at most.
const CUTS: usize = 200;

/// Condition (B): b·c ≥ 0 for all forces c that friction admits and that move nothing, A·c = 0. Needs that nothing slides.
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionB {
    /// The minimum of b·c over those with Σc_n = 1 N; None: there is no such c.
    Holds { min: Option<f64> },
    /// Forces c [N, N·m] in the rows of the problem with b·c < 0.
    Fails { c: DVector<f64> },
    /// A contact slides.
    NotApplicable,
    /// Rounding leaves it open.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existence {
    /// A is positive definite, and no μ of a sliding contact reaches μ̄.
    ByA,
    /// Nothing slides, and condition (B) holds.
    ByB,
    NotGuaranteed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// No μ reaches μ̄.
    Guaranteed,
    NotGuaranteed,
    /// So many solutions were found; a family of them counts once more.
    Refuted(usize),
}

/// What is known without a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct ExistenceCertificate {
    /// Eigenvalues of the scaled A that are above 1e-11 of the largest, and rows of A.
    pub rank: usize,
    pub rows: usize,
    /// μ̄ = λ_min(Ã)/‖Ã_T‖₂ [1], Ã_T the friction rows of Ã = D·A·D with e so large that F(1) lies within the unit ball;
    /// 0 where A is singular.
    ///
    /// Of two solutions Δcᵀ·Ã·Δc = Δc_n·Δa_n + Δc_T·Δa_T ≤ Σμ_i·|Δc_ni|·|Δa_Ti| ≤ max μ·‖Δc‖·‖Ã_T‖·‖Δc‖, since with
    /// c_T = μ·c_n·y the greatest work leaves nothing above 0 of the terms with Δy. The paper proves that there is such a
    /// number; this one is sufficient, not the largest.
    pub mu_bar: f64,
    pub condition_b: ConditionB,
    pub existence: Existence,
    pub uniqueness: Uniqueness,
}

/// Theorem 1 with both its conditions. `reduced` is of the same problem.
pub fn certify(problem: &ContactProblem, reduced: &Reduced) -> Result<ExistenceCertificate, Fault> {
    let rows = problem.b.len();
    let a = scaled::by(&problem.a, &scaled::enclosing_units(problem));
    let values = eigen::values(&a);
    let largest = values.iter().fold(0.0, |largest, value| f64::max(largest, *value));
    let rank = values.iter().filter(|value| **value > RANK * largest).count();
    let mut is_friction = DVector::repeat(rows, true);
    problem.first_rows().iter().for_each(|first| is_friction[*first] = false);
    let friction = DVector::from_vec((0..rows).filter(|row| is_friction[*row]).collect());
    let of_friction = DMatrix::from_fn(friction.len(), rows, |i, j| a[(friction[i], j)]);
    let norm = eigen::values(&(&of_friction * of_friction.transpose())).iter().fold(0.0, |m, v| f64::max(m, *v));
    let definite = rank == rows;
    let mu_bar = match definite {
        true if norm > 0.0 => values.iter().fold(f64::INFINITY, |least, value| f64::min(least, *value)) / norm.sqrt(),
        true => f64::INFINITY,
        false => 0.0,
    };
    let slides = |motion: &ContactMotion| matches!(motion, ContactMotion::Sliding { .. });
    let below = |all: bool| {
        definite && problem.contacts.iter().all(|contact| contact.mu < mu_bar || !(all || slides(&contact.motion)))
    };
    let condition_b = if problem.contacts.iter().any(|contact| slides(&contact.motion)) {
        ConditionB::NotApplicable
    } else {
        condition_b(reduced)?
    };
    let existence = match condition_b {
        _ if below(false) => Existence::ByA,
        ConditionB::Holds { .. } => Existence::ByB,
        _ => Existence::NotGuaranteed,
    };
    let uniqueness = if below(true) { Uniqueness::Guaranteed } else { Uniqueness::NotGuaranteed };
    Ok(ExistenceCertificate { rank, rows, mu_bar, condition_b, existence, uniqueness })
}

/// min{b·c : c ∈ ℱ, A·c = 0, Σc_n = 1} by a linear programme; balls get planes until the minimum lies within them.
fn condition_b(problem: &Reduced) -> Result<ConditionB, Fault> {
    let eigen = eigen::symmetric(&problem.a);
    let largest = eigen.values.iter().fold(0.0, |largest, value| f64::max(largest, *value));
    let still = (0..problem.size()).filter(|k| eigen.values[*k] <= RANK * largest);
    let still = DVector::from_vec(still.collect());
    let basis = DMatrix::from_fn(problem.size(), still.len(), |i, k| eigen.vectors[(i, still[k])]);
    if still.is_empty() {
        return Ok(ConditionB::Holds { min: None });
    }
    let row = |row: DVector<f64>| basis.tr_mul(&row);
    let unit = |i: usize, value: f64| DVector::from_fn(problem.size(), |k, _| if k == i { value } else { 0.0 });
    let mut limits = vec![];
    let mut sum = DVector::zeros(problem.size());
    for member in problem.members.iter() {
        limits.push(row(unit(member.normal, 1.0)));
        sum[member.normal] = 1.0;
        for block in member.blocks.iter() {
            limits.extend(
                planes(block).iter().map(|plane| row(room(problem.size(), member.normal, member.mu, block.at, plane))),
            );
        }
    }
    let e = DMatrix::from_rows(&[row(sum).transpose()]);
    let mut programme = Programme {
        cost: row(problem.b.clone()),
        g: DMatrix::zeros(0, 0),
        h: DVector::zeros(0),
        e,
        right: DVector::repeat(1, 1.0),
    };
    for _ in 0..CUTS {
        programme.g = DMatrix::from_fn(limits.len(), basis.ncols(), |i, k| limits[i][k]);
        programme.h = DVector::zeros(limits.len());
        let y = match minimum(&programme)? {
            Minimum::At(y) => y,
            Minimum::None => return Ok(ConditionB::Holds { min: None }),
            Minimum::Open => return Ok(ConditionB::Open),
        };
        let c = &basis * &y;
        let before = limits.len();
        for member in problem.members.iter() {
            for block in member.blocks.iter().filter(|block| block.size > 1 && block.limit == Limit::Ball) {
                let force = Vector3::from_fn(|k, _| if k < block.size { c[block.at + k] } else { 0.0 });
                let length = force.dot(&force).sqrt();
                if length > member.mu * c[member.normal] + OUTSIDE * c.amax() {
                    let plane = Plane { p: force / length, both: false };
                    limits.push(row(room(problem.size(), member.normal, member.mu, block.at, &plane)));
                }
            }
        }
        if limits.len() == before {
            let min = programme.cost.dot(&y);
            let size = problem.b.iter().zip(c.iter()).fold(0.0, |size, (b, c)| size + (b * c).abs());
            if min >= -OUTSIDE * size {
                return Ok(ConditionB::Holds { min: Some(min) });
            }
            return Ok(ConditionB::Fails { c: c.component_mul(&problem.units) });
        }
    }
    Ok(ConditionB::Open)
}

/// μ·c_n − p·c as a row.
fn room(size: usize, normal: usize, mu: f64, at: usize, plane: &Plane) -> DVector<f64> {
    let mut row = DVector::zeros(size);
    row[normal] = mu;
    for k in 0..3 {
        if at + k < size && plane.p[k] != 0.0 {
            row[at + k] = -plane.p[k];
        }
    }
    row
}

impl fmt::Display for ExistenceCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.existence {
            Existence::ByA => "existence: by (A); ",
            Existence::ByB => "existence: by (B); ",
            Existence::NotGuaranteed => "existence: not guaranteed; ",
        })?;
        match self.uniqueness {
            Uniqueness::Guaranteed => write!(f, "uniqueness: guaranteed (mu < {:?})", self.mu_bar),
            Uniqueness::NotGuaranteed => f.write_str("uniqueness: not guaranteed"),
            Uniqueness::Refuted(count) => write!(f, "uniqueness: refuted ({count} solutions follow)"),
        }
    }
}
