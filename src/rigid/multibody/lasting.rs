//! Lasting contact of a step: one problem with cones in the velocities at its end (docs/numerics.md step 34).

use crate::rigid::Fault;
use crate::rigid::complementarity::{Status, lemke};
use crate::rigid::cones::{Bodies, COORDINATES, Delassus, Goal, LARGEST_RESIDUAL, Problem, Solver};
use crate::rigid::multibody::impacts::{CLOSE, TOUCHING};
use crate::rigid::multibody::motion::relative;
use crate::rigid::multibody::work::Work;
use crate::rigid::multibody::{Contact, Held, Outcome, Stepped};
use crate::rigid::time_stepping::{Approach, aim};
use nalgebra::DVector;

/// Residual to reach, as a share of ‖q‖, and up to which impulses of the step before stay as they are.
const TARGET: f64 = 1e-10;
const STAYS: f64 = 1e-11;
/// Times the problem is solved at most because contacts that were left out close under it.
const PASSES: u32 = 6;
/// Contacts of an island up to which a proof that it has no solution is looked for.
const PROVEN: usize = 64;

/// The impulses of lasting contact.
pub fn last(
    work: &mut Work,
    solver: &mut Solver,
    contacts: &[Contact],
    stepped: &mut [Stepped],
    h: f64,
    outcome: &mut Outcome,
) -> Result<(), Fault> {
    for (k, contact) in contacts.iter().enumerate() {
        let (since, gap, u) = place(work, contact, k, stepped[k].is_struck);
        (work.since[k], work.gap[k]) = (since, gap);
        let target = target(work, contact, k, u, h);
        work.is_in[k] = target.is_some();
        work.least[k] = target.unwrap_or(0.0);
        stepped[k].lasting = work.along(k, work.start[k]);
    }
    let mut residual = 0.0;
    for _ in 0..PASSES {
        let count = gather(work, contacts, stepped, h);
        let size = work.problem.q.as_slice()[..3 * count].iter().map(|q| q * q).sum::<f64>().sqrt();
        let islands = work.sort(count);
        let (mut sum, mut squares) = (0.0, 0.0);
        outcome.status = Status::Solved;
        for island in 0..islands {
            let range = work.islands.range(island);
            let (three, len) = (3 * range.start..3 * range.end, range.len());
            let share = size * (len as f64 / count as f64).sqrt();
            let scale = share.max(work.load_speed(island) * (len as f64).sqrt());
            squares += scale * scale;
            let bodies = work.islands.part(island);
            let compliance = &work.sorted.compliance.as_slice()[range.clone()];
            let soft = compliance.iter().any(|compliance| *compliance > 0.0);
            let w = if soft { bodies.with_compliance(compliance)? } else { bodies };
            let problem = Problem {
                q: &work.sorted.q.as_slice()[three.clone()],
                mu: &work.sorted.mu.as_slice()[range],
                pressed: &[],
            };
            let (reach, given, enough) = (TARGET * share, STAYS * share, LARGEST_RESIDUAL * scale);
            let goal = Goal { reach, given, enough, nearest: true };
            let found = solver.solve_within(&w, &problem, &mut work.sorted.p.as_mut_slice()[three], goal)?;
            sum += found.residual * found.residual;
            outcome.sweeps += found.sweeps;
            outcome.iterations += found.iterations;
            if found.residual > goal.enough && len <= PROVEN && presses_without_end(&w, problem.q)? {
                outcome.status = Status::NoSolution;
            }
        }
        work.sort_back();
        residual = if squares > 0.0 { (sum / squares).sqrt() } else { 0.0 };
        stepped.iter_mut().for_each(|stepped| stepped.lasting = [0.0; 3]);
        for at in 0..count {
            stepped[work.chosen[at]].lasting = core::array::from_fn(|i| work.problem.p[3 * at + i]);
        }
        let is_eased = ease((work, islands), stepped, h);
        if !widen(work, contacts, stepped, h) && !is_eased {
            break;
        }
    }
    outcome.residual = outcome.residual.max(residual);
    // what was held is held throughout, unless it has been struck and nothing goes on as before; what else has come to rest is held from then on, whatever
    // strikes its bodies later
    work.rested.fill(f64::INFINITY);
    work.is_held_on.fill(false);
    for (k, contact) in contacts.iter().enumerate() {
        let comes_to_rest = stepped[k].is_struck && work.rests[k];
        if comes_to_rest {
            for side in work.sides[k].iter().flatten() {
                let rested = &mut work.rested[side.body()];
                *rested = rested.min(work.struck_at[k]);
            }
        }
        if contact.held.normal > 0.0 && !stepped[k].is_struck {
            work.sides[k].iter().flatten().for_each(|side| work.is_held_on[side.body()] = true);
        }
        if contact.held.normal > 0.0 && (!stepped[k].is_struck || comes_to_rest && work.goes_on(k)) {
            work.since[k] = 0.0;
        } else if comes_to_rest {
            work.since[k] = work.struck_at[k];
        }
    }
    for (k, stepped) in stepped.iter_mut().enumerate() {
        let lasting = stepped.lasting;
        stepped.is_closed = work.is_in[k];
        stepped.held =
            Held { normal: lasting[0].max(0.0) / h, friction: work.world(k, [0.0, lasting[1] / h, lasting[2] / h]) };
        stepped.lasting = work.world(k, lasting);
    }
    Ok(())
}

