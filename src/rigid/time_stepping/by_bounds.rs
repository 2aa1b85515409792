//! Friction by bounds on two components: regularised [P16] and box [L06] (docs/numerics.md step 20).

use crate::rigid::Fault;
use crate::rigid::complementarity::{Solution, Status, bounded, zeros};
use crate::rigid::time_stepping::cone;
use crate::rigid::time_stepping::search::Search;
use crate::rigid::time_stepping::tangent_basis::{RegularisedFriction, TangentBasis, length, turn_matrix, turn_vector};
use crate::rigid::time_stepping::{Contact, Method, ROWS, Step, System};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Fraction by which λ_N may differ between two passes for another one to be left out.
const AGREED: f64 = 1e-12;
/// λ_N up to which nothing presses [N].
const TINY: f64 = 1e-200;
/// Fraction by which the force of a contact that sticks may exceed μ·λ_N,
const EXCESS: f64 = 1e-12;
/// and angle between it and its first tangent that ends the search [rad]: the excess is half the square of that.
const ALIGNED: f64 = 1e-10;
/// Problems solved while tangents turn: no further turn after so many.
const TURNING: u32 = 200;
/// Fraction of the largest element of W, or of the velocities, up to which a direction does not move.
const IDLE: f64 = 1e-12;

/// One step; box without bristles. Isotropic bristles are those of one contact alone.
///
/// Where no λ_N agrees with its λ_N⁺, the answer is that to the first λ_N found: its friction is bounded by what the
/// bodies press; where no turn of the tangents does, that in those of eq. (13).
pub fn advance<D: Dim>(
    system: &System<D>,
    contacts: &[Contact],
    bristles: Option<RegularisedFriction>,
    method: &Method,
) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let mut angles = zeros(system.free.shape_generic().0);
    for (k, contact) in contacts.iter().enumerate().filter(|_| method.isotropic) {
        angles[ROWS * k] = angle_of_motion(system, k, &TangentBasis::of(contact, bristles, 0.0));
    }
    let problem = Problem::new(system, contacts, bristles, &angles, method.isotropic);
    let first = problem.settle(problem.normals(|k| contacts[k].normal), method.passes)?;
    if !method.isotropic || first.solution.status != Status::Solved || problem.aside(&first) <= ALIGNED {
        return Ok(problem.step(first));
    }
    if method.passes > 1
        && let Some(found) = problem.on_cone(&first)
    {
        return Ok(problem.step(found));
    }
    let mut turn = problem.turn(&first);
    let mut search = Search::default();
    let mut used = first.passes;
    let mut normals = first.normals.clone();
    let mut best = problem.step(Settled { agrees: first.agrees && !problem.exceeds(&first), ..first });
    let most = used + TURNING;
    while used < most {
        angles[0] = search.next(angles[0], angles[0] + turn[0]);
        let problem = Problem::new(system, contacts, bristles, &angles, method.isotropic);
        let settled = problem.settle(normals, method.passes)?;
        used += settled.passes;
        if settled.solution.status != Status::Solved {
            break;
        }
        turn = problem.turn(&settled);
        normals = settled.normals.clone();
        if !problem.exceeds(&settled) {
            let is_aligned = problem.aside(&settled) <= ALIGNED || turn.amax() <= f64::EPSILON;
            best = problem.step(settled);
            if is_aligned {
                break;
            }
        }
    }
    Ok(Step { passes: used, ..best })
}

/// By how much the tangents of contact `k` are to be turned on for the first one to be where the bodies can move, or do,
/// if they cannot across [rad]: rigid bristles leave a force in a direction without motion open.
fn angle_of_motion<D: Dim>(system: &System<D>, k: usize, turned: &TangentBasis) -> f64
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let row = ROWS * k;
    let element = |i: usize, j: usize| system.w[(row + i, row + j)];
    let (a, b, c) = (element(1, 1), element(1, 2), element(2, 2));
    // the smaller eigenvalue of the tangents' part is about its determinant over its trace
    if !turned.is_free || !turned.is_rigid() || a * c - b * b > IDLE * (a + c) * element(0, 0).max(a + c) {
        return 0.0;
    }
    let free = [system.free[row + 1], system.free[row + 2]];
    let motion = match () {
        () if a + c <= IDLE * element(0, 0) => free,
        () if a > c => [a, b],
        () => [b, c],
    };
    let [along, across] = turned.there(motion);
    // the direction nearer to the first tangent
    let sign = if along < 0.0 { -1.0 } else { 1.0 };
    libm::atan2(sign * across, sign * along)
}

