//! Friction between two half-spaces of one material under a given pressure.

use super::kernels::{Integrals, Kernel};
use super::{Fault, Pressure};
use core::f64::consts::PI;

/// Iterations of a loading step.
const MOST_ITERATIONS: usize = 20_000;
/// Bound of the change of a traction in an iteration, as a fraction of the greatest bound μ·p.
const RESIDUAL: f64 = 1e-10;

/// Tractions after the last loading step.
#[derive(Clone, Debug)]
pub struct Shear {
    /// Patches under pressure, which are those with tractions
    pub patches: Vec<usize>,
    /// Traction of each along x and y on the body that is held [Pa], no more than μ·p
    pub q: Vec<[f64; 2]>,
    /// Which of them slipped in the last step
    pub slips: Vec<bool>,
    patch_area: f64,
}

impl Shear {
    /// Q along x and y [N].
    pub fn force(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.q.iter().map(|q| q[axis]).sum::<f64>() * self.patch_area)
    }

    /// Area that did not slip in the last step [m²].
    pub fn stuck_area(&self) -> f64 {
        self.slips.iter().filter(|slips| !**slips).count() as f64 * self.patch_area
    }
}

/// The pressed body is displaced against the other along the surface, from one of the places `path` [m] to the next, from 0 on: tractions
/// with friction μ.
///
/// In a step |q_k| ≤ μ·p_k, where it is less nothing slips, and else slip has the direction of q_k: the least of ½·q·B·q − q·b over these
/// discs, by accelerated projected gradients. The tractions on the two bodies are opposite, so that displacements against one another add:
/// B has Σ [(1−ν)·L + ν·I_x]/(2πG) along x, I_y along y, and ν·∫∫xy/ρ³/(2πG) between them.
///
/// Errors: μ < 0, a place that is not finite, bodies of different materials, whose tractions would change the pressure.
pub fn shear(pressure: &Pressure, mu: f64, path: &[[f64; 2]]) -> Result<Shear, Fault> {
    let pressed = &pressure.pressed;
    if !(mu >= 0.0 && mu.is_finite()) {
        return Err(Fault::OutOfRange { name: "mu", value: mu, range: "a finite number >= 0" });
    }
    if let Some(value) = path.iter().flatten().find(|value| !value.is_finite()) {
        return Err(Fault::OutOfRange { name: "tangential", value: *value, range: "a finite number" });
    }
    if pressed.bodies[0] != pressed.bodies[1] {
        return Err(Fault::UnequalMaterials);
    }
    let nu = pressed.bodies[0].poisson;
    // two bodies of G = E/(2(1 + ν)), each 1/(2πG)
    let per_traction = 2.0 * (1.0 + nu) / (PI * pressed.bodies[0].young);
    let patch = pressed.side / pressed.grid as f64;
    let kernel = |value: &dyn Fn(Integrals) -> f64| Kernel::new(pressed.grid, patch, |of| per_traction * value(of));
    let along_x = kernel(&|of: Integrals| (1.0 - nu) * of.inverse_distance() + nu * of.i_x);
    let along_y = kernel(&|of: Integrals| (1.0 - nu) * of.inverse_distance() + nu * of.i_y);
    let across = kernel(&|of: Integrals| nu * of.i_xy);
    let patches = pressure.contact();
    let bounds: Vec<f64> = patches.iter().map(|&patch| mu * pressure.p[patch]).collect();
    let displaced = |q: &[[f64; 2]]| -> Vec<[f64; 2]> {
        let part = |axis: usize| q.iter().map(|q| q[axis]).collect::<Vec<f64>>();
        let (x, y) = (part(0), part(1));
        let (mut u, mut v) = (vec![0.0; q.len()], vec![0.0; q.len()]);
        along_x.add_product(&patches, &x, &patches, &mut u);
        along_y.add_product(&patches, &y, &patches, &mut v);
        if nu != 0.0 && (x.iter().any(|q| *q != 0.0) || y.iter().any(|q| *q != 0.0)) {
            across.add_product(&patches, &y, &patches, &mut u);
            across.add_product(&patches, &x, &patches, &mut v);
        }
        u.into_iter().zip(v).map(|(u, v)| [u, v]).collect()
    };
    let most = bounds.iter().fold(0.0, |most: f64, bound| most.max(*bound));
    let mut q = vec![[0.0; 2]; patches.len()];
    let (mut slips, mut at) = (vec![false; patches.len()], [0.0; 2]);
    let step = 1.0 / largest_eigenvalue(&displaced, patches.len());
    for &place in path {
        let held = displaced(&q);
        let b: Vec<[f64; 2]> = held.iter().map(|u| [u[0] + place[0] - at[0], u[1] + place[1] - at[1]]).collect();
        q = least(&displaced, &b, &bounds, q, step, RESIDUAL * most)?;
        // a traction on its bound with slip left over; what holds by chance has none
        let u = displaced(&q);
        let scale = b.iter().flatten().fold(0.0, |most: f64, b| most.max(b.abs()));
        let slip =
            u.iter().zip(&b).map(|(u, b)| ((b[0] - u[0]) * (b[0] - u[0]) + (b[1] - u[1]) * (b[1] - u[1])).sqrt());
        slips = slip.map(|slip| slip > 1e-6 * scale).collect();
        at = place;
    }
    Ok(Shear { patches, q, slips, patch_area: pressed.patch_area() })
}

