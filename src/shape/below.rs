//! The part of a body below a plane, by its moments. Everything that a contact of faces asks for follows from them.

use crate::physics::{Matrix3, Region, Round, Scalar, Vector3, region};

/// A plane as it cuts a body: below it is n·y < h, y in the frame of the body's shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut<T> {
    /// n, unit, upwards
    pub normal: Vector3<T>,
    /// h [m]
    pub height: T,
}

impl<T: Scalar> Cut<T> {
    /// Depth of a point below the plane  h − n·y  [m].
    #[inline]
    pub fn depth(&self, y: &Vector3<T>) -> T {
        self.height - self.normal.dot(y)
    }

    /// Seen from a frame whose origin is at `center` of this one.
    pub fn from(&self, center: &Vector3<T>) -> Self {
        Cut { normal: self.normal, height: self.depth(center) }
    }
}

/// Integrals over a part of a body, about the origin of the frame of its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<T> {
    /// ∫dV [m³]
    pub volume: T,
    /// ∫y dV [m⁴]
    pub first: Vector3<T>,
    /// ∫y·yᵀ dV [m⁵]
    pub second: Matrix3<T>,
}

impl<T: Scalar> Moments<T> {
    pub fn none() -> Self {
        let none = T::zero();
        Moments { volume: none, first: Vector3::from_element(none), second: Matrix3::from_element(none) }
    }

    /// Adds another part whose origin is at `center` [m] of this frame.
    pub fn add(&mut self, part: &Moments<T>, center: &Vector3<T>) {
        self.volume += part.volume;
        self.first += part.first + center * part.volume;
        let mixed = part.first * center.transpose();
        self.second += part.second + mixed + mixed.transpose() + center * center.transpose() * part.volume;
    }

    /// Centre of the part, if there is one [m].
    pub fn centroid(&self) -> Option<Vector3<T>> {
        (self.volume.value() > 0.0).then(|| self.first / self.volume)
    }

    /// Second moments about a centre of the part [m⁵].
    pub fn about(&self, centroid: &Vector3<T>) -> Matrix3<T> {
        self.second - centroid * centroid.transpose() * self.volume
    }

    /// What the laws ask of the part below a plane of a body that is so round, in the axes of the shape, and its centroid; None where
    /// nothing overlaps.
    pub fn region(&self, cut: &Cut<T>, round: Round<T>) -> Option<(Region<T>, Vector3<T>)> {
        let centroid = self.centroid()?;
        let n = &cut.normal;
        let second = self.about(&centroid);
        let across = region::across(&second, n);
        Some((Region::of(self.volume, cut.depth(&centroid) * self.volume, &across, n, [round, Round::No]), centroid))
    }
}
