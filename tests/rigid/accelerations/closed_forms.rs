//! A rod, and a block between walls.

use super::*;
use asperity::rigid::acceleration::{
    ConditionB, ContactSolution, Existence, Refutation, Uniqueness, all_accelerations,
};

/// Painlevé's rod: 1 kg, half length 1 m, tan θ = 2, rows n, t.
const ROD: [[f64; 2]; 2] = [[1.6, -1.2], [-1.2, 3.4]];

fn sliding_rod(mu: f64, b: [f64; 2]) -> ContactProblem {
    problem(ROD, b, &[sliding(mu, LINE, [-1.0, 0.0, 0.0])])
}

fn forces(outcome: &AccelerationOutcome) -> Vec<ContactSolution> {
    let mut all: Vec<_> = [&outcome.solution].into_iter().chain(outcome.others.iter()).cloned().collect();
    all.sort_by(|a, b| a.c[0].total_cmp(&b.c[0]));
    all
}

#[test]
fn painleve_rod_has_two_solutions_where_it_turns_fast() {
    let of = sliding_rod(8.0 / 3.0, [62.638_602_471, 36.224_301_236]);
    let outcome = solved(&of);
    let all = forces(&outcome);
    assert_eq!(all.len(), 2);
    assert_near(&all[0].c, &[0.0, 0.0], 1e-12);
    assert_near(&all[1].c, &[39.149_126_544_4, 104.397_670_785], 1e-9);
    assert!((all[1].a[1] - 344.197_430_051).abs() < 1e-6, "{all:?}");
    all.iter().for_each(|solution| judge::assert_solution(&of, solution));
    assert_eq!(outcome.certificate.uniqueness, Uniqueness::Refuted(2));
    assert_eq!(outcome.certificate.existence, Existence::NotGuaranteed);
    let text = "existence: not guaranteed; uniqueness: refuted (2 solutions follow)";
    assert_eq!(outcome.certificate.to_string(), text);
}

#[test]
fn painleve_rod_has_none_where_it_turns_slowly_and_that_is_proven() {
    let of = sliding_rod(8.0 / 3.0, [-8.915_572_809, 0.447_213_596]);
    let outcome = accelerations(&of).unwrap();
    // a_n = (1.6 − μ·1.2)·c_n + b_n: both are below 0
    let Verdict::NoSolution(Refutation::Virtual { v }) = &outcome.verdict else { panic!("{outcome:?}") };
    assert_near(v, &[1.0, 0.0], 1e-12);
    let all = all_accelerations(&of, 100).unwrap();
    assert!(all.complete && all.tried == 2 && all.found.is_empty(), "{all:?}");
}

#[test]
fn rod_with_less_friction_has_one_solution() {
    let outcome = solved(&sliding_rod(1.0, [-8.915_572_809, 0.447_213_596]));
    assert_near(&outcome.solution.c, &[22.288_932_022_5, 22.288_932_022_5], 1e-10);
    assert!(outcome.others.is_empty());
}

#[test]
fn rod_at_rest_has_three_solutions_or_one() {
    let of = problem(ROD, [1.0, -10.0], &[rolling(2.0, LINE)]);
    let outcome = solved(&of);
    let all = forces(&outcome);
    assert_eq!(all.len(), 3, "{all:?}");
    all.iter().for_each(|solution| judge::assert_solution(&of, solution));
    // apart; c_t = μ·c_n: c_n = 1/(1.2μ − 1.6), a_t < 0; held: a = 0
    assert_near(&all[0].c, &[0.0, 0.0], 1e-12);
    assert_near(&all[1].c, &[1.25, 2.5], 1e-12);
    let determinant = 1.6 * 3.4 - 1.2 * 1.2;
    assert_near(&all[2].c, &[(-3.4 + 12.0) / determinant, (16.0 - 1.2) / determinant], 1e-12);
    let states = |k: usize| all[k].states[0];
    assert_eq!(
        [states(0), states(1), states(2)],
        [ContactState::Separating, ContactState::Sliding, ContactState::Rolling]
    );
    assert_eq!(outcome.certificate.existence, Existence::ByA);
    assert!((outcome.certificate.mu_bar - 1.0 / 13f64.sqrt()).abs() < 1e-14, "{:?}", outcome.certificate);
    let outcome = solved(&problem(ROD, [1.0, -10.0], &[rolling(1.3, LINE)]));
    assert!(outcome.others.is_empty());
    assert_eq!(outcome.certificate.to_string(), "existence: by (A); uniqueness: not guaranteed");
    let outcome = solved(&problem(ROD, [1.0, -10.0], &[rolling(0.25, LINE)]));
    assert_eq!(
        outcome.certificate.to_string(),
        format!("existence: by (A); uniqueness: guaranteed (mu < {:?})", outcome.certificate.mu_bar)
    );
}

