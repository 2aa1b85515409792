//! What a model has to say so that this layer can export it.

use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::description::Information;
use crate::fmi::layout::Run;
use crate::fmi::lifecycle::Interface;
use core::fmt;

pub use crate::fmi::layout::{Element, Entry, Layout, by_reference, rates, reference_count, state_count};

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
    /// The model with start values that the unit was packed with, names and values as texts. Errors: one that it cannot take.
    fn with_start_values(_interface: Interface, _values: &[(&str, &str)]) -> Result<Self, Fault> {
        Err(Fault("this unit takes no start values from a file".into()))
    }

    /// Element `k`, counted from 0, of a Real variable.
    fn real(&mut self, id: Self::Id, k: usize) -> Result<f64, Fault>;
    /// The elements of these runs, one after the other: as many `values` as the runs are long together.
    fn reals(&mut self, runs: &[Run<Self::Id>], values: &mut [f64]) -> Result<(), Fault> {
        for ((id, k), value) in runs.iter().flat_map(Run::elements).zip(values) {
            *value = self.real(id, k)?;
        }
        Ok(())
    }
    /// An Integer, an enumeration, or a Boolean as 0 or 1.
    fn integer(&mut self, id: Self::Id) -> Result<i32, Fault>;
    fn set_real(&mut self, id: Self::Id, k: usize, value: f64);
    /// Sets the elements of these runs, one after the other.
    fn set_reals(&mut self, runs: &[Run<Self::Id>], values: &[f64]) {
        for ((id, k), value) in runs.iter().flat_map(Run::elements).zip(values) {
            self.set_real(id, k, *value);
        }
    }
    fn set_integer(&mut self, id: Self::Id, value: i32);
    /// First derivative of an input.
    fn set_input_derivative(&mut self, id: Self::Id, k: usize, value: f64);

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
    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Self::Id, usize, f64)>) -> Result<Self::Tangent, Fault>;
    fn tangent_of(tangent: &mut Self::Tangent, id: Self::Id, k: usize) -> f64;

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
