//! Problems with compliance and a given slip, one after the other: each is convex and is solved from anywhere
//! (docs/numerics.md step 27).
//!
//! With p⁰ and s = μ·|u_T| of the last one,  p = Π_K(p⁰ − (u + (s, 0, 0))/R),  R = ε·λ of each contact. In u = W·π + q that is the minimum of
//! ½·π·W·π + Σ½·R·|p|², found by Newton's steps of dπ = p − π + (dp/du)·W·dπ, each as long as that function falls.

use crate::rigid::cones::equation::Equation;
use crate::rigid::cones::gauss_seidel::Iterate;
use crate::rigid::cones::newton::Room;
use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::per_contact::{Local, length};
use crate::rigid::cones::residual::{Contacts, put_in, three};

/// Newton's steps of one problem, and trials of a length.
const STEPS: u32 = 12;
const TRIALS: u32 = 12;
/// Share of the slope at the start that counts as the lowest point.
const LEVEL: f64 = 0.1;
/// Share of what the problem before was missed by that a problem is solved to.
const INNER: f64 = 0.05;
/// Steps that follow the slip, halvings of one, and share of the square of what is missed by which a whole one must fall.
const FOLLOWED: u32 = 8;
const HALVINGS: u32 = 4;
const FALLS: f64 = 0.1;
/// Shares of the first square at which they end, and up to which they have got on.
const DONE: f64 = 1e-16;
const FOLLOWS: f64 = 1e-4;

/// p of a contact, and −R·dp/du.
struct Near {
    p: [f64; 3],
    slope: [[f64; 3]; 3],
}

/// The nearest point of the cone, cut off below what is given, and how it moves with `y`.
fn near(local: &Local, y: [f64; 3]) -> Near {
    let (mu, p) = (local.mu, put_in(local, y));
    let mut slope = [[0.0; 3]; 3];
    let long = length(y[1], y[2]);
    if p == y {
        (0..3).for_each(|i| slope[i][i] = 1.0);
        return Near { p, slope };
    }
    let reach = mu * p[0];
    if p == [0.0; 3] {
        return Near { p, slope };
    }
    let is_cut = local.pressed > 0.0 && p[0] == local.pressed;
    if is_cut && long <= reach {
        (slope[1][1], slope[2][2]) = (1.0, 1.0);
        return Near { p, slope };
    }
    let d = if long > 0.0 { [y[1] / long, y[2] / long] } else { [0.0; 2] };
    let along = if is_cut { 0.0 } else { 1.0 / (1.0 + mu * mu) };
    let turns = if long > 0.0 { reach / long } else { 0.0 };
    slope[0][0] = along;
    for i in 0..2 {
        slope[0][i + 1] = along * mu * d[i];
        slope[i + 1][0] = slope[0][i + 1];
        for j in 0..2 {
            let same = if i == j { 1.0 } else { 0.0 };
            slope[i + 1][j + 1] = along * mu * mu * d[i] * d[j] + turns * (same - d[i] * d[j]);
        }
    }
    Near { p, slope }
}

/// Newton's steps of a problem, and whether the solutions with given slip and with its own were reached.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub steps: u32,
    pub is_reached: bool,
    pub is_followed: bool,
}

/// One problem from the impulses as they are, which are p⁰ in `before`; s of their slip in `slip`. Where it is to be followed Newton's
/// steps in which s is that of the problem's own slip go on from its solution.
pub fn solve<W: Delassus>(
    contacts: &Contacts<W>,
    Iterate { p, state }: &mut Iterate,
    (before, slip): (&mut [f64], &mut [f64]),
    room: &mut Room,
    compliance: f64,
    follows: bool,
) -> Solved {
    let Contacts { w, local, .. } = *contacts;
    let count = local.len();
    if !room.equations.prepare(w) {
        return Solved { steps: 0, is_reached: false, is_followed: false };
    }
    contacts.set_state(p, state);
    before.copy_from_slice(p);
    let mut moving = 0;
    for (k, local) in local.iter().enumerate() {
        let u = contacts.velocity(state, k);
        slip[3 * k] = local.mu * length(u[1], u[2]);
        if local.largest > 0.0 {
            room.active[moving] = k;
            moving += 1;
        }
    }
    // p of a contact for the velocity u
    let at = |before: &[f64], slip: &[f64], k: usize, u: [f64; 3]| {
        let r = 1.0 / (compliance * local[k].largest);
        let p = three(before, k);
        near(&local[k], [p[0] - r * (u[0] + slip[3 * k]), p[1] - r * u[1], p[2] - r * u[2]])
    };
    let (mut first, mut steps, mut is_reached) = (0.0, 0, false);
    for step in 0..STEPS {
        steps = step;
        let mut missed = 0.0;
        for &k in &room.active[..moving] {
            let (found, own) = (at(before, slip, k, contacts.velocity(state, k)).p, three(p, k));
            let scale = local[k].largest;
            missed += (0..3).map(|i| (scale * (found[i] - own[i])).powi(2)).sum::<f64>();
        }
        if step == 0 {
            first = missed;
        }
        is_reached = missed <= INNER * INNER * first * compliance || missed == 0.0;
        if is_reached {
            break;
        }
        let Room { equations, active, trial, trial_state, step: direction } = &mut *room;
        let equation = |k: usize| {
            let Near { p: found, slope } = at(before, slip, k, contacts.velocity(state, k));
            let (r, own) = (1.0 / (compliance * local[k].largest), three(p, k));
            let mut identity = [[0.0; 3]; 3];
            (0..3).for_each(|i| identity[i][i] = 1.0);
            Equation {
                ahead: slope.map(|row| row.map(|element| r * element)),
                own: identity,
                right: [0, 1, 2].map(|i| found[i] - own[i]),
            }
        };
        if !equations.solve(w, &active[..moving], &equation, trial) {
            break;
        }
        direction.fill(0.0);
        for (place, &k) in active[..moving].iter().enumerate() {
            direction[3 * k..3 * k + 3].copy_from_slice(&trial[3 * place..3 * place + 3]);
        }
        contacts.set_state(direction, trial_state);
        // of the function along the direction
        let slope = |t: f64| {
            let mut sum = 0.0;
            for &k in &active[..moving] {
                let (u, du) = (contacts.velocity(state, k), w.velocity(k, trial_state));
                let found = at(before, slip, k, [0, 1, 2].map(|i| u[i] + t * du[i])).p;
                sum += (0..3).map(|i| du[i] * (p[3 * k + i] + t * direction[3 * k + i] - found[i])).sum::<f64>();
            }
            sum
        };
        let start = slope(0.0);
        let (mut low, mut high, mut t) = ((0.0, start), (f64::INFINITY, 0.0), 1.0);
        for _ in 0..TRIALS {
            let value = slope(t);
            if value.abs() <= LEVEL * start.abs() || start >= 0.0 {
                break;
            }
            if value < 0.0 {
                low = (t, value);
            } else {
                high = (t, value);
            }
            if high.0.is_infinite() {
                break;
            }
            let share = (-low.1 / (high.1 - low.1)).clamp(0.1, 0.9);
            t = low.0 + (high.0 - low.0) * share;
        }
        for i in 0..3 * count {
            p[i] += t * direction[i];
        }
        contacts.set_state(p, state);
    }
    finish(contacts, p, state, |k, u| at(before, slip, k, u).p);
    if !follows {
        return Solved { steps, is_reached, is_followed: false };
    }
    let (followed, is_followed) = follow_slip(contacts, &mut Iterate { p, state }, before, room, moving, compliance);
    Solved { steps: steps + followed, is_reached, is_followed }
}

