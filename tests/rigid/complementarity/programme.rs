//! The strictly convex programme of [WK91 eqs. 2.6, 2.7].

use super::oracle::Random;
use super::*;

/// Minimum of ½·zᵀAz + cᵀz at z: no step towards another point lowers it.
#[test]
fn no_neighbour_is_lower() {
    let mut random = Random(11);
    for number in 0..500 {
        let n = 1 + number % 12;
        let j = random.matrix(n, n);
        let a = &j * j.transpose() + DMatrix::identity(n, n) * 0.05;
        let c = random.vector(n);
        let solution = quadratic(&a, &c).unwrap();
        assert_eq!(solution.status, Status::Solved);
        let height = |z: &DVector<f64>| 0.5 * z.dot(&(&a * z)) + c.dot(z);
        let least = height(&solution.z);
        for _ in 0..20 {
            let share = 10f64.powi(-(random.below(5) as i32));
            let other = random.vector(n).map(|value| value.max(0.0));
            let neighbour = &solution.z * (1.0 - share) + other * share;
            // 1e-15: rounding of two sums of the size of 1
            assert!(height(&neighbour) >= least - 1e-15 * (1.0 + least.abs()), "{number}");
        }
    }
}

/// Two blocks of 1 and 2 kg in a row against a wall: (2.6) by hand; b1 and b2 [N] pull each away from it.
#[test]
fn contact_forces_of_a_chain_follow_by_hand() {
    // gaps x1, x2 − x1; G = [[1, −1], [0, 1]], M = diag(1, 2)
    let a = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.5]);
    for (b1, b2, forces) in [
        // both pressed to the wall: the wall carries all
        (-3.0, -2.0, [5.0, 2.0]),
        // the second pulled away
        (-3.0, 2.0, [3.0, 0.0]),
        // the first pulled away, pressed by the second less than it is pulled: nothing touches the wall
        (3.0, -1.0, [0.0, 7.0 / 3.0]),
    ] {
        let c = DVector::from_row_slice(&[b1, b2 / 2.0 - b1]);
        let solution = quadratic(&a, &c).unwrap();
        assert_eq!(solution.status, Status::Solved);
        assert!((solution.z - DVector::from_row_slice(&forces)).amax() <= 1e-14);
    }
}

/// The same blocks strike the wall together: (2.7). Plastic, both stop, or the first stops and the second goes on; with
/// (1 + e)·Gᵀq̇⁻ each contact that bears an impulse leaves with e times its approach.
#[test]
fn impulses_of_a_chain_follow_by_hand() {
    let a = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.5]);
    // velocities of the blocks before; u = Gᵀq̇ = (v1, v2 − v1)
    for (v1, v2, plastic) in [
        // 1·2 + 2·3 N·s are taken by the wall, 2·3 by the second contact
        (-2.0, -3.0, [8.0, 6.0]),
        // the second parts from the first
        (-2.0, 1.0, [2.0, 0.0]),
        // both move away, the second slower: they meet at (1·4 + 2·1)/3 = 2 m/s, by 2 N·s
        (4.0, 1.0, [0.0, 2.0]),
    ] {
        let before = DVector::from_row_slice(&[v1, v2 - v1]);
        let solution = quadratic(&a, &before).unwrap();
        assert!((&solution.z - DVector::from_row_slice(&plastic)).amax() <= 1e-14, "{}", solution.z);
        let e = 0.3;
        let solution = quadratic(&a, &(&before * (1.0 + e))).unwrap();
        let after = &before + &a * &solution.z;
        for k in (0..2).filter(|k| solution.z[*k] > 0.0) {
            assert!((after[k] + e * before[k]).abs() <= 1e-14, "{v1} {v2}: {after}");
        }
    }
}
