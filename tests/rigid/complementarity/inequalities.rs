//! The programme with inequalities [WK91 eq. 2.11]: by hand, and the conditions of Kuhn and Tucker of random ones.

use super::*;
use crate::common::random::Random;
use asperity::rigid::complementarity::{ProgrammeSolution, programme};

fn solved(n: usize, q: &[f64], g: &[f64], h: &[f64], k: &[f64]) -> ProgrammeSolution {
    let matrix = |rows: usize, of: &[f64]| DMatrix::from_row_slice(rows, n, of);
    let vector = DVector::from_row_slice;
    programme(&matrix(n, q), &vector(g), &matrix(k.len(), h), &vector(k)).unwrap()
}

#[track_caller]
fn is(found: &DVector<f64>, expected: &[f64]) {
    assert!((found - DVector::from_row_slice(expected)).amax() <= 1e-14, "{found} instead of {expected:?}");
}

/// (x1 − 2)² + (x2 − 5)², halved: the nearest point of the triangle, and of the quadrant.
#[test]
fn the_nearest_point_of_a_triangle_follows_by_hand() {
    const ONE: [f64; 4] = [1.0, 0.0, 0.0, 1.0];
    let nearest = |h: &[f64], k: f64| solved(2, &ONE, &[-2.0, -5.0], h, &[k]);
    let found = nearest(&[1.0, 1.0], 3.0);
    assert_eq!((found.status, found.unique), (Status::Solved, true));
    is(&found.x, &[0.0, 3.0]);
    is(&found.multipliers, &[2.0]);
    let found = nearest(&[1.0, 1.0], 10.0);
    assert_eq!((found.status, found.unique), (Status::Solved, true));
    is(&found.x, &[2.0, 5.0]);
    is(&found.multipliers, &[0.0]);
    let found = nearest(&[1.0, 0.0], -1.0);
    assert_eq!((found.status, found.unique), (Status::NoSolution, false));
}

/// Flat valleys: what leaves x open, and what closes it.
#[test]
fn uniqueness_is_told_where_q_is_singular() {
    let flat = [1.0, 1.0, 1.0, 1.0];
    let found = solved(2, &flat, &[-2.0, -2.0], &[], &[]);
    assert_eq!((found.status, found.unique), (Status::Solved, false));
    assert!((found.x.sum() - 2.0).abs() <= 1e-14);
    for (g, h, k, unique) in [
        // x1 + x2 = 2 with x1 ≤ 3: a line
        ([-2.0, -2.0], vec![1.0, 0.0], vec![3.0], false),
        // 2·x1 + x2 ≤ 2 leaves the end (0, 2) alone, without a force
        ([-2.0, -2.0], vec![2.0, 1.0], vec![2.0], true),
        // the slope along the valley is held by x2 ≥ 0
        ([-2.0, -1.0], vec![], vec![], true),
        // x1 + x2 ≤ 1 pushes, but leaves its line open
        ([-2.0, -2.0], vec![1.0, 1.0], vec![1.0], false),
        // two rows that are one
        ([-2.0, -2.0], vec![1.0, 1.0, 2.0, 2.0], vec![1.0, 2.0], false),
    ] {
        let found = solved(2, &flat, &g, &h, &k);
        assert_eq!((found.status, found.unique), (Status::Solved, unique), "{g:?} {h:?} {k:?}: {}", found.x);
    }
    // a linear programme: a corner, an edge, and no end
    let linear = |g: [f64; 2], k: f64| solved(2, &[0.0; 4], &g, &[1.0, 1.0], &[k]);
    assert_eq!((linear([-2.0, -1.0], 1.0).unique, linear([-1.0, -1.0], 1.0).unique), (true, false));
    is(&linear([-2.0, -1.0], 1.0).x, &[1.0, 0.0]);
    assert_eq!(solved(2, &[0.0; 4], &[-1.0, 0.0], &[], &[]).status, Status::NoSolution);
    let nothing = solved(0, &[], &[], &[], &[]);
    assert_eq!((nothing.status, nothing.unique), (Status::Solved, true));
}

