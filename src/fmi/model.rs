//! What a model has to say so that this layer can export it.

use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::lifecycle::Interface;
use core::fmt;

pub use crate::fmi::layout::{
    Element, Entry, Layout, Run, Table, Variable, by_reference, by_reference_in, rates, rates_in, reference_count,
    state_count,
};

/// Why an evaluation or a step is not possible now: a sentence that names the culprit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

/// Where the model puts a message of category `logEvents`.
pub type Events<'a> = dyn FnMut(fmt::Arguments) + 'a;

/// What an unpacked FMU brings beside the binary: the files in its folder `resources`, and the GUID it goes by.
pub struct Package<'a> {
    pub guid: &'a str,
    /// The text of a file in `resources`; None without folder or file. Errors: the file is there and cannot be read.
    pub resource: &'a dyn Fn(&str) -> Result<Option<String>, String>,
    /// Where `resources` is said to be, for messages
    pub location: &'a str,
}

/// A model with continuous states, event indicators and communication steps.
///
/// Values are checked by this layer before they arrive: type, range, finiteness and whether the variable may be set now.
/// A method that fails leaves the model bit for bit as it was.
pub trait Model: Clone + 'static {
    type Id: Copy + PartialEq + fmt::Debug + 'static;
    /// Derivatives of everything in one direction.
    type Tangent;

    /// The model with its start values, as the package says. Errors: why there is none for this package.
    fn instantiate(interface: Interface, package: &Package) -> Result<Self, String>;
    /// Its variables; asked for once per instance.
    fn layout(&self) -> Layout<Self::Id>;
    /// What its serialized states are bound to.
    fn guid(&self) -> &str;

    /// The elements of these runs, one after the other: as many `values` as the runs are long together.
    fn reals(&mut self, runs: &[Run<Self::Id>], values: &mut [f64]) -> Result<(), Fault>;
    /// An Integer, an enumeration, or a Boolean as 0 or 1.
    fn integer(&mut self, variable: Variable<Self::Id>) -> Result<i32, Fault>;
    /// Sets the elements of these runs, one after the other.
    fn set_reals(&mut self, runs: &[Run<Self::Id>], values: &[f64]);
    fn set_integer(&mut self, variable: Variable<Self::Id>, value: i32);
    /// First derivatives of the elements of an input.
    fn set_input_derivatives(&mut self, run: Run<Self::Id>, values: &[f64]);

    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault>;
    fn set_time(&mut self, time: f64);
    /// Model Exchange: handles the event; the answer tells whether continuous states were changed.
    fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault>;
    /// Model Exchange: an integrator step is completed; whether event mode is needed before the next one.
    fn completed_step(&mut self) -> bool {
        false
    }
    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault>;
    /// Co-Simulation: one step of length `h` > 0 from `time`.
    fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault>;
    /// What has to be said once since the last step, as messages of category `logStatusWarning`.
    fn warnings(&mut self, _say: &mut Events) {}
    /// The last word.
    fn terminate(&mut self, events: &mut Events);

    /// Derivatives of everything along the direction that gives each seeded element its value.
    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Self::Id>, f64)>) -> Result<Self::Tangent, Fault>;
    /// The derivative of one element.
    fn tangent_of(&self, tangent: &mut Self::Tangent, element: Run<Self::Id>) -> f64;

    /// Whether the output has a first derivative by time after a step.
    fn has_time_derivative(_id: Self::Id) -> bool {
        false
    }
    /// Co-Simulation: first derivatives by time of such outputs, of those that are asked for at least, at the end of the last step.
    fn time_derivatives(&mut self, _asked: &mut dyn Iterator<Item = Run<Self::Id>>) -> Result<Self::Tangent, Fault> {
        Err(Fault("there are no output derivatives".into()))
    }

    /// Writes everything that [`restore`](Self::restore) needs to go on with the same bits.
    fn save(&self, to: &mut Writer);
    /// A model as this one was instantiated, with what was saved. None if the bytes are not what `save` wrote.
    fn restore(&self, from: &mut Reader) -> Option<Self>;
}
