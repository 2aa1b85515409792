//! The impacts of a step, in the order of their times (docs/numerics.md step 34).

use crate::rigid::Fault;
use crate::rigid::impact::{Impacts, Simultaneous, Struck};
use crate::rigid::multibody::motion::relative;
use crate::rigid::multibody::work::Work;
use crate::rigid::multibody::{Contact, Outcome, Stepped};
use crate::rigid::time_stepping::{Approach, aim};
use nalgebra::DVector;

/// Impacts one after the other that a contact may have in a step; what is struck later is met in the next step.
const MOST: u32 = 64;
/// Share of a step in which impacts of a body are at one time.
const TOGETHER: f64 = 1e-9;
/// The same of a step that is made in parts, as what is struck a little early does not overlap; steps are cut to no shorter parts.
pub const AT_ONCE: f64 = 0.015_625;
/// Gap up to which bodies touch [m].
pub const TOUCHING: f64 = 1e-10;
/// Gap that is no distance [m].
pub const CLOSE: f64 = 1e-7;

/// Strikes contacts until none is left: in each round the first ones of all that may reach each other, as what an earlier impact throws at others may
/// meet them before.
pub fn strike(
    work: &mut Work,
    impacts: &mut Impacts,
    contacts: &[Contact],
    stepped: &mut [Stepped],
    h: f64,
    outcome: &mut Outcome,
) -> Result<(), Fault> {
    while find(work, contacts, h) {
        let count = gather(work, contacts, h);
        // each round strikes something, or the next one would not either
        if count == 0 {
            break;
        }
        let islands = work.sort(count);
        for island in 0..islands {
            let mut found = solve(work, impacts, island)?;
            if work.is_jammed(island, h) && stop_turning(work, contacts, island) {
                found = solve(work, impacts, island)?;
            }
            // of one contact alone
            let first = work.islands.range(island).start;
            work.problem.dissipated_friction[work.islands.order()[first]] = found.dissipated_friction;
            outcome.residual = outcome.residual.max(found.residual);
            outcome.dissipated += found.dissipated;
            outcome.is_cut |= found.kept < 1.0;
            outcome.impacts += 1;
        }
        work.sort_back();
        apply(work, contacts, count, stepped, h);
    }
    Ok(())
}

/// The impulses of an island.
fn solve(work: &mut Work, impacts: &mut Impacts, island: usize) -> Result<Simultaneous, Fault> {
    let range = work.islands.range(island);
    let three = 3 * range.start..3 * range.end;
    impacts.set_scale(work.load_speed(island));
    impacts.simultaneous(
        &work.islands.part(island),
        &work.sorted.q.as_slice()[three.clone()],
        &work.sorted.struck.as_slice()[range],
        &mut work.sorted.p.as_mut_slice()[three],
    )
}

/// Where friction jams bodies, has none of an island close because it turns: what held it may have no answer to that. False if nothing does.
fn stop_turning(work: &mut Work, contacts: &[Contact], island: usize) -> bool {
    let mut is_stopped = false;
    for at in work.islands.range(island) {
        let from = work.islands.order()[at];
        let k = work.chosen[from];
        let t = work.problem.time[from];
        let turning = beside(work, &contacts[k], k, t);
        work.turned[k] = [0.0; 3];
        let still = beside(work, &contacts[k], k, t);
        for i in 0..3 {
            work.problem.q[3 * from + i] += still[i] - turning[i];
            work.sorted.q[3 * at + i] = work.problem.q[3 * from + i];
        }
        is_stopped |= turning != still;
    }
    is_stopped
}

