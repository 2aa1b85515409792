//! What goes wrong, as Python is told.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(asperity, Error, PyValueError, "What is wrong, in one line that names the culprit.");

/// An `asperity.Error` of one line.
pub fn error(text: impl Display) -> PyErr {
    Error::new_err(text.to_string().trim_end().replace('\n', "; "))
}

/// Runs the body; a panic is an error.
pub fn guarded<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|_| Err(error("an error inside asperity, which should not happen: please report it")))
}
