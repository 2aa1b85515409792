//! A first-order lag  T·ẋ = u − x as a model behind the layer.

use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::description::{Bound, Causality, Dependency, Enumeration, Item, Kind, Row, Variability};
use asperity::fmi::model::{self, Entry, Events, Package, Run, Table, Variable};
use asperity::fmi::{Fault, Interface, Layout, Model};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Id {
    Time,
    U,
    X,
    Rate,
    Lag,
    Gain,
    Limit,
    Steps,
}

const GAINS: Enumeration = Enumeration {
    name: "Gain",
    description: "Gain of the lag",
    items: &[Item { name: "one", description: "1" }, Item { name: "two", description: "2" }],
};

const fn row(id: Id, name: &'static str, value_reference: u32, causality: Causality) -> Row<Id> {
    Row {
        id,
        name,
        value_reference,
        elements: &[],
        kind: Kind::Real,
        causality,
        variability: Variability::Continuous,
        start: &[],
        low: Bound::Open,
        high: Bound::Open,
        nominal: None,
        unit: None,
        display_unit: None,
        description: "",
        source: "",
        derivative_of: None,
        depends_on: &[],
    }
}

static TABLE: &[Row<Id>] = &[
    row(Id::Time, "time", 0, Causality::Independent),
    Row { start: &[0.0], ..row(Id::U, "u", 1, Causality::Input) },
    Row { start: &[1.0], nominal: Some(5.0), low: Bound::Including(-50.0), ..row(Id::X, "x", 2, Causality::Output) },
    Row {
        derivative_of: Some(Id::X),
        depends_on: &[&[Dependency::All(Id::U), Dependency::All(Id::X)]],
        ..row(Id::Rate, "der(x)", 3, Causality::Local)
    },
    Row {
        start: &[2.0],
        low: Bound::Excluding(0.0),
        high: Bound::Including(10.0),
        variability: Variability::Tunable,
        ..row(Id::Lag, "T", 4, Causality::Parameter)
    },
    Row {
        start: &[1.0],
        kind: Kind::Enumeration(&GAINS),
        variability: Variability::Fixed,
        ..row(Id::Gain, "gain", 5, Causality::Parameter)
    },
    Row {
        start: &[9.0],
        kind: Kind::Integer,
        variability: Variability::Fixed,
        low: Bound::Including(1.0),
        high: Bound::Including(99.0),
        ..row(Id::Limit, "limit", 6, Causality::Parameter)
    },
    Row { kind: Kind::Integer, variability: Variability::Discrete, ..row(Id::Steps, "steps", 7, Causality::Output) },
];
static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static VARIABLES: Table<Id> = Table { rows: TABLE, by_reference: &BY_REFERENCE, rates: &RATES };

/// An input at which the model panics, one at which it cannot be evaluated, and one of which it warns once.
pub const PANICS: f64 = 666.0;
pub const FAULTY: f64 = 13.0;
pub const LARGE: f64 = 100.0;

#[derive(Clone)]
pub struct Lag {
    time: f64,
    u: f64,
    x: f64,
    lag: f64,
    gain: i32,
    limit: i32,
    steps: i32,
    warned: bool,
}

impl Lag {
    fn rate(&self) -> Result<f64, Fault> {
        match self.u {
            PANICS => panic!("100 % broken #1"),
            // a NUL would end the text for the importer
            FAULTY => Err(Fault("u = 13 cannot \0be evaluated".into())),
            u => Ok((f64::from(self.gain) * u - self.x) / self.lag),
        }
    }
}

impl Model for Lag {
    type Id = Id;
    type Tangent = (f64, f64, f64);

    fn instantiate(_interface: Interface, package: &Package) -> Result<Self, String> {
        package.expect("lag-1")?;
        Ok(Lag { time: 0.0, u: 0.0, x: 1.0, lag: 2.0, gain: 1, limit: 9, steps: 0, warned: false })
    }
    fn layout(&self) -> Layout<Id> {
        Layout::of(&VARIABLES, 1)
    }
    fn guid(&self) -> &str {
        "lag-1"
    }
    fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        for (run, value) in runs.iter().zip(values) {
            *value = match run.id {
                Id::Time => self.time,
                Id::U => self.u,
                Id::X => self.x,
                Id::Lag => self.lag,
                _ => self.rate()?,
            };
        }
        Ok(())
    }
    fn integer(&mut self, variable: Variable<Id>) -> Result<i32, Fault> {
        Ok(match variable.id {
            Id::Limit => self.limit,
            Id::Steps => self.steps,
            _ => self.gain,
        })
    }
    fn set_reals(&mut self, runs: &[Run<Id>], values: &[f64]) {
        for (run, value) in runs.iter().zip(values) {
            match run.id {
                Id::U => self.u = *value,
                Id::X => self.x = *value,
                _ => self.lag = *value,
            }
        }
    }
    fn set_integer(&mut self, variable: Variable<Id>, value: i32) {
        if variable.id == Id::Limit { self.limit = value } else { self.gain = value }
    }
    fn set_input_derivatives(&mut self, _run: Run<Id>, _values: &[f64]) {}
    fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault> {
        events(format_args!("starts at {}", self.time));
        self.rate().map(|_| ())
    }
    fn set_time(&mut self, time: f64) {
        self.time = time;
    }
    fn new_discrete_states(&mut self, _events: &mut Events) -> Result<bool, Fault> {
        Ok(false)
    }
    fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        indicators[0] = self.x - 0.5;
        Ok(())
    }
    fn do_step(&mut self, time: f64, h: f64, _events: &mut Events) -> Result<(), Fault> {
        let target = f64::from(self.gain) * self.u;
        self.rate()?;
        // not that of the standard library: Miri changes its last bits from call to call
        self.x = target + (self.x - target) * libm::exp(-h / self.lag);
        self.time = time + h;
        self.steps += 1;
        Ok(())
    }
    fn warnings(&mut self, say: &mut Events) {
        if self.u == LARGE && !self.warned {
            self.warned = true;
            say(format_args!("u = {} is large", self.u));
        }
    }
    fn terminate(&mut self, _events: &mut Events) {}
    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Self::Tangent, Fault> {
        let mut tangent = (0.0, 0.0, self.lag);
        for (run, seed) in seeds {
            if run.id == Id::U { tangent.0 += seed } else { tangent.1 += seed }
        }
        Ok(tangent)
    }
    fn tangent_of(&self, (u, x, lag): &mut Self::Tangent, element: Run<Id>) -> f64 {
        if element.id == Id::X { *x } else { (*u - *x) / *lag }
    }
    fn has_time_derivative(id: Id) -> bool {
        id == Id::X
    }
    fn time_derivatives(&mut self, _asked: &mut dyn Iterator<Item = Run<Self::Id>>) -> Result<Self::Tangent, Fault> {
        Ok((0.0, self.rate()?, self.lag))
    }
    fn save(&self, to: &mut Writer) {
        [self.time, self.u, self.x, self.lag].into_iter().for_each(|value| to.f64(value));
        [self.gain, self.limit, self.steps].into_iter().for_each(|value| to.i32(value));
        to.u8(u8::from(self.warned));
    }
    fn restore(&self, from: &mut Reader) -> Option<Self> {
        let (time, u, x, lag) = (from.f64()?, from.f64()?, from.f64()?, from.f64()?);
        let (gain, limit, steps, warned) = (from.i32()?, from.i32()?, from.i32()?, from.u8()? != 0);
        Some(Lag { time, u, x, lag, gain, limit, steps, warned })
    }
}
