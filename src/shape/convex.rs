//! Convex body bounded by polygons.

use crate::physics::{Scalar, Vector3, rotation};
use crate::shape::simplex::{self, Corner};
use crate::shape::{Nearest, Pose};

/// Most faces of a convex body that meets another one.
pub const MOST_FACES: usize = 64;

/// Corners of a convex body of so many faces: 2·faces − 4 by Euler's formula.
pub const MOST_CORNERS: usize = 2 * MOST_FACES - 4;

/// How far aside of the normal of a face its end may lie for a way that counts as along it, of the size of the body and of that way.
const ASIDE: f64 = 1e-13;

/// A convex body; whoever has it holds its corners.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// Corners in the frame of the shape [m], at most [`MOST_CORNERS`]
    pub corners: &'a [[f64; 3]],
    /// Positions of the corners of the faces, face by face, counter-clockwise as seen from outside
    pub loops: &'a [u32],
    /// Where the corners of each face end in `loops`
    pub ends: &'a [u32],
    /// Outward unit normal of each face and its height over the origin [m], at most [`MOST_FACES`]
    pub planes: &'a [[f64; 4]],
    /// Distance of the farthest corner from the origin [m]
    pub radius: f64,
    /// From which depth on two faces can both be the nearest ones of a place [m], row by row for every two faces: 0 where they share an edge, infinite
    /// where they never can
    pub together: &'a [f64],
}

impl Convex<'_> {
    /// Whether the room of [`FEW_FACES`] holds it.
    pub fn is_of_few(&self) -> bool {
        self.planes.len() <= FEW_FACES && self.corners.len() <= 2 * FEW_FACES
    }

    /// A corner in the frame of the shape [m].
    pub fn corner(&self, k: usize) -> Vector3<f64> {
        self.corners.get(k).copied().unwrap_or_default().into()
    }

    /// Positions of the corners of a face, counter-clockwise as seen from outside.
    pub fn rim(&self, face: usize) -> &[u32] {
        let from = if face > 0 { self.ends.get(face - 1).copied().unwrap_or(0) } else { 0 };
        let end = self.ends.get(face).copied().unwrap_or(0);
        self.loops.get(from as usize..end as usize).unwrap_or(&[])
    }

    /// The nearest place of the surface: of a corner, an edge or a face outside, of the nearest face inside.
    pub fn nearest<T: Scalar>(&self, point: &Vector3<T>) -> Nearest<T> {
        let at = point.map(|x| x.value());
        let farthest = |direction: &Vector3<f64>| {
            let mut farthest = (f64::NEG_INFINITY, 0);
            for (k, corner) in self.corners.iter().enumerate() {
                let far = Vector3::from(*corner).dot(direction);
                if far > farthest.0 {
                    farthest = (far, k);
                }
            }
            farthest.1
        };
        let mut highest = (f64::NEG_INFINITY, (Vector3::zeros(), 0.0));
        for [x, y, z, height] in self.planes {
            let normal = Vector3::new(*x, *y, *z);
            let above = normal.dot(&at) - height;
            if above > highest.0 {
                highest = (above, (normal, *height));
            }
        }
        let of_face = |(normal, height): (Vector3<f64>, f64)| {
            let normal = normal.map(T::from);
            Nearest::face(normal.dot(point) - T::from(height), normal)
        };
        if highest.0 <= 0.0 {
            return of_face(highest.1);
        }
        let found = simplex::search(&-at, |direction| {
            let k = farthest(&-direction);
            Corner { at: (k, 0), place: self.corner(k) - at }
        });
        // a place on a face may be between two of its corners
        let (towards, height) = self.face_towards(&-found.apart);
        let (aside, most) = (found.apart.cross(&towards), ASIDE * (self.radius + at.dot(&at).sqrt()));
        if aside.dot(&aside) <= most * most {
            return of_face((towards, height));
        }
        let mut corners = found.shares().map(|(k, _, _)| self.corner(*k));
        match (corners.next(), corners.next(), corners.next()) {
            (Some(corner), None, _) => Nearest::corner(point - corner.map(T::from)),
            (Some(corner), Some(end), None) => {
                let along = rotation::unit_vector(&(end - corner)).map(T::from);
                Nearest::edge(point - corner.map(T::from), &along)
            }
            _ => of_face((towards, height)),
        }
    }

    /// Normal and height of the face that looks most in a direction.
    fn face_towards(&self, direction: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let mut best = (f64::NEG_INFINITY, (Vector3::zeros(), 0.0));
        for [x, y, z, height] in self.planes {
            let normal = Vector3::new(*x, *y, *z);
            let towards = normal.dot(direction);
            if towards > best.0 {
                best = (towards, (normal, *height));
            }
        }
        best.1
    }
}

