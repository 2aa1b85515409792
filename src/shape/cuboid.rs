//! Box about the origin, its edges along the axes.

use crate::physics::{Scalar, Vector3};
use crate::shape::below::{Cut, Moments};
use crate::shape::facets::Water;

/// Corner k has −half, or +half where the bit is set: x, y, z from the lowest bit on.
fn corner<T: Scalar>(half: &Vector3<T>, k: usize) -> Vector3<T> {
    let signed = |axis: usize| if k >> axis & 1 == 0 { -half[axis] } else { half[axis] };
    Vector3::new(signed(0), signed(1), signed(2))
}

/// Corners of the faces, counter-clockwise as seen from outside.
const FACES: [[usize; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/// Moments of the part of a box with the half edges `half` [m] below a plane.
pub fn below<T: Scalar>(half: &Vector3<T>, cut: &Cut<T>) -> Moments<T> {
    let mut water = Water::new(cut);
    let corners: [_; 8] = core::array::from_fn(|k| water.sunk(&corner(half, k)));
    for face in FACES {
        water.add(&face.map(|k| corners[k]));
    }
    water.moments()
}

/// The corner that lies farthest along a direction [m]; of several the one of the positive axes.
pub fn support<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> Vector3<T> {
    half.zip_map(direction, |half, along| if along.value() < 0.0 { -half } else { half })
}
