//! Builds a library of the core, with nothing of this machine in it: the unit's, or the one for C and C++.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{CrateType, Message, PackageId};

use super::PackError;
use super::dependencies::UnitTree;
use super::error::cannot;
use super::platform::{Builder, Platform};
use super::sources::PACKAGE;
use super::toolchain::{Toolchain, WRAPPERS};

/// Extensions of a shared library, one for each system.
pub const LIBRARY_EXTENSIONS: [&str; 3] = ["so", "dll", "dylib"];
/// How cargo separates compiler flags in `CARGO_ENCODED_RUSTFLAGS`.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// What to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The one feature of the core that is on.
    pub feature: &'static str,
    /// Kinds of library in rustc's words.
    pub crate_types: &'static str,
    /// Whether all crates are optimised as one when they are linked.
    pub whole: bool,
    /// What the compiler is told for the core alone.
    pub compiler: Vec<String>,
}

impl Product {
    /// The shared library inside the `.fmu`.
    pub fn unit(target: &str) -> Self {
        let compiler: &[&str] = if is_apple(target) {
            &["-C", INSTALL_NAME, "-C", NO_DEBUG_MAP]
        } else if target.ends_with("-windows-gnu") {
            // What the standard library brings itself to import WaitOnAddress and its like the linker would sort by the
            // folder of the build, and no two machines would get the same bytes.
            &["-l", "dylib=kernel32", "-l", "dylib=synchronization"]
        } else {
            &[]
        };
        Self {
            feature: "exports",
            crate_types: "cdylib",
            // Elsewhere build.rs leaves out parts of the standard library, or the linker does. Windows' does not: without,
            // the library asks for all that the standard library ever uses of the system.
            whole: !is_linux(target),
            compiler: compiler.iter().map(|&argument| argument.into()).collect(),
        }
    }
}

/// A name without the folder of the build.
const INSTALL_NAME: &str = "link-arg=-Wl,-install_name,@rpath/Asperity.dylib";
/// Its lines name the compiler's temporary files, and the library's UUID is made from them.
const NO_DEBUG_MAP: &str = "link-arg=-Wl,-S";

/// For which target of rustc, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target<'a> {
    /// Its name.
    pub triple: &'a str,
    /// What makes it.
    pub builder: Builder,
    /// The oldest system it is linked for, as in [`Platform::oldest`].
    pub oldest: &'static str,
}

impl<'a> Target<'a> {
    /// This machine, with its own tools.
    pub fn own(toolchain: &'a Toolchain) -> Self {
        Self { triple: &toolchain.host, builder: Builder::Own, oldest: "" }
    }

    /// What a platform's binary is built for.
    pub fn of(platform: &'a Platform) -> Self {
        Self { triple: &platform.target, builder: platform.builder, oldest: platform.oldest }
    }

    /// The name as the builder wants it: cargo-zigbuild takes the version of glibc with it.
    fn argument(&self) -> String {
        match self.oldest.strip_prefix("glibc ") {
            Some(version) => format!("{}.{version}", self.triple),
            None => self.triple.into(),
        }
    }
}

/// The libraries and what they were made of.
#[derive(Clone, Debug)]
pub struct Library {
    /// Where the shared one is.
    pub path: PathBuf,
    /// Where the static one is, if it was asked for.
    pub archive: Option<PathBuf>,
    /// Where its build script wrote what is rendered.
    pub rendered: PathBuf,
    /// Every package cargo compiled for it, build scripts and their crates among them.
    pub compiled: BTreeSet<PackageId>,
}

/// Runs cargo.
pub fn build(
    root: &Path,
    build_dir: &Path,
    toolchain: &Toolchain,
    target: &Target<'_>,
    tree: &UnitTree,
    product: &Product,
) -> Result<Library, PackError> {
    std::fs::create_dir_all(build_dir).map_err(cannot("written", build_dir))?;
    let build_dir = build_dir.canonicalize().map_err(cannot("read", build_dir))?;
    let program = if target.builder == Builder::Zig { "cargo-zigbuild" } else { &toolchain.cargo };
    let triple = target.argument();
    let arguments = [
        ["rustc", "--package", PACKAGE, "--lib", "--profile", "unit", "--features", product.feature].as_slice(),
        &["--crate-type", product.crate_types, "--target", &triple],
    ]
    .concat();
    let mut command = Command::new(program);
    if let Some(version) = target.oldest.strip_prefix("macOS ") {
        command.env("MACOSX_DEPLOYMENT_TARGET", version);
    }
    let mut child = command
        .args(&arguments)
        .args(["--message-format", "json-render-diagnostics", "--target-dir"])
        .arg(&build_dir)
        .arg("--")
        .args(&product.compiler)
        .current_dir(root)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(root, &build_dir, toolchain, target, tree).join(FLAG_SEPARATOR))
        .env("CARGO_INCREMENTAL", "0")
        // wherever the user has cargo put what it builds: who runs this may have locked it
        .env("CARGO_BUILD_BUILD_DIR", &build_dir)
        .envs(WRAPPERS)
        // its scripts must not be written anew while another build runs them
        .env("CARGO_ZIGBUILD_CACHE_DIR", build_dir.join("zigbuild"))
        .env("CARGO_PROFILE_UNIT_LTO", if product.whole { "fat" } else { "off" })
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|source| PackError::Tool { tool: program.into(), variable: "CARGO", source })?;

    let (mut library, mut archive, mut rendered, mut compiled) = (None, None, None, BTreeSet::new());
    if let Some(stdout) = child.stdout.take() {
        for message in Message::parse_stream(std::io::BufReader::new(stdout)) {
            let message = message.map_err(cannot("read", Path::new("cargo's report")))?;
            let artifact = match message {
                Message::CompilerArtifact(artifact) => artifact,
                Message::BuildScriptExecuted(script) if script.package_id == tree.root => {
                    rendered = Some(script.out_dir.into_std_path_buf());
                    continue;
                }
                _ => continue,
            };
            if artifact.package_id == tree.root && artifact.target.crate_types.contains(&CrateType::CDyLib) {
                let file = |extensions: &[&str]| {
                    let wanted = |path: &&Utf8PathBuf| path.extension().is_some_and(|own| extensions.contains(&own));
                    artifact.filenames.iter().find(wanted).map(|path| path.as_std_path().to_path_buf())
                };
                library = file(&LIBRARY_EXTENSIONS);
                archive = file(&["a"]);
            }
            compiled.insert(artifact.package_id);
        }
    }
    let status = child.wait().map_err(cannot("read", Path::new("cargo's exit status")))?;
    if !status.success() {
        return Err(PackError::ToolFailed {
            command: format!("{program} {}", arguments.join(" ")),
            detail: "its messages above say why".into(),
        });
    }
    let (path, rendered) = library.zip(rendered).ok_or(PackError::NoLibrary)?;
    Ok(Library { path, archive, rendered, compiled })
}

