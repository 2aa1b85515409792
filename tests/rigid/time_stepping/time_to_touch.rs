//! When a rigid body meets its surface.

use asperity::rigid::time_stepping::time_to_touch;

#[test]
fn surface_is_met_at_the_first_upward_root() {
    // −1 + 3t + ½·(−4)t² = 0 at t = ½ and 1; a throw from the surface comes back after 2v/b
    assert_eq!(time_to_touch(-1.0, 3.0, -4.0), Some(0.5));
    assert_eq!(time_to_touch(0.0, -3.0, 4.0), Some(1.5));
    assert_eq!(time_to_touch(-1.0, 1.0, -4.0), None);
    assert_eq!(time_to_touch(-1.0, -1.0, 0.0), None);
    assert_eq!(time_to_touch(0.0, 0.0, 0.0), None);
}
