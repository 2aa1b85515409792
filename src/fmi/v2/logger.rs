//! The importer's log function as the sink of an instance's messages.

use crate::fmi::log::{Kind, Sink};
use crate::fmi::v2::abi::*;
use std::ffi::CString;

/// Longest message in bytes: some importers copy into a buffer of 1000.
const LONGEST: usize = 900;

/// None where the importer has no log function.
pub fn sink(functions: &fmi2CallbackFunctions, instance_name: CString) -> Option<Sink> {
    let (callback, environment) = (functions.logger?, functions.component_environment);
    Some(Box::new(move |kind, text| {
        // both are free of NUL: the message by `escaped`, the category because the list has none
        let (Ok(message), Ok(category)) = (CString::new(escaped(text)), CString::new(kind.category().name)) else {
            return;
        };
        // SAFETY: the importer's function, called with its own environment and NUL-terminated strings that outlive the call
        unsafe { callback(environment, instance_name.as_ptr(), status(kind), category.as_ptr(), message.as_ptr()) }
    }))
}

fn status(kind: Kind) -> fmi2Status {
    match kind {
        Kind::Event => FMI2_OK,
        Kind::Warning => FMI2_WARNING,
        Kind::Discard => FMI2_DISCARD,
        Kind::Error => FMI2_ERROR,
    }
}

/// `%` and `#` are doubled, as FMI asks: the importer's log function reads both as escapes.
fn escaped(text: &str) -> String {
    let mut message = String::with_capacity(text.len());
    for c in text.chars().filter(|c| *c != '\0') {
        if message.len() + 2 * c.len_utf8() > LONGEST {
            break;
        }
        message.push(c);
        if c == '%' || c == '#' {
            message.push(c);
        }
    }
    message
}
