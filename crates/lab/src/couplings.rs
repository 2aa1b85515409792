//! Restitution that comes out of one impact in co-simulation, over stiffness, step, speed and the moment of the impact inside
//! the step: how the couplings compare.

use super::HostError;
use super::fmu::Fmu;
use super::scenes::find;
use super::simulate::{self, Method, Request};

/// The grid.
pub const RESTITUTIONS: [f64; 3] = [0.1, 0.5, 0.9];
pub const STIFFNESSES: [f64; 5] = [1e5, 1e6, 1e7, 1e8, 1e9];
pub const STEPS: [f64; 4] = [1e-4, 1e-3, 5e-3, 1e-2];
pub const SPEEDS: [f64; 3] = [0.1, 1.0, 5.0];
pub const PHASES: u32 = 8;
/// Mass of the ball [kg].
pub const MASS: f64 = 2.0;
const SCENE: &str = "drop";

/// An impact of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Coefficient of restitution.
    pub e: f64,
    /// Stiffness [N/m^1.5].
    pub k: f64,
    /// Communication step [s].
    pub step: f64,
    /// Speed of approach [m/s].
    pub speed: f64,
    /// Moment of the impact, as a part of the step.
    pub phase: f64,
}

impl Cell {
    /// Greatest penetration without damping  x = ((p+1)·m·v²/(2k))^{1/(p+1)}, p = 3/2  [m].
    pub fn depth(&self) -> f64 {
        (1.25 * MASS * self.speed * self.speed / self.k).powf(0.4)
    }

    /// Contact time without damping, after Hertz  2.943·x/v  [s].
    pub fn contact_time(&self) -> f64 {
        2.943_275_184_324_705 * self.depth() / self.speed
    }

    /// Speed of the ball after the impact over its speed before; none where the impact does not end, or blows up. It is the ball of
    /// the host that is looked at.
    pub fn restitution(
        &self,
        fmu: &Fmu,
        method: impl Fn(f64) -> Method,
        set: &[(&str, &str)],
    ) -> Result<Option<f64>, HostError> {
        let run = match simulate::run(fmu, find(SCENE)?, &self.request(method, set), |_| {}) {
            Err(HostError::NotFinite(_)) => return Ok(None),
            run => run?,
        };
        let last = run.samples.last().filter(|last| last.contact.gap > 0.0 && last.gap_rate > 0.0);
        Ok(last.map(|last| last.gap_rate / self.speed))
    }

    fn request(&self, method: impl Fn(f64) -> Method, set: &[(&str, &str)]) -> Request {
        let gap = self.speed * self.step * self.phase;
        // A slow rebound takes its time; a mean force displaces the ball by up to (1+e)·v·H/2, which it then has to fly back.
        let steps = 10.0 + 4.0 / self.e;
        let until = gap / self.speed + self.contact_time() * (1.0 + 2.0 / self.e) + steps * self.step;
        let until = (until / self.step).ceil() * self.step;
        let request = Request { method: method(self.step), until, every: until, set: Vec::new() }
            .with("scene.speed", self.speed)
            .with("scene.mass", MASS)
            .with("scene.gap", gap)
            .with("scene.e", self.e)
            .with("compliance.k", self.k);
        set.iter().fold(request, |request, (name, value)| request.with(name, value))
    }
}

/// Initializes the unit as for an impact and lets it go. Errors: it has not the variables that this takes.
pub fn try_unit(fmu: &Fmu, method: impl Fn(f64) -> Method, set: &[(&str, &str)]) -> Result<(), HostError> {
    let cell = Cell { e: RESTITUTIONS[0], k: STIFFNESSES[0], step: STEPS[0], speed: SPEEDS[0], phase: 0.5 };
    simulate::try_settings(fmu, find(SCENE)?, &cell.request(method, set))
}

/// All cells of one stiffness and step.
pub fn cells(k: f64, step: f64) -> impl Iterator<Item = Cell> {
    RESTITUTIONS.into_iter().flat_map(move |e| {
        SPEEDS.into_iter().flat_map(move |speed| {
            (0..PHASES).map(move |number| {
                let phase = (f64::from(number) + 0.5) / f64::from(PHASES);
                Cell { e, k, step, speed, phase }
            })
        })
    })
}

/// The worst |e_out − e| of all cells of one stiffness and step, without bound where an impact does not end.
pub fn worst(
    fmu: &Fmu,
    k: f64,
    step: f64,
    method: impl Fn(f64) -> Method + Copy,
    set: &[(&str, &str)],
) -> Result<f64, HostError> {
    let mut worst = 0.0_f64;
    for cell in cells(k, step) {
        let found = cell.restitution(fmu, method, set)?;
        worst = worst.max(found.map_or(f64::INFINITY, |found| (found - cell.e).abs()));
    }
    Ok(worst)
}
