//! What contacts do, and the forces in a phase in which they keep doing it [WK91 eq. 2.10].

use core::fmt;

use nalgebra::{DMatrix, DVector};

use super::bodies::System;
use super::dynamics::{Port, spread, stacked};
use super::linear::Elimination;
use super::pairs::{Pair, Touch};

/// What a contact does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Apart, or touching without force.
    #[default]
    Open,
    /// Closed without friction.
    Smooth,
    /// Closed without slip, ℛ of [PT96].
    Rolling,
    /// Slipping along t, 𝒩 of [PT96].
    Forwards,
    /// Slipping against t.
    Backwards,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Open, Self::Smooth, Self::Rolling, Self::Forwards, Self::Backwards];

    /// Slips in the direction of this sign.
    pub fn sliding(sign: f64) -> Self {
        if sign < 0.0 { Self::Backwards } else { Self::Forwards }
    }

    /// j: direction of slip, 0 where there is none.
    pub fn direction(self) -> f64 {
        match self {
            Self::Forwards => 1.0,
            Self::Backwards => -1.0,
            _ => 0.0,
        }
    }

    /// Whether it carries.
    pub fn is_closed(self) -> bool {
        self != Self::Open
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Open => "open",
            Self::Smooth => "smooth",
            Self::Rolling => "rolling",
            Self::Forwards => "sliding +",
            Self::Backwards => "sliding -",
        })
    }
}

/// Least normal force, as a fraction of the largest, that a share of friction is in proportion to.
const LEAST: f64 = 1e-6;

/// A system with its pairs.
pub struct World<'a> {
    /// The bodies.
    pub system: &'a System,
    /// All that may touch.
    pub pairs: &'a [Pair],
}

/// Accelerations and forces at a moment.
pub struct Forces {
    /// q̈.
    pub acceleration: DVector<f64>,
    /// λ_N, λ_F of each pair [N], 0 where it is open.
    pub contact: Vec<[f64; 2]>,
    /// False where the rows depend on each other: the forces are then one choice of many.
    pub unique: bool,
    /// Fraction by which (2.10) is missed, more than rounding where it has no solution.
    pub missed: f64,
}

impl World<'_> {
    /// Where all pairs are.
    pub fn touches(&self, q: &DVector<f64>, v: &DVector<f64>) -> Vec<Touch> {
        self.pairs.iter().map(|pair| pair.touch(q, v)).collect()
    }

    /// Rows n and t of a pair over all velocities.
    pub fn rows(&self, k: usize, touch: &Touch) -> [DVector<f64>; 2] {
        [0, 1].map(|row| spread(&touch.rows[row], self.pairs[k].owners, self.system.size()))
    }

    /// Forces that keep these modes  [WK91 eq. 2.10]: η_N = 0, rolling η_F = 0, sliding λ_F = −j·μ_k·λ_N.
    ///
    /// Where rows depend on each other, the forces of least Σλ_F²/λ_N are taken: feet of one body then use the same
    /// fraction of their friction.
    pub fn forces(&self, q: &DVector<f64>, v: &DVector<f64>, modes: &[Mode], touches: &[Touch]) -> Forces {
        self.forces_at(&self.system.port(q, v), modes, touches)
    }

    fn forces_at(&self, port: &Port, modes: &[Mode], touches: &[Touch]) -> Forces {
        let size = self.system.size();
        let (mut kept, mut bias, mut levers, mut parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (k, mode) in modes.iter().enumerate().filter(|(_, mode)| mode.is_closed()) {
            let [n, t] = self.rows(k, &touches[k]);
            let ratio = -mode.direction() * self.pairs[k].law.mu_k;
            parts.push((k, [1.0, ratio]));
            levers.push(&n + &t * ratio);
            kept.push(n);
            bias.push(touches[k].bias[0]);
            if *mode == Mode::Rolling {
                parts.push((k, [0.0, 1.0]));
                levers.push(t.clone());
                kept.push(t);
                bias.push(touches[k].bias[1]);
            }
        }
        let mut contact = vec![[0.0; 2]; modes.len()];
        if kept.is_empty() {
            return Forces { acceleration: port.free.clone(), contact, unique: true, missed: 0.0 };
        }
        let (kept, levers) = (stacked(&kept, size), stacked(&levers, size));
        let response = &port.inverse * levers.transpose();
        let matrix = &kept * &response;
        let right = -(&kept * &port.free + DVector::from_vec(bias));
        let (solution, unique) = solve(&matrix, &right, &parts);
        let terms = matrix.abs() * solution.abs() + right.abs();
        let missed = (&matrix * &solution - &right).amax() / f64::max(terms.amax(), f64::MIN_POSITIVE);
        for ((k, part), force) in parts.iter().zip(solution.iter()) {
            contact[*k][0] += part[0] * force;
            contact[*k][1] += part[1] * force;
        }
        Forces { acceleration: &port.free + response * solution, contact, unique, missed }
    }
}

/// x of A·x = b, and whether it is unique; `parts` are the pairs of the unknowns and what they are of n and t.
fn solve(matrix: &DMatrix<f64>, right: &DVector<f64>, parts: &[(usize, [f64; 2])]) -> (DVector<f64>, bool) {
    let elimination = Elimination::new(matrix);
    if elimination.is_regular() {
        return (elimination.solve(right), true);
    }
    let least = elimination.least(right, &DVector::repeat(parts.len(), 1.0));
    // friction in proportion to the normal forces
    let normal = |k: usize| {
        let of = parts.iter().zip(least.iter()).find(|((other, part), _)| *other == k && part[0] == 1.0);
        of.map_or(0.0, |(_, force)| f64::max(*force, 0.0))
    };
    let largest = parts.iter().map(|(k, _)| normal(*k)).fold(0.0, f64::max);
    let weight = |(k, part): &(usize, [f64; 2])| match part[0] {
        0.0 if largest > 0.0 => f64::max(normal(*k) / largest, LEAST).sqrt(),
        _ => 1.0,
    };
    let weights = DVector::from_iterator(parts.len(), parts.iter().map(weight));
    (elimination.least(right, &weights), false)
}
