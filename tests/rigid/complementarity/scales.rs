//! Units do not matter.

use super::oracle::assert_solved;
use super::*;
use crate::common::random::Random;

/// Regular and redundant contacts with friction of every sort of bound.
fn problems() -> Vec<Problem> {
    let mut random = Random(7);
    (0..40)
        .map(|number| {
            let n = 3 + number % 10;
            let mut j = random.matrix(n, n);
            if number % 2 == 1 {
                let row = j.row(0).into_owned();
                j.set_row(n - 1, &row);
            }
            let u = random.vector(n);
            let high = DVector::from_fn(n, |i, _| if i % 3 == 0 { f64::INFINITY } else { 0.3 });
            let low = DVector::from_fn(n, |i, _| if i % 3 == 0 { 0.0 } else { -0.3 });
            Problem { m: &j * j.transpose(), q: &j * u, low, high }
        })
        .collect()
}

fn in_units(problem: &Problem, matrix: f64, impulse: f64) -> Problem {
    Problem {
        m: &problem.m * matrix,
        q: &problem.q * (matrix * impulse),
        low: &problem.low * impulse,
        high: &problem.high * impulse,
    }
}

/// z = (0, 5.341, 0) solves it for every large element: what is not found is not proven away, however large that is; where it leaves of the others
/// less than numbers hold, that is said.
#[test]
fn a_large_element_proves_nothing() {
    for large in [1e3, 1e10, 1e12, 1e13, 1e14, 1e15, 1e50, 1e150] {
        let m = DMatrix::from_row_slice(3, 3, &[0.0278, 0.0507, 0.0593, 0.0507, 0.0923, 0.1080, 0.0593, large, 0.1264]);
        let found = lemke(&m, &DVector::from_row_slice(&[-0.192, -0.493, -0.4287])).unwrap();
        assert_ne!(found.status, Status::NoSolution, "{large:e}");
    }
    let m = DMatrix::from_row_slice(2, 2, &[1e300, 0.0, 0.0, 1e-10]);
    let refused = lemke(&m, &DVector::from_row_slice(&[-1.0, -1.0])).unwrap_err();
    assert!(refused.to_string().contains("M, by its largest element"), "{refused}");
}

#[test]
fn powers_of_two_change_no_bit() {
    for problem in problems() {
        let (bounded, lemke) = (problem.bounded(), problem.lemke());
        for (m, z) in [(30, 0), (-30, 0), (0, 40), (0, -40), (-29, 39), (31, -41), (2, 1), (-3, 7)] {
            let (m, z) = (2f64.powi(m), 2f64.powi(z));
            let other = in_units(&problem, m, z);
            for (known, found) in [(&bounded, other.bounded()), (&lemke, other.lemke())] {
                assert_eq!(found.status, known.status);
                assert_eq!(found.z, &known.z * z);
                assert_eq!(found.w, &known.w * (m * z));
                assert_eq!((found.residual, found.pivots), (known.residual, known.pivots));
            }
        }
    }
}

#[test]
fn powers_of_ten_change_only_the_rounding() {
    for problem in problems() {
        let known = problem.bounded();
        for (m, z) in [(1e-9, 1.0), (1e9, 1.0), (1.0, 1e-12), (1.0, 1e12), (1e-9, 1e12), (1e9, 1e-12)] {
            let other = in_units(&problem, m, z);
            let found = other.bounded();
            assert_solved("in other units", &other, &found);
            assert_solved(
                "in other units",
                &Problem { low: &other.low * 0.0, high: other.high.map(|_| f64::INFINITY), ..other.clone() },
                &other.lemke(),
            );
            // conditions up to 1e6 of these matrices, times the rounding of the factors
            let near = (&found.w / (m * z) - &known.w).amax() <= 1e-9 * (1.0 + known.w.amax());
            assert!(near, "{} instead of {}", &found.w / (m * z), known.w);
        }
    }
}

/// Impulses of one contact in N·s, of another in mN·s: z = D·z', M' = D·M·D.
#[test]
fn units_of_single_unknowns_do_not_matter() {
    let mut random = Random(8);
    for problem in problems() {
        let known = problem.bounded();
        let n = problem.q.len();
        let d = DVector::from_fn(n, |_, _| 10f64.powi(random.below(13) as i32 - 6));
        let diagonal = DMatrix::from_diagonal(&d);
        let other = Problem {
            m: &diagonal * &problem.m * &diagonal,
            q: problem.q.component_mul(&d),
            low: problem.low.component_div(&d),
            high: problem.high.component_div(&d),
        };
        let found = other.bounded();
        assert_solved("in mixed units", &other, &found);
        assert!((found.w.component_div(&d) - &known.w).amax() <= 1e-9 * (1.0 + known.w.amax()));
    }
}
