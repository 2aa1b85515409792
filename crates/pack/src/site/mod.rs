//! The documentation as pages: Markdown and the pages that are HTML already, in one style, with a menu and a search. The same files
//! are the site and the folder `documentation` of the FMU.

mod list;
mod markdown;
mod page;
mod search;

use std::path::Path;

use super::PackError;
use super::archive::{Entry, folder};
use super::error::read;
use list::{HTML, PAGES, Source};

pub use page::{MENU_STARTS, STYLE};

/// What the pages come from, seen from the root of the source tree.
pub fn sources() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|listed| listed.source.path()).chain(["docs/pictures"])
}

/// All files of the site, their paths from its top. `reference` is the page of the variables as rendered.
///
/// Errors: a page or a picture in it cannot be read.
pub fn files(root: &Path, reference: &[u8]) -> Result<Vec<Entry>, PackError> {
    let mut files = Vec::new();
    let mut sections = Vec::new();
    let papers = page::papers(&text(&root.join(HTML).join("theory.html"))?);
    for listed in PAGES {
        let source = root.join(listed.source.path());
        let content = match listed.source {
            Source::Rendered => page::Content::of_html(&String::from_utf8_lossy(reference)),
            Source::Html(_) => page::Content::of_html(&text(&source)?),
            Source::Markdown(path) => markdown::content(root, path, &text(&source)?)?,
        };
        sections.extend(search::sections(listed.file, &content));
        files.push(Entry::file(listed.file, page::html(listed.file, &content, &papers).into_bytes()));
    }
    files.push(Entry::file("style.css", STYLE.into()));
    files.push(Entry::file("search.js", search::script(&sections).into_bytes()));
    folder(&root.join(HTML).join("figures"), "figures", &mut files)?;
    folder(&root.join("docs/pictures"), "pictures", &mut files)?;
    Ok(files)
}

/// A file that is rendered for one FMU alone; a page of its documentation in the style of the others.
pub fn entry(path: String, bytes: Vec<u8>) -> Entry {
    match path.strip_prefix("documentation/") {
        Some(file) if file.ends_with(".html") => {
            let content = page::Content::of_html(&String::from_utf8_lossy(&bytes));
            let page = page::html(file, &content, &[]);
            Entry::file(path, page.into_bytes())
        }
        _ => Entry::file(path, bytes),
    }
}

fn text(path: &Path) -> Result<String, PackError> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}
