//! Which variables an instance has: blocks of rows with their lookups. The rows and lookups of a block are made at compile time;
//! an instance says which blocks it has and what they are called.

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

/// A variable of an instance: which row, of which block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable<Id> {
    /// Number of the block, counted from 0
    pub block: u32,
    pub id: Id,
}

/// Elements of one variable, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<Id> {
    pub block: u32,
    pub id: Id,
    /// First element, counted from 0
    pub k: usize,
    pub length: usize,
}

impl<Id: Copy> Run<Id> {
    /// Element `k`, counted from 0, of a variable of the first block, which is the only one of many models.
    pub fn element(id: Id, k: usize) -> Self {
        Run { block: 0, id, k, length: 1 }
    }

    pub fn variable(&self) -> Variable<Id> {
        Variable { block: self.block, id: self.id }
    }

    /// Its elements, one by one, as runs.
    pub fn elements(&self) -> impl Iterator<Item = Run<Id>> {
        let run = *self;
        (self.k..self.k + self.length).map(move |k| Run { k, length: 1, ..run })
    }
}

/// Rows with their lookups, made at compile time by [`by_reference`] and [`rates`], or [`by_reference_in`] and [`rates_in`].
#[derive(Debug)]
pub struct Table<Id: 'static> {
    /// Those of the table, and maybe others that no lookup leads to
    pub rows: &'static [Row<Id>],
    /// Indexed by value reference
    pub by_reference: &'static [Entry],
    /// Rates of the continuous states, in the order of the states
    pub rates: &'static [Entry],
}

impl<Id: Copy + PartialEq> Table<Id> {
    fn rate_rows(&self) -> impl Iterator<Item = &'static Row<Id>> + use<Id> {
        let (rows, rates) = (self.rows, self.rates);
        rates.iter().filter(|entry| entry.element == 0).filter_map(|entry| rows.get(entry.row as usize))
    }
}

/// Variables of a table under a name of their own.
#[derive(Clone, Debug)]
pub struct Block<Id: 'static> {
    /// What stands before the names of the rows: `box.`, or nothing
    pub prefix: String,
    pub table: &'static Table<Id>,
}

/// Value references of a block: those of its table, plus this times the number of the block.
pub const STRIDE: u32 = 1000;

/// The variables of an instance.
#[derive(Clone, Debug)]
pub struct Layout<Id: 'static> {
    pub blocks: Vec<Block<Id>>,
    pub event_indicators: usize,
}

/// A found variable.
#[derive(Debug)]
pub struct Element<Id: 'static> {
    pub block: u32,
    pub row: &'static Row<Id>,
    pub k: usize,
}

impl<Id: Copy> Element<Id> {
    pub fn variable(&self) -> Variable<Id> {
        Variable { block: self.block, id: self.row.id }
    }

    /// This element alone.
    pub fn run(&self) -> Run<Id> {
        Run { block: self.block, id: self.row.id, k: self.k, length: 1 }
    }
}

impl<Id> Clone for Element<Id> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Id> Copy for Element<Id> {}

impl<Id: Copy + PartialEq> Layout<Id> {
    /// The variables of one table under their own names.
    pub fn of(table: &'static Table<Id>, event_indicators: usize) -> Self {
        Layout { blocks: vec![Block { prefix: String::new(), table }], event_indicators }
    }

    pub fn find(&self, value_reference: u32) -> Option<Element<Id>> {
        let (block, entry) = self.entry(value_reference);
        let row = self.blocks.get(block as usize)?.table.rows.get(entry.row as usize)?;
        Some(Element { block, row, k: entry.element as usize })
    }

    /// Block and place of a reference; `Entry::NONE` for one that there is not.
    fn entry(&self, value_reference: u32) -> (u32, Entry) {
        let (block, within) = (value_reference / STRIDE, value_reference % STRIDE);
        let entry = self.blocks.get(block as usize).and_then(|of| of.table.by_reference.get(within as usize));
        (block, entry.copied().unwrap_or(Entry::NONE))
    }

    /// States of the lifecycle, as bits, in which all of the references may be set to any finite number; 0 if one of them is
    /// not of a Real variable.
    pub fn unbounded_in(&self, references: &[u32]) -> u8 {
        references.iter().fold(u8::MAX, |all, reference| all & self.entry(*reference).1.unbounded_in)
    }

