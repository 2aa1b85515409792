//! Error and cost of every way with every step on every trial.

use super::trials::{self, TRIALS, Trial, Truth};
use super::way::{Bench, Way};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;

/// Communication steps [s].
pub const STEPS: [f64; 5] = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4];
/// Runs of which each step's median time is taken.
const REPEATS: usize = 5;

/// One way with one step on one trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Relative error; not finite where the unit gave up.
    pub error: f64,
    /// Time in fmi2DoStep per simulated second.
    pub cost: f64,
    /// Time of one fmi2DoStep, the median of all [s].
    pub step: f64,
}

/// Relative error of one way with one step; without end where the unit or the plant gave up.
pub fn error(fmu: &Fmu, trial: &Trial, way: Way, step: f64) -> f64 {
    (trial.error)(&mut Bench::new(fmu, way, step)).unwrap_or(f64::INFINITY)
}

/// Error and cost. A step costs the median over runs that do the same: what else the machine does falls out.
fn measure(fmu: &Fmu, trial: &Trial, way: Way, step: f64) -> Result<Cell, HostError> {
    let mut runs: Vec<Vec<f64>> = Vec::with_capacity(REPEATS);
    let (mut error, mut simulated) = (f64::INFINITY, 0.0);
    for _ in 0..REPEATS {
        let mut bench = Bench::new(fmu, way, step);
        error = (trial.error)(&mut bench)?;
        simulated = bench.simulated;
        runs.push(bench.spent);
    }
    let count = runs.iter().map(Vec::len).min().unwrap_or(0);
    let mut each: Vec<f64> = (0..count).map(|k| median(runs.iter().map(|run| run[k]).collect())).collect();
    let sum: f64 = each.iter().sum();
    each.sort_by(f64::total_cmp);
    Ok(Cell { error, cost: sum / simulated, step: median(each) })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Step with which [`Grid::held`] is measured [s].
const HELD_STEP: f64 = 1e-3;

/// All cells, by trial, way and step, in the order of the lists.
pub struct Grid {
    cells: Vec<Cell>,
    /// Greatest friction of a regularised contact under a load that grows slowly, over μ_C·f_n.
    pub held: f64,
}

impl Grid {
    pub(super) fn measured(fmu: &Fmu, mut progress: impl FnMut(&str)) -> Self {
        let mut cells = Vec::new();
        for trial in &TRIALS {
            progress(trial.name);
            for way in Way::ALL {
                cells.extend(STEPS.map(|step| {
                    measure(fmu, trial, way, step).unwrap_or_else(|error| {
                        progress(&format!("{} at {} ms: {error}", way.name(), 1e3 * step));
                        Cell { error: f64::INFINITY, cost: f64::NAN, step: f64::NAN }
                    })
                }));
            }
        }
        let mut bench = Bench::new(fmu, Way::Regularised, HELD_STEP);
        let held = trials::strongest_friction(&mut bench).unwrap_or(f64::INFINITY);
        Self { cells, held }
    }

    /// The cells of a trial and a way, one for each step.
    pub fn row(&self, trial: usize, way: usize) -> &[Cell] {
        let first = (trial * Way::ALL.len() + way) * STEPS.len();
        &self.cells[first..first + STEPS.len()]
    }

    /// Of a way with each step: root mean square of the errors, and mean cost, over the trials with rigid truth.
    pub fn overall(&self, way: usize) -> [(f64, f64); STEPS.len()] {
        let rigid: Vec<usize> = (0..TRIALS.len()).filter(|&trial| TRIALS[trial].truth == Truth::Rigid).collect();
        let count = rigid.len() as f64;
        std::array::from_fn(|step| {
            let cells = || rigid.iter().map(|&trial| self.row(trial, way)[step]);
            let square: f64 = cells().map(|cell| cell.error * cell.error).sum();
            let cost: f64 = cells().map(|cell| cell.cost).sum();
            ((square / count).sqrt(), cost / count)
        })
    }
}
