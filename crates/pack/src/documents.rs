//! What stands beside the binary: description, documentation, icon and headers.

use std::path::Path;

use super::PackError;
use super::archive::Entry;
use super::error::{cannot, read};

/// `modelIdentifier` of the unit: the name of its binary and of the packed file.
pub const MODEL_IDENTIFIER: &str = "Asperity";

/// Everything but binary and licences; `rendered` is the folder of what the binary's build has rendered.
pub fn collect(root: &Path, rendered: &Path) -> Result<Vec<Entry>, PackError> {
    let source = root.join("modelDescription");
    let mut entries = vec![
        Entry::file("modelDescription.xml", read(&rendered.join("modelDescription.xml"))?),
        Entry::file("model.png", read(&source.join("model.png"))?),
        Entry::file("documentation/index.html", read(&source.join("documentation/index.html"))?),
        Entry::file("documentation/reference.html", read(&rendered.join("reference.html"))?),
        Entry::file("include/asperity_fmu.h", read(&rendered.join("asperity_fmu.h"))?),
    ];
    let mut rest = Vec::new();
    folder(&source.join("documentation"), "documentation", &mut rest)?;
    folder(&root.join("include"), "include", &mut rest)?;
    rest.retain(|entry| entries.iter().all(|present| present.path != entry.path));
    entries.append(&mut rest);
    Ok(entries)
}

/// All files under a folder; names that start with a dot are an editor's business.
fn folder(source: &Path, target: &str, entries: &mut Vec<Entry>) -> Result<(), PackError> {
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
