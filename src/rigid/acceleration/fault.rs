//! Problems that are refused.

use crate::rigid::Fault;
use thiserror::Error;

/// Why no acceleration can be computed. Contacts are counted from 0.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum AccelerationFault {
    #[error(transparent)]
    Number(#[from] Fault),
    #[error("{name} of contact {contact}, counted from 0, is {value:?}; it must be {must}")]
    OutOfRange { contact: usize, name: &'static str, value: f64, must: &'static str },
    #[error(
        "A is not positive semidefinite: in units in which the friction limit surfaces have the size 1, it has the \
         eigenvalue {least:?}, and {largest:?} is the largest"
    )]
    Indefinite { least: f64, largest: f64 },
    #[error(
        "the planes of contact {contact}, counted from 0, do not enclose 0: nothing limits friction along (t, o, r) = \
         ({t:?}, {o:?}, {r:?})"
    )]
    Unlimited { contact: usize, t: f64, o: f64, r: f64 },
    #[error("contact {contact}, counted from 0, slides with v = 0: at rest it is rolling")]
    SlidesAtRest { contact: usize },
    #[error("contact {contact}, counted from 0, has no row {row}, but slides there with {value:?}")]
    NoSuchRow { contact: usize, row: &'static str, value: f64 },
    #[error("{found} contacts; every combination of their states is tried for at most {limit}")]
    TooManyContacts { found: usize, limit: usize },
    #[error("{found:?} combinations of states; at most {limit} are tried: choose fewer planes or contacts")]
    TooManyCombinations { found: f64, limit: usize },
}
