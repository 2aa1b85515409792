//! A packed unit, unpacked and loaded.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
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

/// Size of all files of an archive together up to which it is unpacked [bytes]: no FMU comes near it, and an archive that
/// unpacks to more than the disk holds stops here.
const LARGEST: u64 = 1 << 31;

/// A folder that goes when it is dropped.
#[derive(Debug)]
pub struct Unpacked {
    folder: PathBuf,
}

impl Unpacked {
    /// Unpacks an archive into a new folder among the temporary files.
    ///
    /// Errors: an entry that would lie outside this folder, a symbolic link, more than 2 GiB of content.
    pub fn new(path: &Path) -> Result<Self, HostError> {
        Self::up_to(LARGEST, path)
    }

    /// [`new`](Self::new) with another limit [bytes].
    pub fn up_to(largest: u64, path: &Path) -> Result<Self, HostError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let file = File::open(path).map_err(cannot("read", path))?;
        let mut archive =
            zip::ZipArchive::new(file).map_err(|source| HostError::Archive { path: path.to_path_buf(), source })?;
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
        unpacked.fill(path, &mut archive, largest)?;
        Ok(unpacked)
    }

    /// Writes the files of the archive. What an entry is, is decided by its bytes as they come: sizes that the archive states
    /// may be wrong.
    fn fill(&self, path: &Path, archive: &mut zip::ZipArchive<File>, largest: u64) -> Result<(), HostError> {
        let broken = |source| HostError::Archive { path: path.to_path_buf(), source };
        let refused =
            |name: &str, why: String| HostError::Entry { path: path.to_path_buf(), name: name.to_owned(), why };
        let mut left = largest;
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(broken)?;
            let name = entry.name().map_err(broken)?.into_owned();
            if entry.is_symlink() {
                return Err(refused(&name, "is a symbolic link; an .fmu holds files and folders only".into()));
            }
            let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
            if name.contains('\0') || !Path::new(&name).components().all(is_inside) {
                let why = "does not lie inside the archive; names are relative and without \"..\"";
                return Err(refused(&name, why.into()));
            }
            let place = self.folder.join(&name);
            let folder = if entry.is_dir() { Some(place.as_path()) } else { place.parent() };
            let folder = folder.unwrap_or(&self.folder);
            std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
            if entry.is_dir() {
                continue;
            }
            let mut file = File::create(&place).map_err(cannot("written", &place))?;
            let written = io::copy(&mut entry.take(left + 1), &mut file).map_err(|source| broken(source.into()))?;
            let why = || format!("unpacks to more than {largest} bytes, with the entries before it");
            left = left.checked_sub(written).ok_or_else(|| refused(&name, why()))?;
        }
        Ok(())
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The URI of the folder `resources`, as importers write it [RFC 8089]; of an FMU without one it leads to nothing.
    fn resources(&self) -> CString {
        let path = self.folder.join("resources");
        let path = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
        for byte in path.bytes() {
            match byte {
                b'/' | b':' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
                _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
                _ => uri += &format!("%{byte:02X}"),
            }
        }
        // a zero byte is encoded like any other
        CString::new(uri).unwrap_or_default()
    }

    /// Reads modelDescription.xml; `path` is the archive's, for the message.
    pub fn description(&self, path: &Path) -> Result<Description, HostError> {
        let xml = std::fs::read_to_string(self.folder.join("modelDescription.xml"))
            .map_err(|source| HostError::NoDescription { path: path.to_path_buf(), source })?;
        Description::parse(&xml)
    }

    /// The binary for the machine this runs on; the identifier in `description` keeps it inside this folder.
    pub fn binary(&self, description: &Description) -> Result<PathBuf, HostError> {
        let folder =
            platform_folder().ok_or_else(|| HostError::NoBinary(format!("a folder for {}", std::env::consts::ARCH)))?;
        let name = format!("binaries/{folder}/{}.{}", description.identifier, std::env::consts::DLL_EXTENSION);
        let binary = self.folder.join(&name);
        if binary.is_file() { Ok(binary) } else { Err(HostError::NoBinary(name)) }
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
    /// fmuResourceLocation
    pub(super) resources: CString,
    // Dropped in this order: where the file of a library in use cannot be removed, the library must be gone before.
    _library: Library,
    _unpacked: Option<Unpacked>,
}

impl Fmu {
    /// Unpacks the unit, reads its description and loads its binary.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        let unpacked = Unpacked::new(path)?;
        let description = unpacked.description(path)?;
        let binary = unpacked.binary(&description)?;
        // SAFETY: loading runs the library's initialisers, as for every importer of a unit; the user chose this file.
        let library = unsafe { Library::new(&binary)? };
        let functions = Functions::load(&library)?;
        // Unix keeps what is loaded when its file goes: removed now, the folder does not outlive a killed process.
        let needed = !cfg!(unix) || unpacked.folder().join("resources").exists();
        let resources = unpacked.resources();
        Ok(Self { description, functions, resources, _library: library, _unpacked: needed.then_some(unpacked) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resources_are_named_by_a_uri() {
        let unpacked = Unpacked { folder: std::env::temp_dir().join("a b/ü%") };
        let uri = unpacked.resources().into_string().expect("ASCII");
        assert!(uri.starts_with("file:///") && uri.ends_with("/a%20b/%C3%BC%25/resources"), "{uri}");
    }

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
