//! The ball on the incline of [G04] §4.1, through the packed unit.

use nalgebra::Vector3;

use super::HostError;
use super::fmu::Fmu;
use super::instance::Instance;
use super::masters::{Contact, Master};
use super::plant::{Motion, Plant, RigidSphere, Vector, norm};
use super::plot::{Figure, Panel, Series};
use super::record::{self, Impact, Sample};
use super::wiring::ContactUnit;

/// Mass [kg] and radius [m] of the ball.
const MASS: f64 = 2.0;
const RADIUS: f64 = 0.1;
/// Gravity along −Z [m/s²].
const GRAVITY: f64 = 9.81;
/// The horizontal plane is turned by this about +Y [deg].
const SLOPE: f64 = 20.0;
/// Gap at the start, along the normal [m].
const START_GAP: f64 = 0.5;
/// Velocity at the start, in world axes [m/s].
const START_VELOCITY: Vector = Vector3::new(-1.0, 0.5, 0.0);
/// Coefficient of restitution.
pub const RESTITUTION: f64 = 0.5;
/// `spherePlane` of geometry.pair.
const SPHERE_PLANE: i32 = 2;
/// Normal force as in §4.1, friction as in Table II.
const PARAMETERS: [(&str, f64); 12] = [
    ("geometry.radiusI", RADIUS),
    ("compliance.k", 1e6),
    ("compliance.p", 1.5),
    ("compliance.e", RESTITUTION),
    ("compliance.alpha", 0.0),
    ("friction.mu_S", 0.45),
    ("friction.mu_C", 0.4),
    ("friction.sigma_0", 1e5),
    ("friction.sigma_1", 1e4),
    ("friction.sigma_2", 0.0),
    ("friction.v_S", 0.1),
    ("friction.tau_dw", 0.01),
];
/// Slower slip than this counts as rolling [m/s]: v_eps of the friction law, v_S/100.
pub const ROLLING_LIMIT: f64 = 1e-3;
/// A run that gains or loses more than this part of its energy does not show the contact.
const MAX_ENERGY_ERROR: f64 = 0.1;
/// More samples than this would not fit into the memory of a small machine.
const MAX_STEPS: f64 = 5e6;

/// How to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Step of the master [s].
    pub step: f64,
    /// Time to stop [s].
    pub until: f64,
    /// The master.
    pub master: Master,
}

impl Settings {
    /// Refuses what cannot be simulated, naming it.
    pub fn validate(&self) -> Result<(), HostError> {
        let Self { step, until, .. } = *self;
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let problem = if !positive(step) {
            format!("the step is {step} s, it must be > 0")
        } else if !positive(until) {
            format!("the end is {until} s, it must be > 0")
        } else if step > until {
            format!("the step of {step} s is longer than the simulation of {until} s")
        } else if until / step > MAX_STEPS {
            format!("{until} s in steps of {step} s are more than {MAX_STEPS:.0} steps: take a longer step")
        } else {
            return Ok(());
        };
        Err(HostError::Request(problem))
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Every step, the start first.
    pub samples: Vec<Sample>,
}

/// Pure rolling, as far as it was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// Since when the slip stays below [`ROLLING_LIMIT`] [s].
    pub since: f64,
    /// Acceleration down the plane in the second half of it [m/s²].
    pub acceleration: f64,
}

/// Axes of the plane in world axes: down the slope, across it, normal.
fn axes() -> [Vector; 3] {
    let (sin, cos) = SLOPE.to_radians().sin_cos();
    [Vector::new(cos, 0.0, -sin), Vector::new(0.0, 1.0, 0.0), Vector::new(sin, 0.0, cos)]
}

/// Acceleration of a homogeneous sphere that rolls down:  5/7·g·sin 20°  [m/s²].
pub fn rolling_acceleration() -> f64 {
    5.0 / 7.0 * GRAVITY * SLOPE.to_radians().sin()
}

/// Simulates. `progress` is told the simulated time [s] now and then.
pub fn run(fmu: &Fmu, settings: &Settings, mut progress: impl FnMut(f64)) -> Result<Run, HostError> {
    settings.validate()?;
    let mut ball = RigidSphere {
        mass: MASS,
        radius: RADIUS,
        gravity: Vector::new(0.0, 0.0, -GRAVITY),
        motion: Motion {
            position: axes()[2] * (START_GAP + RADIUS),
            orientation: [1.0, 0.0, 0.0, 0.0],
            velocity: START_VELOCITY,
            angular_velocity: Vector::zeros(),
        },
    };
    let mut unit = start(fmu, &ball)?;
    let mut wrench = unit.wrench()?;
    let mut samples = vec![Sample::new(0.0, &ball, unit.reading()?)];
    let Settings { step, until, master } = *settings;
    // A remainder of a billionth of a step is rounding, not a step.
    let steps = (until / step - 1e-9).ceil() as u32;
    for number in 0..steps {
        let time = f64::from(number) * step;
        let end = if number + 1 == steps { until } else { f64::from(number + 1) * step };
        wrench = master.step(&mut unit, &mut ball, &wrench, time, end - time)?;
        samples.push(Sample::new(end, &ball, unit.reading()?));
        if number % 256 == 0 {
            progress(end);
        }
    }
    unit.instance().terminate()?;
    progress(until);
    Ok(Run { samples })
}