/// A block of 1 kg between two walls that face each other, rows n, t of each.
fn walls(b: [f64; 4]) -> ContactProblem {
    let a = [[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [-1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
    problem(a, b, &[rolling(0.5, LINE), rolling(0.5, LINE)])
}

#[test]
fn block_between_walls_falls_or_is_held_by_any_squeeze() {
    let of = walls([0.0, -9.81, 0.0, -9.81]);
    let outcome = solved(&of);
    let certificate = &outcome.certificate;
    assert_eq!((certificate.rank, certificate.rows), (2, 4));
    assert_eq!(certificate.existence, Existence::ByB);
    assert!(
        matches!(certificate.condition_b, ConditionB::Holds { min: Some(min) } if min.abs() < 1e-12),
        "{certificate:?}"
    );
    assert!(matches!(certificate.uniqueness, Uniqueness::Refuted(_)));
    let all = all_accelerations(&of, 100).unwrap();
    assert!(all.complete && all.tried == 16);
    all.found.iter().for_each(|solution| judge::assert_solution(&of, solution));
    let falls = all.found.iter().find(|solution| solution.c.amax() == 0.0).unwrap();
    assert_near(&falls.a, &[0.0, -9.81, 0.0, -9.81], 1e-14);
    // any squeeze s ≤ m·g/(2·μ) lets it fall more slowly
    let slower = falls.family.as_ref().unwrap();
    assert!(falls.family_moves);
    assert_near(slower, &[slower[0], 0.5 * slower[0], slower[0], 0.5 * slower[0]], 1e-12);
    // held by s ≥ m·g/(2·μ)
    let held: Vec<_> =
        all.found.iter().filter(|solution| solution.states.iter().all(|s| *s == ContactState::Rolling)).collect();
    assert!(!held.is_empty(), "{all:?}");
    for held in held {
        assert!(held.c[0] >= 9.81 - 1e-9 && held.c[0] == held.c[2], "{held:?}");
        assert_near(&held.a, &[0.0; 4], 1e-12);
    }
}

#[test]
fn walls_that_open_carry_nothing() {
    let outcome = solved(&walls([1.0, -9.81, 1.0, -9.81]));
    assert_eq!(outcome.solution.c, DVector::zeros(4));
    assert!(outcome.others.is_empty());
}

#[test]
fn walls_that_close_have_no_solution_and_that_is_proven() {
    let outcome = accelerations(&walls([-1.0, -9.81, -1.0, -9.81])).unwrap();
    let Verdict::NoSolution(Refutation::Virtual { v }) = &outcome.verdict else { panic!("{outcome:?}") };
    assert_near(v, &[0.5, 0.0, 0.5, 0.0], 1e-12);
    let ConditionB::Fails { c } = &outcome.certificate.condition_b else { panic!("{outcome:?}") };
    assert!((c[0] - 0.5).abs() < 1e-12 && (c[2] - 0.5).abs() < 1e-12, "{c:?}");
    let work = -c[0] - 9.81 * (c[1] + c[3]) - c[2];
    assert!((work + 1.0).abs() < 1e-12, "{work}");
    assert_eq!(outcome.certificate.existence, Existence::NotGuaranteed);
}

/// The same with balls: planes are added until the minimum is within them.
#[test]
fn walls_with_round_friction_limits_have_the_same_certificates() {
    let ball = || rolling(0.5, FrictionMap::Ellipsoid { e_t: 1.0, e_o: 1.0, e_r: None });
    let mut j = DMatrix::zeros(6, 3);
    for (row, column, sign) in [(0, 0, 1.0), (1, 1, 1.0), (2, 2, 1.0), (3, 0, -1.0), (4, 1, 1.0), (5, 2, 1.0)] {
        j[(row, column)] = sign;
    }
    let of = |closing: f64, pull: [f64; 2]| {
        let bias = DVector::from_row_slice(&[-closing, pull[0], pull[1], -closing, -pull[0], -pull[1]]);
        let contacts = DVector::from_row_slice(&[ball(), ball()]);
        let mass = DMatrix::identity(3, 3);
        ContactProblem::of_bodies(&j, &mass, &DVector::from_row_slice(&[0.0, -3.0, -4.0]), &bias, contacts).unwrap()
    };
    let outcome = accelerations(&of(0.0, [0.0, 0.0])).unwrap();
    assert!(matches!(outcome.certificate.condition_b, ConditionB::Holds { .. }), "{outcome:?}");
    assert_eq!(outcome.verdict, Verdict::Solved);
    let outcome = accelerations(&of(1.0, [0.0, 0.0])).unwrap();
    assert!(matches!(outcome.verdict, Verdict::NoSolution(Refutation::Virtual { .. })), "{outcome:?}");
    // walls that move against each other: min b·c over |c_T| ≤ μ·c_n = ½·μ is −2·|pull|·½·μ = −½·|pull|, at right angles
    // to none of the planes that come first
    let outcome = accelerations(&of(0.0, [0.3, -0.7])).unwrap();
    let ConditionB::Fails { c } = &outcome.certificate.condition_b else { panic!("{outcome:?}") };
    let work = of(0.0, [0.3, -0.7]).b.dot(c);
    assert!((work + 0.5 * 0.3f64.hypot(0.7)).abs() < 1e-9, "{work}");
}
