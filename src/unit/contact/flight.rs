//! Kinematic coupling: steps of bodies that stay apart for certain. Nothing happens in them, and their outputs are evaluated when somebody asks.

use super::wiring::STEPS_TO_TELL;
use super::{Contact, Continued, placed};
use crate::meet;
use crate::physics::ContactFault;
use crate::stepping::{Motion, phases};
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::Knowns;

impl Contact {
    /// Whether nothing lasts of the last step, and the bodies cannot meet in the next one of `h` [s]: then it changes nothing but the time. Parameters are checked.
    ///
    /// Errors: a direction is none.
    #[inline(never)]
    pub(super) fn stays_apart(&self, h: f64) -> Result<bool, ContactFault> {
        let Knowns { parameters: ContactParameters { laws, geometry, .. }, inputs, .. } = &self.knowns;
        let is_bounded = !geometry.is_given() && self.solids.is_none();
        if !self.is_idle() || !is_bounded || self.impact.is_going_on() {
            return Ok(false);
        }
        meet::check_inputs(laws, geometry, inputs)?;
        let motion = Motion::to_look_at_often(laws, placed(geometry, &self.solids), inputs, &self.input_rates);
        Ok(phases::are_apart(&motion, h))
    }

    /// Such a step from `time` [s].
    #[inline(always)]
    pub(super) fn fly(&mut self, time: f64, h: f64) {
        self.wiring.look(&self.knowns.parameters.geometry, &self.knowns.inputs, STEPS_TO_TELL, &mut self.notices);
        self.changes.clear();
        self.time = time + h;
        self.continued = Some(Continued::Motion(h));
        (self.is_evaluated, self.flies) = (false, true);
    }
}
