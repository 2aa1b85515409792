//! An instance: a model with its place in the lifecycle, its clock and its log.

use crate::fmi::description::Causality;
use crate::fmi::layout::{Layout, Run};
use crate::fmi::lifecycle::{Interface, State};
use crate::fmi::log::{Kind, Log};
use crate::fmi::model::{Fault, Model};
use crate::fmi::number::Number;
use crate::fmi::runs::Runs;

/// What a snapshot keeps of an instance: everything but the log.
pub struct Core<M> {
    pub interface: Interface,
    pub state: State,
    pub clock: Clock,
    pub model: M,
}

impl<M: Clone> Clone for Core<M> {
    fn clone(&self) -> Self {
        Core { interface: self.interface, state: self.state, clock: self.clock, model: self.model.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.interface, self.state, self.clock) = (source.interface, source.state, source.clock);
        self.model.clone_from(&source.model);
    }
}

/// Time as the host tells it.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub time: f64,
    pub start: f64,
    /// Infinite unless the host defined one
    pub stop: f64,
    /// A communication point beside the unit's time has been reported.
    pub warned: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { time: 0.0, start: 0.0, stop: f64::INFINITY, warned: false }
    }
}

/// Slack of every comparison of times, relative to the time or to 1 s: hosts add up steps and round.
const TIME_SLACK: f64 = 1e-9;

impl Clock {
    /// Whether `a` and `b` differ by more than rounding and a small part of the step.
    fn differ(a: f64, b: f64, h: f64) -> bool {
        (a - b).abs() > TIME_SLACK * a.abs().max(1.0) + 1e-6 * h
    }

    /// Whether a step to `end` passes the stop time by more than rounding.
    fn passes_stop(&self, end: f64) -> bool {
        end > self.stop + TIME_SLACK * self.stop.abs().max(1.0)
    }

    /// Why no step of size `h` goes from `point`.
    #[cold]
    #[inline(never)]
    fn refuse_step(&self, point: f64, h: f64) -> Refusal {
        Refusal::error(if !point.is_finite() {
            format!("currentCommunicationPoint = {point:?} is not a finite number")
        } else if !(h.is_finite() && h > 0.0) {
            format!("communicationStepSize = {h:?} must be a finite number > 0")
        } else {
            format!("the step to {} s passes stopTime = {} s", Number(point + h), Number(self.stop))
        })
    }
}

/// What a refused call means for the importer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Other values, or a shorter step of the integrator, may be accepted.
    Discard,
    Error,
}

/// Why a call is refused, and with which status.
#[derive(Debug)]
pub struct Refusal {
    pub status: Status,
    pub text: String,
}

impl Refusal {
    pub fn error(text: impl Into<String>) -> Self {
        Refusal { status: Status::Error, text: text.into() }
    }

    pub fn discard(text: impl Into<String>) -> Self {
        Refusal { status: Status::Discard, text: text.into() }
    }

