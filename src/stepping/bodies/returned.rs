//! What a step hands back of a body.

use crate::stepping::interface::Mean;
use crate::stepping::saved::saved;

/// What a step hands back of force and torque.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Returned {
    pub force: Mean,
    pub torque: Mean,
}

saved!(Returned { force, torque });
