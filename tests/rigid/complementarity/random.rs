//! 1e5 random problems of each form.

use super::oracle::residual;
use super::*;
use crate::common::random::Random;
use std::collections::BTreeMap;

/// How M and q come about; J has a row for each contact and M = J·Jᵀ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// J·Jᵀ + a diagonal, any q
    Definite,
    /// As many rows of J as unknowns: definite with a condition that may be bad, any q
    Square,
    /// Fewer columns than rows, q = J·u: velocities of bodies
    Semidefinite,
    /// The same, q = w − M·z of a solution chosen beforehand, and a skew part
    Skew,
    /// Every contact twice or more
    Redundant,
    /// A direction v that nothing resists, with q·v < 0
    Inconsistent,
}

const KINDS: [Kind; 6] =
    [Kind::Definite, Kind::Square, Kind::Semidefinite, Kind::Skew, Kind::Redundant, Kind::Inconsistent];

/// Mostly small: the share of the large ones is what the time allows.
fn size(random: &mut Random) -> usize {
    match random.below(100) {
        0..75 => 3 + random.below(8),
        75..90 => 11 + random.below(20),
        _ => 31 + random.below(30),
    }
}

/// Bounds of every sort.
fn bounds(random: &mut Random, problem: &mut Problem) {
    for i in 0..problem.q.len() {
        let (one, other) = (random.signed(), random.signed());
        (problem.low[i], problem.high[i]) = match random.below(8) {
            0 | 1 => (0.0, f64::INFINITY),
            2 => (f64::NEG_INFINITY, one),
            3 => (f64::NEG_INFINITY, f64::INFINITY),
            4 => (one, one),
            5 => (-one.abs(), one.abs()),
            _ => (one.min(other), one.max(other)),
        };
    }
}

/// A problem of this kind.
fn sample(random: &mut Random, kind: Kind, with_bounds: bool) -> Problem {
    let n = size(random);
    let columns = match kind {
        Kind::Definite | Kind::Square => n,
        _ => 1 + random.below(n - 1),
    };
    // whole numbers: products are exact, and so is what follows from them
    let whole = |element: f64| (1024.0 * element).round();
    let mut j = random.matrix(n, columns).map(whole);
    let u = random.vector(columns).map(whole);
    let mut v = DVector::zeros(n);
    match kind {
        Kind::Redundant => {
            let few = 1 + random.below(n / 2);
            for i in few..n {
                let row = j.row(random.below(few)).into_owned();
                j.set_row(i, &row);
            }
        }
        Kind::Inconsistent => {
            // v·J = 0, v of two elements or more
            let (mut sum, last) = (DVector::zeros(columns), random.below(n));
            for _ in 0..=random.below(n) {
                let i = (last + 1 + random.below(n - 1)) % n;
                if v[i] == 0.0 {
                    v[i] = 1.0 + random.below(3) as f64;
                    sum += v[i] * j.row(i).transpose();
                }
            }
            v[last] = 1.0;
            j.set_row(last, &-sum.transpose());
        }
        _ => {}
    }
    let mut m = &j * j.transpose();
    // as large as M
    let mut q = random.vector(n) * whole(whole(1.0));
    let mut problem = Problem::unilateral(m.clone(), q.clone());
    if with_bounds {
        bounds(random, &mut problem);
    }
    match kind {
        Kind::Definite => {
            for i in 0..n {
                m[(i, i)] += whole(1.0) * whole(0.01 + random.share());
            }
        }
        Kind::Square => {}
        Kind::Semidefinite | Kind::Redundant => q = &j * u,
        Kind::Skew => {
            let skew = random.matrix(n, n).map(|element| whole(element) * whole(1.0));
            m += &skew - skew.transpose();
            // a solution: z at a bound or between, w to match
            let (mut z, mut w) = (DVector::zeros(n), DVector::zeros(n));
            for i in 0..n {
                let (low, high) = (problem.low[i], problem.high[i]);
                let ends = [low, high].map(f64::is_finite);
                z[i] = match (random.below(3), ends) {
                    (0, [true, _]) => {
                        w[i] = whole(whole(random.share()));
                        low
                    }
                    (1, [_, true]) => {
                        w[i] = -whole(whole(random.share()));
                        high
                    }
                    (_, [true, true]) => low + random.share() * (high - low),
                    (_, [true, false]) => low + random.share(),
                    (_, [false, true]) => high - random.share(),
                    (_, [false, false]) => random.signed(),
                };
            }
            q = w - &m * z;
        }
        Kind::Inconsistent => {
            // nothing holds the unknowns of v back
            for i in (0..n).filter(|i| v[*i] > 0.0) {
                problem.high[i] = f64::INFINITY;
            }
            let excess = q.dot(&v) / v.dot(&v);
            q -= &v * (excess + whole(whole(0.01 + random.share())));
        }
    }
    (problem.m, problem.q) = (m, q);
    scaled(random, problem)
}

/// In units of its own, by powers of two that round nothing: M up to 2^±30, z up to 2^±40.
fn scaled(random: &mut Random, mut problem: Problem) -> Problem {
    let mut power = |reach: usize| 2f64.powi(random.below(2 * reach + 1) as i32 - reach as i32);
    let (matrix, impulse) = (power(30), power(40));
    problem.m *= matrix;
    problem.q *= matrix * impulse;
    problem.low *= impulse;
    problem.high *= impulse;
    problem
}

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    solved: usize,
    no_solution: usize,
    cycling: usize,
    worst: f64,
    pivots: u64,
}

/// Solves as many problems, a sixth of each kind: what has a solution is solved to 1e-12, what has none is told to have
/// none.
fn judge(seed: u64, with_bounds: bool, solve: impl Fn(&Problem) -> Solution<Dyn>) {
    const COUNT: usize = 100_000;
    let mut random = Random(seed);
    let mut tallies = BTreeMap::<Kind, Tally>::new();
    for number in 0..COUNT {
        let kind = KINDS[number % KINDS.len()];
        let problem = sample(&mut random, kind, with_bounds);
        let solution = solve(&problem);
        let tally = tallies.entry(kind).or_default();
        tally.pivots += u64::from(solution.pivots);
        match solution.status {
            Status::Solved => {
                tally.solved += 1;
                tally.worst = tally.worst.max(residual(&problem, &solution.z));
            }
            Status::NoSolution => tally.no_solution += 1,
            Status::Cycling => tally.cycling += 1,
        }
    }
    println!("{tallies:#?}");
    for (kind, tally) in &tallies {
        let of_kind = tally.solved + tally.no_solution + tally.cycling;
        let expected = if *kind == Kind::Inconsistent { tally.no_solution } else { tally.solved };
        assert!(of_kind >= COUNT / KINDS.len() && expected == of_kind && tally.worst <= 1e-12, "{kind:?}: {tally:?}");
    }
}

#[test]
fn lcp_of_every_kind_are_classified_by_lemke() {
    judge(1, false, Problem::lemke);
}

#[test]
fn lcp_of_every_kind_are_classified_by_the_bounded_solver() {
    judge(1, false, Problem::bounded);
}

#[test]
fn bounded_problems_of_every_kind_are_classified() {
    judge(2, true, Problem::bounded);
}
