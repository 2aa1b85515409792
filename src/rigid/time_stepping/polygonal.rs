//! Friction in a polygon [AP97]: forces β_j ≥ 0 along directions d_j, and γ, the slip speed, for each contact
//! (docs/numerics.md step 22):
//!
//! 0 ≤ β_j ⟂ d_j·u_t⁺ + γ ≥ 0,  0 ≤ γ ⟂ μ·p_n − Σβ_j ≥ 0.

use crate::physics::elementary;
use crate::rigid::Fault;
use crate::rigid::complementarity::{Status, lemke};
use crate::rigid::time_stepping::bilateral::Reduced;
use crate::rigid::time_stepping::{Contact, ROWS, SPINNING_ROWS, Step, System};
use core::f64::consts::TAU;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector, U4};

/// Velocities below this share of the largest, as across a plane mechanism, and parts of a direction below it are what
/// rounding has left of 0.
const ROUNDED: f64 = 1e-14;

/// How coarse a second attempt is. Where friction can jam without moving anything (W·p = 0 for a force in the cone) the
/// path may end without the solution that there is, as it may where velocities are rounding beside others: so this
/// share of the largest W is added to all of them, and velocities below this share of the largest, or below [`TINY`],
/// count as 0.
const COARSE: f64 = 1e-9;
/// [m/s]
const TINY: f64 = 1e-200;

/// Share of the largest velocity by which a second attempt may miss.
const MISSED: f64 = 1e-6;

/// One step. Unknowns of contact k, from k·(sides + 2) on: p_n, β_j, γ; what `P` has more stays 0. Bilateral rows are
/// eliminated.
pub fn advance<D: Dim, P: Dim>(system: &System<D>, contacts: &[Contact], sides: u32) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D> + Allocator<P> + Allocator<P, P> + Allocator<D, P>,
{
    in_directions::<D, P>(system, contacts, sides, ROWS)
}

/// The same for one contact whose fourth row is spin: two more directions, along it, so that the corners of polygon and
/// of the bipyramid on it are at μ·λ_N⁺.
pub fn advance_spinning<P: Dim>(system: &System<U4>, contact: &Contact, sides: u32) -> Result<Step<U4>, Fault>
where
    DefaultAllocator: Allocator<P> + Allocator<P, P> + Allocator<U4, P>,
{
    in_directions::<U4, P>(system, core::slice::from_ref(contact), sides, SPINNING_ROWS)
}

fn in_directions<D: Dim, P: Dim>(
    system: &System<D>,
    contacts: &[Contact],
    sides: u32,
    rows_of_contact: usize,
) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D> + Allocator<P> + Allocator<P, P> + Allocator<D, P>,
{
    let sides = sides as usize;
    let rows = system.free.shape_generic().0;
    let spins = rows_of_contact == SPINNING_ROWS;
    let of_contact = sides + 2 + if spins { 2 } else { 0 };
    let needed = contacts.len() * of_contact;
    let size = P::try_to_usize().unwrap_or(needed);
    if needed > size {
        return Err(Fault::TooManySides { needed, size });
    }
    // p = E·z
    let mut e = OMatrix::<f64, D, P>::zeros_generic(rows, P::from_usize(size));
    for k in 0..contacts.len() {
        let (row, normal) = (rows_of_contact * k, of_contact * k);
        e[(row, normal)] = 1.0;
        for j in 0..sides {
            let (sin, cos) = elementary::sin_cos(TAU * (j as f64 / sides as f64));
            // a quarter of a turn to the last digit
            let [cos, sin] = [cos, sin].map(|part| if part.abs() < ROUNDED { 0.0 } else { part });
            (e[(row + 1, normal + 1 + j)], e[(row + 2, normal + 1 + j)]) = (cos, sin);
        }
        if spins {
            let first = normal + 1 + sides;
            (e[(row + ROWS, first)], e[(row + ROWS, first + 1)]) = (1.0, -1.0);
        }
    }
    let reduced = Reduced::of(system, rows_of_contact * contacts.len());
    let m = e.tr_mul(&(&reduced.w * &e));
    let mut q: OVector<f64, P> = e.tr_mul(&reduced.free);
    for (k, contact) in contacts.iter().enumerate() {
        q[of_contact * k] -= contact.least;
    }
    for unused in needed..size {
        q[unused] = 1.0;
    }
    let complete = |mut m: OMatrix<f64, P, P>| {
        for (k, contact) in contacts.iter().enumerate() {
            let (normal, slip) = (of_contact * k, of_contact * (k + 1) - 1);
            m[(slip, normal)] = contact.mu;
            for side in normal + 1..slip {
                (m[(side, slip)], m[(slip, side)]) = (1.0, -1.0);
            }
        }
        for unused in needed..size {
            m[(unused, unused)] = 1.0;
        }
        m
    };
    let fastest = q.rows_range(..needed).amax();
    let cleared = |share: f64| {
        let least = f64::max(share * fastest, TINY);
        q.map(|velocity| if velocity.abs() < least { 0.0 } else { velocity })
    };
    let mut solution = lemke(&complete(m.clone()), &cleared(ROUNDED))?;
    if solution.status != Status::Solved {
        let softness = COARSE * system.w.diagonal().amax();
        solution = lemke(&complete(m + e.tr_mul(&e) * softness), &cleared(COARSE))?;
        if softness * (&e * &solution.z).amax() > MISSED * fastest && solution.status == Status::Solved {
            solution.status = Status::Cycling;
        }
    }
    if reduced.contradicts {
        solution.status = Status::NoSolution;
    }
    let mut impulse: OVector<f64, D> = &e * &solution.z;
    reduced.complete(&mut impulse);
    Ok(Step::of(system, impulse, solution.status, solution.residual, 1))
}
