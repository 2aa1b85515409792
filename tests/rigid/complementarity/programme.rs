//! The strictly convex programme of [WK91 eqs. 2.6, 2.7].

use super::*;
use crate::common::random::Random;

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

/// Impact of contacts struck together, Poisson's hypothesis in two programmes: impulses [N·s] and velocities of the
/// contacts after it [m/s]. No contact approaches after it, and the energy changes by what the two programmes say.
#[track_caller]
fn struck(a: &DMatrix<f64>, before: &DVector<f64>, e: f64) -> (DVector<f64>, DVector<f64>) {
    let solved = |c: &DVector<f64>| {
        let solution = quadratic(a, c).unwrap();
        assert_eq!(solution.status, Status::Solved);
        solution.z
    };
    let compression = solved(before);
    let beyond = solved(&(before + a * &compression * (1.0 + e)));
    let impulse = &compression * (1.0 + e) + &beyond;
    let after = before + a * &impulse;
    let scale = before.amax() + a.amax() * impulse.amax();
    assert!(after.min() >= -1e-13 * scale, "a contact approaches: {after}");
    let gained = 0.5 * impulse.dot(&(before + &after));
    let lost = 0.5 * (1.0 - e * e) * compression.dot(&(a * &compression)) + 0.5 * beyond.dot(&(a * &beyond));
    assert!((gained + lost).abs() <= 1e-13 * scale * impulse.amax(), "{gained} gained, {lost} lost");
    (impulse, after)
}

/// The same blocks strike the wall together: (2.7), by hand.
#[test]
fn impulses_of_a_chain_follow_by_hand() {
    let a = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.5]);
    // velocities of the contacts before, (v1, v2 − v1); e; impulses; velocities of the contacts after
    for (before, e, impulses, after) in [
        // the first leaves the wall at 2 m/s and meets the second, which comes at 1: both at (2·1 − 1·2)/3 = 0 m/s, by
        // 2 N·s; for e = 0.5 the wall is reached by what restitution adds, and the first stays at it
        ([2.0, -3.0], 0.0, [0.0, 2.0], [0.0, 0.0]),
        ([2.0, -3.0], 0.5, [1.0, 3.0], [0.0, 0.5]),
        ([2.0, -3.0], 1.0, [2.0, 4.0], [0.0, 1.0]),
        // the second comes at 2 m/s and would drive the first into the wall at 1: the wall takes 2·2 − 1·1 N·s
        ([1.0, -3.0], 0.0, [3.0, 4.0], [0.0, 0.0]),
        ([1.0, -3.0], 0.5, [5.0, 6.0], [0.0, 1.0]),
        ([1.0, -3.0], 1.0, [7.0, 8.0], [0.0, 2.0]),
        // both come, the second faster: the wall takes 1·2 + 2·3 N·s, 2·3 of them from the second
        ([-2.0, -1.0], 0.0, [8.0, 6.0], [0.0, 0.0]),
        // the first bounces to half its speed, 1 m/s, and does not catch up with the second, which leaves at 1
        ([-2.0, 3.0], 0.5, [3.0, 0.0], [1.0, 0.0]),
    ] {
        let (found, velocities) = struck(&a, &DVector::from_row_slice(&before), e);
        assert!((found - DVector::from_row_slice(&impulses)).amax() <= 1e-14, "{before:?} {e}");
        assert!((velocities - DVector::from_row_slice(&after)).amax() <= 1e-14, "{before:?} {e}");
    }
}

/// n equal balls of 1 kg in touch, struck by the first at 1 m/s with e = 1: compression leaves all at 1/n, restitution gives
/// as much again. The first goes back at 2/n − 1, the others on at 2/n; not as in a cradle with gaps.
#[test]
fn a_row_of_balls_in_touch_moves_off_together() {
    for n in 2..9usize {
        let contacts = n - 1;
        let a = DMatrix::from_fn(contacts, contacts, |row, column| match row.abs_diff(column) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let mut before = DVector::zeros(contacts);
        before[0] = -1.0;
        let (impulse, _) = struck(&a, &before, 1.0);
        for ball in 0..n {
            let from = |contact: usize| impulse.get(contact).copied().unwrap_or(0.0);
            let pushed = if ball == 0 { -from(0) } else { from(ball - 1) - from(ball) };
            let (start, end) = if ball == 0 { (1.0, 2.0 / n as f64 - 1.0) } else { (0.0, 2.0 / n as f64) };
            // a few operations with A⁻¹, whose elements stay below n/4
            assert!((start + pushed - end).abs() <= 1e-14 * n as f64, "{n} balls, {ball}");
        }
    }
}

/// Whatever is struck together parts or stays, and nothing gains energy; the assertions are those of [`struck`].
#[test]
fn random_impacts_of_many_contacts_do_not_pass_through_each_other() {
    let mut random = Random(17);
    for number in 0..2000 {
        let n = 1 + number % 10;
        let j = random.matrix(n, n);
        let a = &j * j.transpose() + DMatrix::identity(n, n) * 0.05;
        struck(&a, &random.vector(n), 0.25 * f64::from((number % 5) as u8));
    }
}
