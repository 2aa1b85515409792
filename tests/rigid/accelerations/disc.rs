//! A disc of 2 kg, radius 0.1 m, on the ground, pulled and turned: A = diag(1/2, 1/2, 1/2, 100), μ = 0.4. Numbers that no
//! closed form gives were computed with another program.

use super::*;
use nalgebra::MatrixXx3;

const E_R: f64 = 1.0 / 15.0;

fn disc(force: [f64; 2], moment: f64, map: FrictionMap, motion: ContactMotion) -> ContactProblem {
    ContactProblem {
        a: DMatrix::from_diagonal(&DVector::from_row_slice(&[0.5, 0.5, 0.5, 100.0])),
        b: DVector::from_row_slice(&[-9.81, force[0] / 2.0, force[1] / 2.0, 100.0 * moment]),
        contacts: DVector::from_row_slice(&[RigidContact { mu: 0.4, map, motion }]),
    }
}

fn ellipsoid(e_t: f64, e_o: f64) -> FrictionMap {
    FrictionMap::Ellipsoid { e_t, e_o, e_r: Some(E_R) }
}

#[test]
fn pull_and_turn_within_the_limit_are_held() {
    let of = disc([5.0, 0.0], 0.4, ellipsoid(1.0, 1.0), ContactMotion::Rolling);
    let outcome = solved(&of);
    assert_near(&outcome.solution.c, &[19.62, -5.0, 0.0, -0.4], 1e-9);
    assert_eq!(outcome.solution.states.as_slice(), [ContactState::Rolling]);
    let used = judge::size(&of.contacts[0].map, &Vector3::new(5.0, 0.0, 0.4)) / (0.4 * 19.62);
    assert!((used - 0.995_189_816_0).abs() < 1e-9, "{used}");
}

#[test]
fn beyond_the_limit_friction_opposes_the_acceleration() {
    let outcome = solved(&disc([6.0, 0.0], 0.5, ellipsoid(1.0, 1.0), ContactMotion::Rolling));
    assert_near(&outcome.solution.c, &[19.62, -4.966_185_540_1, 0.0, -0.405_123_329_3], 1e-10);
    assert_near(&outcome.solution.a, &[0.0, 0.516_907_229_9, 0.0, 9.487_667_073_5], 1e-9);
    assert_eq!(outcome.solution.states.as_slice(), [ContactState::Sliding]);
    let outcome = solved(&disc([6.0, 4.0], 0.3, ellipsoid(1.0, 0.5), ContactMotion::Rolling));
    assert_near(&outcome.solution.c, &[19.62, -5.087_244_688_6, -2.328_720_470_1, -0.249_615_61], 1e-9);
    assert_near(&outcome.solution.a, &[0.0, 0.456_377_655_7, 0.835_639_765, 5.038_439_002_6], 1e-9);
}

#[test]
fn sliding_friction_opposes_slip_and_spin() {
    let motion = ContactMotion::Sliding { v: Vector3::new(0.3, 0.1, 5.0) };
    let outcome = solved(&disc([6.0, 4.0], 0.3, ellipsoid(1.0, 0.5), motion));
    let expected = [19.62, -5.217_704_891_3, -0.434_808_740_9, -0.386_496_658_6];
    assert_near(&outcome.solution.c, &expected, 1e-10);
}

#[test]
fn mixed_limits_hold_pull_and_turn_separately() {
    let mixed = FrictionMap::Mixed { e_t: 1.0, e_o: 1.0, e_r: E_R };
    let outcome = solved(&disc([6.0, 0.0], 0.5, mixed.clone(), ContactMotion::Rolling));
    assert_near(&outcome.solution.c, &[19.62, -6.0, 0.0, -0.5], 1e-10);
    assert_eq!(outcome.solution.states.as_slice(), [ContactState::Rolling]);
    // slip without spin leaves the moment to the acceleration: it holds up to e_r·μ·c_n, and no further
    let motion = ContactMotion::Sliding { v: Vector3::new(0.3, 0.4, 0.0) };
    let limit = 0.4 * 19.62;
    for (moment, held) in [(0.5, 0.5), (0.6, E_R * limit)] {
        let outcome = solved(&disc([6.0, 0.0], moment, mixed.clone(), motion));
        assert_near(&outcome.solution.c, &[19.62, -0.6 * limit, -0.8 * limit, -held], 1e-12);
    }
    // spin without slip leaves the pull
    let motion = ContactMotion::Sliding { v: Vector3::new(0.0, 0.0, -2.0) };
    let outcome = solved(&disc([6.0, 0.0], 0.1, mixed, motion));
    assert_near(&outcome.solution.c, &[19.62, -6.0, 0.0, E_R * limit], 1e-12);
}