/// Where contact `k` is after the impacts: time, gap, and u_n. Bodies that have been struck elsewhere do not turn as they were to.
fn place(work: &mut Work, contact: &Contact, k: usize, is_struck: bool) -> (f64, f64, f64) {
    let sides = &work.sides[k];
    let since = work.last_impact(k);
    let gap = contact.gap + relative(sides, |body| work.held[body].way(since))[0] + work.beside_way(k, contact, since);
    if since > 0.0 && !is_struck {
        work.turned[k] = [0.0; 3];
    }
    let sides = &work.sides[k];
    let u = relative(sides, |body| work.held[body].velocity(since))[0] + work.beside(k, contact, since)[0];
    (since, if gap.abs() <= TOUCHING { 0.0 } else { gap }, u)
}

/// Least velocity of separation of contact `k` at the end; None if it stays open.
fn target(work: &Work, contact: &Contact, k: usize, u: f64, h: f64) -> Option<f64> {
    let (gap, rest) = (work.gap[k], h - work.since[k]);
    work.sides[k].iter().flatten().next()?;
    if rest <= 0.0 {
        return (gap <= 0.0 && u <= 0.0).then_some(0.0);
    }
    let free = relative(&work.sides[k], |body| work.free[body].a)[0] + work.beside_rate(k, contact);
    let at = Approach {
        penetration: -gap,
        rate: -u,
        acceleration: -free,
        least_speed: f64::INFINITY,
        give_back: contact.law.give_back,
    };
    let least = aim(&at, |_, _| 0.0, rest).map(|target| target.least);
    // what rests beside others may be moved by them
    let slow = work.slow(k, rest);
    let is_near = gap <= (slow * rest).max(TOUCHING) && u.abs() <= slow.max(contact.law.least_speed);
    if gap > 0.0 {
        (least.is_some() || is_near).then(|| until(gap, u, rest))
    } else {
        least.or(is_near.then_some(-gap / rest))
    }
}

/// Least velocity of separation at the end of the time `rest`, over which it changes evenly from u, so that a gap > 0 does not close. A
/// gap within [`CLOSE`] is only halved where u = 0: what rests comes to its place without swinging about it.
fn until(gap: f64, u: f64, rest: f64) -> f64 {
    let closes = -2.0 * gap / rest - u;
    let least = if gap > CLOSE { closes } else { closes.max(-gap / rest) };
    least.min(0.0)
}

