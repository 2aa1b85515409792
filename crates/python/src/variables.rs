//! The variables of a model by their names: the same checks as through FMI, with Python's values.

use asperity::fmi::description::{Causality, Kind, Row, Variability};
use asperity::fmi::model::{Run, Variable};
use asperity::fmi::{Model, range};
use asperity::unit::table::Id;
use numpy::{AllowTypeChange, PyArray1, PyArrayLike1};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::failure::error;

/// The rows of a block of variables, whose names begin with `prefix`.
pub struct Block {
    pub prefix: String,
    pub rows: &'static [Row<Id>],
}

/// Blocks of variables, in the order of their numbers.
pub struct Names(pub Vec<Block>);

/// A variable that was found.
#[derive(Clone, Copy)]
pub struct Found {
    variable: Variable<Id>,
    pub row: &'static Row<Id>,
}

impl Found {
    fn run(&self) -> Run<Id> {
        Run { block: self.variable.block, id: self.variable.id, k: 0, length: self.row.len() }
    }
}

impl Names {
    /// Errors: there is no such variable.
    pub fn find(&self, name: &str) -> PyResult<Found> {
        let of_blocks = self.0.iter().zip(0..).flat_map(|(block, number)| {
            let rest = name.strip_prefix(block.prefix.as_str());
            rest.into_iter().flat_map(move |rest| block.rows.iter().map(move |row| (number, row, rest)))
        });
        let mut close = None;
        for (block, row, rest) in of_blocks {
            if row.name == rest {
                return Ok(Found { variable: Variable { block, id: row.id }, row });
            }
            if row.name.eq_ignore_ascii_case(rest) {
                close = Some(row.name);
            }
        }
        let meant = close.map_or(String::new(), |close| format!("; did you mean {close}?"));
        Err(error(format_args!("there is no variable {name}{meant}")))
    }

    /// The value of a variable: a number, an array of its elements, the name of an item, or a truth value.
    ///
    /// Errors: there is no such variable, or it cannot be evaluated.
    pub fn get<'py>(
        &self,
        py: Python<'py>,
        model: &mut impl Model<Id = Id>,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.find(name)?;
        let row = found.row;
        if row.kind == Kind::Real {
            let mut values = vec![0.0; row.len()];
            model.reals(&[found.run()], &mut values).map_err(|fault| error(fault.0))?;
            return Ok(match row.elements {
                [] => values[0].into_pyobject(py)?.into_any(),
                _ => PyArray1::from_vec(py, values).into_any(),
            });
        }
        let number = model.integer(found.variable).map_err(|fault| error(fault.0))?;
        Ok(match row.kind {
            Kind::Boolean => PyBool::new(py, number != 0).to_owned().into_any(),
            Kind::Enumeration(enumeration) => PyString::new(py, enumeration.items[number as usize - 1].name).into_any(),
            _ => number.into_pyobject(py)?.into_any(),
        })
    }

    /// Sets an input, a parameter or, before the start, a state.
    ///
    /// Errors: there is no such variable, it may not be set now, or not to this value; nothing is changed.
    pub fn set(
        &self,
        model: &mut impl Model<Id = Id>,
        is_started: bool,
        name: &str,
        value: &Bound<PyAny>,
    ) -> PyResult<()> {
        let found = self.find(name)?;
        let row = found.row;
        match (row.causality, row.variability) {
            (Causality::Input, _) | (Causality::Parameter, Variability::Tunable) => {}
            (Causality::Parameter, _) if is_started => {
                return Err(error(format_args!("{name} is fixed after the start: make another contact")));
            }
            (Causality::Parameter, _) => {}
            _ if row.is_exact() && !is_started => {}
            _ => return Err(error(format_args!("{name} is calculated and cannot be set"))),
        }
        if row.kind == Kind::Real {
            let values = numbers(name, row, value)?;
            values.iter().enumerate().try_for_each(|(k, value)| checked(name, row, k, *value))?;
            model.set_reals(&[found.run()], &values);
        } else {
            let number = item(name, row, value)?;
            checked(name, row, 0, number)?;
            model.set_integer(found.variable, number as i32);
        }
        Ok(())
    }

    /// Sets the first derivative of an input.
    pub fn set_derivative(&self, model: &mut impl Model<Id = Id>, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
        let found = self.find(name)?;
        if found.row.causality != Causality::Input {
            return Err(error(format_args!("{name} is not an input and has no derivative to give")));
        }
        let values = numbers(name, found.row, value)?;
        if let Some(k) = values.iter().position(|value| !value.is_finite()) {
            let value = values[k];
            return Err(error(format_args!(
                "derivative of {}: {value} is not a finite number",
                found.row.element_name(k)
            )));
        }
        model.set_input_derivatives(found.run(), &values);
        Ok(())
    }
}

fn checked(name: &str, row: &Row<Id>, k: usize, value: f64) -> PyResult<()> {
    let element = if row.elements.is_empty() { String::new() } else { format!("[{}]", k + 1) };
    range::check(row, value).map_err(|why| error(format_args!("{name}{element} = {value:?} {why}; nothing was set")))
}

/// As many numbers as the variable has elements.
fn numbers(name: &str, row: &Row<Id>, value: &Bound<PyAny>) -> PyResult<Vec<f64>> {
    if row.elements.is_empty() {
        let refused = |_| error(format_args!("{name}: one number is expected, not {}", shown(value)));
        return value.extract::<f64>().map(|value| vec![value]).map_err(refused);
    }
    let expected = row.len();
    let refused = || error(format_args!("{name}: {expected} numbers are expected, not {}", shown(value)));
    let array: PyArrayLike1<f64, AllowTypeChange> = value.extract().map_err(|_| refused())?;
    let numbers: Vec<f64> = array.as_array().iter().copied().collect();
    if numbers.len() == expected { Ok(numbers) } else { Err(refused()) }
}

/// The number of an item, from its name or that number, or a truth value as 0 or 1.
fn item(name: &str, row: &Row<Id>, value: &Bound<PyAny>) -> PyResult<f64> {
    if let (Kind::Enumeration(enumeration), Ok(text)) = (row.kind, value.extract::<String>()) {
        let found = enumeration.items.iter().zip(1..).find(|(item, _)| item.name == text);
        let why =
            || error(format_args!("{name} = {text:?} is not a valid item; there are {}", range::Items(enumeration)));
        return found.map(|(_, number)| f64::from(number)).ok_or_else(why);
    }
    value.extract::<f64>().map_err(|_| match row.kind {
        Kind::Boolean => error(format_args!("{name}: True or False is expected, not {}", shown(value))),
        _ => error(format_args!("{name}: the name of an item is expected, not {}", shown(value))),
    })
}

/// A value in a message, of one short line.
fn shown(value: &Bound<PyAny>) -> String {
    const LONGEST: usize = 60;
    let text = value.repr().map_or_else(|_| "that".into(), |text| text.to_string());
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    if line.chars().count() > LONGEST { line.chars().take(LONGEST).chain("…".chars()).collect() } else { line }
}
