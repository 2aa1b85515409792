//! Parameters by name, with the kinds, ranges and items of the table.

use crate::fmi::description::{Causality, Kind, Row};
use crate::fmi::range::{self, Items, Refused};
use crate::physics::parameters::MOST_PLANES;
use crate::unit::parameters::ContactParameters;
use crate::unit::settings;
use crate::unit::slots::{Knowns, parameter_slot};
use crate::unit::table::{Id, ROWS};
use core::fmt;

/// Why a parameter cannot be set or read. The text names it as the caller did.
#[derive(Clone, Copy, Debug)]
pub enum Refusal<'a> {
    Unknown { name: &'a str },
    NoParameter { name: &'a str },
    IsVector { row: &'static Row<Id> },
    NoElement { name: &'a str, row: &'static Row<Id> },
    NoPlane { name: &'a str },
    NoItems { name: &'a str },
    NoItem { name: &'a str, item: &'a str, row: &'static Row<Id> },
    Value { name: &'a str, value: f64, why: Refused },
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Unknown { name } => {
                write!(f, "there is no parameter {name}")?;
                let base = name.split('[').next().unwrap_or_default();
                let close = ROWS.iter().find(|row| is_parameter(row) && row.name.eq_ignore_ascii_case(base));
                close.map_or(Ok(()), |row| write!(f, "; did you mean {}?", row.name))
            }
            Refusal::NoParameter { name } => write!(f, "{name} is not a parameter"),
            Refusal::IsVector { row } => {
                write!(f, "{} has {} elements: name one, {}[1]", row.name, row.len(), row.name)
            }
            Refusal::NoElement { name, row } if row.elements.is_empty() => {
                write!(f, "there is no {name}: {} is one number", row.name)
            }
            Refusal::NoElement { name, row } => {
                write!(f, "there is no {name}: the elements of {} are counted from 1 to {}", row.name, row.len())
            }
            Refusal::NoPlane { name } => write!(
                f,
                "there is no {name}: {PLANES}[1][1] to [{MOST_PLANES}][3] are alpha, beta, gamma of at most {MOST_PLANES} planes"
            ),
            Refusal::NoItems { name } => write!(f, "{name} is a number and has no items to choose from"),
            Refusal::NoItem { name, item, row } => {
                write!(f, "{name} = {item} is not a valid item; ")?;
                match row.kind {
                    Kind::Enumeration(enumeration) => write!(f, "there are {}", Items(enumeration)),
                    _ => f.write_str("there are false, true"),
                }?;
                f.write_str("; nothing was set")
            }
            Refusal::Value { name, value, why } => write!(f, "{name} = {value:?} {why}; nothing was set"),
        }
    }
}

/// A parameter and the number of its element, counted from 0.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: &'static Row<Id>,
    k: usize,
}

fn is_parameter(row: &Row<Id>) -> bool {
    row.causality == Causality::Parameter
}

/// The parameter `friction.mu_S`, or an element `geometry.normalJ[3]` of a vector.
fn find(name: &str) -> Result<Place, Refusal<'_>> {
    let (base, index) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((base, index)) => (base, Some(index)),
        None => (name, None),
    };
    let Some(row) = ROWS.iter().find(|row| row.name == base) else { return Err(Refusal::Unknown { name }) };
    if !is_parameter(row) {
        return Err(Refusal::NoParameter { name });
    }
    let k = match index {
        None if row.elements.is_empty() => Some(0),
        None => return Err(Refusal::IsVector { row }),
        Some(index) => (0..row.elements.len()).find(|k| is_number(index, k + 1)),
    };
    k.map(|k| Place { row, k }).ok_or(Refusal::NoElement { name, row })
}

/// Whether the text is this number as one writes it: no sign, no leading zero.
fn is_number(text: &str, number: usize) -> bool {
    !text.starts_with(['0', '+']) && text.parse() == Ok(number)
}

/// What is no variable, since there may be thousands of contacts: the planes of [`Planes`](crate::physics::parameters::Planes), by
/// `friction.planes[plane][1…3]`.
const PLANES: &str = "friction.planes";
pub const FIRST_OF_PLANES: &str = "friction.planes[1][1]";

/// Whether the name is one of a plane's numbers.
pub fn is_of_planes(name: &str) -> bool {
    name.strip_prefix(PLANES).is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
}

/// Names and values of the planes, of those that are not 0.
pub fn planes(parameters: &ContactParameters<f64>) -> impl Iterator<Item = (String, f64)> {
    let rows = parameters.laws.settings.planes.rows;
    let numbers =
        rows.into_iter().enumerate().flat_map(|(k, row)| row.into_iter().enumerate().map(move |(m, of)| (k, m, of)));
    numbers.filter(|(.., of)| *of != 0.0).map(|(k, m, of)| (format!("{PLANES}[{}][{}]", k + 1, m + 1), of))
}

/// The number of a plane of this name; None of others. Errors: there is no such plane.
fn plane<'p, 'a>(
    parameters: &'p mut ContactParameters<f64>,
    name: &'a str,
) -> Option<Result<&'p mut f64, Refusal<'a>>> {
    if !is_of_planes(name) {
        return None;
    }
    let index = |text: &str, most: usize| (0..most).find(|k| is_number(text, k + 1));
    let place = || {
        let (plane, number) = name.strip_prefix(PLANES)?.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
        Some((index(plane, MOST_PLANES)?, index(number, 3)?))
    };
    Some(match place() {
        Some((plane, number)) => Ok(&mut parameters.laws.settings.planes.rows[plane][number]),
        None => Err(Refusal::NoPlane { name }),
    })
}

/// Row and element, counted from 0, of a parameter.
///
/// Errors: no such parameter.
pub fn element(name: &str) -> Result<(&'static Row<Id>, usize), Refusal<'_>> {
    find(name).map(|Place { row, k }| (row, k))
}

/// Start values of the table.
pub fn start_values() -> ContactParameters<f64> {
    Knowns::start().parameters
}

/// Sets a number, an enumeration by the number of its item, or a Boolean as 0 or 1.
///
/// Errors: no such parameter, or not a value it may have; nothing is changed.
pub fn set<'a>(parameters: &mut ContactParameters<f64>, name: &'a str, value: f64) -> Result<(), Refusal<'a>> {
    if let Some(slot) = plane(parameters, name) {
        let slot = slot?;
        if !value.is_finite() {
            return Err(Refusal::Value { name, value, why: Refused::NotFinite });
        }
        *slot = value;
        return Ok(());
    }
    let Place { row, k } = find(name)?;
    range::check(row, value).map_err(|why| Refusal::Value { name, value, why })?;
    if let Some(slot) = parameter_slot(parameters, row.id) {
        slot[k] = value;
    } else {
        settings::set(parameters, row.id, value as i32);
    }
    Ok(())
}

