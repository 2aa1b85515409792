//! Messages to the host.

use crate::fmi::description::{LOG_ALL, LOG_CATEGORIES, LOG_DISCARD, LOG_ERROR, LOG_EVENTS, LOG_WARNING, LogCategory};
use crate::fmi::v2::abi::{
    FMI2_DISCARD, FMI2_ERROR, FMI2_OK, FMI2_WARNING, fmi2CallbackLogger, fmi2ComponentEnvironment, fmi2Status,
};
use std::ffi::{CStr, CString};

/// Kind of a message; each belongs to one category and is sent with one status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Event,
    Warning,
    Discard,
    Error,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Event, Kind::Warning, Kind::Discard, Kind::Error];

    fn category(self) -> &'static LogCategory {
        match self {
            Kind::Event => &LOG_EVENTS,
            Kind::Warning => &LOG_WARNING,
            Kind::Discard => &LOG_DISCARD,
            Kind::Error => &LOG_ERROR,
        }
    }

    fn status(self) -> fmi2Status {
        match self {
            Kind::Event => FMI2_OK,
            Kind::Warning => FMI2_WARNING,
            Kind::Discard => FMI2_DISCARD,
            Kind::Error => FMI2_ERROR,
        }
    }
}

/// Longest message in bytes: some hosts copy into a buffer of 1000.
const LONGEST: usize = 900;

/// The host's logger with the categories it wants.
pub struct Log {
    callback: Option<fmi2CallbackLogger>,
    environment: fmi2ComponentEnvironment,
    instance_name: CString,
    enabled: [bool; Kind::ALL.len()],
}

impl Log {
    /// Warnings, discards and errors are always sent; events only with `logging_on`.
    pub fn new(
        callback: Option<fmi2CallbackLogger>,
        environment: fmi2ComponentEnvironment,
        instance_name: CString,
        logging_on: bool,
    ) -> Self {
        Log { callback, environment, instance_name, enabled: Kind::ALL.map(|kind| kind != Kind::Event || logging_on) }
    }

    pub fn is_enabled(&self, kind: Kind) -> bool {
        self.callback.is_some() && self.enabled[kind as usize]
    }

    /// Switches categories on or off; none named means all of them. Errors: the name of an unknown category.
    pub fn switch(&mut self, on: bool, categories: &[&CStr]) -> Result<(), String> {
        let is = |name: &CStr, category: &LogCategory| name.to_bytes() == category.name.as_bytes();
        if let Some(unknown) = categories.iter().find(|name| !LOG_CATEGORIES.iter().any(|category| is(name, category)))
        {
            let known: Vec<_> = LOG_CATEGORIES.iter().map(|category| category.name).collect();
            let unknown = unknown.to_string_lossy();
            return Err(format!("no log category \"{unknown}\"; there are {}", known.join(", ")));
        }
        for kind in Kind::ALL {
            let named = categories.iter().any(|name| is(name, &LOG_ALL) || is(name, kind.category()));
            if categories.is_empty() || named {
                self.enabled[kind as usize] = on;
            }
        }
        Ok(())
    }

    /// Sends a finished text. `%` and `#` are doubled, as FMI asks: the host's logger reads both as escapes.
    pub fn send(&self, kind: Kind, text: &str) {
        let Some(callback) = self.callback.filter(|_| self.enabled[kind as usize]) else { return };
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
        // both are free of NUL: the message by the filter, the category because the table has none
        let (Ok(message), Ok(category)) = (CString::new(message), CString::new(kind.category().name)) else { return };
        // SAFETY: the host's function, called with its own environment and NUL-terminated strings that outlive the call
        unsafe {
            callback(self.environment, self.instance_name.as_ptr(), kind.status(), category.as_ptr(), message.as_ptr());
        }
    }
}
