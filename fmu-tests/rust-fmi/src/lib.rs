//! `Asperity.fmu` as a Rust program imports it, with the crate `fmi`: variables by name, a ball as the plant, and a
//! Runge–Kutta integrator that stops at event indicators.

pub mod ball;
pub mod exchange;

use std::path::PathBuf;

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::Common;
use fmi::fmi2::{Fmi2Error, Fmi2Res};
use fmi::traits::FmiImport;

/// Value references of one or more variables.
pub type References = Vec<u32>;

/// The unit that the environment variable ASPERITY_FMU names, or the one that was packed last.
pub fn import() -> Fmi2Import {
    import_of("ASPERITY_FMU", "Asperity.fmu")
}

/// The FMU that an environment variable names, or the file of this name that was packed last.
pub fn import_of(variable: &str, name: &str) -> Fmi2Import {
    let packed = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/fmu").join(name);
    let path = std::env::var_os(variable).map_or_else(packed, PathBuf::from);
    fmi::import::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Value reference of a variable.
pub fn reference(import: &Fmi2Import, name: &str) -> u32 {
    let found = import.model_description().get_model_variables().find(|variable| variable.name == name);
    found.unwrap_or_else(|| panic!("the FMU has no variable {name}")).value_reference
}

/// Value references of the three elements of each vector.
pub fn vectors(import: &Fmi2Import, names: &[&str]) -> References {
    let elements = names.iter().flat_map(|name| (1..=3).map(move |index| format!("{name}[{index}]")));
    elements.map(|name| reference(import, &name)).collect()
}

/// Sets parameters by name.
pub fn set(import: &Fmi2Import, unit: &mut impl Common, settings: &[(&str, f64)]) -> Result<(), Fmi2Error> {
    for (name, value) in settings {
        unit.set_real(&[reference(import, name)], &[*value])?;
    }
    Ok(())
}

/// Chooses an item of an enumeration by its number.
pub fn choose(import: &Fmi2Import, unit: &mut impl Common, name: &str, item: i32) -> Result<Fmi2Res, Fmi2Error> {
    unit.set_integer(&[reference(import, name)], &[item])
}

/// Values of real variables.
pub fn get(unit: &mut impl Common, references: &[u32]) -> Vec<f64> {
    let mut values = vec![0.0; references.len()];
    unit.get_real(references, &mut values).expect("values can be read");
    values
}
