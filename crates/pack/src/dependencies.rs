//! The crates whose code is in a library: normal dependencies of the core without those of the packer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand, Package, PackageId};

use super::PackError;
use super::toolchain::{Toolchain, WRAPPERS};

/// A crate of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crate {
    /// How cargo calls it.
    pub id: PackageId,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The licence it declares, as an SPDX expression.
    pub licence: String,
    /// Where its sources are.
    pub folder: PathBuf,
}

impl Crate {
    /// Name and version in one word.
    pub fn label(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// The core and what it may depend on: cargo's list also has what only the tests' features ask for.
#[derive(Clone, Debug)]
pub struct UnitTree {
    /// How cargo calls the core.
    pub root: PackageId,
    /// The other crates, sorted by name and version.
    pub dependencies: Vec<Crate>,
}

impl UnitTree {
    /// Asks cargo for the tree as the library with this one feature is built for a target.
    pub fn read(root: &Path, toolchain: &Toolchain, target: &str, feature: &str) -> Result<Self, PackError> {
        let failed = |detail: String| PackError::ToolFailed { command: "cargo metadata".into(), detail };
        let mut command = MetadataCommand::new();
        for (variable, value) in WRAPPERS {
            command.env(variable, value);
        }
        let metadata = command
            .cargo_path(&toolchain.cargo)
            .manifest_path(root.join("Cargo.toml"))
            .features(CargoOpt::SomeFeatures(vec![feature.into()]))
            .other_options(vec!["--filter-platform".into(), target.into()])
            .exec()
            .map_err(|error| match error {
                cargo_metadata::Error::Io(source) => {
                    PackError::Tool { tool: toolchain.cargo.clone(), variable: "CARGO", source }
                }
                other => failed(other.to_string()),
            })?;
        let resolve = metadata.resolve.as_ref().ok_or_else(|| failed("it resolved no dependencies".into()))?;
        let root_id = resolve.root.clone().ok_or_else(|| failed("it named no root package".into()))?;

        // asked about a workspace, cargo counts in what its other packages turn on
        let turned_on = turned_on(&metadata[&root_id], feature);
        let of_others = |package: &Package| {
            let mut optional = metadata[&root_id].dependencies.iter().filter(|known| known.optional);
            optional.any(|known| known.name == *package.name && !turned_on.contains(&known.name))
        };

        let mut found: BTreeMap<PackageId, Crate> = BTreeMap::new();
        let mut open = vec![root_id.clone()];
        while let Some(id) = open.pop() {
            let Some(node) = resolve.nodes.iter().find(|node| node.id == id) else { continue };
            for dependency in &node.deps {
                let normal = dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
                let package = &metadata[&dependency.pkg];
                if !normal || found.contains_key(&dependency.pkg) || (id == root_id && of_others(package)) {
                    continue;
                }
                let folder = package.manifest_path.parent().map(|folder| folder.as_std_path().to_path_buf());
                found.insert(
                    dependency.pkg.clone(),
                    Crate {
                        id: dependency.pkg.clone(),
                        name: package.name.to_string(),
                        version: package.version.to_string(),
                        licence: package.license.clone().unwrap_or_else(|| "see its file".into()),
                        folder: folder.unwrap_or_default(),
                    },
                );
                open.push(dependency.pkg.clone());
            }
        }
        let mut dependencies: Vec<Crate> = found.into_values().collect();
        dependencies.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(Self { root: root_id, dependencies })
    }
}

/// Names of the optional dependencies that a feature turns on, itself or by features of its own.
fn turned_on(root: &Package, feature: &str) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![feature.to_string()]);
    while let Some(name) = open.pop() {
        for part in root.features.get(&name).into_iter().flatten() {
            match part.strip_prefix("dep:") {
                Some(dependency) => found.push(dependency.to_string()),
                None => open.push(part.clone()),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::root;

    #[test]
    fn a_missing_cargo_is_named() {
        let toolchain = Toolchain {
            cargo: "no-such-cargo".into(),
            rustc: String::new(),
            host: String::new(),
            sysroot: PathBuf::new(),
            release: String::new(),
            commit: String::new(),
        };
        let error =
            UnitTree::read(&root(), &toolchain, "x86_64-unknown-linux-gnu", "exports").expect_err("it does not exist");
        let text = error.to_string();
        assert!(text.contains("`no-such-cargo` could not be started") && text.contains("set CARGO"), "{text}");
    }
}
