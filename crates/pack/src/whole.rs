//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Links that are followed; more are a circle.
const LINKS: usize = 40;

/// Writes a file, whole or not at all: where the disk is full, what was there stays. It is made beside its place and moved there,
/// where links lead to, with the permissions of what was there. A device or a pipe takes it as it comes.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    write_by(path, |out| out.write_all(content.as_ref()))
}

/// The same by parts, for what is not all in memory.
pub fn write_by(path: &Path, parts: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Some(place) = plain(path) else { return fill(File::create(path)?, parts) };
    let before = place.metadata().ok();
    if before.is_some() {
        // moving a file over it would ask for no permission of its own
        OpenOptions::new().append(true).open(&place)?;
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let temporary = place.with_file_name(name);
    // a folder that takes no other file may hold one that can be written
    let Ok(file) = File::create_new(&temporary) else { return fill(File::create(&place)?, parts) };
    let made = fill(file, parts)
        .and_then(|()| before.map_or(Ok(()), |before| fs::set_permissions(&temporary, before.permissions())));
    // what is mounted there by itself cannot be moved away
    let placed = made.and_then(|()| fs::rename(&temporary, &place).or_else(|_| fs::copy(&temporary, &place).map(drop)));
    // there is nobody to tell, and after the move it is gone
    let _ = fs::remove_file(&temporary);
    placed
}

fn fill(file: File, parts: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
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
