//! A point where two bodies may touch.

use crate::physics::Vector3;

/// Upper limit of the candidates of a pair.
pub const MOST_CANDIDATES: usize = 12;

/// How a candidate goes on as the bodies turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// Point and normal with these bodies, 0 or 1 for i or j: a corner over a face
    With([usize; 2]),
    /// As the candidate of the same feature: what is round, or moves along
    Round,
    /// Edges may meet otherwise
    #[default]
    Otherwise,
}

/// A point where two bodies may touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Which one of its pair, below [`MOST_CANDIDATES`]: the same as long as the bodies touch in the same way
    pub feature: usize,
    /// The corner of a mesh, which another one may take the place of; else the feature
    pub corner: usize,
    /// How it goes on
    pub turning: Turning,
    /// Where the one of body i and that of body j is, apart by the gap where that is known of them [m]
    pub points: [Vector3<f64>; 2],
    /// From body j to body i, unit
    pub normal: Vector3<f64>,
    /// Distance along the normal [m], < 0 where the bodies overlap
    pub gap: f64,
}

/// Of the size of a pair, by which one distance must be larger than another one.
pub const BEYOND: f64 = 1e-6;

/// Part of the overlap of faces below which edges that overlap are what has met.
pub const EDGES: f64 = 0.5;

/// Share of the gap by which bodies that are apart must be nearer elsewhere for edges to be what meets: cos 0.8° of faces that lie.
pub const NEARER: f64 = 1e-4;
