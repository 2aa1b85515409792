//! What the contacts of a system come to together: wrenches of its bodies and the ledger.

use crate::physics::{ContactFault, Energies, Outputs, Vector3};
use crate::stepping::bodies::Returned;
use crate::unit::contact::Contact;
use crate::unit::contact::member::Books;

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

    /// In the mean over a step.
    pub(super) fn handed_back(returned: &Returned) -> Self {
        Wrench { force: returned.force.mean, torque: returned.torque.mean }
    }

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
    /// Of the contacts' own ledgers
    pub books: Books,
}

impl Sums {
    /// Begins anew, with what changes no bit of the first that is added.
    pub fn begin(&mut self, contacts_of: &[Vec<(usize, usize)>]) {
        for (wrench, of) in self.wrenches.iter_mut().zip(contacts_of) {
            *wrench = if of.is_empty() { Wrench::default() } else { Wrench::NOTHING };
        }
        const NOTHING: Energies<f64> = Energies { work: -0.0, dissipated_normal: -0.0, dissipated_friction: -0.0 };
        (self.powers, self.elastic, self.books) = (NOTHING, -0.0, Books::default());
    }

    /// Adds a contact of bodies i and j as it is now.
    ///
    /// Errors: it cannot be evaluated.
    pub fn add(&mut self, [i, j]: [usize; 2], contact: &mut Contact) -> Result<(), ContactFault> {
        let (outputs, powers) = contact.answer()?;
        self.wrenches[i].add(&outputs.force_i, &outputs.torque_i);
        self.wrenches[j].add(&outputs.force_j, &outputs.torque_j);
        self.elastic += outputs.energy_elastic;
        self.powers += powers;
        self.add_books(&contact.books()?);
        Ok(())
    }

    pub fn add_books(&mut self, of: &Books) {
        self.books.base += of.base;
        self.books.stored += of.stored;
        self.books.sums += &of.sums;
    }

    /// What sleeps adds 0: of nothing but it the sum is 0.
    pub fn add_sleepers(&mut self) {
        let none = Wrench::default();
        self.wrenches.iter_mut().for_each(|wrench| wrench.add(&none.force, &none.torque));
        self.elastic += 0.0;
        self.powers += &Energies::default();
    }
}

/// Above each number of the wrenches of a contact.
pub(super) fn size_of_wrenches(outputs: &Outputs<f64>) -> f64 {
    [outputs.force_i, outputs.torque_i, outputs.torque_j].iter().flatten().fold(0.0, |sum, number| sum + number.abs())
}
