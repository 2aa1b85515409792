//! The contact of the wheel by the packed unit: coupling.method = timeStepping in co-simulation.

use nalgebra::Vector3;

use super::stepping::Solver;
use super::{Port, Wheel};
use crate::HostError;
use crate::description::Kind;
use crate::fmu::Fmu;
use crate::instance::Instance;
use asperity::rigid::time_stepping::Friction;

/// What the unit is told each step: x, v_r, and W and b of the relative motion.
const INPUTS: [(&str, usize); 3] = [("relativeVelocity", 3), ("inverseMass", 6), ("freeAcceleration", 3)];
/// x, v_r, W and b.
const WIDTH: usize = 13;

/// The unit as the contact of a wheel. It asks for steps that follow one another.
pub struct Unit<'fmu> {
    instance: Instance<'fmu>,
    inputs: Vec<u32>,
    force: Vec<u32>,
    started: bool,
}

impl<'fmu> Unit<'fmu> {
    /// A contact that has not felt a force yet.
    pub fn new(fmu: &'fmu Fmu, wheel: &Wheel, friction: Friction) -> Result<Self, HostError> {
        let instance = Instance::co_simulation(fmu, "wheel")?;
        let description = &fmu.description;
        let mut inputs = vec![description.reference("penetration", Kind::Real)?];
        for (name, count) in INPUTS {
            inputs.extend(description.vector(name, count)?);
        }
        let force = description.vector("forceI", 3)?;
        instance.enter_initialization(0.0, None)?;
        for (name, item) in [
            ("geometry.pair", "external"),
            ("coupling.mode", "interface"),
            ("coupling.massSource", "input"),
            ("coupling.method", "timeStepping"),
        ] {
            instance.assign(name, item)?;
        }
        // The compliant laws' μ_S must not be less than μ_C.
        instance.set_real("friction.mu_S", wheel.mu)?;
        instance.set_real("friction.mu_C", wheel.mu)?;
        match friction {
            Friction::Regularised { stiffness, threshold } => {
                instance.assign("timeStepping.friction", "regularised")?;
                instance.set_real("timeStepping.k_T", if stiffness.is_finite() { stiffness } else { 0.0 })?;
                instance.set_real("timeStepping.v_th", threshold)?;
            }
            Friction::Box => instance.assign("timeStepping.friction", "box")?,
            Friction::Polygonal { sides } => {
                instance.assign("timeStepping.friction", "polygonal")?;
                instance.assign("timeStepping.sides", &sides.to_string())?;
            }
        }
        Ok(Self { instance, inputs, force, started: false })
    }
}

impl Solver for Unit<'_> {
    fn force(&mut self, port: &Port, time: f64, h: f64) -> Result<Vector3<f64>, HostError> {
        let (w, u, b) = (&port.w, &port.velocity, &port.free);
        // Rows z, x, y become x, y, z; of W first the diagonal.
        let values: [f64; WIDTH] =
            [-port.gap, u.y, u.z, u.x, w[(1, 1)], w[(2, 2)], w[(0, 0)], w[(1, 2)], w[(0, 1)], w[(0, 2)], b.y, b.z, b.x];
        self.instance.set_reals(&self.inputs, &values)?;
        // Where the wheel starts belongs to the initialization.
        if !self.started {
            self.instance.exit_initialization()?;
            self.started = true;
        }
        self.instance.do_step(time, h)?;
        let mut force = [0.0; 3];
        self.instance.get_reals(&self.force, &mut force)?;
        Ok(Vector3::new(force[2], force[0], force[1]))
    }
}