/// When contact `k` closes next, and whether it does so too slowly to rebound; those that touch already last.
fn closes(work: &Work, contact: &Contact, k: usize, h: f64) -> Option<(f64, bool)> {
    let sides = &work.sides[k];
    sides.iter().flatten().next().filter(|_| work.strikes[k] < MOST)?;
    let since = work.last_impact(k);
    let gap = contact.gap + relative(sides, |body| work.held[body].way(since))[0] + work.beside_way(k, contact, since);
    let u = relative(sides, |body| work.held[body].velocity(since))[0] + work.beside(k, contact, since)[0];
    let b = relative(sides, |body| work.held[body].a)[0] + work.beside_rate(k, contact);
    let mut struck = None;
    let at = Approach {
        penetration: if gap.abs() <= TOUCHING { 0.0 } else { -gap },
        rate: -u,
        acceleration: -b,
        least_speed: contact.law.least_speed.max(work.slow(k, h.max(work.whole))),
        give_back: 0.0,
    };
    let touches = aim(
        &at,
        |after, _| {
            struck = Some((since + after, false));
            0.0
        },
        h - since,
    )?;
    // what comes to rest does it where it meets, and not a step later; what was at rest or has come to rest in this step goes on to be, unless it would
    // overlap
    let is_new = gap > CLOSE || touches.rate * h > CLOSE || contact.held.normal == 0.0 && !work.rests[k];
    let comes_to_rest = touches.rebound.is_none() && is_new && touches.rate > contact.law.least_speed;
    let (t, is_slow) = struck.or(comes_to_rest.then_some((since + touches.after, true)))?;
    // an impact does nothing about what closes as its normal turns on alone
    approaches(work, contact, k, t, is_slow).then_some((t, is_slow))
}

/// Whether an impact of contact `k` at the time `t` has something to stop.
fn approaches(work: &Work, contact: &Contact, k: usize, t: f64, comes_to_rest: bool) -> bool {
    let beside = struck_beside(work, contact, k, t, comes_to_rest)[0];
    -relative(&work.sides[k], |body| work.held[body].velocity(t))[0] - beside > contact.law.least_speed
}

/// Whether contact `k` of round bodies, which is to come to rest later, does it at the time `t` with what strikes its bodies then: it is nearer than the fastest
/// that comes to rest closes in [`AT_ONCE`] of the step.
fn comes_to_rest_beside(work: &Work, contact: &Contact, k: usize, t: f64, h: f64) -> bool {
    let may = work.whole == 0.0 && work.is_slow[k] && approaches(work, contact, k, t, true);
    may && gap_at(work, contact, k, t) <= AT_ONCE * h * work.slow(k, h)
}

/// Finds what is struck next, and when, of which only contacts that are `looked` at may have changed; false if nothing is.
pub fn find(work: &mut Work, contacts: &[Contact], h: f64) -> bool {
    let mut next = 0;
    while let Some(k) = work.looked.next(next) {
        let found = closes(work, &contacts[k], k, h);
        (work.time[k], work.is_slow[k]) = found.unwrap_or((f64::INFINITY, true));
        if found.is_some() {
            work.due.mark(k)
        } else {
            work.due.unmark(k)
        }
        next = k + 1;
    }
    work.earliest.fill(f64::INFINITY);
    work.first.fill(f64::INFINITY);
    next = 0;
    while let Some(k) = work.due.next(next) {
        for body in work.bodies(k) {
            let earliest = &mut work.earliest[body];
            *earliest = earliest.min(work.time[k]);
            let first = &mut work.first[work.reach[body]];
            *first = first.min(work.time[k]);
        }
        next = k + 1;
    }
    next > 0
}

/// The contacts that are struck in this round, with those at rest that are in touch with them, as a problem; their number. All that it may move are `looked` at
/// after it.
fn gather(work: &mut Work, contacts: &[Contact], h: f64) -> usize {
    work.is_reached.fill(false);
    work.rebounds.fill(false);
    let mut next = 0;
    while let Some(k) = work.looked.next(next) {
        (work.is_in[k], work.seen[k]) = (false, (f64::NAN, false));
        next = k + 1;
    }
    meet_at_once(work, contacts, h);
    next = 0;
    while let Some(k) = work.looked.next(next) {
        if work.is_in[k] {
            let is_slow = work.is_slow[k];
            for body in work.bodies(k) {
                work.is_reached[body] = true;
                work.rebounds[body] |= !is_slow;
                work.look_at(body);
            }
        }
        next = k + 1;
    }
    reach(work, contacts);
    let mut count = 0;
    next = 0;
    while let Some(k) = work.looked.next(next) {
        next = k + 1;
        if work.is_in[k] {
            choose(work, &contacts[k], k, count);
            count += 1;
        }
    }
    count
}

