//! A point where two bodies may touch.

use crate::physics::Vector3;

/// Upper limit of the candidates of a pair.
pub const MOST_CANDIDATES: usize = 12;

/// A point where two bodies may touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Which one of its pair, below [`MOST_CANDIDATES`]: the same as long as the bodies touch in the same way
    pub feature: usize,
    /// Bodies with which the point and the normal turn, 0 or 1 for i or j, of a corner over a face; None of what is round or moves along
    pub turns_with: Option<[usize; 2]>,
    /// Where the one of body i and that of body j is, apart by the gap where that is known of them [m]
    pub points: [Vector3<f64>; 2],
    /// From body j to body i, unit
    pub normal: Vector3<f64>,
    /// Distance along the normal [m], < 0 where the bodies overlap
    pub gap: f64,
}

/// Of the size of a pair, by which one distance must be larger than another one.
pub const BEYOND: f64 = 1e-6;
