//! What is kept of a direction in which a system is derived.

use crate::fmi::model::Run;
use crate::physics::Energies;
use crate::unit::contact::tangent::Tangent;
use crate::unit::table::Id;

/// What is kept of the last direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Slopes {
    /// Of each contact; None where no seed concerns it
    pub of_contacts: Vec<Option<Tangent>>,
    /// Seeds of variables that are not the ledger's
    pub seeds: Vec<(Run<Id>, f64)>,
    /// Seeds of the sums of the ledger
    pub ledger: Energies<f64>,
    /// The direction is that of time
    pub is_by_time: bool,
}

impl Slopes {
    /// Makes room for a direction in which everything is seeded, once: many systems are never derived, and a contact needs 4 kB.
    pub fn make_room(&mut self, contacts: usize, seeds: usize) {
        if self.of_contacts.len() != contacts {
            *self = Slopes { of_contacts: vec![None; contacts], seeds: Vec::with_capacity(seeds), ..Slopes::default() };
        }
    }
}
