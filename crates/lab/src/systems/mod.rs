//! Free bodies that move under the forces of a packed system.

mod bodies;
mod faces;
mod mechanism;
pub mod page;
pub mod record;
pub mod ways;

use std::cell::RefCell;

use asperity::fmi::v2::abi::FMI2_WARNING;
use asperity_pack::system::{HandBack, Scene};

pub use self::mechanism::Mechanism;

pub(crate) use self::bodies::{VELOCITY, WRENCH};
pub use self::bodies::{WIDTH, inverse, rotation};

use self::bodies::FreeBodies;
use self::record::{Columns, Recorder, Run};
use crate::HostError;
use crate::exchange::{Accuracy, Coupled, Exchange};
use crate::fmu::Fmu;
use crate::instance::Instance;
use crate::plants;
use crate::simulate::steps;

/// How bodies and unit go forward together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Model exchange by the variable-step solver, events located.
    Exchange(Accuracy),
    /// Co-simulation in steps of this length [s], in the order that the unit is set to (`coupling.order`). Sequential: the unit first, then
    /// the bodies under the force that has come out; in interface coupling over the step, else from one end to the other. Parallel: both at
    /// once, the bodies under what the step before has handed back.
    CoSimulation(f64),
}

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Request {
    /// Solver or step.
    pub way: Way,
    /// [s]
    pub until: f64,
    /// Samples are at least this far apart, but for those where a contact closes or opens [s].
    pub every: f64,
    /// [m/s²]
    pub gravity: [f64; 3],
    /// Variables of the unit and their values as texts.
    pub set: Vec<(String, String)>,
}

/// An instance wired to its bodies.
struct SystemUnit<'a, 'fmu> {
    instance: &'a Instance<'fmu>,
    bodies: &'a FreeBodies<'a>,
    inputs: Vec<u32>,
    /// Free accelerations, in interface coupling.
    free: Vec<u32>,
    /// Bodies whose inverse mass it is told, and these inputs one after the other.
    links: (Vec<usize>, Vec<u32>),
    actions: Vec<u32>,
    driven: RefCell<Vec<f64>>,
    wrenches: RefCell<Vec<f64>>,
}

/// Forces and torques that a step of interface coupling hands back, and their slopes [per second].
#[derive(Clone)]
struct Handed {
    values: Vec<f64>,
    slopes: Vec<f64>,
}

impl Handed {
    /// What acts at both ends of a step of this length [s].
    fn act_over(&self, how: HandBack, step: f64, begin: &mut [f64], end: &mut [f64]) {
        for (k, (begin, end)) in begin.iter_mut().zip(end).enumerate() {
            let (value, slope) = (self.values[k], self.slopes[k]);
            *begin = value - if how == HandBack::MeanAndSlope { 0.5 * step * slope } else { 0.0 };
            *end = *begin + step * slope;
        }
    }

    /// When in a step of this length it acts in the mean [s]: at an impact's time, in the middle of what lasts. None where nothing acts.
    fn centre(&self, how: HandBack, step: f64) -> Option<f64> {
        let (mut begin, mut end) = (self.values.clone(), self.values.clone());
        self.act_over(how, step, &mut begin, &mut end);
        let (mut square, mut moment) = (0.0, 0.0);
        for (begin, end) in begin.iter().zip(&end) {
            let mean = 0.5 * (begin + end);
            square += mean * mean;
            moment += mean * (end - begin);
        }
        // ∫t·f dt of a force that goes straight from begin to end: its mean and a twelfth of the difference
        (square > 0.0).then(|| step * (0.5 + moment / square / 12.0).clamp(0.0, 1.0))
    }
}

