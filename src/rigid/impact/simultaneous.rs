//! Several contacts struck at once: Poisson's hypothesis in two problems with cones (docs/numerics.md step 35).

use crate::rigid::cones::{Delassus, Goal, LARGEST_RESIDUAL, Problem, Solver};
use crate::rigid::fault::{Fault, finite};
use crate::rigid::impact::hypothesis::{Friction, Hypothesis};
use crate::rigid::impact::spatial::spatial;
use nalgebra::{DVector, Matrix3, Vector3};

/// Residual to reach, as a share of ‖u⁻‖.
const TARGET: f64 = 1e-12;
/// The same as a share of [`Impacts::set_scale`], that of lasting contact.
const TARGET_OF_SCALE: f64 = 1e-10;
/// Share of the energy of compression up to which a gain is rounding.
const ROUNDING: f64 = 1e-12;

/// A contact that takes part in an impact, struck itself or at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Struck {
    /// Coefficient of friction μ [1], ≥ 0
    pub mu: f64,
    /// Coefficient of restitution e [1], 0…1
    pub e: f64,
}

/// What an impact at several contacts does, beside its impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simultaneous {
    /// Kinetic energy before − after [J], ≥ 0 up to rounding
    pub dissipated: f64,
    /// Of that −∫ u_t·dP_t [J], ≥ 0; of one contact alone, whose impulse is a process
    pub dissipated_friction: Option<f64>,
    /// Share θ of the impulses of restitution that is left; below 1 where all of them would gain energy
    pub kept: f64,
    /// The larger of the natural maps of both problems, in ‖u⁻‖ or [`Impacts::set_scale`] if that is more; solved up to [`LARGEST_RESIDUAL`]. 0 for one
    /// contact alone
    pub residual: f64,
}

impl Simultaneous {
    /// Whether both problems are solved.
    pub fn is_solved(&self) -> bool {
        self.residual <= LARGEST_RESIDUAL
    }
}

/// Room for impacts at so many contacts; one takes no other.
#[derive(Clone, Debug)]
pub struct Impacts {
    solver: Solver,
    scale: f64,
    mu: DVector<f64>,
    pressed: DVector<f64>,
    compressed: DVector<f64>,
    state: DVector<f64>,
    q: DVector<f64>,
}

impl Impacts {
    /// With this solver, for so many contacts and so many numbers of a state.
    pub fn new(solver: Solver, contacts: usize, state: usize) -> Self {
        let three = || DVector::zeros(3 * contacts);
        Impacts {
            solver,
            scale: 0.0,
            mu: DVector::zeros(contacts),
            pressed: DVector::zeros(contacts),
            compressed: three(),
            state: DVector::zeros(state),
            q: three(),
        }
    }

    /// Speed by each contact that residuals are a share of where u⁻ is less [m/s]; 0 at first. An impact that is one of many at a time need not be known better than the others.
    pub fn set_scale(&mut self, speed: f64) {
        self.scale = speed;
    }

    /// The solver, which remembers nothing.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// An impact: the impulses into `p` [N·s]. `before` are the velocities u⁻ [m/s], three for each contact; contacts at rest
    /// take part. One alone follows [`spatial`] with Poisson's hypothesis, where W lets it; several [`Impacts::in_two_problems`].
    ///
    /// Errors: as [`Solver::solve_within`]; e outside 0…1.
    pub fn simultaneous<W: Delassus>(
        &mut self,
        w: &W,
        before: &[f64],
        struck: &[Struck],
        p: &mut [f64],
    ) -> Result<Simultaneous, Fault> {
        if let ([one], [n, t1, t2]) = (struck, before)
            && p.len() == 3
            && w.contacts() == 1
        {
            let block = w.block(0, 0);
            let inverse = Matrix3::from_fn(|i, j| block[i][j]);
            let before = Vector3::new(*n, *t1, *t2);
            match spatial(&inverse, before, Friction::coulomb(one.mu), Hypothesis::Poisson, one.e) {
                Ok(out) => {
                    p.copy_from_slice(out.impulse().as_slice());
                    let (dissipated, dissipated_friction) = (out.dissipated(), Some(out.dissipated_tangential()));
                    return Ok(Simultaneous { dissipated, dissipated_friction, kept: 1.0, residual: 0.0 });
                }
                // beside a slip of such size no impulse at all counts as solved
                Err(overflow @ Fault::Overflow { .. }) => return Err(overflow),
                Err(_) => {}
            }
        }
        self.in_two_problems(w, before, struck, p)
    }

