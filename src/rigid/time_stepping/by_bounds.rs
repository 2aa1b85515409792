//! Friction by bounds on two components: regularised [P16] and box [L06].

use crate::rigid::Fault;
use crate::rigid::complementarity::{Solution, Status, bounded};
use crate::rigid::time_stepping::bound::Search;
use crate::rigid::time_stepping::{Contact, ROWS, Step, System};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, OMatrix, OVector};

/// Share by which λ_N may differ between two passes for another one to be left out.
const AGREED: f64 = 1e-12;
/// λ_N up to which nothing presses [N].
const TINY: f64 = 1e-200;

/// Of the regularised law.
#[derive(Clone, Copy)]
pub struct Bristles {
    pub stiffness: f64,
    pub threshold: f64,
}

/// One contact in tangents of its own.
struct Turned {
    /// The first tangent; the second is it turned by a quarter
    axis: [f64; 2],
    slip: f64,
    /// h²·C̃_T without the drift viscosity [m/N·s²]: 0 where bristles are rigid
    compliance: f64,
    /// Previous λ_T along the first tangent [N]; None while sliding, where it is −μ·λ_N
    held: Option<f64>,
}

impl Turned {
    fn of(contact: &Contact, bristles: Option<Bristles>) -> Self {
        let along = |u: &[f64; 2], length: f64| if length > 0.0 { [u[0] / length, u[1] / length] } else { [1.0, 0.0] };
        let Some(Bristles { stiffness, threshold }) = bristles else {
            return Turned { axis: [1.0, 0.0], slip: 0.0, compliance: 0.0, held: Some(0.0) };
        };
        let (slip, force) = (length(&contact.slip), length(&contact.friction));
        let compliance = 1.0 / stiffness;
        if slip > threshold {
            Turned { axis: along(&contact.slip, slip), slip, compliance, held: None }
        } else {
            // eq. (13): against the force, so that it is −|λ_T| along the first tangent
            let [x, y] = along(&contact.friction, force);
            let axis = if force > 0.0 { [-x, -y] } else { [x, y] };
            Turned { axis, slip, compliance, held: Some(-force) }
        }
    }

    /// To the turned tangents.
    fn there(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x + s * y, c * y - s * x]
    }

    /// And back.
    fn back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x - s * y, c * y + s * x]
    }

    /// C̃_T·h and C̃_T·h·λ̃_T·h of eqs. (25)–(27) for the bound `reach` = μ·λ_N·h [N·s].
    fn regularisation(&self, h: f64, reach: f64) -> ([f64; 2], f64) {
        // of rigid ones 0, also where h² is too small a number
        let first = if self.compliance > 0.0 { self.compliance / (h * h) } else { 0.0 };
        let Some(held) = self.held else {
            // 1/(h·b_μ) = |v_T|/(μ·λ_N·h); without a force to speak of no viscosity
            let drift = self.slip / reach;
            return ([first, if drift.is_finite() { drift } else { 0.0 }], -first * reach);
        };
        ([first, first], first * h * held)
    }
}

fn length(u: &[f64; 2]) -> f64 {
    (u[0] * u[0] + u[1] * u[1]).sqrt()
}

/// One step; box without bristles.
///
/// Where no λ_N agrees with its λ_N⁺, the answer is that to the first λ_N found: its friction is bounded by what the
/// bodies press.
pub fn advance<D: Dim>(
    system: &System<D>,
    contacts: &[Contact],
    bristles: Option<Bristles>,
    passes: u32,
) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let problem = Problem::new(system, contacts, bristles);
    let rows = system.free.shape_generic().0;
    let mut guess = zeros(rows);
    for (k, contact) in contacts.iter().enumerate() {
        guess[ROWS * k] = contact.normal;
    }
    let mut search = Search::default();
    let mut before: Option<Trial<D>> = None;
    let mut plain = problem.solve(&guess)?;
    let mut solution = plain.clone();
    for pass in 1..=passes {
        if solution.status != Status::Solved {
            break;
        }
        let mut found = zeros(rows);
        for row in (0..contacts.len()).map(|k| ROWS * k) {
            found[row] = solution.z[row] / system.h;
        }
        let trial = Trial { missed: &found - &guess, found };
        let (missed, largest) = (trial.missed.amax(), trial.found.amax());
        if missed <= AGREED * largest || f64::max(largest, guess.amax()) <= TINY {
            return Ok(problem.step(solution, pass, true));
        }
        if contacts.len() == 1 {
            guess[0] = search.next(guess[0], trial.found[0]);
        } else {
            guess = trial.next(before.as_ref(), pass > passes - passes / 3);
        }
        if largest <= TINY {
            // what parts has no friction
            guess.fill(0.0);
        }
        before = Some(trial);
        if pass == passes {
            break;
        }
        solution = problem.solve(&guess)?;
        if pass == 1 && solution.status == Status::Solved {
            plain = solution.clone();
        }
    }
    Ok(problem.step(plain, passes, false))
}

