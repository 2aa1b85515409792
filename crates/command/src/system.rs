//! The file of a system, for the commands that take one.

use std::path::Path;

use asperity_lab::material::Material;
use asperity_pack::system::{Elasticity, System};

use crate::Failure;
use crate::files::Files;

/// Errors: the file cannot be read or is no system, by line and key; a surface that it names would be written over.
pub fn read(path: &Path, files: &mut Files) -> Result<System, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", path.display())))?;
    let system = System::read_in(path.parent().unwrap_or(Path::new("")), &text, &elasticity)
        .map_err(|error| Failure::Usage(format!("{}, {error}", path.display())))?;
    system.surfaces().iter().try_for_each(|surface| files.reads("", surface))?;
    Ok(system)
}

/// Elasticity of a material in the table of `asperity material`.
fn elasticity(name: &str) -> Option<Elasticity> {
    Material::find(name).map(|material| Elasticity { young: material.young.value, poisson: material.poisson.value })
}
