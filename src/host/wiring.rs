//! The unit's variables wired to one moving body and a body that rests.

use nalgebra::Vector3;

use super::HostError;
use super::description::Description;
use super::instance::Instance;
use super::masters::Contact;
use super::plant::{Acceleration, Motion, Vector, Wrench};

/// An instance of the contact unit whose body i moves and whose body j rests.
pub struct ContactUnit<'fmu> {
    instance: Instance<'fmu>,
    motion: Vec<u32>,
    velocities: Vec<u32>,
    wrench: Vec<u32>,
    readings: Vec<u32>,
}

/// What the unit says of itself, beside the wrench.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Distance of the surfaces, negative while they overlap [m].
    pub gap: f64,
    /// Normal force [N].
    pub normal_force: f64,
    /// Friction force on body i [N].
    pub friction_force: Vector,
    /// Speed of slip [m/s].
    pub slip_speed: f64,
    /// 1 sticks, 0 slides.
    pub sticking: f64,
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

/// Scalars of a reading, in the order of its fields.
const SCALARS: [&str; 9] = [
    "gap",
    "normalForce",
    "slipSpeed",
    "sticking",
    "energyWork",
    "energyElastic",
    "energyDissipatedNormal",
    "energyDissipatedFriction",
    "energyResidual",
];

impl<'fmu> ContactUnit<'fmu> {
    /// Wires an instance; it may be in any state.
    pub fn new(instance: Instance<'fmu>) -> Result<Self, HostError> {
        let description = &instance.fmu().description;
        let velocities = vectors(description, &[("velocityI", 3), ("angularVelocityI", 3)])?;
        let mut motion = vectors(description, &[("positionI", 3), ("orientationI", 4)])?;
        motion.extend(&velocities);
        let wrench = vectors(description, &[("forceI", 3), ("torqueI", 3)])?;
        let mut readings = vectors(description, &[("frictionForce", 3), ("normalDirection", 3)])?;
        for name in SCALARS {
            readings.push(description.reference(name, super::description::Kind::Real)?);
        }
        Ok(Self { instance, motion, velocities, wrench, readings })
    }

    /// The instance inside.
    pub fn instance(&self) -> &Instance<'fmu> {
        &self.instance
    }

    /// Reads what the unit says of itself now.
    pub fn reading(&self) -> Result<Reading, HostError> {
        let mut values = [0.0; 6 + SCALARS.len()];
        self.instance.get_reals(&self.readings, &mut values)?;
        let [
            fx,
            fy,
            fz,
            nx,
            ny,
            nz,
            gap,
            normal_force,
            slip_speed,
            sticking,
            work,
            elastic,
            normal,
            friction,
            residual,
        ] = values;
        Ok(Reading {
            gap,
            normal_force,
            friction_force: Vector3::new(fx, fy, fz),
            slip_speed,
            sticking,
            normal: Vector3::new(nx, ny, nz),
            work,
            elastic,
            dissipated_normal: normal,
            dissipated_friction: friction,
            residual,
        })
    }
}

impl Contact for ContactUnit<'_> {
    fn set_motion(&mut self, motion: &Motion) -> Result<(), HostError> {
        let (r, [w, x, y, z], v, o) = (motion.position, motion.orientation, motion.velocity, motion.angular_velocity);
        let values = [r.x, r.y, r.z, w, x, y, z, v.x, v.y, v.z, o.x, o.y, o.z];
        self.instance.set_reals(&self.motion, &values)
    }

    fn set_acceleration(&mut self, acceleration: &Acceleration) -> Result<(), HostError> {
        let (a, b) = (acceleration.linear, acceleration.angular);
        self.instance.set_input_derivatives(&self.velocities, &[a.x, a.y, a.z, b.x, b.y, b.z])
    }

    fn wrench(&mut self) -> Result<Wrench, HostError> {
        let mut values = [0.0; 6];
        self.instance.get_reals(&self.wrench, &mut values)?;
        let [fx, fy, fz, tx, ty, tz] = values;
        Ok(Wrench { force: Vector3::new(fx, fy, fz), torque: Vector3::new(tx, ty, tz) })
    }

    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError> {
        self.instance.do_step(time, step)
    }
}

fn vectors(description: &Description, names: &[(&str, usize)]) -> Result<Vec<u32>, HostError> {
    let mut references = Vec::new();
    for (name, count) in names {
        references.extend(description.vector(name, *count)?);
    }
    Ok(references)
}
