//! The surface of a body of facets, as its owner holds it.

use crate::shape::{Cut, Mesh};
use nalgebra::Vector3;
use std::collections::BTreeMap;
use thiserror::Error;

/// Most triangles of a surface: a step looks at all of them.
pub const MOST_TRIANGLES: usize = 20_000;

/// A closed surface of triangles that encloses a volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Facets {
    corners: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// Why triangles are no surface of a body. Triangles and corners are counted from 1.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NoSurface {
    #[error("{count} triangles: a body has at least 4")]
    TooFew { count: usize },
    #[error("{count} triangles are more than {MOST_TRIANGLES}, which a step could look at; take a coarser surface")]
    TooMany { count: usize },
    #[error("corner {corner} is not finite")]
    NotFinite { corner: usize },
    #[error("triangle {triangle} names a corner that is not there")]
    NoCorner { triangle: usize },
    #[error(
        "the edge of triangle {triangle} from {from:?} to {to:?} has {beside}: the surface must be closed, its triangles all \
         counter-clockwise as seen from outside"
    )]
    Open { triangle: usize, from: [f64; 3], to: [f64; 3], beside: &'static str },
    #[error("the edge of triangle {triangle} from {from:?} to {to:?} passes through or touches triangle {other}")]
    Crosses { triangle: usize, from: [f64; 3], to: [f64; 3], other: usize },
    #[error("the surface is inside out: its volume is {volume:?} m^3; turn the order of the corners of every triangle")]
    InsideOut { volume: f64 },
    #[error(
        "the surface encloses no volume, or one too small for a number: its corners are too close together, or in a plane"
    )]
    NoVolume,
}

impl Facets {
    /// The surface of these triangles; corners at one place are taken as one.
    ///
    /// Errors: it is not closed, inside out, or too large.
    pub fn new(corners: &[[f64; 3]], triangles: &[[usize; 3]]) -> Result<Self, NoSurface> {
        Self::numbered(corners, triangles).map(|(facets, _)| facets)
    }

    /// [`new`](Self::new) of a surface that somebody else has made.
    ///
    /// Errors: as there, and faces that pass through or touch each other where they are no neighbours.
    #[cfg(feature = "text")]
    pub fn of_file(corners: &[[f64; 3]], triangles: &[[usize; 3]]) -> Result<Self, NoSurface> {
        let (facets, numbers) = Self::numbered(corners, triangles)?;
        match crate::unit::crossing::crossing(&facets.corners, &facets.triangles) {
            None => Ok(facets),
            Some(found) => {
                let [triangle, other] = [found.triangle, found.other].map(|place| numbers[place]);
                let [from, to] = found.edge;
                Err(NoSurface::Crosses { triangle, from, to, other })
            }
        }
    }

    /// The surface, and which of the given triangles its own are, counted from 1.
    fn numbered(corners: &[[f64; 3]], triangles: &[[usize; 3]]) -> Result<(Self, Vec<usize>), NoSurface> {
        let count = triangles.len();
        if count < 4 {
            return Err(NoSurface::TooFew { count });
        }
        if count > MOST_TRIANGLES {
            return Err(NoSurface::TooMany { count });
        }
        if let Some(at) = corners.iter().position(|corner| corner.iter().any(|x| !x.is_finite())) {
            return Err(NoSurface::NotFinite { corner: at + 1 });
        }
        let mut known: BTreeMap<[u64; 3], u32> = BTreeMap::new();
        let (mut kept, mut at) = (Vec::new(), Vec::new());
        for corner in corners {
            // 0 and −0 are one place
            let key = corner.map(|x| (x + 0.0).to_bits());
            at.push(*known.entry(key).or_insert_with(|| {
                kept.push(*corner);
                kept.len() as u32 - 1
            }));
        }
        let mut made = Vec::new();
        for (triangle, of) in (1..).zip(triangles) {
            let found = of.map(|k| at.get(k).copied());
            let [Some(a), Some(b), Some(c)] = found else { return Err(NoSurface::NoCorner { triangle }) };
            // one that is no more than a line bounds nothing
            if a != b && b != c && c != a {
                made.push(([a, b, c], triangle));
            }
        }
        let facets = Facets { corners: kept, triangles: made.iter().map(|(of, _)| *of).collect() };
        facets.check_closed(&made)?;
        let volume = facets.volume();
        if volume > 0.0 {
            Ok((facets, made.into_iter().map(|(_, number)| number).collect()))
        } else if volume == 0.0 {
            Err(NoSurface::NoVolume)
        } else {
            Err(NoSurface::InsideOut { volume })
        }
    }

    /// Each edge has one triangle on each side.
    fn check_closed(&self, triangles: &[([u32; 3], usize)]) -> Result<(), NoSurface> {
        let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let edges_of = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a)];
        for edge in triangles.iter().flat_map(|(of, _)| edges_of(*of)) {
            *edges.entry(edge).or_default() += 1;
        }
        for (of, triangle) in triangles {
            for (a, b) in edges_of(*of) {
                let there = edges.get(&(b, a)).copied().unwrap_or(0);
                let beside = match (edges[&(a, b)], there) {
                    (1, 1) => continue,
                    (_, 0) => "no triangle on its other side",
                    _ => "more than two triangles, or neighbours that are turned against each other",
                };
                let [from, to] = [a, b].map(|k| self.corners[k as usize]);
                return Err(NoSurface::Open { triangle: *triangle, from, to, beside });
            }
        }
        Ok(())
    }

    pub fn mesh(&self) -> Mesh<'_> {
        Mesh { corners: &self.corners, triangles: &self.triangles }
    }

    fn volume(&self) -> f64 {
        self.mesh().below(&self.above()).volume
    }

    /// The plane on its highest point.
    pub fn above(&self) -> Cut<f64> {
        let normal = Vector3::z();
        Cut { normal, height: self.mesh().support(&normal)[2] }
    }

    /// Half the smallest side of the box around it [m].
    pub fn size(&self) -> f64 {
        let side = |k: usize| {
            let along = |by: f64| self.corners.iter().map(|corner| by * corner[k]).fold(f64::NEG_INFINITY, f64::max);
            along(1.0) + along(-1.0)
        };
        [0, 1, 2].map(side).into_iter().fold(f64::INFINITY, f64::min) * 0.5
    }
}
