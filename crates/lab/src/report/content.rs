//! What a report says: findings, pictures and tables.

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
            Self::ClosedForm => &[Agreement::Agrees, Agreement::Limit, Agreement::Measured, Agreement::Unexplained],
        }
    }
}

/// What a finding says of the reference and of what is computed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// What is computed here is the reference's, to the digits that it gives.
    Agrees,
    /// The reference's number lies within what something that it leaves open, such as the step, moves the one computed
    /// here; both ends of that spread are measured in the same run.
    Scatter,
    /// The paper errs; the text says why.
    PaperErrs,
    /// What is computed here is not the reference's, and the text says why.
    Differs,
    /// A limit of the unit, of a coupling or of a step.
    Limit,
    /// A number of this implementation of which the reference does not speak.
    Measured,
    /// What is computed here is not the reference's, and no reason is known.
    Unexplained,
}

impl Agreement {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Agrees, Self::Scatter, Self::PaperErrs, Self::Differs, Self::Limit, Self::Measured, Self::Unexplained];

    /// As it is shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Scatter => "within scatter",
            Self::PaperErrs => "paper errs",
            Self::Differs => "differs",
            Self::Limit => "limit",
            Self::Measured => "measured",
            Self::Unexplained => "unexplained",
        }
    }

    /// What the word stands for.
    pub fn meaning(self, reference: Reference) -> &'static str {
        match (self, reference) {
            (Self::Agrees, Reference::Paper) => {
                "what is computed here is what the paper says, a number to the digits that it prints"
            }
            (Self::Agrees, Reference::ClosedForm) => {
                "what is computed here is what the closed form or the invariant says"
            }
            (Self::Scatter, _) => {
                "the paper's number lies within what something that the paper leaves open, a step or a reading, moves the \
                 one computed here; the text gives the spread measured"
            }
            (Self::PaperErrs, _) => "the paper is wrong; the text says what and why",
            (Self::Differs, _) => {
                "what is computed here is not what the paper shows; the text says by how much and why"
            }
            (Self::Limit, _) => "the unit, the coupling or the step does not reach it; the text says how far it goes",
            (Self::Measured, Reference::Paper) => {
                "a number of the unit or of a way to run it, of which the paper does not speak"
            }
            (Self::Measured, Reference::ClosedForm) => {
                "a number of a way to run the unit, or one for which there is no closed form"
            }
            (Self::Unexplained, Reference::Paper) => {
                "what is computed here is not what the paper shows, and no reason is known"
            }
            (Self::Unexplained, Reference::ClosedForm) => {
                "what is computed here is not what the closed form or the invariant says, and no reason is known"
            }
        }
    }

    /// How a number stands to a printed one: it agrees if it rounds to it at the decimal `places` that are printed, and
    /// scatters if the `spread` of values that the reference leaves open reaches from one side of it to the other.
    pub fn of_printed(found: f64, printed: f64, places: usize, spread: &[f64]) -> Self {
        if rounds_to(found, printed, places) {
            return Self::Agrees;
        }
        let (least, most) = range(spread.iter().copied().chain([found]));
        if (least..=most).contains(&printed) { Self::Scatter } else { Self::Unexplained }
    }
}

/// Whether a number rounds to a printed one at so many decimal places.
pub fn rounds_to(found: f64, printed: f64, places: usize) -> bool {
    format!("{found:.places$}") == format!("{printed:.places$}")
}

/// The least and the greatest of some numbers.
pub fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)))
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

/// A finding that says whether what the reference states comes out; where it does not, no reason is known.
pub fn judged(holds: bool, text: String) -> Finding {
    Finding::new(if holds { Agreement::Agrees } else { Agreement::Unexplained }, text)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 1.9 is not 2.2 to its digits; steps that give −0.9 to 2.4 make it scatter, steps that give 1.8 to 2.0 do not.
    #[test]
    fn a_printed_number_is_judged_by_its_digits_and_by_a_measured_spread() {
        let judge = |found, spread: &[f64]| Agreement::of_printed(found, 2.2, 1, spread);
        assert_eq!([2.16, 2.24, 2.249].map(|found| judge(found, &[])), [Agreement::Agrees; 3]);
        assert_eq!(judge(1.917, &[-0.9, 2.4]), Agreement::Scatter);
        assert_eq!(judge(2.3, &[1.9]), Agreement::Scatter);
        assert_eq!(judge(1.917, &[1.8, 2.0]), Agreement::Unexplained);
        assert_eq!(judge(f64::NAN, &[]), Agreement::Unexplained);
    }
}
