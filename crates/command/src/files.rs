//! Files of a call: the type of an option says whether it is read or written, and nothing that is read is written over.

use std::ffi::OsString;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};

use crate::Failure;

macro_rules! value_of_an_option {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $name(PathBuf);

        impl From<OsString> for $name {
            fn from(text: OsString) -> Self {
                Self(text.into())
            }
        }

        impl Deref for $name {
            type Target = Path;

            fn deref(&self) -> &Path {
                &self.0
            }
        }

        impl AsRef<Path> for $name {
            fn as_ref(&self) -> &Path {
                &self.0
            }
        }
    )*};
}

value_of_an_option! {
    /// A file that is read.
    InputFile
    /// A file that is written: its folder must be there; a file that is there is written over.
    OutputFile
    /// A folder for files, [made](OutputFolder::made) where it is not there; the one around it must be there.
    OutputFolder
}

impl OutputFolder {
    /// The folder, which is there from now on.
    pub fn made(&self) -> Result<&Path, Failure> {
        let made = if self.is_dir() { Ok(()) } else { std::fs::create_dir(&self.0) };
        made.map_err(|error| Failure::Usage(format!("{}: it cannot be made: {error}", self.display())))?;
        Ok(self)
    }
}

/// What a call reads and writes, tried before the work.
#[derive(Default)]
pub struct Files {
    read: Vec<Named>,
    written: Vec<Named>,
}

/// A file and what it is called: by its option and path.
struct Named {
    words: String,
    path: PathBuf,
}

impl Named {
    fn new(option: &str, path: &Path) -> Self {
        let words = format!("{option} {}", path.display()).trim_start().to_owned();
        Self { words, path: path.into() }
    }
}

impl Files {
    /// Of all options of a call by their types.
    ///
    /// Errors: a path is empty; a place cannot be written; a file would be written over that is read, or is written already.
    pub fn of(program: &Command, call: &ArgMatches) -> Result<Self, Failure> {
        let mut files = Self::default();
        let Some((name, given)) = call.subcommand() else { return Ok(files) };
        for option in program.find_subcommand(name).into_iter().flat_map(Command::get_arguments) {
            let name = spelled(option);
            if paths(given, option).any(|path| path.as_os_str().is_empty()) {
                let value = option.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
                let name = if name.is_empty() { format!("<{value}>") } else { name };
                return Err(Failure::Usage(format!("{name}: a path is expected, this is empty")));
            }
            for file in values::<InputFile>(given, option.get_id().as_str()) {
                files.reads(&name, file)?;
            }
            for file in values::<OutputFile>(given, option.get_id().as_str()) {
                files.writes(&name, file)?;
            }
            for path in values::<OutputFolder>(given, option.get_id().as_str()) {
                folder(&name, path)?;
            }
        }
        Ok(files)
    }

    /// One more that is read, such as a file that a file names. Errors: it would be written over.
    pub fn reads(&mut self, option: &str, path: &Path) -> Result<(), Failure> {
        let named = Named::new(option, path);
        match self.written.iter().find(|written| is_same(&written.path, path)) {
            Some(written) => Err(written_over(&named, written)),
            None => {
                self.read.push(named);
                Ok(())
            }
        }
    }

    /// One more that is written, such as the one that is written unless an option names another.
    ///
    /// Errors: it cannot be written; it is read, or written already.
    pub fn writes(&mut self, option: &str, path: &Path) -> Result<(), Failure> {
        file(option, path)?;
        self.writes_inside(option, path)
    }

    /// The same of a file in a folder that may not be there yet.
    pub fn writes_inside(&mut self, option: &str, path: &Path) -> Result<(), Failure> {
        let named = Named::new(option, path);
        if let Some(read) = self.read.iter().find(|read| is_same(&read.path, path)) {
            return Err(written_over(read, &named));
        }
        if let Some(other) = self.written.iter().find(|other| is_same(&other.path, path)) {
            let text = format!("{} and {} are one file: name another file for one of them", other.words, named.words);
            return Err(Failure::Usage(text));
        }
        self.written.push(named);
        Ok(())
    }
}

