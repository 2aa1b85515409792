//! The convex quadratic programme with inequalities.

use crate::rigid::Fault;
use crate::rigid::complementarity::problem::{finite_matrix, finite_vector};
use crate::rigid::complementarity::qp::semidefinite;
use crate::rigid::complementarity::{Solution, Status, lemke};
use nalgebra::{DMatrix, DVector, Dyn};

/// Fraction of the largest element below which an unknown, a slack or a multiplier counts as 0.
const NOTHING: f64 = 1e-9;
/// Fraction of the largest pivot below which a row depends on others.
const DEPENDENT: f64 = 1e-10;

/// The answer to a programme.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgrammeSolution {
    /// [`Status::NoSolution`]: no x fulfils the inequalities, or the value falls without end; proven.
    pub status: Status,
    /// x ≥ 0; with [`Status::Solved`] a minimum. Q·x and g·x are the same for all minima.
    pub x: DVector<f64>,
    /// u ≥ 0, one for each row of H: by how much the minimum falls per unit of K
    pub multipliers: DVector<f64>,
    /// Whether no other x is a minimum, within rounding; false without a solution
    pub unique: bool,
    /// ρ of the complementarity problem, see the [module](crate::rigid::complementarity)
    pub residual: f64,
    /// Exchanges and direct solutions
    pub pivots: u32,
}

/// min ½·xᵀ·Q·x + gᵀ·x over x ≥ 0 with H·x ≤ K  [WK91 eq. 2.11].
///
/// `q` Q = AᵀA of the paper, symmetric and positive semidefinite · `g` Aᵀd · `h` H, a row for each inequality, maybe none ·
/// `k` K.
///
/// The conditions of Kuhn and Tucker below (2.12) are 0 ≤ (x, u) ⟂ M·(x, u) + (g, K) ≥ 0 with M = [[Q, Hᵀ], [−H, 0]],
/// which is semidefinite: [`lemke()`] ends with a solution or a proof that there is none. The print has H·x = K in (2.13a),
/// where only the inequalities of (2.11b) can be meant: the slacks are missing.
///
/// x is unique unless Q·d = 0 for a direction d that keeps the inequalities and what their multipliers hold; found out by
/// elimination, and where inequalities without a multiplier are in the way by one more complementarity problem. Takes
/// memory.
///
/// Errors: sizes that differ, numbers that are not finite, Q not symmetric or not positive semidefinite.
pub fn programme(
    q: &DMatrix<f64>,
    g: &DVector<f64>,
    h: &DMatrix<f64>,
    k: &DVector<f64>,
) -> Result<ProgrammeSolution, Fault> {
    semidefinite("Q", q)?;
    let (n, m) = (g.len(), k.len());
    for (name, found, needed) in [("Q", q.nrows(), n), ("columns of H", h.ncols(), n), ("rows of H", h.nrows(), m)] {
        if found != needed {
            return Err(Fault::WrongSize { name, found, needed });
        }
    }
    finite_vector("g", g)?;
    finite_vector("K", k)?;
    for column in 0..n {
        for row in 0..m {
            let value = h[(row, column)];
            if !value.is_finite() {
                return Err(Fault::NotFiniteEntry { name: "H", row, column, value });
            }
        }
    }
    let Solution { status, z, w, residual, pivots } = kuhn_tucker(q, g, h, k)?;
    let (x, multipliers) = (z.rows(0, n).into_owned(), z.rows(n, m).into_owned());
    let unique = status == Status::Solved && is_unique(q, h, &z, &w)?;
    Ok(ProgrammeSolution { status, x, multipliers, unique, residual, pivots })
}

fn kuhn_tucker(q: &DMatrix<f64>, g: &DVector<f64>, h: &DMatrix<f64>, k: &DVector<f64>) -> Result<Solution<Dyn>, Fault> {
    let (n, m) = (g.len(), k.len());
    let mut matrix = DMatrix::zeros(n + m, n + m);
    matrix.view_mut((0, 0), (n, n)).copy_from(q);
    matrix.view_mut((0, n), (n, m)).copy_from(&h.transpose());
    matrix.view_mut((n, 0), (m, n)).copy_from(&-h);
    finite_matrix("H", &matrix)?;
    lemke(&matrix, &DVector::from_fn(n + m, |i, _| if i < n { g[i] } else { k[i - n] }))
}

