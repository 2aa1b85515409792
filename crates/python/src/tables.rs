//! Parameters and materials, from the tables that there are of them.

use asperity::fmi::description::{Bound as End, Causality, Kind, Row, Variability};
use asperity::unit::table::{Id, TABLE};
use asperity_lab::material::PALETTE;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Keyword arguments of `Parameter`, one dict per parameter.
#[pyfunction]
pub fn parameters(py: Python) -> PyResult<Vec<Bound<PyDict>>> {
    TABLE.iter().filter(|row| row.causality == Causality::Parameter).map(|row| parameter(py, row)).collect()
}

fn parameter<'py>(py: Python<'py>, row: &Row<Id>) -> PyResult<Bound<'py, PyDict>> {
    let of = PyDict::new(py);
    of.set_item("name", row.name)?;
    of.set_item("start", start(py, row)?)?;
    of.set_item("unit", row.unit.unwrap_or("1"))?;
    of.set_item("description", row.description.replace("{}", &row.elements.join(", ")))?;
    let ends = [("minimum", row.low), ("maximum", row.high)];
    for (name, end) in ends {
        let value = match end {
            End::Open => None,
            End::Including(value) | End::Excluding(value) => Some(value),
        };
        of.set_item(name, value)?;
    }
    let items = match row.kind {
        Kind::Enumeration(enumeration) => enumeration.items.iter().map(|item| item.name).collect(),
        _ => Vec::new(),
    };
    of.set_item("items", PyTuple::new(py, items)?)?;
    of.set_item("tunable", row.variability == Variability::Tunable)?;
    Ok(of)
}

fn start<'py>(py: Python<'py>, row: &Row<Id>) -> PyResult<Bound<'py, PyAny>> {
    let first = row.start.first().copied().unwrap_or_default();
    Ok(match row.kind {
        Kind::Real if row.elements.is_empty() => first.into_pyobject(py)?.into_any(),
        Kind::Real => PyTuple::new(py, row.start)?.into_any(),
        Kind::Boolean => (first != 0.0).into_pyobject(py)?.to_owned().into_any(),
        Kind::Integer => (first as i64).into_pyobject(py)?.into_any(),
        Kind::Enumeration(enumeration) => enumeration.items[first as usize - 1].name.into_pyobject(py)?.into_any(),
    })
}

/// Keyword arguments of `Material`, one dict per material.
#[pyfunction]
pub fn materials(py: Python) -> PyResult<Vec<Bound<PyDict>>> {
    let material = |of: &asperity_lab::material::Material| {
        let made = PyDict::new(py);
        made.set_item("name", of.name)?;
        made.set_item("also", PyTuple::new(py, of.also)?)?;
        made.set_item("description", of.what)?;
        made.set_item("young", of.young.value)?;
        made.set_item("poisson", of.poisson.value)?;
        made.set_item("density", of.density.value)?;
        made.set_item("yield_strength", of.yield_strength.map(|property| property.value))?;
        Ok(made)
    };
    PALETTE.iter().map(material).collect()
}
