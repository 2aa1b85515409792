//! The C interface for simulators that link: [`laws`], [`impact`], [`impacts`], [`accelerations`] and [`programmes`] (stateless), [`evaluate`] (one contact whose state the caller
//! owns), [`contact`] (an object that remembers), [`batch`] (many contacts, structure of arrays), [`system`] (contacts on shared
//! bodies).
//!
//! Every function is thin: NULL checks → [`guard`](mod@guard) (no panic leaves) → body → status, and a message in the
//! handle. The types carry their C names. `include/asperity.h` is rendered from these files by `cbindgen`; the names
//! are exported with the feature `capi` only, but the functions are always compiled.

pub mod accelerations;
pub mod batch;
pub mod contact;
pub mod evaluate;
pub mod guard;
pub mod impact;
pub mod impacts;
pub mod laws;
pub mod parameters;
pub mod programmes;
mod rates;
pub mod status;
pub mod steps;
pub mod structs;
pub mod system;
pub mod system_coupled;
pub mod system_patch;
pub mod system_shapes;
pub mod system_steps;
pub mod system_tasks;
pub mod tasks;
pub mod vector;
pub mod version;
