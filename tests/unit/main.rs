//! The unit behind its FMI 2.0 boundary, called as a model, without a file.

mod ledger;
mod model;
mod table;
mod value_runs;