/// The greatest eigenvalue, from above within a hundredth.
fn largest_eigenvalue(product: &impl Fn(&[[f64; 2]]) -> Vec<[f64; 2]>, count: usize) -> f64 {
    let mut x = vec![[1.0, 0.5]; count];
    let mut value = 0.0;
    for _ in 0..30 {
        let y = product(&x);
        value = y.iter().flatten().map(|y| y * y).sum::<f64>().sqrt();
        x = y.into_iter().map(|y| y.map(|y| y / value)).collect();
    }
    1.01 * value
}

/// The q of least ½·q·B·q − q·b with |q_k| ≤ bound: gradient steps brought back into the discs, with momentum that starts anew where
/// it would lead up.
fn least(
    product: &impl Fn(&[[f64; 2]]) -> Vec<[f64; 2]>,
    b: &[[f64; 2]],
    bounds: &[f64],
    start: Vec<[f64; 2]>,
    step: f64,
    tolerance: f64,
) -> Result<Vec<[f64; 2]>, Fault> {
    let (mut q, mut ahead, mut weight) = (start.clone(), start, 1.0_f64);
    let mut change = f64::INFINITY;
    for _ in 0..MOST_ITERATIONS {
        let u = product(&ahead);
        let next: Vec<[f64; 2]> = (0..q.len())
            .map(|k| {
                let to = [0, 1].map(|axis| ahead[k][axis] + step * (b[k][axis] - u[k][axis]));
                let size = (to[0] * to[0] + to[1] * to[1]).sqrt();
                if size <= bounds[k] { to } else { to.map(|of| of * bounds[k] / size) }
            })
            .collect();
        let mut up = 0.0;
        change = 0.0;
        for k in 0..q.len() {
            for axis in 0..2 {
                up += (ahead[k][axis] - next[k][axis]) * (next[k][axis] - q[k][axis]);
                change = change.max((next[k][axis] - ahead[k][axis]).abs());
            }
        }
        if change <= tolerance {
            return Ok(next);
        }
        let heavier = if up > 0.0 { 1.0 } else { 0.5 * (1.0 + (1.0 + 4.0 * weight * weight).sqrt()) };
        let momentum = if up > 0.0 { 0.0 } else { (weight - 1.0) / heavier };
        ahead = next
            .iter()
            .zip(&q)
            .map(|(next, q)| [0, 1].map(|axis| next[axis] + momentum * (next[axis] - q[axis])))
            .collect();
        (q, weight) = (next, heavier);
    }
    Err(Fault::Unsolved { iterations: MOST_ITERATIONS, residual: change, scale: tolerance / RESIDUAL })
}
