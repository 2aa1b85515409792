//! Ways to solve a contact in a step, and one run of a plant through the unit on one of them.

use std::time::Instant;

use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::instance::Instance;
use asperity_lab::masters::{CoSimulation, Contact, Coupling, Master};
use asperity_lab::plants::{Plant, Port};
use asperity_lab::wiring::ContactUnit;

/// `coupling.method`, and with time stepping the law of friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Compliant, by micro-steps.
    Compliant,
    /// Time stepping, regularised friction.
    Regularised,
    /// Time stepping, box friction.
    Box,
    /// Time stepping, polygonal friction with so many sides.
    Polygonal(u32),
}

impl Way {
    /// All that are compared.
    pub const ALL: [Self; 6] =
        [Self::Compliant, Self::Regularised, Self::Box, Self::Polygonal(4), Self::Polygonal(8), Self::Polygonal(16)];

    /// As it is shown.
    pub fn name(self) -> String {
        match self {
            Self::Compliant => "compliant".into(),
            Self::Regularised => "regularised".into(),
            Self::Box => "box".into(),
            Self::Polygonal(sides) => format!("polygonal, {sides} sides"),
        }
    }

    /// What the unit is set to.
    fn settings(self) -> Vec<(&'static str, String)> {
        let stepping = |friction: &str| {
            vec![("coupling.method", "timeStepping".into()), ("timeStepping.friction", friction.into())]
        };
        match self {
            Self::Compliant => vec![("coupling.method", "compliant".into())],
            Self::Regularised => stepping("regularised"),
            Self::Box => stepping("box"),
            Self::Polygonal(sides) => {
                let mut settings = stepping("polygonal");
                settings.push(("timeStepping.sides", sides.to_string()));
                settings
            }
        }
    }
}

/// Runs of one way with one communication step.
pub struct Bench<'a> {
    /// The unit.
    pub fmu: &'a Fmu,
    /// The way.
    pub way: Way,
    /// Communication step [s].
    pub step: f64,
    /// Time that each fmi2DoStep took so far [s].
    pub spent: Vec<f64>,
    /// Simulated so far [s].
    pub simulated: f64,
}

impl<'a> Bench<'a> {
    /// Before the first run.
    pub fn new(fmu: &'a Fmu, way: Way, step: f64) -> Self {
        Self { fmu, way, step, spent: Vec::new(), simulated: 0.0 }
    }

    /// Whether the contact is solved as rigid.
    pub fn is_rigid(&self) -> bool {
        self.way != Way::Compliant
    }

    /// Runs a plant in interface coupling for at least `until` [s], in whole steps. `watch` is told time [s] and state
    /// at the start and after each step.
    pub fn run(
        &mut self,
        plant: &dyn Plant,
        settings: &[(&str, String)],
        until: f64,
        mut watch: impl FnMut(f64, &[f64]),
    ) -> Result<(), HostError> {
        let mut contact = Timed { unit: self.unit(plant, settings)?, spent: Vec::new() };
        let mut both = CoSimulation::new(&mut contact, plant, Coupling::Interface { slope: true })?;
        watch(0.0, &both.state);
        // A billionth of a step is rounding, not a step.
        let steps = (until / self.step - 1e-9).ceil() as u32;
        for number in 0..steps {
            let time = f64::from(number) * self.step;
            both.step(Master::GaussSeidel, time, self.step)?;
            watch(time + self.step, &both.state);
        }
        self.simulated += f64::from(steps) * self.step;
        self.spent.append(&mut contact.spent);
        contact.unit.instance().terminate()
    }

    fn unit(&self, plant: &dyn Plant, settings: &[(&str, String)]) -> Result<ContactUnit<'a>, HostError> {
        let instance = Instance::co_simulation(self.fmu, "choosing")?;
        instance.enter_initialization(0.0, None)?;
        instance.assign("coupling.mode", "interface")?;
        instance.assign("coupling.order", "sequential")?;
        instance.assign("coupling.handBack", "meanAndSlope")?;
        // The plant's own masses.
        instance.assign("coupling.verifyMass", "false")?;
        match plant.masses() {
            Some((mass, inertia)) => {
                instance.set_real("coupling.massI", mass)?;
                for axis in 1..=3 {
                    instance.set_real(&format!("coupling.inertiaI[{axis}]"), inertia)?;
                }
            }
            None => instance.assign("coupling.massSource", "input")?,
        }
        for (name, value) in settings.iter().map(|(name, value)| (*name, value)) {
            instance.assign(name, value)?;
        }
        for (name, value) in self.way.settings() {
            instance.assign(name, &value)?;
        }
        let unit = ContactUnit::new(instance, plant)?;
        let mut inputs = vec![0.0; unit.inputs()];
        plant.drive(&plant.start(), &mut inputs);
        unit.drive(&inputs)?;
        unit.instance().exit_initialization()?;
        Ok(unit)
    }
}

/// A contact whose steps are timed.
struct Timed<'fmu> {
    unit: ContactUnit<'fmu>,
    spent: Vec<f64>,
}

impl Contact for Timed<'_> {
    fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError> {
        self.unit.set_inputs(inputs)
    }

    fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError> {
        self.unit.set_input_rates(rates)
    }

    fn action(&mut self, action: &mut [f64]) -> Result<(), HostError> {
        self.unit.action(action)
    }

    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError> {
        let start = Instant::now();
        let result = self.unit.advance(time, step);
        self.spent.push(start.elapsed().as_secs_f64());
        result
    }

    fn set_port(&mut self, port: &Port) -> Result<(), HostError> {
        self.unit.set_port(port)
    }

    fn slope(&mut self, slope: &mut [f64]) -> Result<(), HostError> {
        self.unit.slope(slope)
    }
}
