//! The FMU of a system: the binaries of the one-contact FMU under another name, with files that say what is in it.

use super::PackError;
use super::documents::MODEL_IDENTIFIER;
use super::site;
use super::start_values;
use super::surfaces;
use asperity::unit::system::listing;
use asperity::unit::system::text;

pub use asperity::unit::system::Scene;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

pub use asperity::unit::system::scene::{CouplingMethod, CouplingOrder, HandBack, SceneBody};
pub use asperity::unit::system::scene_contact::SceneContact;
pub use asperity::unit::system::shapes::{Elasticity, Part, Shape};
use asperity::unit::system::text::Beside;
pub use asperity::unit::system::text::{Error, Materials};

/// A system that can be packed.
pub struct System {
    text: String,
    scene: Scene,
    surfaces: Vec<PathBuf>,
}

impl System {
    /// The system of a text, with the materials that have names. Errors: the first thing that is wrong with it.
    pub fn read(text: &str, materials: Materials) -> Result<Self, Error> {
        Ok(System { scene: text::scene(text, materials)?, text: text.into(), surfaces: Vec::new() })
    }

    /// The same of a file's text, with the files of surfaces that it names, from its folder on.
    pub fn read_in(folder: &Path, text: &str, materials: Materials) -> Result<Self, Error> {
        let found = RefCell::new(Vec::new());
        let surfaces = &|name: &str| {
            let path = folder.join(name);
            let surface = surfaces::read(&path).map_err(|why| format!("\"{name}\": {why}"));
            found.borrow_mut().push(path);
            surface
        };
        let scene = text::scene_beside(text, &Beside { materials, surfaces })?;
        Ok(System { scene, text: text.into(), surfaces: found.into_inner() })
    }

    /// The same with its contacts in interface coupling that hands back `how`, stepped in sequential order unless its file asks for
    /// interface coupling itself.
    ///
    /// Errors: a contact has its geometry from the importer, or a body lacks an inertia.
    pub fn coupled(mut self, how: HandBack) -> Result<Self, String> {
        self.scene.couple(how)?;
        Ok(self)
    }

    /// Files of surfaces that its text names.
    pub fn surfaces(&self) -> &[PathBuf] {
        &self.surfaces
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// This system with the binaries of a packed one-contact FMU; `path` is what a message calls that.
    ///
    /// Errors: it is another FMU, or damaged.
    pub fn packed(&self, unit: &[u8], path: &Path) -> Result<Vec<u8>, PackError> {
        let own = listing::files(&self.text, &self.scene).map_err(|error| PackError::StartValues(error.to_string()))?;
        let entries = own.files.iter().cloned().map(|(path, bytes)| site::entry(path, bytes)).collect();
        let kept = |entry: &str| {
            // the value references of the header are those of the one contact
            let is_kept = !entry.starts_with("include/") && own.files.iter().all(|(path, _)| path != entry);
            let is_binary = entry.starts_with("binaries/");
            let named = || entry.replace(&format!("/{MODEL_IDENTIFIER}."), &format!("/{}.", own.name));
            is_kept.then(|| if is_binary { named() } else { entry.into() })
        };
        start_values::remade(unit, path, kept, entries)
    }
}
