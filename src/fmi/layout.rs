//! The table with its lookups, made at compile time.

use crate::fmi::description::{Bound, Causality, Kind, Row, Variability};
use crate::fmi::lifecycle::State;

/// Element `element` of row `row`, with what a call has to know of it before it looks at the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    row: u16,
    element: u16,
    /// Elements from this one to the last of the row
    pub left: u16,
    pub is_real: bool,
    /// States of the lifecycle in which a Real may be set to any finite number, as bits
    pub unbounded_in: u8,
}

impl Entry {
    const NONE: Entry = Entry { row: u16::MAX, element: 0, left: 0, is_real: false, unbounded_in: 0 };

    const fn of<Id: Copy + PartialEq>(table: &[Row<Id>], row: usize, element: usize) -> Entry {
        let of = &table[row];
        let is_real = matches!(of.kind, Kind::Real);
        let is_unbounded = is_real && matches!((of.low, of.high), (Bound::Open, Bound::Open));
        Entry {
            row: row as u16,
            element: element as u16,
            left: (of.len() - element) as u16,
            is_real,
            unbounded_in: if is_unbounded { settable_in(of) } else { 0 },
        }
    }
}

/// States of the lifecycle in which a variable may be set to another value than it has.
pub const fn settable_in<Id: Copy + PartialEq>(row: &Row<Id>) -> u8 {
    const BEFORE_START: u8 = State::Instantiated as u8 | State::Initialization as u8;
    const AT_EVENT: u8 = State::Event as u8 | State::StepComplete as u8;
    const CONTINUOUS: u8 = State::Continuous as u8;
    match (row.causality, row.variability) {
        (Causality::Input, Variability::Continuous) => BEFORE_START | AT_EVENT | CONTINUOUS,
        (Causality::Input, _) | (Causality::Parameter, Variability::Tunable) => BEFORE_START | AT_EVENT,
        (Causality::Parameter, _) => BEFORE_START,
        (Causality::Output | Causality::Local, _) if row.is_exact() => BEFORE_START | CONTINUOUS,
        _ => 0,
    }
}

/// Elements of one variable, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<Id> {
    pub id: Id,
    /// First element, counted from 0
    pub k: usize,
    pub length: usize,
}

impl<Id: Copy> Run<Id> {
    /// Its elements, one by one.
    pub fn elements(&self) -> impl Iterator<Item = (Id, usize)> {
        let id = self.id;
        (self.k..self.k + self.length).map(move |k| (id, k))
    }
}

/// The table with its lookups, made at compile time by [`by_reference`] and [`rates`].
#[derive(Debug)]
pub struct Layout<Id: 'static> {
    pub table: &'static [Row<Id>],
    /// Indexed by value reference
    pub by_reference: &'static [Entry],
    /// Rates of the continuous states, in the order of the states
    pub rates: &'static [Entry],
}

/// A found variable.
#[derive(Debug)]
pub struct Element<Id: 'static> {
    pub row: &'static Row<Id>,
    pub k: usize,
}

impl<Id> Clone for Element<Id> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Id> Copy for Element<Id> {}

impl<Id: Copy + PartialEq> Layout<Id> {
    pub fn find(&self, value_reference: u32) -> Option<Element<Id>> {
        self.element(self.entry(value_reference))
    }

    /// The place of a reference; `Entry::NONE` for one that there is not.
    pub fn entry(&self, value_reference: u32) -> Entry {
        self.by_reference.get(value_reference as usize).copied().unwrap_or(Entry::NONE)
    }

    /// Whether all of the references are those of Reals that may be set to any finite number in this state.
    #[inline]
    pub fn are_unbounded_in(&self, state: State, references: &[u32]) -> bool {
        references.iter().all(|reference| self.entry(*reference).unbounded_in & state as u8 != 0)
    }

    /// The first of the references with its neighbours; None without one, or if it is not of a Real variable.
    #[inline]
    pub fn first_run(&self, references: &[u32]) -> Option<Run<Id>> {
        let (first, rest) = references.split_first()?;
        let entry @ Entry { is_real: true, left, .. } = self.entry(*first) else { return None };
        let Element { row, k } = self.element(entry)?;
        let neighbours = rest.iter().zip(1..u32::from(left)).take_while(|(other, k)| **other == first.wrapping_add(*k));
        Some(Run { id: row.id, k, length: 1 + neighbours.count() })
    }

    pub fn element(&self, entry: Entry) -> Option<Element<Id>> {
        self.table.get(entry.row as usize).map(|row| Element { row, k: entry.element as usize })
    }

    /// The continuous states in their order.
    pub fn states(&self) -> impl Iterator<Item = Run<Id>> {
        self.rate_rows().filter_map(|rate| Some(Run { id: rate.derivative_of?, k: 0, length: rate.len() }))
    }

    /// Their rates in the same order.
    pub fn rates(&self) -> impl Iterator<Item = Run<Id>> {
        self.rate_rows().map(|rate| Run { id: rate.id, k: 0, length: rate.len() })
    }

    fn rate_rows(&self) -> impl Iterator<Item = &'static Row<Id>> {
        let first_elements = self.rates.iter().filter(|entry| entry.element == 0);
        first_elements.filter_map(|entry| self.table.get(entry.row as usize))
    }

    pub fn row_of(&self, id: Id) -> Option<&'static Row<Id>> {
        self.table.iter().find(|row| row.id == id)
    }
}

/// One more than the highest value reference: the length of [`by_reference`].
pub const fn reference_count<Id: Copy + PartialEq>(table: &[Row<Id>]) -> usize {
    let (mut count, mut k) = (0, 0);
    while k < table.len() {
        let end = table[k].value_reference as usize + table[k].len();
        if end > count {
            count = end;
        }
        k += 1;
    }
    count
}

/// Lookup from value reference to element; two elements of one reference do not compile.
pub const fn by_reference<Id: Copy + PartialEq, const N: usize>(table: &[Row<Id>]) -> [Entry; N] {
    let mut entries = [Entry::NONE; N];
    let mut k = 0;
    while k < table.len() {
        let mut element = 0;
        while element < table[k].len() {
            let place = table[k].value_reference as usize + element;
            assert!(entries[place].row == u16::MAX, "two variables share a value reference");
            entries[place] = Entry::of(table, k, element);
            element += 1;
        }
        k += 1;
    }
    entries
}

/// Number of continuous states: the length of [`rates`].
pub const fn state_count<Id: Copy + PartialEq>(table: &[Row<Id>]) -> usize {
    let (mut count, mut k) = (0, 0);
    while k < table.len() {
        if table[k].derivative_of.is_some() {
            count += table[k].len();
        }
        k += 1;
    }
    count
}

/// The elements that are rates, in table order.
pub const fn rates<Id: Copy + PartialEq, const N: usize>(table: &[Row<Id>]) -> [Entry; N] {
    let mut entries = [Entry::NONE; N];
    let (mut count, mut k) = (0, 0);
    while k < table.len() {
        let mut element = 0;
        while table[k].derivative_of.is_some() && element < table[k].len() {
            entries[count] = Entry::of(table, k, element);
            count += 1;
            element += 1;
        }
        k += 1;
    }
    entries
}
