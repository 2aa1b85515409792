//! What contacts do next: the acceleration problem of [PT96] in the plane, at the start and at each event.

use asperity::rigid::acceleration::{
    ContactMotion, ContactProblem, ContactSolution, ContactState, FrictionMap, RigidContact, Verdict, accelerations,
};
use nalgebra::{DVector, Vector3};

use super::dynamics::stacked;
use super::modes::{Mode, World};
use super::pairs::Touch;

/// Slip that counts as none [m/s].
pub const NO_SLIP: f64 = 1e-9;

/// Modes of all pairs, or that there are none.
pub enum Decision {
    /// What follows, and what there is to say about it.
    Modes {
        /// Of every pair.
        modes: Vec<Mode>,
        /// Empty where the solution is unique.
        note: String,
    },
    /// There are no accelerations.
    None,
}

/// What an event says of a contact that the problem may leave open.
#[derive(Clone, Copy, PartialEq)]
pub struct Hint {
    /// Which pair.
    pub pair: usize,
    /// What it becomes if the problem finds it at its limit.
    pub mode: Mode,
}

impl World<'_> {
    /// Solves the acceleration problem for the contacts that are closed or may close.
    ///
    /// Errors: a problem that is refused or not solved, in words.
    pub fn decide(
        &self,
        (q, v): (&DVector<f64>, &DVector<f64>),
        closed: &[usize],
        before: &[Mode],
        hint: Option<Hint>,
    ) -> Result<Decision, String> {
        let open = vec![Mode::Open; self.pairs.len()];
        if closed.is_empty() {
            return Ok(Decision::Modes { modes: open, note: String::new() });
        }
        let touches = self.touches(q, v);
        let motion = |k: usize| match touches[k].rate[1] {
            slip if slip.abs() > NO_SLIP => ContactMotion::Sliding { v: Vector3::new(slip, 0.0, 0.0) },
            _ => ContactMotion::Rolling,
        };
        let mut motions: Vec<ContactMotion> = closed.iter().map(|k| motion(*k)).collect();
        let first = self.solutions((q, v), &touches, closed, &motions)?;
        let Some((solutions, unique)) = first else { return Ok(Decision::None) };
        let modes_of = |solution: &ContactSolution, motions: &[ContactMotion]| {
            let mut modes = open.clone();
            for (place, k) in closed.iter().enumerate() {
                modes[*k] = self.mode(*k, solution, place, &motions[place]);
            }
            modes
        };
        let chosen = choose(&solutions, |solution| modes_of(solution, &motions), before);
        let mut modes = modes_of(&solutions[chosen], &motions);
        let mut note = note(self, &solutions, unique, closed, |solution| modes_of(solution, &motions));
        // contacts that begin to slip have the friction of slip
        let mut starts = false;
        for (place, k) in closed.iter().enumerate() {
            let law = self.pairs[*k].law;
            let at_limit = hint.filter(|hint| {
                hint.pair == *k && modes[*k] == Mode::Rolling && self.at_limit(&solutions[chosen], place, *k)
            });
            if let Some(Hint { mode, .. }) = at_limit {
                modes[*k] = mode;
            }
            if motions[place] == ContactMotion::Rolling && modes[*k].direction() != 0.0 && law.mu_s > law.mu_k {
                motions[place] = ContactMotion::Sliding { v: Vector3::new(modes[*k].direction(), 0.0, 0.0) };
                starts = true;
            }
        }
        if let Some(Hint { pair, mode: Mode::Open }) = hint
            && let Some(place) = closed.iter().position(|k| *k == pair)
            && modes[pair].is_closed()
            && is_nothing(&solutions[chosen].c, 2 * place)
        {
            modes[pair] = Mode::Open;
        }
        if starts && let Some((again, _)) = self.solutions((q, v), &touches, closed, &motions)? {
            let chosen = choose(&again, |solution| modes_of(solution, &motions), &modes);
            modes = modes_of(&again[chosen], &motions);
            if note.is_empty() && again.len() > 1 {
                note = format!("{} solutions", again.len());
            }
        }
        Ok(Decision::Modes { modes, note })
    }

    /// All that were found, and whether the forces of the first are unique; none with a proof.
    fn solutions(
        &self,
        (q, v): (&DVector<f64>, &DVector<f64>),
        touches: &[Touch],
        closed: &[usize],
        motions: &[ContactMotion],
    ) -> Result<Option<(Vec<ContactSolution>, bool)>, String> {
        let port = self.system.port(q, v);
        let rows: Vec<DVector<f64>> = closed.iter().flat_map(|k| self.rows(*k, &touches[*k])).collect();
        let j = stacked(&rows, self.system.size());
        let a = &j * &port.inverse * j.transpose();
        let a = (&a + a.transpose()) * 0.5;
        let bias: Vec<f64> = closed.iter().flat_map(|k| touches[*k].bias).collect();
        let b = &j * &port.free + DVector::from_vec(bias);
        let contact = |(k, motion): (&usize, &ContactMotion)| {
            let law = self.pairs[*k].law;
            let mu = if *motion == ContactMotion::Rolling { law.mu_s } else { law.mu_k };
            RigidContact { mu, map: FrictionMap::Line, motion: *motion }
        };
        let contacts = DVector::from_vec(closed.iter().zip(motions).map(contact).collect());
        let outcome = accelerations(&ContactProblem { a, b, contacts })
            .map_err(|fault| format!("the acceleration problem is refused: {fault}"))?;
        match outcome.verdict {
            Verdict::Solved => {
                let all: Vec<ContactSolution> =
                    core::iter::once(&outcome.solution).chain(outcome.others.iter()).cloned().collect();
                let unique = all[0].family.is_none();
                Ok(Some((all, unique)))
            }
            Verdict::NoSolution(_) => Ok(None),
            Verdict::Unsolved => Err(format!(
                "the acceleration problem of {} contacts was neither solved nor refuted; the least residual is {:.1e}",
                closed.len(),
                outcome.solution.residual
            )),
        }
    }

    fn mode(&self, k: usize, solution: &ContactSolution, place: usize, motion: &ContactMotion) -> Mode {
        match (solution.states[place], motion) {
            (ContactState::Separating, _) => Mode::Open,
            _ if self.pairs[k].law.mu_s == 0.0 => Mode::Smooth,
            (ContactState::Rolling, _) => Mode::Rolling,
            (ContactState::Sliding, ContactMotion::Sliding { v }) => Mode::sliding(v.x),
            (ContactState::Sliding, ContactMotion::Rolling) => Mode::sliding(solution.a[2 * place + 1]),
        }
    }

    fn at_limit(&self, solution: &ContactSolution, place: usize, k: usize) -> bool {
        let (normal, friction) = (solution.c[2 * place], solution.c[2 * place + 1]);
        self.pairs[k].law.mu_s * normal - friction.abs() <= 1e-9 * normal
    }
}