/// The problem of what takes part, with the bristles of what sticks [P16 eqs. 25, 26]; the number of contacts.
fn gather(work: &mut Work, contacts: &[Contact], stepped: &[Stepped], h: f64) -> usize {
    let mut count = 0;
    for (k, contact) in contacts.iter().enumerate().filter(|(k, _)| work.is_in[*k]) {
        let sides = work.sides[k];
        let [driven, driven_at_end] = [0.0, h].map(|t| work.beside(k, contact, t));
        let start = relative(&sides, |body| work.free[body].v);
        let u = relative(&sides, |body| work.free[body].velocity(h));
        let slip = [start[1] + driven[1], start[2] + driven[2]];
        let holds = slip[0] * slip[0] + slip[1] * slip[1] <= contact.law.threshold * contact.law.threshold;
        let compliance =
            if holds && contact.law.stiffness.is_finite() { 1.0 / contact.law.stiffness / (h * h) } else { 0.0 };
        let held = work.along(k, contact.held.friction);
        work.chosen[count] = k;
        let problem = &mut work.problem;
        problem.sides[count] = sides;
        problem.mu[count] = contact.law.mu;
        problem.compliance[count] = compliance;
        for i in 0..3 {
            let offset = if i == 0 { work.least[k] } else { compliance * h * held[i] };
            problem.q[3 * count + i] = u[i] + driven_at_end[i] - offset;
            problem.p[3 * count + i] = stepped[k].lasting[i];
        }
        count += 1;
    }
    count
}

/// Where friction jams bodies, presses no overlap apart and lets no contact close because bodies turn: nothing but bristles would give. What they bear is looked for
/// anew, from nothing. False if nothing changes.
fn ease((work, islands): (&mut Work, usize), stepped: &mut [Stepped], h: f64) -> bool {
    let mut is_eased = false;
    for island in 0..islands {
        if !work.is_jammed(island, h) {
            continue;
        }
        let is_open = |k: usize| work.least[k] > 0.0 || work.turned[k] != [0.0; 3];
        let range = work.islands.range(island);
        if !range.clone().any(|at| is_open(work.chosen[work.islands.order()[at]])) {
            continue;
        }
        is_eased = true;
        for at in range {
            let k = work.chosen[work.islands.order()[at]];
            (work.least[k], work.turned[k], stepped[k].lasting) = (work.least[k].min(0.0), [0.0; 3], [0.0; 3]);
        }
    }
    is_eased
}

/// Takes in contacts that close under these impulses; false if there is none.
fn widen(work: &mut Work, contacts: &[Contact], stepped: &[Stepped], h: f64) -> bool {
    work.changed.fill([0.0; COORDINATES]);
    for (k, stepped) in stepped.iter().enumerate() {
        for side in work.sides[k].iter().flatten() {
            let change = side.change(stepped.lasting);
            work.changed[side.body()].iter_mut().zip(change).for_each(|(changed, change)| *changed += change);
        }
    }
    let mut grows = false;
    for (k, contact) in contacts.iter().enumerate() {
        if work.is_in[k] || work.sides[k].iter().all(Option::is_none) {
            continue;
        }
        let (gap, rest) = (work.gap[k], h - work.since[k]);
        let [driven, driven_at_end] = [work.since[k], h].map(|t| work.beside(k, contact, t)[0]);
        let start = relative(&work.sides[k], |body| work.free[body].velocity(work.since[k]))[0] + driven;
        let end = relative(&work.sides[k], |body| work.free[body].velocity(h))[0]
            + relative(&work.sides[k], |body| work.changed[body])[0]
            + driven_at_end;
        if gap >= 0.0 && gap + 0.5 * rest * (start + end) < -TOUCHING {
            work.is_in[k] = true;
            work.least[k] = until(gap, start, rest);
            grows = true;
        }
    }
    grows
}

/// Whether normal impulses v ≥ 0 that move nothing oppose the motion: Σ m_i·v_i = 0, m_i as in [`Bodies::moved_by_normals`], and q_n·v < 0
/// (docs/numerics.md step 27). In W_nn·v the mass of a body with next to no inertia would be rounding.
fn presses_without_end(w: &Bodies, q: &[f64]) -> Result<bool, Fault> {
    let count = w.contacts();
    let free = DVector::from_fn(count, |i, _| q[3 * i]);
    Ok(lemke::<nalgebra::Dyn>(&w.moved_by_normals(), &free)?.status == Status::NoSolution)
}