/// An option by the one of its names that the call has.
fn spelled(option: &Arg) -> String {
    let others = option.get_visible_aliases().unwrap_or_default();
    let name = others.into_iter().find(|name| is_spelled(name)).or(option.get_long());
    name.map_or_else(String::new, |name| format!("--{name}"))
}

/// Whether the call has an option of this name.
pub fn is_spelled(name: &str) -> bool {
    std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        word.strip_prefix("--").and_then(|option| option.split('=').next()) == Some(name)
    })
}

fn values<'a, T: Clone + Send + Sync + 'static>(given: &'a ArgMatches, id: &str) -> impl Iterator<Item = &'a T> {
    given.try_get_many::<T>(id).ok().flatten().into_iter().flatten()
}

/// All files and folders that an option names.
fn paths<'a>(given: &'a ArgMatches, option: &Arg) -> impl Iterator<Item = &'a Path> {
    let id = option.get_id().as_str();
    let read = values::<InputFile>(given, id).map(Deref::deref);
    let written = values::<OutputFile>(given, id).map(Deref::deref);
    read.chain(written).chain(values::<OutputFolder>(given, id).map(Deref::deref))
}

fn written_over(read: &Named, written: &Named) -> Failure {
    Failure::Usage(format!("{} would be overwritten by {}: name another file", read.words, written.words))
}

/// Whether both are one plain file, there or not yet. A device or a pipe takes all that comes.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_plain = |path: &Path| path.is_file() || !path.exists();
    is_plain(one) && is_plain(other) && (place(one) == place(other) || is_linked(one, other))
}

/// Links to links that are followed, as many as Linux does.
const LINKS: usize = 40;

/// Where a path leads to, by links too, be something there or not.
fn place(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = path.read_link() else { break };
        path = parent(&path).join(target);
    }
    path.canonicalize().unwrap_or_else(|_| place(&parent(&path)).join(path.file_name().unwrap_or_default()))
}

/// Whether both are names of one file on the disk.
#[cfg(unix)]
fn is_linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| path.metadata().ok().map(|of| (of.dev(), of.ino()));
    number(one).is_some_and(|found| number(other) == Some(found))
}

#[cfg(not(unix))]
fn is_linked(_: &Path, _: &Path) -> bool {
    false
}

fn file(option: &str, path: &Path) -> Result<(), Failure> {
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

fn folder(option: &str, path: &Path) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Usage(format!("{option} {}: {why}", path.display())));
    if path.exists() && !path.is_dir() {
        return refuse("a folder is expected, this is a file");
    }
    let around = parent(path);
    if !path.is_dir() && !around.is_dir() {
        return refuse(&format!("there is no folder {}", around.display()));
    }
    let tried = takes_files(if path.is_dir() { path } else { &around });
    tried.or_else(|error| refuse(&format!("it cannot be written: {error}")))
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
            (folder("--out", &inside("new")), "fine"),
            (folder("--out", &inside("text")), "a folder is expected"),
            (folder("--out", &inside("no/new")), "there is no folder"),
        ] {
            let found = said(found);
            assert!(found.contains(word), "{found} instead of {word}");
        }
        assert_eq!(std::fs::read_to_string(inside("text")).expect("it is there"), "kept");
        assert_eq!(std::fs::read_dir(place.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn one_file_has_many_paths() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| place.path().join(name);
        std::fs::write(inside("a"), "read").expect("a file");
        std::fs::create_dir(inside("folder")).expect("a folder");
        std::os::unix::fs::symlink("a", inside("link")).expect("a link");
        std::os::unix::fs::symlink("new", inside("to-new")).expect("a link");
        std::fs::hard_link(inside("a"), inside("hard")).expect("a link");
        for (one, other, is_one) in [
            ("a", "./a", true),
            ("a", "folder/../a", true),
            ("a", "link", true),
            ("a", "hard", true),
            ("new", "folder/../new", true),
            ("new", "to-new", true),
            ("no/new", "./no/new", true),
            ("no/new", "other/new", false),
            ("a", "new", false),
            ("a", "folder/a", false),
        ] {
            assert_eq!(is_same(&inside(one), &inside(other)), is_one, "{one} {other}");
        }
        let null = Path::new("/dev/null");
        assert!(!is_same(null, null));
    }
}
