//! FMI 2.0 for any model: the C types, the 44 functions, the lifecycle, logging and snapshots.
//!
//! A model implements [`Model`] on a table of [`description::Row`]s; [`export_fmi2!`](crate::export_fmi2) exports it. Every
//! exported function passes one [`guard`]: null check → `catch_unwind` → lifecycle table → body → status and log.

pub mod bytes;
pub mod description;
pub mod instance;
pub mod layout;
pub mod lifecycle;
pub mod log;
pub mod model;
pub mod range;
pub mod resources;
pub mod runs;
pub mod snapshot;
pub mod v2;
pub mod variables;

pub use layout::Layout;
pub use lifecycle::Interface;
pub use model::{Fault, Model};
