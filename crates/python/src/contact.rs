//! One contact that steps itself.

use asperity::fmi::description::Causality;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact as OneContact;
use asperity::unit::parameters::ContactParameters;
use asperity::unit::table::TABLE;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::failure::{error, guarded};
use crate::variables::{Block, Names};

/// The variables of the one-contact FMU.
fn names() -> Names {
    Names(vec![Block { prefix: String::new(), rows: TABLE }])
}

/// Start values of the table, and those that are given by their names.
///
/// Errors: no such parameter, not a value it may have, or they do not fit together.
pub fn parameters(given: Option<&Bound<PyMapping>>) -> PyResult<ContactParameters<f64>> {
    let mut contact = OneContact::new(Interface::CoSimulation);
    let names = names();
    for pair in given.map(|given| given.items()).transpose()?.into_iter().flatten() {
        let (name, value): (String, Bound<PyAny>) = pair.extract()?;
        if names.find(&name)?.row.causality != Causality::Parameter {
            return Err(error(format_args!("{name} is not a parameter")));
        }
        names.set(&mut contact, false, &name, &value)?;
    }
    OneContact::check_parameters(contact.parameters()).map_err(error)?;
    Ok(*contact.parameters())
}

/// One frictional contact between two bodies that steps itself: the Co-Simulation of the FMU without FMI, with the same bits.
///
/// Variables go by the names of the FMU: ``contact["friction.mu_C"]``, ``contact["forceI"]``. Inputs keep their values until
/// they are set again. `parameters` is a dict from names to values; those that are left out have the start values of
/// asperity.parameters().
#[pyclass(module = "asperity")]
pub struct Contact {
    model: OneContact,
    names: Names,
    is_started: bool,
    /// [s]
    #[pyo3(get)]
    time: f64,
    /// What the last step had to say
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl Contact {
    fn with(parameters: &ContactParameters<f64>) -> Self {
        let mut model = OneContact::new(Interface::CoSimulation);
        model.set_parameters(parameters);
        Contact { model, names: names(), is_started: false, time: 0.0, warnings: Vec::new() }
    }

    /// The model with these inputs set. Errors: there is no such input, or not with this value.
    fn with_inputs(&self, inputs: Option<&Bound<PyDict>>) -> PyResult<OneContact> {
        let mut model = self.model.clone();
        for (name, value) in inputs.into_iter().flatten() {
            let name: String = name.extract()?;
            if self.names.find(&name)?.row.causality != Causality::Input {
                return Err(error(format_args!("{name} is not an input")));
            }
            self.names.set(&mut model, self.is_started, &name, &value)?;
        }
        Ok(model)
    }
}

#[pymethods]
impl Contact {
    #[new]
    #[pyo3(signature = (parameters=None))]
    fn new(parameters: Option<&Bound<PyMapping>>) -> PyResult<Self> {
        guarded(|| Ok(Contact::with(&self::parameters(parameters)?)))
    }

    /// Starts at `time` [s], also again: states 0, contact where the bodies overlap. Inputs as of step.
    #[pyo3(signature = (time=0.0, **inputs))]
    fn start(&mut self, py: Python, time: f64, inputs: Option<&Bound<PyDict>>) -> PyResult<()> {
        guarded(|| {
            if !time.is_finite() {
                return Err(error(format_args!("time = {time} is not a finite number")));
            }
            let mut fresh = Contact::with(self.model.parameters());
            for row in TABLE.iter().filter(|row| row.causality == Causality::Input) {
                let value = self.names.get(py, &mut self.model, row.name)?;
                fresh.names.set(&mut fresh.model, false, row.name, &value)?;
            }
            fresh.model = fresh.with_inputs(inputs)?;
            fresh.model.set_time(time);
            fresh.model.exit_initialization(&mut |_| {}).map_err(|fault| error(fault.0))?;
            (fresh.time, fresh.is_started) = (time, true);
            *self = fresh;
            Ok(())
        })
    }

    /// One communication step of h [s] > 0 from the inputs at its start.
    ///
    /// Inputs go by the names of the FMU: positionI (3,) [m], orientationI (4,), velocityI (3,) [m/s], angularVelocityI (3,)
    /// [rad/s] and the same of J; with geometry.pair = external penetration [m], contactNormal (3,), contactPoint (3,) [m],
    /// relativeVelocity (3,) [m/s]; in interface coupling inverseMass (6,) [1/kg] and the like. Those that are not given stay as
    /// they are, and so do derivatives: dict from inputs to their rates, such as the acceleration {"velocityI": [0, 0, -9.81]}.
    ///
    /// After an Error the contact is as before.
    #[pyo3(signature = (h, *, derivatives=None, **inputs))]
    fn step(&mut self, h: f64, derivatives: Option<&Bound<PyDict>>, inputs: Option<&Bound<PyDict>>) -> PyResult<()> {
        guarded(|| {
            if !self.is_started {
                return Err(error("the contact is not started: call start() first"));
            }
            checked_step(self.time, h)?;
            // what fails leaves the contact as it was
            let mut model = self.with_inputs(inputs)?;
            for (name, value) in derivatives.into_iter().flatten() {
                self.names.set_derivative(&mut model, &name.extract::<String>()?, &value)?;
            }
            model.do_step(self.time, h, &mut |_| {}).map_err(|fault| error(fault.0))?;
            let mut warnings = Vec::new();
            model.warnings(&mut |text| warnings.push(text.to_string()));
            (self.model, self.warnings) = (model, warnings);
            self.time += h;
            Ok(())
        })
    }

    /// A contact that goes on from here on its own, for trial steps.
    fn copy(&self) -> Self {
        Contact { model: self.model.clone(), names: names(), warnings: self.warnings.clone(), ..*self }
    }

    /// A variable of the FMU: a float, an array of a vector's elements, the name of an item, or a truth value.
    fn __getitem__<'py>(&mut self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| self.names.get(py, &mut self.model, name))
    }

    /// Sets an input, a parameter (after the start one that is tunable) or, before the start, a state.
    fn __setitem__(&mut self, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
        guarded(|| self.names.set(&mut self.model, self.is_started, name, value))
    }

    fn __repr__(&self) -> String {
        format!("<asperity.Contact at {} s>", self.time)
    }
}

/// Errors: a step without length.
pub fn checked_step(time: f64, h: f64) -> PyResult<()> {
    match h > 0.0 && (time + h).is_finite() {
        true => Ok(()),
        false => Err(error(format_args!("h = {h} must be a finite number > 0"))),
    }
}
