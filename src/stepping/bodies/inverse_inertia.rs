//! The inverse inertia of a body at the origin of its frame.

use crate::physics::rotation::Rotation;
use crate::physics::{Matrix3, Symmetric, Vector3};
use crate::stepping::interface::Spatial;
use crate::stepping::semidefinite::is_semidefinite;
use core::fmt;
use nalgebra::SVector;

/// Elements of the upper half of a symmetric 6×6 matrix, row by row.
pub type SymmetricSix = SVector<f64, 21>;

/// Y of a body, Y_b of body b, symmetric and positive semidefinite: the acceleration of the origin of its frame and of its turning, without what
/// turns it by itself, is Y times force and torque about that origin, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseInertia {
    /// Acceleration by force [1/kg]
    pub linear: Matrix3<f64>,
    /// Acceleration by torque [1/(kg·m)]; its transpose is angular acceleration by force
    pub mixed: Matrix3<f64>,
    /// Angular acceleration by torque [1/(kg·m²)]
    pub angular: Matrix3<f64>,
}

/// Why there is no inverse inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MassFault {
    /// The inertia is neither positive definite nor 0.
    Inertia([f64; 6]),
    /// The given 6×6 matrix is not positive semidefinite.
    InverseMass,
}

impl fmt::Display for MassFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MassFault::Inertia(value) => {
                write!(f, "inertia = {value:?} must be positive definite, or all 0 for a body that does not rotate")
            }
            MassFault::InverseMass => f.write_str(
                "inverseMass must be symmetric and positive semidefinite: accelerations by force and torque about the origin of the \
                 body's frame",
            ),
        }
    }
}

/// Matrix of a cross product  [c]ₓ·u = c×u.
pub fn cross(c: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::new(0.0, -c[2], c[1], c[2], 0.0, -c[0], -c[1], c[0], 0.0)
}

impl InverseInertia {
    /// Of a body that no force moves.
    pub fn none() -> Self {
        let none = Matrix3::zeros();
        InverseInertia { linear: none, mixed: none, angular: none }
    }

    /// Of a mass [kg], an inertia about the mass centre in body axes [kg·m²] and the mass centre in the body's frame [m], turned as the
    /// body is: with c from the origin to the mass centre, world axes,
    ///
    /// ω̇ = I⁻¹·(τ − c×f),   v̇ = f/m + c×ω̇   (without ω×(ω×c) and the gyroscopic torque, which belong to the free acceleration)
    ///
    /// A mass of 0 means that no force moves the body, an inertia of 0 that none turns it. Errors: the inertia is none.
    pub fn of_mass(
        mass: f64,
        inertia: &Symmetric<f64>,
        center_of_mass: &Vector3<f64>,
        turn: &Rotation<f64>,
    ) -> Result<Self, MassFault> {
        if mass == 0.0 {
            return Ok(InverseInertia::none());
        }
        let linear = Matrix3::from_diagonal_element(1.0 / mass);
        if inertia.iter().all(|element| *element == 0.0) {
            let none = Matrix3::zeros();
            return Ok(InverseInertia { linear, mixed: none, angular: none });
        }
        let own = inverse(inertia).ok_or_else(|| MassFault::Inertia((*inertia).into()))?;
        let columns =
            |of: &Matrix3<f64>| Matrix3::from_columns(&[0, 1, 2].map(|k| turn.of_vector(&of.column(k).into_owned())));
        let angular = columns(&columns(&own).transpose());
        let c = cross(&turn.of_vector(center_of_mass));
        let mixed = c * angular;
        Ok(InverseInertia { linear: linear + mixed * c.transpose(), mixed, angular })
    }

    /// The same at another place of the body, `arm` r from the origin [m]: the acceleration of that by force and torque about it,
    ///
    /// M' = M − [r]ₓ·A,   L' = L − [r]ₓ·Mᵀ + M'·[r]ₓ  of the blocks L, M, A: linear, mixed, angular.
    #[inline(never)]
    pub fn about(&self, arm: &Vector3<f64>) -> Self {
        if *arm == Vector3::zeros() {
            return *self;
        }
        let r = cross(arm);
        let mixed = self.mixed - r * self.angular;
        InverseInertia { linear: self.linear - r * self.mixed.transpose() + mixed * r, mixed, angular: self.angular }
    }

    /// As the importer gives it. Errors: it is not positive semidefinite.
    pub fn given(elements: &SymmetricSix) -> Result<Self, MassFault> {
        const SIZE: usize = 6;
        let place = |row: usize, column: usize| {
            let (row, column) = (row.min(column), row.max(column));
            elements[row * SIZE - row * (row + 1) / 2 + column]
        };
        let block = |rows: usize, columns: usize| Matrix3::from_fn(|r, c| place(rows + r, columns + c));
        let found = InverseInertia { linear: block(0, 0), mixed: block(0, 3), angular: block(3, 3) };
        let whole: [[f64; SIZE]; SIZE] = core::array::from_fn(|r| core::array::from_fn(|c| place(r, c)));
        let can_be = (0..SIZE).all(|k| whole[k][k] >= 0.0) && whole.iter().flatten().all(|element| element.is_finite());
        (can_be && is_semidefinite(whole, ROUNDING)).then_some(found).ok_or(MassFault::InverseMass)
    }

    /// Accelerations under a force and a torque about the origin, or changes of velocity by impulses.
    #[inline]
    pub fn response(&self, to: &Spatial) -> Spatial {
        Spatial {
            linear: self.linear * to.linear + self.mixed * to.angular,
            angular: self.mixed.tr_mul(&to.linear) + self.angular * to.angular,
        }
    }

    /// Acceleration of a point of the body at `arm` [m] from the origin by a force there  [1/kg].
    pub fn at(&self, arm: &Vector3<f64>) -> Matrix3<f64> {
        let arm = cross(arm);
        // v_p = v − [ρ]ₓ·ω,  τ = [ρ]ₓ·f
        let turned = self.mixed * arm;
        self.linear + turned + turned.transpose() - arm * self.angular * arm
    }
}

/// Inverse of a symmetric positive definite matrix; None of another one.
pub(super) fn inverse(of: &Symmetric<f64>) -> Option<Matrix3<f64>> {
    let [xx, yy, zz, xy, xz, yz] = (*of).into();
    let [a, b, c] = [Vector3::new(xx, xy, xz), Vector3::new(xy, yy, yz), Vector3::new(xz, yz, zz)];
    let determinant = a.dot(&b.cross(&c));
    let is_definite = xx > 0.0 && xx * yy - xy * xy > 0.0 && determinant > SINGULAR * xx * yy * zz;
    let inverse = Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)]) / determinant;
    (is_definite && inverse.sum().is_finite()).then_some(inverse)
}

/// Part of the product of the diagonal below which a determinant is rounding.
const SINGULAR: f64 = 1e-12;

/// What rounding leaves of a matrix with ones on its diagonal: the importer may have seven digits.
const ROUNDING: f64 = 1e-6;
