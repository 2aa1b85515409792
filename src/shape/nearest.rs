//! The point of a surface that is nearest to a given one.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;

/// Where a surface is nearest to a point, and how that changes with the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<T: Scalar> {
    /// Distance of the point from the surface [m], < 0 inside
    pub distance: T,
    /// Its gradient: the outward normal there
    pub normal: Vector3<T>,
    /// Its second derivative: by how much the normal turns as the point moves [1/m]
    pub bend: Matrix3<T>,
    /// Curvatures that count for the stiffness: of edges and corners those of the faces between them
    pub curvature: Curvature<T>,
}

impl<T: Scalar> Nearest<T> {
    /// Of a plane face.
    pub fn face(distance: T, normal: Vector3<T>) -> Self {
        Nearest { distance, normal, bend: Matrix3::from_element(T::zero()), curvature: Curvature::even(T::zero()) }
    }

    /// Whether the normal is the same all around.
    #[inline(always)]
    pub fn is_flat(&self) -> bool {
        self.bend.iter().all(T::is_zero)
    }

    /// Of a corner, the point `way` [m] away from it.
    pub fn corner(way: Vector3<T>) -> Self {
        Nearest::round(way, Matrix3::from_diagonal_element(T::one()))
    }

    /// Of an edge along a unit vector, the point `from` [m] away from a place of it.
    pub fn edge(from: Vector3<T>, along: &Vector3<T>) -> Self {
        let across = Matrix3::from_diagonal_element(T::one()) - along * along.transpose();
        Nearest::round(across * from, across)
    }

    /// Of what is `way` [m] away in the directions in which it has no extent, those of the projection `across`.
    pub(super) fn round(way: Vector3<T>, across: Matrix3<T>) -> Self {
        let distance = way.dot(&way).sqrt();
        let bent = T::one() / distance;
        let normal = way * bent;
        let bend = (across - normal * normal.transpose()) * bent;
        Nearest { distance, normal, bend, curvature: Curvature::even(T::zero()) }
    }
}