/// Takes in contacts at rest through which the impact reaches further bodies, and has them rebound with what they are in touch with.
fn reach(work: &mut Work, contacts: &[Contact]) {
    let mut next = 0;
    while let Some(k) = work.next_to_look(&mut next) {
        if work.time[k].is_finite() {
            continue;
        }
        let [a, b] = work.bodies(k);
        work.is_in[k] |= (work.is_reached[a] || work.is_reached[b]) && touches(work, &contacts[k], k);
        if !work.is_in[k] {
            continue;
        }
        let rebounds = work.rebounds[a] || work.rebounds[b];
        for body in [a, b] {
            if !work.is_reached[body] || rebounds && !work.rebounds[body] {
                (work.is_reached[body], work.rebounds[body]) = (true, rebounds);
                work.look_at(body);
            }
        }
    }
}

/// Makes contact `k` that of the number `at` of the problem.
fn choose(work: &mut Work, contact: &Contact, k: usize, at: usize) {
    let sides = work.sides[k];
    let t = time_of(work, k);
    let (u, beside) = (relative(&sides, |body| work.held[body].velocity(t)), beside(work, contact, k, t));
    work.chosen[at] = k;
    (work.problem.time[at], work.problem.dissipated_friction[at]) = (t, None);
    work.problem.sides[at] = sides;
    let rebounds = match work.time[k].is_finite() {
        true => !work.is_slow[k],
        false => work.bodies(k).into_iter().any(|body| work.rebounds[body]),
    };
    work.problem.struck[at] = Struck { mu: contact.law.mu, e: if rebounds { contact.law.e } else { 0.0 } };
    for i in 0..3 {
        work.problem.q[3 * at + i] = u[i] + beside[i];
        work.problem.p[3 * at + i] = 0.0;
    }
}

/// What the velocity of contact `k` has beside that of its bodies for an impact at the time `t`. What was pressed and comes to rest does so as its normal
/// turns on; of what rebounds no body has what turning adds.
fn struck_beside(work: &Work, contact: &Contact, k: usize, t: f64, comes_to_rest: bool) -> [f64; 3] {
    if comes_to_rest && contact.held.normal > 0.0 { work.beside(k, contact, t) } else { work.driven(k, contact, t) }
}

/// The same of one of a round.
fn beside(work: &Work, contact: &Contact, k: usize, t: f64) -> [f64; 3] {
    struck_beside(work, contact, k, t, work.time[k].is_finite() && work.is_slow[k])
}

/// Gap of contact `k` at the time `t` [m].
fn gap_at(work: &Work, contact: &Contact, k: usize, t: f64) -> f64 {
    contact.gap + relative(&work.sides[k], |body| work.held[body].way(t))[0] + work.beside_way(k, contact, t)
}

/// Whether contact `k`, which does not close, is in touch when an impact reaches it.
fn touches(work: &mut Work, contact: &Contact, k: usize) -> bool {
    let t = time_of(work, k);
    let (seen_at, touched) = work.seen[k];
    if t == seen_at {
        return touched;
    }
    let gap = gap_at(work, contact, k, t);
    let is_held = contact.held.normal > 0.0;
    let touches = gap <= if is_held { CLOSE } else { TOUCHING } || (is_held && contact.gap <= TOUCHING);
    work.seen[k] = (t, touches);
    touches
}

