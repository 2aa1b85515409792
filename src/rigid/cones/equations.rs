//! Linear equations of contacts, one step of Newton's method: in the impulses, or in the velocities of the bodies.

use crate::rigid::cones::by_bodies::ByBodies;
use crate::rigid::cones::elimination::solve;
use crate::rigid::cones::equation::Equation;
use crate::rigid::cones::operator::Delassus;

/// How they are solved.
#[derive(Debug)]
pub enum Equations<'a> {
    /// In the impulses: room for 9·contacts² numbers
    InImpulses(&'a mut [f64]),
    /// In the velocities of the bodies
    InVelocities(&'a mut ByBodies),
}

impl Equations<'_> {
    /// To be called before the first of several [`Equations::solve`] for contacts of the same bodies; false where there
    /// is no room.
    pub fn prepare<W: Delassus>(&mut self, w: &W) -> bool {
        match self {
            Equations::InImpulses(_) => true,
            Equations::InVelocities(bodies) => w.bodies().is_some_and(|w| bodies.analyse(w)),
        }
    }

    /// dp of the contacts `active` into `found`, three numbers for each in their order; false where there is none.
    /// `own` must be regular in velocities.
    pub fn solve<W: Delassus>(
        &mut self,
        w: &W,
        active: &[usize],
        equation: &dyn Fn(usize) -> Equation,
        found: &mut [f64],
    ) -> bool {
        match self {
            Equations::InVelocities(bodies) => w.bodies().is_some_and(|w| bodies.solve(w, active, equation, found)),
            Equations::InImpulses(matrix) => {
                let n = 3 * active.len();
                let matrix = &mut matrix[..n * n];
                for (a, &i) in active.iter().enumerate() {
                    let Equation { ahead, own, right } = equation(i);
                    found[3 * a..3 * a + 3].copy_from_slice(&right);
                    for (b, &j) in active.iter().enumerate() {
                        let block = w.block(i, j);
                        for r in 0..3 {
                            for c in 0..3 {
                                let moved =
                                    ahead[r][0] * block[0][c] + ahead[r][1] * block[1][c] + ahead[r][2] * block[2][c];
                                matrix[(3 * b + c) * n + 3 * a + r] = moved + if a == b { own[r][c] } else { 0.0 };
                            }
                        }
                    }
                }
                solve(matrix, n, &mut found[..n])
            }
        }
    }
}
