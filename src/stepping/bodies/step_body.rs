//! A body in a communication step.

use crate::physics::rotation::{Rotation, check_orientation};
use crate::physics::{Body, Symmetric, Vector3};
use crate::stepping::bodies::inverse_inertia::{InverseInertia, MassFault, SymmetricSix};
use crate::stepping::coupling::MassSource;
use crate::stepping::interface::Spatial;
use crate::stepping::saved::saved;
use core::fmt;

/// What the importer or the file tells of a body beside its motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// Acceleration of the origin of the frame, and of the turning, without contact forces, at the step's start [m/s², rad/s²]
    pub free: Spatial,
    /// By which that changes, of a body that no contact force moves: nobody tells it, [`BodyMemory::rate`] sees it [m/s³, rad/s³]
    ///
    /// [`BodyMemory::rate`]: crate::stepping::bodies::BodyMemory::rate
    pub rate: Spatial,
    /// m [kg], ≥ 0; 0: no contact force moves the body
    pub mass: f64,
    /// About the mass centre, body axes [kg·m²]; all 0: no contact force turns the body
    pub inertia: Symmetric<f64>,
    /// In the body's frame [m]
    pub center_of_mass: Vector3<f64>,
    /// Y at the origin of the frame, world axes, where the importer gives it in the place of the mass
    pub inverse_mass: SymmetricSix,
}

saved!(Told { free, mass, inertia, center_of_mass, inverse_mass } beside { rate });

impl Default for Told {
    fn default() -> Self {
        Told {
            free: Spatial::default(),
            rate: Spatial::default(),
            mass: 0.0,
            inertia: Symmetric::zeros(),
            center_of_mass: Vector3::zeros(),
            inverse_mass: SymmetricSix::zeros(),
        }
    }
}

impl Told {
    /// Whether no contact force moves it: its motion is given.
    pub fn is_given(&self, source: MassSource) -> bool {
        match source {
            MassSource::Bodies => self.mass == 0.0,
            MassSource::Input => self.inverse_mass == SymmetricSix::zeros(),
        }
    }

    /// Y of a body that stands like this.
    ///
    /// Errors: what is told is no inertia.
    pub fn inverse_inertia(&self, source: MassSource, turn: &Rotation<f64>) -> Result<InverseInertia, MassFault> {
        match source {
            MassSource::Bodies => InverseInertia::of_mass(self.mass, &self.inertia, &self.center_of_mass, turn),
            MassSource::Input => InverseInertia::given(&self.inverse_mass),
        }
    }
}

/// A body in a step: pose and velocity, how it moves under forces, and how without.
#[derive(Clone, Copy, Debug)]
pub struct StepBody {
    pub motion: Body<f64>,
    /// At the origin of its frame
    pub inverse_inertia: InverseInertia,
    /// Acceleration of that origin and of the turning without contact forces [m/s², rad/s²]
    pub free: Spatial,
}

impl StepBody {
    /// A body at the start of a step.
    ///
    /// Errors: its orientation has no direction, or what is told is no inertia.
    pub fn new(motion: &Body<f64>, told: &Told, source: MassSource) -> Result<Self, StepBodyFault> {
        check_orientation(&motion.orientation, "orientation").map_err(|_| StepBodyFault::Orientation)?;
        let turn = Rotation::of(&motion.orientation);
        let inverse_inertia = told.inverse_inertia(source, &turn).map_err(StepBodyFault::Mass)?;
        Ok(StepBody { motion: *motion, inverse_inertia, free: told.free })
    }
}

/// Why a body cannot be stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepBodyFault {
    /// Its quaternion has no direction.
    Orientation,
    Mass(MassFault),
}

impl fmt::Display for StepBodyFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StepBodyFault::Orientation => {
                f.write_str("orientation has no direction; not connected? wire it or leave it at 1, 0, 0, 0")
            }
            StepBodyFault::Mass(fault) => fault.fmt(f),
        }
    }
}
