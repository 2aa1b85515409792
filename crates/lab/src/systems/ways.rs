//! One scene by every way to couple its unit, beside Model Exchange.

use std::time::Instant;

use asperity_pack::system::{CouplingOrder, HandBack, Scene, System};

use super::bodies::WIDTH;
use super::record::Run;
use super::{Mechanism, Request, Way, run_with};
use crate::HostError;
use crate::exchange::Accuracy;
use crate::fmu::Fmu;
use crate::number::{fixed, number};

/// How a unit is coupled in co-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// The bodies are moved by the importer within the step.
    Kinematic,
    /// The unit goes through the step by itself, and hands this back.
    Interface(HandBack),
    /// The same with rigid contacts, mean and slope.
    TimeStepping,
}

impl Coupling {
    /// Every one, with its words.
    pub const ALL: [(Coupling, &'static str); 4] = [
        (Coupling::Kinematic, "kinematic, force from end to end"),
        (Coupling::Interface(HandBack::MeanAndSlope), "interface, mean and slope"),
        (Coupling::Interface(HandBack::Mean), "interface, mean force"),
        (Coupling::TimeStepping, "time stepping, mean and slope"),
    ];

    /// Its words.
    pub fn words(self) -> &'static str {
        Coupling::ALL.into_iter().find(|(known, _)| *known == self).map_or("", |(_, words)| words)
    }

    /// Its lines in `[contacts]` of a file, for an importer of this order.
    pub fn lines(self, order: Order) -> Vec<String> {
        let (method, how) = match self {
            Coupling::Kinematic => return vec!["coupling.mode = \"kinematic\"".into()],
            Coupling::Interface(how) => ("compliant", how),
            Coupling::TimeStepping => ("timeStepping", HandBack::MeanAndSlope),
        };
        let how = hand_back_item(how);
        vec![
            "coupling.mode = \"interface\"".into(),
            format!("coupling.order = \"{}\"", order.name()),
            format!("coupling.method = \"{method}\""),
            format!("coupling.handBack = \"{how}\""),
        ]
    }

    /// What is set for it in the unit.
    fn settings(self, order: Order) -> Vec<(String, String)> {
        let method = match self {
            Coupling::Kinematic => None,
            Coupling::Interface(_) => Some("compliant"),
            Coupling::TimeStepping => Some("timeStepping"),
        };
        let method = method.map(|method| ("coupling.method".into(), method.into()));
        method.into_iter().chain([order.setting()]).collect()
    }

    /// The system as it is packed for it. Errors: it cannot be coupled so.
    pub fn of(self, system: System) -> Result<System, String> {
        match self {
            Coupling::Kinematic if system.scene().is_coupled() => Err("the file asks for interface coupling".into()),
            Coupling::Kinematic => Ok(system),
            Coupling::Interface(how) => system.coupled(how),
            Coupling::TimeStepping => system.coupled(HandBack::MeanAndSlope),
        }
    }
}

/// Its item of `coupling.handBack`.
pub fn hand_back_item(how: HandBack) -> &'static str {
    match how {
        HandBack::Mean => "mean",
        HandBack::Line => "line",
        HandBack::MeanAndSlope => "meanAndSlope",
        HandBack::TwoStep => "twoStep",
    }
}

/// The order in which unit and bodies step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The unit first: its force acts on the interval that it has stepped.
    Sequential,
    /// Both at once: its force acts on the next interval.
    Parallel,
}

impl Order {
    /// Its item of `coupling.order`.
    pub fn name(self) -> &'static str {
        match self {
            Order::Sequential => "sequential",
            Order::Parallel => "parallel",
        }
    }

    /// What is set for it in the unit.
    pub fn setting(self) -> (String, String) {
        ("coupling.order".into(), self.name().into())
    }

    /// The one that the file of a system says.
    pub fn of(scene: &Scene) -> Self {
        match scene.coupling().order {
            CouplingOrder::Parallel => Order::Parallel,
            CouplingOrder::Sequential | CouplingOrder::Detect => Order::Sequential,
        }
    }
}

/// What a way has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Positions of the bodies at the end, x, y and z of one after the other [m].
    pub positions: Vec<f64>,
    /// Energy from nowhere, 0 where there is none to speak of [J].
    pub gain: f64,
    /// What it took by simulated second [s].
    pub cost: f64,
}

impl Found {
    /// The largest distance of a body from where another way has brought it [m].
    pub fn off(&self, other: &Found) -> f64 {
        let squares = self.positions.iter().zip(&other.positions).map(|(a, b)| (a - b) * (a - b));
        let squares: Vec<f64> = squares.collect();
        squares.chunks_exact(3).map(|of| of.iter().sum::<f64>().sqrt()).fold(0.0, f64::max)
    }

    fn of(run: &Run, cost: f64) -> Self {
        let last = run.samples.last().map_or(&[][..], |last| &last.motion[..]);
        let positions = last.chunks_exact(WIDTH).flat_map(|body| &body[..3]).copied().collect();
        Found { positions, gain: run.gain().map_or(0.0, |gain| gain.energy), cost }
    }
}

/// Until when, and under which forces.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// [s]
    pub until: f64,
    /// [m/s²]
    pub gravity: [f64; 3],
    /// What moves the bodies in the place of gravity and loads.
    pub mechanism: Option<&'a dyn Mechanism>,
    /// What a way by steps may take of the clock before it is left out [s].
    pub patience: f64,
}

impl Conditions<'_> {
    /// By Model Exchange with this relative tolerance. `progress` is told the simulated time [s]. Errors: as of [`run`](super::run).
    pub fn exchange(
        &self,
        fmu: &Fmu,
        system: &System,
        tolerance: f64,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Found, HostError> {
        let longest = self.until / 500.0;
        let way = Way::Exchange(Accuracy { tolerance, longest });
        self.timed(fmu, system, way, Vec::new(), &mut |time, _| {
            progress(time);
            Ok(())
        })
    }

    /// In steps of this length [s] in this order. `progress` is told the simulated time [s].
    ///
    /// Errors: as of [`run`](super::run); it takes longer than there is patience.
    pub fn stepped(
        &self,
        fmu: &Fmu,
        system: &System,
        (coupling, order): (Coupling, Order),
        step: f64,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Found, HostError> {
        self.timed(fmu, system, Way::CoSimulation(step), coupling.settings(order), &mut |time, taken| {
            progress(time);
            if taken <= self.patience || time >= self.until {
                return Ok(());
            }
            let (patience, time, whole) = (number(self.patience), fixed(time, 4), fixed(taken / time * self.until, 0));
            Err(HostError::Request(format!(
                "left out after {patience} s (--patience), at {time} s: {whole} s in all at this rate"
            )))
        })
    }

    /// `progress` is told the simulated time and what it took of the clock [s].
    fn timed(
        &self,
        fmu: &Fmu,
        system: &System,
        way: Way,
        set: Vec<(String, String)>,
        progress: &mut dyn FnMut(f64, f64) -> Result<(), HostError>,
    ) -> Result<Found, HostError> {
        let Conditions { until, gravity, mechanism, .. } = *self;
        let request = Request { way, until, every: until / 1000.0, gravity, set };
        let begin = Instant::now();
        let run =
            run_with(fmu, system.scene(), &request, mechanism, |time| progress(time, begin.elapsed().as_secs_f64()))?;
        Ok(Found::of(&run, begin.elapsed().as_secs_f64() / until))
    }
}
