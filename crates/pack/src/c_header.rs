//! `include/asperity.h`, rendered from the sources of `src/capi` by cbindgen.

use std::io::{self, Write};

use cbindgen::{Builder, Config};
use tempfile::NamedTempFile;

use super::PackError;

/// The sources in the order in which the header lists what they hold.
const SOURCES: [&str; 19] = [
    include_str!("../../../src/capi/version.rs"),
    include_str!("../../../src/capi/status.rs"),
    include_str!("../../../src/capi/structs.rs"),
    include_str!("../../../src/capi/parameters.rs"),
    include_str!("../../../src/capi/laws.rs"),
    include_str!("../../../src/capi/impact.rs"),
    include_str!("../../../src/capi/impacts.rs"),
    include_str!("../../../src/capi/accelerations.rs"),
    include_str!("../../../src/capi/programmes.rs"),
    include_str!("../../../src/capi/evaluate.rs"),
    include_str!("../../../src/capi/contact.rs"),
    include_str!("../../../src/capi/batch.rs"),
    include_str!("../../../src/capi/tasks.rs"),
    include_str!("../../../src/capi/system.rs"),
    include_str!("../../../src/capi/system_shapes.rs"),
    include_str!("../../../src/capi/system_patch.rs"),
    include_str!("../../../src/capi/system_steps.rs"),
    include_str!("../../../src/capi/system_tasks.rs"),
    include_str!("../../../src/capi/system_coupled.rs"),
];
const CONFIG: &str = include_str!("../../../cbindgen.toml");
/// How the attribute of an exported function begins: cbindgen sees through no `cfg_attr`.
const IF_EXPORTED: &str = "#[cfg_attr(feature = \"capi\", ";
/// The heading of what a caller of an unsafe function promises, in Rust and in C.
const PROMISE: [&str; 2] = ["/// # Safety", "/// The caller promises:"];

/// The text of the header.
///
/// Errors: cbindgen could not read the sources, or there is no place for temporary files.
pub fn text() -> Result<String, PackError> {
    let (source, config) = (temporary(".rs", &as_one_file())?, temporary(".toml", CONFIG)?);
    let config = Config::from_file(config.path()).map_err(PackError::Header)?;
    let bindings = Builder::new().with_config(config).with_src(source.path()).generate();
    let mut text = Vec::new();
    bindings.map_err(|error| PackError::Header(error.to_string()))?.write(&mut text);
    String::from_utf8(text).map_err(|error| PackError::Header(error.to_string()))
}

fn temporary(suffix: &str, text: &str) -> Result<NamedTempFile, PackError> {
    let write = || {
        let mut file = tempfile::Builder::new().suffix(suffix).tempfile()?;
        file.write_all(text.as_bytes())?;
        Ok(file)
    };
    write().map_err(|error: io::Error| PackError::Header(error.to_string()))
}

/// All sources in one, with the attributes and headings that cbindgen and C know.
fn as_one_file() -> String {
    // the reader of texts is always there where names are exported
    let inner =
        |line: &&str| line.starts_with("//!") || line.starts_with("#![") || *line == "#[cfg(feature = \"text\")]";
    let lines = SOURCES.iter().flat_map(|source| source.lines().filter(|line| !inner(line)));
    let of = |line: &str| match line.strip_prefix(IF_EXPORTED).and_then(|rest| rest.strip_suffix(")]")) {
        Some(attribute) => format!("#[{attribute}]\n"),
        None => line.replace(PROMISE[0], PROMISE[1]) + "\n",
    };
    lines.map(of).collect()
}