/// Which contacts are struck in this round: of all that may reach each other the first, and what would be struck right after it, at one time for all bodies
/// that an impact reaches through contacts at rest. Only contacts of such bodies are `looked` at.
fn meet_at_once(work: &mut Work, contacts: &[Contact], h: f64) {
    let at_once = if work.whole > 0.0 { AT_ONCE * work.whole } else { TOGETHER * h };
    // bodies that a contact joins are of one reach
    let is_first = |work: &Work, k: usize| {
        let [body, _] = work.bodies(k);
        work.time[k] <= work.first[work.reach[body]] + at_once
    };
    work.looked.clear();
    let mut next = 0;
    while let Some(k) = work.due.next(next) {
        next = k + 1;
        if is_first(work, k) {
            work.bodies(k).into_iter().for_each(|body| work.look_at(body));
        }
    }
    next = 0;
    while let Some(k) = work.next_to_look(&mut next) {
        let [a, b] = work.bodies(k);
        let since = work.earliest[a].min(work.earliest[b]).max(work.held[a].since).max(work.held[b].since);
        if work.time[k].is_finite() {
            // once struck a contact stays so, if others are then found to strike its bodies sooner
            if !(work.is_in[k] || is_first(work, k) || comes_to_rest_beside(work, &contacts[k], k, since, h)) {
                continue;
            }
            work.is_in[k] = true;
            work.time[k] = work.time[k].min(since);
        } else if !touches(work, &contacts[k], k) {
            continue;
        }
        for body in [a, b] {
            if since < work.earliest[body] {
                work.earliest[body] = since;
                work.look_at(body);
            }
        }
    }
}

/// When contact `k` is struck, or its bodies are.
fn time_of(work: &Work, k: usize) -> f64 {
    if work.time[k].is_finite() {
        return work.time[k];
    }
    let [a, b] = work.bodies(k);
    let since = work.held[a].since.max(work.held[b].since);
    let earliest = work.earliest[a].min(work.earliest[b]);
    if earliest.is_finite() { earliest.max(since) } else { since }
}

/// Gives the bodies their impulses. What held them before is gone where something rebounds.
fn apply(work: &mut Work, contacts: &[Contact], count: usize, stepped: &mut [Stepped], h: f64) {
    let three = |x: &DVector<f64>, at: usize| core::array::from_fn::<f64, 3, _>(|i| x[3 * at + i]);
    for at in 0..count {
        let (k, t) = (work.chosen[at], work.problem.time[at]);
        let impulse = work.world(k, three(&work.problem.p, at));
        if work.time[k].is_finite() {
            work.rests[k] = work.is_slow[k];
            (work.strikes[k], work.struck_at[k]) = (work.strikes[k] + 1, t);
            if !stepped[k].is_struck {
                (stepped[k].struck_after, stepped[k].approach) = (t, -work.problem.q[3 * at]);
                stepped[k].is_struck = true;
            }
        }
        for (i, impulse) in impulse.into_iter().enumerate() {
            stepped[k].impact[i] += impulse;
            stepped[k].moment[i] += (h - t) * impulse;
        }
        for side in work.sides[k].iter().flatten() {
            let change = side.change(three(&work.problem.p, at));
            let free = &mut work.free[side.body()];
            free.strike(&change, t);
            let held = &mut work.held[side.body()];
            held.strike(&change, t);
            if work.rebounds[side.body()] {
                held.go_on_with(&free.a, t);
            }
        }
    }
    for at in 0..count {
        let (k, t) = (work.chosen[at], work.problem.time[at]);
        let (p, before) = (three(&work.problem.p, at), three(&work.problem.q, at));
        let u = relative(&work.sides[k], |body| work.held[body].velocity(t));
        let (driven, beside) = (work.driven(k, &contacts[k], t), beside(work, &contacts[k], k, t));
        let part = |i: usize| 0.5 * p[i] * (before[i] + u[i] + (driven[i] + (driven[i] - beside[i])));
        let all = part(0) + part(1) + part(2);
        // mean velocities say nothing of a slip that turns
        let along =
            work.problem.dissipated_friction[at].map_or(part(0), |dissipated_friction| all + dissipated_friction);
        stepped[k].work[0] += along;
        stepped[k].work[1] += all - along;
    }
}
