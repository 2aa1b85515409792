//! W of many bodies, by what each contact touches.

use crate::rigid::Fault;
use nalgebra::DMatrix;

/// Coordinates of a body: three of translation, three of rotation.
pub const COORDINATES: usize = 6;

/// What a contact has to do with one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Index of the body
    pub(super) body: usize,
    /// Rows of J: velocity of the contact along normal and tangents by the velocities of the body
    pub(super) rows: [[f64; COORDINATES]; 3],
    /// Columns of M⁻¹·Jᵀ
    pub(super) moves: [[f64; COORDINATES]; 3],
}

impl Side {
    /// Of the rows of J, in which u is the velocity of body 1 against body 2, and of M⁻¹ of the body [1/kg, 1/(kg·m²)].
    pub fn new(body: usize, rows: [[f64; COORDINATES]; 3], inverse: &[[f64; COORDINATES]; COORDINATES]) -> Self {
        let moves = rows.map(|row| inverse.map(|column| dot(&column, &row)));
        Side { body, rows, moves }
    }

    /// Index of the body
    pub fn body(&self) -> usize {
        self.body
    }

    /// Mass of its body [kg]: an impulse moves the mass centre along itself.
    pub fn mass(&self) -> f64 {
        let [x, y, z, ..] = self.moves[0];
        1.0 / (x * x + y * y + z * z).sqrt()
    }

    /// The same of another body with these rows and this inverse mass.
    pub fn of(self, body: usize) -> Self {
        Side { body, ..self }
    }

    /// Velocity of the contact [m/s] by the velocities of its body.
    pub fn velocity(&self, v: &[f64; COORDINATES]) -> [f64; 3] {
        self.rows.map(|row| dot(&row, v))
    }

    /// What the impulse `p` [N·s] of the contact changes of the velocities of its body.
    pub fn change(&self, p: [f64; 3]) -> [f64; COORDINATES] {
        core::array::from_fn(|i| self.moves[0][i] * p[0] + self.moves[1][i] * p[1] + self.moves[2][i] * p[2])
    }
}

pub(super) fn dot(a: &[f64; COORDINATES], b: &[f64; COORDINATES]) -> f64 {
    (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}

/// W of contacts of which each has one or two of the bodies; the state is what impulses change of the velocities of the
/// bodies, and of those of compliant tangents.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    pub(super) contacts: &'a [[Option<Side>; 2]],
    pub(super) bodies: usize,
    /// Of the tangents of a contact [1/kg], or none
    pub(super) compliance: &'a [f64],
}

impl<'a> Bodies<'a> {
    /// Of so many bodies. None: a side that nothing moves.
    pub fn new(contacts: &'a [[Option<Side>; 2]], bodies: usize) -> Self {
        Bodies { contacts, bodies, compliance: &[] }
    }

    /// With a compliance [1/kg] on the diagonal of W for the tangents of each contact, 1/(k_T·h²) of bristles.
    ///
    /// Errors: not one for each contact, not finite, below 0.
    pub fn with_compliance(self, compliance: &'a [f64]) -> Result<Self, Fault> {
        if compliance.len() != self.contacts.len() {
            return Err(Fault::WrongSize { name: "compliances", found: compliance.len(), needed: self.contacts.len() });
        }
        match compliance.iter().find(|value| !value.is_finite() || **value < 0.0) {
            Some(&value) => Err(Fault::OutOfRange { name: "the compliance", value, range: "finite, 0 or above" }),
            None => Ok(Bodies { compliance, ..self }),
        }
    }

    /// What the contacts touch.
    pub fn pairs(&self) -> &'a [[Option<Side>; 2]] {
        self.contacts
    }

    /// Number of bodies
    pub fn count(&self) -> usize {
        self.bodies
    }

    /// m_i·m_j of all contacts i and j, m_i what an impulse along the normal of contact i changes of the motion of all bodies, translation and turning of each as parts of the most
    /// that a contact changes of them: singular for the impulses that W_nn is singular for, those that move nothing, however far mass and inertia of a body are apart.
    pub fn moved_by_normals(&self) -> DMatrix<f64> {
        let mut most = vec![[f64::MIN_POSITIVE; 2]; self.bodies];
        for side in self.contacts.iter().flatten().flatten() {
            for (c, moves) in side.moves.as_flattened().iter().enumerate() {
                let most = &mut most[side.body][c % COORDINATES / 3];
                *most = most.max(moves.abs());
            }
        }
        let share = |side: &Side, c: usize| side.moves[0][c] / most[side.body][c / 3];
        let mut sum = DMatrix::zeros(self.contacts.len(), self.contacts.len());
        for (i, of_i) in self.contacts.iter().enumerate() {
            for (j, of_j) in self.contacts.iter().enumerate() {
                for (own, other) in
                    of_i.iter().flatten().flat_map(|own| of_j.iter().flatten().map(move |other| (own, other)))
                {
                    if own.body == other.body {
                        sum[(i, j)] += (0..COORDINATES).map(|c| share(own, c) * share(other, c)).sum::<f64>();
                    }
                }
            }
        }
        sum
    }
}
