//! A path through the inside of the cones to their solution: what starts the other methods where they do not find it
//! (docs/numerics.md step 27).

use crate::rigid::cones::equation::Equation;
use crate::rigid::cones::gauss_seidel::Iterate;
use crate::rigid::cones::newton::Room;
use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::per_contact::length;
use crate::rigid::cones::residual::{Contacts, norm, three};

/// x and z at the start, as so many times q; x in those of its contact.
const START_X: f64 = 1.0;
const START_Z: f64 = 10.0;
/// Share of the mean of x·z that is aimed at, on odd and on even steps.
const CENTRES: [f64; 2] = [0.3, 0.1];
/// Share of a step below which the border is too near: the next one aims at the whole mean, for all pairs the same.
const SHORT: f64 = 0.5;
/// Share of the way to the border that is gone.
const INSIDE: f64 = 0.95;
/// Steps at most, and steps in which the mean of x·z must fall to a share of what it was, or the path ends.
const STEPS: u32 = 100;
const STRIDE: u32 = 5;
const GETS_ON: f64 = 0.8;
/// μ that a contact has on the path at least: a cone with an inside.
const LEAST_MU: f64 = 1e-3;

type Three = [f64; 3];

/// (x·z, x_n·z_T + z_n·x_T), 0 if and only if vectors of the cone |x_T| ≤ x_n are orthogonal.
fn product(x: Three, z: Three) -> Three {
    [x[0] * z[0] + x[1] * z[1] + x[2] * z[2], x[0] * z[1] + z[0] * x[1], x[0] * z[2] + z[0] * x[2]]
}

/// The product with x as a matrix.
fn arrow(x: Three) -> [Three; 3] {
    [x, [x[1], x[0], 0.0], [x[2], 0.0, x[0]]]
}

fn times(m: &[Three; 3], x: Three) -> Three {
    m.map(|row| row[0] * x[0] + row[1] * x[1] + row[2] * x[2])
}

/// The t > 0 at which x + t·d leaves the cone |x_T| ≤ x_n: the smallest root of a·t² + 2·b·t + c.
fn border(x: Three, d: Three) -> f64 {
    let a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    let b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
    let c = x[0] * x[0] - x[1] * x[1] - x[2] * x[2];
    let mut nearest = if d[0] < 0.0 { -x[0] / d[0] } else { f64::INFINITY };
    let square = b * b - a * c;
    if square >= 0.0 {
        let sum = if b > 0.0 { -b - square.sqrt() } else { -b + square.sqrt() };
        for root in [sum / a, c / sum] {
            if root > 0.0 && root < nearest {
                nearest = root;
            }
        }
    }
    nearest
}

/// One contact on the path, in the cone |x_T| ≤ x_n: x = (μ·p_n, p_T), z, and y = (u_n/μ + |u_T|, u_T) that z is to be.
struct Pair {
    mu: f64,
    x: Three,
    z: Three,
    /// y − z
    defect: Three,
    /// dy/du
    change: [Three; 3],
}

/// Follows x∘z = σ·(1, 0, 0), y(x) = z with falling σ by Newton's method from far inside, until the natural map is at most `target` [m/s]
/// or it does not get on: Newton's method does the rest. `z` is room for z. The steps.
///
/// y_n has the term |u_T|, after De Saxcé, and its derivative is taken along: where the path goes there is slip.
pub fn follow<W: Delassus>(
    contacts: &Contacts<W>,
    Iterate { p, state }: &mut Iterate,
    z: &mut [f64],
    room: &mut Room,
    target: f64,
) -> u32 {
    let Contacts { w, q, local } = contacts;
    let count = local.len();
    let mu = |k: usize| local[k].mu.max(LEAST_MU);
    let size = norm(q) / (count as f64).sqrt();
    p.fill(0.0);
    z.fill(0.0);
    for (k, local) in local.iter().enumerate().filter(|(_, local)| local.largest > 0.0) {
        p[3 * k] = START_X * size / (local.largest * mu(k));
        z[3 * k] = START_Z * size;
    }
    let is_on = |k: usize| local[k].largest > 0.0;
    let pair = |p: &[f64], z: &[f64], state: &[f64], k: usize| {
        let (mu, p, z, u) = (mu(k), three(p, k), three(z, k), contacts.velocity(state, k));
        let slip = length(u[1], u[2]);
        let d = if slip > 0.0 { [u[1] / slip, u[2] / slip] } else { [0.0; 2] };
        Pair {
            mu,
            x: [mu * p[0], p[1], p[2]],
            z,
            defect: [u[0] / mu + slip - z[0], u[1] - z[1], u[2] - z[2]],
            change: [[1.0 / mu, d[0], d[1]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        }
    };
    if !room.equations.prepare(*w) {
        return 0;
    }
    let mut moved = 0;
    for k in (0..count).filter(|k| is_on(*k)) {
        room.active[moved] = k;
        moved += 1;
    }
    let (mut factor, mut before) = (1.0, f64::INFINITY);
    for step in 0..STEPS {
        contacts.set_state(p, state);
        if contacts.natural(p, state) <= target {
            return step;
        }
        let mut gap = 0.0;
        for k in (0..count).filter(|k| is_on(*k)) {
            let pair = pair(p, z, state, k);
            gap += product(pair.x, pair.z)[0] / count as f64;
        }
        if step % STRIDE == STRIDE - 1 {
            if gap > GETS_ON * before {
                return step;
            }
            before = gap;
        }
        let aim = if factor < SHORT { gap } else { CENTRES[step as usize % 2] * gap };
        let equation = |k: usize| {
            let Pair { mu, x, z, defect, change } = pair(p, z, state, k);
            let (have, lacks) = (product(x, z), product(x, defect));
            let (of_x, of_z) = (arrow(x), arrow(z));
            Equation {
                ahead: of_x.map(|row| [0, 1, 2].map(|c| (0..3).map(|i| row[i] * change[i][c]).sum())),
                own: of_z.map(|row| [mu * row[0], row[1], row[2]]),
                right: [0, 1, 2].map(|r| if r == 0 { aim } else { 0.0 } - have[r] - lacks[r]),
            }
        };
        let Room { equations, active, trial, .. } = room;
        if !equations.solve(*w, &active[..moved], &equation, trial) {
            return step;
        }
        room.step.fill(0.0);
        for (at, &k) in room.active[..moved].iter().enumerate() {
            room.step[3 * k..3 * k + 3].copy_from_slice(&room.trial[3 * at..3 * at + 3]);
        }
        room.trial.fill(0.0);
        contacts.set_state(room.step, room.trial_state);
        factor = 1.0;
        for k in (0..count).filter(|k| is_on(*k)) {
            let Pair { mu, x, z, defect, change } = pair(p, z, state, k);
            let dp = three(room.step, k);
            let change = times(&change, w.velocity(k, room.trial_state));
            let dz = [0, 1, 2].map(|i| defect[i] + change[i]);
            factor = f64::min(factor, INSIDE * border(x, [mu * dp[0], dp[1], dp[2]]));
            factor = f64::min(factor, INSIDE * border(z, dz));
            room.trial[3 * k..3 * k + 3].copy_from_slice(&dz);
        }
        if !factor.is_finite() || !room.step.iter().chain(room.trial.iter()).all(|value| value.is_finite()) {
            return step;
        }
        p.iter_mut().zip(room.step.iter()).for_each(|(p, step)| *p += factor * step);
        z.iter_mut().zip(room.trial.iter()).for_each(|(z, step)| *z += factor * step);
    }
    STEPS
}