fn is_nothing(c: &DVector<f64>, row: usize) -> bool {
    c[row].abs() <= 1e-9 * c.amax()
}

/// The one that continues the modes before, else the one in which most contacts separate.
fn choose(solutions: &[ContactSolution], modes: impl Fn(&ContactSolution) -> Vec<Mode>, before: &[Mode]) -> usize {
    let all: Vec<Vec<Mode>> = solutions.iter().map(modes).collect();
    if let Some(same) = all.iter().position(|modes| modes == before) {
        return same;
    }
    let open = |modes: &Vec<Mode>| modes.iter().filter(|mode| !mode.is_closed()).count();
    let most = all.iter().map(open).max().unwrap_or(0);
    all.iter().position(|modes| open(modes) == most).unwrap_or(0)
}

/// Several solutions and forces that are not unique, in words.
fn note(
    world: &World,
    solutions: &[ContactSolution],
    unique: bool,
    closed: &[usize],
    modes: impl Fn(&ContactSolution) -> Vec<Mode>,
) -> String {
    let mut parts = Vec::new();
    if solutions.len() > 1 {
        let one = |solution: &ContactSolution| {
            let of = modes(solution);
            closed.iter().map(|k| format!("{} {}", world.pairs[*k].name, of[*k])).collect::<Vec<_>>().join(", ")
        };
        let all: Vec<String> = solutions.iter().map(one).collect();
        parts.push(format!("{} solutions: {}", solutions.len(), all.join("; or ")));
    }
    if !unique {
        parts.push("forces not unique".into());
    }
    parts.join("; ")
}
