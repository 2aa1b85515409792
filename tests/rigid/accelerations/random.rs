//! Random problems with all limits mixed.

use super::*;
use crate::common::random::Random;
use nalgebra::MatrixXx3;

/// Planes that enclose 0: an octahedron with unequal corners, and a few more.
pub fn polyhedron(random: &mut Random) -> FrictionMap {
    let corner: [f64; 6] = core::array::from_fn(|_| random.size(0.3, 3.0));
    let more = random.below(5);
    let extra: Vec<_> = (0..more).map(|_| random.direction() * random.size(0.3, 3.0)).collect();
    let planes = MatrixXx3::from_fn(8 + more, |i, k| match i {
        0..8 if i & (1 << k) == 0 => corner[k],
        0..8 => -corner[3 + k],
        _ => extra[i - 8][k],
    });
    FrictionMap::Polyhedron { planes }
}

fn map(random: &mut Random) -> FrictionMap {
    let e = [random.size(0.3, 3.0), random.size(0.3, 3.0), random.size(0.01, 1.0)];
    match random.below(5) {
        0 => LINE,
        1 => FrictionMap::Ellipsoid { e_t: e[0], e_o: e[1], e_r: None },
        2 => FrictionMap::Ellipsoid { e_t: e[0], e_o: e[1], e_r: Some(e[2]) },
        3 => FrictionMap::Mixed { e_t: e[0], e_o: e[1], e_r: e[2] },
        _ => polyhedron(random),
    }
}

/// Up to so many contacts, 40 % of them sliding, some without slip along an axis.
fn sample(random: &mut Random, most: usize) -> ContactProblem {
    let mut contacts = vec![];
    for _ in 0..=random.below(most) {
        let map = map(random);
        let rows = map.rows();
        let mut v = Vector3::from_fn(|k, _| if k + 1 < rows { random.signed() } else { 0.0 });
        if random.chance(0.2) {
            v[1] = 0.0;
        }
        if random.chance(0.2) && rows == 4 {
            v[2] = 0.0;
        }
        let slides = random.chance(0.4);
        contacts.push(if slides { sliding(0.0, map, v.into()) } else { rolling(0.0, map) });
    }
    let rows = contacts.iter().map(|contact| contact.map.rows()).sum();
    let columns = rows + random.below(4);
    let j = random.matrix(rows, columns);
    ContactProblem { a: &j * j.transpose(), b: random.vector(rows), contacts: DVector::from_vec(contacts) }
}

#[test]
fn ten_thousand_problems_below_mu_bar_are_solved() {
    let mut random = Random(1);
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        let mut of = sample(&mut random, 5);
        let mu_bar = accelerations(&of).unwrap().certificate.mu_bar;
        of.contacts.iter_mut().for_each(|contact| contact.mu = 0.999 * mu_bar * random.share());
        let outcome = accelerations(&of).unwrap();
        let found = judge::violation(&of, &outcome.solution.c);
        assert!(outcome.verdict == Verdict::Solved && found <= 1e-10, "{found:e}: {of:?}\n{outcome:?}");
        worst = worst.max(outcome.solution.residual);
    }
    println!("largest residual {worst:e}");
    assert!(worst <= 1e-12, "{worst:e}");
}

/// 1 to 8 contacts with the friction of machines: solved, though nothing guarantees it.
#[test]
fn problems_above_mu_bar_are_solved_or_refuted() {
    let mut random = Random(2);
    for (most, share) in [(0.3, 0.99), (2.0, 0.9)] {
        let mut tally = [0; 3];
        for _ in 0..1500 {
            let mut of = sample(&mut random, 8);
            of.contacts.iter_mut().for_each(|contact| contact.mu = most * random.share());
            let outcome = accelerations(&of).unwrap();
            match outcome.verdict {
                Verdict::Solved => {
                    let found = judge::violation(&of, &outcome.solution.c);
                    assert!(found <= 1e-9, "{found:e}: {of:?}\n{outcome:?}");
                    tally[0] += 1;
                }
                Verdict::NoSolution(_) => tally[1] += 1,
                Verdict::Unsolved => tally[2] += 1,
            }
        }
        println!("mu up to {most}: solved, refuted, open {tally:?}");
        assert!(f64::from(tally[0] + tally[1]) >= share * 1500.0, "{tally:?}");
    }
}

/// Lengths, masses and times in units that are powers of two.
#[test]
fn units_by_powers_of_two_change_no_bit() {
    let mut random = Random(4);
    for _ in 0..500 {
        let mut of = sample(&mut random, 3);
        of.contacts.iter_mut().for_each(|contact| contact.mu = 0.3 * random.share());
        let [length, mass, time] = [(); 3].map(|()| 2f64.powi(random.below(21) as i32 - 10));
        let mut scaled = of.clone();
        let mut turns = vec![];
        for contact in scaled.contacts.iter_mut() {
            for row in 0..contact.map.rows() {
                turns.push(row == 3);
            }
            match &mut contact.map {
                FrictionMap::Ellipsoid { e_r: Some(e_r), .. } | FrictionMap::Mixed { e_r, .. } => *e_r *= length,
                FrictionMap::Polyhedron { planes } => planes.column_mut(2).iter_mut().for_each(|p| *p /= length),
                _ => {}
            }
            if let ContactMotion::Sliding { v } = &mut contact.motion {
                *v = Vector3::new(v[0] * length / time, v[1] * length / time, v[2] / time);
            }
        }
        let lever = |row: usize| if turns[row] { 1.0 / length } else { 1.0 };
        scaled.a = DMatrix::from_fn(turns.len(), turns.len(), |i, j| of.a[(i, j)] / mass * lever(i) * lever(j));
        scaled.b = DVector::from_fn(turns.len(), |i, _| of.b[i] * length / (time * time) * lever(i));
        let [one, other] = [&of, &scaled].map(|problem| accelerations(problem).unwrap());
        assert_eq!((&one.verdict, &one.certificate.mu_bar), (&other.verdict, &other.certificate.mu_bar));
        let force = mass * length / (time * time);
        for row in 0..turns.len() {
            assert_eq!(one.solution.c[row] * force / lever(row), other.solution.c[row], "row {row} of {of:?}");
        }
    }
}
