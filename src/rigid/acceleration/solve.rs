//! The methods one after the other.

use crate::rigid::Fault;
use crate::rigid::acceleration::certificate::{Existence, Uniqueness, certify};
use crate::rigid::acceleration::check::check;
use crate::rigid::acceleration::combinations;
use crate::rigid::acceleration::contact::{ContactMotion, ContactState};
use crate::rigid::acceleration::fault::AccelerationFault;
use crate::rigid::acceleration::linear;
use crate::rigid::acceleration::natural_map;
use crate::rigid::acceleration::newton::{Reached, TOLERANCE, newton};
use crate::rigid::acceleration::outcome::{
    AccelerationOutcome, AllAccelerations, ContactSolution, Refutation, Verdict,
};
use crate::rigid::acceleration::problem::ContactProblem;
use crate::rigid::acceleration::reduced::Reduced;
use crate::rigid::complementarity::Status;
use nalgebra::{DVector, Vector3};

/// Contacts whose combinations are tried.
const CONTACTS: usize = 8;
/// Linear systems, or Newton searches, that an answer may cost beside itself: 6 contacts that roll in the plane.
const FEW: usize = 4096;
/// Starts of the search for each combination with balls.
const DIRECTIONS: usize = 16;
/// Fraction of the largest force within which two solutions are one.
const SAME: f64 = 1e-9;
/// Fraction of |b| + |A|·|c| within which an acceleration is 0, and of the largest force for a force.
const STILL: f64 = 1e-9;
const NOTHING: f64 = 1e-13;

/// Forces and accelerations of rigid bodies that touch, with the proof where there are none  [PT96 (i), (ii), (iii)′,
/// (iv)′].
///
/// Contacts whose friction is limited by planes are one complementarity problem; ellipsoids start from it with planes that
/// touch them and go on with semismooth Newton steps on the natural map. What is not solved by that is first tried to
/// be refuted by a virtual acceleration, then by trying all combinations of states, if they are few. Of several solutions
/// it is not said which one comes first; others are looked for where all limits are planes and there are at most 4096
/// combinations, that is, for up to 6 contacts that roll in the plane.
///
/// Errors: sizes that differ, numbers that are not finite, A not symmetric or not semidefinite, μ < 0, e ≤ 0, planes
/// that do not enclose 0, slip that is 0 or in rows that the contact does not have.
pub fn accelerations(problem: &ContactProblem) -> Result<AccelerationOutcome, AccelerationFault> {
    check(problem)?;
    let reduced = Reduced::new(problem);
    let mut certificate = certify(problem, &reduced)?;
    let (reached, refuted) = solution(&reduced)?;
    let solution = described(problem, &reduced, &reached.x, None);
    let polyhedral = reduced.is_polyhedral();
    let each = if polyhedral { 1 } else { DIRECTIONS };
    let few = problem.contacts.len() <= CONTACTS && combinations::count(&reduced) <= (FEW / each) as f64;
    let mut outcome =
        AccelerationOutcome { verdict: Verdict::Solved, solution, certificate: certificate.clone(), others: none() };
    // two proofs that contradict each other are none: rows of very different size round differently in them
    let may_have_none = certificate.existence == Existence::NotGuaranteed;
    if let Some(y) = refuted.filter(|_| may_have_none) {
        outcome.verdict = Verdict::NoSolution(Refutation::Virtual { v: in_rows(problem, &y) });
        return Ok(outcome);
    }
    let solved = reached.residual <= TOLERANCE;
    if solved && (certificate.uniqueness == Uniqueness::Guaranteed || !polyhedral || !few) {
        return Ok(outcome);
    }
    if !few {
        outcome.verdict = Verdict::Unsolved;
        return Ok(outcome);
    }
    let AllAccelerations { found, tried, complete } = every(problem, &reduced)?;
    if !solved {
        let Some(first) = found.iter().next() else {
            outcome.verdict = match complete && may_have_none {
                true => Verdict::NoSolution(Refutation::Combinations { tried }),
                false => Verdict::Unsolved,
            };
            return Ok(outcome);
        };
        outcome.solution = first.clone();
    }
    let is_moving = |other: &ContactSolution| other.family_moves && other.states == outcome.solution.states;
    let known = found.iter().find(|other| same(&reduced, other, &outcome.solution));
    if let Some(known) = known.or_else(|| found.iter().find(|other| is_moving(other))) {
        outcome.solution = known.clone();
    }
    let others = found.iter().filter(|other| **other != outcome.solution);
    outcome.others = DVector::from_vec(others.cloned().collect());
    let families = found.iter().filter(|solution| solution.family.is_some()).count();
    let count = 1 + outcome.others.len() + families;
    if count > 1 {
        certificate.uniqueness = Uniqueness::Refuted(count);
        outcome.certificate = certificate;
    }
    Ok(outcome)
}

