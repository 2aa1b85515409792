//! The problem in what is not known: sliding contacts know the direction of their friction.
//!
//! c̃ = T·x, w = R·(Ã·T·x + b̃), R the rows of x. x has c_n of each contact, followed by what of its friction is free, both
//! in a unit that makes the elements of R·Ã·T about 1.

use crate::rigid::acceleration::contact::{ContactMotion, FrictionMap};
use crate::rigid::acceleration::polytope::{self, Polytope};
use crate::rigid::acceleration::problem::ContactProblem;
use crate::rigid::acceleration::scaled;
use nalgebra::{DMatrix, DVector, Vector3};

/// What friction is limited by, for τ = 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// |c| ≤ 1; in one dimension an interval.
    Ball,
    Planes(Polytope),
}

/// Friction of a contact that is free within a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its first unknown
    pub at: usize,
    pub size: usize,
    pub limit: Limit,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// μ
    pub mu: f64,
    /// The unknown c_n
    pub normal: usize,
    pub blocks: DVector<Block>,
}

#[derive(Clone, Debug)]
pub struct Reduced {
    /// R·Ã·T
    pub m: DMatrix<f64>,
    /// R·b̃
    pub q: DVector<f64>,
    /// T
    pub lift: DMatrix<f64>,
    pub members: DVector<Member>,
    /// Ã, b̃, D
    pub a: DMatrix<f64>,
    pub b: DVector<f64>,
    pub units: DVector<f64>,
}

/// Friction of a part of a contact, before unknowns are counted.
enum Part {
    Known([f64; 3]),
    Free(Limit),
}

/// Of a ball where slip is v.
fn ball(v: &[f64]) -> Part {
    let largest = v.iter().fold(0.0, |largest, v| f64::max(largest, v.abs()));
    if largest == 0.0 {
        return Part::Free(Limit::Ball);
    }
    let mut y = [0.0; 3];
    let length = v.iter().fold(0.0, |sum, v| sum + v / largest * (v / largest)).sqrt();
    for (y, v) in y.iter_mut().zip(v) {
        *y = -(v / largest / length);
    }
    Part::Known(y)
}

/// A power of two near 1/x.
fn inverse_size(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) & 0x7ff;
    if x > 0.0 { f64::from_bits((2046 - exponent.clamp(1, 2045)) << 52) } else { 1.0 }
}

impl Reduced {
    pub fn new(problem: &ContactProblem) -> Self {
        let units = scaled::units(problem);
        let rows = problem.b.len();
        let (mut lift, mut kept, mut members) = (DMatrix::zeros(rows, rows), vec![], vec![]);
        for (contact, first) in problem.contacts.iter().zip(problem.first_rows().iter()) {
            let dims = contact.map.rows() - 1;
            let e = &units.as_slice()[first + 1..first + 1 + dims];
            let mut v = Vector3::zeros();
            if let ContactMotion::Sliding { v: given } = &contact.motion {
                for (k, e) in e.iter().enumerate() {
                    v[k] = given[k] * e;
                }
            }
            let normal = kept.len();
            lift[(*first, normal)] = 1.0;
            kept.push(*first);
            let parts = match &contact.map {
                FrictionMap::Line | FrictionMap::Ellipsoid { .. } => vec![(0, dims, ball(&v.as_slice()[..dims]))],
                FrictionMap::Mixed { .. } => {
                    vec![(0, 2, ball(&v.as_slice()[..2])), (2, 1, ball(&v.as_slice()[2..]))]
                }
                FrictionMap::Polyhedron { planes } => {
                    let planes = scaled::planes(planes, e);
                    let corners = polytope::corners(&planes);
                    let whole = Polytope::new(&planes, &corners);
                    let part = match contact.motion {
                        ContactMotion::Rolling => Part::Free(Limit::Planes(whole)),
                        ContactMotion::Sliding { .. } => match whole.against(&v, &corners) {
                            Ok(corner) => Part::Known(corner.into()),
                            Err(flat) => Part::Free(Limit::Planes(flat)),
                        },
                    };
                    vec![(0, 3, part)]
                }
            };
            let mut blocks = vec![];
            for (offset, size, part) in parts {
                let row = first + 1 + offset;
                match part {
                    Part::Known(y) => {
                        for (k, y) in y.iter().take(size).enumerate() {
                            lift[(row + k, normal)] = contact.mu * y;
                        }
                    }
                    Part::Free(limit) => {
                        blocks.push(Block { at: kept.len(), size, limit });
                        for k in 0..size {
                            lift[(row + k, kept.len())] = 1.0;
                            kept.push(row + k);
                        }
                    }
                }
            }
            members.push(Member { mu: contact.mu, normal, blocks: DVector::from_vec(blocks) });
        }
        let a = scaled::by(&problem.a, &units);
        let lift = lift.columns(0, kept.len()) * inverse_size(a.amax());
        let b = problem.b.component_mul(&units);
        let full = &a * &lift;
        let m = DMatrix::from_fn(kept.len(), kept.len(), |i, j| full[(kept[i], j)]);
        let q = DVector::from_fn(kept.len(), |i, _| b[kept[i]]);
        Reduced { m, q, lift, members: DVector::from_vec(members), a, b, units }
    }

    pub fn size(&self) -> usize {
        self.q.len()
    }

    /// All limits are planes or intervals.
    pub fn is_polyhedral(&self) -> bool {
        let mut blocks = self.members.iter().flat_map(|member| member.blocks.iter());
        blocks.all(|block| block.size == 1 || matches!(block.limit, Limit::Planes(_)))
    }
}