/// How another convex body lies to the faces of one: of each the corners that are below it and those above it, a bit each.
pub struct Sides<const FACES: usize> {
    inside: [u128; FACES],
    pub outside: [u128; FACES],
    /// Faces whose cells can touch that of each face in the overlap, itself among them, a bit each
    pub beside: [u64; FACES],
    /// How deep a place of the other body can be at most [m]: no deeper than its deepest corner below the one face that keeps it least
    pub most_depth: f64,
}

impl<const FACES: usize> Sides<FACES> {
    /// Whether some corners, a bit each, are all outside one of the first so many faces.
    pub fn is_outside(&self, corners: u128, faces: usize) -> bool {
        self.inside.iter().take(faces).any(|inside| inside & corners == 0)
    }
}

/// Faces of convex bodies for which less room is laid out: of boxes.
pub const FEW_FACES: usize = 8;

/// A convex body of up to so many faces in a frame that others share.
#[derive(Clone, Copy)]
pub struct Faced<'a, T: Scalar, const FACES: usize = MOST_FACES> {
    convex: Convex<'a>,
    origin: Vector3<T>,
    /// At most twice as many corners as faces, which [`Convex::is_of_few`] says
    corners: [[Vector3<T>; FACES]; 2],
    planes: [(Vector3<T>, T); FACES],
}

impl<'a, T: Scalar, const FACES: usize> Faced<'a, T, FACES> {
    /// Where its shape is so.
    pub fn new(convex: Convex<'a>, Pose { axes, origin }: &Pose<T>) -> Self {
        let (none, origin) = (Vector3::from_element(T::zero()), *origin);
        let turned = |[x, y, z]: [f64; 3]| {
            axes.column(0) * T::from(x) + axes.column(1) * T::from(y) + axes.column(2) * T::from(z)
        };
        let mut corners = [[none; FACES]; 2];
        for (to, corner) in corners.as_flattened_mut().iter_mut().zip(convex.corners) {
            *to = origin + turned(*corner);
        }
        let mut planes = [(none, T::zero()); FACES];
        for (to, [x, y, z, height]) in planes.iter_mut().zip(convex.planes) {
            let normal = turned([*x, *y, *z]);
            *to = (normal, normal.dot(&origin) + T::from(*height));
        }
        Faced { convex, origin, corners, planes }
    }

    /// Origin of the shape [m].
    pub fn origin(&self) -> &Vector3<T> {
        &self.origin
    }

    /// Distance of the farthest corner from the origin [m].
    pub fn radius(&self) -> f64 {
        self.convex.radius
    }

