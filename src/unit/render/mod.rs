//! Texts rendered from the variable table. Compiled into `build.rs` and, for units with start values of their own, into the
//! packer.

pub mod header;
pub mod reference;
pub mod xml;

use crate::fmi::description::{Bound, Causality, Dependency, Kind, Row};
use crate::unit::table::{Id, TABLE};

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
        let value = self.start(row, k)?;
        Some(match row.kind {
            // 0 for -0
            Kind::Real => (value + 0.0).to_string(),
            Kind::Boolean => (value != 0.0).to_string(),
            Kind::Integer | Kind::Enumeration(_) => (value as i32).to_string(),
        })
    }

    /// 1-based position in ModelVariables.
    pub fn index(&self, id: Id, k: usize) -> usize {
        let found = self.list.iter().position(|(row, element)| row.id == id && *element == k);
        1 + found.expect("every id has a row: the table is checked by its tests")
    }

    /// Ascending 1-based positions of what an element depends on, of those rows that `counts` admits.
    pub fn dependencies(&self, row: &Row<Id>, k: usize, counts: impl Fn(&Row<Id>) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> = row
            .dependencies()
            .flat_map(|dependency| {
                let (id, admits): (Id, fn(usize, usize) -> bool) = match dependency {
                    Dependency::All(id) => (id, |_, _| true),
                    Dependency::Same(id) => (id, |k, element| k == element),
                    Dependency::Others(id) => (id, |k, element| k != element),
                };
                self.list
                    .iter()
                    .enumerate()
                    .filter(move |(_, (known, element))| known.id == id && admits(k, *element))
                    .filter(|(_, (known, _))| counts(known))
                    .map(|(position, _)| position + 1)
                    .collect::<Vec<_>>()
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Inputs and states: what outputs and rates may depend on.
pub fn is_input_or_state(row: &Row<Id>) -> bool {
    row.causality == Causality::Input || row.is_state(TABLE)
}

/// Inputs and everything with an exact start value: what initial values may depend on.
pub fn is_input_or_exact(row: &Row<Id>) -> bool {
    row.causality == Causality::Input || row.is_exact()
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
