//! Texts rendered from the variable table. Compiled into `build.rs` and, for units with start values of their own, into the
//! packer.

pub mod header;
pub mod reference;
pub mod toml;

use crate::fmi::description::{Bound, Row};
use crate::fmi::listing::{self, Listing};
use crate::unit::table::{ENUMERATIONS, INFORMATION, Id, UNITS};

/// The table with every vector written out: element `k` of row `row`, in the order of ModelVariables.
pub struct Elements {
    pub list: Vec<(&'static Row<Id>, usize)>,
    /// Start values in the place of those of the table, for elements of rows
    pub starts: Vec<(Id, usize, f64)>,
    /// What the description of the unit says beyond that of the table
    pub note: String,
}

impl Elements {
    pub fn of(table: &'static [Row<Id>]) -> Self {
        let list = table.iter().flat_map(|row| (0..row.len()).map(move |k| (row, k))).collect();
        Elements { list, starts: Vec::new(), note: String::new() }
    }

    /// The rows whose elements are listed.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row<Id>> {
        self.list.iter().filter(|(_, k)| *k == 0).map(|(row, _)| *row)
    }

    /// The start value of an element; None where it is calculated.
    pub fn start(&self, row: &Row<Id>, k: usize) -> Option<f64> {
        let own = self.starts.iter().rev().find(|(id, element, _)| *id == row.id && *element == k);
        own.map(|(.., value)| *value).or(row.start.get(k).copied())
    }

    /// A start value as the row's type writes it.
    pub fn start_text(&self, row: &Row<Id>, k: usize) -> Option<String> {
        self.start(row, k).map(|value| listing::start_text(row.kind, value))
    }

    /// What the model description says of them.
    pub fn listing(&self) -> Listing {
        let mut listing = Listing::of(&INFORMATION, UNITS, ENUMERATIONS, &self.list);
        listing.information.description = format!("{}{}", INFORMATION.description, self.note).into();
        for (variable, (row, k)) in listing.variables.iter_mut().zip(&self.list) {
            variable.start = self.start(row, *k);
        }
        listing
    }
}

/// The range in words: `> 0`, `1 … 5`.
pub fn range_text(row: &Row<Id>) -> String {
    match (row.low, row.high) {
        (Bound::Including(low), Bound::Including(high)) => format!("{low} … {high}"),
        (Bound::Including(low), _) => format!("≥ {low}"),
        (Bound::Excluding(low), _) => format!("> {low}"),
        (Bound::Open, Bound::Including(high)) => format!("≤ {high}"),
        (Bound::Open, Bound::Excluding(high)) => format!("< {high}"),
        (Bound::Open, Bound::Open) => String::new(),
    }
}