    /// How the corners of the other body lie to the faces of this one; None where all of them are outside one.
    pub fn sides(&self, other: &Self) -> Option<Sides<FACES>> {
        let (none, most_depth) = ([0; FACES], f64::INFINITY);
        let mut sides = Sides { inside: [0; FACES], outside: [0; FACES], beside: none, most_depth };
        let to = sides.inside.iter_mut().zip(&mut sides.outside);
        for ((normal, height), (inside, outside)) in self.planes().iter().zip(to) {
            let mut most = f64::NEG_INFINITY;
            for (corners, shift) in other.corners().chunks(64).zip([0, 64]) {
                let (mut below, mut above, mut bit) = (0_u64, 0_u64, 1_u64);
                for x in corners {
                    let depth = (*height - normal.dot(x)).value();
                    most = if depth > most { depth } else { most };
                    below |= if depth > 0.0 { bit } else { 0 };
                    above |= if depth < 0.0 { bit } else { 0 };
                    bit = bit.wrapping_shl(1);
                }
                *inside |= u128::from(below) << shift;
                *outside |= u128::from(above) << shift;
            }
            if most <= 0.0 {
                return None;
            }
            sides.most_depth = if most < sides.most_depth { most } else { sides.most_depth };
        }
        sides.beside = self.beside(sides.most_depth);
        Some(sides)
    }

    /// Of each face those whose cells can touch its own where no place is deeper than `most_depth` [m], a bit each.
    fn beside(&self, most_depth: f64) -> [u64; FACES] {
        let mut beside = [0; FACES];
        let rows = self.convex.together.chunks_exact(self.convex.planes.len().max(1));
        for (of, row) in beside.iter_mut().zip(rows) {
            *of = row.iter().rev().fold(0, |bits, from| bits << 1 | u64::from(*from <= most_depth));
        }
        beside
    }

    pub fn corners(&self) -> &[Vector3<T>] {
        let corners = self.corners.as_flattened();
        corners.get(..self.convex.corners.len()).unwrap_or(corners)
    }

    /// Outward unit normals of the faces and their heights over the origin of the common frame [m].
    pub fn planes(&self) -> &[(Vector3<T>, T)] {
        self.planes.get(..self.convex.planes.len()).unwrap_or(&self.planes)
    }

    /// Normal and positions of the corners of each face.
    pub fn faces(&self) -> impl Iterator<Item = (&Vector3<T>, &[u32])> {
        let mut from = 0;
        self.planes().iter().zip(self.convex.ends).map(move |((normal, _), end)| {
            let end = *end as usize;
            let of = self.convex.loops.get(from..end).unwrap_or(&[]);
            from = end;
            (normal, of)
        })
    }

    /// Mean of the corners [m].
    pub fn middle(&self) -> Vector3<T> {
        let corners = self.corners();
        let sum = corners.iter().fold(Vector3::from_element(T::zero()), |sum, corner| sum + corner);
        sum / T::from(corners.len() as f64)
    }

    /// Whether a place is in the body, or outside by no more than `room` [m].
    pub fn holds(&self, place: &Vector3<f64>, room: f64) -> bool {
        self.planes().iter().all(|(normal, height)| normal.map(|x| x.value()).dot(place) <= height.value() + room)
    }

    /// Normal of the face that looks most in a direction.
    pub fn face_towards(&self, direction: &Vector3<f64>) -> Vector3<T> {
        let mut best = (f64::NEG_INFINITY, Vector3::from_element(T::zero()));
        for (normal, _) in self.planes() {
            let towards = normal.map(|x| x.value()).dot(direction);
            if towards > best.0 {
                best = (towards, *normal);
            }
        }
        best.1
    }

    /// Position of the corner that lies farthest along a direction; of several the first.
    pub fn support(&self, direction: &Vector3<f64>) -> usize {
        let mut farthest = (f64::NEG_INFINITY, 0);
        for (k, corner) in self.corners().iter().enumerate() {
            let far =
                corner[0].value() * direction[0] + corner[1].value() * direction[1] + corner[2].value() * direction[2];
            if far > farthest.0 {
                farthest = (far, k);
            }
        }
        farthest.1
    }

    /// That corner [m].
    pub fn corner(&self, k: usize) -> Vector3<T> {
        self.corners.as_flattened().get(k).copied().unwrap_or(self.origin)
    }
}
