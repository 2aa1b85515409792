//! Friction in a polygon [AP97]: forces β_j ≥ 0 along directions d_j, and γ, the slip speed, for each contact:
//!
//! 0 ≤ β_j ⟂ d_j·u_t⁺ + γ ≥ 0,  0 ≤ γ ⟂ μ·p_n − Σβ_j ≥ 0.

use crate::physics::elementary;
use crate::rigid::Fault;
use crate::rigid::complementarity::lemke;
use crate::rigid::time_stepping::{Contact, ROWS, Step, System};
use core::f64::consts::TAU;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// One step. Unknowns of contact k, from k·(sides + 2) on: p_n, β_j, γ; then two for each bilateral row, for its impulse
/// along +1 and −1; what `P` has more stays 0.
pub fn advance<D: Dim, P: Dim>(system: &System<D>, contacts: &[Contact], sides: u32) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D> + Allocator<P> + Allocator<P, P> + Allocator<D, P>,
{
    let sides = sides as usize;
    let rows = system.free.shape_generic().0;
    let (of_contact, bilateral) = (sides + 2, rows.value() - ROWS * contacts.len());
    let (of_contacts, needed) = (contacts.len() * of_contact, contacts.len() * of_contact + 2 * bilateral);
    let size = P::try_to_usize().unwrap_or(needed);
    if needed > size {
        return Err(Fault::TooManySides { needed, size });
    }
    // p = E·z
    let mut e = OMatrix::<f64, D, P>::zeros_generic(rows, P::from_usize(size));
    for k in 0..contacts.len() {
        let (row, normal) = (ROWS * k, of_contact * k);
        e[(row, normal)] = 1.0;
        for j in 0..sides {
            let (sin, cos) = elementary::sin_cos(TAU * (j as f64 / sides as f64));
            (e[(row + 1, normal + 1 + j)], e[(row + 2, normal + 1 + j)]) = (cos, sin);
        }
    }
    for k in 0..bilateral {
        let (row, forwards) = (ROWS * contacts.len() + k, of_contacts + 2 * k);
        (e[(row, forwards)], e[(row, forwards + 1)]) = (1.0, -1.0);
    }
    let mut m: OMatrix<f64, P, P> = e.tr_mul(&(&system.w * &e));
    let mut q: OVector<f64, P> = e.tr_mul(&system.free);
    for (k, contact) in contacts.iter().enumerate() {
        let normal = of_contact * k;
        let slip = normal + sides + 1;
        q[normal] -= contact.least;
        m[(slip, normal)] = contact.mu;
        for side in normal + 1..slip {
            (m[(side, slip)], m[(slip, side)]) = (1.0, -1.0);
        }
    }
    for unused in needed..size {
        (m[(unused, unused)], q[unused]) = (1.0, 1.0);
    }
    let solution = lemke(&m, &q)?;
    let impulse: OVector<f64, D> = &e * &solution.z;
    Ok(Step::of(system, impulse, solution.status, solution.residual, 1))
}
