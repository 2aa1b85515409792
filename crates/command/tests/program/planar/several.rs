//! Several contacts struck at once, by numbers worked out by hand.

use asperity::rigid::cones::{Dense, Solver};
use asperity::rigid::{Impacts, Struck};
use asperity_lab::planar::{Law, simultaneous};
use nalgebra::{DMatrix, DVector};

use super::{coulomb, near};

/// W of contacts without friction, from the matrix of their normals.
fn smooth(a: [[f64; 2]; 2]) -> DMatrix<f64> {
    DMatrix::from_fn(4, 4, |i, j| match (i % 2, j % 2) {
        (0, 0) => a[i / 2][j / 2],
        _ => f64::from(u8::from(i == j)),
    })
}

#[test]
fn a_chain_of_two_follows_the_two_problems() {
    let w = smooth([[1.0, -1.0], [-1.0, 1.5]]);
    for (before, e, impulse, after) in [
        ([2.0, -3.0], 0.0, [0.0, 2.0], [0.0, 0.0]),
        ([2.0, -3.0], 0.5, [1.0, 3.0], [0.0, 0.5]),
        ([2.0, -3.0], 1.0, [2.0, 4.0], [0.0, 1.0]),
        ([1.0, -3.0], 0.5, [5.0, 6.0], [0.0, 1.0]),
        ([1.0, -3.0], 1.0, [7.0, 8.0], [0.0, 2.0]),
    ] {
        let u = DVector::from_vec(vec![before[0], 0.0, before[1], 0.0]);
        let several = simultaneous(&w, &u, &[coulomb(0.0, e); 2]).expect("it is solved");
        let end = &u + &w * &several.impulse;
        for k in 0..2 {
            near(several.impulse[2 * k], impulse[k], 1e-12);
            near(end[2 * k], after[k], 1e-12);
        }
    }
}

/// Rows n, t of the two lower corners of a block 2b × 2h of 1 kg.
fn block(b: f64, h: f64) -> (DMatrix<f64>, DMatrix<f64>) {
    let j = DMatrix::from_row_slice(4, 3, &[0.0, 1.0, -b, 1.0, 0.0, h, 0.0, 1.0, b, 1.0, 0.0, h]);
    let mobility = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1.0, 3.0 / (b * b + h * h)]));
    (&j * mobility * j.transpose(), j)
}

/// It turned about corner 1 and falls on corner 2: ω⁺/ω⁻ = 1 − ³⁄₂·sin²α, without slip iff μ ≥ (h/b)·(1 − η)/(1 + η) = 12/65;
/// a wide one, α > 54.7356°, stops dead.
#[test]
fn a_rocking_block_turns_over_to_its_other_corner() {
    let impact = |b: f64, h: f64, mu: f64| {
        let (w, j) = block(b, h);
        // turning about corner 1 at (−b, −h): ẋ = −ω·h, ẏ = ω·b, ω = −1
        let v = DVector::from_vec(vec![h, -b, -1.0]);
        let several = simultaneous(&w, &(&j * &v), &[coulomb(mu, 0.0); 2]).expect("it is solved");
        let mass = DVector::from_vec(vec![1.0, 1.0, 3.0 / (b * b + h * h)]);
        (several.impulse.clone(), v + (j.transpose() * several.impulse).component_mul(&mass))
    };
    let (p, v) = impact(0.25, 1.0, 12.0 / 65.0 + 1e-9);
    near(p[0], 0.0, 1e-12);
    near(v[2], -31.0 / 34.0, 1e-12);
    // the new corner stays in its place
    near(v[0] + v[2], 0.0, 1e-12);
    let (_, v) = impact(0.25, 1.0, 12.0 / 65.0 - 1e-3);
    assert!((v[0] + v[2]).abs() > 1e-4, "too little friction lets it slip");
    let (p, v) = impact(1.0, 0.7, 2.0);
    assert!(p[0] > 0.0 && p[2] > 0.0 && v.amax() < 1e-12, "{p} {v}");
}

#[test]
fn a_block_dropped_flat_rebounds_flat() {
    let (w, j) = block(0.25, 1.0);
    for e in [0.0, 0.5, 1.0] {
        let u = &j * DVector::from_vec(vec![0.0, -2.0, 0.0]);
        let several = simultaneous(&w, &u, &[coulomb(0.3, e); 2]).expect("it is solved");
        let end = &u + &w * &several.impulse;
        for k in 0..2 {
            near(end[2 * k], 2.0 * e, 1e-12);
            near(end[2 * k + 1], 0.0, 1e-12);
        }
        assert_eq!(several.restored, 1.0);
    }
}

