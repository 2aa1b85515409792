//! The strictly convex programme of [WK91 eqs. 2.6, 2.7].

use super::oracle::Random;
use super::*;

/// Minimum of ½·zᵀAz + cᵀz at z: no step along an axis or towards another point lowers it.
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

/// Two bars of 1 kg under a common support: (2.6) by hand. b pushes the first by 3 N, pulls the second by 2 N away.
#[test]
fn contact_forces_of_a_chain_follow_by_hand() {
    // two blocks in a row against a wall: gaps x1, x2 − x1; G = [[1, −1], [0, 1]], M = diag(1, 2)
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
