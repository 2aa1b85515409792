//! A scene simulated through the packed unit, in one of three ways.

use super::HostError;
use super::exchange::Exchange;
use super::fmu::Fmu;
use super::impacts::Event;
use super::instance::Instance;
use super::masters::{CoSimulation, Coupling, Master};
pub use super::method::Method;
use super::number::{finite, number};
pub use super::outcome::{Gain, MAX_GAIN, Run};
use super::plants::{self, Plant};
use super::record::Sample;
use super::scenes::{Scene, Setup, Value};
use super::wiring::ContactUnit;
use asperity::fmi::v2::abi::FMI2_WARNING;

/// More steps than this would take hours, or not fit into the memory of a small machine.
pub const MAX_STEPS: f64 = 5e7;
/// Samples beyond this are not kept: they would fill half a gigabyte.
const MAX_SAMPLES: usize = 2_000_000;
const TOO_MANY_SAMPLES: &str = "more than 2000000 samples: keep fewer, at least some time apart (--every)";

/// What the plant of a scene relies on, where the scene sets it.
const FIXED: [&str; 2] = ["geometry.pair", "geometry.radiusI"];

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Time to stop [s].
    pub until: f64,
    /// Samples are at least this far apart [s], but for those around touching, parting and greatest compression.
    pub every: f64,
    /// Settings beyond the scene's: `scene.<name>` is the scene's own, all others are variables of the unit.
    pub set: Vec<(String, String)>,
}

impl Request {
    /// Everything as the scene has it.
    pub fn new(scene: &Scene, method: Method) -> Self {
        Self { method, until: scene.until, every: 0.0, set: Vec::new() }
    }

    /// The same with one more setting.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.set.push((name.into(), value.to_string()));
        self
    }

    /// Refuses what cannot be simulated, naming it.
    pub fn validate(&self) -> Result<(), HostError> {
        let (step, until) = (self.method.step(), self.until);
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let fixed = !matches!(self.method, Method::Exchange(_));
        let tolerance = match self.method {
            Method::Exchange(accuracy) => accuracy.tolerance,
            _ => 1e-6,
        };
        let problem = if !positive(step) {
            format!("the step is {} s, it must be {}> 0", number(step), finite(step))
        } else if !positive(until) {
            format!("the end is {} s, it must be {}> 0", number(until), finite(until))
        } else if fixed && step > until {
            format!("the step of {} s is longer than the simulation of {} s", number(step), number(until))
        } else if until / step > MAX_STEPS {
            format!(
                "{} s in steps of {} s are more than {MAX_STEPS:.0} steps: take a longer step",
                number(until),
                number(step)
            )
        } else if !(self.every >= 0.0 && self.every.is_finite()) {
            format!("samples cannot be {} s apart, it must be {}>= 0", number(self.every), finite(self.every))
        } else if fixed && until / step.max(self.every) > MAX_SAMPLES as f64 {
            TOO_MANY_SAMPLES.into()
        } else if !(1e-13..=1e-2).contains(&tolerance) {
            format!("the tolerance is {}, it must be from 1e-13 to 1e-2", number(tolerance))
        } else {
            return Ok(());
        };
        Err(HostError::Request(problem))
    }
}

/// A unit that knows the settings and the start of a scene.
pub fn initialised<'fmu>(fmu: &'fmu Fmu, scene: &Scene, method: Method) -> Result<ContactUnit<'fmu>, HostError> {
    let Setup { plant, unit } = scene.setup(&[])?;
    instantiate(fmu, scene, plant.as_ref(), unit, method, &[])
}

/// An initialised unit of the kind and in the coupling that the method asks for.
fn instantiate<'fmu>(
    fmu: &'fmu Fmu,
    scene: &Scene,
    plant: &dyn Plant,
    mut values: Vec<(&'static str, Value)>,
    method: Method,
    texts: &[&(String, String)],
) -> Result<ContactUnit<'fmu>, HostError> {
    let instance = match method {
        Method::CoSimulation { .. } => Instance::co_simulation(fmu, scene.name)?,
        _ => Instance::model_exchange(fmu, scene.name)?,
    };
    if let Method::CoSimulation { .. } = method {
        instance.log_events()?;
    }
    match method {
        Method::CoSimulation { coupling: Coupling::Interface { slope }, master, .. } => {
            values.extend(interface(plant, master, slope));
        }
        // The ledger of the kinematic coupling asks in which step a force acts.
        Method::CoSimulation { master: Master::Jacobi, .. } => values.push(("coupling.order", Value::Item("parallel"))),
        _ => (),
    }
    initialise(instance, plant, &values, texts)
}