impl<'a, 'fmu> SystemUnit<'a, 'fmu> {
    fn new(instance: &'a Instance<'fmu>, bodies: &'a FreeBodies<'a>, is_coupled: bool) -> Result<Self, HostError> {
        let description = &instance.fmu().description;
        let (mut inputs, mut free, mut actions) = (Vec::new(), Vec::new(), Vec::new());
        let mut links = (Vec::new(), Vec::new());
        for (at, body) in bodies.bodies.iter().enumerate() {
            for (quantity, count) in [("position", 3), ("orientation", 4), ("velocity", 3), ("angularVelocity", 3)] {
                inputs.extend(description.vector(&format!("{}.{quantity}", body.name), count)?);
            }
            for quantity in ["freeAcceleration", "freeAngularAcceleration"].into_iter().filter(|_| is_coupled) {
                free.extend(description.vector(&format!("{}.{quantity}", body.name), 3)?);
            }
            let inverse_mass = format!("{}.inverseMass", body.name);
            if bodies.mechanism.is_some() && description.variables.contains_key(&format!("{inverse_mass}[1]")) {
                links.0.push(at);
                links.1.extend(description.vector(&inverse_mass, 21)?);
            }
            for quantity in ["force", "torque"] {
                actions.extend(description.vector(&format!("{}.{quantity}", body.name), 3)?);
            }
        }
        let driven = vec![0.0; inputs.len()].into();
        let wrenches = vec![0.0; actions.len()].into();
        Ok(SystemUnit { instance, bodies, inputs, free, links, actions, driven, wrenches })
    }

    /// Sets variables by name and leads through the initialization.
    fn initialize(&self, set: &[(String, String)]) -> Result<(), HostError> {
        self.instance.enter_initialization(0.0, None)?;
        set.iter().try_for_each(|(name, text)| self.instance.assign(name, text))?;
        self.drive(&self.bodies.start())?;
        self.instance.exit_initialization()
    }

    /// Sets how the bodies accelerate without their contacts, and the inverse masses of links.
    fn drive_free(&self, state: &[f64]) -> Result<(), HostError> {
        let none = vec![0.0; self.actions.len()];
        let (mut rates, mut input_rates) = (vec![0.0; state.len()], vec![0.0; self.inputs.len()]);
        self.bodies.rates(state, &none, &mut rates);
        self.bodies.drive_rates(state, &rates, &mut input_rates);
        let accelerations: Vec<f64> = input_rates.chunks_exact(WIDTH).flat_map(|of| &of[VELOCITY..]).copied().collect();
        self.instance.set_reals(&self.free, &accelerations)?;
        let (linked, inputs) = &self.links;
        let Some(mechanism) = self.bodies.mechanism.filter(|_| !linked.is_empty()) else { return Ok(()) };
        let all = mechanism.inverse_masses(state);
        let inverse_masses: Vec<f64> = linked.iter().flat_map(|body| all[*body]).collect();
        self.instance.set_reals(inputs, &inverse_masses)
    }

    /// A step of interface coupling from this state, and what it hands back.
    ///
    /// With links it is made twice: what they accelerate without contacts and their inverse masses change within the step, and when the
    /// contacts act only the first one tells.
    fn step(&self, time: f64, step: f64, state: &[f64], how: HandBack, handed: &mut Handed) -> Result<(), HostError> {
        let make = |told: &[f64], handed: &mut Handed| {
            self.drive(state)?;
            self.drive_free(told)?;
            self.instance.do_step(time, step)?;
            self.take(how, handed)
        };
        if self.links.0.is_empty() {
            return make(state, handed);
        }
        let start = self.instance.state()?;
        make(state, handed)?;
        let Some(centre) = handed.centre(how, step) else { return Ok(()) };
        let none = vec![0.0; self.actions.len()];
        let mut there = state.to_vec();
        plants::runge_kutta(&|s, w, r| self.bodies.rates(s, w, r), &mut there, &none, &none, centre);
        start.restore()?;
        make(&there, handed)
    }

    /// What a step of interface coupling has handed back.
    fn take(&self, how: HandBack, handed: &mut Handed) -> Result<(), HostError> {
        self.act(&mut handed.values)?;
        if matches!(how, HandBack::MeanAndSlope | HandBack::Line) {
            self.instance.get_output_derivatives(&self.actions, &mut handed.slopes)?;
        }
        Ok(())
    }

    fn act(&self, wrenches: &mut [f64]) -> Result<(), HostError> {
        self.instance.get_reals(&self.actions, wrenches)
    }
}

