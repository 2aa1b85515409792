//! The unit: the variable table, what is rendered from it, the contact and systems of contacts as models of [`crate::fmi`], and both for
//! a caller that links them.

pub mod contact;
pub mod convex;
#[cfg(feature = "text")]
mod crossing;
pub mod facets;
mod flat;
pub mod fmu;
pub mod linked;
pub mod named;
pub mod parameters;
#[cfg(feature = "render")]
pub mod render;
mod settings;
#[cfg(feature = "render")]
pub mod simple;
pub mod slots;
pub mod solid_pair;
#[cfg(feature = "render")]
pub mod start_values;
pub mod system;
pub mod table;

/// modelDescription.xml
pub const MODEL_DESCRIPTION: &str = include_str!(concat!(env!("OUT_DIR"), "/modelDescription.xml"));
/// Fingerprint of the variable table: UUIDv5 of modelDescription.xml without it.
pub const GUID: &str = include_str!(concat!(env!("OUT_DIR"), "/guid.txt"));
/// `include/asperity_fmu.h`
pub const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/asperity_fmu.h"));
/// The reference of variables in Markdown.
pub const REFERENCE_MARKDOWN: &str = include_str!(concat!(env!("OUT_DIR"), "/reference.md"));
/// `documentation/reference.html`
pub const REFERENCE_HTML: &str = include_str!(concat!(env!("OUT_DIR"), "/reference.html"));
