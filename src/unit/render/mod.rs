//! Texts rendered from the variable table. Compiled into `build.rs`, not into the library.

pub mod header;
pub mod reference;
pub mod xml;

use crate::fmi2::description::{Bound, Causality, Dependency, Kind, Row};
use crate::unit::table::{Id, TABLE};

/// The table with every vector written out: element `k` of row `row`, in the order of ModelVariables.
pub struct Elements {
    pub list: Vec<(&'static Row<Id>, usize)>,
}

impl Elements {
    pub fn of(table: &'static [Row<Id>]) -> Self {
        Elements { list: table.iter().flat_map(|row| (0..row.len()).map(move |k| (row, k))).collect() }
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

/// A start value as the row's type writes it.
pub fn start_text(row: &Row<Id>, k: usize) -> Option<String> {
    let value = row.start.get(k)?;
    Some(match row.kind {
        Kind::Real => value.to_string(),
        Kind::Boolean => (*value != 0.0).to_string(),
        Kind::Integer | Kind::Enumeration(_) => (*value as i32).to_string(),
    })
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