/// Whether the only direction d with Q·d = 0, d_i = 0 where w_i > 0, d_i ≥ 0 where x_i = 0, (H·d)_j = 0 where u_j > 0 and
/// (H·d)_j ≤ 0 where the slack is 0, is d = 0. All minima have the same Q·x and are complementary to this u and w.
fn is_unique(q: &DMatrix<f64>, h: &DMatrix<f64>, z: &DVector<f64>, w: &DVector<f64>) -> Result<bool, Fault> {
    let (n, m) = (q.nrows(), h.nrows());
    let part =
        |of: &DVector<f64>, from: usize, count: usize| if count == 0 { 0.0 } else { of.rows(from, count).amax() };
    let (large_x, large_w) = (part(z, 0, n), part(w, 0, n));
    let (large_u, large_slack) = (part(z, n, m), part(w, n, m));
    let is_zero = |value: f64, largest: f64| value.abs() <= NOTHING * largest;
    // d that may differ from 0, and those of them that may not fall
    let free = DVector::from_iterator(0, core::iter::empty::<usize>());
    let (mut moves, mut bounded) = (free.clone(), free);
    for i in 0..n {
        if is_zero(w[i], large_w) {
            moves.extend([i]);
            if is_zero(z[i], large_x) {
                bounded.extend([moves.len() - 1]);
            }
        }
    }
    let size = moves.len();
    if size == 0 {
        return Ok(true);
    }
    let row_of = |matrix: &DMatrix<f64>, row: usize| DVector::from_fn(size, |c, _| matrix[(row, moves[c])]);
    let mut equal = DMatrix::zeros(n + m, size);
    let mut least = DMatrix::zeros(bounded.len() + m, size);
    let mut count = 0;
    for row in 0..n {
        equal.set_row(row, &row_of(q, row).transpose());
    }
    for column in bounded.iter() {
        least[(count, *column)] = 1.0;
        count += 1;
    }
    for j in 0..m {
        if !is_zero(z[n + j], large_u) {
            equal.set_row(n + j, &row_of(h, j).transpose());
        } else if is_zero(w[n + j], large_slack) {
            least.set_row(count, &(-row_of(h, j)).transpose());
            count += 1;
        }
    }
    let null = null_space(equal);
    if null.ncols() == 0 {
        return Ok(true);
    }
    // G·y ≥ 0 with d = N·y: a direction that all of G leaves alone, or one with Σ(G·y) = 1
    let g = least.rows(0, count) * null;
    if null_space(g.clone()).ncols() > 0 {
        return Ok(false);
    }
    let columns = g.ncols();
    let mut inequalities = DMatrix::zeros(count + 1, 2 * columns);
    for c in 0..columns {
        for r in 0..count {
            inequalities[(r, c)] = -g[(r, c)];
            inequalities[(count, c)] -= g[(r, c)];
        }
        for r in 0..=count {
            inequalities[(r, columns + c)] = -inequalities[(r, c)];
        }
    }
    let k = DVector::from_fn(count + 1, |r, _| if r == count { -1.0 } else { 0.0 });
    let (none, nothing) = (DMatrix::zeros(2 * columns, 2 * columns), DVector::zeros(2 * columns));
    Ok(kuhn_tucker(&none, &nothing, &inequalities, &k)?.status == Status::NoSolution)
}

/// Columns that span all d with A·d = 0, by elimination with the largest pivot; rows are first brought to one size.
fn null_space(mut a: DMatrix<f64>) -> DMatrix<f64> {
    let size = a.ncols();
    for mut row in a.row_iter_mut() {
        let largest = row.amax();
        if largest > 0.0 {
            row /= largest;
        }
    }
    let mut order = DVector::from_fn(size, |c, _| c);
    let mut rank = 0;
    let mut first = 0.0;
    while rank < size.min(a.nrows()) {
        let (mut at, mut pivot) = ((rank, rank), 0.0);
        for c in rank..size {
            for r in rank..a.nrows() {
                if a[(r, c)].abs() > pivot {
                    (at, pivot) = ((r, c), a[(r, c)].abs());
                }
            }
        }
        first = f64::max(first, pivot);
        if pivot <= DEPENDENT * first {
            break;
        }
        a.swap_rows(rank, at.0);
        a.swap_columns(rank, at.1);
        order.swap_rows(rank, at.1);
        // Gauss and Jordan: the columns of the pivots become those of the identity
        let inverse = 1.0 / a[(rank, rank)];
        for c in rank..size {
            a[(rank, c)] *= inverse;
        }
        for r in (0..a.nrows()).filter(|r| *r != rank) {
            let factor = a[(r, rank)];
            if factor != 0.0 {
                for c in rank..size {
                    a[(r, c)] -= factor * a[(rank, c)];
                }
            }
        }
        rank += 1;
    }
    let mut null = DMatrix::zeros(size, size - rank);
    for c in 0..size - rank {
        null[(order[rank + c], c)] = 1.0;
        for r in 0..rank {
            null[(order[r], c)] = -a[(r, rank + c)];
        }
    }
    null
}
