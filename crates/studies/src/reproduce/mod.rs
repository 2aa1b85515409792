//! The experiments of [G04], the damping of [M3D] and the wheel of [P16], through the packed unit, and the figures of [WK91] and the theorem of
//! [PT96], by the rigid solvers, as one report: what the papers show, what comes out here, and whether the two agree.

mod ball;
mod bench;
mod between;
pub(super) mod comparison;
mod cylinder;
pub(super) mod damping;
mod energy_loss;
mod impacts;
mod modia3d;
mod pendulum;
mod real_time;
mod stick_slip;
mod theorem;
mod wheel;

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use asperity_lab::exchange::Accuracy;
use asperity_lab::fmu::Fmu;
use asperity_lab::report::{self, Entry, Report};
use asperity_lab::{HostError, cannot};
use bench::Bench;

/// By what an experiment is asked for.
pub enum Name {
    /// Figures of [G04].
    Figures(RangeInclusive<u32>),
    /// A word.
    Word(&'static str),
}

/// As in "1-3".
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Figures(figures) => write!(f, "{}-{}", figures.start(), figures.end()),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// An experiment of a paper.
pub struct Experiment {
    /// By what it is asked for.
    pub name: Name,
    /// What it is.
    pub about: &'static str,
    run: fn(&Bench) -> Result<Entry, HostError>,
}

/// All of them, in the order of the papers. Fig. 4, 8 and 16 of [G04] are drawings.
pub static EXPERIMENTS: [Experiment; 11] = [
    Experiment { name: Name::Figures(1..=3), about: "damping and restitution", run: damping::run },
    Experiment { name: Name::Figures(5..=7), about: "stick–slip of Bowden and Leben", run: stick_slip::run },
    Experiment { name: Name::Figures(9..=10), about: "ball on an incline", run: ball::run },
    Experiment { name: Name::Figures(11..=12), about: "ball in a cylinder, plane motion", run: cylinder::plane },
    Experiment { name: Name::Figures(13..=15), about: "ball in a cylinder, spatial motion", run: cylinder::spatial },
    Experiment { name: Name::Figures(17..=21), about: "double pendulum", run: pendulum::run },
    Experiment { name: Name::Figures(22..=23), about: "energy lost in one impact", run: energy_loss::run },
    Experiment { name: Name::Word("modia3d"), about: "damping coefficient of [M3D]", run: modia3d::run },
    Experiment { name: Name::Word("wheel"), about: "wheel that slides, then rolls [P16]", run: wheel::run },
    Experiment { name: Name::Word("wang-kumar"), about: "impact with friction, patches [WK91]", run: impacts::run },
    Experiment { name: Name::Word("pang-trinkle"), about: "accelerations of rigid contacts [PT96]", run: theorem::run },
];

/// What is to be reproduced: experiments by the numbers of their figures, or their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<usize>);

impl Selection {
    /// From words such as `5`, `fig5`, `fig-05`, `9-10` or `wheel`; none selects all.
    pub fn parse(words: &[String]) -> Result<Self, HostError> {
        if words.is_empty() {
            return Ok(Self((0..EXPERIMENTS.len()).collect()));
        }
        let mut found = Vec::new();
        for word in words {
            let wrong = || HostError::Request(format!("there is no figure {word:?}; {}", Self::choice()));
            if let Some(index) = EXPERIMENTS.iter().position(|experiment| experiment.is_called(word)) {
                found.push(index);
                continue;
            }
            let numbers = word.trim_start_matches("figs").trim_start_matches("fig").trim_start_matches(['-', '.']);
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else { return Err(wrong()) };
            let meets = |experiment: &Experiment| experiment.shows(first, last);
            let before = found.len();
            found.extend((0..EXPERIMENTS.len()).filter(|index| meets(&EXPERIMENTS[*index])));
            if found.len() == before {
                return Err(wrong());
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(Self(found))
    }

    /// What is selected, in the order of the papers.
    pub fn experiments(&self) -> impl Iterator<Item = &'static Experiment> {
        self.0.iter().map(|index| &EXPERIMENTS[*index])
    }

    /// What there is.
    fn choice() -> String {
        let names: Vec<String> = EXPERIMENTS.iter().map(|experiment| experiment.name.to_string()).collect();
        format!("there are {}", names.join(", "))
    }
}

impl Experiment {
    fn is_called(&self, word: &str) -> bool {
        matches!(self.name, Name::Word(name) if name == word)
    }

