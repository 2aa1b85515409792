//! Messages to the importer.

use crate::fmi::description::{LOG_ALL, LOG_CATEGORIES, LOG_DISCARD, LOG_ERROR, LOG_EVENTS, LOG_WARNING, LogCategory};
use std::ffi::CStr;

/// Kind of a message; each belongs to one category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Event,
    Warning,
    Discard,
    Error,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Event, Kind::Warning, Kind::Discard, Kind::Error];

    pub fn category(self) -> &'static LogCategory {
        match self {
            Kind::Event => &LOG_EVENTS,
            Kind::Warning => &LOG_WARNING,
            Kind::Discard => &LOG_DISCARD,
            Kind::Error => &LOG_ERROR,
        }
    }
}

/// Takes the messages to the importer.
pub type Sink = Box<dyn Fn(Kind, &str)>;

/// Where messages go, with the categories that the importer wants.
pub struct Log {
    sink: Option<Sink>,
    enabled: [bool; Kind::ALL.len()],
}

impl Log {
    /// Warnings, discards and errors are always sent; events only with `logging_on`.
    pub fn new(sink: Option<Sink>, logging_on: bool) -> Self {
        Log { sink, enabled: Kind::ALL.map(|kind| kind != Kind::Event || logging_on) }
    }

    pub fn is_enabled(&self, kind: Kind) -> bool {
        self.sink.is_some() && self.enabled[kind as usize]
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

    /// Sends a finished text, if its category is wanted.
    pub fn send(&self, kind: Kind, text: &str) {
        if let Some(sink) = self.sink.as_ref().filter(|_| self.enabled[kind as usize]) {
            sink(kind, text);
        }
    }
}
