//! Body bounded by triangles.

use crate::physics::{Scalar, Vector3};
use crate::shape::below::{Cut, Moments};
use crate::shape::facets::Water;

/// A closed surface of triangles, convex or not; whoever has it holds its corners.
#[derive(Clone, Copy, Debug)]
pub struct Mesh<'a> {
    /// Corners in the frame of the shape [m]
    pub corners: &'a [[f64; 3]],
    /// Positions of three corners each, counter-clockwise as seen from outside
    pub triangles: &'a [[u32; 3]],
}

impl Mesh<'_> {
    fn corner<T: Scalar>(&self, k: u32) -> Vector3<T> {
        let [x, y, z] = self.corners.get(k as usize).copied().unwrap_or_default();
        Vector3::new(T::from(x), T::from(y), T::from(z))
    }

    /// The corner that lies farthest along a direction [m]; of several the first.
    pub fn support<T: Scalar>(&self, direction: &Vector3<T>) -> Vector3<T> {
        let along = |at: &[f64; 3]| (0..3).map(|k| at[k] * direction[k].value()).sum::<f64>();
        let mut farthest = (f64::NEG_INFINITY, 0);
        for (k, corner) in (0..).zip(self.corners) {
            let far = along(corner);
            if far > farthest.0 {
                farthest = (far, k);
            }
        }
        self.corner(farthest.1)
    }

    /// Moments of the part below a plane.
    pub fn below<T: Scalar>(&self, cut: &Cut<T>) -> Moments<T> {
        self.sunk(cut).moments()
    }

    /// What is below a plane.
    pub fn sunk<T: Scalar>(&self, cut: &Cut<T>) -> Water<T> {
        let mut water = Water::new(cut);
        for triangle in self.triangles {
            let corners = triangle.map(|k| self.corner::<T>(k));
            if corners.iter().any(|corner| cut.depth(corner).value() > 0.0) {
                water.add(&corners.map(|corner| water.sunk(&corner)));
            }
        }
        water
    }
}
