//! W as the solver uses it: dense, or by what bodies and contacts there are.

use crate::rigid::Fault;
use crate::rigid::cones::bodies::Bodies;

/// The operator W = J·M⁻¹·Jᵀ of contacts (Delassus), symmetric and positive semidefinite up to rounding, by its 3 × 3
/// blocks in rows normal, first, second tangent, and by a state: what impulses do to whatever they act on. Impulses act
/// linearly, so states may be added.
pub trait Delassus {
    /// Number of contacts
    fn contacts(&self) -> usize;

    /// Numbers of a state; all 0 without impulses
    fn state_size(&self) -> usize;

    /// W_ij [1/kg]: velocity of contact `i` by the impulse of contact `j`
    fn block(&self, i: usize, j: usize) -> [[f64; 3]; 3];

    /// Adds what the impulse `p` [N·s] of contact `k` does.
    fn add(&self, k: usize, p: [f64; 3], state: &mut [f64]);

    /// Velocity of contact `k` in a state [m/s], W·p of all impulses added to it.
    fn velocity(&self, k: usize, state: &[f64]) -> [f64; 3];

    /// The bodies, where W is made of them: Newton's equations can then be those of their velocities.
    fn bodies(&self) -> Option<&Bodies<'_>> {
        None
    }
}

/// W as a matrix; the state is W·p.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    /// Column by column
    w: &'a [f64],
    /// Of the matrix, which may have more than three for each contact: those after them are not looked at
    rows: usize,
    contacts: usize,
}

impl<'a> Dense<'a> {
    /// Of a matrix column by column, with so many rows, at least three for each contact. It is taken as symmetric and
    /// semidefinite: that is not checked here.
    ///
    /// Errors: fewer rows than the contacts need, numbers that are not rows × rows.
    pub fn new(w: &'a [f64], rows: usize, contacts: usize) -> Result<Self, Fault> {
        if rows < 3 * contacts {
            return Err(Fault::TooFewRows { rows, needed: 3 * contacts });
        }
        if w.len() != rows * rows {
            return Err(Fault::WrongSize { name: "elements of W", found: w.len(), needed: rows * rows });
        }
        Ok(Dense { w, rows, contacts })
    }
}

impl Delassus for Dense<'_> {
    fn contacts(&self) -> usize {
        self.contacts
    }

    fn state_size(&self) -> usize {
        3 * self.contacts
    }

    fn block(&self, i: usize, j: usize) -> [[f64; 3]; 3] {
        [0, 1, 2].map(|a| [0, 1, 2].map(|b| self.w[(3 * j + b) * self.rows + 3 * i + a]))
    }

    fn add(&self, k: usize, p: [f64; 3], state: &mut [f64]) {
        if p == [0.0; 3] {
            return;
        }
        let n = state.len();
        let column = |b: usize| &self.w[(3 * k + b) * self.rows..][..n];
        let (first, second, third) = (column(0), column(1), column(2));
        for i in 0..n {
            state[i] += first[i] * p[0] + second[i] * p[1] + third[i] * p[2];
        }
    }

    fn velocity(&self, k: usize, state: &[f64]) -> [f64; 3] {
        [state[3 * k], state[3 * k + 1], state[3 * k + 2]]
    }
}
