//! The committed files that are rendered: from the variable table and, the header of the C interface, from its sources.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::error::cannot;
use super::sources::source_tree;
use super::{PackError, c_header, whole};
use asperity::unit;

/// Lines of the page between which the table of variables stands.
const BEGIN: &str = "<!-- variables: begin -->";
const END: &str = "<!-- variables: end -->";

/// A rendered text, and where it is committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rendering {
    /// modelDescription.xml
    Xml,
    /// The table of variables as a page in Markdown.
    Markdown,
    /// The reference page of the unit's documentation.
    Html,
    /// The C header with value references.
    Header,
    /// The header of the C interface.
    CHeader,
}

impl Rendering {
    /// Every rendering.
    pub const ALL: [Self; 5] = [Self::Xml, Self::Markdown, Self::Html, Self::Header, Self::CHeader];

    /// What is rendered now.
    pub fn text(self) -> Result<Cow<'static, str>, PackError> {
        Ok(Cow::Borrowed(match self {
            Self::Xml => unit::MODEL_DESCRIPTION,
            Self::Markdown => unit::REFERENCE_MARKDOWN,
            Self::Html => unit::REFERENCE_HTML,
            Self::Header => unit::HEADER,
            Self::CHeader => return c_header::text().map(Cow::Owned),
        }))
    }

    /// Where it is committed, from the root of the source tree.
    pub fn path(self) -> &'static str {
        match self {
            Self::Xml => "modelDescription/modelDescription.xml",
            Self::Markdown => "docs/variables.md",
            Self::Html => "modelDescription/documentation/reference.html",
            Self::Header => "include/asperity_fmu.h",
            Self::CHeader => "include/asperity.h",
        }
    }

    /// The committed file with this rendering in it.
    fn file(self, committed: impl FnOnce() -> Result<String, PackError>) -> Result<String, PackError> {
        match self {
            Self::Markdown => between_markers(&committed()?, &self.text()?),
            _ => self.text().map(Cow::into_owned),
        }
    }

    /// Fails, naming the file, if the committed file is not what is rendered now.
    pub fn check(self, root: &Path) -> Result<(), PackError> {
        let path = source_tree(root)?.join(self.path());
        let committed = std::fs::read_to_string(&path).map_err(cannot("read", &path))?;
        if self.file(|| Ok(committed.clone()))? == committed {
            Ok(())
        } else {
            Err(PackError::Stale(self.path().into()))
        }
    }

    /// Brings the committed file up to date. Answers its path if it was not.
    pub fn write(self, root: &Path) -> Result<Option<PathBuf>, PackError> {
        let path = source_tree(root)?.join(self.path());
        let committed = std::fs::read_to_string(&path);
        let before = committed.as_deref().ok().map(str::to_owned);
        let after = self.file(|| committed.map_err(cannot("read", &path)))?;
        if before.is_some_and(|before| before == after) {
            return Ok(None);
        }
        whole::write(&path, after).map_err(cannot("written", &path))?;
        Ok(Some(path))
    }
}

/// The text with what stands between the markers replaced.
fn between_markers(text: &str, block: &str) -> Result<String, PackError> {
    let missing = PackError::NoMarkers { begin: BEGIN, end: END };
    let Some((before, rest)) = text.split_once(BEGIN) else { return Err(missing) };
    let Some((_, after)) = rest.split_once(END) else { return Err(missing) };
    Ok(format!("{before}{BEGIN}\n{}\n{END}{after}", block.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_markers_changes() {
        let text = format!("# Title\n{BEGIN}\nold\n{END}\nrest\n");
        let new = between_markers(&text, "| new |\n").expect("both markers are there");
        assert_eq!(new, format!("# Title\n{BEGIN}\n| new |\n{END}\nrest\n"));
        assert_eq!(between_markers(&new, "| new |\n").expect("again"), new);
    }

    #[test]
    fn a_readme_without_markers_is_an_error() {
        let text = between_markers("no place", "table").expect_err("no markers").to_string();
        assert!(text.contains(BEGIN), "{text}");
    }
}
