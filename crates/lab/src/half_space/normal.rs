//! Pressure of two half-spaces pressed together [WK91 eqs. 4.6, 4.7].

use super::kernels::{Integrals, Kernel};
use super::{Fault, Pressed};
use core::f64::consts::PI;

/// Iterations of conjugate gradients, far above what a grid of 256 by 256 takes.
const MOST_ITERATIONS: usize = 2000;
/// Bound of the residual gaps of loaded patches, as a fraction of the depth.
const RESIDUAL: f64 = 1e-13;

/// Pressure on each patch.
#[derive(Clone, Debug)]
pub struct Pressure {
    pub pressed: Pressed,
    /// p [Pa], patch by patch, never negative
    pub p: Vec<f64>,
    /// U [m], 0 where there is pressure
    pub gap: Vec<f64>,
    kernel: Kernel,
}

/// The pressure: 0 ≤ U = A·p + C ⟂ p ≥ 0, by conjugate gradients that leave and enter the patches of the contact.
///
/// A_jk = L/(π·E*). Errors: numbers out of range, no contact, a contact that reaches the border.
pub fn press(pressed: &Pressed) -> Result<Pressure, Fault> {
    pressed.check()?;
    let n = pressed.grid;
    let per_pressure = 1.0 / (PI * pressed.effective_modulus());
    let kernel = Kernel::new(n, pressed.side / n as f64, |of: Integrals| per_pressure * of.inverse_distance());
    let free = pressed.gaps();
    // patches where the bodies can touch at all
    let all: Vec<usize> = (0..n * n).filter(|&patch| free[patch].is_finite()).collect();
    let mut p = vec![0.0; n * n];
    let mut gap = free.clone();
    let mut contact: Vec<usize> = all.iter().copied().filter(|&patch| free[patch] < 0.0).collect();
    if contact.is_empty() {
        return Err(Fault::TooCoarse { side: pressed.side });
    }
    let mut way = vec![0.0; n * n];
    let (mut before, mut goes_on) = (0.0, false);
    let mut residual = f64::INFINITY;
    for _ in 0..MOST_ITERATIONS {
        // the way in which the pressures of the contact change: down the gaps, conjugate to the last
        let square: f64 = contact.iter().map(|&patch| gap[patch] * gap[patch]).sum();
        let keep = if goes_on { square / before } else { 0.0 };
        before = square;
        let tractions: Vec<f64> = contact.iter().map(|&patch| gap[patch] + keep * way[patch]).collect();
        way.iter_mut().for_each(|of| *of = 0.0);
        contact.iter().zip(&tractions).for_each(|(&patch, of)| way[patch] = *of);
        let mut moved = vec![0.0; all.len()];
        kernel.add_product(&contact, &tractions, &all, &mut moved);
        let mut by_patch = vec![0.0; n * n];
        all.iter().zip(&moved).for_each(|(&patch, of)| by_patch[patch] = *of);
        let along = |of: &[f64]| contact.iter().zip(&tractions).map(|(&patch, way)| of[patch] * way).sum::<f64>();
        let step = along(&gap) / along(&by_patch);
        if !step.is_finite() {
            break;
        }
        goes_on = true;
        let mut released = Vec::new();
        for (&patch, way) in contact.iter().zip(&tractions) {
            p[patch] -= step * way;
            if p[patch] <= 0.0 {
                goes_on = false;
                released.push(patch);
            }
        }
        for &patch in &all {
            gap[patch] -= step * by_patch[patch];
        }
        if !released.is_empty() {
            // what was below zero is taken back
            let back: Vec<f64> = released.iter().map(|&patch| -core::mem::take(&mut p[patch])).collect();
            let mut moved = vec![0.0; all.len()];
            kernel.add_product(&released, &back, &all, &mut moved);
            all.iter().zip(&moved).for_each(|(&patch, of)| gap[patch] += of);
        }
        let touches = |patch: usize| p[patch] > 0.0 || gap[patch] < -RESIDUAL * pressed.depth;
        let entered = all.iter().any(|&patch| p[patch] == 0.0 && touches(patch) && !released.contains(&patch));
        goes_on &= !entered || contact.len() == all.len();
        contact = all.iter().copied().filter(|&patch| touches(patch)).collect();
        residual = contact.iter().map(|&patch| gap[patch].abs()).fold(0.0, f64::max);
        if residual <= RESIDUAL * pressed.depth {
            let is_border = |patch: &usize| [patch % n, patch / n].iter().any(|k| [0, n - 1].contains(k));
            if pressed.indenter.is_round() && contact.iter().any(is_border) {
                return Err(Fault::ReachesBorder { side: pressed.side });
            }
            return Ok(Pressure { pressed: *pressed, p, gap, kernel });
        }
    }
    Err(Fault::Unsolved { iterations: MOST_ITERATIONS, residual, scale: pressed.depth })
}

