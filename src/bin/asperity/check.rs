//! `asperity check`

use std::io::Write;
use std::path::Path;

use asperity::host::HostError;
use asperity::host::fmu::{Fmu, Unpacked};
use asperity::host::instance::Instance;
use fmi_rs::model_description::fmi2::ModelDescription;

use crate::Failure;

pub fn run(file: &Path) -> Result<(), Failure> {
    // The binary refuses a modelDescription.xml that it was not built with, but only when it is instantiated.
    let tried = Fmu::open(file).and_then(|fmu| Instance::co_simulation(&fmu, "check").map(drop));
    if let Err(error @ (HostError::File { .. } | HostError::Archive { .. } | HostError::NoDescription { .. })) = tried {
        return Err(error.into());
    }
    let mut problems = description_problems(file)?;
    problems.extend(tried.err().map(|error| error.to_string()));
    let mut out = std::io::stdout().lock();
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    match problems.len() {
        0 => Ok(writeln!(out, "{}: no problems found", file.display())?),
        1 => Err(Failure::Failed(format!("{} has 1 problem", file.display()))),
        count => Err(Failure::Failed(format!("{} has {count} problems", file.display()))),
    }
}

/// What fmi-rs finds in modelDescription.xml.
fn description_problems(file: &Path) -> Result<Vec<String>, Failure> {
    let unpacked = Unpacked::new(file)?;
    let path = unpacked.folder().join("modelDescription.xml");
    Ok(match ModelDescription::from_path(&path) {
        Ok(description) => description.validate().into_iter().map(|problem| problem.message).collect(),
        Err(error) => vec![format!("modelDescription.xml cannot be read: {error}")],
    })
}
