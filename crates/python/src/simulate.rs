//! Bodies that move by themselves under gravity and the forces of a packed system.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use asperity_lab::HostError;
use asperity_lab::exchange::Accuracy;
use asperity_lab::fmu::Fmu;
use asperity_lab::systems::record::Run;
use asperity_lab::systems::{self, Request, Way};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure::{error, guarded};
use crate::source::{Source, packed};

/// Longest step of the solver, as a part of the whole time.
const LONGEST: f64 = 1.0 / 500.0;
/// How often Python is asked whether it wants to stop, and told how far it is.
const BEAT: Duration = Duration::from_millis(100);

/// Simulates a system; see the docstring of the package.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub fn simulate<'py>(
    py: Python<'py>,
    system: Source,
    stop: f64,
    step: Option<f64>,
    gravity: [f64; 3],
    every: f64,
    tolerance: f64,
    set: Vec<(String, String)>,
    progress: Option<Py<PyAny>>,
    unit: PathBuf,
) -> PyResult<Bound<'py, PyDict>> {
    positive("stop", stop)?;
    step.map_or(Ok(()), |step| positive("step", step))?;
    if !(every >= 0.0 && every.is_finite()) {
        return Err(error(format_args!("every = {every} must be a finite number >= 0")));
    }
    if !(1e-13..=1e-2).contains(&tolerance) {
        return Err(error(format_args!("tolerance = {tolerance} must be from 1e-13 to 1e-2")));
    }
    if let Some(k) = gravity.iter().position(|value| !value.is_finite()) {
        return Err(error(format_args!("gravity[{k}] = {} is not a finite number", gravity[k])));
    }
    let longest = step.unwrap_or(LONGEST * stop);
    let way = step.map_or(Way::Exchange(Accuracy { tolerance, longest }), Way::CoSimulation);
    let request = Request { way, until: stop, every, gravity, set };
    let run = py.detach(|| guarded(|| run(&system, &request, progress.as_ref(), &unit)))?;
    for warning in &run.warnings {
        let text = std::ffi::CString::new(warning.replace('\0', " ")).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)?;
    }
    let table = PyDict::new(py);
    for (name, width, numbers) in run.variables() {
        let column = PyArray1::from_vec(py, numbers);
        if width == 1 {
            table.set_item(name, column)?;
        } else {
            table.set_item(name, column.reshape([run.samples.len(), width])?)?;
        }
    }
    Ok(table)
}

fn positive(name: &str, value: f64) -> PyResult<()> {
    match value > 0.0 && value.is_finite() {
        true => Ok(()),
        false => Err(error(format_args!("{name} = {value} must be a finite number > 0"))),
    }
}

fn run(system: &Source, request: &Request, progress: Option<&Py<PyAny>>, unit: &Path) -> PyResult<Run> {
    let system = system.system()?;
    systems::check(system.scene(), request.way).map_err(error)?;
    let temporary = |why| error(format_args!("no temporary file can be written: {why}"));
    let folder = tempfile::tempdir().map_err(temporary)?;
    let path = folder.path().join("system.fmu");
    std::fs::write(&path, packed(&system, unit)?).map_err(temporary)?;
    let fmu = Fmu::open(&path).map_err(error)?;
    let mut stopped = None;
    let mut told = Instant::now();
    let tell = |time: f64| {
        if time < request.until && told.elapsed() < BEAT {
            return Ok(());
        }
        told = Instant::now();
        Python::attach(|py| {
            py.check_signals()?;
            progress.map_or(Ok(()), |progress| progress.call1(py, (time,)).map(drop))
        })
        .map_err(|why| {
            stopped = Some(why);
            HostError::Stopped
        })
    };
    let run = systems::run(&fmu, system.scene(), request, tell);
    run.map_err(|why| stopped.unwrap_or_else(|| error(why)))
}
