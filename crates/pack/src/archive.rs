//! The archive itself, as FMI wants it and the same bytes every time: sorted, one time stamp, fixed permissions.

use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::error::{cannot, read};
use super::{PackError, whole};

/// A file in the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Path inside the archive, with forward slashes.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Unix permissions.
    mode: u32,
}

impl Entry {
    /// A file to read.
    pub fn file(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), bytes, mode: 0o644 }
    }

    /// A file to run or load.
    pub fn executable(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { mode: 0o755, ..Self::file(path, bytes) }
    }
}

/// All files under a folder; names that start with a dot are an editor's business.
pub fn folder(source: &Path, target: &str, entries: &mut Vec<Entry>) -> Result<(), PackError> {
    for item in std::fs::read_dir(source).map_err(cannot("read", source))? {
        let item = item.map_err(cannot("read", source))?;
        let name = item.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let (path, target) = (item.path(), format!("{target}/{name}"));
        if path.is_dir() {
            folder(&path, &target, entries)?;
        } else {
            entries.push(Entry::file(target, read(&path)?));
        }
    }
    Ok(())
}

/// Writes an archive, whole or not at all. Its folder is made where it is not there.
pub fn write(output: &Path, archive: &[u8]) -> Result<(), PackError> {
    let folder = match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    std::fs::create_dir_all(&folder).map_err(cannot("written", &folder))?;
    whole::write(output, archive).map_err(cannot("written", output))
}

/// The files of an archive.
pub fn entries(archive: &[u8]) -> Result<Vec<Entry>, PackError> {
    let mut archive = ZipArchive::new(Cursor::new(archive))?;
    let mut entries = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        if file.is_file() {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(zip::result::ZipError::Io)?;
            let mode = file.unix_mode().unwrap_or(0o644) & 0o777;
            entries.push(Entry { path: file.name()?.into_owned(), bytes, mode });
        }
    }
    Ok(entries)
}

/// Content of a file of an archive; None without it.
pub fn content(archive: &[u8], path: &str) -> Result<Option<Vec<u8>>, PackError> {
    let mut archive = ZipArchive::new(Cursor::new(archive))?;
    let Some(index) = archive.index_for_name(path) else { return Ok(None) };
    let mut bytes = Vec::new();
    archive.by_index(index)?.read_to_end(&mut bytes).map_err(zip::result::ZipError::Io)?;
    Ok(Some(bytes))
}

