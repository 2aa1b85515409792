//! Places to write to, tried before the work.

use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// A file that an option names. Its folder must be there; a file that is there will be written over.
pub fn file(option: &str, path: &Path) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Usage(format!("{option} {}: {why}", path.display())));
    if path.file_name().is_none() || path.is_dir() {
        return refuse("a file is expected, this is a folder");
    }
    let folder = parent(path);
    if !folder.is_dir() {
        return refuse(&format!("there is no folder {}", folder.display()));
    }
    let tried = match path.exists() {
        true => std::fs::OpenOptions::new().append(true).open(path).map(drop),
        false => takes_files(&folder),
    };
    tried.or_else(|error| refuse(&format!("it cannot be written: {error}")))
}

/// The folder that an option names, made where it is not there; the one around it must be there.
pub fn folder(option: &str, path: &Path) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Usage(format!("{option} {}: {why}", path.display())));
    if path.exists() && !path.is_dir() {
        return refuse("a folder is expected, this is a file");
    }
    let around = parent(path);
    if !path.is_dir() && !around.is_dir() {
        return refuse(&format!("there is no folder {}", around.display()));
    }
    let made = if path.is_dir() { Ok(()) } else { std::fs::create_dir(path) };
    made.and_then(|()| takes_files(path)).or_else(|error| refuse(&format!("it cannot be written: {error}")))
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.into(),
        _ => ".".into(),
    }
}

fn takes_files(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(result: Result<(), Failure>) -> String {
        match result {
            Ok(()) => "fine".into(),
            Err(Failure::Usage(text)) => text,
            Err(_) => "another failure".into(),
        }
    }

    #[test]
    fn what_cannot_be_written_is_refused_and_nothing_is_left_behind() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| place.path().join(name);
        std::fs::write(inside("text"), "kept").expect("a file");
        for (found, word) in [
            (file("--out", &inside("new")), "fine"),
            (file("--out", &inside("text")), "fine"),
            (file("--out", &inside("no/new")), "there is no folder"),
            (file("--out", &inside("text/new")), "there is no folder"),
            (file("--out", place.path()), "--out"),
            (file("--out", Path::new("")), "a file is expected"),
            (folder("--out", place.path()), "fine"),
            (folder("--out", &inside("text")), "a folder is expected"),
            (folder("--out", &inside("no/new")), "there is no folder"),
        ] {
            let found = said(found);
            assert!(found.contains(word), "{found} instead of {word}");
        }
        assert_eq!(std::fs::read_to_string(inside("text")).expect("it is there"), "kept");
        assert_eq!(std::fs::read_dir(place.path()).expect("a folder").count(), 1);
        assert_eq!(said(folder("--out", &inside("new"))), "fine");
        assert!(inside("new").is_dir());
    }
}