/// All solutions, found by trying every combination of states: separating, and rolling or sliding along each face, edge
/// and corner of the limit. With limits of planes each is a linear system, and the answer is complete. With ellipsoids
/// each starts Newton's method from 16 directions of slip, and the answer is what was found.
///
/// `limit`: combinations tried at most; there may be 8 contacts.
///
/// Errors: those of [`accelerations`], more than 8 contacts, more combinations than `limit`.
pub fn all_accelerations(problem: &ContactProblem, limit: usize) -> Result<AllAccelerations, AccelerationFault> {
    check(problem)?;
    if problem.contacts.len() > CONTACTS {
        return Err(AccelerationFault::TooManyContacts { found: problem.contacts.len(), limit: CONTACTS });
    }
    let reduced = Reduced::new(problem);
    let found = combinations::count(&reduced);
    if found > limit as f64 {
        return Err(AccelerationFault::TooManyCombinations { found, limit });
    }
    Ok(every(problem, &reduced)?)
}

fn none() -> DVector<ContactSolution> {
    DVector::from_vec(vec![])
}

/// A solution, the best point without one, or weights of the normal accelerations that refute the problem.
fn solution(reduced: &Reduced) -> Result<(Reached, Option<DVector<f64>>), Fault> {
    let steps = natural_map::steps(reduced);
    let by_planes = linear::by_planes(reduced)?;
    let x = by_planes.z.rows(0, reduced.size()).into_owned();
    let mut best = Reached { residual: natural_map::residual(reduced, &steps, &x), x };
    if by_planes.status == Status::Solved && best.residual <= TOLERANCE {
        return Ok((best, None));
    }
    let still = DVector::repeat(reduced.members.len(), 1);
    let bonded = combinations::start(reduced, &still, &Vector3::zeros());
    let starts = [best.x.clone(), DVector::zeros(reduced.size()), bonded];
    for (k, start) in starts.iter().enumerate() {
        let reached = newton(reduced, start);
        if reached.residual < best.residual {
            best = reached;
        }
        if best.residual <= TOLERANCE {
            return Ok((best, None));
        }
        if k == 0
            && let Some(y) = linear::refutation(reduced)?
        {
            return Ok((best, Some(y)));
        }
    }
    Ok((best, None))
}

/// Every combination of states.
fn every(problem: &ContactProblem, reduced: &Reduced) -> Result<AllAccelerations, Fault> {
    let complete = reduced.is_polyhedral();
    let (mut found, mut tried) = (none(), 0);
    let mut choice = DVector::zeros(reduced.members.len());
    loop {
        tried += 1;
        if complete {
            if let Some((x, other)) = combinations::solutions(reduced, &choice)? {
                let family = (x != other).then_some(&other);
                add(problem, reduced, &mut found, &x, family);
            }
        } else {
            for k in 0..DIRECTIONS {
                let reached = newton(reduced, &combinations::start(reduced, &choice, &direction(k)));
                if reached.residual <= TOLERANCE {
                    add(problem, reduced, &mut found, &reached.x, None);
                }
            }
        }
        if !combinations::advance(reduced, &mut choice) {
            return Ok(AllAccelerations { found, tried, complete });
        }
    }
}

