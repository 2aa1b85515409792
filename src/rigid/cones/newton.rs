//! Newton's method on the cones: the semismooth system of Alart and Curnier (docs/numerics.md step 27).

use crate::rigid::cones::equation::Equation;
use crate::rigid::cones::equations::Equations;
use crate::rigid::cones::gauss_seidel::Iterate;
use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::per_contact::{Local, length};
use crate::rigid::cones::residual::{Contacts, three};

/// Least share of a contact's largest eigenvalue that is added to its block in the matrix alone: where contacts are more than
/// the bodies can tell apart it leaves the impulses nearest to the last ones.
const PROXIMAL: f64 = 1e-6;
/// Iterations, and halvings of a step.
pub const ITERATIONS: u32 = 40;
const HALVINGS: u32 = 5;
/// Share of what a full step promises that a step must bring.
const DECREASE: f64 = 1e-3;
/// Values of the map of which none need be exceeded for a step to count.
const RECENT: usize = 4;
/// Share that the map must have fallen to each time patience is over.
const SLOW: f64 = 0.1;
/// By which the addition to the matrix falls after a step, and rises where there is none.
const EASED: f64 = 0.01;

/// What the iteration works in.
#[derive(Debug)]
pub struct Room<'a> {
    pub equations: Equations<'a>,
    pub step: &'a mut [f64],
    pub trial: &'a mut [f64],
    pub trial_state: &'a mut [f64],
    /// Contacts that press
    pub active: &'a mut [usize],
}

/// How the map of one contact changes: F = p − (what (p − ρ·u) becomes), dF = ahead·ρ·du + own·dp.
struct Piece {
    value: [f64; 3],
    ahead: [[f64; 3]; 3],
    own: [[f64; 3]; 3],
    presses: bool,
}

/// F_n = p_n − max(g, p_n − ρ·u_n) , F_T = p_T − Π(p_T − ρ·u_T) with Π on the disc of radius μ·max(g, p_n − ρ·u_n) ; ρ = 1/λ,
/// g the impulse that is given.
fn piece(local: &Local, p: [f64; 3], u: [f64; 3]) -> Piece {
    let mut piece = Piece { value: p, ahead: [[0.0; 3]; 3], own: [[0.0; 3]; 3], presses: false };
    let x = [0, 1, 2].map(|i| p[i] - u[i] / local.largest);
    let parts = x[0] <= local.pressed;
    if local.largest == 0.0 || (parts && local.pressed == 0.0) {
        (0..3).for_each(|i| piece.own[i][i] = 1.0);
        piece.value[0] -= local.pressed;
        return piece;
    }
    piece.presses = true;
    let reach = local.mu * x[0].max(local.pressed);
    let long = length(x[1], x[2]);
    piece.value = [0, 1, 2].map(|i| p[i] - x[i]);
    (0..3).for_each(|i| piece.ahead[i][i] = 1.0);
    if parts {
        piece.value[0] = p[0] - local.pressed;
        (piece.ahead[0][0], piece.own[0][0]) = (0.0, 1.0);
    }
    if long > reach {
        let d = [x[1] / long, x[2] / long];
        let across = reach / long;
        for i in 0..2 {
            piece.value[i + 1] = p[i + 1] - reach * d[i];
            if !parts {
                piece.ahead[i + 1][0] = local.mu * d[i];
                piece.own[i + 1][0] = -local.mu * d[i];
            }
            for j in 0..2 {
                let same = if i == j { 1.0 } else { 0.0 };
                piece.ahead[i + 1][j + 1] = across * (same - d[i] * d[j]);
                piece.own[i + 1][j + 1] = same - piece.ahead[i + 1][j + 1];
            }
        }
    }
    piece
}

