//! Model exchange: plant and unit as one system of ordinary differential equations.

use std::cell::RefCell;

use ivp::dense::StepInterpolant;
use ivp::ivp::FirstOrderSystem;
use ivp::methods::DOP853;
use ivp::solout::{ControlFlag, SolOut};

use super::HostError;
use super::instance::Instance;
use super::plants::Plant;
use super::wiring::ContactUnit;

/// Where a step of the variable-step solver is searched for events, beside its end, as parts of it.
const PROBES: [f64; 3] = [0.25, 0.5, 0.75];
/// A run that needs more steps than this does not get on.
const MAX_STEPS: usize = 1_000_000;

/// The error of a step may be this part of the tolerance where a state is near zero [SI units]: bristles bend by 1e-5 m.
const ABSOLUTE: f64 = 0.01;

/// Accuracy of the variable-step solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Error of a step, relative to the state.
    pub tolerance: f64,
    /// Longest step [s]: a longer one could jump over a contact.
    pub longest: f64,
}

impl Accuracy {
    /// The tightest tolerance that is of use.
    pub const TIGHT: Self = Self { tolerance: 1e-12, longest: 0.02 };
}

/// What goes forward together with a unit: differential equations whose state drives the inputs.
pub trait Coupled<'fmu> {
    /// The unit.
    fn instance(&self) -> &Instance<'fmu>;
    /// State at the start.
    fn start(&self) -> Vec<f64>;
    /// Sets the inputs of the unit.
    fn drive(&self, state: &[f64]) -> Result<(), HostError>;
    /// Rates of the state under what the unit, which has been driven, says.
    fn rates(&self, state: &[f64], rates: &mut [f64]) -> Result<(), HostError>;
    /// Puts the state after a step to where it belongs; false if it stays.
    fn settle(&self, _state: &mut [f64]) -> bool {
        false
    }
    /// Whether the bodies touch and the rate of their gap [m/s], where points of greatest compression are asked for.
    fn gap_rate(&self, _state: &[f64]) -> Result<Option<(bool, f64)>, HostError> {
        Ok(None)
    }
}

/// A plant with one contact.
struct Wired<'a, 'fmu> {
    unit: &'a ContactUnit<'fmu>,
    plant: &'a dyn Plant,
    inputs: RefCell<Vec<f64>>,
    action: RefCell<Vec<f64>>,
}

impl<'fmu> Coupled<'fmu> for Wired<'_, 'fmu> {
    fn instance(&self) -> &Instance<'fmu> {
        self.unit.instance()
    }

    fn start(&self) -> Vec<f64> {
        self.plant.start()
    }

    fn drive(&self, state: &[f64]) -> Result<(), HostError> {
        let inputs = &mut self.inputs.borrow_mut();
        self.plant.drive(state, inputs);
        self.unit.drive(inputs)
    }

    fn rates(&self, state: &[f64], rates: &mut [f64]) -> Result<(), HostError> {
        let action = &mut self.action.borrow_mut();
        self.unit.act(action)?;
        self.plant.rates(state, action, rates);
        Ok(())
    }

    fn gap_rate(&self, state: &[f64]) -> Result<Option<(bool, f64)>, HostError> {
        let reading = self.unit.reading()?;
        Ok(Some((reading.active, self.plant.gap_rate(state, &reading.normal))))
    }
}

/// A unit in continuous-time mode, and what goes forward with it.
pub struct Exchange<'a, 'fmu> {
    coupled: Box<dyn Coupled<'fmu> + 'a>,
    /// Elements of the whole state that are the plant's; the unit's follow.
    split: usize,
    indicators: RefCell<Vec<f64>>,
    /// The first error inside the solver, which knows no errors itself.
    error: RefCell<Option<HostError>>,
}

/// Told of every point that belongs to the solution: time [s], state of the plant.
pub type Observer<'a> = dyn FnMut(f64, &[f64]) -> Result<(), HostError> + 'a;

impl<'a, 'fmu> Exchange<'a, 'fmu> {
    /// The unit is initialised and has been told the plant's start; it enters the continuous-time mode here. Answers the
    /// system and its state.
    pub fn start(unit: &'a ContactUnit<'fmu>, plant: &'a dyn Plant) -> Result<(Self, Vec<f64>), HostError> {
        let (inputs, action) = (vec![0.0; unit.inputs()].into(), vec![0.0; unit.actions()].into());
        Self::of(Box::new(Wired { unit, plant, inputs, action }))
    }

    /// The same of anything that goes forward with a unit.
    pub fn of(coupled: Box<dyn Coupled<'fmu> + 'a>) -> Result<(Self, Vec<f64>), HostError> {
        coupled.instance().settle_event()?;
        let description = &coupled.instance().fmu().description;
        let mut state = coupled.start();
        let split = state.len();
        state.resize(split + description.states, 0.0);
        coupled.instance().states(&mut state[split..])?;
        let indicators = vec![0.0; description.event_indicators].into();
        Ok((Self { coupled, split, indicators, error: RefCell::new(None) }, state))
    }

