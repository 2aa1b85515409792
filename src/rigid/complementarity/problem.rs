//! A problem in units of its own, its residual, and the proof that it has no solution.
//!
//! z = D·z̃ and w̃ = s·D·w give M̃ = s·D·M·D and q̃ = s·D·q, the same problem for any number s > 0 and diagonal D > 0;
//! symmetry and definiteness stay. s makes the largest element of M about 1; then D makes the diagonal of M̃ about 1,
//! and where that of M is 0, or next to nothing, the largest coupling to the others. All are powers of two: nothing is
//! rounded.

use crate::rigid::Fault;
use crate::rigid::complementarity::{Solution, Status, TOLERANCE};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// Factor down to which elements of ordinary size stay numbers of full precision when all are scaled by it.
const SAFE_FACTOR: f64 = 1e-150;
/// Share of the sum of its terms that counts as rounding in a proof, and what the proof must exceed.
const ROUNDING: f64 = 1e-11;
const PROOF: f64 = 1e-9;

/// How many times larger than q and the terms of unknowns at their bounds those of the others may be.
const LARGEST: f64 = 1e11;

/// Where an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Low,
    High,
    Between,
}

/// How a method of single exchanges ends.
pub enum End<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    /// All signs are right with the unknowns at these places.
    Places(OVector<Place, D>),
    /// Nothing blocks this direction of z.
    Ray(OVector<f64, D>),
    /// M is not of a class that the method knows, or the exchanges ran out.
    Stuck,
}

/// low ≤ z ≤ high and w = M·z + q, scaled.
pub struct Problem<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    pub m: OMatrix<f64, D, D>,
    pub q: OVector<f64, D>,
    pub low: OVector<f64, D>,
    pub high: OVector<f64, D>,
    /// s
    factor: f64,
    /// D
    unit: OVector<f64, D>,
}

/// w and the sums of its terms' magnitudes.
pub struct Rows<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    pub w: OVector<f64, D>,
    pub size: OVector<f64, D>,
}

pub fn zeros<D: Dim>(n: D) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D>,
{
    OVector::zeros_generic(n, Const::<1>)
}

