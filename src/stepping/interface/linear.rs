//! One step of a linear system with a complex coefficient: stable at every length, and a motion that friction slows
//! down does not come out reversed (docs/numerics.md step 12).

use crate::stepping::interface::local::{COORDINATES, Coordinates};
use nalgebra::Complex;

/// Velocities u [m/s, rad/s] under resistances g [N, N·m] that are linear in them and in deflections z [m] of their own:
/// u̇ = l − M·g,  g = `damping`·u + `spring`·z + `push`,  ż = `gain`·u − `decay`·z + `drift`; z belongs to the first
/// three.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linear {
    /// [N·s/m, N·m·s]
    pub damping: Coordinates,
    /// [N, N·m]
    pub push: Coordinates,
    /// [N/m, N]
    pub spring: [f64; DEFLECTIONS],
    /// [1, m]
    pub gain: [f64; DEFLECTIONS],
    /// [m/s]
    pub drift: [f64; DEFLECTIONS],
    /// [1/s]
    pub decay: f64,
}

/// Deflections: on t₁, t₂ and about n.
pub const DEFLECTIONS: usize = 3;

/// Where a step leads, and the means over it that fit momentum and deflection.
#[derive(Clone, Copy, Debug)]
pub struct LinearStep {
    pub u: Coordinates,
    pub u_mean: Coordinates,
    pub z: [f64; DEFLECTIONS],
    pub z_mean: [f64; DEFLECTIONS],
}

/// α = (1 + i)/2
const ALPHA: Complex<f64> = Complex::new(0.5, 0.5);

impl Linear {
    /// y₁ = Re P + Im P with (1 − α·h·A)·P = y₀ + α·h·l, α = (1 + i)/2, for ẏ = A·y + l; the mean of y is Re P, for
    /// which y₁ − y₀ = h·(A·Re P + l) holds exactly.
    ///
    /// Rosenbrock's method of one complex stage: second order, factor 1/(1 + y + ½y²) for a decay by y, which is
    /// positive and falls with y²; the trapezoidal rule would go to −1. Rest is a fixed point. `size` coordinates move,
    /// `m` is M and `l` their acceleration without the resistances.
    pub fn step(
        &self,
        size: usize,
        m: &[Coordinates; COORDINATES],
        l: &Coordinates,
        u: &Coordinates,
        z: &[f64; DEFLECTIONS],
        h: f64,
    ) -> LinearStep {
        let step = ALPHA * h;
        let zero = Complex::new(0.0, 0.0);
        // z of its own equation put into g = slope·u + offset
        let slowed = (step * self.decay + 1.0).inv();
        let loose: [_; DEFLECTIONS] = core::array::from_fn(|k| (step * self.drift[k] + z[k]) * slowed);
        let mut slope = self.damping.map(Complex::from);
        let mut offset = self.push.map(Complex::from);
        for k in 0..DEFLECTIONS {
            slope[k] += slowed * step * (self.spring[k] * self.gain[k]);
            offset[k] += loose[k] * self.spring[k];
        }
        let mut matrix = [[zero; COORDINATES]; COORDINATES];
        let mut p = [zero; COORDINATES];
        for r in 0..size {
            let mut pushed = Complex::from(l[r]);
            for c in 0..size {
                matrix[r][c] = step * slope[c] * m[r][c];
                pushed -= offset[c] * m[r][c];
            }
            matrix[r][r] += 1.0;
            p[r] = step * pushed + u[r];
        }
        eliminate(&mut matrix, &mut p, size);
        let mut end = LinearStep { u: *u, u_mean: *u, z: *z, z_mean: *z };
        for (k, p) in p.iter().enumerate().take(size) {
            (end.u[k], end.u_mean[k]) = (p.re + p.im, p.re);
        }
        for k in 0..DEFLECTIONS {
            let u = if k < size { p[k] } else { Complex::from(u[k]) };
            let z = loose[k] + slowed * step * u * self.gain[k];
            (end.z[k], end.z_mean[k]) = (z.re + z.im, z.re);
        }
        end
    }

    /// g [N, N·m] at a mean of u and z.
    pub fn resistance(&self, u: &Coordinates, z: &[f64; DEFLECTIONS]) -> Coordinates {
        core::array::from_fn(|k| {
            let elastic = if k < DEFLECTIONS { self.spring[k] * z[k] } else { 0.0 };
            self.damping[k] * u[k] + elastic + self.push[k]
        })
    }
}

/// Gauss's elimination with row exchanges; the solution takes the place of `b`.
fn eliminate(a: &mut [[Complex<f64>; COORDINATES]; COORDINATES], b: &mut [Complex<f64>; COORDINATES], size: usize) {
    for k in 0..size {
        let largest = (k + 1..size).fold(k, |best, r| if a[r][k].l1_norm() > a[best][k].l1_norm() { r } else { best });
        a.swap(k, largest);
        b.swap(k, largest);
        let pivot = a[k][k].inv();
        for r in k + 1..size {
            // what bears no resistance disturbs nothing
            if a[r][k] == Complex::new(0.0, 0.0) {
                continue;
            }
            let factor = a[r][k] * pivot;
            let upper = a[k];
            (k + 1..size).for_each(|c| a[r][c] -= factor * upper[c]);
            b[r] -= factor * b[k];
        }
        b[k] *= pivot;
        a[k][k] = pivot;
    }
    for k in (0..size).rev() {
        let pivot = a[k][k];
        (k + 1..size).for_each(|c| b[k] -= a[k][c] * pivot * b[c]);
    }
}