    /// Compression  u^c = u⁻ + W·p^c  with Coulomb's law and Signorini's condition in u^c, then restitution
    /// u⁺ = u^c + W·p^r  with  0 ≤ p_n^r − e·p_n^c ⟂ u_n⁺ ≥ 0  and friction of p_n^r against u_T⁺. It is no process in the order of
    /// normal impulse, as [`spatial`] is: where slip stops or turns both differ.
    ///
    /// With one e for all and no friction no energy is gained: T⁺ − T⁻ = −½(1 − e²)·p^c·W·p^c − ½x·W·x, x = p^r − e·p^c. Else
    /// of p^r the largest share θ ≤ 1 is taken with which none is.
    ///
    /// Errors: as [`Solver::solve_within`]; e outside 0…1.
    pub fn in_two_problems<W: Delassus>(
        &mut self,
        w: &W,
        before: &[f64],
        struck: &[Struck],
        p: &mut [f64],
    ) -> Result<Simultaneous, Fault> {
        let (count, three) = (struck.len(), 3 * struck.len());
        for (name, found, needed) in [
            ("struck contacts", count, w.contacts()),
            ("contacts", count.max(self.mu.len()), self.mu.len()),
            ("velocities", before.len(), three),
            ("impulses", p.len(), three),
            ("numbers of a state", w.state_size().max(self.state.len()), self.state.len()),
        ] {
            if found != needed {
                return Err(Fault::WrongSize { name, found, needed });
            }
        }
        for (k, Struck { mu, e }) in struck.iter().enumerate() {
            finite(&[("mu", *mu), ("e", *e)])?;
            if !(0.0..=1.0).contains(e) {
                return Err(Fault::RestitutionOutOfRange { e: *e });
            }
            self.mu[k] = *mu;
        }
        let scale = self.scale * (count as f64).sqrt();
        let size = norm(before).max(scale);
        let reach = (TARGET * norm(before)).max(TARGET_OF_SCALE * scale);
        // of impulses that do the same those near 0, whatever the numbers of their contacts
        let goal = Goal { reach, given: reach, enough: LARGEST_RESIDUAL * size, nearest: true };
        let mu = &self.mu.as_slice()[..count];
        let compressed = &mut self.compressed.as_mut_slice()[..three];
        compressed.fill(0.0);
        let problem = Problem { q: before, mu, pressed: &[] };
        let first = self.solver.solve_within(w, &problem, compressed, goal)?;
        let state = &mut self.state.as_mut_slice()[..w.state_size()];
        state.fill(0.0);
        (0..count).for_each(|k| w.add(k, at(compressed, k), state));
        let q = &mut self.q.as_mut_slice()[..three];
        for k in 0..count {
            let changed = w.velocity(k, state);
            for i in 0..3 {
                q[3 * k + i] = before[3 * k + i] + changed[i];
            }
        }
        let compression = work(before, q, compressed);
        for (k, Struck { e, .. }) in struck.iter().enumerate() {
            self.pressed[k] = e * compressed[3 * k];
            for i in 0..3 {
                p[3 * k + i] = e * compressed[3 * k + i];
            }
        }
        let pressed = &self.pressed.as_slice()[..count];
        let second = self.solver.solve_within(w, &Problem { q, mu, pressed }, p, goal)?;
        // of θ·p^r: θ·p^r·u^c + ½·θ²·p^r·W·p^r
        state.fill(0.0);
        (0..count).for_each(|k| w.add(k, at(p, k), state));
        let (mut linear, mut square) = (0.0, 0.0);
        for k in 0..count {
            let (p, changed) = (at(p, k), w.velocity(k, state));
            for i in 0..3 {
                linear += p[i] * q[3 * k + i];
                square += p[i] * changed[i];
            }
        }
        let gain = compression + linear + 0.5 * square;
        let mut kept = 1.0;
        if gain > ROUNDING * compression.abs() {
            // compression + linear·θ + ½·square·θ² = 0, the root above 0 without a difference
            let root = (linear * linear - 2.0 * square * compression).max(0.0).sqrt();
            let share = if linear > 0.0 { -2.0 * compression / (linear + root) } else { (root - linear) / square };
            kept = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        }
        p.iter_mut().zip(compressed.iter()).for_each(|(p, compressed)| *p = compressed + kept * *p);
        Ok(Simultaneous {
            dissipated: -(compression + kept * (linear + 0.5 * kept * square)),
            dissipated_friction: None,
            kept,
            residual: if size > 0.0 { f64::max(first.residual, second.residual) / size } else { 0.0 },
        })
    }
}

fn at(x: &[f64], k: usize) -> [f64; 3] {
    [x[3 * k], x[3 * k + 1], x[3 * k + 2]]
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Of impulses between two velocities.
fn work(before: &[f64], after: &[f64], p: &[f64]) -> f64 {
    p.iter().zip(before.iter().zip(after)).map(|(p, (before, after))| 0.5 * p * (before + after)).sum()
}
