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
    let mut entries = archive::entries(unit)?;
    let is_known = |entry: &Entry| entry.path == "modelDescription.xml" && entry.bytes == MODEL_DESCRIPTION.as_bytes();
    if !entries.iter().any(is_known) {
        return Err(PackError::OtherUnit(path.into()));
    }
    entries.retain(|entry| own.iter().all(|(path, _)| *path != entry.path));
    entries.extend(own.map(|(path, bytes)| site::entry(path, bytes)));
    archive::bytes(entries)
}
