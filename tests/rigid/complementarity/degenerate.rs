//! Redundant contacts, contradictions, ties and long paths.

use super::oracle::assert_solved;
use super::*;
use crate::common::random::Random;
use std::cmp::Ordering;

const GRAVITY: f64 = 9.81;
const STEP: f64 = 1e-3;

/// A block of 2 kg, 0.4 × 0.3 × 0.2 m, on four feet at its lower corners; coordinates: velocity and angular velocity.
/// Rows: normal, tangents of each foot.
struct Block {
    /// J·M⁻¹·Jᵀ
    w: DMatrix<f64>,
    j: DMatrix<f64>,
    inverse: DVector<f64>,
}

const MASS: f64 = 2.0;

fn block() -> Block {
    let [a, b, c] = [0.2, 0.15, 0.1];
    let inertia = |x: f64, y: f64| MASS * (x * x + y * y) / 3.0;
    let inverse = DVector::from_vec(vec![
        1.0 / MASS,
        1.0 / MASS,
        1.0 / MASS,
        1.0 / inertia(b, c),
        1.0 / inertia(a, c),
        1.0 / inertia(a, b),
    ]);
    let feet = [[a, b], [-a, b], [-a, -b], [a, -b]];
    let rows: Vec<f64> = feet
        .iter()
        .flat_map(|[x, y]| {
            // direction e and ρ×e for ρ = (x, y, −c)
            [[0.0, 0.0, 1.0, *y, -x, 0.0], [1.0, 0.0, 0.0, 0.0, -c, -y], [0.0, 1.0, 0.0, c, 0.0, *x]]
        })
        .flatten()
        .collect();
    let j = DMatrix::from_row_slice(12, 6, &rows);
    Block { w: &j * DMatrix::from_diagonal(&inverse) * j.transpose(), j, inverse }
}

impl Block {
    /// Velocity after impulses z at the feet.
    fn after(&self, before: &DVector<f64>, z: &DVector<f64>) -> DVector<f64> {
        before + self.inverse.component_mul(&(self.j.transpose() * z))
    }

    fn bounded(&self, before: &DVector<f64>, friction: f64) -> Problem {
        let high = DVector::from_fn(12, |row, _| if row % 3 == 0 { f64::INFINITY } else { friction });
        let low = DVector::from_fn(12, |row, _| if row % 3 == 0 { 0.0 } else { -friction });
        Problem { m: self.w.clone(), q: &self.j * before, low, high }
    }
}

#[test]
fn a_block_on_four_feet_rests_with_undetermined_normal_forces() {
    let block = block();
    let falling = DVector::from_vec(vec![0.0, 0.0, -GRAVITY * STEP, 0.0, 0.0, 0.0]);
    // frictionless feet: W of rank 3
    let normals = [0, 3, 6, 9];
    let m = DMatrix::from_fn(4, 4, |i, k| block.w[(normals[i], normals[k])]);
    let problem = Problem::unilateral(m, DVector::repeat(4, -GRAVITY * STEP));
    for solution in [problem.lemke(), problem.bounded()] {
        assert_solved("four feet", &problem, &solution);
        let carried: f64 = solution.z.iter().sum();
        assert!((carried - MASS * GRAVITY * STEP).abs() <= 1e-12 * carried, "{carried}");
    }
    // all twelve rows, rank 6: it stands still, and stays so if it would slip slowly
    for slip in [0.0, 1e-3] {
        let mut before = falling.clone();
        before[0] = slip;
        let problem = block.bounded(&before, 1.0);
        let solution = problem.bounded();
        assert_solved("block with friction", &problem, &solution);
        let after = block.after(&before, &solution.z);
        assert!(after.amax() <= 1e-15, "{after}");
    }
}

#[test]
fn a_sliding_block_is_braked_by_the_friction_of_all_four_feet() {
    let block = block();
    let (mut before, friction) = (DVector::zeros(6), 1e-3);
    (before[0], before[2]) = (1.0, -GRAVITY * STEP);
    let problem = block.bounded(&before, friction);
    let solution = problem.bounded();
    assert_solved("sliding", &problem, &solution);
    let after = block.after(&before, &solution.z);
    assert!((after[0] - (1.0 - 4.0 * friction / MASS)).abs() <= 1e-14 && after[2].abs() <= 1e-15, "{after}");
    assert!([1, 4, 7, 10].iter().all(|row| solution.z[*row] == -friction), "{}", solution.z);
}

