//! The boundary to importers, for any model: variables, lifecycle, snapshots, log. Nothing here belongs to one version of FMI;
//! [`v2`] has the C functions of FMI 2.0 on it.
//!
//! A model implements [`Model`]; [`export_fmi2!`](crate::export_fmi2) exports it. Every exported function passes one
//! [`guard`](v2::guard): null check → `catch_unwind` → lifecycle table → body → status and log.

pub mod bytes;
pub mod description;
pub mod instance;
pub mod layout;
pub mod lifecycle;
pub mod listing;
pub mod log;
pub mod model;
pub mod number;
pub mod range;
pub mod resources;
pub mod runs;
pub mod snapshot;
pub mod v2;
pub mod variables;

pub use layout::Layout;
pub use lifecycle::Interface;
pub use model::{Fault, Model};
