//! The unit behind its FMI 2.0 boundary, called as a model, without a file.

mod ball;
mod exchange;
mod extremes;
mod flights;
mod ledger;
mod model;
mod notices;
mod quiet_steps;
#[path = "../common/random.rs"]
mod random;
mod resources;
mod snapshots;
mod table;
mod value_runs;