impl<'fmu> Coupled<'fmu> for SystemUnit<'_, 'fmu> {
    fn instance(&self) -> &Instance<'fmu> {
        self.instance
    }

    fn start(&self) -> Vec<f64> {
        self.bodies.start()
    }

    fn drive(&self, state: &[f64]) -> Result<(), HostError> {
        let driven = &mut self.driven.borrow_mut();
        self.bodies.drive(state, driven);
        self.instance.set_reals(&self.inputs, driven)
    }

    fn rates(&self, state: &[f64], rates: &mut [f64]) -> Result<(), HostError> {
        let wrenches = &mut self.wrenches.borrow_mut();
        self.act(wrenches)?;
        self.bodies.rates(state, wrenches, rates);
        Ok(())
    }

    fn settle(&self, state: &mut [f64]) -> bool {
        self.bodies.close(state)
    }
}

/// The item that an enumeration of the unit is set to.
fn chosen<'fmu>(instance: &Instance<'fmu>, name: &str) -> Result<&'fmu str, HostError> {
    let number = instance.get_integer(name)?;
    let items = instance.fmu().description.variables.get(name).map_or(&[][..], |variable| &variable.items);
    let item = items.iter().find(|(_, known)| *known == number);
    item.map(|(item, _)| item.as_str()).ok_or_else(|| HostError::Description(format!("{name} has no item {number}")))
}

/// Whether the bodies of a scene can move by themselves in this way. Errors: one lacks mass or inertia, or a contact its geometry; it is for
/// Co-Simulation alone.
pub fn check(scene: &Scene, way: Way) -> Result<(), HostError> {
    if matches!(way, Way::Exchange(_)) && !scene.model_exchange {
        return Err(HostError::Request(
            "this system is for Co-Simulation alone ([unit] model_exchange = false in its file), not for Model Exchange (--mode me)".into(),
        ));
    }
    FreeBodies::of(scene, [0.0; 3], None)?;
    match scene.contacts.iter().find(|contact| contact.is_given) {
        Some(given) => Err(HostError::Request(format!(
            "contact \"{}\": its geometry is the importer's to compute, which nobody does here",
            given.name
        ))),
        None => Ok(()),
    }
}

fn instantiate<'fmu>(fmu: &'fmu Fmu, scene: &Scene, way: Way) -> Result<Instance<'fmu>, HostError> {
    match way {
        Way::Exchange(_) => Instance::model_exchange(fmu, &scene.name),
        Way::CoSimulation(_) => Instance::co_simulation(fmu, &scene.name),
    }
}

/// Whether the unit begins with what a request sets. Errors: it has no such variable, or not this value.
pub fn try_settings(fmu: &Fmu, scene: &Scene, request: &Request) -> Result<(), HostError> {
    let bodies = FreeBodies::of(scene, request.gravity, None)?;
    let instance = instantiate(fmu, scene, request.way)?;
    SystemUnit::new(&instance, &bodies, scene.is_coupled())?.initialize(&request.set)
}

/// Lets the bodies of a scene move; `fmu` is packed from it.
///
/// Errors: a body lacks its mass, the unit refuses a value, the solver does not get on, a number is not finite, or what
/// `progress` answers to the time that is reached.
pub fn run(
    fmu: &Fmu,
    scene: &Scene,
    request: &Request,
    progress: impl FnMut(f64) -> Result<(), HostError>,
) -> Result<Run, HostError> {
    run_with(fmu, scene, request, None, progress)
}

/// The same of bodies that a mechanism moves, in the place of gravity and loads.
///
/// Errors: as of [`run`]; its links step in sequential order only.
pub fn run_with(
    fmu: &Fmu,
    scene: &Scene,
    request: &Request,
    mechanism: Option<&dyn Mechanism>,
    mut progress: impl FnMut(f64) -> Result<(), HostError>,
) -> Result<Run, HostError> {
    run_telling(fmu, scene, request, mechanism, &mut progress)
}

