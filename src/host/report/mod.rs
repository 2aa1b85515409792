//! A report of experiments as one HTML page that needs nothing else.

mod html;

use std::path::Path;

use super::{HostError, cannot};

pub use html::html;

/// What the findings of a report are held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The figures of a paper.
    #[default]
    Paper,
    /// Closed forms and invariants.
    ClosedForm,
}

impl Reference {
    /// Heading of what an entry claims.
    pub fn claim(self) -> &'static str {
        match self {
            Self::Paper => "The paper",
            Self::ClosedForm => "What happens",
        }
    }

    /// Kinds of findings there can be.
    pub fn kinds(self) -> &'static [Agreement] {
        match self {
            Self::Paper => &Agreement::ALL,
            Self::ClosedForm => &[Agreement::Agrees, Agreement::Limit, Agreement::Measured, Agreement::Differs],
        }
    }
}

/// What a finding says of the reference and of what is computed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// The figure agrees with the reference.
    Agrees,
    /// The paper errs; the text says why.
    PaperErrs,
    /// A limit of the unit, of a coupling or of a step.
    Limit,
    /// A figure of this implementation of which the reference does not speak.
    Measured,
    /// The figure does not agree with the reference, and nothing excuses it.
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
    pub fn meaning(self, reference: Reference) -> &'static str {
        match (self, reference) {
            (Self::Agrees, Reference::Paper) => "what is computed here is what the paper shows",
            (Self::Agrees, Reference::ClosedForm) => {
                "what is computed here is what the closed form or the invariant says"
            }
            (Self::PaperErrs, _) => "the paper is wrong; the text says what and why",
            (Self::Limit, _) => "the unit, the coupling or the step does not reach it; the text says how far it goes",
            (Self::Measured, Reference::Paper) => {
                "a figure of the unit or of a way to run it, of which the paper does not speak"
            }
            (Self::Measured, Reference::ClosedForm) => {
                "a figure of a way to run the unit, or one for which there is no closed form"
            }
            (Self::Differs, Reference::Paper) => {
                "what is computed here is not what the paper shows, and no reason is known"
            }
            (Self::Differs, Reference::ClosedForm) => {
                "what is computed here is not what the closed form or the invariant says, and no reason is known"
            }
        }
    }
}

/// What was found, in words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it stands to the reference.
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

/// A finding that says whether what the reference states comes out.
pub fn judged(holds: bool, text: String) -> Finding {
    Finding::new(if holds { Agreement::Agrees } else { Agreement::Differs }, text)
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
    /// What the paper says, in our words, or what happens.
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
    /// What the findings are held against.
    pub reference: Reference,
    /// Paragraphs before the summary.
    pub introduction: Vec<String>,
    /// The experiments, in order.
    pub entries: Vec<Entry>,
    /// Tables after the experiments: real time, versions.
    pub footer: Vec<Table>,
}

/// Writes the report as a page, into a folder that is made where it is not there.
pub fn write(report: &Report, path: &Path) -> Result<(), HostError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
    std::fs::write(path, html(report)).map_err(cannot("written", path))
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