impl<D: Dim> Problem<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    /// Errors: sizes that differ, numbers that are not finite (bounds may be, on their side), low > high.
    pub fn new(
        m: &OMatrix<f64, D, D>,
        q: &OVector<f64, D>,
        low: &OVector<f64, D>,
        high: &OVector<f64, D>,
    ) -> Result<Self, Fault> {
        let n = m.nrows();
        for (name, found) in [("columns of M", m.ncols()), ("q", q.len()), ("low", low.len()), ("high", high.len())] {
            if found != n {
                return Err(Fault::WrongSize { name, found, needed: n });
            }
        }
        finite_matrix("M", m)?;
        finite_vector("q", q)?;
        for index in 0..n {
            let (low, high) = (low[index], high[index]);
            if low.is_nan() || low == f64::INFINITY {
                return Err(Fault::NotFiniteElement { name: "low", index, value: low });
            }
            if high.is_nan() || high == f64::NEG_INFINITY {
                return Err(Fault::NotFiniteElement { name: "high", index, value: high });
            }
            if low > high {
                return Err(Fault::BoundsCrossed { index, low, high });
            }
        }
        let largest = m.iter().fold(0.0, |largest, element| f64::max(largest, element.abs()));
        let factor = if largest > 0.0 { power_of_two(-exponent(largest)) } else { 1.0 };
        let given = m;
        let m = m * factor;
        let is_lost = |(given, scaled): (&f64, &f64)| given.is_normal() && !scaled.is_normal();
        if factor < SAFE_FACTOR && given.iter().zip(&m).any(is_lost) {
            return Err(Fault::Overflow { what: "M, by its largest element" });
        }
        let unit = units(&m);
        let mut problem = Problem { m, q: q * factor, low: low.clone(), high: high.clone(), factor, unit };
        for j in 0..n {
            let d = problem.unit[j];
            for i in 0..n {
                problem.m[(i, j)] *= d * problem.unit[i];
            }
            problem.q[j] *= d;
            problem.low[j] /= d;
            problem.high[j] /= d;
        }
        Ok(problem)
    }

    pub fn size(&self) -> usize {
        self.q.len()
    }

    pub fn dimension(&self) -> D {
        self.q.shape_generic().0
    }

    pub fn is_free(&self, i: usize) -> bool {
        self.low[i] == f64::NEG_INFINITY && self.high[i] == f64::INFINITY
    }

    /// One of the bounds of each unknown, the lower one where there are two; those without bounds are between.
    pub fn corner(&self) -> OVector<Place, D> {
        OVector::from_fn_generic(self.dimension(), Const::<1>, |i, _| {
            if self.low[i] > f64::NEG_INFINITY {
                Place::Low
            } else if self.high[i] < f64::INFINITY {
                Place::High
            } else {
                Place::Between
            }
        })
    }

    /// z_i of an unknown at this place; between: the value nearest to 0.
    pub fn value(&self, i: usize, place: Place) -> f64 {
        match place {
            Place::Low => self.low[i],
            Place::High => self.high[i],
            Place::Between => self.clamped(i, 0.0),
        }
    }

    pub fn clamped(&self, i: usize, z: f64) -> f64 {
        z.max(self.low[i]).min(self.high[i])
    }

    pub fn rows(&self, z: &OVector<f64, D>) -> Rows<D> {
        let mut rows = Rows { w: self.q.clone(), size: self.q.map(f64::abs) };
        let n = self.size();
        let (w, size) = (rows.w.as_mut_slice(), rows.size.as_mut_slice());
        for (column, z) in self.m.as_slice().chunks_exact(n.max(1)).zip(z) {
            if *z != 0.0 {
                for ((w, size), m) in w.iter_mut().zip(size.iter_mut()).zip(column) {
                    let term = m * z;
                    *w += term;
                    *size += term.abs();
                }
            }
        }
        rows
    }

    /// w alone, the same to the last bit.
    pub fn velocity(&self, z: &OVector<f64, D>) -> OVector<f64, D> {
        let mut w = self.q.clone();
        for (column, z) in self.m.as_slice().chunks_exact(self.size().max(1)).zip(z) {
            if *z != 0.0 {
                for (w, m) in w.as_mut_slice().iter_mut().zip(column) {
                    *w += m * z;
                }
            }
        }
        w
    }

    /// Part of w_i that has the wrong sign for z_i, with its sign.
    pub fn wrong(&self, i: usize, z: f64, w: f64) -> f64 {
        let (at_low, at_high) = (z <= self.low[i], z >= self.high[i]);
        match (at_low, at_high) {
            (true, true) => 0.0,
            (true, false) => w.min(0.0),
            (false, true) => w.max(0.0),
            (false, false) => w,
        }
    }

    /// ρ of a z within its bounds.
    pub fn residual(&self, z: &OVector<f64, D>, rows: &Rows<D>) -> f64 {
        (0..self.size()).fold(0.0, |largest, i| {
            let wrong = self.wrong(i, z[i], rows.w[i]).abs();
            if wrong == 0.0 { largest } else { f64::max(largest, wrong / rows.size[i]) }
        })
    }

    /// Whether this is a solution: ρ within the tolerance, and the unknowns between their bounds are no larger than
    /// [`LARGEST`] of what they answer to. Where M is singular but for rounding, unknowns without end make any q small
    /// beside M·z.
    pub fn is_solved_by(&self, z: &OVector<f64, D>, residual: f64) -> bool {
        if residual > TOLERANCE {
            return false;
        }
        let held = OVector::from_fn_generic(self.dimension(), Const::<1>, |i, _| {
            if z[i] > self.low[i] && z[i] < self.high[i] { 0.0 } else { z[i] }
        });
        let known = self.rows(&held).size.amax();
        self.rows(&(z - held)).size.amax() <= LARGEST * known
    }

    /// Whether v proves that there is no solution: z + t·v keeps within the bounds for all t ≥ 0, so that a solution
    /// has (M·z + q)·v ≥ 0; but z·(Mᵀ·v) + q·v < 0 for all z within the bounds.
    ///
    /// What is only rounding in v is tried without first: alone in a column of M it would stand for all of it. Rounding that leads out of the
    /// bounds never counts: beside a large element of M it would be the whole proof.
    pub fn is_refuted_by(&self, v: &OVector<f64, D>) -> bool {
        let largest = v.amax();
        let within = |i: usize, v: f64| {
            let leads_out = v > 0.0 && self.high[i].is_finite() || v < 0.0 && self.low[i].is_finite();
            if leads_out && v.abs() <= ROUNDING * largest { 0.0 } else { v }
        };
        self.proves(&v.map(|v| if v.abs() <= ROUNDING * largest { 0.0 } else { v }))
            || self.proves(&OVector::from_fn_generic(self.dimension(), Const::<1>, |i, _| within(i, v[i])))
    }

    fn proves(&self, v: &OVector<f64, D>) -> bool {
        let n = self.size();
        let (mut sum, mut terms) = (0.0, 0.0);
        for i in 0..n {
            if (v[i] > 0.0 && self.high[i].is_finite()) || (v[i] < 0.0 && self.low[i].is_finite()) {
                return false;
            }
            sum += self.q[i] * v[i];
            terms += (self.q[i] * v[i]).abs();
            let (mut pull, mut size) = (0.0, 0.0);
            for k in 0..n {
                let term = self.m[(k, i)] * v[k];
                pull += term;
                size += term.abs();
            }
            if pull.abs() <= ROUNDING * size {
                continue;
            }
            let farthest = if pull > 0.0 { self.high[i] } else { self.low[i] };
            if farthest.is_infinite() {
                return false;
            }
            sum += pull * farthest;
            terms += (pull * farthest).abs();
        }
        sum < -PROOF * terms
    }

    /// The answer in the units of M and q.
    pub fn answer(&self, z: OVector<f64, D>, refuted: bool, pivots: u32) -> Result<Solution<D>, Fault> {
        let rows = self.rows(&z);
        let residual = self.residual(&z, &rows);
        let status = match () {
            () if self.is_solved_by(&z, residual) => Status::Solved,
            () if refuted => Status::NoSolution,
            () => Status::Cycling,
        };
        let (z, w) = (z.component_mul(&self.unit), rows.w.component_div(&self.unit) / self.factor);
        if !z.iter().chain(&w).all(|value| value.is_finite()) {
            return Err(Fault::Overflow { what: "the solution of the complementarity problem" });
        }
        Ok(Solution { status, z, w, residual, pivots })
    }
}

