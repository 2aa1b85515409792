//! Several contacts with Coulomb's friction, each on its cone (docs/numerics.md step 27).

use crate::rigid::Fault;
use crate::rigid::complementarity::{Status, lemke, zeros};
use crate::rigid::cones::{Dense, LARGEST_RESIDUAL, Solver};
use crate::rigid::time_stepping::bilateral::Reduced;
use crate::rigid::time_stepping::tangent_basis::{RegularisedFriction, length};
use crate::rigid::time_stepping::{Contact, ROWS, Step, System};
use nalgebra::allocator::Allocator;
use nalgebra::{DVector, DefaultAllocator, Dim};

/// Residual to reach, as a share of ‖q‖.
const TARGET: f64 = 1e-13;

/// One step. Bristles of a contact that sticks (|v_T| ≤ v_th) are a compliance 1/(k_T·h²) of its tangents and an offset
/// λ_T/(k_T·h) [P16 eqs. 25, 26]. Bilateral rows are eliminated.
///
/// Deviation: a cone in the place of the bounds of eq. (12), so that a contact that slides has Coulomb's friction against v_T⁺ in the place of
/// eqs. (16)–(20) and (27).
pub fn advance<D: Dim>(
    system: &System<D>,
    contacts: &[Contact],
    bristles: RegularisedFriction,
) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let h = system.h;
    let mut reduced = Reduced::of(system, ROWS * contacts.len());
    let mut q = DVector::zeros(ROWS * contacts.len());
    let mut p = q.clone();
    for (k, contact) in contacts.iter().enumerate() {
        let row = ROWS * k;
        q[row] = reduced.free[row] - contact.least;
        p[row] = h * contact.normal;
        for (tangent, force) in (row + 1..).zip(contact.friction) {
            q[tangent] = reduced.free[tangent];
            p[tangent] = h * force;
        }
        if length(&contact.slip) <= bristles.threshold && bristles.stiffness.is_finite() {
            let compliance = 1.0 / bristles.stiffness / (h * h);
            for (tangent, force) in (row + 1..).zip(contact.friction) {
                reduced.w[(tangent, tangent)] += compliance;
                q[tangent] -= compliance * h * force;
            }
        }
    }
    let mu = DVector::from_iterator(contacts.len(), contacts.iter().map(|contact| contact.mu));
    let w = Dense::new(reduced.w.as_slice(), reduced.w.nrows(), contacts.len())?;
    let mut solver = Solver::new(contacts.len(), q.len());
    let found = solver.solve(&w, q.as_slice(), mu.as_slice(), p.as_mut_slice(), TARGET)?;
    let status = match () {
        () if reduced.contradicts => Status::NoSolution,
        () if found.residual <= LARGEST_RESIDUAL => Status::Solved,
        () if presses_without_end(&reduced, &q)? => Status::NoSolution,
        () => Status::Cycling,
    };
    let mut impulse = zeros(system.free.shape_generic().0);
    impulse.rows_range_mut(..p.len()).copy_from(&p);
    reduced.complete(&mut impulse);
    let step = Step::of(system, impulse, status, found.residual, found.sweeps + found.iterations);
    Ok(Step { agrees: status == Status::Solved, ..step })
}

/// Whether normal impulses v ≥ 0 that move nothing oppose the motion: v·W_nn·v ≤ 0 and q_n·v < 0. W is semidefinite, so
/// that W·v = 0 and v·u_n = v·q_n < 0 whatever the other impulses: no u_n ≥ 0 is left, with friction or without.
fn presses_without_end<D: Dim>(reduced: &Reduced<D>, q: &DVector<f64>) -> Result<bool, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let contacts = q.len() / ROWS;
    let normals = nalgebra::DMatrix::from_fn(contacts, contacts, |i, j| reduced.w[(ROWS * i, ROWS * j)]);
    let free = DVector::from_fn(contacts, |i, _| q[ROWS * i]);
    Ok(lemke::<nalgebra::Dyn>(&normals, &free)?.status == Status::NoSolution)
}
