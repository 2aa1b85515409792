//! Model Exchange: an onset that the importer does not answer with an event. Contact is made at events only, so without one the
//! bodies pass through each other.

use super::notices::{Notices, Topic};
use crate::stepping::saved::saved;

/// What has been seen of the present onset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Overlooked {
    /// Completed steps at whose end event mode was asked for, in a row
    asked: u8,
    /// Times later than all before at which the bodies overlapped
    instants: u8,
    latest: f64,
}

saved!(Overlooked { asked, instants, latest });

/// Steps in a row at whose end event mode was asked for in vain: one may be asked for twice.
const ASKED_IN_VAIN: u8 = 3;

/// Instants of an overlap without an event for an importer that completes no steps: solvers of high order evaluate some twenty in
/// a step before they look back for the onset.
const INSTANTS: u8 = 100;

impl Overlooked {
    /// Looks at an evaluation at this time [s] and penetration x [m] with contact off; a time before the latest one is a look back.
    pub fn evaluated(&mut self, time: f64, x: f64, notices: &mut Notices) {
        if x <= 0.0 || time < self.latest {
            self.instants = 0;
        } else if time > self.latest {
            self.instants = self.instants.saturating_add(1);
        }
        self.latest = time;
        if self.instants == INSTANTS {
            notices.raise(Topic::NoEvent, [x]);
        }
    }

    /// At the end of a completed step, at x [m] with contact off; `asks`: for event mode.
    pub fn completed(&mut self, asks: bool, x: f64, notices: &mut Notices) {
        self.asked = if asks { self.asked.saturating_add(1) } else { 0 };
        if self.asked == ASKED_IN_VAIN {
            notices.raise(Topic::NoEvent, [x]);
        }
    }
}