/// The user's compiler flags and those of the library.
fn flags(root: &Path, build_dir: &Path, toolchain: &Toolchain, target: &Target<'_>, tree: &UnitTree) -> Vec<String> {
    let mut flags = inherited_flags(
        std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().as_deref(),
        std::env::var("RUSTFLAGS").ok().as_deref(),
    );
    // Of several that match, the compiler takes the last: from the general to the particular.
    let mut renamed: Vec<(PathBuf, String)> = vec![
        (toolchain.sysroot.clone(), "rust".into()),
        (toolchain.sysroot.join("lib/rustlib/src/rust"), format!("/rustc/{}", toolchain.commit)),
    ];
    renamed.extend(cargo_home().map(|home| (home, "cargo".into())));
    renamed.extend(tree.dependencies.iter().map(|package| (package.folder.clone(), package.label())));
    renamed.push((root.to_path_buf(), PACKAGE.into()));
    renamed.push((build_dir.to_path_buf(), "build".into()));
    flags.extend(renamed.iter().map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())));
    // Taken in pairs, the elements of a vector are packed and unpacked more than they are computed with: a sixth slower.
    flags.extend(["-C".into(), "no-vectorize-slp".into()]);
    if target.builder == Builder::Mingw {
        // GNU's linker writes the time of day into a DLL.
        flags.extend(["-C".into(), "link-arg=-Wl,--no-insert-timestamp".into()]);
    }
    if is_linux(target.triple) {
        // A host that unloads the library while a thread of it still ends would crash: keep it resident.
        flags.extend(["-C".into(), "link-arg=-Wl,-z,nodelete".into()]);
    }
    flags
}

/// The flags for a library of another package on the core, encoded as cargo wants them.
#[cfg(feature = "unit")]
pub fn flags_of_others(folder: &Path, toolchain: &Toolchain) -> String {
    let mut flags = inherited_flags(
        std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().as_deref(),
        std::env::var("RUSTFLAGS").ok().as_deref(),
    );
    let renamed = [(Some(folder.to_path_buf()), "package"), (cargo_home(), "cargo"), (Some(super::root()), PACKAGE)];
    let renamed = renamed.into_iter().filter_map(|(path, name)| Some((path?, name)));
    flags.extend(renamed.map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())));
    if is_linux(&toolchain.host) {
        // an importer that unloads the library while a thread of it still ends would crash: keep it resident
        flags.extend(["-C".into(), "link-arg=-Wl,-z,nodelete".into()]);
    }
    flags.join(FLAG_SEPARATOR)
}

fn is_linux(target: &str) -> bool {
    target.contains("-linux-")
}

fn is_apple(target: &str) -> bool {
    target.ends_with("-apple-darwin")
}

/// What the user asked for, in cargo's order: the encoded variable hides the plain one.
fn inherited_flags(encoded: Option<&str>, plain: Option<&str>) -> Vec<String> {
    match (encoded, plain) {
        (Some(encoded), _) => encoded.split(FLAG_SEPARATOR).filter(|flag| !flag.is_empty()).map(Into::into).collect(),
        (None, Some(plain)) => plain.split_whitespace().map(Into::into).collect(),
        (None, None) => Vec::new(),
    }
}

/// Where cargo keeps the sources of crates.
pub fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::PLATFORMS;

    #[test]
    fn the_version_of_glibc_is_part_of_the_targets_name() {
        assert_eq!(Target::of(&PLATFORMS[0]).argument(), "x86_64-unknown-linux-gnu.2.17");
        assert!(PLATFORMS[2..].iter().all(|platform| Target::of(platform).argument() == platform.target));
    }

    #[test]
    fn the_users_flags_stay() {
        assert_eq!(inherited_flags(Some("-C\u{1f}debuginfo=0"), Some("-g")), ["-C", "debuginfo=0"]);
        assert_eq!(inherited_flags(None, Some(" -C  target-cpu=native ")), ["-C", "target-cpu=native"]);
        assert_eq!(inherited_flags(Some(""), None), Vec::<String>::new());
    }
}
