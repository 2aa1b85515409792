//! Displacements of the surface of an elastic half-space under an even traction on a square patch.
//!
//! With the corner sums [[f]] = f(x+h, y+h) − f(x+h, y−h) − f(x−h, y+h) + f(x−h, y−h) and ρ = √(x² + y²):
//! I_x = ∫∫ x²/ρ³ = [[y·ln(x + ρ)]],  I_y = ∫∫ y²/ρ³ = [[x·ln(y + ρ)]],  L = ∫∫ 1/ρ = I_x + I_y,  ∫∫ xy/ρ³ = [[−ρ]].

use libm::log;

/// Integrals over a square patch, seen from a point [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integrals {
    /// ∫∫ x²/ρ³
    pub i_x: f64,
    /// ∫∫ y²/ρ³
    pub i_y: f64,
    /// ∫∫ xy/ρ³
    pub i_xy: f64,
}

impl Integrals {
    /// Of the patch |x|, |y| ≤ h about the origin, seen from (x, y), which lies on no line of its sides.
    pub fn of([x, y]: [f64; 2], h: f64) -> Self {
        let mut sums = Integrals { i_x: 0.0, i_y: 0.0, i_xy: 0.0 };
        for (at, bt, sign) in [(h, h, 1.0), (h, -h, -1.0), (-h, h, -1.0), (-h, -h, 1.0)] {
            let (a, b) = (x + at, y + bt);
            let rho = (a * a + b * b).sqrt();
            sums.i_x += sign * b * log_sum(a, b, rho);
            sums.i_y += sign * a * log_sum(b, a, rho);
            sums.i_xy -= sign * rho;
        }
        sums
    }

    /// ∫∫ 1/ρ [m]
    pub fn inverse_distance(&self) -> f64 {
        self.i_x + self.i_y
    }
}

/// ln(a + ρ) with ρ² = a² + b², without cancellation where a < 0.
fn log_sum(a: f64, b: f64, rho: f64) -> f64 {
    if a < 0.0 { log(b * b / (rho - a)) } else { log(a + rho) }
}

/// Values of a kernel for all distances of two patches of a grid of so many by so many.
#[derive(Clone, Debug)]
pub struct Kernel {
    grid: usize,
    values: Vec<f64>,
}

impl Kernel {
    /// `value` is asked with the distance from the loaded to the seen patch [m]; `patch` is the side of one.
    pub fn new(grid: usize, patch: f64, value: impl Fn(Integrals) -> f64) -> Self {
        let distances = 1 - grid as isize..grid as isize;
        let at = |k: isize, l: isize| value(Integrals::of([k as f64 * patch, l as f64 * patch], 0.5 * patch));
        let values = distances.clone().flat_map(|l| distances.clone().map(move |k| (k, l)));
        Kernel { grid, values: values.map(|(k, l)| at(k, l)).collect() }
    }

    /// Adds what tractions on some patches do to the displacements of others.
    pub fn add_product(&self, loaded: &[usize], tractions: &[f64], seen: &[usize], to: &mut [f64]) {
        let (n, width) = (self.grid, 2 * self.grid - 1);
        let place = |patch: usize| patch / n * width + patch % n;
        let loaded: Vec<(usize, f64)> =
            loaded.iter().map(|&patch| place(patch)).zip(tractions.iter().copied()).collect();
        let middle = place(n * n - 1);
        for (displacement, &patch) in to.iter_mut().zip(seen) {
            let at = middle + place(patch);
            *displacement += loaded.iter().map(|(from, p)| self.values[at - from] * p).sum::<f64>();
        }
    }
}
