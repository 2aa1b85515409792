//! A small host for demonstrations, tests and the reproduction of the papers. It loads the packed unit as any importer
//! does, in model exchange and in co-simulation.

pub mod conformance;
pub mod couplings;
pub mod csv;
pub mod description;
pub mod exchange;
pub mod fmu;
mod functions;
pub mod half_space;
pub mod impacts;
pub mod instance;
pub mod log;
pub mod masters;
pub mod material;
mod method;
pub mod number;
mod outcome;
pub mod planar;
pub mod plants;
pub mod plot;
pub mod record;
pub mod report;
pub mod routh;
pub mod scenes;
pub mod simulate;
pub mod systems;
pub mod wheel;
pub mod wiring;

use std::path::PathBuf;

use thiserror::Error;

/// The packed unit for the platform of this program, as build.rs has made it from the same sources; debug builds carry none,
/// since each change of a source would pack it again.
#[cfg(carries_unit)]
pub static CARRIED: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/Asperity.fmu")));
/// The packed unit for the platform of this program: none, since this is a debug build.
#[cfg(not(carries_unit))]
pub static CARRIED: Option<&[u8]> = None;

/// Why a unit could not be loaded or simulated.
#[derive(Debug, Error)]
pub enum HostError {
    /// A file could not be read or written.
    #[error("{} cannot be {action}: {source}", path.display())]
    File {
        /// "read" or "written".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no archive, or a broken one.
    #[error("{} is not a readable .fmu: {source}", path.display())]
    Archive {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: zip::result::ZipError,
    },
    /// The archive holds what nobody should unpack.
    #[error("{}: the entry {name:?} {why}", path.display())]
    Entry {
        /// The file.
        path: PathBuf,
        /// Name of the entry.
        name: String,
        /// What is wrong with it, and what is allowed.
        why: String,
    },
    /// modelDescription.xml is missing, or no text.
    #[error("{}: modelDescription.xml is not in the FMU, or not readable: {source}", path.display())]
    NoDescription {
        /// The unit.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// modelDescription.xml does not say what is needed.
    #[error("modelDescription.xml: {0}")]
    Description(String),
    /// The unit has no binary for this machine.
    #[error("the FMU has no binary for this platform: {0} is not in it")]
    NoBinary(String),
    /// The binary cannot be loaded.
    #[error("the binary of the FMU cannot be loaded: {}{}", .0, cause(.0))]
    Binary(#[from] libloading::Error),
    /// The binary lacks functions of FMI 2.0.
    #[error("the binary of the FMU does not export {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    /// A function of the unit answered with an error.
    #[error("{function} answered {status}{}", said(log))]
    Call {
        /// The function.
        function: &'static str,
        /// The status in words.
        status: &'static str,
        /// What the unit logged meanwhile.
        log: String,
    },
    /// A variable the host needs is not in the unit, or of another type.
    #[error("the FMU has no {kind} variable `{name}`")]
    Variable {
        /// Its name.
        name: String,
        /// The type that was looked for.
        kind: &'static str,
    },
    /// The host itself was asked for something that cannot be.
    #[error("{0}")]
    Request(String),
    /// A simulation has gone to infinity at this time [s].
    #[error("at {} s the plant is no longer finite: take a shorter step", number::fixed(*.0, 6))]
    NotFinite(f64),
    /// Who asked for a simulation has stopped it.
    #[error("the simulation was stopped")]
    Stopped,
    /// The figure could not be drawn.
    #[error("the picture could not be drawn: {0}")]
    Figure(String),
}

/// The unit's own words, if it had any.
fn said(log: &str) -> String {
    if log.is_empty() { " and logged nothing".into() } else { format!(": {log}") }
}

/// What the loader itself said, if it did.
fn cause(error: &libloading::Error) -> String {
    std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default()
}

/// Turns what the system says about a path into an error.
pub fn cannot(action: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> HostError {
    let path = path.to_path_buf();
    move |source| HostError::File { action, path, source }
}
