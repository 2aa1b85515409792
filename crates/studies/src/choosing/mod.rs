//! Compliant micro-steps against time stepping: accuracy over cost, as one page that helps to choose.

pub mod advice;
mod block;
mod grid;
mod page;
mod throw;
mod trials;
mod way;

use std::path::Path;

use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::report::{self, Report};

pub use grid::{Cell, Grid, STEPS, error};
pub use throw::Throw;
pub use trials::{TRIALS, Trial, Truth, bouncing};
pub use way::{Bench, Way};

/// Runs everything and writes the page. `progress` is told what begins.
pub fn choose(fmu: &Fmu, page: &Path, progress: impl FnMut(&str)) -> Result<Report, HostError> {
    let report = page::report(fmu, &Grid::measured(fmu, progress))?;
    report::write(&report, page)?;
    Ok(report)
}
