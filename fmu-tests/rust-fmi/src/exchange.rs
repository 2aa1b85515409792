//! Model Exchange: ball and unit as one system of differential equations, Runge–Kutta of order 4 with a fixed step, cut
//! where an event indicator changes its sign.

use fmi::EventFlags;
use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{Common, InstanceME, ModelExchange};
use fmi::traits::FmiImport;

use crate::{References, ball, choose, get, set, vectors};

/// An event is located to this part of a step.
const LOCATED: f64 = 1e-9;
/// Length of the ball's row.
const BALL: usize = 9;

/// The ball and the unit, in Continuous-Time Mode between steps.
pub struct Exchange {
    pub unit: InstanceME,
    /// Time [s].
    pub time: f64,
    /// The ball's row, then the states of the unit.
    pub state: Vec<f64>,
    gravity: f64,
    inputs: References,
    actions: References,
    signs: Vec<bool>,
}

impl Exchange {
    /// At the start: the ball's row, gravity [m/s2], and the orientation of the plane that is body j.
    pub fn start(import: &Fmi2Import, row: [f64; BALL], gravity: f64, plane: [f64; 4]) -> Self {
        let mut unit = import.instantiate_me("model exchange", false, true).expect("an instance");
        choose(import, &mut unit, "geometry.pair", ball::SPHERE_PLANE).expect("a pair");
        set(import, &mut unit, &ball::SETTINGS).expect("parameters");
        let names = ["orientationJ[1]", "orientationJ[2]", "orientationJ[3]", "orientationJ[4]"];
        set(import, &mut unit, &[0, 1, 2, 3].map(|index| (names[index], plane[index]))).expect("an orientation");
        let inputs = vectors(import, &ball::INPUTS);
        unit.set_real(&inputs, &row).expect("inputs");
        unit.setup_experiment(None, 0.0, None).expect("an experiment");
        unit.enter_initialization_mode().expect("initialization mode");
        unit.exit_initialization_mode().expect("initialization");

        let mut state = row.to_vec();
        state.resize(BALL + import.model_description().num_states(), 0.0);
        let signs = vec![false; import.model_description().num_event_indicators()];
        let actions = vectors(import, &ball::ACTIONS);
        let mut started = Self { unit, time: 0.0, state, gravity, inputs, actions, signs };
        started.iterate_events();
        started
    }

    /// Goes on over one step [s] at most; to the event if one comes first.
    pub fn step(&mut self, step: f64) {
        let (time, state) = (self.time, self.state.clone());
        self.advance(step);
        if self.signs() != self.signs {
            // Between `before`, where the signs are still the old ones, and `after`.
            let (mut before, mut after) = (0.0, step);
            while after - before > LOCATED * step {
                let middle = 0.5 * (before + after);
                (self.time, self.state) = (time, state.clone());
                self.advance(middle);
                if self.signs() == self.signs { before = middle } else { after = middle }
            }
            (self.time, self.state) = (time, state);
            self.advance(after);
        }
        let (mut event, mut end) = (false, false);
        self.unit.completed_integrator_step(true, &mut event, &mut end).expect("a completed step");
        assert!(!end, "the unit does not end simulations");
        if event || self.signs() != self.signs {
            self.unit.enter_event_mode().expect("event mode");
            self.iterate_events();
        }
    }

    fn advance(&mut self, step: f64) {
        let (time, start) = (self.time, self.state.clone());
        let ahead = |rates: &[f64], part: f64| -> Vec<f64> {
            start.iter().zip(rates).map(|(value, rate)| value + part * step * rate).collect()
        };
        let first = self.rates(time, &start);
        let second = self.rates(time + 0.5 * step, &ahead(&first, 0.5));
        let third = self.rates(time + 0.5 * step, &ahead(&second, 0.5));
        let fourth = self.rates(time + step, &ahead(&third, 1.0));
        for (index, value) in self.state.iter_mut().enumerate() {
            *value += step / 6.0 * (first[index] + 2.0 * (second[index] + third[index]) + fourth[index]);
        }
        self.time = time + step;
        let (time, state) = (self.time, self.state.clone());
        self.tell(time, &state);
    }

    /// Rates of the whole state.
    fn rates(&mut self, time: f64, state: &[f64]) -> Vec<f64> {
        self.tell(time, state);
        let action = get(&mut self.unit, &self.actions);
        let mut rates = ball::rates(state, self.gravity, &action).to_vec();
        rates.resize(state.len(), 0.0);
        self.unit.get_derivatives(&mut rates[BALL..]).expect("derivatives");
        rates
    }

    fn tell(&mut self, time: f64, state: &[f64]) {
        self.unit.set_time(time).expect("time can be set");
        self.unit.set_continuous_states(&state[BALL..]).expect("states can be set");
        self.unit.set_real(&self.inputs, &state[..BALL]).expect("inputs can be set");
    }

    /// Which event indicators are positive.
    fn signs(&mut self) -> Vec<bool> {
        let mut indicators = vec![0.0; self.signs.len()];
        assert!(self.unit.get_event_indicators(&mut indicators).expect("event indicators"));
        indicators.iter().map(|indicator| *indicator > 0.0).collect()
    }

    /// From Event Mode to Continuous-Time Mode.
    fn iterate_events(&mut self) {
        let mut flags = EventFlags { discrete_states_need_update: true, ..EventFlags::default() };
        while flags.discrete_states_need_update {
            self.unit.new_discrete_states(&mut flags).expect("discrete states");
        }
        self.unit.enter_continuous_time_mode().expect("continuous-time mode");
        self.unit.get_continuous_states(&mut self.state[BALL..]).expect("states can be read");
        self.signs = self.signs();
    }
}
