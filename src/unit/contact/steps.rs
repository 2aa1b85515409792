//! Kinematic steps in one set of instructions: whoever links the library may compile them for more than the least processor.

use super::instructions::Instructions;
use super::tried::Tried;
use super::{Contact, Steps};
use crate::fmi::model::Events;
use crate::physics::ContactFault;

impl Steps {
    pub fn by<I: Instructions>() -> &'static Self {
        const { &Steps { whole: whole::<I>, attempt: attempt::<I> } }
    }
}

#[inline(never)]
fn whole<I: Instructions>(
    contact: &mut Contact,
    (time, h): (f64, f64),
    events: &mut Events,
) -> Result<(), ContactFault> {
    I::run(
        #[inline(always)]
        || contact.step_by::<I>((time, h), events),
    )
}

#[inline(never)]
fn attempt<I: Instructions>(contact: &mut Contact, h: f64, tried: &mut Tried) -> Result<(), ContactFault> {
    I::run(
        #[inline(always)]
        || contact.attempt_by::<I>(h, tried),
    )
}
