//! Writes the unit: builds the library, collects what belongs beside it, and packs a `.fmu` that has the same bytes
//! whenever it is packed from the same sources with the same tools. [`mod@install`] gives the same contact to C and C++.

pub mod archive;
#[cfg(feature = "unit")]
mod c_header;
mod dependencies;
mod documents;
mod error;
#[cfg(feature = "unit")]
pub mod examples;
#[cfg(feature = "unit")]
pub mod generated;
pub mod install;
mod library;
mod licences;
#[cfg(feature = "unit")]
pub mod manifest;
mod missing;
mod packing;
pub mod platform;
mod runtimes;
pub mod site;
mod sources;
#[cfg(feature = "unit")]
pub mod start_values;
#[cfg(feature = "unit")]
mod surfaces;
#[cfg(feature = "unit")]
pub mod system;
mod toolchain;
pub mod whole;

use std::path::PathBuf;

pub use documents::MODEL_IDENTIFIER;
pub use error::PackError;
pub use packing::{PackOptions, built};
pub use sources::root;

/// Builds the unit and packs it. Answers the path of the `.fmu`, whose folder is made where it is not there. Errors: as
/// [`built`], or the writing fails.
pub fn pack(options: &PackOptions) -> Result<PathBuf, PackError> {
    archive::write(&options.output, &built(options)?)?;
    Ok(options.output.clone())
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
