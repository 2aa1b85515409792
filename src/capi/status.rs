//! Status codes and why a call is refused.

use crate::capi::structs::Culprit;
use crate::meet::NORMAL_AT_END;
use crate::physics::ContactFault;
use crate::rigid;
use crate::unit::named;
use core::ffi::{CStr, c_char};
use core::fmt;

/// What a call answers: ASPERITY_OK, or why it did nothing. More codes may come.
#[allow(non_camel_case_types)]
pub type asperity_status = i32;

/// Done.
pub const ASPERITY_OK: asperity_status = 0;
/// A pointer is NULL.
pub const ASPERITY_NULL: asperity_status = 1;
/// There is no parameter or item of this name.
pub const ASPERITY_NAME: asperity_status = 2;
/// A value is not finite or out of its range.
pub const ASPERITY_RANGE: asperity_status = 3;
/// The parameters do not fit together, were not checked, or ask for something that this function does not know.
pub const ASPERITY_PARAMETERS: asperity_status = 4;
/// Inputs, latch or state: a quaternion or normal without a direction, a mass that does not exist, a number that is not
/// finite.
pub const ASPERITY_INPUTS: asperity_status = 5;
/// A result is not finite.
pub const ASPERITY_OVERFLOW: asperity_status = 6;
/// A buffer is too short, arrays overlap, or the bytes are not a snapshot.
pub const ASPERITY_SIZE: asperity_status = 7;
/// An error of this library; the contact has to be started again or restored.
pub const ASPERITY_INTERNAL: asperity_status = 8;
/// The contact or system is not started, or a system that is started cannot be changed.
pub const ASPERITY_ORDER: asperity_status = 9;

/// The status in a few English words, never NULL; the text lives as long as the library. From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_status_text(status: asperity_status) -> *const c_char {
    text(status).as_ptr()
}

fn text(status: asperity_status) -> &'static CStr {
    match status {
        ASPERITY_OK => c"done",
        ASPERITY_NULL => c"a pointer is NULL",
        ASPERITY_NAME => c"no parameter or item of this name",
        ASPERITY_RANGE => c"a value is not finite or out of its range",
        ASPERITY_PARAMETERS => c"the parameters do not fit together, were not checked, or are not for this function",
        ASPERITY_INPUTS => c"an input is not finite, or has no direction",
        ASPERITY_OVERFLOW => c"a result is not finite",
        ASPERITY_SIZE => c"a buffer is too short, arrays overlap, or the bytes are not a snapshot",
        ASPERITY_INTERNAL => c"an error of the library",
        ASPERITY_ORDER => c"not started, or started already",
        _ => c"unknown status",
    }
}

/// Of parameters that ask for directions of the tangent plane.
pub const DIRECTIONS: &str =
    "friction.map = polyhedron or planes, friction.e_t and friction.e_o other than 1 need the orientation of body j";

