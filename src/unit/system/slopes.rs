//! What is kept of a direction in which a system is derived.

use crate::fmi::model::Run;
use crate::physics::Energies;
use crate::unit::contact::tangent::Tangent;
use crate::unit::table::Id;

/// What is kept of the last direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Slopes {
    /// Of each contact that a seed concerns, in their order
    pub of_contacts: Vec<(usize, Tangent)>,
    /// Seeds of variables that are not the ledger's
    pub seeds: Vec<(Run<Id>, f64)>,
    /// Seeds of the sums of the ledger
    pub ledger: Energies<f64>,
    /// The direction is that of time
    pub is_by_time: bool,
}

impl Slopes {
    /// Begins a direction, with room for so many contacts and seeds: many systems are never derived, and a contact needs 4 kB.
    pub fn begin(&mut self, contacts: usize, seeds: usize) {
        self.of_contacts.clear();
        self.of_contacts.reserve_exact(contacts);
        self.seeds.clear();
        self.seeds.reserve_exact(seeds);
    }

    pub fn of(&self, contact: usize) -> Option<&Tangent> {
        let at = self.of_contacts.binary_search_by_key(&contact, |(at, _)| *at).ok()?;
        Some(&self.of_contacts[at].1)
    }
}
