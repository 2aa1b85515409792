//! A packed unit, unpacked and loaded.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use libloading::Library;

use super::description::Description;
use super::functions::Functions;
use super::{HostError, cannot};

/// Folder under `binaries/` for the machine this runs on. FMI 2.0.5, section 2.3.
pub fn platform_folder() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux64"),
        ("linux", "aarch64") => Some("aarch64-linux"),
        ("windows", "x86_64") => Some("win64"),
        ("windows", "aarch64") => Some("aarch64-windows"),
        ("macos", "x86_64") => Some("darwin64"),
        ("macos", "aarch64") => Some("aarch64-darwin"),
        _ => None,
    }
}

/// A folder that goes when it is dropped.
#[derive(Debug)]
pub struct Unpacked {
    folder: PathBuf,
}

impl Unpacked {
    /// Unpacks an archive into a new folder among the temporary files.
    pub fn new(path: &Path) -> Result<Self, HostError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let broken = |source| HostError::Archive { path: path.to_path_buf(), source };
        let file = std::fs::File::open(path).map_err(cannot("read", path))?;
        let mut archive = zip::ZipArchive::new(file).map_err(broken)?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let parent = std::env::temp_dir();
        // `create_dir`, not `create_dir_all`: a folder that somebody else made is not ours to use or to remove.
        let folder = (0_u32..)
            .map(|attempt| parent.join(format!("asperity-{}-{number}-{attempt}", std::process::id())))
            .find_map(|folder| match std::fs::create_dir(&folder) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => None,
                result => Some(result.map(|()| folder.clone()).map_err(cannot("written", &folder))),
            })
            .unwrap_or_else(|| Err(HostError::Request("no free name among the temporary files".into())))?;
        let unpacked = Self { folder };
        archive.extract(&unpacked.folder).map_err(broken)?;
        Ok(unpacked)
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        // A killed process does not come here: a folder still in use then stays. Left-overs among the temporary files
        // harm nobody, and there is nobody to tell.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A unit whose binary is loaded.
pub struct Fmu {
    /// What modelDescription.xml says.
    pub description: Description,
    pub(super) functions: Functions,
    // Dropped in this order: where the file of a library in use cannot be removed, the library must be gone before.
    _library: Library,
    _unpacked: Option<Unpacked>,
}

impl Fmu {
    /// Unpacks the unit, reads its description and loads its binary.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        let unpacked = Unpacked::new(path)?;
        let description = unpacked.folder().join("modelDescription.xml");
        let xml = std::fs::read_to_string(&description)
            .map_err(|source| HostError::NoDescription { path: path.to_path_buf(), source })?;
        let description = Description::parse(&xml)?;
        let folder =
            platform_folder().ok_or_else(|| HostError::NoBinary(format!("a folder for {}", std::env::consts::ARCH)))?;
        let name = format!("binaries/{folder}/{}.{}", description.identifier, std::env::consts::DLL_EXTENSION);
        let binary = unpacked.folder().join(&name);
        if !binary.is_file() {
            return Err(HostError::NoBinary(name));
        }
        // SAFETY: loading runs the library's initialisers, as for every importer of a unit; the user chose this file.
        let library = unsafe { Library::new(&binary)? };
        let functions = Functions::load(&library)?;
        // Unix keeps what is loaded when its file goes: removed now, the folder does not outlive a killed process.
        let needed = !cfg!(unix) || unpacked.folder().join("resources").exists();
        Ok(Self { description, functions, _library: library, _unpacked: needed.then_some(unpacked) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_archive_is_named() {
        let path = std::env::temp_dir().join(format!("asperity-no-archive-{}.fmu", std::process::id()));
        std::fs::write(&path, "plain text").expect("a temporary file");
        let text = Fmu::open(&path).err().expect("it is no archive").to_string();
        std::fs::remove_file(&path).expect("clean up");
        assert!(text.contains("asperity-no-archive") && text.contains("not a readable .fmu"), "{text}");
        let text = Fmu::open(&path).err().expect("it is gone").to_string();
        assert!(text.contains("cannot be read"), "{text}");
    }
}
