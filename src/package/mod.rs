//! Writes the unit: builds the library, collects what belongs beside it, and packs a `.fmu` that has the same bytes
//! whenever it is packed from the same sources with the same compiler. [`mod@install`] gives the same contact to C and
//! C++.

mod archive;
mod c_header;
mod dependencies;
mod documents;
mod error;
pub mod generated;
pub mod install;
mod library;
mod licences;
mod toolchain;

use std::path::{Path, PathBuf};

pub use error::PackError;

use archive::Entry;
use dependencies::{Crate, UnitTree};
use library::{Library, Product};
use toolchain::Toolchain;

/// `modelIdentifier` of the unit: the name of its binary and of the packed file.
pub const MODEL_IDENTIFIER: &str = "Asperity";
/// Where licences are inside the unit; FMI 2.0.5, section 2.3 gives the name.
const LICENCES: &str = "documentation/licenses";

/// Where to pack from and to.
#[derive(Clone, Debug)]
pub struct PackOptions {
    /// Root of the source tree.
    pub root: PathBuf,
    /// The file to write.
    pub output: PathBuf,
    /// Where cargo puts what it builds for the unit. A folder of its own: two feature sets in one would overwrite each
    /// other's library.
    pub build_dir: PathBuf,
}

impl Default for PackOptions {
    fn default() -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        Self {
            output: root.join("target/fmu").join(format!("{MODEL_IDENTIFIER}.fmu")),
            build_dir: root.join("target/unit"),
            root,
        }
    }
}

/// Builds the unit for this machine and packs it. Answers the path of the `.fmu`.
pub fn pack(options: &PackOptions) -> Result<PathBuf, PackError> {
    let root = source_tree(&options.root)?;
    let toolchain = Toolchain::find()?;
    let platform = toolchain.platform()?;
    let product = Product::unit();
    let tree = UnitTree::read(&root, &toolchain, product.feature)?;
    let library = library::build(&root, &options.build_dir, &toolchain, &tree, &product)?;

    let mut entries = documents::collect(&root)?;
    entries.push(Entry::executable(
        format!("binaries/{}/{MODEL_IDENTIFIER}.{}", platform.folder, platform.extension),
        error::read(&library.path)?,
    ));
    entries.extend(licences::collect(LICENCES, &root, &inside(&tree, &library), &toolchain)?);
    archive::write(&options.output, entries)?;
    Ok(options.output.clone())
}

/// The crates whose code is in the library.
fn inside<'a>(tree: &'a UnitTree, library: &Library) -> Vec<&'a Crate> {
    tree.dependencies.iter().filter(|dependency| library.compiled.contains(&dependency.id)).collect()
}

/// The root in full, if the source tree of this program is there.
fn source_tree(root: &Path) -> Result<PathBuf, PackError> {
    let missing = || PackError::NoSourceTree(root.to_path_buf());
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).map_err(|_| missing())?;
    let name = format!("name = \"{}\"", env!("CARGO_PKG_NAME"));
    if !manifest.lines().any(|line| line.trim() == name) {
        return Err(missing());
    }
    root.canonicalize().map_err(|_| missing())
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
