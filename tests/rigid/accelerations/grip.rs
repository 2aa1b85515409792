//! Two fingers of 0.2 kg, pushed along x by 20 N each, grip a box of 1 kg at x = ∓0.05 m, a little below its centre.

use super::*;

fn grip(d: f64) -> ContactProblem {
    // velocities of the box x, y, z, about x, y, z; of the fingers along x
    let mut j = DMatrix::zeros(7, 8);
    let arm = [Vector3::new(-0.05, -d, 0.0), Vector3::new(0.05, -d, 0.0)];
    let axes = [[Vector3::x(), Vector3::y(), Vector3::z()], [-Vector3::x(), Vector3::y(), Vector3::z()]];
    for (k, first) in [0, 4].into_iter().enumerate() {
        // the box is body 1, n points into it
        for row in 0..3 {
            let axis = axes[k][row];
            let turn = arm[k].cross(&axis);
            for c in 0..3 {
                j[(first + row, c)] = axis[c];
                j[(first + row, 3 + c)] = turn[c];
            }
            j[(first + row, 6 + k)] = -axis[0];
        }
    }
    for c in 0..3 {
        j[(3, 3 + c)] = axes[0][0][c];
    }
    let mass = DMatrix::from_diagonal(&DVector::from_row_slice(&[1.0, 1.0, 1.0, 2e-3, 2e-3, 2e-3, 0.2, 0.2]));
    let force = DVector::from_row_slice(&[0.0, 0.0, -9.81, 0.0, 0.0, 0.0, 20.0, -20.0]);
    let contacts = [
        rolling(0.5, FrictionMap::Ellipsoid { e_t: 1.0, e_o: 1.0, e_r: Some(0.02) }),
        rolling(0.5, FrictionMap::Ellipsoid { e_t: 1.0, e_o: 1.0, e_r: None }),
    ];
    ContactProblem::of_bodies(&j, &mass, &force, &DVector::zeros(7), DVector::from_row_slice(&contacts)).unwrap()
}

#[test]
fn a_patch_and_a_point_hold_the_box_against_turning() {
    let of = grip(0.01);
    let outcome = solved(&of);
    let c = &outcome.solution.c;
    assert_near(c, &[20.0, 0.0, 4.905, 0.0981, 20.0, 0.0, 4.905], 1e-9);
    let used = judge::size(&of.contacts[0].map, &Vector3::new(c[1], c[2], c[3])) / (0.5 * c[0]);
    assert!((used - 0.69367).abs() < 1e-5, "{used}");
    assert!(outcome.solution.states.iter().all(|state| *state == ContactState::Rolling));
}

#[test]
fn the_bound_of_friction_of_the_grip_is_that_of_another_program() {
    let found = [0.01, 0.02].map(|d| accelerations(&grip(d)).unwrap().certificate.mu_bar);
    for (found, expected) in found.into_iter().zip([0.074_340_3, 0.060_989_2]) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }
}

/// Twice as low, the moment and the weight together are more than the patch bears: 0.4905² + 0.981² > 1.
#[test]
fn a_grip_far_below_the_centre_slips() {
    let outcome = solved(&grip(0.02));
    let states = outcome.solution.states.as_slice();
    assert_eq!(states[0], ContactState::Sliding, "{outcome:?}");
}