/// The same, compiled once for all that are told.
fn run_telling(
    fmu: &Fmu,
    scene: &Scene,
    request: &Request,
    mechanism: Option<&dyn Mechanism>,
    progress: &mut dyn FnMut(f64) -> Result<(), HostError>,
) -> Result<Run, HostError> {
    let Request { way, until, every, gravity, set } = request;
    let bodies = FreeBodies::of(scene, *gravity, mechanism)?;
    let columns = Columns::of(&fmu.description, scene)?;
    let instance = instantiate(fmu, scene, *way)?;
    let is_coupled = scene.is_coupled();
    let unit = SystemUnit::new(&instance, &bodies, is_coupled)?;
    unit.initialize(set)?;
    let is_stepped = matches!(way, Way::CoSimulation(_));
    let is_parallel = is_stepped && chosen(&instance, "coupling.order")? == "parallel";
    if is_parallel && !unit.links.0.is_empty() {
        let text = "coupling.order = parallel: bodies whose inverse mass is told step in sequential order only";
        return Err(HostError::Request(text.into()));
    }
    let is_rigid = is_stepped && is_coupled && chosen(&instance, "coupling.method")? == "timeStepping";
    let mut recorder = Recorder::new(&columns, *every);
    let mut warnings = Vec::new();
    let mut hear = |instance: &Instance| {
        let messages = instance.messages().into_iter();
        warnings.extend(messages.filter(|message| message.status == FMI2_WARNING).map(|message| message.text));
    };
    let step = match *way {
        Way::Exchange(accuracy) => {
            let (exchange, mut state) = Exchange::of(Box::new(unit))?;
            let start = exchange.plant_state(&state).to_vec();
            recorder.add(columns.sample(0.0, &bodies, &start, &instance)?)?;
            exchange.integrate(&mut state, 0.0, *until, accuracy, &mut |time, state| {
                progress(time)?;
                hear(&instance);
                recorder.add(columns.sample(time, &bodies, state, &instance)?)
            })?;
            accuracy.longest
        }
        Way::CoSimulation(step) => {
            let mut state = bodies.start();
            let (mut begin, mut end) = (unit.wrenches.borrow().clone(), unit.wrenches.borrow().clone());
            let (mut rates, mut input_rates) = (vec![0.0; state.len()], vec![0.0; unit.inputs.len()]);
            let how = scene.coupling().hand_back;
            unit.act(&mut begin)?;
            // what acts over the step that comes, and what it hands back
            let mut acting = Handed { values: begin.clone(), slopes: vec![0.0; begin.len()] };
            let mut handed = acting.clone();
            let first = columns.sample(0.0, &bodies, &state, &instance)?;
            let mut lost = first.lost;
            recorder.add(first)?;
            for (time, later) in steps(*until, step) {
                if is_coupled {
                    unit.step(time, later - time, &state, how, &mut handed)?;
                    if !is_parallel {
                        std::mem::swap(&mut acting, &mut handed);
                    }
                    acting.act_over(how, later - time, &mut begin, &mut end);
                    std::mem::swap(&mut acting, &mut handed);
                } else {
                    unit.drive(&state)?;
                    bodies.rates(&state, &begin, &mut rates);
                    bodies.drive_rates(&state, &rates, &mut input_rates);
                    instance.set_input_derivatives(&unit.inputs, &input_rates)?;
                    instance.do_step(time, later - time)?;
                    unit.act(&mut end)?;
                }
                let last = if is_parallel && !is_coupled { &begin } else { &end };
                bodies.advance(&mut state, [&begin, last], later - time);
                std::mem::swap(&mut begin, &mut end);
                progress(later)?;
                hear(&instance);
                let mut sample = columns.sample(later, &bodies, &state, &instance)?;
                if is_parallel && is_coupled {
                    // the unit is a step ahead
                    std::mem::swap(&mut sample.lost, &mut lost);
                }
                recorder.add(sample)?;
            }
            step
        }
    };
    instance.terminate()?;
    hear(&instance);
    let samples = recorder.finish();
    Ok(Run { columns, samples, warnings, step, is_rigid, is_parallel })
}
