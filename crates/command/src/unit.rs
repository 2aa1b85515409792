//! The unit that a command runs.

use std::path::Path;

use asperity_lab::fmu::Fmu;
use asperity_lab::{CARRIED, HostError};
use asperity_pack::{MODEL_IDENTIFIER, PackOptions, pack};

use asperity_pack::built;
use asperity_pack::system::System;

use crate::Failure;

/// Loads the file that --fmu names, else the unit that the program carries. A debug build carries none and packs its
/// source tree. Errors: the file is no FMU, or none that this machine can load.
pub fn open(file: Option<&Path>) -> Result<Fmu, Failure> {
    if let Some(file) = file {
        return Fmu::open(file).map_err(|error| match error {
            HostError::Description(_) | HostError::NoBinary(_) | HostError::Binary(_) | HostError::Missing(_) => {
                Failure::Usage(format!("{}: {error}", file.display()))
            }
            other => other.into(),
        });
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

/// The file that --fmu names, else the unit that the program carries or packs.
pub fn bytes(file: Option<&Path>) -> Result<Vec<u8>, Failure> {
    match (file, CARRIED) {
        (Some(file), _) => std::fs::read(file)
            .map_err(|error| Failure::Usage(format!("--fmu {}: it cannot be read: {error}", file.display()))),
        (None, Some(unit)) => Ok(unit.to_vec()),
        (None, None) => Ok(built(&PackOptions::default())?),
    }
}

/// The unit of a system, packed among the temporary files from what --fmu names or the program carries.
pub fn of_system(system: &System, file: Option<&Path>) -> Result<Fmu, Failure> {
    let temporary = |error| Failure::Failed(format!("no temporary file can be written: {error}"));
    let unit = bytes(file)?;
    let name = file.map_or_else(|| format!("{MODEL_IDENTIFIER}.fmu").into(), Path::to_path_buf);
    let folder = tempfile::tempdir().map_err(temporary)?;
    let path = folder.path().join(format!("{}.fmu", system.scene().name));
    std::fs::write(&path, system.packed(&unit, &name)?).map_err(temporary)?;
    Ok(Fmu::open(&path)?)
}
