//! All solutions of small problems; problems of several limits that planes and balls describe alike; forces that are not
//! unique.

use super::*;
use crate::common::random::Random;
use asperity::rigid::acceleration::all_accelerations;
use nalgebra::MatrixXx3;

/// Prisms around a disc and an interval come close to the mixed limit, and a box beside it is solved with it.
#[test]
fn prisms_around_the_mixed_limit_come_close_to_it() {
    let mut random = Random(8);
    for _ in 0..30 {
        let e = [1.0, 0.7, 0.2];
        let b = DVector::from_fn(8, |_, _| random.signed());
        let j = random.matrix(8, 9);
        let a = &j * j.transpose();
        let box_planes = MatrixXx3::from_fn(6, |i, k| match i / 2 == k {
            true if i % 2 == 0 => 1.0 / e[k],
            true => -1.0 / e[k],
            false => 0.0,
        });
        let mut found = vec![];
        for planes in [8, 32] {
            let prism = MatrixXx3::from_fn(planes + 2, |i, k| {
                let angle = core::f64::consts::TAU * i as f64 / planes as f64;
                match (i < planes, k) {
                    (true, 0) => angle.cos() / e[0],
                    (true, 1) => angle.sin() / e[1],
                    (false, 2) if i == planes => 1.0 / e[2],
                    (false, 2) => -1.0 / e[2],
                    _ => 0.0,
                }
            });
            found.push(FrictionMap::Polyhedron { planes: prism });
        }
        found.push(FrictionMap::Polyhedron { planes: box_planes });
        let mixed = FrictionMap::Mixed { e_t: e[0], e_o: e[1], e_r: e[2] };
        let forces = |map: &FrictionMap| {
            let contacts = DVector::from_row_slice(&[rolling(0.05, map.clone()), rolling(0.03, map.clone())]);
            let of = ContactProblem { a: a.clone(), b: b.clone(), contacts };
            solved(&of).solution.c
        };
        let round = forces(&mixed);
        let [coarse, fine] = [0, 1].map(|k| (forces(&found[k]) - &round).amax());
        // a polygon of n sides is outside the circle by at most 1/cos(π/n) − 1: 8 % and 0.5 %
        let size = round.amax();
        assert!(coarse <= 0.5 * size && fine <= 0.02 * size, "{coarse} {fine} of {size}");
        let contacts = DVector::from_row_slice(&[rolling(0.05, found[2].clone()), rolling(0.03, mixed)]);
        solved(&ContactProblem { a, b, contacts });
    }
}

/// A block on two feet that stand on the same line: normal forces ½·m·g·(1 ± μ·h/b) while it slides; at rest friction is
/// shared in no certain way, and the acceleration is certain.
#[test]
fn block_on_two_feet_slides_with_known_and_rests_with_unknown_forces() {
    let (m, half, height, gravity, mu) = (2.0, 0.3, 0.1, 9.81, 0.5);
    let inertia = 0.05;
    // x, y, φ; rows n, t of each foot
    let j = DMatrix::from_row_slice(4, 3, &[0.0, 1.0, -half, 1.0, 0.0, height, 0.0, 1.0, half, 1.0, 0.0, height]);
    let mass = DMatrix::from_diagonal(&DVector::from_row_slice(&[m, m, inertia]));
    let of = |pull: f64, contact: RigidContact| {
        let force = DVector::from_row_slice(&[pull, -m * gravity, 0.0]);
        let contacts = DVector::from_row_slice(&[contact.clone(), contact]);
        ContactProblem::of_bodies(&j, &mass, &force, &DVector::zeros(4), contacts).unwrap()
    };
    let outcome = solved(&of(0.0, sliding(mu, LINE, [1.0, 0.0, 0.0])));
    let share = mu * height / half;
    let (front, back) = (0.5 * m * gravity * (1.0 + share), 0.5 * m * gravity * (1.0 - share));
    assert_near(&outcome.solution.c, &[back, -mu * back, front, -mu * front], 1e-12);
    assert_near(&outcome.solution.a, &[0.0, -mu * gravity, 0.0, -mu * gravity], 1e-12);
    // pulled with 3 N at rest
    let outcome = solved(&of(3.0, rolling(mu, LINE)));
    let c = &outcome.solution.c;
    assert!((c[1] + c[3] + 3.0).abs() < 1e-12 && outcome.solution.a.amax() < 1e-12, "{outcome:?}");
    let other = outcome.solution.family.as_ref().unwrap();
    assert!(!outcome.solution.family_moves && (other - c).amax() > 0.1, "{outcome:?}");
    assert_eq!(outcome.certificate.rank, 3);
    assert!(outcome.others.is_empty(), "{outcome:?}");
    for share in [0.0, 0.3, 1.0] {
        assert!(judge::violation(&of(3.0, rolling(mu, LINE)), &(c + (other - c) * share)) < 1e-10);
    }
}

/// The rod at rest with friction in a plane instead of along a line: the same three solutions, found though not all.
#[test]
fn search_with_balls_finds_the_solutions_of_the_plane() {
    let map = FrictionMap::Ellipsoid { e_t: 1.0, e_o: 1.0, e_r: None };
    let a = [[1.6, -1.2, 0.0], [-1.2, 3.4, 0.0], [0.0, 0.0, 1.0]];
    let of = problem(a, [1.0, -10.0, 0.0], &[rolling(2.0, map)]);
    let all = all_accelerations(&of, 100).unwrap();
    assert!(!all.complete && all.tried == 3, "{all:?}");
    let mut normals: Vec<_> = all.found.iter().map(|solution| solution.c[0]).collect();
    normals.sort_by(f64::total_cmp);
    assert_near(&DVector::from_vec(normals), &[0.0, 1.25, 8.6 / 4.0], 1e-9);
    all.found.iter().for_each(|solution| judge::assert_solution(&of, solution));
}

/// Faces, edges and corners of the same polyhedron: what the path of pivots finds is among all combinations.
#[test]
fn pivots_and_combinations_agree_for_polyhedra() {
    let mut random = Random(6);
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    let planes = MatrixXx3::from_fn(8, |i, k| sign(i & (1 << k)) * [1.0, 1.5, 5.0][k]);
    let mut open = 0;
    for number in 0..200 {
        let map = || FrictionMap::Polyhedron { planes: planes.clone() };
        let mu = random.share();
        // along a corner, an edge and a face of the octahedron
        let v = [[1.0, 0.2, 0.1], [1.0, 1.5, 0.0], [1.0, 1.5, 5.0]][number % 3];
        let contact = if number % 2 == 0 { rolling(mu, map()) } else { sliding(mu, map(), v) };
        let j = random.matrix(4, 5);
        let mut b = random.vector(4);
        b[0] = -b[0].abs();
        let of = ContactProblem { a: &j * j.transpose(), b, contacts: DVector::from_row_slice(&[contact]) };
        let all = all_accelerations(&of, 1000).unwrap();
        assert!(all.complete);
        all.found.iter().for_each(|solution| assert!(judge::violation(&of, &solution.c) < 1e-9));
        let outcome = accelerations(&of).unwrap();
        open += usize::from(outcome.verdict != Verdict::Solved);
        if outcome.verdict == Verdict::Solved {
            let c = &outcome.solution.c;
            assert!(all.found.iter().any(|other| (&other.c - c).amax() <= 1e-9 * c.amax()), "{outcome:?}\n{all:?}");
        } else {
            assert!(all.found.is_empty(), "{outcome:?}\n{all:?}");
        }
    }
    assert!(open < 20, "{open}");
}
