//! A report of experiments as one HTML page that needs nothing else.

mod html;

use std::path::{Path, PathBuf};

use super::{HostError, cannot};

pub use html::html;

/// What a finding says of the paper and of this reproduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// The figure agrees with the paper.
    Agrees,
    /// The paper errs; the text says why.
    PaperErrs,
    /// A limit of the unit, of a coupling or of a step.
    Limit,
    /// A figure of this implementation of which the paper does not speak.
    Measured,
    /// The figure does not agree with the paper, and nothing excuses it.
    Differs,
}

impl Agreement {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Agrees, Self::PaperErrs, Self::Limit, Self::Measured, Self::Differs];

    /// As it is shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::PaperErrs => "paper errs",
            Self::Limit => "limit",
            Self::Measured => "measured",
            Self::Differs => "differs",
        }
    }

    /// What the word stands for.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Agrees => "what is computed here is what the paper shows",
            Self::PaperErrs => "the paper is wrong; the text says what and why",
            Self::Limit => "the unit, the coupling or the step does not reach it; the text says how far it goes",
            Self::Measured => "a figure of the unit or of a way to run it, of which the paper does not speak",
            Self::Differs => "what is computed here is not what the paper shows, and no reason is known",
        }
    }
}

/// What was found, in words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it stands to the paper.
    pub agreement: Agreement,
    /// The finding.
    pub text: String,
}

impl Finding {
    /// A finding.
    pub fn new(agreement: Agreement, text: impl Into<String>) -> Self {
        Self { agreement, text: text.into() }
    }
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What is to be seen.
    pub caption: String,
    /// The text of an SVG file; it is put into the page as it is.
    pub svg: String,
}

/// A table. Columns of numbers are set to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What is in it.
    pub caption: String,
    /// Names of the columns, with units.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

/// One experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Name of its files and its place in the page, as in `fig-05`: letters, digits and hyphens.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What the paper says, in our words.
    pub claim: String,
    /// How it was set up here.
    pub reading: String,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// Tables.
    pub tables: Vec<Table>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Files beside the page, by name.
    pub files: Vec<String>,
}

impl Entry {
    /// How many findings say this.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.findings.iter().filter(|finding| finding.agreement == agreement).count()
    }
}

/// The report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Heading of the page.
    pub title: String,
    /// Paragraphs before the summary.
    pub introduction: Vec<String>,
    /// The experiments, in order.
    pub entries: Vec<Entry>,
    /// Tables after the experiments: real time, versions.
    pub footer: Vec<Table>,
}

/// Writes the report as `index.html` into the folder, made where it is not there, and says where it is.
pub fn write(report: &Report, folder: &Path) -> Result<PathBuf, HostError> {
    std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
    let path = folder.join("index.html");
    std::fs::write(&path, html(report)).map_err(cannot("written", &path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_written_into_a_folder_that_is_made() {
        let folder = std::env::temp_dir().join(format!("asperity-report-{}", std::process::id())).join("deeper");
        let path = write(&Report { title: "Written".into(), ..Report::default() }, &folder).expect("it is written");
        let page = std::fs::read_to_string(&path).expect("it is there");
        std::fs::remove_dir_all(folder.parent().expect("a parent")).expect("it can be removed");
        assert_eq!(path.file_name().and_then(|name| name.to_str()), Some("index.html"));
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Written</h1>"), "{page}");
    }
}