/// Takes an instance through its initialization: values of the scene, then texts of the user, then the plant's start.
fn initialise<'fmu>(
    instance: Instance<'fmu>,
    plant: &dyn Plant,
    values: &[(&str, Value)],
    texts: &[&(String, String)],
) -> Result<ContactUnit<'fmu>, HostError> {
    instance.enter_initialization(0.0, None)?;
    for (name, value) in values {
        match value {
            Value::Number(number) => instance.set_real(name, *number)?,
            Value::Item(item) => instance.assign(name, item)?,
        }
    }
    for (name, text) in texts {
        if FIXED.contains(&name.as_str()) && values.iter().any(|value| value.0 == name) {
            return Err(HostError::Request(format!("{name} cannot be set: the plant of this scene relies on it")));
        }
        let vector = name.split('[').next().unwrap_or_default();
        if plant.inputs().iter().any(|wire| wire.0 == vector) {
            return Err(HostError::Request(format!("{name} cannot be set: the plant of this scene drives it")));
        }
        instance.assign(name, text)?;
    }
    let unit = ContactUnit::new(instance, plant)?;
    let mut inputs = vec![0.0; unit.inputs()];
    plant.drive(&plant.start(), &mut inputs);
    unit.drive(&inputs)?;
    unit.instance().exit_initialization()?;
    Ok(unit)
}

/// What the unit is told of the coupling.
fn interface(plant: &dyn Plant, master: Master, slope: bool) -> Vec<(&'static str, Value)> {
    let order = if master == Master::Jacobi { "parallel" } else { "sequential" };
    let mut values = vec![
        ("coupling.mode", Value::Item("interface")),
        ("coupling.order", Value::Item(order)),
        ("coupling.handBack", Value::Item(if slope { "meanAndSlope" } else { "mean" })),
        // The plant's own masses.
        ("coupling.verifyMass", Value::Item("false")),
    ];
    match plant.masses() {
        Some((mass, inertia)) => {
            values.push(("coupling.massI", Value::Number(mass)));
            let axes = ["coupling.inertiaI[1]", "coupling.inertiaI[2]", "coupling.inertiaI[3]"];
            values.extend(axes.map(|name| (name, Value::Number(inertia))));
        }
        None => values.push(("coupling.massSource", Value::Item("input"))),
    }
    values
}

/// Initializes a unit as [`run`] will and lets it go. Errors: the unit knows no such variable, or refuses a value.
pub fn try_settings(fmu: &Fmu, scene: &Scene, request: &Request) -> Result<(), HostError> {
    let Setup { plant, unit } = scene.setup(&request.set)?;
    let texts: Vec<&(String, String)> = request.set.iter().filter(|(name, _)| !scene.owns(name)).collect();
    instantiate(fmu, scene, plant.as_ref(), unit, request.method, &texts).map(drop)
}

/// Simulates. `progress` is told the simulated time [s] now and then.
pub fn run(fmu: &Fmu, scene: &Scene, request: &Request, mut progress: impl FnMut(f64)) -> Result<Run, HostError> {
    run_telling(fmu, scene, request, &mut progress)
}

/// The same, compiled once for all that are told.
fn run_telling(fmu: &Fmu, scene: &Scene, request: &Request, progress: &mut dyn FnMut(f64)) -> Result<Run, HostError> {
    request.validate()?;
    let Setup { plant, unit: values } = scene.setup(&request.set)?;
    let plant = plant.as_ref();
    let texts: Vec<&(String, String)> = request.set.iter().filter(|(name, _)| !scene.owns(name)).collect();
    let mut unit = instantiate(fmu, scene, plant, values, request.method, &texts)?;
    let inside = matches!(request.method, Method::CoSimulation { coupling: Coupling::Interface { .. }, .. });
    let ahead = inside && matches!(request.method, Method::CoSimulation { master: Master::Jacobi, .. });
    let mut recorder = Recorder::new(request.every);
    recorder.hear(&unit);
    recorder.add(Sample::new(0.0, plant, &plant.start(), unit.reading()?))?;
    match request.method {
        Method::Exchange(accuracy) => {
            let (system, mut state) = Exchange::start(&unit, plant)?;
            let mut drives = Drives::new(&unit, plant)?;
            system.integrate(&mut state, 0.0, request.until, accuracy, &mut |time, state| {
                progress(time);
                recorder.hear(&unit);
                let driven = drives.work(time, state)?;
                recorder.add(Sample { driven, ..Sample::new(time, plant, state, unit.reading()?) })
            })?;
        }
        Method::RungeKutta { step } => {
            let (system, mut state) = Exchange::start(&unit, plant)?;
            let mut drives = Drives::new(&unit, plant)?;
            system.integrate_fixed(&mut state, steps(request.until, step), &mut |time, state| {
                progress(time);
                recorder.hear(&unit);
                let driven = drives.work(time, state)?;
                recorder.add(Sample { driven, ..Sample::new(time, plant, state, unit.reading()?) })
            })?;
        }
        Method::CoSimulation { step, master, coupling } => {
            let mut both = CoSimulation::new(&mut unit, plant, coupling)?;
            let mut last = both.contact.reading()?.dissipated_normal;
            for (time, end) in steps(request.until, step) {
                both.step(master, time, end - time)?;
                progress(end);
                recorder.hear(both.contact);
                let sample = Sample::new(end, plant, &both.state, both.contact.reading()?);
                let now = sample.lost;
                let lost = if ahead { std::mem::replace(&mut last, now) } else { now };
                recorder.add(Sample { driven: both.driven, lost, ..sample })?;
            }
        }
    }
    unit.instance().terminate()?;
    recorder.hear(&unit);
    let (events, warnings) = (std::mem::take(&mut recorder.events), std::mem::take(&mut recorder.warnings));
    let samples = recorder.finish();
    Ok(Run { columns: plant.columns(), samples, inside, ahead, step: request.method.step(), events, warnings })
}

