//! Steps for a caller that links the unit: one that is refused leaves no trace, neither of the step nor of the inputs that were set for it.

use super::{Contact, Continued};
use crate::fmi::model::Events;
use crate::physics::{ContactFault, Inputs, Mobility, Response};
use crate::stepping::InputRates;

/// What is set before a step, and where the last one has led. Room that is kept, so that no more is copied than there is.
#[derive(Default)]
pub(in crate::unit) struct Before {
    inputs: Inputs<f64>,
    is_bare: bool,
    /// Of use where not
    rates: InputRates,
    mobility: Mobility<f64>,
    continued: Option<Continued>,
    is_penetration_set: bool,
}

impl Before {
    /// Takes what is set in a contact now.
    #[inline(always)]
    pub fn take(&mut self, contact: &Contact) {
        self.inputs = contact.knowns.inputs;
        self.is_bare = contact.is_bare;
        if !self.is_bare {
            (self.rates, self.mobility) = (contact.input_rates, contact.knowns.mobility);
        }
        // each in its own size
        self.continued = match &contact.continued {
            None => None,
            Some(Continued::Motion(h)) => Some(Continued::Motion(*h)),
            Some(Continued::Contact(shown)) => Some(Continued::Contact(*shown)),
        };
        self.is_penetration_set = contact.wiring.is_penetration_set;
    }
}

impl Contact {
    /// Puts back what was set before a step that is refused.
    #[cold]
    pub(in crate::unit) fn put_back(&mut self, before: &Before) {
        self.knowns.inputs = before.inputs;
        self.is_bare = before.is_bare;
        (self.input_rates, self.knowns.mobility) =
            if before.is_bare { Default::default() } else { (before.rates, before.mobility) };
        self.wiring.is_penetration_set = before.is_penetration_set;
        self.touched();
        self.continued = before.continued;
    }

    /// As [`step`](Self::step), and the outputs of its end. A step whose end cannot be evaluated is refused, too.
    pub(in crate::unit) fn step_to(
        &mut self,
        time: f64,
        h: f64,
        events: &mut Events,
    ) -> Result<&Response<f64>, ContactFault> {
        if self.is_interface() {
            self.interface_step((time, h), true, events)?;
        } else {
            self.step(time, h, events)?;
        }
        self.response()
    }
}
