//! Onsets and releases within a step.

use crate::stepping::ContactChange;

/// Maximum number of onsets and releases that one step reports; more are integrated, but not listed.
pub const MOST_CHANGES: usize = 8;

/// Onsets and releases in the order they came.
#[derive(Default)]
pub(super) struct Changes {
    pub listed: [Option<ContactChange>; MOST_CHANGES],
    seen: usize,
}

impl Changes {
    pub fn add(&mut self, changes: impl Iterator<Item = ContactChange>, ahead: f64) {
        for change in changes {
            if let Some(place) = self.listed.get_mut(self.seen) {
                *place = Some(ContactChange { after: change.after + ahead, ..change });
                self.seen += 1;
            }
        }
    }
}