/// |c_t| + |c_o| + |c_r|/e_r ≤ τ
fn octahedron() -> FrictionMap {
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    FrictionMap::Polyhedron { planes: MatrixXx3::from_fn(8, |i, k| sign(i & (1 << k)) * [1.0, 1.0, 1.0 / E_R][k]) }
}

#[test]
fn a_polyhedron_holds_along_its_edge() {
    let outcome = solved(&disc([6.0, 0.0], 0.5, octahedron(), ContactMotion::Rolling));
    assert_near(&outcome.solution.c, &[19.62, -3.340_235_294_1, 0.0, -0.300_517_647_1], 1e-10);
    assert_near(&outcome.solution.a, &[0.0, 1.329_882_352_9, 0.0, 19.948_235_294_1], 1e-9);
}

/// Slip at right angles to an edge: any friction on it resists slip equally; the acceleration decides.
#[test]
fn of_equal_work_against_slip_that_against_the_acceleration_counts() {
    let limit = 0.4 * 19.62;
    // one corner
    let against = |v: [f64; 3]| ContactMotion::Sliding { v: v.into() };
    let outcome = solved(&disc([6.0, 1.0], 0.0, octahedron(), against([0.3, 0.1, 0.0])));
    assert_near(&outcome.solution.c, &[19.62, -limit, 0.0, 0.0], 1e-12);
    // the edge from (−1, 0, 0) to (0, −1, 0): c_t + c_o = −τ, and a_t = a_o: c_t − c_o = −(F_t − F_o)
    let outcome = solved(&disc([6.0, 1.0], 0.0, octahedron(), against([0.2, 0.2, 0.0])));
    let (t, o) = ((-limit - 5.0) / 2.0, (-limit + 5.0) / 2.0);
    assert_near(&outcome.solution.c, &[19.62, t, o, 0.0], 1e-12);
    // pulled harder along t: the end of the edge
    let outcome = solved(&disc([12.0, 1.0], 0.0, octahedron(), against([0.2, 0.2, 0.0])));
    assert_near(&outcome.solution.c, &[19.62, -limit, 0.0, 0.0], 1e-12);
    // the face between (−1, 0, 0), (0, −1, 0) and (0, 0, −e_r): along it the acceleration vanishes where it can
    let of = disc([6.0, 5.0], 0.3, octahedron(), against([0.2, 0.2, 0.2 / E_R]));
    let outcome = solved(&of);
    let c = &outcome.solution.c;
    assert!((c[1] + c[2] + c[3] / E_R + limit).abs() < 1e-12 * limit, "{c:?}");
    let a = &outcome.solution.a;
    assert!((a[1] - a[2]).abs() < 1e-12 && (a[1] - a[3] * E_R).abs() < 1e-12, "{a:?}");
}

/// One rolling contact with diagonal A: c_k = −τ·e_k²·a_k/s, s the root of Σe_k²·b_k²/(s + A_kk·τ·e_k²)² = 1.
#[test]
fn one_contact_with_diagonal_a_matches_its_equation() {
    let mut random = crate::common::random::Random(3);
    for _ in 0..2000 {
        let e = Vector3::from_fn(|_, _| random.size(0.05, 2.0));
        let a = Vector3::from_fn(|_, _| random.size(0.1, 100.0));
        let b = Vector3::from_fn(|_, _| 20.0 * random.signed());
        let mu = random.size(0.01, 2.0);
        let map = FrictionMap::Ellipsoid { e_t: e[0], e_o: e[1], e_r: Some(e[2]) };
        let of = problem(
            [[0.5, 0.0, 0.0, 0.0], [0.0, a[0], 0.0, 0.0], [0.0, 0.0, a[1], 0.0], [0.0, 0.0, 0.0, a[2]]],
            [-9.81, b[0], b[1], b[2]],
            &[rolling(mu, map)],
        );
        let tau = mu * 19.62;
        let sum = |s: f64| (0..3).map(|k| (e[k] * b[k] / (s + a[k] * tau * e[k] * e[k])).powi(2)).sum::<f64>();
        let (mut low, mut high) = (0.0, 1e6);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if sum(middle) > 1.0 { low = middle } else { high = middle }
        }
        let c = |k: usize| match () {
            () if sum(0.0) <= 1.0 => -b[k] / a[k],
            () => -tau * e[k] * e[k] * b[k] / (low + a[k] * tau * e[k] * e[k]),
        };
        assert_near(&solved(&of).solution.c, &[19.62, c(0), c(1), c(2)], 1e-10);
    }
}
