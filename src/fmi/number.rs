//! Numbers in messages.

use core::fmt;

/// A number with all its digits, with an exponent where zeros would be many.
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number(value) = self;
        if *value == 0.0 || (1e-9..1e15).contains(&value.abs()) { write!(f, "{value}") } else { write!(f, "{value:e}") }
    }
}
