//! The same sources in two folders give the same bytes.
//!
//! For this machine with its own tools; with PACK_PLATFORMS="linux64 win64" for those, as `fmu-tests/platforms/run` sets it.

use std::path::{Path, PathBuf};

use asperity_pack::platform::Platform;
use asperity_pack::{PackOptions, pack};

/// What the packer and cargo read of the source tree.
const SOURCES: [&str; 16] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "build.rs",
    "crates",
    "docs",
    "include",
    "modelDescription",
    "modelica",
    "simulink",
    "src",
];

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        std::fs::create_dir_all(to).expect("a folder");
        for item in std::fs::read_dir(from).expect("a folder of the sources") {
            let item = item.expect("an item of it");
            copy(&item.path(), &to.join(item.file_name()));
        }
    } else {
        std::fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}

/// A copy of the sources in a folder with another name, of another length.
fn sources_elsewhere(parent: &Path) -> PathBuf {
    let (here, root) = (asperity_pack::root(), parent.join("a folder, far away"));
    std::fs::create_dir_all(&root).expect("a folder");
    SOURCES.iter().for_each(|name| copy(&here.join(name), &root.join(name)));
    root
}

#[test]
#[ignore = "compiles the unit once more: fmu-tests/run --full"]
fn packing_elsewhere_gives_the_same_bytes() {
    let chosen = std::env::var("PACK_PLATFORMS").unwrap_or_default();
    let platforms: Vec<Platform> =
        chosen.split_whitespace().map(|name| Platform::named(name).expect("a platform's name")).collect();
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproducible");
    let here = PackOptions { output: parent.join("here.fmu"), platforms, ..PackOptions::default() };
    // cargo's own folders are made anew, so that everything is compiled there
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let there = PackOptions {
        root: sources_elsewhere(elsewhere.path()),
        output: parent.join("there.fmu"),
        build_dir: elsewhere.path().join("build"),
        ..here.clone()
    };
    let bytes = |options: &PackOptions| std::fs::read(pack(options).expect("the unit packs")).expect("it was packed");
    let (first, second) = (bytes(&here), bytes(&there));
    assert!(first == second, "{} and {} differ", here.output.display(), there.output.display());
}