/// Whether every Real has a value it may have.
///
/// Errors: the first that has not.
pub fn check(parameters: &ContactParameters<f64>) -> Result<(), Refusal<'static>> {
    let mut copy = *parameters;
    for row in ROWS.iter().filter(|row| is_parameter(row)) {
        for value in parameter_slot(&mut copy, row.id).into_iter().flatten() {
            range::check(row, *value).map_err(|why| Refusal::Value { name: row.name, value: *value, why })?;
        }
    }
    Ok(())
}

/// Names of the items of an enumeration; None of anything else.
pub fn items(name: &str) -> Option<Vec<&'static str>> {
    match find(name).ok()?.row.kind {
        Kind::Enumeration(enumeration) => Some(enumeration.items.iter().map(|item| item.name).collect()),
        _ => None,
    }
}

/// Chooses an item of an enumeration by its name, or `false` or `true`.
///
/// Errors: no such parameter or item; nothing is changed.
pub fn choose<'a>(parameters: &mut ContactParameters<f64>, name: &'a str, item: &'a str) -> Result<(), Refusal<'a>> {
    if is_of_planes(name) {
        return Err(Refusal::NoItems { name });
    }
    let row = find(name)?.row;
    let number = match row.kind {
        Kind::Enumeration(enumeration) => {
            enumeration.items.iter().zip(1..).find(|(known, _)| known.name == item).map(|(_, number)| number)
        }
        Kind::Boolean => ["false", "true"].iter().zip(0..).find(|(known, _)| **known == item).map(|(_, number)| number),
        Kind::Real | Kind::Integer => return Err(Refusal::NoItems { name }),
    };
    let number = number.ok_or(Refusal::NoItem { name, item, row })?;
    settings::set(parameters, row.id, number);
    Ok(())
}

/// Sets a value written as a text: a number, or the name of an item.
///
/// Errors: as [`set`] and [`choose`]; nothing is changed.
pub fn assign<'a>(parameters: &mut ContactParameters<f64>, name: &'a str, text: &'a str) -> Result<(), Refusal<'a>> {
    match text.parse() {
        Ok(value) => set(parameters, name, value),
        Err(_) => choose(parameters, name, text),
    }
}

/// The value of an element of a parameter, counted from 0, as [`set`] takes it; None of anything else.
pub fn value(parameters: &ContactParameters<f64>, id: Id, k: usize) -> Option<f64> {
    if let Some(number) = settings::get(parameters, id) {
        return Some(f64::from(number));
    }
    let mut copy = *parameters;
    parameter_slot(&mut copy, id)?.get(k).copied()
}

/// The value as [`set`] takes it.
pub fn get<'a>(parameters: &ContactParameters<f64>, name: &'a str) -> Result<f64, Refusal<'a>> {
    if let Some(slot) = plane(&mut parameters.clone(), name) {
        return slot.copied();
    }
    let Place { row, k } = find(name)?;
    value(parameters, row.id, k).ok_or(Refusal::NoParameter { name })
}