#[test]
fn contradictions_have_no_solution() {
    let walls = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
    let free = |problem: Problem| {
        let n = problem.q.len();
        Problem { low: DVector::repeat(n, f64::NEG_INFINITY), ..problem }
    };
    let vector = |values: &[f64]| DVector::from_row_slice(values);
    // nothing yields
    let still = Problem::unilateral(DMatrix::zeros(2, 2), vector(&[1.0, -1.0]));
    // two walls close in on a rigid body
    let jammed = Problem::unilateral(walls.clone(), vector(&[-1.0, -0.5]));
    for problem in [&still, &jammed] {
        assert_eq!(problem.lemke().status, Status::NoSolution);
        assert_eq!(problem.bounded().status, Status::NoSolution);
    }
    // one velocity is to have two values
    let twice = free(Problem::unilateral(DMatrix::repeat(2, 2, 1.0), vector(&[1.0, 2.0])));
    assert_eq!(twice.bounded().status, Status::NoSolution);
    // the same, and they agree
    let twice = free(Problem::unilateral(DMatrix::repeat(2, 2, 1.0), vector(&[2.0, 2.0])));
    assert_solved("the same row twice", &twice, &twice.bounded());
    // walls that give way
    let soft = Problem { high: DVector::repeat(2, 3.0), ..jammed };
    let solution = soft.bounded();
    assert_solved("soft walls", &soft, &solution);
    // both press as hard as they can
    assert_eq!((&solution.z, &solution.w), (&vector(&[3.0, 3.0]), &vector(&[-1.0, -0.5])));
    let still = Problem::unilateral(DMatrix::zeros(2, 2), vector(&[1.0, 0.0]));
    assert_solved("nothing to do", &still, &still.lemke());
}

#[test]
fn fixed_unknowns_stay_whatever_w_is() {
    let m = DMatrix::from_row_slice(2, 2, &[2.0, 1.0, 1.0, 2.0]);
    for (fixed, other) in [(0.5, 1.75), (-3.0, 3.5), (7.0, 0.0)] {
        let problem = Problem {
            m: m.clone(),
            q: DVector::from_row_slice(&[1.0, -4.0]),
            low: DVector::from_row_slice(&[fixed, 0.0]),
            high: DVector::from_row_slice(&[fixed, f64::INFINITY]),
        };
        let solution = problem.bounded();
        assert_solved("fixed", &problem, &solution);
        assert_eq!(solution.z, DVector::from_row_slice(&[fixed, other]));
    }
}

/// z_1 = 3 kept by a multiplier z_2 that has no diagonal element, as in the equations of motion with a constraint.
#[test]
fn unknowns_without_bounds_and_without_a_diagonal_are_solved() {
    // or one that rounding has left
    for (q, diagonal) in [(-5.0, 0.0), (0.0, 0.0), (4.0, 0.0), (4.0, 1e-17), (-5.0, 1e-30)] {
        let problem = Problem {
            m: DMatrix::from_row_slice(2, 2, &[1.0, -1.0, 1.0, diagonal]),
            q: DVector::from_row_slice(&[q, -3.0]),
            low: DVector::from_row_slice(&[0.0, f64::NEG_INFINITY]),
            high: DVector::repeat(2, f64::INFINITY),
        };
        let solution = problem.bounded();
        assert_solved("multiplier", &problem, &solution);
        assert!((&solution.z - DVector::from_row_slice(&[3.0, 3.0 + q])).amax() <= 1e-14, "{q}: {}", solution.z);
    }
}

/// Wilkinson's matrix: elements grow by 2^(n−1) in the elimination, so that its solution has a residual of some 1e-9.
#[test]
fn what_growing_elements_spoil_is_refined() {
    let n = 24;
    let m = DMatrix::from_fn(n, n, |i, j| match () {
        () if j + 1 == n || i == j => 1.0,
        () if i > j => -1.0,
        () => 0.0,
    });
    let mut random = Random(13);
    let q = random.vector(n);
    let infinite = DVector::repeat(n, f64::INFINITY);
    let problem = Problem { m, q, low: -&infinite, high: infinite };
    assert_solved("growing", &problem, &problem.bounded());
}

