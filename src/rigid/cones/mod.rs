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
mod by_bodies;
pub(in crate::rigid) mod elimination;
mod equation;
mod equations;
mod gauss_seidel;
mod interior;
mod newton;
mod of_bodies;
mod operator;
mod per_contact;
mod proximal;
mod residual;
mod search;

pub use bodies::{Bodies, COORDINATES, Side};
pub use operator::{Delassus, Dense};
pub use search::{Found, Goal, LARGEST_RESIDUAL, Problem};

use crate::rigid::Fault;
use crate::rigid::fault::finite;
use by_bodies::ByBodies;
use equations::Equations;
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
    by_bodies: Option<ByBodies>,
}

impl Solver {
    /// For so many contacts and [`Delassus::state_size`] numbers.
    pub fn new(contacts: usize, state: usize) -> Self {
        Solver::sized(contacts, state, if contacts <= DIRECT { 9 * contacts * contacts } else { 0 })
    }

    fn sized(contacts: usize, state: usize, matrix: usize) -> Self {
        let n = 3 * contacts;
        Solver {
            contacts,
            state,
            impulses: DVector::zeros(n * search::IMPULSES),
            states: DVector::zeros(state * search::STATES),
            local: DVector::from_element(contacts, Local::default()),
            active: DVector::zeros(contacts),
            matrix: DVector::zeros(matrix),
            by_bodies: None,
        }
    }

    /// For so many contacts of so many bodies, as [`Bodies`] has them, and at most so many pairs of them that contacts couple, be it by
    /// other bodies between them: more are not solved by Newton's method.
    pub fn of_bodies(contacts: usize, bodies: usize, couplings: usize) -> Self {
        let by_bodies = Some(ByBodies::new(contacts, bodies, couplings));
        Solver { by_bodies, ..Solver::sized(contacts, COORDINATES * bodies + 3 * contacts, 0) }
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
        let sizes = [("contacts of W", w.contacts(), self.contacts), ("p", p.len(), 3 * self.contacts)];
        for (name, found, needed) in sizes {
            if found != needed {
                return Err(Fault::WrongSize { name, found, needed });
            }
        }
        let problem = Problem { q, mu, pressed: &[] };
        let size = residual::norm(q);
        let reach = target * size;
        let goal = Goal { reach, given: reach, enough: LARGEST_RESIDUAL * size, nearest: true };
        let found = self.solve_within(w, &problem, p, goal)?;
        Ok(Found { residual: if size > 0.0 { found.residual / size } else { 0.0 }, ..found })
    }

    /// The same of a problem no larger than the solver and as good as `goal` has it; the residual found is in m/s.
    pub fn solve_within<W: Delassus>(
        &mut self,
        w: &W,
        problem: &Problem,
        p: &mut [f64],
        goal: Goal,
    ) -> Result<Found, Fault> {
        check(problem, p)?;
        let sizes = [
            ("contacts of W", w.contacts(), problem.mu.len()),
            ("contacts", w.contacts().max(self.contacts), self.contacts),
            ("numbers of a state", w.state_size().max(self.state), self.state),
        ];
        for (name, found, needed) in sizes {
            if found != needed {
                return Err(Fault::WrongSize { name, found, needed });
            }
        }
        Ok(self.part(w, problem, p, goal))
    }

    fn part<W: Delassus>(&mut self, w: &W, problem: &Problem, p: &mut [f64], goal: Goal) -> Found {
        let (count, state) = (w.contacts(), w.state_size());
        let mut impulses = self.impulses.as_mut_slice().chunks_exact_mut((3 * self.contacts).max(1));
        let mut states = self.states.as_mut_slice().chunks_exact_mut(self.state.max(1));
        let equations = match self.by_bodies.as_mut() {
            Some(bodies) => Some(Equations::InVelocities(bodies)),
            None => (!self.matrix.is_empty()).then_some(Equations::InImpulses(self.matrix.as_mut_slice())),
        };
        let mut space = search::Space::new(
            &mut self.local.as_mut_slice()[..count],
            &mut self.active.as_mut_slice()[..count],
            equations,
            || impulses.next().map(|room| &mut room[..3 * count]).unwrap_or_default(),
            || states.next().map(|room| &mut room[..state]).unwrap_or_default(),
        );
        search::search(w, problem, p, &mut space, goal)
    }
}

/// Errors: sizes that do not belong together, numbers that are not finite, μ or a given impulse < 0.
fn check(problem: &Problem, p: &[f64]) -> Result<(), Fault> {
    let Problem { q, mu, pressed } = problem;
    for (name, found, needed) in [("q", q.len(), p.len()), ("mu", 3 * mu.len(), p.len())] {
        if found != needed {
            return Err(Fault::WrongSize { name, found, needed });
        }
    }
    q.iter().chain(p.iter()).try_for_each(|value| finite(&[("q or p", *value)]))?;
    for mu in mu.iter() {
        finite(&[("mu", *mu)])?;
        if *mu < 0.0 {
            return Err(Fault::NegativeFriction { name: "mu", value: *mu });
        }
    }
    if !pressed.is_empty() && pressed.len() != mu.len() {
        return Err(Fault::WrongSize { name: "given impulses", found: pressed.len(), needed: mu.len() });
    }
    for pressed in pressed.iter() {
        finite(&[("the given impulse", *pressed)])?;
        if *pressed < 0.0 {
            return Err(Fault::OutOfRange { name: "the given impulse", value: *pressed, range: "0 or above" });
        }
    }
    Ok(())
}