/// √(Σλ²·|F|²) [m/s].
fn merit<W: Delassus>(contacts: &Contacts<W>, p: &[f64], state: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, local) in contacts.local.iter().enumerate() {
        let Piece { value, .. } = piece(local, three(p, k), contacts.velocity(state, k));
        sum += local.largest * local.largest * value.iter().map(|f| f * f).sum::<f64>();
    }
    sum.sqrt()
}

/// Iterates as long as the map falls below the largest of its last values, down to `target` [m/s]; the iterations. Where
/// no step is short enough for that, the addition to the matrix grows: steps turn towards those of single contacts. After
/// `patience` iterations the map must have fallen to [`SLOW`] of what it was, and again.
pub fn improve<W: Delassus>(
    contacts: &Contacts<W>,
    Iterate { p, state }: &mut Iterate,
    room: &mut Room,
    target: f64,
    patience: u32,
) -> u32 {
    if !room.equations.prepare(contacts.w) {
        return 0;
    }
    let mut value = merit(contacts, p, state);
    let mut recent = [0.0; RECENT];
    let (mut before, mut until) = (value, patience);
    let mut proximal = PROXIMAL;
    for iteration in 0..ITERATIONS {
        if iteration == until {
            if value > SLOW * before {
                return iteration;
            }
            (before, until) = (value, until + patience);
        }
        if value <= target || !direction(contacts, p, state, room, proximal) {
            return iteration;
        }
        let allowed = recent.iter().fold(value, |largest, value| f64::max(largest, *value));
        recent[iteration as usize % RECENT] = value;
        let mut factor = 1.0;
        let is_found = (0..=HALVINGS).any(|_| {
            for ((trial, p), step) in room.trial.iter_mut().zip(p.iter()).zip(room.step.iter()) {
                *trial = p + factor * step;
            }
            contacts.set_state(room.trial, room.trial_state);
            let next = merit(contacts, room.trial, room.trial_state);
            let falls = next <= (1.0 - DECREASE * factor) * allowed;
            if falls {
                value = next;
            }
            factor *= 0.5;
            falls
        });
        if is_found {
            p.copy_from_slice(room.trial);
            state.copy_from_slice(room.trial_state);
            proximal = (proximal * EASED).max(PROXIMAL);
        } else {
            proximal /= EASED;
            if proximal > 1.0 {
                return iteration;
            }
        }
    }
    ITERATIONS
}

/// Newton's step into `room.step`; false where there is none.
fn direction<W: Delassus>(contacts: &Contacts<W>, p: &[f64], state: &[f64], room: &mut Room, proximal: f64) -> bool {
    let Contacts { w, local, .. } = contacts;
    let mut count = 0;
    room.trial_state.fill(0.0);
    room.step.fill(0.0);
    for (k, local) in local.iter().enumerate() {
        let old = three(p, k);
        if piece(local, old, contacts.velocity(state, k)).presses {
            room.active[count] = k;
            count += 1;
        } else {
            let back = old.map(|p| -p);
            w.add(k, back, room.trial_state);
            room.step[3 * k..3 * k + 3].copy_from_slice(&back);
        }
    }
    let Room { equations, active, trial, trial_state, .. } = room;
    let equation = |i: usize| {
        let (local, u) = (&local[i], contacts.velocity(state, i));
        let Piece { value, ahead, own, .. } = piece(local, three(p, i), u);
        let known = w.velocity(i, trial_state);
        let mut equation = Equation { ahead, own, right: value.map(|value| -value) };
        for (r, row) in ahead.iter().enumerate() {
            for c in 0..3 {
                equation.right[r] -= row[c] * known[c] / local.largest;
                equation.own[r][c] += proximal * row[c];
                equation.ahead[r][c] /= local.largest;
            }
        }
        equation
    };
    if !equations.solve(*w, &active[..count], &equation, trial) {
        return false;
    }
    for (a, &i) in room.active[..count].iter().enumerate() {
        room.step[3 * i..3 * i + 3].copy_from_slice(&room.trial[3 * a..3 * a + 3]);
    }
    room.step.iter().all(|step| step.is_finite())
}
