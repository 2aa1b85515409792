//! Systems as paths or texts: read, checked, packed.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use asperity_lab::material::Material;
use asperity_lab::systems;
use asperity_pack::archive;
use asperity_pack::system::{Elasticity, System};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::failure::{error, guarded};

/// What a system is described by.
pub enum Source {
    /// A path, or a text if it has several lines
    Text(String),
    Path(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let refused =
            |_: PyErr| PyTypeError::new_err("a system is the path of a system.toml, or its text of several lines");
        given.extract().map(Source::Text).or_else(|_: PyErr| given.extract().map(Source::Path)).map_err(refused)
    }
}

impl Source {
    /// The system. Errors: the file cannot be read or is no system; file, line and key are named.
    pub fn system(&self) -> PyResult<System> {
        let path = match self {
            Source::Text(text) if text.contains('\n') => {
                return System::read(text, &elasticity).map_err(|why| error(format_args!("text, {why}")));
            }
            Source::Text(path) => Path::new(path),
            Source::Path(path) => path,
        };
        let (name, text) = read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        System::read_in(folder, &text, &elasticity).map_err(|why| error(format_args!("{name}, {why}")))
    }
}

fn read(path: &Path) -> PyResult<(Cow<'_, str>, Cow<'_, str>)> {
    let name = path.to_string_lossy();
    match std::fs::read_to_string(path) {
        Ok(text) => Ok((name, text.into())),
        Err(why) => Err(error(format_args!("{name} cannot be read: {why}"))),
    }
}

fn elasticity(name: &str) -> Option<Elasticity> {
    Material::find(name).map(|material| Elasticity { young: material.young.value, poisson: material.poisson.value })
}

/// The FMU of a system, with the binaries of the one-contact FMU `unit`.
pub fn packed(system: &System, unit: &Path) -> PyResult<Vec<u8>> {
    let bytes = std::fs::read(unit).map_err(|why| error(format_args!("{} cannot be read: {why}", unit.display())))?;
    system.packed(&bytes, unit).map_err(error)
}

/// Packs a system into `out`, by default the file of its name here; the answer is the path.
#[pyfunction]
pub fn pack(py: Python, system: Source, out: Option<PathBuf>, unit: PathBuf) -> PyResult<PathBuf> {
    py.detach(|| {
        guarded(|| {
            let system = system.system()?;
            let out = out.unwrap_or_else(|| format!("{}.fmu", system.scene().name).into());
            if let Some(folder) = out.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
                return Err(error(format_args!("{}: there is no folder {}", out.display(), folder.display())));
            }
            archive::write(&out, &packed(&system, &unit)?).map_err(error)?;
            Ok(out)
        })
    })
}

/// What keeps the bodies of a system from moving by themselves; empty if nothing does.
#[pyfunction]
pub fn check(py: Python, system: Source) -> PyResult<Vec<String>> {
    py.detach(|| {
        guarded(|| {
            let system = system.system()?;
            // in Co-Simulation, which every system is for
            let way = systems::Way::CoSimulation(1e-3);
            Ok(systems::check(system.scene(), way).err().map(|why| why.to_string()).into_iter().collect())
        })
    })
}
