//! Answers.

use crate::rigid::acceleration::certificate::ExistenceCertificate;
use crate::rigid::acceleration::contact::ContactState;
use nalgebra::DVector;

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Refutation {
    /// v in the rows of the problem, v_n ≥ 0 and the rest 0, with v·b < 0 and v·(A·c) ≤ 0 for all forces c that friction
    /// admits: v·a < 0, but no a_n may be below 0 (Farkas).
    Virtual { v: DVector<f64> },
    /// None of so many combinations of states is one; all there are were tried.
    Combinations { tried: usize },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The residual is within 1e-12.
    Solved,
    NoSolution(Refutation),
    /// Neither a solution nor a proof that there is none was found.
    Unsolved,
}

/// Forces and accelerations that fulfil (i), (ii), (iii)′ and (iv)′.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSolution {
    /// Forces c on body 1 [N; N·m in rows r]
    pub c: DVector<f64>,
    /// Accelerations a of body 1 against body 2 [m/s²; rad/s² in rows r]
    pub a: DVector<f64>,
    pub states: DVector<ContactState>,
    /// Largest element of the natural map, c_n − (c_n − ρ·a_n)₊ and c_T − Π(c_T − ρ·a_T) divided by ρ, as a fraction of the
    /// largest of |b| + |A|·|c|, in units in which the e are 1.
    pub residual: f64,
    /// Where forces are not unique with these accelerations or these states: other ones. The straight line between the two
    /// consists of solutions.
    pub family: Option<DVector<f64>>,
    /// Whether the accelerations along that line differ.
    pub family_moves: bool,
}

/// Answer of [`accelerations`](crate::rigid::acceleration::accelerations).
#[derive(Clone, Debug, PartialEq)]
pub struct AccelerationOutcome {
    pub verdict: Verdict,
    /// With [`Verdict::Solved`] the solution, else the point with the least residual that was met.
    pub solution: ContactSolution,
    pub certificate: ExistenceCertificate,
    /// Further solutions, looked for where uniqueness is not guaranteed, all limits are planes and the combinations are
    /// few enough.
    pub others: DVector<ContactSolution>,
}

/// Answer of [`all_accelerations`](crate::rigid::acceleration::all_accelerations).
#[derive(Clone, Debug, PartialEq)]
pub struct AllAccelerations {
    pub found: DVector<ContactSolution>,
    /// Combinations tried.
    pub tried: usize,
    /// Every solution is among them, families by two of theirs: all limits are planes. Else they are those found.
    pub complete: bool,
}