/// Work of the drives in model exchange, from one point of the solution to the next.
struct Drives<'a, 'fmu> {
    unit: &'a ContactUnit<'fmu>,
    plant: &'a dyn Plant,
    action: Vec<f64>,
    /// Time [s], power [W] and work [J] at the last point.
    last: [f64; 3],
}

impl<'a, 'fmu> Drives<'a, 'fmu> {
    fn new(unit: &'a ContactUnit<'fmu>, plant: &'a dyn Plant) -> Result<Self, HostError> {
        let mut drives = Self { unit, plant, action: vec![0.0; plants::width(plant.actions())], last: [0.0; 3] };
        drives.work(0.0, &plant.start())?;
        Ok(drives)
    }

    /// Work until a point at which the unit is.
    fn work(&mut self, time: f64, state: &[f64]) -> Result<f64, HostError> {
        self.unit.act(&mut self.action)?;
        let power = self.plant.drive_power(state, &self.action);
        let [before, powered, work] = self.last;
        self.last = [time, power, work + 0.5 * (time - before) * (powered + power)];
        Ok(self.last[2])
    }
}

/// Begin and end of every step. A remainder of a billionth of a step is rounding, not a step.
pub(super) fn steps(until: f64, step: f64) -> impl Iterator<Item = (f64, f64)> {
    let count = (until / step - 1e-9).ceil() as u64;
    let at = move |number: u64| if number == count { until } else { number as f64 * step };
    (0..count).map(move |number| (at(number), at(number + 1)))
}

/// Keeps what is needed of the samples.
struct Recorder {
    every: f64,
    samples: Vec<Sample>,
    events: Vec<Event>,
    warnings: Vec<String>,
    /// The unit has told an event since the last sample.
    heard: bool,
    /// The last one, while it is not kept.
    pending: Option<Sample>,
}

impl Recorder {
    fn new(every: f64) -> Self {
        Self { every, samples: Vec::new(), events: Vec::new(), warnings: Vec::new(), heard: false, pending: None }
    }

    /// Takes what the unit has logged on the way to the next sample.
    fn hear(&mut self, unit: &ContactUnit) {
        for message in unit.instance().messages() {
            if let Some(event) = Event::of(&message) {
                self.events.push(event);
                self.heard = true;
            } else if message.status == FMI2_WARNING {
                self.warnings.push(message.text);
            }
        }
    }

    fn add(&mut self, sample: Sample) -> Result<(), HostError> {
        let finite = (sample.energy() + sample.dissipated() + sample.contact.normal_force).is_finite()
            && sample.plant.iter().all(|value| value.is_finite());
        if !finite {
            return Err(HostError::NotFinite(sample.time));
        }
        let due = self.samples.last().is_none_or(|last| sample.time - last.time >= self.every);
        let before = self.pending.as_ref().or(self.samples.last());
        let turns = std::mem::take(&mut self.heard) || before.is_some_and(|before| turning(before, &sample));
        if due || turns {
            self.samples.extend(self.pending.take().filter(|_| turns));
            self.samples.push(sample);
        } else {
            self.pending = Some(sample);
        }
        if self.samples.len() > MAX_SAMPLES {
            return Err(HostError::Request(TOO_MANY_SAMPLES.into()));
        }
        Ok(())
    }

    fn finish(mut self) -> Vec<Sample> {
        self.samples.extend(self.pending.take());
        self.samples
    }
}

/// Samples at least `every` [s] apart, but for those around touching, parting and greatest compression.
pub fn thinned(samples: &[Sample], every: f64) -> Result<Vec<Sample>, HostError> {
    let mut recorder = Recorder::new(every);
    for sample in samples {
        recorder.add(sample.clone())?;
    }
    Ok(recorder.finish())
}

/// Between the two the bodies touch, part, or turn from closing to opening.
fn turning(before: &Sample, after: &Sample) -> bool {
    let together = [before, after].map(|sample| sample.contact.gap < 0.0);
    together[0] != together[1]
        || before.contact.active != after.contact.active
        || before.contact.work != after.contact.work && !(together[0] && together[1])
        || (together[0] && before.gap_rate < 0.0 && after.gap_rate >= 0.0)
}