/// The bytes of the archive.
pub fn bytes(mut entries: Vec<Entry>) -> Result<Vec<u8>, PackError> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let mut archive = Writer::new(Cursor::new(Vec::new()));
    for entry in &entries {
        put(&mut archive, entry)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The bytes of the archive with files of another one in it, which are not packed anew: that takes longer than all else.
/// `path` says where one of them goes; None: nowhere.
///
/// Errors: the other is no archive, or a file in it is damaged.
pub fn remade(
    archive: &[u8],
    path: impl Fn(&str) -> Option<String>,
    entries: Vec<Entry>,
) -> Result<Vec<u8>, PackError> {
    enum Source {
        Made(Entry),
        Packed(usize),
    }
    let mut sources: Vec<_> = entries.into_iter().map(|entry| (entry.path.clone(), Source::Made(entry))).collect();
    let mut other = ZipArchive::new(Cursor::new(archive))?;
    for index in 0..other.len() {
        let mut file = other.by_index(index)?;
        let path = if file.is_file() { path(&file.name()?) } else { None };
        if let Some(path) = path {
            // its sum is looked at by reading only
            std::io::copy(&mut file, &mut std::io::sink()).map_err(zip::result::ZipError::Io)?;
            sources.push((path, Source::Packed(index)));
        }
    }
    sources.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut archive = Writer::new(Cursor::new(Vec::new()));
    for (path, source) in sources {
        match source {
            Source::Made(entry) => put(&mut archive, &entry)?,
            Source::Packed(index) => archive.raw_copy_file_rename(other.by_index_raw(index)?, path)?,
        }
    }
    Ok(archive.finish()?.into_inner())
}

type Writer = ZipWriter<Cursor<Vec<u8>>>;

fn put(archive: &mut Writer, entry: &Entry) -> Result<(), PackError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(entry.mode);
    archive.start_file(entry.path.as_str(), options)?;
    Ok(archive.write_all(&entry.bytes).map_err(zip::result::ZipError::Io)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_entries() -> Vec<Entry> {
        vec![
            Entry::file("b/text.txt", b"spring and damper ".repeat(100)),
            Entry::executable("a/binary.so", vec![7; 1000]),
            Entry::file("empty", Vec::new()),
        ]
    }

    #[test]
    fn what_is_packed_is_read_again() {
        let archive = bytes(some_entries()).expect("an archive");
        let mut read = entries(&archive).expect("its files");
        read.sort_by_key(|entry| entry.path == "b/text.txt");
        let mut packed = some_entries();
        packed.sort_by_key(|entry| (entry.path == "b/text.txt", entry.path.clone()));
        assert_eq!(read, packed);
        assert!(entries(b"no archive").is_err());
    }

    /// Packed anew or taken over as packed, the bytes are the same; what is damaged is not taken over.
    #[test]
    fn what_is_taken_over_is_as_if_packed_again() {
        let archive = bytes(some_entries()).expect("an archive");
        let more = || Entry::file("c", vec![1; 300]);
        let renamed = |path: &str| (path != "empty").then(|| path.replace("a/binary", "d/other"));
        let remade = remade(&archive, renamed, vec![more()]).expect("another archive");
        let mut whole = vec![some_entries().remove(0), Entry::executable("d/other.so", vec![7; 1000])];
        whole.push(more());
        assert!(remade == bytes(whole).expect("an archive"));
        assert_eq!(content(&remade, "c").expect("read"), Some(vec![1; 300]));
        assert_eq!(content(&remade, "empty").expect("read"), None);
        let mut damaged = archive.clone();
        let at = archive.windows(8).position(|bytes| bytes == b"text.txt").expect("its local header") + 12;
        damaged[at] ^= 1;
        assert!(super::remade(&damaged, |path| Some(path.into()), Vec::new()).is_err());
    }

    #[test]
    fn order_and_time_of_packing_leave_no_trace() {
        let mut turned = some_entries();
        turned.reverse();
        assert_eq!(bytes(some_entries()).expect("an archive"), bytes(turned).expect("an archive"));
    }

    #[test]
    fn local_headers_are_plain_zip_2_0() {
        let archive = bytes(some_entries()).expect("an archive");
        let word = |at: usize| u16::from_le_bytes([archive[at], archive[at + 1]]);
        let length = |at: usize| usize::from(word(at)) + (usize::from(word(at + 2)) << 16);
        let (mut at, mut names) = (0, Vec::new());
        while archive[at..].starts_with(b"PK\x03\x04") {
            let (version, flags, method, time, date) =
                (word(at + 4), word(at + 6), word(at + 8), word(at + 10), word(at + 12));
            assert!(version <= 20, "version needed {version}");
            assert_eq!(flags & 0b1001, 0, "no encryption, no data descriptor");
            assert_eq!((method, time, date), (8, 0, 0x21), "deflated, 1980-01-01 00:00");
            let name = usize::from(word(at + 26));
            names.push(String::from_utf8_lossy(&archive[at + 30..at + 30 + name]).into_owned());
            at += 30 + name + usize::from(word(at + 28)) + length(at + 18);
        }
        assert_eq!(names, ["a/binary.so", "b/text.txt", "empty"]);
    }

    #[test]
    fn the_file_appears_whole_and_leaves_nothing_beside_it() {
        let folder = std::env::temp_dir().join(format!("asperity-archive-{}", std::process::id()));
        let output = folder.join("deep/unit.fmu");
        let archive = bytes(some_entries()).expect("an archive");
        write(&output, &archive).expect("written");
        write(&output, &archive).expect("written over the first");
        let names: Vec<_> = std::fs::read_dir(folder.join("deep")).expect("a folder").flatten().collect();
        assert_eq!(names.len(), 1);
        std::fs::remove_dir_all(&folder).expect("clean up");
    }
}
