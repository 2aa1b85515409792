//! The source tree, and the package in it that is built.

use std::path::{Path, PathBuf};

use super::PackError;

/// The package that becomes the unit and the libraries for C and C++.
pub const PACKAGE: &str = "asperity";

/// Root of the source tree that this crate was compiled in.
pub fn root() -> PathBuf {
    // from crates/pack
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// The root in full, if the source tree of this program is there.
pub fn source_tree(root: &Path) -> Result<PathBuf, PackError> {
    let missing = || PackError::NoSourceTree(root.to_path_buf());
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).map_err(|_| missing())?;
    let name = format!("name = \"{PACKAGE}\"");
    if !manifest.lines().any(|line| line.trim() == name) {
        return Err(missing());
    }
    root.canonicalize().map_err(|_| missing())
}