/// 0 ≤ x ⟂ Q·x + Hᵀ·u + g ≥ 0 and 0 ≤ u ⟂ K − H·x ≥ 0, element by element and relative to the terms, of 1e4 random
/// programmes, many with singular Q or without a solution; uniqueness where no inequality takes part.
#[test]
fn conditions_of_kuhn_and_tucker_hold_for_random_programmes() {
    let mut random = Random(29);
    let (mut solutions, mut open, mut inside) = (0, 0, 0);
    for number in 0..10_000 {
        let (n, m, rank) = (1 + number % 6, number % 5, random.below(7));
        let a = random.matrix(rank, n);
        let (q, h, k) = (a.tr_mul(&a), random.matrix(m, n), random.vector(m));
        // every third has a flat valley that may go through the quadrant
        let g = if number % 3 == 0 { &q * random.vector(n).map(|x| -x.abs()) } else { random.vector(n) };
        let found = programme(&q, &g, &h, &k).unwrap();
        assert_ne!(found.status, Status::Cycling, "{number}");
        if found.status == Status::NoSolution {
            continue;
        }
        let ProgrammeSolution { x, multipliers: u, unique, .. } = found;
        let conditions = |z: &DVector<f64>, w: DVector<f64>, size: DVector<f64>| {
            for i in 0..z.len() {
                assert!(z[i] >= 0.0 && z[i].min(w[i]).abs() <= 1e-12 * (size[i] + z[i]), "{number}: {} {}", z[i], w[i]);
            }
        };
        conditions(&x, &q * &x + h.tr_mul(&u) + &g, q.abs() * &x + h.abs().tr_mul(&u) + g.abs());
        conditions(&u, &k - &h * &x, h.abs() * &x + k.abs());
        solutions += 1;
        open += i32::from(!unique);
        // inside all inequalities x is open exactly along the directions that Q leaves alone
        let slack = &k - &h * &x;
        if x.iter().chain(&slack).all(|value| *value > 1e-6) {
            assert_eq!(unique, rank >= n, "{number}");
            inside += 1;
        }
    }
    assert!(solutions > 4000 && open > 0 && inside > 0, "{solutions} solved, {open} open, {inside} inside");
}

#[test]
fn programmes_that_cannot_be_are_refused_by_name() {
    let refused = |q: DMatrix<f64>, g: usize, h: DMatrix<f64>, k: f64| {
        programme(&q, &DVector::zeros(g), &h, &DVector::repeat(1, k)).unwrap_err().to_string()
    };
    let (one, row) = (DMatrix::identity(2, 2), DMatrix::from_row_slice(1, 2, &[1.0, 1.0]));
    for (error, words) in [
        (
            refused(-one.clone(), 2, row.clone(), 0.0),
            "Q is not positive semidefinite: elimination leaves -1.0 in row 0",
        ),
        (refused(one.clone(), 3, row.clone(), 0.0), "Q: 2 where 3 are needed"),
        (refused(one.clone(), 2, DMatrix::zeros(1, 3), 0.0), "columns of H: 3 where 2 are needed"),
        (refused(one.clone(), 2, DMatrix::zeros(2, 2), 0.0), "rows of H: 2 where 1 are needed"),
        (refused(one.clone(), 2, row.clone(), f64::NAN), "element 0 of K, counted from 0, is NaN"),
        (refused(one.clone(), 2, row * f64::INFINITY, 0.0), "element (0, 0) of H, counted from 0, is inf"),
        (refused(DMatrix::zeros(2, 3), 2, DMatrix::zeros(1, 2), 0.0), "columns of Q: 3 where 2 are needed"),
    ] {
        assert!(error.starts_with(words), "{error} instead of {words}");
    }
}
