//! The folder `resources` of an unpacked unit: a unit may bring start values of its own there.

use crate::fmi::model::Package;
use std::ffi::{CStr, OsString};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

/// The file with start values; a unit without it starts with those of its table.
pub const START_VALUES: &str = "start-values.txt";

/// Longest such file in bytes: that of a system of a thousand contacts has some 500 000.
pub const LONGEST: usize = 1 << 26;

/// Start values that an FMU was packed with, as `name = value` in lines of their own; the first one names the GUID.
#[derive(Debug, PartialEq, Eq)]
pub struct StartValues<'a> {
    pub guid: &'a str,
    pub values: Vec<(&'a str, &'a str)>,
}

impl<'a> StartValues<'a> {
    /// From the text of the file; lines that are empty or begin with `#` say nothing, nor does the byte order mark that some
    /// editors put first. Errors: the line that is no assignment.
    pub fn of(text: &'a str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut values = Vec::new();
        for line in lines {
            let (name, value) = line.split_once('=').ok_or_else(|| format!("\"{line}\" is not NAME = VALUE"))?;
            values.push((name.trim(), value.trim()));
        }
        match values.split_first() {
            Some((("guid", guid), rest)) => Ok(StartValues { guid, values: rest.to_vec() }),
            _ => Err("its first line must be guid = GUID".into()),
        }
    }
}

impl Package<'_> {
    /// For a model that has one GUID and reads no resources. Errors: the package goes by another.
    pub fn expect(&self, built_in: &str) -> Result<(), String> {
        if self.guid == built_in {
            return Ok(());
        }
        self.start_values(built_in)?;
        Err(format!("{START_VALUES}: this FMU takes no start values from a file"))
    }

    /// The text of [`START_VALUES`], which an FMU must have whose GUID is not the `built_in` one. Errors: it is not there.
    pub fn start_values(&self, built_in: &str) -> Result<String, String> {
        let Package { guid, location, resource } = self;
        resource(START_VALUES)?.ok_or_else(|| {
            format!(
                "fmuGUID = \"{guid}\" is not \"{built_in}\": modelDescription.xml and binary differ, or the FMU was \
                 packed with start values and fmuResourceLocation = {location} does not lead to its {START_VALUES}"
            )
        })
    }

    /// The start values in that text. Errors: they are of another FMU.
    pub fn checked<'a>(&self, text: &'a str) -> Result<Vec<(&'a str, &'a str)>, String> {
        let start = StartValues::of(text).map_err(|error| format!("{START_VALUES}: {error}"))?;
        if self.guid != start.guid {
            let (guid, found) = (self.guid, start.guid);
            return Err(format!(
                "fmuGUID = \"{guid}\" is not \"{found}\" of {START_VALUES}: modelDescription.xml and resources differ"
            ));
        }
        Ok(start.values)
    }
}

/// The text of a file in the folder that the importer names at instantiation; None without folder or file. Errors: the file
/// is there and cannot be read.
pub fn resource(location: Option<&CStr>, name: &str) -> Result<Option<String>, String> {
    let Some(folder) = location.and_then(|uri| folder(uri.to_bytes(), cfg!(windows))).and_then(native) else {
        return Ok(None);
    };
    let path = folder.join(name);
    match read(&path) {
        Ok(bytes) if bytes.len() > LONGEST => Err(format!("{} is longer than {LONGEST} bytes", path.display())),
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(format!("{} is not UTF-8 text", path.display())),
        },
        // Windows refuses a path with `?` before it looks for it
        Err(ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename) => Ok(None),
        Err(kind) => Err(format!("{} cannot be read ({kind:?})", path.display())),
    }
}

/// All bytes of a file, or more than [`LONGEST`] of a longer one. Piece by piece: reading it whole would ask the system for
/// its size, by functions that differ from one C library to the next.
fn read(path: &PathBuf) -> Result<Vec<u8>, ErrorKind> {
    let mut file = File::open(path).map_err(|error| error.kind())?;
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    while bytes.len() <= LONGEST {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&piece[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.kind()),
        }
    }
    Ok(bytes)
}

#[cfg(unix)]
fn native(path: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(path).into())
}

#[cfg(not(unix))]
fn native(path: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(path).ok().map(|path| OsString::from(path).into())
}

/// The path of a URI [RFC 3986, RFC 8089] as importers write it: `file:///home/a%20b`, `file:/C:/a`, `file:////home/a`, with or
/// without a `/` at the end; a plain path is taken as it is. None for "" and for what is on no file system.
pub fn folder(uri: &[u8], is_windows: bool) -> Option<Vec<u8>> {
    let Some(rest) = without_scheme(uri) else {
        let is_other = uri.windows(3).any(|three| three == b"://");
        return (!uri.is_empty() && !is_other).then(|| uri.to_vec());
    };
    let (authority, path) = match rest.strip_prefix(b"//") {
        Some(rest) => rest.split_at(rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len())),
        None => (&rest[..0], rest),
    };
    let path = decoded(path);
    let slashes = path.iter().take_while(|byte| **byte == b'/').count();
    let is_local = authority.is_empty() || authority.eq_ignore_ascii_case(b"localhost");
    match (is_windows, is_local) {
        (_, true) if path.is_empty() => None,
        (false, true) => Some(path[slashes.saturating_sub(1)..].to_vec()),
        (false, false) => None,
        // `/C:/a` is `C:/a`, `//server/a` a folder of another machine
        (true, true) if is_drive(&path[slashes..]) => Some(path[slashes..].to_vec()),
        (true, true) => Some(path),
        // `file://C:/a`
        (true, false) if is_drive(authority) => Some([authority, &path].concat()),
        (true, false) => Some([b"//", authority, &path].concat()),
    }
}

fn without_scheme(uri: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = uri.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case(b"file:").then_some(rest)
}

fn is_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// `%20` is a space; a `%` without two digits after it stands for itself.
fn decoded(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while let [first, more @ ..] = rest {
        match (first, more) {
            (b'%', [high, low, after @ ..]) if digit(*high).is_some() && digit(*low).is_some() => {
                out.push(16 * digit(*high).unwrap_or(0) + digit(*low).unwrap_or(0));
                rest = after;
            }
            _ => {
                out.push(*first);
                rest = more;
            }
        }
    }
    out
}
