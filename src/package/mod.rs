//! Writes the unit: builds the library, collects what belongs beside it, and packs a `.fmu` that has the same bytes
//! whenever it is packed from the same sources with the same tools. A program of a release build carries the one for its
//! platform. [`mod@install`] gives the same contact to C and C++.

mod archive;
mod c_header;
mod dependencies;
mod documents;
mod error;
pub mod generated;
pub mod install;
mod library;
mod licences;
mod missing;
mod packing;
pub mod platform;
mod runtimes;
pub mod start_values;
mod toolchain;

use std::path::PathBuf;

pub use archive::write;
pub use documents::MODEL_IDENTIFIER;
pub use error::PackError;
pub use packing::PackOptions;

use crate::unit;
use documents::Rendered;
use packing::{inside, source_tree};

/// The packed unit for the platform of this program, as build.rs has made it from the same sources; debug builds carry none,
/// since each change of a source would pack it again.
#[cfg(carries_unit)]
pub static CARRIED: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/Asperity.fmu")));
/// The packed unit for the platform of this program: none, since this is a debug build.
#[cfg(not(carries_unit))]
pub static CARRIED: Option<&[u8]> = None;

/// What the library of this crate knows of the unit without reading a file.
const RENDERED: Rendered<'_> =
    Rendered { description: unit::MODEL_DESCRIPTION, reference: unit::REFERENCE_HTML, header: unit::HEADER };

/// Builds the unit and packs it. Answers the path of the `.fmu`, whose folder is made where it is not there. Errors: tools
/// are missing, all of which are named; a build or the writing fails.
pub fn pack(options: &PackOptions) -> Result<PathBuf, PackError> {
    archive::write(&options.output, &built(options)?)?;
    Ok(options.output.clone())
}

/// Builds the unit: the bytes of the `.fmu`. Errors: as [`pack`].
pub fn built(options: &PackOptions) -> Result<Vec<u8>, PackError> {
    packing::packed(options, &RENDERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_its_source_tree_pack_says_so() {
        let options = PackOptions { root: std::env::temp_dir().join("no-such-tree"), ..PackOptions::default() };
        let text = pack(&options).expect_err("there is nothing to pack").to_string();
        assert!(text.contains("no-such-tree") && text.contains("cargo run --release -- pack"), "{text}");
    }
}
