//! Files that are written whole or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Links that are followed; more are a circle.
const LINKS: usize = 40;

/// Writes a file, whole or not at all: where the disk is full, what was there stays. It is made beside its place and moved there,
/// where links lead to, with the permissions of what was there.
///
/// In place is written what cannot be replaced: a device or a pipe, a file with other names or of another owner, one in a folder that
/// takes no other file, or that cannot be moved over. If writing over that fails, the new file stays beside it and is named.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    write_by(path, |out| out.write_all(content.as_ref()))
}

/// The same by parts, for what is not all in memory.
pub fn write_by(path: &Path, parts: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Some(place) = plain(path) else { return fill(&File::create(path)?, parts) };
    let before = place.metadata().ok();
    if before.is_some() {
        // moving a file over it would ask for no permission of its own
        OpenOptions::new().append(true).open(&place)?;
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let made = temporary(folder, before.as_ref());
    let is_closed =
        |error: &io::Error| matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem);
    let file = match made {
        Ok(file) if before.as_ref().is_none_or(|before| is_its_own(before, &file)) => file,
        Err(error) if !is_closed(&error) => return Err(error),
        _ => return fill(&File::create(&place)?, parts),
    };
    fill(file.as_file(), parts)?;
    // a disk that is full may say so first here
    file.as_file().sync_all()?;
    file.persist(&place).map(drop).or_else(|refused| over(refused.file, &place))
}

/// Writes a file that is not there yet; of one that cannot be written whole nothing stays. Errors: [`ErrorKind::AlreadyExists`], also where a link leads to nothing.
pub fn write_new(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let file = File::create_new(path)?;
    fill(&file, |out| out.write_all(content.as_ref())).and_then(|()| file.sync_all()).inspect_err(|_| {
        // nobody else has made it
        let _ = std::fs::remove_file(path);
    })
}

/// With the permissions of what was there, or those that any new file gets.
fn temporary(folder: &Path, before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".asperity-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(if before.is_some() { 0o600 } else { 0o666 }));
    let file = builder.tempfile_in(folder)?;
    if let Some(before) = before {
        // a file system without them has none to lose
        let _ = file.as_file().set_permissions(before.permissions());
    }
    Ok(file)
}

/// Whether nothing is lost when another file takes its place: it has one name, and the owner of the other.
#[cfg(unix)]
fn is_its_own(before: &Metadata, other: &NamedTempFile) -> bool {
    use std::os::unix::fs::MetadataExt;
    let is_alike = |other: Metadata| (before.uid(), before.gid()) == (other.uid(), other.gid());
    before.nlink() == 1 && other.as_file().metadata().is_ok_and(is_alike)
}

#[cfg(not(unix))]
fn is_its_own(_: &Metadata, _: &NamedTempFile) -> bool {
    true
}

/// Writes over what cannot be moved away.
fn over(mut made: NamedTempFile, place: &Path) -> io::Result<()> {
    let copied = made.rewind().and_then(|()| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(place)?;
        io::copy(made.as_file_mut(), &mut file)
    });
    copied.map(drop).or_else(|error| {
        let (_, kept) = made.keep().map_err(|refused| refused.error)?;
        Err(io::Error::new(error.kind(), format!("{error}; what was to be written is in {}", kept.display())))
    })
}

fn fill(file: &File, parts: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    parts(&mut out)?;
    out.flush()
}

/// Where links lead to, if a plain file is there or can be; none of an open file, such as /dev/stdout, which may be any.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..LINKS {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let is_open = folder.canonicalize().is_ok_and(|of| of.starts_with("/proc") || of.starts_with("/dev/fd"));
        match place.read_link() {
            _ if is_open => return None,
            Ok(target) => place = folder.join(target),
            Err(_) => return (place.is_file() || !place.exists()).then_some(place),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_there_stays_when_writing_fails() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("file");
        let half = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("the disk is full"))
        };
        assert!(write_by(&path, half).is_err() && names(place.path()).is_empty());
        write(&path, "old").expect("written");
        assert!(write_by(&path, half).is_err());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        write(&path, "new").expect("written over");
        assert_eq!(
            (fs::read_to_string(&path).expect("it is there").as_str(), names(place.path())),
            ("new", vec!["file".into()])
        );
    }

    #[test]
    fn what_is_there_is_no_new_file() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("file");
        write_new(&path, "old").expect("written");
        assert_eq!(write_new(&path, "new").expect_err("it is there").kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        #[cfg(unix)]
        {
            let link = place.path().join("link");
            std::os::unix::fs::symlink("nothing", &link).expect("a link");
            assert_eq!(write_new(&link, "new").expect_err("a link").kind(), ErrorKind::AlreadyExists);
        }
        assert!(!place.path().join("nothing").exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_where_they_led_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let place = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| place.path().join(name);
        fs::create_dir(inside("folder")).expect("a folder");
        fs::write(inside("folder/old"), "old").expect("a file");
        fs::set_permissions(inside("folder/old"), fs::Permissions::from_mode(0o640)).expect("its own file");
        symlink("folder/old", inside("to-old")).expect("a link");
        symlink("folder/new", inside("to-new")).expect("a link");
        symlink("circle", inside("circle")).expect("a link");
        for (link, file) in [("to-old", "folder/old"), ("to-new", "folder/new")] {
            write(&inside(link), link).expect("written");
            assert!(inside(link).is_symlink() && !inside(file).is_symlink());
            assert_eq!(fs::read_to_string(inside(file)).expect("it is there"), link);
        }
        let mode = inside("folder/old").metadata().expect("it is there").permissions().mode();
        assert_eq!((mode & 0o777, names(&inside("folder"))), (0o640, vec!["new".into(), "old".into()]));
        assert!(write(&inside("circle"), "").is_err() && inside("circle").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn other_names_of_a_file_stay_its_names() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| place.path().join(name);
        fs::write(inside("file"), "old").expect("a file");
        fs::hard_link(inside("file"), inside("name")).expect("another name");
        write(&inside("file"), "new").expect("written");
        assert_eq!(fs::read_to_string(inside("name")).expect("it is there"), "new");
        assert_eq!(names(place.path()), ["file", "name"]);
    }

    #[test]
    fn what_cannot_be_moved_over_is_written_over_or_named() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let made = |text: &str| {
            let mut file = temporary(place.path(), None).expect("a file");
            file.write_all(text.as_bytes()).expect("written");
            file
        };
        let path = place.path().join("file");
        over(made("new"), &path).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        // a folder cannot be written over
        let error = over(made("kept"), place.path()).expect_err("it is a folder").to_string();
        let kept = error.split(" is in ").nth(1).expect("it is named");
        assert_eq!(fs::read_to_string(kept).expect("it is there"), "kept");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_open_files_are_written_into() {
        use std::os::fd::AsRawFd;
        write(Path::new("/dev/null"), "nothing").expect("it takes all");
        assert!(!Path::new("/dev/null").is_file() && Path::new("/dev/null").exists());
        let mut open = tempfile::NamedTempFile::new().expect("a temporary file");
        for folder in ["/proc/self/fd", "/dev/fd"].map(Path::new).into_iter().filter(|folder| folder.exists()) {
            let folder = folder.join(open.as_file().as_raw_fd().to_string());
            write(&folder, "of others").expect("written");
            assert_eq!(io::read_to_string(open.reopen().expect("the same file")).expect("text"), "of others");
            open.write_all(b"").expect("it is open still");
        }
    }
}
