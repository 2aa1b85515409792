//! The Python package `asperity`: what the command line does with systems, and the contact itself on NumPy arrays.
//!
//! Every function passes [`guarded`]: what goes wrong is an `asperity.Error` of one line, and no panic reaches Python.

mod arrays;
mod batch;
mod contact;
mod figure;
mod simulate;
mod source;
mod system;
mod tables;
mod variables;

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(asperity, Error, PyValueError, "What is wrong, in one line that names the culprit.");

/// An `asperity.Error` of one line.
fn error(text: impl Display) -> PyErr {
    Error::new_err(text.to_string().trim_end().replace('\n', "; "))
}

/// Runs the body; a panic is an error.
fn guarded<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|_| Err(error("an error inside asperity, which should not happen: please report it")))
}

#[pymodule]
fn _asperity(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<contact::Contact>()?;
    module.add_class::<system::System>()?;
    module.add_function(wrap_pyfunction!(figure::svg, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(source::check, module)?)?;
    module.add_function(wrap_pyfunction!(source::pack, module)?)?;
    module.add_function(wrap_pyfunction!(tables::materials, module)?)?;
    module.add_function(wrap_pyfunction!(tables::parameters, module)?)
}
