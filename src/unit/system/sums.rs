//! What the contacts of a system come to together: wrenches of its bodies and the ledger.

use crate::physics::{Energies, Outputs, Vector3};

/// Force [N] and torque about the origin of the body's frame [N·m] of all contacts of a body, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Wrench {
    pub force: Vector3<f64>,
    pub torque: Vector3<f64>,
}

impl Wrench {
    /// To which anything is added without a change of its bits: 0 + (−0) would be 0.
    pub(super) const NOTHING: Wrench =
        Wrench { force: Vector3::new(-0.0, -0.0, -0.0), torque: Vector3::new(-0.0, -0.0, -0.0) };

    pub(super) fn add(&mut self, force: &Vector3<f64>, torque: &Vector3<f64>) {
        self.force += force;
        self.torque += torque;
    }
}

/// Sums over the contacts, of now.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub wrenches: Vec<Wrench>,
    /// The ledger as it is shown, and its powers [W]
    pub ledger: Energies<f64>,
    pub powers: Energies<f64>,
    pub elastic: f64,
    pub residual: f64,
}

/// Above each number of the wrenches of a contact.
pub(super) fn size_of_wrenches(outputs: &Outputs<f64>) -> f64 {
    [outputs.force_i, outputs.torque_i, outputs.torque_j].iter().flatten().fold(0.0, |sum, number| sum + number.abs())
}