    /// The part of the whole state that is the plant's.
    pub fn plant_state<'s>(&self, state: &'s [f64]) -> &'s [f64] {
        &state[..self.split]
    }

    /// Puts the unit at a point.
    pub fn place(&self, time: f64, state: &[f64]) -> Result<(), HostError> {
        self.coupled.instance().set_time_and_states(time, &state[self.split..])?;
        self.coupled.drive(self.plant_state(state))
    }

    /// ẏ of both.
    fn rates(&self, time: f64, state: &[f64], rates: &mut [f64]) -> Result<(), HostError> {
        self.place(time, state)?;
        let (plant, unit) = rates.split_at_mut(self.split);
        self.coupled.instance().derivatives(unit)?;
        self.coupled.rates(self.plant_state(state), plant)
    }

    /// Which event indicators are positive at a point.
    fn signs(&self, time: f64, state: &[f64]) -> Result<Vec<bool>, HostError> {
        self.place(time, state)?;
        let indicators = &mut self.indicators.borrow_mut();
        self.coupled.instance().event_indicators(indicators)?;
        Ok(indicators.iter().map(|value| *value > 0.0).collect())
    }

    /// Lets the unit handle an event at a point.
    fn handle_event(&self, time: f64, state: &mut [f64]) -> Result<(), HostError> {
        self.place(time, state)?;
        self.coupled.instance().enter_event_mode()?;
        if self.coupled.instance().settle_event()? {
            self.coupled.instance().states(&mut state[self.split..])?;
        }
        Ok(())
    }

    /// Integrates from `time` to `until` [s] by DOP853 (Hairer, Nørsett and Wanner), of order 8 with steps by error. Events
    /// are located to the last digit. The observer is told the accepted steps, the events, and the points of greatest
    /// compression between them.
    pub fn integrate(
        &self,
        state: &mut Vec<f64>,
        time: f64,
        until: f64,
        accuracy: Accuracy,
        observer: &mut Observer,
    ) -> Result<(), HostError> {
        let mut now = time;
        let mut steps = 0;
        while now < until {
            let signs = self.signs(now, state)?;
            let solver = DOP853::builder()
                .max_step(accuracy.longest)
                .max_steps(MAX_STEPS - steps.min(MAX_STEPS - 1))
                // Its test for stiffness would give up where short steps still get on.
                .stiff_test(usize::MAX)
                .build();
            let (relative, absolute) = (accuracy.tolerance.into(), (ABSOLUTE * accuracy.tolerance).into());
            let reached = (now, state.clone());
            let mut watch = Watch { system: self, signs, observer: &mut *observer, reached, event: false };
            let outcome = solver.solve(self, now, state, until, relative, absolute, Some(&mut watch));
            let Watch { reached, event, .. } = watch;
            if let Some(error) = self.error.borrow_mut().take() {
                return Err(error);
            }
            let outcome = outcome.map_err(|error| HostError::Request(format!("the solver refused: {error:?}")))?;
            steps += outcome.steps.total;
            if !outcome.status.is_success() || steps > MAX_STEPS {
                return Err(stuck(reached.0, steps));
            }
            (now, *state) = reached;
            if event {
                self.handle_event(now, state)?;
                self.place(now, state)?;
                observer(now, &state[..self.split])?;
            }
        }
        Ok(())
    }

    /// Integrates by the third-order method of Bogacki and Shampine with a fixed step [s], as the fixed-step solver `ode3`
    /// that [G04] used: no event is located, the unit handles what has happened at the end of the step in which it did.
    pub fn integrate_fixed(
        &self,
        state: &mut [f64],
        times: impl Iterator<Item = (f64, f64)>,
        observer: &mut Observer,
    ) -> Result<(), HostError> {
        let size = state.len();
        let (mut k1, mut k2, mut k3) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
        let mut stage = vec![0.0; size];
        let mut signs = None;
        for (time, end) in times {
            let step = end - time;
            let known = match signs.take() {
                Some(known) => known,
                None => self.signs(time, state)?,
            };
            self.rates(time, state, &mut k1)?;
            (0..size).for_each(|i| stage[i] = state[i] + step * 0.5 * k1[i]);
            self.rates(time + 0.5 * step, &stage, &mut k2)?;
            (0..size).for_each(|i| stage[i] = state[i] + step * 0.75 * k2[i]);
            self.rates(time + 0.75 * step, &stage, &mut k3)?;
            (0..size).for_each(|i| state[i] += step * (2.0 / 9.0 * k1[i] + 1.0 / 3.0 * k2[i] + 4.0 / 9.0 * k3[i]));
            let found = self.signs(end, state)?;
            let asked = self.coupled.instance().completed_step()?;
            if found == known && !asked {
                signs = Some(found);
            } else {
                self.handle_event(end, state)?;
                self.place(end, state)?;
            }
            observer(end, &state[..self.split])?;
        }
        Ok(())
    }

    /// Keeps the first error; the solver goes on with what it is given until it is stopped.
    fn keep(&self, result: Result<(), HostError>) -> bool {
        match result {
            Ok(()) => true,
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                false
            }
        }
    }
}

