//! Puts files in place, each whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use super::PackError;
use crate::archive::Entry;

/// A file or symbolic link under the prefix.
#[derive(Clone, Debug)]
pub struct Item {
    /// Path under the prefix, with slashes.
    pub path: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Bytes { bytes: Vec<u8>, mode: u32 },
    Link(String),
}

impl Item {
    /// A file to read.
    pub fn file(path: String, bytes: Vec<u8>) -> Self {
        Self { path, content: Content::Bytes { bytes, mode: 0o644 } }
    }

    /// A file to load.
    pub fn program(path: String, bytes: Vec<u8>) -> Self {
        Self { path, content: Content::Bytes { bytes, mode: 0o755 } }
    }

    /// A symbolic link to a file in the same folder.
    pub fn link(path: String, target: &str) -> Self {
        Self { path, content: Content::Link(target.into()) }
    }

    /// Writes it beside its place and moves it there, over what an earlier installation left.
    pub fn write(&self, prefix: &Path) -> Result<(), PackError> {
        let path = prefix.join(&self.path);
        let folder = path.parent().unwrap_or(prefix);
        std::fs::create_dir_all(folder).map_err(not_writable(folder))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let temporary = folder.join(format!(".{name}.{}", std::process::id()));
        let _ = std::fs::remove_file(&temporary);
        let made = match &self.content {
            Content::Bytes { bytes, mode } => {
                std::fs::write(&temporary, bytes).and_then(|()| set_mode(&temporary, *mode))
            }
            Content::Link(target) => symbolic_link(target, &temporary),
        };
        let placed = made.and_then(|()| std::fs::rename(&temporary, &path));
        if placed.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        placed.map_err(not_writable(&path))
    }
}

impl From<Entry> for Item {
    fn from(entry: Entry) -> Self {
        Self::file(entry.path, entry.bytes)
    }
}

/// Makes the folders and tries whether they take files: better now than after the libraries are built.
pub fn prepare(prefix: &Path, libdir: &Path) -> Result<(), PackError> {
    for (option, path) in [("prefix", prefix.to_path_buf()), ("libdir", prefix.join(libdir))] {
        if let Some(path) = path.ancestors().find(|path| path.symlink_metadata().is_ok()).filter(|path| !path.is_dir())
        {
            return Err(PackError::NotAFolder { option, path: path.to_path_buf() });
        }
    }
    for folder in [prefix.join(libdir), prefix.join("include"), prefix.join("share/doc")] {
        std::fs::create_dir_all(&folder).map_err(not_writable(&folder))?;
        let probe: PathBuf = folder.join(format!(".asperity.{}", std::process::id()));
        std::fs::write(&probe, []).and_then(|()| std::fs::remove_file(&probe)).map_err(not_writable(&folder))?;
    }
    Ok(())
}

fn not_writable(path: &Path) -> impl FnOnce(io::Error) -> PackError {
    let path = path.to_path_buf();
    move |source| PackError::NotWritable { path, source }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn symbolic_link(target: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn symbolic_link(_: &str, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("asperity-install-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        folder
    }

    #[test]
    fn a_file_in_the_way_of_a_folder_is_named() {
        let folder = folder("file");
        let file = folder.join("prefix");
        std::fs::write(&file, "no folder").expect("a file");
        for prefix in [file.clone(), file.join("deeper")] {
            let text = prepare(&prefix, Path::new("lib")).expect_err("a file is there").to_string();
            assert!(text.starts_with(&format!("{} is not a folder", file.display())), "{text}");
            assert!(text.contains("--prefix"), "{text}");
        }
        std::fs::write(folder.join("lib64"), "no folder").expect("a file");
        let text = prepare(&folder, Path::new("lib64")).expect_err("a file is there").to_string();
        assert!(text.contains("lib64 is not a folder") && text.contains("--libdir"), "{text}");
        std::fs::remove_dir_all(&folder).expect("clean up");
    }

    #[cfg(unix)]
    #[test]
    fn files_and_links_replace_what_is_there() {
        let folder = folder("twice");
        for text in ["first", "second"] {
            Item::file("lib/a.1".into(), text.into()).write(&folder).expect("it is written");
            Item::link("lib/a".into(), "a.1").write(&folder).expect("it is linked");
            assert_eq!(std::fs::read_to_string(folder.join("lib/a")).expect("it can be read"), text);
        }
        assert_eq!(std::fs::read_dir(folder.join("lib")).expect("a folder").count(), 2, "nothing else is left");
        std::fs::create_dir_all(folder.join("lib/b/c")).expect("a folder in the way");
        let text = Item::file("lib/b".into(), Vec::new()).write(&folder).expect_err("a folder is there").to_string();
        assert!(text.contains("lib/b cannot be written"), "{text}");
        std::fs::remove_dir_all(&folder).expect("clean up");
    }
}
