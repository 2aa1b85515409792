//! The bound μ̄ of Theorem 1 (A) against all solutions of random problems in the plane.

use super::*;
use crate::common::random::Random;
use asperity::rigid::acceleration::all_accelerations;

pub fn planar(random: &mut Random, mu: impl Fn(&mut Random) -> f64) -> ContactProblem {
    let contacts = 1 + random.below(3);
    let rows = 2 * contacts;
    let j = random.matrix(rows, rows);
    let of = DVector::from_fn(contacts, |_, _| {
        let mu = mu(random);
        if random.chance(0.4) { sliding(mu, LINE, [random.signed(), 0.0, 0.0]) } else { rolling(mu, LINE) }
    });
    let a = &j * j.transpose() + DMatrix::identity(rows, rows) * 0.05;
    ContactProblem { a, b: random.vector(rows), contacts: of }
}

/// λ_min/‖A_T‖ with eigenvalues by another routine: the power method on A⁻¹ and on A_T·A_Tᵀ.
fn bound(a: &DMatrix<f64>) -> f64 {
    let largest = |apply: &dyn Fn(&DVector<f64>) -> DVector<f64>| {
        let mut x = DVector::from_fn(a.nrows(), |i, _| 1.0 + 0.1 * i as f64);
        let mut value = 0.0;
        for _ in 0..20_000 {
            let next = apply(&x);
            value = next.norm() / x.norm();
            x = &next / next.norm();
        }
        value
    };
    let inverse = a.clone().try_inverse().unwrap();
    let t = DMatrix::from_fn(a.nrows() / 2, a.ncols(), |i, j| a[(2 * i + 1, j)]);
    1.0 / largest(&|x| &inverse * x) / largest(&|x| t.tr_mul(&(&t * x))).sqrt()
}

#[test]
fn mu_bar_is_the_ratio_of_eigenvalues() {
    let mut random = Random(11);
    for _ in 0..30 {
        let of = planar(&mut random, |_| 0.1);
        let found = accelerations(&of).unwrap().certificate.mu_bar;
        let expected = bound(&of.a);
        assert!((found - expected).abs() <= 1e-8 * expected, "{found} instead of {expected}");
    }
}

#[test]
fn below_mu_bar_there_is_one_solution_and_far_above_none_to_several() {
    let mut random = Random(5);
    let mut counts = [[0; 6]; 2];
    for _ in 0..4000 {
        let mut of = planar(&mut random, |_| 0.0);
        let mu_bar = accelerations(&of).unwrap().certificate.mu_bar;
        for (row, factor) in [0.999, 30.0].into_iter().enumerate() {
            of.contacts.iter_mut().for_each(|contact| contact.mu = factor * mu_bar);
            let all = all_accelerations(&of, 100).unwrap();
            assert!(all.complete);
            all.found.iter().for_each(|solution| assert!(judge::violation(&of, &solution.c) <= 1e-8));
            counts[row][all.found.len()] += 1;
            let outcome = accelerations(&of).unwrap();
            assert_eq!(outcome.verdict == Verdict::Solved, !all.found.is_empty(), "{of:?}\n{outcome:?}");
            assert!(matches!(outcome.verdict, Verdict::Solved | Verdict::NoSolution(_)), "{outcome:?}");
        }
    }
    println!("{counts:?}");
    assert_eq!(counts[0], [0, 4000, 0, 0, 0, 0]);
    assert!(counts[1][0] > 50 && counts[1][1] > 2000 && counts[1][2..].iter().sum::<i32>() > 50, "{counts:?}");
}