    /// Whether one of these figures is among its own.
    fn shows(&self, first: u32, last: u32) -> bool {
        matches!(&self.name, Name::Figures(own) if first <= last && first <= *own.end() && *own.start() <= last)
    }
}

/// Runs what is selected and writes page, pictures and samples into the folder; where all is selected, also what a step costs in
/// each scene. `progress` is told what begins. Answers the report and the path of the page.
pub fn reproduce(
    fmu: &Fmu,
    selection: &Selection,
    folder: &Path,
    progress: impl FnMut(&str),
) -> Result<(Report, PathBuf), HostError> {
    reproduce_to(Accuracy::TIGHT, fmu, selection, folder, progress)
}

/// The same with another accuracy of what is taken for the truth.
pub fn reproduce_to(
    truth: Accuracy,
    fmu: &Fmu,
    selection: &Selection,
    folder: &Path,
    mut progress: impl FnMut(&str),
) -> Result<(Report, PathBuf), HostError> {
    std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
    let bench = Bench { fmu, folder, truth };
    let mut report = Report {
        title: "The experiments of Gonthier et al. 2004 and the wheel of Peiret et al. 2016, through the packed unit"
            .into(),
        introduction: introduction(fmu),
        ..Report::default()
    };
    for experiment in selection.experiments() {
        progress(&match &experiment.name {
            Name::Figures(_) => format!("figures {}: {}", experiment.name, experiment.about),
            Name::Word(_) => experiment.about.to_owned(),
        });
        report.entries.push((experiment.run)(&bench)?);
    }
    // of all scenes: who asks for one experiment does not wait for them
    if selection.0.len() == EXPERIMENTS.len() {
        progress("cost of a step");
        report.footer.push(real_time::table(&bench)?);
        report.footer.push(real_time::couplings(&bench)?);
    }
    let page = folder.join("index.html");
    report::write(&report, &page)?;
    Ok((report, page))
}

fn introduction(fmu: &Fmu) -> Vec<String> {
    vec![
        format!(
            "Every figure of [G04] here was computed by the binary inside {}.fmu, loaded as any importer loads it. The paper is \
             [G04]: Gonthier, McPhee, Lange and Piedbœuf, A Regularized Contact Model with Asymmetric Damping and \
             Dwell-Time Dependent Friction, 2004; the wheel at the end is of [P16]: Peiret, Kövecses, Gholami and \
             Font-Llagunes, A Regularized Contact Model for Multibody System Simulation, 2016, and solves the contact \
             as rigid, by coupling.method = timeStepping. The last two entries, of [WK91] and [PT96], are computed without the FMU, by \
             the solvers of rigid contact in the same program.",
            fmu.description.model_name
        ),
        "Pictures of [G04] show the paper's printed equations (friction.bristleFrame = paper, friction.bristleLimit = paper); the \
         tables set beside them the unit's own default settings, which bound the bristles and let them turn with the \
         contact."
            .into(),
        "A number agrees if it rounds to the digits that the paper prints; where it does not, the text gives the spread that \
         the step or an open reading makes, measured in the same run, or the reason. Figures of [G04] were not read off: \
         what is held against the paper are the numbers and sentences of its text."
            .into(),
        "Each of its scenes ran in several ways. Model exchange with steps by error, order 8, events located to the last digit and \
         a tolerance of 1e-12 is taken for the truth. Model exchange with a fixed step is the third-order Runge–Kutta \
         method of Bogacki and Shampine, which Simulink calls ode3 and the paper used; events wait for the end of their \
         step. Co-simulation lets the unit step first and the plant follow under the interpolated force (Gauss–Seidel), \
         the velocities with their input derivatives."
            .into(),
    ]
}
