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

/// Why a command failed, with the file that --fmu names where that FMU did.
pub fn failed(file: Option<&Path>, error: HostError) -> Failure {
    let is_of_fmu = matches!(error, HostError::Call { .. } | HostError::Variable { .. } | HostError::Description(_));
    match (file.filter(|_| is_of_fmu), error.into()) {
        (Some(file), Failure::Usage(text)) => Failure::Usage(format!("{}: {text}", file.display())),
        (Some(file), Failure::Failed(text)) => Failure::Failed(format!("{}: {text}", file.display())),
        (_, failure) => failure,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_fmu_that_fails_is_named_and_nothing_else_is() {
        let file = Path::new("theirs.fmu");
        let call = || HostError::Call { function: "fmi2DoStep", status: "fmi2Error", log: String::new() };
        let said = |file, error| match failed(file, error) {
            Failure::Usage(text) => (2, text),
            Failure::Failed(text) => (1, text),
            Failure::ReaderGone => (0, String::new()),
        };
        assert_eq!(
            said(Some(file), call()),
            (1, "theirs.fmu: fmi2DoStep answered fmi2Error and logged nothing".into())
        );
        assert_eq!(said(None, call()), (1, "fmi2DoStep answered fmi2Error and logged nothing".into()));
        let missing = HostError::Variable { name: "force_i[1]".into(), kind: "Real" };
        assert_eq!(said(Some(file), missing), (2, "theirs.fmu: the FMU has no Real variable `force_i[1]`".into()));
        assert_eq!(said(Some(file), HostError::Stopped), (1, "the simulation was stopped".into()));
    }
}