/// The step in turned tangents.
struct Problem<'a, D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    system: &'a System<D>,
    contacts: &'a [Contact],
    bristles: Option<RegularisedFriction>,
    /// By which the tangents of a contact are turned further [rad], in the rows of the normals
    angles: OVector<f64, D>,
    w: OMatrix<f64, D, D>,
    /// Of the normals less their least velocity
    free: OVector<f64, D>,
    /// Whether there is no force in a direction that neither moves nor can
    leaves_idle: bool,
}

/// Impulses along turned tangents.
#[derive(Clone)]
struct Settled<D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    solution: Solution<D>,
    /// λ_N of its bounds [N], in the rows of the normals
    normals: OVector<f64, D>,
    passes: u32,
    /// Whether λ_N is λ_N⁺
    agrees: bool,
}

impl<'a, D: Dim> Problem<'a, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn new(
        system: &'a System<D>,
        contacts: &'a [Contact],
        bristles: Option<RegularisedFriction>,
        angles: &OVector<f64, D>,
        leaves_idle: bool,
    ) -> Self {
        let (w, free) = (system.w.clone(), system.free.clone());
        let mut problem = Problem { system, contacts, bristles, angles: angles.clone(), w, free, leaves_idle };
        for (k, contact) in contacts.iter().enumerate() {
            let turned = problem.turned(k);
            turn_matrix(&mut problem.w, ROWS * k + 1, &turned);
            turn_vector(&mut problem.free, ROWS * k + 1, |u| turned.there(u));
            problem.free[ROWS * k] -= contact.least;
        }
        problem
    }

    fn turned(&self, k: usize) -> TangentBasis {
        TangentBasis::of(&self.contacts[k], self.bristles, self.angles[ROWS * k])
    }

    /// A number of each contact in the row of its normal.
    fn normals(&self, number: impl Fn(usize) -> f64) -> OVector<f64, D> {
        let mut normals = zeros(self.free.shape_generic().0);
        for k in 0..self.contacts.len() {
            normals[ROWS * k] = number(k);
        }
        normals
    }

    /// λ_N⁺ [N].
    fn found(&self, solution: &Solution<D>) -> OVector<f64, D> {
        self.normals(|k| solution.z[ROWS * k] / self.system.h)
    }

    /// Eq. (30) without the velocities, with the bounds (12) and (31), by λ_N [N] in the rows of the normals.
    fn solve(&self, normal: &OVector<f64, D>) -> Result<Solution<D>, Fault> {
        let (mut m, mut q) = (self.w.clone(), self.free.clone());
        let rows = q.shape_generic().0;
        let mut low = zeros(rows).add_scalar(f64::NEG_INFINITY);
        let mut high = zeros(rows).add_scalar(f64::INFINITY);
        for (k, contact) in self.contacts.iter().enumerate() {
            let row = ROWS * k;
            low[row] = 0.0;
            let reach = contact.mu * normal[row] * self.system.h;
            let (compliance, offset) = self.turned(k).regularisation(self.system.h, reach);
            let (heaviest, fastest) = self.scales(k);
            for tangent in 0..2 {
                let row = row + 1 + tangent;
                let is_idle = self.leaves_idle
                    && compliance[tangent] == 0.0
                    && m[(row, row)] <= IDLE * heaviest
                    && q[row].abs() <= IDLE * fastest;
                q[row] -= offset[tangent];
                (low[row], high[row]) = if is_idle { (0.0, 0.0) } else { (-reach, reach) };
                m[(row, row)] += compliance[tangent];
            }
        }
        bounded(&m, &q, &low, &high)
    }

    /// Largest element of W and largest velocity of contact `k`.
    fn scales(&self, k: usize) -> (f64, f64) {
        let rows = ROWS * k..ROWS * (k + 1);
        rows.fold((0.0, 0.0), |(w, u), row| (f64::max(w, self.w[(row, row)]), f64::max(u, self.free[row].abs())))
    }

    /// The impulse on the cone of the only contact, if there is one.
    fn on_cone(&self, first: &Settled<D>) -> Option<Settled<D>> {
        let (mut m, mut q) = (self.w.clone(), self.free.clone());
        let mu = self.contacts[0].mu;
        let (compliance, offset) = self.turned(0).regularisation(self.system.h, 0.0);
        for tangent in 0..2 {
            let row = tangent + 1;
            q[row] -= offset[tangent];
            m[(row, row)] += compliance[tangent];
        }
        let (normal, slip) = cone::solve(&m, &q, mu)?;
        let mut found = first.clone();
        [found.solution.z[0], found.solution.z[1], found.solution.z[2]] =
            [normal, -mu * normal * slip[0], -mu * normal * slip[1]];
        Some(Settled { passes: first.passes + 1, agrees: true, ..found })
    }

    /// The solution whose bounds (12) are those of its own λ_N, from a `guess` of that [N] in the rows of the normals; with one pass
    /// those of the guess.
    fn settle(&self, mut guess: OVector<f64, D>, passes: u32) -> Result<Settled<D>, Fault> {
        let mut search = Search::default();
        let mut before: Option<Trial<D>> = None;
        let mut solution = self.solve(&guess)?;
        let mut plain = (solution.clone(), guess.clone());
        for pass in 1..=passes {
            if solution.status != Status::Solved {
                return Ok(Settled { solution, normals: guess, passes: pass, agrees: false });
            }
            let found = self.found(&solution);
            let trial = Trial { missed: &found - &guess, found };
            let (missed, largest) = (trial.missed.amax(), trial.found.amax());
            if missed <= AGREED * largest || f64::max(largest, guess.amax()) <= TINY {
                return Ok(Settled { solution, normals: guess, passes: pass, agrees: true });
            }
            if self.contacts.len() == 1 {
                guess[0] = search.next(guess[0], trial.found[0]).max(0.0);
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
            solution = self.solve(&guess)?;
            if pass == 1 && solution.status == Status::Solved {
                plain = (solution.clone(), guess.clone());
            }
        }
        let (solution, normals) = plain;
        Ok(Settled { solution, normals, passes, agrees: false })
    }

    /// Force of a contact that sticks over μ·λ_N; 0 where nothing presses, or the tangents have their direction.
    fn fraction(&self, settled: &Settled<D>, k: usize) -> f64 {
        let (row, z) = (ROWS * k, &settled.solution.z);
        let reach = self.contacts[k].mu * settled.normals[row] * self.system.h;
        let force = length(&[z[row + 1], z[row + 2]]);
        if self.turned(k).is_free && force > TINY { force / reach } else { 0.0 }
    }

    /// Whether the force of a contact that sticks is more than μ·λ_N.
    fn exceeds(&self, settled: &Settled<D>) -> bool {
        (0..self.contacts.len()).any(|k| self.fraction(settled, k) > 1.0 + EXCESS)
    }

    /// Largest angle between the first tangent and a force that is at μ·λ_N [rad].
    fn aside(&self, settled: &Settled<D>) -> f64 {
        let z = &settled.solution.z;
        let angle = |k: usize| {
            let [along, across] = [z[ROWS * k + 1], z[ROWS * k + 2]];
            if self.fraction(settled, k) < 1.0 - EXCESS { 0.0 } else { (across / length(&[along, across])).abs() }
        };
        (0..self.contacts.len()).map(angle).fold(0.0, f64::max)
    }

    /// By how much the tangents of each contact are to be turned on [rad], if its force is at μ·λ_N. Friction along the
    /// first tangent points against  u/w − p , w the mean of both tangents: the direction of slip if the force is along
    /// it, and where tangents are alike the right one at once.
    fn turn(&self, settled: &Settled<D>) -> OVector<f64, D> {
        let Solution { z, w, .. } = &settled.solution;
        self.normals(|k| {
            let rows = [ROWS * k + 1, ROWS * k + 2];
            if self.fraction(settled, k) < 1.0 - EXCESS {
                return 0.0;
            }
            let (compliance, _) = self.turned(k).regularisation(self.system.h, self.contacts[k].mu * z[ROWS * k]);
            let mean = 0.5 * (self.w[(rows[0], rows[0])] + self.w[(rows[1], rows[1])] + compliance[0] + compliance[1]);
            let [along, across] = rows.map(|row| w[row] - mean * z[row]);
            libm::atan2(across, along)
        })
    }

    fn step(&self, settled: Settled<D>) -> Step<D> {
        let Settled { mut solution, passes, agrees, .. } = settled;
        for k in 0..self.contacts.len() {
            let turned = self.turned(k);
            turn_vector(&mut solution.z, ROWS * k + 1, |p| turned.back(p));
        }
        Step { agrees, ..Step::of(self.system, solution.z, solution.status, solution.residual, passes) }
    }
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
        let fraction = self.missed.dot(&change) / change.dot(&change);
        if !fraction.is_finite() {
            return self.found.clone();
        }
        (&self.found - (&self.found - &before.found) * fraction).map(|normal| normal.max(0.0))
    }
}