pub fn finite_matrix<D: Dim>(name: &'static str, m: &OMatrix<f64, D, D>) -> Result<(), Fault>
where
    DefaultAllocator: Allocator<D, D>,
{
    for column in 0..m.ncols() {
        for row in 0..m.nrows() {
            let value = m[(row, column)];
            if !value.is_finite() {
                return Err(Fault::NotFiniteEntry { name, row, column, value });
            }
        }
    }
    Ok(())
}

pub fn finite_vector<D: Dim>(name: &'static str, v: &OVector<f64, D>) -> Result<(), Fault>
where
    DefaultAllocator: Allocator<D>,
{
    match v.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        Some((index, &value)) => Err(Fault::NotFiniteElement { name, index, value }),
        None => Ok(()),
    }
}

/// D of the module's text: 1/d_i² is the largest of the diagonal element and of the couplings with unknowns scaled
/// before, the largest first. For semidefinite M that is the diagonal's; a diagonal that is only rounding counts for
/// nothing beside a coupling.
fn units<D: Dim>(m: &OMatrix<f64, D, D>) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let n = m.nrows();
    let coupling = |i: usize, j: usize| f64::max(m[(i, j)].abs(), m[(j, i)].abs());
    // square of 1/d_i as the diagonal and the unknowns before have it
    let mut unit = zeros(m.shape_generic().0);
    let mut square = OVector::<f64, D>::from_fn_generic(m.shape_generic().0, Const::<1>, |i, _| m[(i, i)].abs());
    for _ in 0..n {
        let mut next = None;
        for i in (0..n).filter(|i| unit[*i] == 0.0) {
            if next.is_none_or(|known| square[i] > square[known]) {
                next = Some(i);
            }
        }
        let Some(next) = next else { break };
        if square[next] == 0.0 {
            square[next] = (0..n).fold(0.0, |largest, j| f64::max(largest, coupling(next, j)));
        }
        unit[next] = if square[next] > 0.0 { inverse_root(square[next]) } else { 1.0 };
        for i in (0..n).filter(|i| unit[*i] == 0.0) {
            let by_next = coupling(i, next) * unit[next];
            square[i] = f64::max(square[i], by_next * by_next);
        }
    }
    unit
}

/// A power of two near 1/√x.
fn inverse_root(x: f64) -> f64 {
    power_of_two(-exponent(x).div_euclid(2))
}

/// ⌊log₂ x⌋ of x > 0; of subnormal numbers that of the smallest normal one.
fn exponent(x: f64) -> i64 {
    ((x.to_bits() >> 52) & 0x7ff).max(1) as i64 - 1023
}

/// 2^k, k kept within the normal numbers.
fn power_of_two(k: i64) -> f64 {
    f64::from_bits(((k.clamp(-1022, 1023) + 1023) as u64) << 52)
}