    /// An evaluation that failed: Model Exchange hosts may shrink their step and try again, Co-Simulation has no such way.
    pub fn evaluation(interface: Interface, Fault(text): Fault) -> Self {
        match interface {
            Interface::ModelExchange => Refusal::discard(text),
            Interface::CoSimulation => Refusal::error(text),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(Fault(text): Fault) -> Self {
        Refusal::error(text)
    }
}

/// The answer of a call: done, or refused and unchanged.
pub type Answer = Result<(), Refusal>;

pub struct Instance<M: Model> {
    pub core: Core<M>,
    pub layout: Layout<M::Id>,
    /// The model as it was instantiated, for a reset
    fresh: M,
    pub log: Log,
    /// What the last call that sets Reals named
    pub given: Runs<M::Id>,
    /// What the last call that gets Reals named
    pub asked: Runs<M::Id>,
    /// The continuous states and their rates, in their order
    pub states: Vec<Run<M::Id>>,
    pub rates: Vec<Run<M::Id>>,
    /// Number of the continuous states
    pub continuous: usize,
}

impl<M: Model> Instance<M> {
    /// An instance of a model with its start values.
    pub fn new(interface: Interface, fresh: M, log: Log) -> Self {
        let (state, clock) = (State::Instantiated, Clock::default());
        let layout = fresh.layout();
        let rates: Vec<_> = layout.rates().collect();
        Instance {
            core: Core { interface, state, clock, model: fresh.clone() },
            fresh,
            log,
            given: Runs::with_room_for(layout.count(|row| row.causality == Causality::Input)),
            asked: Runs::with_room_for(layout.count(|row| row.causality == Causality::Output)),
            states: layout.states().collect(),
            continuous: rates.iter().map(|run| run.length).sum(),
            rates,
            layout,
        }
    }

    pub fn setup(&mut self, start: f64, stop: Option<f64>) -> Answer {
        if !start.is_finite() {
            return Err(Refusal::error(format!("startTime = {start} is not a finite number")));
        }
        if let Some(stop) = stop.filter(|stop| !(stop.is_finite() && *stop >= start)) {
            return Err(Refusal::error(format!(
                "stopTime = {} does not lie after startTime = {}",
                Number(stop),
                Number(start)
            )));
        }
        self.core.clock = Clock { time: start, start, stop: stop.unwrap_or(f64::INFINITY), warned: false };
        self.core.model.set_time(start);
        Ok(())
    }

    /// As right after instantiation; the log stays as the host has set it.
    pub fn reset(&mut self) {
        let interface = self.core.interface;
        let clock = Clock::default();
        (self.core.interface, self.core.state, self.core.clock) = (interface, State::Instantiated, clock);
        self.core.model.clone_from(&self.fresh);
    }

    pub fn exit_initialization(&mut self, call: &str) -> Answer {
        let log = &self.log;
        self.core.model.exit_initialization(&mut |text| report(log, text))?;
        self.core.model.warnings(&mut |text| warn(log, call, text));
        self.core.state = match self.core.interface {
            Interface::ModelExchange => State::Event,
            Interface::CoSimulation => State::StepComplete,
        };
        Ok(())
    }

    pub fn terminate(&mut self) {
        let log = &self.log;
        self.core.model.terminate(&mut |text| report(log, text));
        self.core.state = State::Terminated;
    }

    pub fn set_time(&mut self, call: &str, time: f64) -> Answer {
        if !time.is_finite() {
            return Err(Refusal::error(format!("time = {time} is not a finite number")));
        }
        self.core.clock.time = time;
        self.core.model.set_time(time);
        let log = &self.log;
        self.core.model.warnings(&mut |text| warn(log, call, text));
        Ok(())
    }

    /// Whether event mode is needed.
    pub fn completed_step(&mut self, call: &str) -> bool {
        let log = &self.log;
        let needed = self.core.model.completed_step();
        self.core.model.warnings(&mut |text| warn(log, call, text));
        needed
    }

    /// Whether states were changed.
    pub fn new_discrete_states(&mut self, call: &str) -> Result<bool, Refusal> {
        let log = &self.log;
        let changed = self.core.model.new_discrete_states(&mut |text| report(log, text))?;
        self.core.model.warnings(&mut |text| warn(log, call, text));
        Ok(changed)
    }

    pub fn do_step(&mut self, call: &str, point: f64, h: f64) -> Answer {
        let end = point + h;
        // an end that is finite has a point and a size that are
        if !(h > 0.0 && end.is_finite() && !self.core.clock.passes_stop(end)) {
            return Err(self.core.clock.refuse_step(point, h));
        }
        let log = &self.log;
        self.core.model.do_step(point, h, &mut |text| report(log, text))?;
        self.core.model.warnings(&mut |text| warn(log, call, text));
        let clock = &mut self.core.clock;
        if Clock::differ(point, clock.time, h) && !clock.warned {
            clock.warned = true;
            warn_of_jump(log, call, point, clock.time);
        }
        clock.time = end;
        Ok(())
    }
}

/// Sends what the model has to say once, after the call that it answers.
#[cold]
#[inline(never)]
fn warn(log: &Log, call: &str, text: core::fmt::Arguments) {
    if log.is_enabled(Kind::Warning) {
        log.send(Kind::Warning, &format!("{call}: {text}"));
    }
}

#[cold]
#[inline(never)]
fn warn_of_jump(log: &Log, call: &str, point: f64, time: f64) {
    let text = format!(
        "{call}: currentCommunicationPoint = {} s, but the last step ended at {} s; going on from the former (said once)",
        Number(point),
        Number(time)
    );
    log.send(Kind::Warning, &text);
}

/// Sends an event of the model; formats it only if somebody listens.
fn report(log: &Log, text: core::fmt::Arguments) {
    if log.is_enabled(Kind::Event) {
        log.send(Kind::Event, &text.to_string());
    }
}
