//! The solver with W made of bodies, judged by a natural map of the tests' own with W as a matrix.

use crate::common::random::Random;
use crate::cones::natural_map::residual;
use asperity::rigid::cones::{Bodies, Side, Solver};
use nalgebra::{DMatrix, DVector};

/// Cubes one on the other, each contact face with four corners, masses of a ratio of up to ten, thrown about at random.
#[test]
fn chains_of_cubes_meet_coulombs_law_or_say_so() {
    let (mut random, mut missed, mut runs) = (Random(11), 0, 0);
    for count in [1, 2, 3, 5, 8, 13, 21, 40] {
        for _ in 0..(60 / count).max(3) {
            let masses: Vec<_> = (0..count).map(|_| random.size(1.0, 10.0)).collect();
            let mut inverse = vec![[[0.0; 6]; 6]; count];
            for (inverse, mass) in inverse.iter_mut().zip(&masses) {
                for (i, row) in inverse.iter_mut().enumerate() {
                    row[i] = if i < 3 { 1.0 / mass } else { 6.0 / mass };
                }
            }
            // rows n, t₁, t₂ of a corner at (x, y, z) from the centre of a cube of edge 1
            let rows = |x: f64, y: f64, z: f64, sign: f64| {
                [[0.0, 0.0, 1.0, y, -x, 0.0], [1.0, 0.0, 0.0, 0.0, z, -y], [0.0, 1.0, 0.0, -z, 0.0, x]]
                    .map(|row| row.map(|part| sign * part))
            };
            let mut sides = vec![];
            for k in 0..count {
                for (x, y) in [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)] {
                    let above = Side::new(k, rows(x, y, -0.5, 1.0), &inverse[k]);
                    let below = k.checked_sub(1).map(|k| Side::new(k, rows(x, y, 0.5, -1.0), &inverse[k]));
                    sides.push([Some(above), below]);
                }
            }
            let v: Vec<[f64; 6]> = (0..count).map(|_| [(); 6].map(|()| random.signed())).collect();
            let n = 3 * sides.len();
            let q = DVector::from_fn(n, |i, _| {
                sides[i / 3].iter().flatten().map(|side| side.velocity(&v[side.body()])[i % 3]).sum()
            });
            let mut w = DMatrix::zeros(n, n);
            for j in 0..n {
                let mut p = [0.0; 3];
                p[j % 3] = 1.0;
                for side in sides[j / 3].iter().flatten() {
                    let change = side.change(p);
                    for (i, other) in sides.iter().enumerate() {
                        for other in other.iter().flatten().filter(|other| other.body() == side.body()) {
                            let u = other.velocity(&change);
                            (0..3).for_each(|r| w[(3 * i + r, j)] += u[r]);
                        }
                    }
                }
            }
            let mu = vec![random.share(); sides.len()];
            let mut p = DVector::zeros(n);
            let mut solver = Solver::of_bodies(sides.len(), count, usize::MAX);
            let bodies = Bodies::new(&sides, count);
            let found = solver.solve(&bodies, q.as_slice(), &mu, p.as_mut_slice(), 1e-10).unwrap();
            let judged = residual(&w, &q, &mu, &p);
            assert!((judged - found.residual).abs() <= 1e-3 * judged + 1e-12, "{judged:e} {found:?}");
            runs += 1;
            missed += usize::from(judged > 1e-8);
            // from its own answer it stays there
            let mut again = p.clone();
            let warm = solver.solve(&bodies, q.as_slice(), &mu, again.as_mut_slice(), 1e-8).unwrap();
            assert!(
                judged > 1e-8 || (warm.sweeps == 0 && warm.iterations == 0 && (again - &p).amax() <= 1e-12 * p.amax()),
                "{warm:?}"
            );
        }
    }
    println!("{missed} of {runs} missed");
    assert!(missed <= 1, "{missed} of {runs} missed");
}