/// Why a call is refused: what its status and its message are made of.
#[derive(Clone, Copy, Debug)]
pub enum Refusal<'a> {
    /// The argument of this name is NULL.
    Null(&'static str),
    /// A pointer inside the argument is NULL.
    NullInside(&'static str, usize),
    Named(named::Refusal<'a>),
    /// A name or item is not UTF-8 text.
    NoText(&'static str),
    /// An argument is not finite or out of its range.
    Range {
        name: &'static str,
        value: f64,
        must: &'static str,
    },
    /// The same of a contact, counted from 0.
    OfContact {
        name: &'static str,
        contact: usize,
        value: f64,
        must: &'static str,
    },
    NotChecked,
    /// What the parameters ask for and the function does not know.
    Unsupported(&'static str),
    /// A number of inputs, latch or state is not finite.
    Input(Culprit),
    /// The same of a contact in a batch.
    Garbage,
    ContactFault(ContactFault),
    /// Of an impact.
    Rigid(rigid::Fault),
    Size {
        given: usize,
        needed: usize,
    },
    Snapshot(&'static str),
    /// Nothing of a system has this name.
    NoSuch {
        what: &'static str,
        name: &'a str,
    },
    Overlap,
    NotStarted,
}

/// Why a call is refused, in words and as a status.
pub trait Why: fmt::Display {
    fn status(&self) -> asperity_status;
}

impl Why for Refusal<'_> {
    fn status(&self) -> asperity_status {
        match self {
            Refusal::Null(_) | Refusal::NullInside(..) => ASPERITY_NULL,
            Refusal::Named(named::Refusal::Value { .. }) | Refusal::Range { .. } | Refusal::OfContact { .. } => {
                ASPERITY_RANGE
            }
            Refusal::Named(_) | Refusal::NoText(_) | Refusal::NoSuch { .. } => ASPERITY_NAME,
            Refusal::NotChecked | Refusal::Unsupported(_) => ASPERITY_PARAMETERS,
            Refusal::Input(_) | Refusal::Garbage => ASPERITY_INPUTS,
            Refusal::ContactFault(fault) => status_of(fault),
            Refusal::Rigid(fault) => status_of_rigid(fault),
            Refusal::Size { .. } | Refusal::Snapshot(_) | Refusal::Overlap => ASPERITY_SIZE,
            Refusal::NotStarted => ASPERITY_ORDER,
        }
    }
}

/// Whose fault it is.
fn status_of(fault: &ContactFault) -> asperity_status {
    match fault {
        ContactFault::Overflow { .. } => ASPERITY_OVERFLOW,
        ContactFault::NoOrientation { .. }
        | ContactFault::NoInverseMass { .. }
        | ContactFault::NoInverseInertia { .. }
        | ContactFault::NoTurningByForce { .. }
        | ContactFault::CannotTurn
        | ContactFault::Immovable { .. } => ASPERITY_INPUTS,
        ContactFault::NoDirection { name, .. } if field_of(name).is_some() => ASPERITY_INPUTS,
        _ => ASPERITY_PARAMETERS,
    }
}

/// The same of an impact.
fn status_of_rigid(fault: &rigid::Fault) -> asperity_status {
    match fault {
        rigid::Fault::Overflow { .. } => ASPERITY_OVERFLOW,
        rigid::Fault::NotFollowed { .. } => ASPERITY_INTERNAL,
        rigid::Fault::NotFinite { name: "mu" | "mu_s" | "mu_k" | "e", .. }
        | rigid::Fault::NegativeFriction { .. }
        | rigid::Fault::StaticBelowKinetic { .. }
        | rigid::Fault::RestitutionOutOfRange { .. } => ASPERITY_RANGE,
        _ => ASPERITY_INPUTS,
    }
}

/// The field of the C structs that an input of the variable table is.
fn field_of(input: &str) -> Option<&'static str> {
    Some(match input {
        "contactNormal" => "normal",
        NORMAL_AT_END => "normal at the end of the step",
        "orientationI" => "body_i.orientation",
        "orientationJ" => "body_j.orientation",
        _ => return None,
    })
}

impl From<ContactFault> for Refusal<'_> {
    fn from(fault: ContactFault) -> Self {
        Refusal::ContactFault(fault)
    }
}

impl From<rigid::Fault> for Refusal<'_> {
    fn from(fault: rigid::Fault) -> Self {
        Refusal::Rigid(fault)
    }
}

impl<'a> From<named::Refusal<'a>> for Refusal<'a> {
    fn from(refusal: named::Refusal<'a>) -> Self {
        Refusal::Named(refusal)
    }
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Null(name) => write!(f, "{name} is NULL"),
            Refusal::NullInside(name, k) => write!(f, "{name}[{k}] is NULL"),
            Refusal::Named(refusal) => refusal.fmt(f),
            Refusal::NoText(name) => write!(f, "{name} is not UTF-8 text"),
            Refusal::Range { name, value, must } => write!(f, "{name} = {value:?} must be {must}"),
            Refusal::OfContact { name, contact, value, must } => {
                write!(f, "{name} of contact {contact}, counted from 0, is {value:?}; it must be {must}")
            }
            Refusal::NotChecked => f.write_str("the parameters are not checked: call asperity_parameters_check first"),
            Refusal::Unsupported(what) => f.write_str(what),
            Refusal::Input(culprit) => culprit.fmt(f),
            Refusal::Garbage => f.write_str("an input is not finite, or the normal has no direction"),
            Refusal::ContactFault(fault) => fault_text(fault, f),
            Refusal::Rigid(fault) => fault.fmt(f),
            Refusal::Size { given, needed } => write!(f, "{given} bytes are given, a snapshot has {needed}"),
            Refusal::Snapshot(why) => f.write_str(why),
            Refusal::NoSuch { what, name } => write!(f, "there is no {what} \"{name}\""),
            Refusal::Overlap => f.write_str("an array that is written overlaps another one"),
            Refusal::NotStarted => f.write_str("the contact is not started: call asperity_contact_start first"),
        }
    }
}

/// The text of the physics, with inputs by the names they have in C.
fn fault_text(fault: &ContactFault, f: &mut fmt::Formatter) -> fmt::Result {
    const SYMMETRIC: &str = "xx, yy, zz, xy, xz, yz";
    match fault {
        ContactFault::NoOrientation { name, value } => {
            let field = field_of(name).unwrap_or(name);
            write!(f, "{field} = {value:?} has no direction: give w, x, y, z, without a rotation 1, 0, 0, 0")
        }
        ContactFault::NoDirection { name, value } => match field_of(name) {
            Some(field) => write!(f, "{field} = {value:?} has no direction: give a vector of length 1"),
            None => write!(f, "{fault}"),
        },
        ContactFault::NoInverseMass { value } => {
            write!(f, "inverse_mass = {value:?} 1/kg is not positive semidefinite: give {SYMMETRIC} of J*M^-1*J^T")
        }
        ContactFault::NoInverseInertia { value } => write!(
            f,
            "inverse_inertia = {value:?} 1/(kg.m2) is not positive semidefinite: give {SYMMETRIC} of I_i^-1 + I_j^-1 in \
             world axes"
        ),
        ContactFault::NoTurningByForce { value } => write!(
            f,
            "turning_by_force = {value:?} 1/(kg m) does not belong to inverse_mass and inverse_inertia: [[W, G^T], [G, L]] is not \
             positive semidefinite"
        ),
        ContactFault::CannotTurn => f.write_str("inverse_inertia is 0, but friction.mu_r or friction.e_r needs it"),
        ContactFault::Immovable { w_nn } => {
            write!(f, "inverse_mass allows no motion along the normal (n.W.n = {w_nn:?} 1/kg)")
        }
        _ => write!(f, "{fault}"),
    }
}
