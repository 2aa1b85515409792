//! The Python package `asperity`: what the command line does with systems, and the contact itself on NumPy arrays.
//!
//! Every function passes [`guarded`](failure::guarded): what goes wrong is an `asperity.Error` of one line, and no panic reaches Python.

mod arrays;
mod batch;
mod contact;
mod failure;
mod figure;
mod simulate;
mod source;
mod system;
mod tables;
mod variables;

use pyo3::prelude::*;

use failure::Error;

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
