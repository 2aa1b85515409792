//! The systems of the gallery, packed and run.

use asperity_pack::examples::{Beside, Example};
use asperity_pack::system::{Scene, System};

use asperity_lab::HostError;
use asperity_lab::exchange::Accuracy;
use asperity_lab::fmu::Fmu;
use asperity_lab::plants::{Vector, norm, vector};
use asperity_lab::systems::record::{Run, Sample};
use asperity_lab::systems::{self, Request, WIDTH, Way, rotation};

/// g [m/s²]
pub const GRAVITY: f64 = 9.81;

/// The packed one-contact FMU, of which those of the systems are made.
pub struct Stage<'a> {
    unit: &'a [u8],
}

/// A packed system, and what is in it.
pub struct Packed {
    fmu: Fmu,
    scene: Scene,
}

/// How a body starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    /// Of the origin of its frame [m].
    pub position: [f64; 3],
    /// Quaternion w, x, y, z, body to world.
    pub orientation: [f64; 4],
    /// [m/s]
    pub velocity: [f64; 3],
    /// ω in world axes [rad/s].
    pub spin: [f64; 3],
}

/// How a system is run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// [s]
    pub until: f64,
    /// Samples are this far apart [s].
    pub every: f64,
    /// Of the solver; the longest step lets no contact be missed.
    pub accuracy: Accuracy,
    /// [m/s²]
    pub gravity: [f64; 3],
    /// Variables and their values.
    pub set: Vec<(String, String)>,
    /// Bodies that start otherwise than the file says, by their names.
    pub starts: Vec<(&'static str, Start)>,
    /// Bodies with another centre of mass than the file says, by their names [m].
    pub centres: Vec<(&'static str, Vector)>,
}

impl Trial {
    /// Under gravity, by steps of at most `longest`.
    pub fn new(until: f64, every: f64, longest: f64) -> Self {
        let accuracy = Accuracy { tolerance: 1e-8, longest };
        Self {
            until,
            every,
            accuracy,
            gravity: [0.0, 0.0, -GRAVITY],
            set: Vec::new(),
            starts: Vec::new(),
            centres: Vec::new(),
        }
    }

    /// With another tolerance of the solver.
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.accuracy.tolerance = tolerance;
        self
    }

    /// On a slope of this angle [rad], down along x: gravity leans, not the plane.
    pub fn on_slope(self, angle: f64) -> Self {
        Self { gravity: [GRAVITY * angle.sin(), 0.0, -GRAVITY * angle.cos()], ..self }
    }

    /// With another value of a variable.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.set.push((name.into(), value.to_string()));
        self
    }

    /// With another centre of mass of a body [m], which is the importer's alone.
    pub fn loaded_at(mut self, body: &'static str, centre: Vector) -> Self {
        self.centres.push((body, centre));
        self
    }

    /// With another start of a body.
    pub fn from(mut self, body: &'static str, start: Start) -> Self {
        self.starts.push((body, start));
        self
    }
}

impl<'a> Stage<'a> {
    /// Of the bytes of the packed FMU.
    pub fn new(unit: &'a [u8]) -> Self {
        Self { unit }
    }

    /// Packs an example. Errors: there is none of this name, or it cannot be packed here.
    pub fn example(&self, name: &str) -> Result<Packed, HostError> {
        let refused = |why: String| HostError::Request(format!("the example {name}: {why}"));
        let example = Example::find(name).ok_or_else(|| refused("there is none".into()))?;
        let folder = tempfile::tempdir().map_err(|error| refused(error.to_string()))?;
        if let Some(Beside { name, text }) = &example.beside {
            std::fs::write(folder.path().join(name), text()).map_err(|error| refused(error.to_string()))?;
        }
        let system = System::read_in(folder.path(), example.text, &|_| None).map_err(|why| refused(why.to_string()))?;
        let path = folder.path().join(format!("{}.fmu", system.scene().name));
        let packed = system.packed(self.unit, &path).map_err(|why| refused(why.to_string()))?;
        std::fs::write(&path, packed).map_err(|error| refused(error.to_string()))?;
        Ok(Packed { fmu: Fmu::open(&path)?, scene: system.scene().clone() })
    }
}

impl Packed {
    /// Lets the bodies move.
    pub fn run(&self, trial: &Trial) -> Result<Run, HostError> {
        let mut scene = self.scene.clone();
        let find = |name: &str| {
            let body = self.scene.bodies.iter().position(|body| body.name == name);
            body.ok_or_else(|| HostError::Request(format!("the system has no body {name}")))
        };
        for (name, centre) in &trial.centres {
            let at = find(name)?;
            scene.bodies[at].center_of_mass = *centre;
        }
        for (name, start) in &trial.starts {
            let at = find(name)?;
            let motion = &mut scene.bodies[at].start;
            (0..4).for_each(|k| motion.orientation[k] = start.orientation[k]);
            motion.position = Vector::from(start.position);
            motion.velocity = Vector::from(start.velocity);
            motion.angular_velocity = Vector::from(start.spin);
        }
        let request = Request {
            way: Way::Exchange(trial.accuracy),
            until: trial.until,
            every: trial.every,
            gravity: trial.gravity,
            set: trial.set.clone(),
        };
        systems::run(&self.fmu, &scene, &request, |_| Ok(()))
    }
}

/// Where a body of a sample is and how it moves.
pub struct Pose<'a>(&'a [f64]);

impl<'a> Pose<'a> {
    /// Of the moving body number `at`.
    pub fn of(sample: &'a Sample, at: usize) -> Self {
        Self(&sample.motion[WIDTH * at..WIDTH * (at + 1)])
    }

    /// [m]
    pub fn position(&self) -> Vector {
        vector(self.0, 0)
    }

    /// [m/s]
    pub fn velocity(&self) -> Vector {
        vector(self.0, 7)
    }

    /// ω in world axes [rad/s]
    pub fn spin(&self) -> Vector {
        vector(self.0, 10)
    }

    /// An axis of the body in the world.
    pub fn axis(&self, axis: usize) -> Vector {
        rotation(&self.0[3..7]).column(axis).into_owned()
    }

    /// Angle of an axis of the body against the vertical [rad], without a loss of digits near 0.
    pub fn tilt(&self, axis: usize) -> f64 {
        let axis = self.axis(axis);
        norm(&axis.cross(&Vector::z())).atan2(axis.z)
    }
}
