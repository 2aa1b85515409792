//! Contacts with Coulomb friction as one problem with cones (docs/numerics.md step 27).
//!
//! For each contact  K ∋ p ⟂ u + (μ·|u_T|, 0, 0) ∈ K*,  u = W·p + q,  K the cone |p_T| ≤ μ·p_n  (De Saxcé's form of
//! Coulomb's law with Signorini's condition). p [N·s], u and q [m/s], W [1/kg]; rows normal, first, second tangent.
//!
//! [`Solver::solve`] takes sweeps over the contacts, each solved exactly, with Anderson's acceleration; Newton's method on
//! the map of Alart and Curnier; and, where both end at nothing, a path through the inside of the cones. It says how
//! good the impulses are; what is worse than [`LARGEST_RESIDUAL`] is no solution. Arithmetic is + − · / √ in a fixed
//! order.

mod bodies;
mod elimination;
mod gauss_seidel;
mod interior;
mod newton;
mod operator;
mod per_contact;
mod residual;
mod search;

pub use bodies::{Bodies, Side};
pub use operator::{Delassus, Dense};
pub use search::{Found, LARGEST_RESIDUAL};

use crate::rigid::Fault;
use crate::rigid::fault::finite;
use nalgebra::DVector;
use per_contact::Local;

/// Contacts up to which Newton's method is used: its matrix is dense.
pub const DIRECT: usize = 240;

/// Room for problems of one size; solving them allocates nothing.
#[derive(Clone, Debug)]
pub struct Solver {
    contacts: usize,
    state: usize,
    impulses: DVector<f64>,
    states: DVector<f64>,
    local: DVector<Local>,
    active: DVector<usize>,
    matrix: DVector<f64>,
}

impl Solver {
    /// For so many contacts and [`Delassus::state_size`] numbers.
    pub fn new(contacts: usize, state: usize) -> Self {
        let n = 3 * contacts;
        Solver {
            contacts,
            state,
            impulses: DVector::zeros(n * search::IMPULSES),
            states: DVector::zeros(state * search::STATES),
            local: DVector::from_element(contacts, Local::default()),
            active: DVector::zeros(contacts),
            matrix: DVector::zeros(if contacts <= DIRECT { n * n } else { 0 }),
        }
    }

    /// Impulses `p` [N·s], from those given on, until the natural map is at most `target`·‖q‖. The residual is
    /// ‖λ·(p − Π_K(p − û/λ))‖/‖q‖ with λ the largest eigenvalue of a contact's own block. `mu` ≥ 0, one a contact.
    ///
    /// Errors: sizes that differ from those of the solver, numbers that are not finite, μ < 0.
    pub fn solve<W: Delassus>(
        &mut self,
        w: &W,
        q: &[f64],
        mu: &[f64],
        p: &mut [f64],
        target: f64,
    ) -> Result<Found, Fault> {
        let sizes = [
            ("contacts of W", w.contacts(), self.contacts),
            ("numbers of a state", w.state_size(), self.state),
            ("q", q.len(), 3 * self.contacts),
            ("mu", mu.len(), self.contacts),
            ("p", p.len(), 3 * self.contacts),
        ];
        for (name, found, needed) in sizes {
            if found != needed {
                return Err(Fault::WrongSize { name, found, needed });
            }
        }
        q.iter().chain(p.iter()).try_for_each(|value| finite(&[("q or p", *value)]))?;
        for mu in mu {
            finite(&[("mu", *mu)])?;
            if *mu < 0.0 {
                return Err(Fault::NegativeFriction { name: "mu", value: *mu });
            }
        }
        let mut impulses = self.impulses.as_mut_slice().chunks_exact_mut((3 * self.contacts).max(1));
        let mut states = self.states.as_mut_slice().chunks_exact_mut(self.state.max(1));
        let matrix = (self.contacts <= DIRECT).then_some(self.matrix.as_mut_slice());
        let mut space = search::Space::new(
            self.local.as_mut_slice(),
            self.active.as_mut_slice(),
            matrix,
            || impulses.next().unwrap_or_default(),
            || states.next().unwrap_or_default(),
        );
        Ok(search::search(w, q, mu, p, &mut space, target))
    }
}
