//! Files to begin with, and one with every key.

use asperity::fmi::description::{Causality, Kind, Row};
use asperity::unit::render::range_text;
use asperity::unit::system::tables::{CONTACT, GIVEN_CONTACT, SYSTEM};
use asperity::unit::table::{Id, TABLE};

/// A file that `asperity new` writes.
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! example {
    ($name:literal, $about:literal) => {
        Example { name: $name, about: $about, text: include_str!(concat!("examples/", $name, ".toml")) }
    };
}

/// All of them.
pub static EXAMPLES: [Example; 5] = [
    example!("ball-on-table", "one ball falls on a plane"),
    example!("four-wheels", "a body that stands on four contacts"),
    example!("newtons-cradle", "five balls on a line, e = 1"),
    example!("billiard", "16 balls, four rails"),
    example!("ring", "two balls inside a hollow cylinder"),
];

/// A file with every key: meaning, default and allowed values. The parameters of the contacts come from the variable table.
pub fn documented() -> String {
    let (head, rest) = ALL.split_at(ALL.find("# Parameters,").unwrap_or(ALL.len()));
    let (before, entries) = head.split_at(head.find("[[contacts.pair]]").unwrap_or(head.len()));
    let point = TABLE.iter().filter(|row| row.name == "geometry.point");
    let of_contacts = SYSTEM.iter().chain(CONTACT).chain(point);
    let given = GIVEN_CONTACT.iter().filter(|row| CONTACT.iter().all(|known| known.id != row.id));
    format!("{before}{rest}{}\n{entries}{}", parameters(of_contacts), parameters(given))
}

const ALL: &str = include_str!("examples/all.toml");

fn parameters<'a>(rows: impl Iterator<Item = &'a Row<Id>>) -> String {
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
        _ if row.name == "coupling.mode" => "\"kinematic\" only, in a system".into(),
        Kind::Enumeration(of) => of.items.iter().map(|item| format!("{:?}", item.name)).collect::<Vec<_>>().join(", "),
        Kind::Boolean => "true, false".into(),
        _ => range_text(row),
    };
    if range.is_empty() { range } else { format!("; {range}") }
}