/// An initialised unit that knows where the ball is.
fn start<'fmu>(fmu: &'fmu Fmu, ball: &RigidSphere) -> Result<ContactUnit<'fmu>, HostError> {
    let instance = Instance::co_simulation(fmu, "incline")?;
    instance.set_integer("geometry.pair", SPHERE_PLANE)?;
    for (name, value) in PARAMETERS {
        instance.set_real(name, value)?;
    }
    let mut unit = ContactUnit::new(instance)?;
    unit.instance().enter_initialization(0.0, None)?;
    let half = SLOPE.to_radians() / 2.0;
    for (element, value) in [half.cos(), 0.0, half.sin(), 0.0].into_iter().enumerate() {
        unit.instance().set_real(&format!("orientationJ[{}]", element + 1), value)?;
    }
    unit.set_motion(&ball.motion())?;
    unit.instance().exit_initialization()?;
    Ok(unit)
}

impl Run {
    /// All impacts.
    pub fn impacts(&self) -> Vec<Impact> {
        record::impacts(&self.samples)
    }

    /// Pure rolling at the end, if there is any.
    pub fn rolling(&self) -> Option<Rolling> {
        let since = record::rolling_since(&self.samples, ROLLING_LIMIT)?;
        let end = self.samples.last()?.time;
        let down = axes()[0];
        let acceleration = record::slope(&self.samples, 0.5 * (since + end), |sample| sample.velocity.dot(&down))?;
        Some(Rolling { since, acceleration })
    }

    /// Greatest change of the sum of all energies, against its value at the start [J].
    pub fn energy_error(&self) -> f64 {
        let sum = |sample: &Sample| sample.energy() + sample.dissipated();
        let start = self.samples.first().map_or(0.0, sum);
        self.samples.iter().map(|sample| (sum(sample) - start).abs()).fold(0.0, f64::max)
    }

    /// Whether the steps were short enough for the contact, as far as the energy tells.
    pub fn keeps_energy(&self) -> bool {
        let start = self.samples.first().map_or(0.0, Sample::energy);
        self.energy_error() <= MAX_ENERGY_ERROR * start
    }

    /// Gap, forces, velocities in the frame of the plane, and energies over time.
    pub fn figure(&self) -> Figure {
        let [x, y, n] = axes();
        let drawn = |width, label: &str, value: &dyn Fn(&Sample) -> f64| Series {
            label: label.into(),
            width,
            points: self.samples.iter().map(|sample| (sample.time, value(sample))).collect(),
        };
        let line = |label: &str, value: &dyn Fn(&Sample) -> f64| drawn(2, label, value);
        let panel = |axis: &str, series| Panel { axis: axis.into(), series };
        Figure {
            title: format!("Ball on a plane inclined by {SLOPE}°"),
            axis: "time [s]".into(),
            panels: vec![
                panel("gap [m]", vec![line("gap", &|s| s.contact.gap)]),
                panel(
                    "force [N]",
                    vec![
                        line("normal", &|s| s.contact.normal_force),
                        line("friction", &|s| norm(&s.contact.friction_force)),
                    ],
                ),
                panel(
                    "velocity [m/s]",
                    vec![
                        drawn(5, "v down the plane", &|s| s.velocity.dot(&x)),
                        line("r·ω down the plane", &|s| RADIUS * s.angular_velocity.dot(&y)),
                        drawn(5, "v across", &|s| s.velocity.dot(&y)),
                        line("r·ω across", &|s| -RADIUS * s.angular_velocity.dot(&x)),
                        line("v normal", &|s| s.velocity.dot(&n)),
                    ],
                ),
                panel(
                    "energy [J]",
                    vec![
                        line("kinetic", &|s| s.kinetic),
                        line("potential", &|s| s.potential),
                        line("stored in contact", &|s| s.contact.elastic),
                        line("dissipated", &Sample::dissipated),
                        line("sum of all", &|s| s.energy() + s.dissipated()),
                    ],
                ),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_leans_towards_positive_x() {
        let [x, y, n] = axes();
        assert!(norm(&(x.cross(&y) - n)) < 1e-15, "right-handed");
        assert!(x.z < 0.0, "down the slope");
        assert!((rolling_acceleration() - 2.396_584).abs() < 1e-6);
    }

    #[test]
    fn settings_that_cannot_be_simulated_are_named() {
        let text = |step, until| {
            let settings = Settings { step, until, master: Master::Jacobi };
            settings.validate().err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(text(1e-4, 2.0), "");
        assert!(text(0.0, 2.0).contains("step is 0 s"));
        assert!(text(f64::NAN, 2.0).contains("NaN"));
        assert!(text(1e-4, -1.0).contains("end is -1 s"));
        assert!(text(3.0, 2.0).contains("longer than"));
        assert!(text(1e-12, 2.0).contains("more than"));
    }
}
