//! A packed unit with other start values: no binary is changed, so those of all platforms start alike.

use super::PackError;
use super::archive::{self, Entry};
use super::site;
use asperity::unit::MODEL_DESCRIPTION;
use std::path::Path;

pub use asperity::unit::start_values::{Choice, Refused, Use};

/// The unit of this archive with what is chosen; `path` is what a message calls it.
///
/// Errors: a value that no such unit can start with; an archive of another unit.
pub fn changed(unit: &[u8], path: &Path, choice: &Choice) -> Result<Vec<u8>, PackError> {
    let own = choice.files().map_err(|refused| PackError::StartValues(refused.to_string()))?;
    let kept = |entry: &str| own.iter().all(|(path, _)| *path != entry).then(|| entry.into());
    remade(unit, path, kept, own.clone().map(|(path, bytes)| site::entry(path, bytes)).into())
}

/// [`archive::remade`] of the archive of this one-contact FMU; `path` is what a message calls it.
///
/// Errors: it is another FMU, or damaged.
pub(super) fn remade(
    unit: &[u8],
    path: &Path,
    kept: impl Fn(&str) -> Option<String>,
    entries: Vec<Entry>,
) -> Result<Vec<u8>, PackError> {
    let unreadable = |error: PackError| error.of_file(path);
    match archive::content(unit, "modelDescription.xml").map_err(unreadable)? {
        Some(text) if text == MODEL_DESCRIPTION.as_bytes() => archive::remade(unit, kept, entries).map_err(unreadable),
        _ => Err(PackError::OtherUnit(path.into())),
    }
}
