//! What a model has to say so that this layer can export it.

use crate::fmi2::bytes::{Reader, Writer};
use crate::fmi2::description::{Information, Row};
use core::fmt;

/// Which of the two interfaces an instance was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    ModelExchange,
    CoSimulation,
}

/// Why an evaluation or a step is not possible now: a sentence that names the culprit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

/// Where the model puts a message of category `logEvents`.
pub type Events<'a> = dyn FnMut(fmt::Arguments) + 'a;

/// A model with continuous states, event indicators and communication steps.
///
/// Values are checked by this layer before they arrive: type, range, finiteness and whether the variable may be set now.
/// A method that fails leaves the model bit for bit as it was.
pub trait Model: Clone + 'static {
    type Id: Copy + PartialEq + fmt::Debug + 'static;
    /// Derivatives of everything in one direction.
    type Tangent;

    const INFORMATION: &'static Information;
    const GUID: &'static str;

    fn layout() -> &'static Layout<Self::Id>;

    /// The model with its start values.
    fn new(interface: Interface) -> Self;

    /// Element `k`, counted from 0, of a Real variable.
    fn real(&mut self, id: Self::Id, k: usize) -> Result<f64, Fault>;
    /// An Integer, an enumeration, or a Boolean as 0 or 1.
    fn integer(&mut self, id: Self::Id) -> Result<i32, Fault>;
    fn set_real(&mut self, id: Self::Id, k: usize, value: f64);
    fn set_integer(&mut self, id: Self::Id, value: i32);
    /// First derivative of an input.
    fn set_input_derivative(&mut self, id: Self::Id, k: usize, value: f64);

    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault>;
    fn set_time(&mut self, time: f64);
    /// Model Exchange: handles the event; the answer tells whether continuous states were changed.
    fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault>;
    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault>;
    /// Co-Simulation: one step of length `h` > 0 from `time`.
    fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault>;
    /// What has to be said once since the last step, as messages of category `logStatusWarning`.
    fn warnings(&mut self, _say: &mut Events) {}
    /// The last word.
    fn terminate(&mut self, events: &mut Events);

    /// Derivatives of everything along the direction that gives each seeded element its value.
    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Self::Id, usize, f64)>) -> Result<Self::Tangent, Fault>;
    fn tangent_of(tangent: &mut Self::Tangent, id: Self::Id, k: usize) -> f64;
    /// Why this unknown has no directional derivative now.
    fn without_tangent(&self, _id: Self::Id) -> Option<Fault> {
        None
    }

    /// Whether the output has a first derivative by time after a step.
    fn has_time_derivative(_id: Self::Id) -> bool {
        false
    }
    /// Co-Simulation: first derivatives by time of those outputs, at the end of the last step.
    fn time_derivatives(&mut self) -> Result<Self::Tangent, Fault> {
        Err(Fault("there are no output derivatives".into()))
    }

    /// Writes everything that [`restore`](Self::restore) needs to go on with the same bits.
    fn save(&self, to: &mut Writer);
    /// None if the bytes are not what `save` wrote.
    fn restore(interface: Interface, from: &mut Reader) -> Option<Self>;
}

/// Element `element` of row `row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    row: u16,
    element: u16,
}

impl Entry {
    const NONE: Entry = Entry { row: u16::MAX, element: 0 };
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
        self.element(*self.by_reference.get(value_reference as usize)?)
    }

    fn element(&self, entry: Entry) -> Option<Element<Id>> {
        self.table.get(entry.row as usize).map(|row| Element { row, k: entry.element as usize })
    }

    /// Rates with the states they belong to, in the order of the states.
    pub fn states(&self) -> impl Iterator<Item = (Id, Element<Id>)> {
        self.rates.iter().filter_map(|entry| {
            let rate = self.element(*entry)?;
            Some((rate.row.derivative_of?, rate))
        })
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
            entries[place] = Entry { row: k as u16, element: element as u16 };
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
            entries[count] = Entry { row: k as u16, element: element as u16 };
            count += 1;
            element += 1;
        }
        k += 1;
    }
    entries
}