impl Pressure {
    /// Patches under pressure.
    pub fn contact(&self) -> Vec<usize> {
        (0..self.p.len()).filter(|&patch| self.p[patch] > 0.0).collect()
    }

    fn sum(&self, value: impl Fn([f64; 2]) -> f64) -> f64 {
        let each = self.p.iter().enumerate().filter(|(_, p)| **p > 0.0);
        each.map(|(patch, p)| p * value(self.pressed.middle(patch))).sum::<f64>() * self.pressed.patch_area()
    }

    /// N [N].
    pub fn force(&self) -> f64 {
        self.sum(|_| 1.0)
    }

    /// Moments of the pressure on the indenter about x and y [N·m].
    pub fn moments(&self) -> [f64; 2] {
        [self.sum(|[_, y]| y), -self.sum(|[x, _]| x)]
    }

    /// Largest pressure [Pa].
    pub fn peak(&self) -> f64 {
        self.p.iter().fold(0.0, |peak: f64, p| peak.max(*p))
    }

    /// Area under pressure [m²].
    pub fn area(&self) -> f64 {
        self.contact().len() as f64 * self.pressed.patch_area()
    }

    /// Radius e_r that friction of one μ has against spin: Σ p·r / Σ p [m], the greatest moment over the greatest force.
    pub fn spin_radius(&self) -> f64 {
        self.sum(|[x, y]| (x * x + y * y).sqrt()) / self.force()
    }

    /// dN/dδ [N/m] of this contact: what the same patches add for a little more depth.
    ///
    /// Errors: conjugate gradients do not end.
    pub fn stiffness(&self) -> Result<f64, Fault> {
        let contact = self.contact();
        let product = |x: &[f64]| {
            let mut sum = vec![0.0; contact.len()];
            self.kernel.add_product(&contact, x, &contact, &mut sum);
            sum
        };
        let p = conjugate_gradients(product, &vec![1.0; contact.len()])?;
        Ok(p.iter().sum::<f64>() * self.pressed.patch_area())
    }
}

/// x of A·x = b, A symmetric and positive definite.
pub(super) fn conjugate_gradients(product: impl Fn(&[f64]) -> Vec<f64>, b: &[f64]) -> Result<Vec<f64>, Fault> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (mut x, mut rest) = (vec![0.0; b.len()], b.to_vec());
    let (mut way, mut square) = (rest.clone(), dot(b, b));
    let scale = square;
    for _ in 0..MOST_ITERATIONS {
        if square <= RESIDUAL * RESIDUAL * scale {
            return Ok(x);
        }
        let moved = product(&way);
        let step = square / dot(&way, &moved);
        x.iter_mut().zip(&way).for_each(|(x, way)| *x += step * way);
        rest.iter_mut().zip(&moved).for_each(|(rest, moved)| *rest -= step * moved);
        let keep = dot(&rest, &rest) / square;
        square *= keep;
        way.iter_mut().zip(&rest).for_each(|(way, rest)| *way = rest + keep * *way);
    }
    Err(Fault::Unsolved { iterations: MOST_ITERATIONS, residual: square.sqrt(), scale: scale.sqrt() })
}