/// Numbers in 0…1, always the same ones.
fn numbers() -> impl FnMut() -> f64 {
    let mut seed = 1_u64;
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// In space, with a second tangent that feels nothing, the core solves the same two problems by cones: where W is so far from singular that
/// the solution is one, its impulses are those of Lemke's method, which knows of no iteration.
#[test]
fn cones_and_lemke_agree_on_impacts_in_the_plane() {
    let mut random = numbers();
    let mut stuck = 0;
    for trial in 0..600 {
        let count = 2 + trial % 3;
        let j = DMatrix::from_fn(2 * count, 2 * count, |_, _| 2.0 * random() - 1.0);
        let w = &j * j.transpose() + DMatrix::identity(2 * count, 2 * count) * 2.0;
        let u = DVector::from_fn(2 * count, |_, _| 2.0 * random() - 1.0);
        let laws: Vec<Law> = (0..count).map(|_| Law { e: random(), ..coulomb(0.3 * random(), 0.0) }).collect();
        let several = simultaneous(&w, &u, &laws).expect("it is solved");
        // rows n, t and the second tangent of each contact
        let place = |row: usize| (row % 3 < 2).then_some(2 * (row / 3) + row % 3);
        let spatial = DMatrix::from_fn(3 * count, 3 * count, |i, k| match (place(i), place(k)) {
            (Some(i), Some(k)) => w[(i, k)],
            _ => f64::from(u8::from(i == k)),
        });
        let before: Vec<f64> = (0..3 * count).map(|row| place(row).map_or(0.0, |row| u[row])).collect();
        let struck: Vec<Struck> = laws.iter().map(|law| Struck { mu: law.mu_k, e: law.e }).collect();
        let dense = Dense::new(spatial.as_slice(), 3 * count, count).expect("sizes fit");
        let mut p = vec![0.0; 3 * count];
        let mut impacts = Impacts::new(Solver::new(count, 3 * count), count, 3 * count);
        let found = impacts.in_two_problems(&dense, &before, &struck, &mut p).expect("it is taken");
        assert!(found.is_solved(), "{trial}: {found:?}");
        for (row, p) in p.iter().enumerate() {
            // the residual that the cones are solved to, 1e-10 of ‖u⁻‖, by W ≥ 2, and once more through the second problem
            near(*p, place(row).map_or(0.0, |row| several.impulse[row]), 1e-9);
        }
        near(found.kept, several.restored, 1e-8);
        stuck += (0..count)
            .filter(|k| several.impulse[2 * k + 1].abs() < 0.99 * laws[*k].mu_k * several.impulse[2 * k])
            .count();
    }
    assert!(stuck > 100, "{stuck} contacts stick in the end");
}

/// Coefficients that differ can gain energy, which is cut: with random rows T⁺ ≤ T⁻, and nothing approaches.
#[test]
fn no_impact_of_two_contacts_gains_energy() {
    let mut random = numbers();
    let mut cut = 0;
    for _ in 0..8000 {
        let j = DMatrix::from_fn(4, 4, |_, _| 2.0 * random() - 1.0);
        let w = &j * j.transpose();
        let u = &j * DVector::from_fn(4, |_, _| 2.0 * random() - 1.0);
        let laws = [0, 1].map(|_| Law { e: (2.0 * random()).min(1.0), ..coulomb(3.0 * random(), 0.0) });
        let several = simultaneous(&w, &u, &laws).expect("it is solved");
        let end = &u + &w * &several.impulse;
        // ΔT = ½·(u⁻ + u⁺)·p
        let gain = 0.5 * (&u + &end).dot(&several.impulse);
        let size = u.abs().dot(&several.impulse.abs()) + (w.abs() * several.impulse.abs()).dot(&several.impulse.abs());
        assert!(gain <= 1e-12 * size, "{gain} of {size}");
        assert!([end[0], end[2]].iter().all(|u_n| *u_n >= -1e-10 * (1.0 + size)), "{end}");
        cut += usize::from(several.restored < 1.0);
    }
    assert!(cut > 0, "no case would have gained anything");
}
