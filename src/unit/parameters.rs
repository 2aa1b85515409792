//! The parameters of a contact.

use crate::physics::{Parameters, Scalar};
use crate::stepping::Coupling;

/// All parameters of a contact, those of its laws and those of its coupling. By default nothing is set, every number is 0: start
/// values are in the table of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactParameters<T: Scalar> {
    pub laws: Parameters<T>,
    pub coupling: Coupling<T>,
}
