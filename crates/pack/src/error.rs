//! Why a unit could not be packed or the library not installed, each as a sentence that says what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::missing::AllMissing;

/// Why a unit could not be packed or the library not installed.
#[derive(Debug, Error)]
pub enum PackError {
    /// Start values that the unit cannot be packed with.
    #[error("{0}")]
    StartValues(String),
    /// The unit whose start values are to be changed is of another version, or has some of its own.
    #[error(
        "{} is not an FMU of this version of asperity with the built-in start values: pack one without --set and \
         --simple, or leave out --fmu",
        .0.display()
    )]
    OtherUnit(PathBuf),
    /// The packed FMU that is to be changed is damaged.
    #[error("{} cannot be read: {source}", path.display())]
    Damaged { path: PathBuf, source: zip::result::ZipError },
    /// A page of the documentation shows a picture that is not there.
    #[error("{page} shows the picture {link}, which is not there")]
    Picture { page: String, link: String },
    /// The program runs where its sources are not.
    #[error(
        "the source tree of asperity is not at {}, and this needs it: change into a checkout and run \
         `cargo run --release -- pack` (or `-- install`, `-- describe`) there",
        .0.display()
    )]
    NoSourceTree(PathBuf),
    /// FMI has a platform for it that this packer does not know, or none at all.
    #[error("no FMI platform is known for {0}: pack on x86-64 or ARM64 under Linux, Windows or macOS")]
    UnsupportedHost(String),
    /// Tools that build for a chosen platform are not on this machine.
    #[error(
        "tools are missing on this machine\n{0}`asperity platforms` lists what can be packed here; without --platform \
         the FMU is packed for this machine and needs none of them"
    )]
    Missing(AllMissing),
    /// There is no layout of libraries for it here.
    #[error("how libraries are laid out under {0} is not known here: install under Linux or macOS, or import the .fmu")]
    NoLayout(String),
    /// What should become a folder is something else.
    #[error("{} is not a folder: give another --{option}", path.display())]
    NotAFolder {
        /// The option that asked for it.
        option: &'static str,
        /// What is in the way.
        path: PathBuf,
    },
    /// The folder of the libraries is not inside the prefix.
    #[error(
        "--libdir {0:?} has a space in it, which pkg-config does not hand on to a compiler; choose a folder without"
    )]
    LibdirWithSpace(PathBuf),
    #[error(
        "--libdir {} leaves the prefix: give a folder under it, such as lib64 or lib/x86_64-linux-gnu",
        .0.display()
    )]
    LibdirOutside(PathBuf),
    /// Installed files may not be written there.
    #[error(
        "{} cannot be written: {source}. Give a --prefix that you may write to, or run `asperity install` as a user \
         who may",
        path.display()
    )]
    NotWritable {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A tool of the C compiler could not be started.
    #[error("`{tool}` could not be started ({source}): install gcc with binutils or set {variable}")]
    CTool {
        /// The program.
        tool: String,
        /// The environment variable that names it.
        variable: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A tool could not be started.
    #[error("`{tool}` could not be started ({source}): install Rust from https://rustup.rs or set {variable}")]
    Tool {
        /// The program.
        tool: String,
        /// The environment variable that names it.
        variable: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A tool ended with an error.
    #[error("`{command}` failed: {detail}")]
    ToolFailed {
        /// The program and its arguments.
        command: String,
        /// What it said, or where it said it.
        detail: String,
    },
    /// cargo built something, but not the library.
    #[error(
        "cargo reported no such library, or its build script wrote no modelDescription.xml to OUT_DIR: `crate-type` in Cargo.toml \
         must contain \"cdylib\""
    )]
    NoLibrary,
    /// What should be the Cargo.toml of a package is something else.
    #[error("--manifest {}: a file is expected that is there and named Cargo.toml", .0.display())]
    NoManifest(PathBuf),
    /// The build script of a package wrote no usable modelDescription.xml.
    #[error("{}: its build script wrote a modelDescription.xml without modelIdentifier", .0.display())]
    NoModelIdentifier(PathBuf),
    /// A crate in the library comes without the text of its licence.
    #[error(
        "{name} {version} has no licence file in {}: its code may not be given away without it, so add the text there \
         upstream or use another crate",
        folder.display()
    )]
    NoLicence {
        /// Name of the crate.
        name: String,
        /// Its version.
        version: String,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A tool's own library in the binary comes without the text of its licence.
    #[error(
        "the licence of {name}, which gets into the binary, is at none of {}: put its text at one of these places",
        places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
    )]
    NoRuntimeLicence {
        /// Name of the library.
        name: &'static str,
        /// Where it was looked for.
        places: Vec<PathBuf>,
    },
    /// The toolchain comes without the notice of the standard library.
    #[error(
        "the notice of Rust's standard library is not at {}: install the toolchain by rustup, which brings it",
        .0.display()
    )]
    NoStandardLibraryNotice(PathBuf),
    /// cbindgen did not render the C header.
    #[error("include/asperity.h cannot be rendered from src/capi: {0}")]
    Header(String),
    /// A file that belongs in it is not there or cannot be read or written.
    #[error("{} cannot be {action}: {source}", path.display())]
    File {
        /// "read" or "written".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The archive could not be written.
    #[error("the archive could not be written: {0}")]
    Archive(#[from] zip::result::ZipError),
    /// A committed file is not what the table renders.
    #[error(
        "{0} differs from what the variable table renders: run `cargo run -- describe --write` and commit the result"
    )]
    Stale(String),
    /// The page of variables has no place for the table.
    #[error("docs/variables.md has no lines `{begin}` and `{end}`: put them where the table of variables belongs")]
    NoMarkers {
        /// First marker.
        begin: &'static str,
        /// Last marker.
        end: &'static str,
    },
}

impl PackError {
    /// The same where the archive is a file that is read.
    pub fn of_file(self, path: &Path) -> Self {
        match self {
            Self::Archive(source) => Self::Damaged { path: path.into(), source },
            other => other,
        }
    }
}

/// The file's bytes.
pub fn read(path: &Path) -> Result<Vec<u8>, PackError> {
    std::fs::read(path).map_err(cannot("read", path))
}

/// Turns what the system says about a path into an error.
pub fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PackError {
    let path = path.to_path_buf();
    move |source| PackError::File { action, path, source }
}
