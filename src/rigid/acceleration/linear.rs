//! Limits of planes: one complementarity problem; and the virtual acceleration that proves that there is no solution.
//!
//! z = (x, u), u a multiplier for each plane p: w of c_n is a_n ≥ 0, that of friction a_T + Σu·p = 0 (greatest work), that
//! of u is μ·c_n − p·c_T ≥ 0. Balls get planes that touch them.

use crate::rigid::Fault;
use crate::rigid::acceleration::programme::{Minimum, Programme, minimum};
use crate::rigid::acceleration::reduced::{Block, Limit, Member, Reduced};
use crate::rigid::complementarity::{Solution, bounded};
use nalgebra::{DMatrix, DVector, Dyn, Vector3};

/// Fraction of its terms that rounding may leave of a product, and what a proof must exceed, as in the complementarity
/// problems.
const ROUNDING: f64 = 1e-11;
const PROOF: f64 = 1e-9;

/// A plane p·c ≤ τ of a limit; where `both`, p·c = τ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    pub p: Vector3<f64>,
    pub both: bool,
}

/// Planes of a limit: its own, or those that touch a ball along the axes and between them (2, 8, 26).
pub fn planes(block: &Block) -> DVector<Plane> {
    let mut found = vec![];
    match &block.limit {
        Limit::Planes(limit) => {
            let first = limit.faces.iter().next();
            for (i, p) in limit.planes.iter().enumerate() {
                let both = first.is_some_and(|face| (0..face.count).any(|k| face.released[k] && face.planes[k] == i));
                found.push(Plane { p: *p, both });
            }
        }
        Limit::Ball => {
            let reach = |k: usize| if k < block.size { -1..=1 } else { 0..=0 };
            for t in reach(0) {
                for o in reach(1) {
                    for r in reach(2) {
                        let p = Vector3::new(f64::from(t), f64::from(o), f64::from(r));
                        if p != Vector3::zeros() {
                            found.push(Plane { p: p / p.dot(&p).sqrt(), both: false });
                        }
                    }
                }
            }
        }
    }
    DVector::from_vec(found)
}

/// All planes with their member and block, in order.
fn all_planes(problem: &Reduced) -> DVector<(Member, Block, Plane)> {
    let mut found = vec![];
    for member in problem.members.iter() {
        for block in member.blocks.iter() {
            for plane in planes(block).iter() {
                found.push((member.clone(), block.clone(), *plane));
            }
        }
    }
    DVector::from_vec(found)
}

/// x that solves the problem, exactly where all limits are planes.
pub fn by_planes(problem: &Reduced) -> Result<Solution<Dyn>, Fault> {
    let n = problem.size();
    let planes = all_planes(problem);
    let size = n + planes.len();
    let mut m = DMatrix::zeros(size, size);
    m.view_mut((0, 0), (n, n)).copy_from(&problem.m);
    let mut q = DVector::zeros(size);
    q.rows_mut(0, n).copy_from(&problem.q);
    let high = DVector::repeat(size, f64::INFINITY);
    let mut low = -&high;
    for member in problem.members.iter() {
        low[member.normal] = 0.0;
    }
    for (k, (member, block, plane)) in planes.iter().enumerate() {
        m[(n + k, member.normal)] = member.mu;
        for l in 0..block.size {
            m[(n + k, block.at + l)] = -plane.p[l];
            m[(block.at + l, n + k)] = plane.p[l];
        }
        if !plane.both {
            low[n + k] = 0.0;
        }
    }
    bounded(&m, &q, &low, &high)
}

/// Weights y ≥ 0 of the normal accelerations with Σy·a_n < 0 whatever the forces: no forces keep all bodies apart.
///
/// Found by a linear programme with the planes of [`planes`], then checked with the limits themselves.
pub fn refutation(problem: &Reduced) -> Result<Option<DVector<f64>>, Fault> {
    let count = problem.members.len();
    let planes = all_planes(problem);
    let size = count + planes.len();
    let n = problem.size();
    // r = Σy·(row of a_n) = Σλ·p on the friction, and r_n + μ·Σλ ≤ 0
    let mut e = DMatrix::zeros(n - count + 1, size);
    let mut right = DVector::zeros(n - count + 1);
    e.row_mut(n - count).columns_mut(0, count).fill(1.0);
    right[n - count] = 1.0;
    let mut g = DMatrix::zeros(count + size, size);
    let mut cost = DVector::zeros(size);
    let mut row = 0;
    for (k, member) in problem.members.iter().enumerate() {
        cost[k] = problem.q[member.normal];
        g[(count + k, k)] = 1.0;
        for (l, other) in problem.members.iter().enumerate() {
            g[(k, l)] = -problem.m[(other.normal, member.normal)];
        }
        for (i, (of, _, plane)) in planes.iter().enumerate() {
            if of.normal == member.normal {
                g[(k, count + i)] = -member.mu;
            }
            g[(2 * count + i, count + i)] = f64::from(u8::from(!plane.both));
        }
        for block in member.blocks.iter() {
            for axis in 0..block.size {
                for (l, other) in problem.members.iter().enumerate() {
                    e[(row, l)] = problem.m[(other.normal, block.at + axis)];
                }
                for (i, (_, of, plane)) in planes.iter().enumerate() {
                    if of.at == block.at {
                        e[(row, count + i)] = -plane.p[axis];
                    }
                }
                row += 1;
            }
        }
    }
    let h = DVector::zeros(count + size);
    let Minimum::At(found) = minimum(&Programme { cost, g, h, e, right })? else { return Ok(None) };
    let y = found.rows(0, count).map(|y| y.max(0.0));
    Ok(is_refuted_by(problem, &y).then_some(y))
}

/// Σy·q_n < 0, and no force adds to Σy·a_n.
fn is_refuted_by(problem: &Reduced, y: &DVector<f64>) -> bool {
    let weighted = |column: usize| {
        let of = |(member, y): (&Member, &f64)| y * problem.m[(member.normal, column)];
        let each = problem.members.iter().zip(y.iter()).map(of);
        each.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + f64::abs(term)))
    };
    for member in problem.members.iter() {
        let (mut pull, mut size) = weighted(member.normal);
        for block in member.blocks.iter() {
            let mut r = Vector3::zeros();
            for k in 0..block.size {
                let (sum, terms) = weighted(block.at + k);
                r[k] = sum;
                size += member.mu * terms;
            }
            pull += member.mu * support(block, &r);
        }
        if pull > ROUNDING * size {
            return false;
        }
    }
    let terms = problem.members.iter().zip(y.iter()).map(|(member, y)| y * problem.q[member.normal]);
    let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + f64::abs(term)));
    sum < -PROOF * size
}

/// max r·c over the limit of size 1.
fn support(block: &Block, r: &Vector3<f64>) -> f64 {
    match &block.limit {
        Limit::Ball => r.dot(r).sqrt(),
        Limit::Planes(limit) => {
            let corners = limit.faces.iter().filter(|face| face.count == 3);
            corners.fold(f64::NEG_INFINITY, |most, corner| f64::max(most, corner.offset().dot(r)))
        }
    }
}