/// Goes on from the solution with s = μ·|u_T| of the same problem, by Newton's steps as long as they bring it nearer.
fn follow_slip<W: Delassus>(
    contacts: &Contacts<W>,
    Iterate { p, state }: &mut Iterate,
    before: &[f64],
    room: &mut Room,
    moving: usize,
    compliance: f64,
) -> (u32, bool) {
    let Contacts { w, local, .. } = *contacts;
    let at = |k: usize, u: [f64; 3]| {
        let (r, mu) = (1.0 / (compliance * local[k].largest), local[k].mu);
        let (p, slip) = (three(before, k), length(u[1], u[2]));
        let d = if slip > 0.0 { [u[1] / slip, u[2] / slip] } else { [0.0; 2] };
        (near(&local[k], [p[0] - r * (u[0] + mu * slip), p[1] - r * u[1], p[2] - r * u[2]]), [mu * d[0], mu * d[1]])
    };
    let missed = |p: &[f64], state: &[f64]| {
        let mut sum = 0.0;
        for (k, local) in local.iter().enumerate().filter(|(_, local)| local.largest > 0.0) {
            let found = at(k, contacts.velocity(state, k)).0.p;
            sum += (0..3).map(|i| (local.largest * (found[i] - p[3 * k + i])).powi(2)).sum::<f64>();
        }
        sum
    };
    let first = missed(p, state);
    let mut value = first;
    for step in 0..FOLLOWED {
        if value <= DONE * first {
            finish(contacts, p, state, |k, u| at(k, u).0.p);
            return (step, true);
        }
        let Room { equations, active, trial, trial_state, step: direction } = &mut *room;
        let equation = |k: usize| {
            let (Near { p: found, slope }, d) = at(k, contacts.velocity(state, k));
            let (r, own) = (1.0 / (compliance * local[k].largest), three(p, k));
            let mut identity = [[0.0; 3]; 3];
            (0..3).for_each(|i| identity[i][i] = 1.0);
            Equation {
                ahead: slope.map(|row| [r * row[0], r * (row[1] + row[0] * d[0]), r * (row[2] + row[0] * d[1])]),
                own: identity,
                right: [0, 1, 2].map(|i| found[i] - own[i]),
            }
        };
        if !equations.solve(w, &active[..moving], &equation, trial) {
            return (step, false);
        }
        direction.copy_from_slice(p);
        for (place, &k) in active[..moving].iter().enumerate() {
            (0..3).for_each(|i| direction[3 * k + i] += trial[3 * place + i]);
        }
        let mut factor = 1.0;
        let is_found = (0..=HALVINGS).any(|_| {
            contacts.set_state(direction, trial_state);
            let next = missed(direction, trial_state);
            let falls = next <= (1.0 - FALLS * factor) * value;
            if falls {
                value = next;
            } else {
                factor *= 0.5;
                direction.iter_mut().zip(p.iter()).for_each(|(trial, p)| *trial = 0.5 * (*trial + p));
            }
            falls
        });
        if !is_found {
            return (step + 1, false);
        }
        p.copy_from_slice(direction);
        state.copy_from_slice(trial_state);
    }
    finish(contacts, p, state, |k, u| at(k, u).0.p);
    (FOLLOWED, value <= FOLLOWS * first)
}

/// Puts the impulses where their problem has them: into the cones.
fn finish<W: Delassus>(
    contacts: &Contacts<W>,
    p: &mut [f64],
    state: &mut [f64],
    at: impl Fn(usize, [f64; 3]) -> [f64; 3],
) {
    for (k, local) in contacts.local.iter().enumerate() {
        if local.largest > 0.0 {
            let found = at(k, contacts.velocity(state, k));
            p[3 * k..3 * k + 3].copy_from_slice(&found);
        }
    }
    contacts.set_state(p, state);
}
