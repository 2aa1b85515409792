//! The FMU of any package whose library exports a model of the FMI layer, for this machine.
//!
//! Its build script writes `modelDescription.xml` to `OUT_DIR`, as [`asperity::fmi::v2::xml::with_guid`] renders it; what stands in
//! its folders `documentation` and `resources` is packed as it is, and with it the licences of Asperity.

use super::archive::{self, Entry};
use super::error::{cannot, read};
use super::library::LIBRARY_EXTENSIONS;
use super::platform::Platform;
use super::sources::root;
use super::toolchain::{Toolchain, WRAPPERS};
use super::{PackError, library};
use cargo_metadata::{CrateType, Message};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Files of the core that every FMU with its code has beside it.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// What cargo says it has made.
#[derive(Default)]
struct Made {
    library: Option<PathBuf>,
    description: Option<PathBuf>,
}

/// Builds the package of a `Cargo.toml` with its profile `unit` and packs it; the answer is its modelIdentifier and the bytes of
/// the `.fmu`.
///
/// Errors: it is no file of that name, which cargo would look for elsewhere; cargo fails, no library or no modelDescription.xml comes out.
pub fn packed(manifest: &Path, build_dir: &Path) -> Result<(String, Vec<u8>), PackError> {
    let named = manifest.canonicalize().ok().filter(|path| path.is_file() && path.ends_with("Cargo.toml"));
    let manifest = named.ok_or_else(|| PackError::NoManifest(manifest.into()))?;
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let toolchain = Toolchain::find()?;
    let platform = Platform::own(&toolchain.host)?;
    let Made { library: Some(library), description: Some(description) } = build(&manifest, build_dir, &toolchain)?
    else {
        return Err(PackError::NoLibrary);
    };
    let description = read(&description)?;
    let name = model_identifier(&description).ok_or_else(|| PackError::NoModelIdentifier(manifest.clone()))?;
    let mut entries = vec![
        Entry::executable(platform.binary(&name), read(&library)?),
        Entry::file("modelDescription.xml", description),
    ];
    for licence in LICENCES {
        entries.push(Entry::file(format!("documentation/licenses/{licence}"), read(&root().join(licence))?));
    }
    for part in ["documentation", "resources"] {
        collect(&folder.join(part), part, &mut entries)?;
    }
    Ok((name, archive::bytes(entries)?))
}

/// Runs cargo, without paths of this machine in what comes out.
fn build(manifest: &Path, build_dir: &Path, toolchain: &Toolchain) -> Result<Made, PackError> {
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let arguments = ["build", "--quiet", "--lib", "--profile", "unit", "--message-format", "json-render-diagnostics"];
    let mut child = Command::new(&toolchain.cargo)
        .args(arguments)
        .arg("--target-dir")
        .arg(build_dir)
        .current_dir(folder)
        .env("CARGO_ENCODED_RUSTFLAGS", library::flags_of_others(folder, toolchain))
        .envs(WRAPPERS)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|source| PackError::Tool { tool: toolchain.cargo.clone(), variable: "CARGO", source })?;
    let mut made = Made::default();
    if let Some(stdout) = child.stdout.take() {
        for message in Message::parse_stream(BufReader::new(stdout)) {
            match message.map_err(cannot("read", Path::new("cargo's report")))? {
                // the last one is that of the package itself
                Message::BuildScriptExecuted(script) => {
                    let rendered = script.out_dir.into_std_path_buf().join("modelDescription.xml");
                    made.description = rendered.is_file().then_some(rendered).or(made.description);
                }
                Message::CompilerArtifact(artifact)
                    if artifact.manifest_path.as_std_path() == manifest
                        && artifact.target.crate_types.contains(&CrateType::CDyLib) =>
                {
                    let is_shared =
                        |path: &Path| path.extension().is_some_and(|own| LIBRARY_EXTENSIONS.iter().any(|e| own == *e));
                    let files = artifact.filenames.iter().map(|path| path.as_std_path().to_path_buf());
                    made.library = files.into_iter().find(|path| is_shared(path));
                }
                _ => {}
            }
        }
    }
    let status = child.wait().map_err(cannot("read", Path::new("cargo's exit status")))?;
    if status.success() {
        return Ok(made);
    }
    let command = format!("{} {}", toolchain.cargo, arguments.join(" "));
    Err(PackError::ToolFailed { command, detail: "its messages above say why".into() })
}

/// The first attribute modelIdentifier of a modelDescription.xml.
fn model_identifier(description: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(description).ok()?;
    let (_, rest) = text.split_once("modelIdentifier=\"")?;
    rest.split_once('"').map(|(name, _)| name.to_owned())
}

/// Every file below a folder, if it is there.
fn collect(folder: &Path, under: &str, entries: &mut Vec<Entry>) -> Result<(), PackError> {
    if !folder.is_dir() {
        return Ok(());
    }
    let items = std::fs::read_dir(folder).map_err(cannot("read", folder))?;
    let mut paths: Vec<PathBuf> =
        items.map(|item| item.map(|item| item.path())).collect::<Result<_, _>>().map_err(cannot("read", folder))?;
    paths.sort();
    for path in paths {
        let name = format!("{under}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, entries)?;
        } else {
            entries.push(Entry::file(name, read(&path)?));
        }
    }
    Ok(())
}
