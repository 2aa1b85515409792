//! A report of experiments as one HTML page that needs nothing else.

mod content;
mod html;

use std::path::Path;

use asperity_pack::whole;

use super::{HostError, cannot};

pub use content::{Agreement, Entry, Finding, Picture, Reference, Report, Table, judged, range, rounds_to};
pub use html::html;

/// Writes the report as a page, into a folder that is made where it is not there.
pub fn write(report: &Report, path: &Path) -> Result<(), HostError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
    whole::write(path, html(report)).map_err(cannot("written", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_written_into_a_folder_that_is_made() {
        let folder = std::env::temp_dir().join(format!("asperity-report-{}", std::process::id())).join("deeper");
        let path = folder.join("page.html");
        write(&Report { title: "Written".into(), ..Report::default() }, &path).expect("it is written");
        let page = std::fs::read_to_string(&path).expect("it is there");
        std::fs::remove_dir_all(folder.parent().expect("a parent")).expect("it can be removed");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Written</h1>"), "{page}");
    }
}
