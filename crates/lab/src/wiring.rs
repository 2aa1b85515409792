//! The unit's variables wired to a plant: its inputs, the outputs that act on it, and what the unit says of itself.

use super::HostError;
use super::description::{Description, Kind};
use super::instance::{Instance, Slot};
use super::masters::Contact;
use super::plants::{Plant, Port, Vector, Wire, vector};

/// An instance of the contact unit wired to a plant.
pub struct ContactUnit<'fmu> {
    instance: Instance<'fmu>,
    inputs: Vec<u32>,
    actions: Vec<u32>,
    readings: Vec<u32>,
    port: Vec<u32>,
    energies: Vec<u32>,
    kept: Slot,
}

/// What the unit says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The bodies touch; in model exchange it changes at events only.
    pub active: bool,
    /// Distance of the surfaces, negative while they overlap [m].
    pub gap: f64,
    /// Normal force [N].
    pub normal_force: f64,
    /// Friction force on body i [N].
    pub friction_force: Vector,
    /// Couple of rolling and spinning friction on body i [N·m].
    pub friction_moment: Vector,
    /// Deflection of the bristles by spinning, at the radius e_r [m].
    pub z_r: f64,
    /// Speed of slip [m/s].
    pub slip_speed: f64,
    /// 1 sticks, 0 slides.
    pub sticking: f64,
    /// Dwell state s_dw.
    pub dwell: f64,
    /// Normal of the contact, pointing at body i.
    pub normal: Vector,
    /// Work put in since the start [J].
    pub work: f64,
    /// Energy stored now [J].
    pub elastic: f64,
    /// Energy dissipated along the normal since the start [J].
    pub dissipated_normal: f64,
    /// Energy dissipated by friction since the start [J].
    pub dissipated_friction: f64,
    /// What the ledger lacks [J].
    pub residual: f64,
}

/// Variables of a reading, in the order in which [`ContactUnit::reading`] takes them apart.
const READINGS: [Wire; 14] = [
    ("frictionForce", 3),
    ("normalDirection", 3),
    ("frictionMoment", 3),
    ("z_r", 1),
    ("gap", 1),
    ("normalForce", 1),
    ("slipSpeed", 1),
    ("sticking", 1),
    ("s_dw", 1),
    ("energyWork", 1),
    ("energyElastic", 1),
    ("energyDissipatedNormal", 1),
    ("energyDissipatedFriction", 1),
    ("energyResidual", 1),
];
const READING_WIDTH: usize = 20;
/// How the contact yields, in the order of [`Port`].
const PORT: [Wire; 4] =
    [("inverseMass", 6), ("freeAcceleration", 3), ("inverseInertia", 6), ("freeAngularAcceleration", 3)];
const PORT_WIDTH: usize = 18;
/// What a master looks at that takes steps back.
const ENERGIES: [Wire; 3] = [("energyElastic", 1), ("energyDissipatedNormal", 1), ("energyDissipatedFriction", 1)];

impl<'fmu> ContactUnit<'fmu> {
    /// Wires an instance, in any state, to a plant.
    pub fn new(instance: Instance<'fmu>, plant: &dyn Plant) -> Result<Self, HostError> {
        let description = &instance.fmu().description;
        let inputs = references(description, plant.inputs())?;
        let actions = references(description, plant.actions())?;
        let readings = references(description, &READINGS)?;
        let port = references(description, &PORT)?;
        let energies = references(description, &ENERGIES)?;
        Ok(Self { instance, inputs, actions, readings, port, energies, kept: Slot::default() })
    }

    /// The instance inside.
    pub fn instance(&self) -> &Instance<'fmu> {
        &self.instance
    }

    /// Number of inputs that the plant drives.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Number of outputs that act on the plant.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Sets the inputs.
    pub fn drive(&self, inputs: &[f64]) -> Result<(), HostError> {
        self.instance.set_reals(&self.inputs, inputs)
    }

    /// Reads what acts on the plant.
    pub fn act(&self, action: &mut [f64]) -> Result<(), HostError> {
        self.instance.get_reals(&self.actions, action)
    }

    /// Reads what the unit says of itself now.
    pub fn reading(&self) -> Result<Reading, HostError> {
        let mut values = [0.0; READING_WIDTH];
        self.instance.get_reals(&self.readings, &mut values)?;
        let [
            ..,
            z_r,
            gap,
            normal_force,
            slip_speed,
            sticking,
            dwell,
            work,
            elastic,
            lost_normal,
            lost_friction,
            residual,
        ] = values;
        Ok(Reading {
            active: self.instance.get_boolean("contactActive")?,
            gap,
            normal_force,
            friction_force: vector(&values, 0),
            friction_moment: vector(&values, 6),
            z_r,
            slip_speed,
            sticking,
            dwell,
            normal: vector(&values, 3),
            work,
            elastic,
            dissipated_normal: lost_normal,
            dissipated_friction: lost_friction,
            residual,
        })
    }
}

impl Contact for ContactUnit<'_> {
    fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError> {
        self.drive(inputs)
    }

    fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError> {
        self.instance.set_input_derivatives(&self.inputs, rates)
    }

    fn action(&mut self, action: &mut [f64]) -> Result<(), HostError> {
        self.act(action)
    }

    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError> {
        self.instance.do_step(time, step)
    }

    fn set_port(&mut self, port: &Port) -> Result<(), HostError> {
        let mut values = [0.0; PORT_WIDTH];
        let parts: [&[f64]; 4] =
            [&port.inverse_mass, &port.free_acceleration, &port.inverse_inertia, &port.free_angular_acceleration];
        for (value, part) in values.iter_mut().zip(parts.into_iter().flatten()) {
            *value = *part;
        }
        self.instance.set_reals(&self.port, &values)
    }

    fn slope(&mut self, slope: &mut [f64]) -> Result<(), HostError> {
        self.instance.get_output_derivatives(&self.actions, slope)
    }

    fn keep(&mut self) -> Result<(), HostError> {
        self.instance.keep(&mut self.kept)
    }

    fn go_back(&mut self) -> Result<(), HostError> {
        self.instance.go_back(&self.kept)
    }

    fn energies(&mut self) -> Result<[f64; 2], HostError> {
        let mut values = [0.0; 3];
        self.instance.get_reals(&self.energies, &mut values)?;
        let [stored, normal, friction] = values;
        Ok([stored, normal + friction])
    }
}

impl Drop for ContactUnit<'_> {
    fn drop(&mut self) {
        self.instance.clear(&mut self.kept);
    }
}

fn references(description: &Description, wires: &[Wire]) -> Result<Vec<u32>, HostError> {
    let mut references = Vec::new();
    for (name, count) in wires {
        match count {
            1 => references.push(description.reference(name, Kind::Real)?),
            _ => references.extend(description.vector(name, *count)?),
        }
    }
    Ok(references)
}