#[test]
fn an_empty_problem_is_solved() {
    let problem = Problem::unilateral(DMatrix::zeros(0, 0), DVector::zeros(0));
    assert_eq!((problem.lemke().status, problem.bounded().status), (Status::Solved, Status::Solved));
}

/// Lemke's path from the last of the least q_i, further ties to the first row, in numbers that this hardly rounds:
/// whether a basis returns.
fn cycles_with_the_first_row(problem: &Problem) -> bool {
    let n = problem.q.len();
    // row: value, z's columns, t's column; variable: z_i is i, w_i is n + i, t is 2n
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| [problem.q[i]].into_iter().chain((0..n).map(|j| problem.m[(i, j)])).chain([1.0]).collect())
        .collect();
    let (mut basic, mut nonbasic): (Vec<usize>, Vec<usize>) = ((n..2 * n).collect(), (0..n).chain([2 * n]).collect());
    let mut row = (0..n).rev().min_by(|a, b| rows[*a][0].total_cmp(&rows[*b][0])).unwrap();
    let (mut column, mut seen) = (n, Vec::new());
    loop {
        let pivot = rows[row][column + 1];
        let new: Vec<f64> =
            (0..n + 2).map(|k| if k == column + 1 { 1.0 / pivot } else { -rows[row][k] / pivot }).collect();
        for r in (0..n).filter(|r| *r != row) {
            let factor = rows[r][column + 1];
            for k in 0..n + 2 {
                rows[r][k] = if k == column + 1 { factor / pivot } else { rows[r][k] + factor * new[k] };
            }
        }
        rows[row] = new;
        let left = std::mem::replace(&mut basic[row], nonbasic[column]);
        nonbasic[column] = left;
        if left == 2 * n {
            return false;
        }
        let next = if left < n { left + n } else { left - n };
        column = nonbasic.iter().position(|variable| *variable == next).unwrap();
        let state = (basic.clone(), next);
        if seen.contains(&state) {
            return true;
        }
        seen.push(state);
        let blocking = |r: &usize| rows[*r][column + 1] < -1e-9;
        let ratio = |r: &usize| rows[*r][0] / -rows[*r][column + 1];
        let Some(nearest) = (0..n).filter(blocking).map(|r| ratio(&r)).min_by(f64::total_cmp) else {
            return false;
        };
        row = (0..n).filter(blocking).find(|r| ratio(r) <= nearest + 1e-9).unwrap();
    }
}

/// Found by a search among small whole numbers. All diagonal elements are equal and the largest, so that the solver's
/// units are those of the print.
#[test]
fn ties_that_cycle_without_the_lexicographic_rule_are_solved() {
    let m = [4.0, 3.0, 3.0, 4.0, 0.0, 4.0, 4.0, 2.0, 1.0, 0.0, 4.0, 4.0, 3.0, 1.0, 4.0, 4.0];
    let problem = Problem::unilateral(DMatrix::from_row_slice(4, 4, &m), DVector::repeat(4, -1.0));
    assert!(cycles_with_the_first_row(&problem));
    let solution = problem.lemke();
    assert_solved("ties", &problem, &solution);
    // straight on: every basis at most once, and the direct solution
    assert!(solution.pivots <= 17, "{}", solution.pivots);
}

/// After Murty (1978): M has 1 on and 15/8 above the diagonal, q_i = −(3^i + … + 3^(n−1)); the path visits all 2^n
/// bases. By hand: z_(n−1) = 3^(n−1), the others 0, and w_i = 15/8·3^(n−1) − (3^n − 3^i)/2 > 0.
#[test]
fn paths_of_exponential_length_are_left_for_another_method() {
    let power = |k: usize| 3f64.powi(k as i32);
    for n in 2..=16 {
        let m = DMatrix::from_fn(n, n, |i, j| match j.cmp(&i) {
            Ordering::Equal => 1.0,
            Ordering::Greater => 1.875,
            Ordering::Less => 0.0,
        });
        let q = DVector::from_fn(n, |i, _| -(i..n).map(power).sum::<f64>());
        let problem = Problem::unilateral(m, q);
        let solution = problem.lemke();
        assert_solved("exponential", &problem, &solution);
        let pivots = solution.pivots as usize;
        assert!((n > 8 || pivots >= 1 << n) && pivots <= 60 * (n + 1), "{n}: {pivots}");
        assert_eq!(solution.z, DVector::from_fn(n, |i, _| if i + 1 == n { power(i) } else { 0.0 }));
    }
}