/// What guesses of all λ_N gave, in the rows of the normals, and by how much that differs from them.
struct Trial<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    found: OVector<f64, D>,
    missed: OVector<f64, D>,
}

impl<D: Dim> Trial<D>
where
    DefaultAllocator: Allocator<D>,
{
    /// λ_N as found, moved on along the last two differences (Anderson's acceleration of depth 1); `damped` half-way to
    /// what was found.
    fn next(&self, before: Option<&Self>, damped: bool) -> OVector<f64, D> {
        if damped {
            return &self.found - &self.missed * 0.5;
        }
        let Some(before) = before else { return self.found.clone() };
        let change = &self.missed - &before.missed;
        let share = self.missed.dot(&change) / change.dot(&change);
        if !share.is_finite() {
            return self.found.clone();
        }
        (&self.found - (&self.found - &before.found) * share).map(|normal| normal.max(0.0))
    }
}

/// The step in turned tangents.
struct Problem<'a, D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    system: &'a System<D>,
    contacts: &'a [Contact],
    bristles: Option<Bristles>,
    w: OMatrix<f64, D, D>,
    /// Of the normals less their least velocity
    free: OVector<f64, D>,
}

impl<'a, D: Dim> Problem<'a, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn new(system: &'a System<D>, contacts: &'a [Contact], bristles: Option<Bristles>) -> Self {
        let (mut w, mut free) = (system.w.clone(), system.free.clone());
        for (k, contact) in contacts.iter().enumerate() {
            let turned = Turned::of(contact, bristles);
            turn_matrix(&mut w, ROWS * k + 1, &turned);
            turn_vector(&mut free, ROWS * k + 1, |u| turned.there(u));
            free[ROWS * k] -= contact.least;
        }
        Problem { system, contacts, bristles, w, free }
    }

    /// With λ_N [N] in the rows of the normals.
    fn solve(&self, normal: &OVector<f64, D>) -> Result<Solution<D>, Fault> {
        let (mut m, mut q) = (self.w.clone(), self.free.clone());
        let rows = q.shape_generic().0;
        let mut low = zeros(rows).add_scalar(f64::NEG_INFINITY);
        let mut high = zeros(rows).add_scalar(f64::INFINITY);
        for (k, contact) in self.contacts.iter().enumerate() {
            let row = ROWS * k;
            low[row] = 0.0;
            let reach = contact.mu * normal[row] * self.system.h;
            let (compliance, held) = Turned::of(contact, self.bristles).regularisation(self.system.h, reach);
            q[row + 1] -= held;
            for (tangent, compliance) in (row + 1..).zip(compliance) {
                (low[tangent], high[tangent]) = (-reach, reach);
                m[(tangent, tangent)] += compliance;
            }
        }
        bounded(&m, &q, &low, &high)
    }

    fn step(&self, mut solution: Solution<D>, passes: u32, agrees: bool) -> Step<D> {
        for (k, contact) in self.contacts.iter().enumerate() {
            let turned = Turned::of(contact, self.bristles);
            turn_vector(&mut solution.z, ROWS * k + 1, |p| turned.back(p));
        }
        Step { agrees, ..Step::of(self.system, solution.z, solution.status, solution.residual, passes) }
    }
}

fn zeros<D: Dim>(rows: D) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D>,
{
    OVector::zeros_generic(rows, Const::<1>)
}

fn turn_vector<D: Dim>(u: &mut OVector<f64, D>, first: usize, turn: impl Fn([f64; 2]) -> [f64; 2])
where
    DefaultAllocator: Allocator<D>,
{
    [u[first], u[first + 1]] = turn([u[first], u[first + 1]]);
}

/// Q·W·Qᵀ  (eqs. 14 and 17).
fn turn_matrix<D: Dim>(w: &mut OMatrix<f64, D, D>, first: usize, turned: &Turned)
where
    DefaultAllocator: Allocator<D, D>,
{
    for k in 0..w.nrows() {
        [w[(first, k)], w[(first + 1, k)]] = turned.there([w[(first, k)], w[(first + 1, k)]]);
    }
    for k in 0..w.nrows() {
        [w[(k, first)], w[(k, first + 1)]] = turned.there([w[(k, first)], w[(k, first + 1)]]);
    }
}