/// Of 16 spread over the sphere: the 6 axes, the 8 diagonals and 2 between.
fn direction(k: usize) -> Vector3<f64> {
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    let d: Vector3<f64> = match k {
        0..6 => Vector3::ith(k / 2, sign(k % 2)),
        6..14 => Vector3::new(sign((k - 6) & 1), sign((k - 6) & 2), sign((k - 6) & 4)),
        _ => Vector3::new(sign(k % 2), 1.0, 0.0),
    };
    d / d.dot(&d).sqrt()
}

/// The same forces, or the same accelerations: for given accelerations the conditions on c are convex, so that all its
/// solutions are one family.
fn same(reduced: &Reduced, known: &ContactSolution, other: &ContactSolution) -> bool {
    let [c, c_other] = [known, other].map(|solution| solution.c.component_div(&reduced.units));
    let [a, a_other] = [known, other].map(|solution| solution.a.component_mul(&reduced.units));
    let size = (reduced.a.abs() * c.abs() + reduced.b.abs()).amax();
    let is_one = (&c - &c_other).amax() <= SAME * f64::max(c.amax(), c_other.amax());
    is_one || (!known.family_moves && !other.family_moves && (a - a_other).amax() <= STILL * size)
}

/// Adds a solution, to its family if that is known.
fn add(
    problem: &ContactProblem,
    reduced: &Reduced,
    found: &mut DVector<ContactSolution>,
    x: &DVector<f64>,
    family: Option<&DVector<f64>>,
) {
    let solution = described(problem, reduced, x, family);
    let Some(known) = found.iter_mut().find(|known| same(reduced, known, &solution)) else {
        found.extend([solution]);
        return;
    };
    if known.family.is_none() {
        let [c, other] = [&known.c, &solution.c].map(|c| c.component_div(&reduced.units));
        let apart = (&c - &other).amax() > SAME * f64::max(c.amax(), other.amax());
        known.family = solution.family.or_else(|| apart.then_some(solution.c));
        known.family_moves = solution.family_moves;
    }
}

/// In the units of the problem.
fn described(
    problem: &ContactProblem,
    reduced: &Reduced,
    x: &DVector<f64>,
    family: Option<&DVector<f64>>,
) -> ContactSolution {
    let forces = |x: &DVector<f64>| (&reduced.lift * x).component_mul(&reduced.units);
    let c = forces(x);
    let a = &problem.a * &c + &problem.b;
    let (c_scaled, a_scaled) = (&reduced.lift * x, a.component_mul(&reduced.units));
    let size = (reduced.a.abs() * c_scaled.abs() + reduced.b.abs()).amax();
    let state = |first: usize, rows: usize, motion: ContactMotion| {
        let starts = a_scaled.rows(first + 1, rows - 1).amax() > STILL * size;
        match motion {
            _ if c_scaled[first] <= NOTHING * c_scaled.amax() => ContactState::Separating,
            ContactMotion::Rolling if !starts => ContactState::Rolling,
            _ => ContactState::Sliding,
        }
    };
    let firsts = problem.first_rows();
    let states = DVector::from_fn(problem.contacts.len(), |k, _| {
        state(firsts[k], problem.contacts[k].map.rows(), problem.contacts[k].motion)
    });
    let residual = natural_map::residual(reduced, &natural_map::steps(reduced), x);
    let family = family.map(forces);
    let family_moves = family.as_ref().is_some_and(|other| {
        let change = (&problem.a * (other - &c)).component_mul(&reduced.units);
        change.amax() > STILL * size
    });
    ContactSolution { c, a, states, residual, family, family_moves }
}

/// Weights of the normal accelerations in the rows of the problem.
fn in_rows(problem: &ContactProblem, y: &DVector<f64>) -> DVector<f64> {
    let mut v = DVector::zeros(problem.b.len());
    for (first, y) in problem.first_rows().iter().zip(y.iter()) {
        v[*first] = *y;
    }
    v
}
