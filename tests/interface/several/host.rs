//! A host for several units on one body: a cube of 1 kg whose points stand on a plane, each with a contact of its own.

use crate::common::Setup;
use crate::host::{M3, V3, cross};
use asperity::physics::ContactFrame;
use asperity::stepping::ContactState;
use asperity::stepping::coupling::{CouplingMethod, CouplingMode, StepFriction, TimeStepping};
use asperity::stepping::interface::{CouplingMemory, Options, Order, Port, advance};
use asperity::unit::parameters::ContactParameters;
use nalgebra::UnitQuaternion;

/// Edge [m]
const EDGE: f64 = 0.2;
pub const MASS: f64 = 1.0;
pub const G: f64 = 9.81;

/// What a step tells each contact of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing: b is gravity
    Gravity,
    /// Their newest forces as part of b, contact after contact, one sweep a step
    Others,
}

/// One contact and its unit.
#[derive(Clone, Debug)]
pub struct Foot {
    /// From the mass centre, in axes of the body
    pub arm: V3,
    pub contact: ContactState,
    pub memory: CouplingMemory,
    /// Force the unit has computed last, and the one that acts in this step
    pub newest: V3,
    pub acting: V3,
    /// Steps in which something was said
    pub told_of: usize,
}

/// Cube and units; the plane is z = 0, and gravity leans on a slope.
#[derive(Clone, Debug)]
pub struct Cube {
    pub parameters: ContactParameters<f64>,
    pub options: Options,
    pub told: Told,
    pub gravity: V3,
    pub position: V3,
    pub velocity: V3,
    pub turned: UnitQuaternion<f64>,
    pub omega: V3,
    pub feet: Vec<Foot>,
}

/// Points of the lower face.
pub fn feet(number: usize) -> Vec<V3> {
    let a = 0.5 * EDGE;
    let at = |x: f64, y: f64| V3::new(x * a, y * a, -a);
    let grid = |per_side: usize| {
        let place = move |k: usize| 2.0 * k as f64 / (per_side - 1) as f64 - 1.0;
        (0..per_side).flat_map(move |i| (0..per_side).map(move |j| at(place(i), place(j)))).collect()
    };
    match number {
        2 => vec![at(1.0, 0.0), at(-1.0, 0.0)],
        3 => vec![at(1.0, 0.0), at(-1.0, 1.0), at(-1.0, -1.0)],
        4 => grid(2),
        9 => grid(3),
        _ => grid(4),
    }
}

pub fn parameters(method: CouplingMethod, k: f64) -> ContactParameters<f64> {
    let Setup { mut laws, geometry } = crate::host::parameters();
    let mut coupling = crate::host::coupling();
    laws.compliance.k = k;
    (coupling.settings.mode, coupling.settings.method) = (CouplingMode::Interface, method);
    coupling.settings.step_friction = StepFriction::Regularised;
    coupling.time_stepping = TimeStepping { k_T: 0.0, v_th: 1e-4 };
    ContactParameters { laws, geometry, coupling }
}

impl Cube {
    /// `gap` above a plane that leans by `slope` degrees along x.
    pub fn new(parameters: ContactParameters<f64>, order: Order, feet: &[V3], gap: f64, slope: f64) -> Self {
        let angle = slope.to_radians();
        Cube {
            parameters,
            options: Options { mass_known: false, ..crate::host::options(order) },
            told: Told::Gravity,
            gravity: V3::new(G * angle.sin(), 0.0, -G * angle.cos()),
            position: V3::new(0.0, 0.0, 0.5 * EDGE + gap),
            velocity: V3::zeros(),
            turned: UnitQuaternion::identity(),
            omega: V3::zeros(),
            feet: feet
                .iter()
                .map(|arm| Foot {
                    arm: *arm,
                    contact: ContactState::default(),
                    memory: CouplingMemory::default(),
                    newest: V3::zeros(),
                    acting: V3::zeros(),
                    told_of: 0,
                })
                .collect(),
        }
    }

    /// I⁻¹ of a cube, alike in all axes [1/(kg·m²)]
    fn turns(&self) -> f64 {
        6.0 / (MASS * EDGE * EDGE)
    }

    pub fn energy(&self) -> f64 {
        0.5 * MASS * self.velocity.norm_squared() + 0.5 * self.omega.norm_squared() / self.turns()
            - MASS * self.gravity.dot(&self.position)
    }

    /// Fastest that a corner may move [m/s]
    pub fn speed(&self) -> f64 {
        self.velocity.norm() + self.omega.norm() * EDGE * 0.75f64.sqrt()
    }

    fn port(&self, k: usize) -> Port {
        let arm = self.turned * self.feet[k].arm;
        let n = V3::new(0.0, 0.0, 1.0);
        let v_r = self.velocity + self.omega.cross(&arm);
        let mut b = self.gravity;
        if self.told == Told::Others {
            for other in self.feet.iter().enumerate().filter(|(l, _)| *l != k).map(|(_, other)| other) {
                let torque = (self.turned * other.arm).cross(&other.newest);
                b += other.newest / MASS + (torque * self.turns()).cross(&arm);
            }
        }
        Port {
            frame: ContactFrame {
                penetration: -(self.position + arm)[2],
                penetration_rate: -v_r[2],
                normal: n,
                point: self.position + arm,
                v_t: v_r - n * v_r[2],
                omega_c: V3::zeros(),
                omega: self.omega,
                axis: V3::zeros(),
                effective_radius: 0.0,
                rolling_radius: 0.0,
            },
            w: M3::identity() / MASS - cross(&arm) * cross(&arm) * self.turns(),
            b,
            b_measured: b,
            turning_angle: 0.0,
            turning: None,
            expected: None,
        }
    }

    pub fn step(&mut self, h: f64) {
        for k in 0..self.feet.len() {
            let port = self.port(k);
            let foot = &mut self.feet[k];
            let ContactParameters { laws, coupling, .. } = &self.parameters;
            let outcome = advance(laws, coupling, &port, &foot.contact, &mut foot.memory, &self.options, h).unwrap();
            // what a pulse has sent before the touch is given back
            assert!(outcome.force.mean[2] >= 0.0 || outcome.micro_steps == 0, "contact pulls");
            foot.contact = outcome.contact;
            foot.acting = if self.options.order == Some(Order::Parallel) { foot.newest } else { outcome.force.mean };
            foot.told_of += usize::from(outcome.doubt || outcome.likely.is_some());
            foot.newest = outcome.force.mean;
        }
        let (mut force, mut torque) = (MASS * self.gravity, V3::zeros());
        for foot in &self.feet {
            force += foot.acting;
            torque += (self.turned * foot.arm).cross(&foot.acting);
        }
        let (before, spun) = (self.velocity, self.omega);
        self.velocity += force * (h / MASS);
        self.omega += torque * (h * self.turns());
        self.position += (before + self.velocity) * (0.5 * h);
        self.turned = UnitQuaternion::new((spun + self.omega) * (0.5 * h)) * self.turned;
    }
}