    /// Whether all of the references are those of Reals that may be set to any finite number in this state.
    #[inline]
    pub fn are_unbounded_in(&self, state: State, references: &[u32]) -> bool {
        references.iter().all(|reference| self.entry(*reference).1.unbounded_in & state as u8 != 0)
    }

    /// The first of the references with its neighbours; None without one, or if it is not of a Real variable.
    #[inline]
    pub fn first_run(&self, references: &[u32]) -> Option<Run<Id>> {
        let (first, rest) = references.split_first()?;
        let (block, entry @ Entry { is_real: true, left, .. }) = self.entry(*first) else { return None };
        let row = self.blocks.get(block as usize)?.table.rows.get(entry.row as usize)?;
        let neighbours = rest.iter().zip(1..u32::from(left)).take_while(|(other, k)| **other == first.wrapping_add(*k));
        Some(Run { block, id: row.id, k: entry.element as usize, length: 1 + neighbours.count() })
    }

    /// The continuous states in their order.
    pub fn states(&self) -> impl Iterator<Item = Run<Id>> {
        self.rate_rows()
            .filter_map(|(block, rate)| Some(Run { block, id: rate.derivative_of?, k: 0, length: rate.len() }))
    }

    /// Their rates in the same order.
    pub fn rates(&self) -> impl Iterator<Item = Run<Id>> {
        self.rate_rows().map(|(block, rate)| Run { block, id: rate.id, k: 0, length: rate.len() })
    }

    fn rate_rows(&self) -> impl Iterator<Item = (u32, &'static Row<Id>)> {
        (0..).zip(&self.blocks).flat_map(|(number, block)| block.table.rate_rows().map(move |row| (number, row)))
    }

    pub fn row_of(&self, variable: Variable<Id>) -> Option<&'static Row<Id>> {
        let rows = self.blocks.get(variable.block as usize)?.table.rows;
        rows.iter().find(|row| row.id == variable.id)
    }

    /// Whether a row of a block is a continuous state.
    pub fn is_state(&self, element: &Element<Id>) -> bool {
        self.blocks.get(element.block as usize).is_some_and(|block| element.row.is_state(block.table.rows))
    }

    /// Name of an element: `z[1]`, `box.force[3]`.
    pub fn name(&self, element: &Element<Id>) -> String {
        let prefix = self.blocks.get(element.block as usize).map_or("", |block| block.prefix.as_str());
        element.row.prefixed_name(prefix, element.k)
    }

    /// How many elements a call can name for which this holds.
    pub fn count(&self, counts: impl Fn(&Row<Id>) -> bool) -> usize {
        let is_counted =
            |block: &Block<Id>, entry: &Entry| block.table.rows.get(entry.row as usize).is_some_and(&counts);
        let of_block =
            |block: &Block<Id>| block.table.by_reference.iter().filter(|entry| is_counted(block, entry)).count();
        self.blocks.iter().map(of_block).sum()
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
    by_reference_in(table, table)
}

/// The same of a table whose rows stand among those of a larger one.
pub const fn by_reference_in<Id: Copy + PartialEq, const N: usize>(table: &[Row<Id>], all: &[Row<Id>]) -> [Entry; N] {
    let mut entries = [Entry::NONE; N];
    let mut k = 0;
    while k < table.len() {
        let row = place_in(&table[k], all);
        let mut element = 0;
        while element < table[k].len() {
            let place = table[k].value_reference as usize + element;
            assert!(entries[place].row == u16::MAX, "two variables share a value reference");
            entries[place] = Entry::of(all, row, element);
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
    rates_in(table, table)
}

/// Position of a row among others: the one with the same value reference.
const fn place_in<Id: Copy + PartialEq>(row: &Row<Id>, all: &[Row<Id>]) -> usize {
    let mut k = 0;
    while all[k].value_reference != row.value_reference {
        k += 1;
    }
    k
}

/// [`rates`] of a table whose rows stand among those of a larger one.
pub const fn rates_in<Id: Copy + PartialEq, const N: usize>(table: &[Row<Id>], all: &[Row<Id>]) -> [Entry; N] {
    let mut entries = [Entry::NONE; N];
    let (mut count, mut k) = (0, 0);
    while k < table.len() {
        let row = place_in(&table[k], all);
        let mut element = 0;
        while table[k].derivative_of.is_some() && element < table[k].len() {
            entries[count] = Entry::of(all, row, element);
            count += 1;
            element += 1;
        }
        k += 1;
    }
    entries
}
