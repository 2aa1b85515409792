//! Steps for a caller that links the unit: one that is refused leaves no trace, neither of the step nor of the inputs that were set for it.

use super::{Contact, Continued};
use crate::fmi::model::Events;
use crate::physics::{ContactFault, Inputs, Mobility, Response};
use crate::stepping::InputRates;

/// What is set before a step, and where the last one has led.
pub(in crate::unit) struct Given {
    inputs: Inputs<f64>,
    /// None: they are 0
    rates: Option<(InputRates, Mobility<f64>)>,
    continued: Option<Continued>,
    is_penetration_set: bool,
}

impl Contact {
    /// What is set now.
    #[inline(always)]
    pub(in crate::unit) fn given(&self) -> Given {
        Given {
            inputs: self.knowns.inputs,
            rates: (!self.is_bare).then_some((self.input_rates, self.knowns.mobility)),
            // each in its own size
            continued: match &self.continued {
                None => None,
                Some(Continued::Motion(h)) => Some(Continued::Motion(*h)),
                Some(Continued::Contact(shown)) => Some(Continued::Contact(*shown)),
            },
            is_penetration_set: self.wiring.is_penetration_set,
        }
    }

    /// Puts back what was set before a step that is refused.
    #[cold]
    pub(in crate::unit) fn put_back(&mut self, given: &Given) {
        self.knowns.inputs = given.inputs;
        self.is_bare = given.rates.is_none();
        (self.input_rates, self.knowns.mobility) = given.rates.unwrap_or_default();
        self.wiring.is_penetration_set = given.is_penetration_set;
        self.touched();
        self.continued = given.continued;
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
