//! The unit that a command runs.

use std::path::Path;

use asperity_lab::CARRIED;
use asperity_lab::fmu::Fmu;
use asperity_pack::{MODEL_IDENTIFIER, PackOptions, pack};

use crate::Failure;

/// Loads the file that --fmu names, else the unit that the program carries. A debug build carries none and packs its
/// source tree.
pub fn open(file: Option<&Path>) -> Result<Fmu, Failure> {
    if let Some(file) = file {
        return Ok(Fmu::open(file)?);
    }
    let temporary = |error| Failure::Failed(format!("no temporary file can be written: {error}"));
    let folder = tempfile::tempdir().map_err(temporary)?;
    let path = folder.path().join(format!("{MODEL_IDENTIFIER}.fmu"));
    match CARRIED {
        Some(unit) => std::fs::write(&path, unit).map_err(temporary)?,
        None => drop(pack(&PackOptions { output: path.clone(), ..PackOptions::default() })?),
    }
    Ok(Fmu::open(&path)?)
}
