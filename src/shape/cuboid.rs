//! Box about the origin, its edges along the axes.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::below::{Cut, Moments};
use crate::shape::facets::Water;
use crate::shape::nearest::Nearest;

/// Corner k has −half, or +half where the bit is set: x, y, z from the lowest bit on.
pub fn corner<T: Scalar>(half: &Vector3<T>, k: usize) -> Vector3<T> {
    let signed = |axis: usize| if k >> axis & 1 == 0 { -half[axis] } else { half[axis] };
    Vector3::new(signed(0), signed(1), signed(2))
}

/// Corners of the faces, counter-clockwise as seen from outside.
pub const FACES: [[usize; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/// Moments of the part of a box with the half edges `half` [m] below a plane.
pub fn below<T: Scalar>(half: &Vector3<T>, cut: &Cut<T>) -> Moments<T> {
    sunk(half, cut).moments()
}

/// What of such a box is below a plane.
pub fn sunk<T: Scalar>(half: &Vector3<T>, cut: &Cut<T>) -> Water<T> {
    let mut water = Water::new(cut);
    let mut below = 0_u32;
    let corners = water.sunk_corners(half);
    for (k, corner) in corners.iter().enumerate() {
        below |= u32::from(corner[2].value() > 0.0) << k;
    }
    for (face, axis) in FACES.iter().zip([2, 2, 1, 1, 0, 0]) {
        // nothing lies over a face that is upright, as most of a box that lies flat are
        if !cut.normal[axis].is_zero() && face.iter().any(|k| below >> k & 1 == 1) {
            water.add(&face.map(|k| corners[k]));
        }
    }
    water
}

/// The corner that lies farthest along a direction [m]; of several the one of the positive axes.
pub fn support<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> Vector3<T> {
    half.zip_map(direction, |half, along| if along.value() < 0.0 { -half } else { half })
}

/// The nearest point of the surface: of a face, an edge or a corner outside, of the nearest face inside.
#[inline]
pub fn nearest<T: Scalar>(half: &Vector3<T>, point: &Vector3<T>) -> Nearest<T> {
    let beyond = |k: usize| point[k].value().abs() > half[k].value();
    let none = T::zero();
    if !(0..3).any(beyond) {
        let depth = |k: usize| half[k].value() - point[k].value().abs();
        let k = [1, 2].into_iter().fold(0, |least, k| if depth(k) < depth(least) { k } else { least });
        let side = if point[k].value() < 0.0 { -T::one() } else { T::one() };
        let mut normal = Vector3::from_element(none);
        normal[k] = side;
        return Nearest::face(point[k] * side - half[k], normal);
    }
    let outside = |k: usize| {
        let end = if point[k].value() < 0.0 { -half[k] } else { half[k] };
        if beyond(k) { point[k] - end } else { none }
    };
    let way = Vector3::new(outside(0), outside(1), outside(2));
    if let Some(k) = [[1, 2, 0], [2, 0, 1], [0, 1, 2]].into_iter().find(|[a, b, _]| !beyond(*a) && !beyond(*b)) {
        let mut normal = Vector3::from_element(none);
        let side = if point[k[2]].value() < 0.0 { -T::one() } else { T::one() };
        normal[k[2]] = side;
        return Nearest::face(way[k[2]] * side, normal);
    }
    let across = Matrix3::from_diagonal(&Vector3::from_fn(|k, _| if beyond(k) { T::one() } else { none }));
    Nearest::round(way, across)
}
