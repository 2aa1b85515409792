//! Parameters as lines of the file of a system.

use super::range_text;
use crate::fmi::description::{Causality, Kind, Row};
use crate::unit::table::Id;

/// Those among the rows, each with what it is, its range and its start value.
pub fn parameters<'a>(rows: impl Iterator<Item = &'a Row<Id>>) -> String {
    rows.filter(|row| row.causality == Causality::Parameter).map(line).collect()
}

/// Two lines: what it is, and `compliance.e = 0.5`.
fn line(row: &Row<Id>) -> String {
    let values: Vec<String> = row.start.iter().map(|value| start(row, *value)).collect();
    let value = if row.elements.is_empty() { values.concat() } else { format!("[{}]", values.join(", ")) };
    let unit = row.unit.filter(|unit| *unit != "1").map(|unit| format!(" [{unit}]")).unwrap_or_default();
    let about = row.description.replace("{}", &row.elements.join("/"));
    format!("# {about}{unit}{}\n{} = {value}\n", allowed(row), row.name)
}

fn start(row: &Row<Id>, value: f64) -> String {
    match row.kind {
        Kind::Enumeration(of) => {
            format!("{:?}", of.items.get((value as usize).saturating_sub(1)).map_or("", |item| item.name))
        }
        Kind::Boolean => (value != 0.0).to_string(),
        Kind::Integer => format!("{value}"),
        Kind::Real => format!("{value:?}"),
    }
}

fn allowed(row: &Row<Id>) -> String {
    let range = match row.kind {
        Kind::Enumeration(of) => of.items.iter().map(|item| format!("{:?}", item.name)).collect::<Vec<_>>().join(", "),
        Kind::Boolean => "true, false".into(),
        _ => range_text(row),
    };
    if range.is_empty() { range } else { format!("; {range}") }
}
