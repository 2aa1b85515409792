//! Which values a variable may have: finite, within its range, an item of its enumeration.

use crate::fmi::description::{Bound, Enumeration, Kind, Row};
use core::fmt;

/// Why a value is refused; the text goes behind "name = value".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused {
    NotFinite,
    Below(f64),
    NotAbove(f64),
    Above(f64),
    NotBelow(f64),
    NoItem(&'static Enumeration),
    NotBoolean,
    NotWhole,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refused::NotFinite => f.write_str("is not a finite number"),
            Refused::Below(low) => write!(f, "is below its minimum {low}"),
            Refused::NotAbove(low) => write!(f, "must be > {low}"),
            Refused::Above(high) => write!(f, "is above its maximum {high}"),
            Refused::NotBelow(high) => write!(f, "must be < {high}"),
            Refused::NoItem(enumeration) => write!(f, "is not a valid item; there are {}", Items(enumeration)),
            Refused::NotBoolean => f.write_str("is neither 0 nor 1"),
            Refused::NotWhole => f.write_str("is not a whole number"),
        }
    }
}

/// The items of an enumeration with their numbers: `1 bodies, 2 input`.
pub struct Items(pub &'static Enumeration);

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.items.iter().zip(1..).try_for_each(|(item, number): (_, u32)| {
            let comma = if number == 1 { "" } else { ", " };
            write!(f, "{comma}{number} {}", item.name)
        })
    }
}

/// Errors: the value is not finite.
pub fn finite(value: f64) -> Result<(), Refused> {
    if value.is_finite() { Ok(()) } else { Err(Refused::NotFinite) }
}

/// Errors: the variable may not have this value. Integers, enumerations and Booleans come as whole numbers.
pub fn check<Id>(row: &Row<Id>, value: f64) -> Result<(), Refused> {
    finite(value)?;
    let is_whole = value == f64::from(value as i32);
    match row.kind {
        Kind::Boolean if value != 0.0 && value != 1.0 => return Err(Refused::NotBoolean),
        Kind::Enumeration(_) | Kind::Integer if !is_whole => return Err(Refused::NotWhole),
        Kind::Enumeration(enumeration) if value < 1.0 || value > enumeration.items.len() as f64 => {
            return Err(Refused::NoItem(enumeration));
        }
        _ => {}
    }
    match (row.low, row.high) {
        (Bound::Including(low), _) if value < low => Err(Refused::Below(low)),
        (Bound::Excluding(low), _) if value <= low => Err(Refused::NotAbove(low)),
        (_, Bound::Including(high)) if value > high => Err(Refused::Above(high)),
        (_, Bound::Excluding(high)) if value >= high => Err(Refused::NotBelow(high)),
        _ => Ok(()),
    }
}