/// The solver does not get on.
fn stuck(time: f64, steps: usize) -> HostError {
    HostError::Request(format!(
        "the solver does not get beyond {time:e} s after {steps} steps: the contact is too stiff for it or starts too deep, or the \
         end is too far off"
    ))
}

impl FirstOrderSystem for Exchange<'_, '_> {
    fn derivative(&self, time: f64, state: &[f64], rates: &mut [f64]) {
        let failed = self.error.borrow().is_some();
        if failed || !self.keep(self.rates(time, state, rates)) {
            // Rates of zero are accepted at once, and the watch then stops the solver.
            rates.fill(0.0);
        }
    }
}

/// Looks at every accepted step.
struct Watch<'w, 'a, 'fmu, 'o> {
    system: &'w Exchange<'a, 'fmu>,
    /// Which indicators were positive when the solver was started.
    signs: Vec<bool>,
    observer: &'w mut Observer<'o>,
    /// Last point of the solution.
    reached: (f64, Vec<f64>),
    /// An event is due there.
    event: bool,
}

impl Watch<'_, '_, '_, '_> {
    /// Whether the unit is beyond an event at this point.
    fn beyond(&self, time: f64, state: &[f64]) -> Result<bool, HostError> {
        Ok(self.system.signs(time, state)? != self.signs)
    }

    /// Where in the step the unit first is beyond an event: the later end of the last interval that halving leaves.
    fn event(&self, from: f64, to: f64, step: &StepInterpolant) -> Result<Option<(f64, Vec<f64>)>, HostError> {
        let mut state = vec![0.0; self.reached.1.len()];
        let mut before = from;
        for after in PROBES.iter().map(|part| from + part * (to - from)).chain([to]) {
            step.interpolate(after, &mut state);
            if self.beyond(after, &state)? {
                let mut ends = (before, after);
                loop {
                    let middle = 0.5 * (ends.0 + ends.1);
                    if middle <= ends.0 || middle >= ends.1 {
                        break;
                    }
                    step.interpolate(middle, &mut state);
                    if self.beyond(middle, &state)? { ends.1 = middle } else { ends.0 = middle }
                }
                step.interpolate(ends.1, &mut state);
                return Ok(Some((ends.1, state)));
            }
            before = after;
        }
        Ok(None)
    }

    /// Where between the last point and this one the penetration is greatest, if it is inside.
    fn greatest_compression(
        &self,
        to: f64,
        end: &[f64],
        step: &StepInterpolant,
    ) -> Result<Option<(f64, Vec<f64>)>, HostError> {
        let system = self.system;
        let gap_rate = |time: f64, state: &[f64]| {
            system.place(time, state)?;
            system.coupled.gap_rate(system.plant_state(state))
        };
        let (from, start) = &self.reached;
        let Some((_, closing)) = gap_rate(*from, start)? else { return Ok(None) };
        let Some((active, opening)) = gap_rate(to, end)? else { return Ok(None) };
        if !active || closing >= 0.0 || opening < 0.0 {
            return Ok(None);
        }
        let mut state = end.to_vec();
        let (mut low, mut high) = (*from, to);
        loop {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                return Ok(Some((high, state)));
            }
            step.interpolate(middle, &mut state);
            if gap_rate(middle, &state)?.is_some_and(|(_, rate)| rate < 0.0) { low = middle } else { high = middle }
        }
    }

    fn accepted(
        &mut self,
        from: f64,
        to: f64,
        end: &mut [f64],
        step: &StepInterpolant,
    ) -> Result<ControlFlag, HostError> {
        let event = self.event(from, to, step)?;
        let is_event = event.is_some();
        let (time, mut state) = event.unwrap_or_else(|| (to, end.to_vec()));
        if let Some((time, state)) = self.greatest_compression(time, &state, step)? {
            self.system.place(time, &state)?;
            (self.observer)(time, self.system.plant_state(&state))?;
        }
        self.system.place(time, &state)?;
        let asked = self.system.coupled.instance().completed_step()?;
        self.event = is_event || asked;
        let mut flag = if self.event { ControlFlag::Interrupt } else { ControlFlag::Continue };
        if !self.event {
            // an event stays where it was found
            if self.system.coupled.settle(&mut state[..self.system.split]) {
                self.system.place(time, &state)?;
                end.copy_from_slice(&state);
                flag = ControlFlag::ModifiedSolution;
            }
            (self.observer)(time, self.system.plant_state(&state))?;
        }
        self.reached = (time, state);
        Ok(flag)
    }
}

impl SolOut for Watch<'_, '_, '_, '_> {
    fn solout(&mut self, from: f64, to: &mut f64, end: &mut [f64], step: Option<&StepInterpolant<'_>>) -> ControlFlag {
        if self.system.error.borrow().is_some() {
            return ControlFlag::Interrupt;
        }
        // The first call only shows the start.
        let Some(step) = step else { return ControlFlag::Continue };
        match self.accepted(from, *to, end, step) {
            Ok(flag) => flag,
            Err(error) => {
                self.system.keep(Err(error));
                ControlFlag::Interrupt
            }
        }
    }
}
