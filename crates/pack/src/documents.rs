//! What stands beside the binary: description, documentation, icon and headers.

use std::path::Path;

use super::PackError;
use super::archive::{Entry, folder};
use super::error::read;
use super::site;

/// `modelIdentifier` of the unit: the name of its binary and of the packed file.
pub const MODEL_IDENTIFIER: &str = "Asperity";

/// Everything but binary and licences; `rendered` is the folder of what the binary's build has rendered.
pub fn collect(root: &Path, rendered: &Path) -> Result<Vec<Entry>, PackError> {
    let mut entries = vec![
        Entry::file("modelDescription.xml", read(&rendered.join("modelDescription.xml"))?),
        Entry::file("model.png", read(&root.join("modelDescription/model.png"))?),
        Entry::file("include/asperity_fmu.h", read(&rendered.join("asperity_fmu.h"))?),
    ];
    let mut headers = Vec::new();
    folder(&root.join("include"), "include", &mut headers)?;
    headers.retain(|entry| entries.iter().all(|present| present.path != entry.path));
    entries.append(&mut headers);
    let pages = site::files(root, &read(&rendered.join("reference.html"))?)?;
    entries.extend(pages.into_iter().map(|page| Entry::file(format!("documentation/{}", page.path), page.bytes)));
    Ok(entries)
}
